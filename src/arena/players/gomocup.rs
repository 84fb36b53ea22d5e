//! Programs that speak Gomocup's protocol (Gomocup AI protocol 2, Petr Laštovička).

use std::time::{Duration, Instant};

use crate::arena::points::{GridPoint, board_size, stones};
use crate::arena::{PlayerSpec, TimeControl};
use crate::base::{Notation, Side, shorten};
use crate::rules::Game;

use super::process::Process;
use super::{Decision, Fault, Patience, Player, Reply, Terms, Thoughts, Turn};

/// The greatest number that the protocol's programs can be trusted to read; as a time, one that never ends.
const FOREVER: u128 = i32::MAX as u128;

/// A program that speaks Gomocup's protocol.
pub struct Gomocup {
    process: Process,
    options: Vec<(String, String)>,
    size: usize,
    /// The stones on the board before the first move, and whether each is Black's.
    given: Vec<(GridPoint, bool)>,
    /// Whether the program knows the game up to its own last move.
    follows: bool,
}

/// Greets a program in Gomocup's protocol.
///
/// # Errors
/// Where it does not speak it.
pub fn greet(process: &mut Process, patience: &Patience<'_>) -> Result<(), Fault> {
    process.send("ABOUT");
    loop {
        let line = process.line(patience)?;
        // The answer names the program, its version and its author. A program that does not know the command says
        // UNKNOWN, and is one of these all the same.
        if line.contains('=') || line.starts_with("UNKNOWN") {
            return Ok(());
        }
    }
}

impl Gomocup {
    /// Takes over a program, which will be told the options of `spec` before each game.
    pub fn new(process: Process, spec: &PlayerSpec) -> Self {
        Self { process, options: spec.options.clone(), size: 0, given: Vec::new(), follows: false }
    }

    fn info(&mut self, name: &str, value: impl std::fmt::Display) {
        self.process.send(&format!("INFO {name} {value}"));
    }

    /// Tells the program what it may take for the whole game and for each move.
    fn send_control(&mut self, control: TimeControl) {
        match control {
            TimeControl::Clock { base, increment, .. } => {
                let turn = (base + increment).as_millis();
                self.info("timeout_turn", turn.clamp(1, FOREVER));
                self.info("timeout_match", base.as_millis().clamp(1, FOREVER));
                if !increment.is_zero() {
                    self.info("time_increment", increment.as_millis());
                }
            }
            TimeControl::MoveTime(time) => {
                self.info("timeout_turn", time.as_millis().clamp(1, FOREVER));
                self.info("timeout_match", FOREVER);
            }
            // Extensions of Yixin's that others have taken over; a program without them uses all the time there is.
            TimeControl::Nodes(nodes) => {
                self.info("timeout_match", FOREVER);
                self.info("timeout_turn", FOREVER);
                self.info("max_node", nodes);
            }
            TimeControl::Depth(depth) => {
                self.info("timeout_match", FOREVER);
                self.info("timeout_turn", FOREVER);
                self.info("max_depth", depth);
            }
        }
    }

    /// The next line that is no remark. A remark's information is kept.
    fn answer(&mut self, patience: &Patience<'_>, thoughts: &mut Thoughts) -> Result<String, Fault> {
        loop {
            let line = self.process.line(patience)?;
            let line = line.trim();
            let word = line.split_ascii_whitespace().next().unwrap_or_default();
            match word.to_ascii_uppercase().as_str() {
                "MESSAGE" | "DEBUG" => thoughts.hear_message(&line[word.len()..]),
                // Settings that a program does not know do no harm.
                "UNKNOWN" | "" | "SUGGEST" => {}
                _ => return Ok(line.to_owned()),
            }
        }
    }

    /// All stones in the order in which they were placed, and whether each is Black's.
    fn stones<P: Notation>(&self, game: &Game<P>, options: &P::Options) -> Vec<(GridPoint, bool)> {
        let played = game.steps().filter_map(|(before, m)| {
            let point = GridPoint::from_text(&before.move_text(m, options), self.size)?;
            Some((point, before.side_to_move() == Side::First))
        });
        self.given.iter().copied().chain(played).collect()
    }
}

impl<P: Notation> Player<P> for Gomocup {
    fn new_game(&mut self, terms: &Terms<'_, P>, patience: &Patience<'_>) -> Result<(), Fault> {
        let Some(rule) = terms.variant.info().gomocup_rule else {
            return Err(Fault::Unfit(format!("Gomocup's protocol has no {}", terms.variant)));
        };
        let fen = terms.start.fen(terms.options);
        (self.size, self.given, self.follows) = (board_size(&fen), stones(&fen), false);
        self.process.send(&format!("START {}", self.size));
        let mut thoughts = Thoughts::default();
        let answer = self.answer(patience, &mut thoughts)?;
        if !answer.to_ascii_uppercase().starts_with("OK") {
            return Err(Fault::Unfit(format!("it refuses a board of {}: {}", self.size, shorten(&answer))));
        }
        self.send_control(terms.controls[terms.side.index()]);
        // Opponent: another program, in a tournament.
        self.info("game_type", 1);
        self.info("rule", rule);
        for (name, value) in self.options.clone() {
            match (name.to_ascii_lowercase().as_str(), value.parse::<u64>()) {
                ("hash", Ok(mib)) => self.info("max_memory", mib.saturating_mul(1 << 20)),
                ("threads", Ok(threads)) => self.info("thread_num", threads),
                _ => self.info(&name, value),
            }
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Reply, Fault> {
        while self.process.line_at_hand().is_some() {}
        let clock = turn.clock();
        let time_left = clock.remaining().map_or(FOREVER, |time| time.as_millis().clamp(1, FOREVER));
        self.process.send_later(&format!("INFO time_left {time_left}"));
        let patience = turn.patience();
        let options = P::Options::default();
        let stones = self.stones(turn.game, &options);
        let coordinates = |point: GridPoint| format!("{},{}", point.column, point.row);
        let started = Instant::now();
        let is_own = |is_black: bool| is_black == (turn.side == Side::First);
        match stones.as_slice() {
            [] => self.process.send("BEGIN"),
            [.., (last, _)] if self.follows => self.process.send(&format!("TURN {}", coordinates(*last))),
            &[(only, is_black)] if !is_own(is_black) => {
                self.process.send(&format!("TURN {}", coordinates(only)));
            }
            _ => {
                self.process.send_later("BOARD");
                for &(point, is_black) in &stones {
                    let whose = if is_own(is_black) { 1 } else { 2 };
                    self.process.send_later(&format!("{},{whose}", coordinates(point)));
                }
                self.process.send("DONE");
            }
        }
        let mut thoughts = Thoughts::default();
        loop {
            let text = self.answer(&patience, &mut thoughts)?;
            let elapsed: Duration = self.process.last_read().saturating_duration_since(started);
            // An answer to an earlier command.
            if text.eq_ignore_ascii_case("OK") {
                continue;
            }
            let decision = match self.point(&text) {
                Some(point) => turn.read(&point, &options),
                None => turn.read(&text, &options),
            };
            self.follows = matches!(decision, Decision::Move(_));
            return Ok(Reply { decision, elapsed, thoughts, offers_draw: false });
        }
    }

    fn quit(&mut self) {
        self.process.quit("END", super::GRACE);
    }
}

impl Gomocup {
    /// The protocol's text of a point that the program gives as `column,row`.
    fn point(&self, text: &str) -> Option<String> {
        let (column, row) = text.split_once(',')?;
        let point = GridPoint { column: column.trim().parse().ok()?, row: row.trim().parse().ok()? };
        point.text(self.size)
    }
}
