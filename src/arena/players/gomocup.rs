//! Programs that speak the Gomocup protocol (Gomocup AI protocol 2, Petr Laštovička).

use std::time::{Duration, Instant};

use crate::arena::{PlayerSpec, TimeControl};
use crate::base::{Notation, PlayedGame, Side, shorten};
use crate::games::gomoku::{GridPoint, board_size_of_fen, stones_of_fen};

use super::process::Process;
use super::{Deadline, NewGame, Player, PlayerAction, PlayerError, Reply, SearchInfo, Turn};

/// The greatest number that programs can be expected to parse; as a time, it means no limit.
const NO_LIMIT: u128 = i32::MAX as u128;

/// How long a program is left alone after its move: even strong programs misread commands that arrive within
/// milliseconds of it.
const PAUSE: Duration = Duration::from_millis(30);

/// A program that speaks the Gomocup protocol.
pub struct Gomocup {
    process: Process,
    options: Vec<(String, String)>,
    size: usize,
    /// The stones on the board before the first move (point, and whether it is black).
    initial_stones: Vec<(GridPoint, bool)>,
    /// Whether the program knows the game up to its own last move.
    in_sync: bool,
    /// When it last answered.
    answered: Option<Instant>,
}

/// Performs the handshake of the Gomocup protocol, and returns the program's name and version.
///
/// # Errors
///
/// If the program does not speak it.
pub fn handshake(process: &mut Process, deadline: &Deadline<'_>) -> Result<Option<String>, PlayerError> {
    process.send("ABOUT");
    loop {
        let line = process.line(deadline)?;
        // The answer contains the name, version and author. A program that does not know the command answers UNKNOWN,
        // but speaks the protocol as well.
        if line.contains('=') || line.starts_with("UNKNOWN") {
            return Ok(engine_name(&line));
        }
    }
}

/// The name and version in the answer to `ABOUT`, such as `name="Brain", version="1.0", author="N. N."`.
fn engine_name(about: &str) -> Option<String> {
    let value = |key: &str| {
        let (_, rest) = about.split_once(&format!("{key}="))?;
        let value = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next(),
            None => rest.split([',', ' ']).next(),
        };
        value.filter(|value| !value.is_empty())
    };
    let name = value("name")?;
    Some(value("version").map_or_else(|| name.to_owned(), |version| format!("{name} {version}")))
}

impl Gomocup {
    /// Takes control of a program; the options of `spec` are sent before each game.
    pub fn new(process: Process, spec: &PlayerSpec) -> Self {
        Self {
            process,
            options: spec.options.clone(),
            size: 0,
            initial_stones: Vec::new(),
            in_sync: false,
            answered: None,
        }
    }

    /// Leaves the program alone for a while after its last answer. No clock is running during this time.
    fn pause(&self) {
        if let Some(answered) = self.answered {
            std::thread::sleep(PAUSE.saturating_sub(answered.elapsed()));
        }
    }

    fn info(&mut self, name: &str, value: impl std::fmt::Display) {
        self.process.send(&format!("INFO {name} {value}"));
    }

    /// Sends the time limits of the game and of each move.
    fn send_control(&mut self, control: TimeControl) {
        match control {
            TimeControl::Clock { base, increment, .. } => {
                let turn = (base + increment).as_millis();
                self.info("timeout_turn", turn.clamp(1, NO_LIMIT));
                self.info("timeout_match", base.as_millis().clamp(1, NO_LIMIT));
                if !increment.is_zero() {
                    self.info("time_increment", increment.as_millis());
                }
            }
            TimeControl::MoveTime(time) => {
                self.info("timeout_turn", time.as_millis().clamp(1, NO_LIMIT));
                self.info("timeout_match", NO_LIMIT);
            }
            // Extensions by Yixin that others have adopted; a program that does not support them uses all the time it
            // has.
            TimeControl::Nodes(nodes) => {
                self.info("timeout_match", NO_LIMIT);
                self.info("timeout_turn", NO_LIMIT);
                self.info("max_node", nodes);
            }
            TimeControl::Depth(depth) => {
                self.info("timeout_match", NO_LIMIT);
                self.info("timeout_turn", NO_LIMIT);
                self.info("max_depth", depth);
            }
        }
    }

    /// The next line other than a comment. The search information in comments is kept.
    fn answer(
        &mut self,
        deadline: &Deadline<'_>,
        search_info: &mut SearchInfo,
    ) -> Result<String, PlayerError> {
        loop {
            let line = self.process.line(deadline)?;
            let line = line.trim();
            let word = line.split_ascii_whitespace().next().unwrap_or_default();
            match word.to_ascii_uppercase().as_str() {
                "MESSAGE" | "DEBUG" => search_info.read_message(&line[word.len()..]),
                // Unknown settings are harmless.
                "UNKNOWN" | "" | "SUGGEST" => {}
                _ => return Ok(line.to_owned()),
            }
        }
    }

    /// All stones in the order of placement (point, and whether it is black).
    fn stones<P: Notation>(&self, game: &PlayedGame<P>, options: &P::Options) -> Vec<(GridPoint, bool)> {
        let played = game.steps().filter_map(|(before, m)| {
            let point = GridPoint::from_text(&before.move_text(m, options), self.size)?;
            Some((point, before.side_to_move() == Side::First))
        });
        self.initial_stones.iter().copied().chain(played).collect()
    }
}

impl<P: Notation> Player<P> for Gomocup {
    fn new_game(&mut self, new_game: &NewGame<'_, P>, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        let Some(rule) = new_game.variant.info().gomocup_rule else {
            let variant = new_game.variant;
            return Err(PlayerError::Unusable(format!("the Gomocup protocol does not support {variant}")));
        };
        let fen = new_game.start.fen(new_game.options);
        (self.size, self.initial_stones, self.in_sync) =
            (board_size_of_fen(&fen), stones_of_fen(&fen), false);
        self.pause();
        self.process.send(&format!("START {}", self.size));
        let mut search_info = SearchInfo::default();
        let answer = self.answer(deadline, &mut search_info)?;
        if !answer.to_ascii_uppercase().starts_with("OK") {
            return Err(PlayerError::Unusable(format!(
                "it refuses a board of size {}: {}",
                self.size,
                shorten(&answer)
            )));
        }
        self.send_control(new_game.controls[new_game.side.index()]);
        // The opponent is a program in a tournament.
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

    fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Reply, PlayerError> {
        self.pause();
        while self.process.try_line().is_some() {}
        let clock = turn.clock();
        let time_left = clock.remaining().map_or(NO_LIMIT, |time| time.as_millis().clamp(1, NO_LIMIT));
        self.process.send_later(&format!("INFO time_left {time_left}"));
        let deadline = turn.deadline();
        let options = P::Options::default();
        let stones = self.stones(turn.game, &options);
        let coordinates = |point: GridPoint| format!("{},{}", point.column, point.row);
        let started = Instant::now();
        let is_own = |is_black: bool| is_black == (turn.side == Side::First);
        match stones.as_slice() {
            [] => self.process.send("BEGIN"),
            [.., (last, _)] if self.in_sync => self.process.send(&format!("TURN {}", coordinates(*last))),
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
        let mut search_info = SearchInfo::default();
        loop {
            let text = self.answer(&deadline, &mut search_info)?;
            let elapsed: Duration = self.process.last_read().saturating_duration_since(started);
            // An answer to an earlier command.
            if text.eq_ignore_ascii_case("OK") {
                continue;
            }
            // A program that has misread a command complains and may then move after all.
            if is_complaint(&text) {
                turn.quote(&text);
                continue;
            }
            let action = match self.point(&text) {
                Some(point) => turn.read(&point, &options),
                None => turn.read(&text, &options),
            };
            self.in_sync = matches!(action, PlayerAction::Move(_));
            self.answered = Some(self.process.last_read());
            if !self.in_sync {
                turn.quote(&text);
            }
            let line =
                search_info.pv.split(' ').map(|text| self.point(text).unwrap_or_else(|| text.to_owned()));
            let pv = turn.read_pv(&action, line, &options);
            return Ok(Reply { action, elapsed, search_info, pv, offers_draw: false });
        }
    }

    fn quit(&mut self) {
        self.pause();
        self.process.quit("END", super::QUIT_TIMEOUT);
    }
}

/// Whether a line is `ERROR …`, which is a complaint about a command rather than an answer.
fn is_complaint(line: &str) -> bool {
    line.split_ascii_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("ERROR"))
}

impl Gomocup {
    /// Converts a program's point, `column,row`, to protocol notation.
    fn point(&self, text: &str) -> Option<String> {
        let (column, row) = text.split_once(',')?;
        let point = GridPoint { column: column.trim().parse().ok()?, row: row.trim().parse().ok()? };
        point.text(self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_answers_to_about() {
        for (about, name) in [
            ("name=\"Brain\", version=\"1.0\", author=\"N. N.\"", Some("Brain 1.0")),
            ("name=\"A, B\", author=\"N. N.\"", Some("A, B")),
            ("name=Brain, version=2", Some("Brain 2")),
            ("name=\"\", version=\"2\"", None),
            ("UNKNOWN command", None),
        ] {
            assert_eq!(engine_name(about).as_deref(), name, "{about}");
        }
    }
}
