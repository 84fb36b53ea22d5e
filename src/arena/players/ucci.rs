//! Programs that speak UCCI 3.0, the Universal Chinese Chess Interface (Huang Chen, 2007).

use std::time::{Duration, Instant};

use crate::arena::{PlayerSpec, TimeControl};
use crate::base::Notation;
use crate::games::xiangqi::COORDINATES;

use super::options::{DeclaredOptions, with_coordinates};
use super::position_command::PositionCommand;
use super::process::Process;
use super::uci::millis;
use super::{Deadline, NewGame, Player, PlayerAction, PlayerError, Reply, SearchInfo, Turn};

/// A program that speaks UCCI.
pub struct Ucci<P: Notation> {
    process: Process,
    /// Whether the program accepts times in milliseconds rather than seconds.
    milliseconds: bool,
    has_new_game: bool,
    coordinates: String,
    position: Option<PositionCommand<P>>,
}

impl<P: Notation> Ucci<P> {
    /// Takes control of a program that declared these options, and sets those of `spec`.
    ///
    /// # Errors
    ///
    /// If an option was not declared, or the value is not valid for it.
    pub fn new(
        mut process: Process,
        declared: &DeclaredOptions,
        spec: &PlayerSpec,
    ) -> Result<Self, PlayerError> {
        let mut coordinates = "ranks0-9".to_owned();
        for (name, value) in &spec.options {
            if name.eq_ignore_ascii_case(COORDINATES) && declared.find(name).is_none() {
                coordinates.clone_from(value);
                continue;
            }
            let option = declared.check(name, value)?;
            process.send(&format!("setoption {} {value}", option.name));
        }
        let milliseconds = declared.find("usemillisec").is_some();
        if milliseconds {
            process.send("setoption usemillisec true");
        }
        let has_new_game = declared.find("newgame").is_some();
        Ok(Self { process, milliseconds, has_new_game, coordinates, position: None })
    }

    /// A time in the program's unit, rounded down so that the program never overestimates it, but at least 1.
    fn time(&self, time: Duration) -> u128 {
        if self.milliseconds { millis(time) } else { u128::from(time.as_secs().max(1)) }
    }

    /// The `go` command for the player's time control, with the opponent's draw offer, if any.
    fn go(&self, turn: &Turn<'_, P>) -> String {
        format!("go {}{}", if turn.draw_is_offered { "draw " } else { "" }, self.limit(turn))
    }

    fn limit(&self, turn: &Turn<'_, P>) -> String {
        let clock = turn.clock();
        match clock.control() {
            TimeControl::Nodes(nodes) => format!("nodes {nodes}"),
            TimeControl::Depth(depth) => format!("depth {depth}"),
            // UCCI has no time per move; a time control of one move is equivalent.
            TimeControl::MoveTime(time) => format!("time {} movestogo 1", self.time(time)),
            TimeControl::Clock { increment, .. } => {
                let time = self.time(clock.allowed());
                match clock.moves_to_go() {
                    Some(moves) => format!("time {time} movestogo {moves}"),
                    None if self.milliseconds => {
                        format!("time {time} increment {}", increment.as_millis())
                    }
                    None => format!("time {time} increment {}", increment.as_secs()),
                }
            }
        }
    }
}

impl<P: Notation> Player<P> for Ucci<P> {
    fn new_game(&mut self, new_game: &NewGame<'_, P>, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        let options = with_coordinates(new_game.options, &self.coordinates);
        let start = format!("fen {}", new_game.start.fen(new_game.options));
        self.position = Some(PositionCommand::new(&start, options));
        if self.has_new_game {
            self.process.send("setoption newgame");
        }
        self.process.send("isready");
        while self.process.line(deadline)?.trim() != "readyok" {}
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Reply, PlayerError> {
        let go = self.go(turn);
        let Some(position) = &mut self.position else {
            return Err(PlayerError::Unusable("asked for a move before the first game".to_owned()));
        };
        while self.process.try_line().is_some() {}
        self.process.send_later(position.update(turn.game));
        let deadline = turn.deadline();
        let started = Instant::now();
        self.process.send(&go);
        let mut search_info = SearchInfo::default();
        loop {
            let line = self.process.line(&deadline)?;
            let line = line.trim_start();
            let elapsed = self.process.last_read().saturating_duration_since(started);
            if let Some(info) = line.strip_prefix("info ") {
                search_info.read_info(info);
            } else if line.starts_with("nobestmove") {
                // The referee does not ask for a move if there is none. ElephantEye writes this if it considers the
                // game drawn.
                turn.quote(line);
                let action = PlayerAction::DrawClaim;
                return Ok(Reply { action, elapsed, search_info, pv: Vec::new(), offers_draw: false });
            } else if let Some(best) = line.strip_prefix("bestmove") {
                let words: Vec<_> = best.split_ascii_whitespace().collect();
                let action = if words.contains(&"resign") {
                    PlayerAction::Resign
                } else {
                    turn.read(words.first().copied().unwrap_or_default(), position.options())
                };
                if !matches!(action, PlayerAction::Move(_)) {
                    turn.quote(line);
                }
                let pv = turn.read_pv(&action, search_info.pv.split(' '), position.options());
                return Ok(Reply { action, elapsed, search_info, pv, offers_draw: words.contains(&"draw") });
            }
        }
    }

    fn quit(&mut self) {
        self.process.quit("quit", super::QUIT_TIMEOUT);
    }
}
