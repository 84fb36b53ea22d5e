//! Programs that speak CECP, the Chess Engine Communication Protocol, version 1 or 2 (Tim Mann and H. G. Muller), also
//! known as the xboard protocol.
//!
//! A CECP program keeps the board itself and answers a move with a move. It is kept in `force` mode until its first
//! turn, so that openings can be entered, and plays by itself from then on.

mod features;
mod messages;

use std::time::{Duration, Instant};

use crate::arena::{PlayerSpec, TimeControl};
use crate::base::{Move, Notation, Outcome, Side};
use crate::games::Variant;

use super::options::with_coordinates;
use super::process::Process;
use super::{Deadline, NewGame, Player, PlayerAction, PlayerError, Reply, SearchInfo, Turn};

use messages::{CecpMessage, claim};

pub use features::{CecpFeature, CecpFeatures, handshake};

/// The time for a program that has made a false claim to make a move after all.
const AFTER_CLAIM: Duration = Duration::from_secs(1);
/// A program without `ping` is considered ready after it has been silent for this long.
const QUIET: Duration = Duration::from_millis(100);
/// The clock for searches without a time limit, in minutes.
const UNTIMED_MINUTES: u64 = 600;

/// A program that speaks CECP.
pub struct Cecp<P: Notation> {
    process: Process,
    features: CecpFeatures,
    variant_name: Option<&'static str>,
    coordinates: String,
    pings: u32,
    options: P::Options,
    /// The number of the game's moves that the program knows, including its own.
    sent_moves: usize,
    /// Whether it is in `force` mode.
    is_forced: bool,
    /// Whether it has played a game before.
    has_played: bool,
}

impl<P: Notation> Cecp<P> {
    /// Takes control of a program with these features, and sets the options of `spec`.
    ///
    /// # Errors
    ///
    /// If the program does not have an option, refuses its value, or does not play the variant.
    pub fn new(
        mut process: Process,
        features: CecpFeatures,
        spec: &PlayerSpec,
        variant: Variant,
    ) -> Result<Self, PlayerError> {
        let variant_name = choose_variant(&features, variant)?;
        // On boards of ten ranks, xboard counts ranks from 0.
        let mut coordinates = "ranks0-9".to_owned();
        for (name, value) in &spec.options {
            match name.to_ascii_lowercase().as_str() {
                "coordinates" => coordinates.clone_from(value),
                "hash" if features.has(CecpFeature::Memory) => process.send(&format!("memory {value}")),
                "threads" if features.has(CecpFeature::Smp) => process.send(&format!("cores {value}")),
                _ => {
                    let option = features.options.check(name, value)?;
                    process.send(&if option.is_button() {
                        format!("option {}", option.name)
                    } else if option.is_check() {
                        format!("option {}={}", option.name, u8::from(value.eq_ignore_ascii_case("true")))
                    } else {
                        format!("option {}={value}", option.name)
                    });
                }
            }
        }
        let options = P::Options::default();
        Ok(Self {
            process,
            features,
            variant_name,
            coordinates,
            pings: 0,
            options,
            sent_moves: 0,
            is_forced: true,
            has_played: false,
        })
    }

    /// Waits until the program has processed everything sent so far; its answers are ignored.
    fn synchronise(&mut self, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        if !self.features.has(CecpFeature::Ping) {
            return self.await_quiet(deadline);
        }
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings));
        while CecpMessage::read(&self.process.line(deadline)?) != CecpMessage::Pong(self.pings) {}
        Ok(())
    }

    fn await_quiet(&mut self, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        loop {
            match self.process.line(&deadline.at_most(QUIET)) {
                Ok(_) => {}
                Err(PlayerError::Timeout) => return deadline.check(),
                Err(error) => return Err(error),
            }
        }
    }

    fn send_control(&mut self, control: TimeControl) -> Result<(), PlayerError> {
        match control {
            TimeControl::Clock { base, increment, moves } => {
                let level = level(moves.unwrap_or(0), base, increment);
                self.process.send(&level);
            }
            TimeControl::MoveTime(time) if time.subsec_millis() == 0 => {
                self.process.send(&format!("st {}", time.as_secs()));
            }
            // `st` takes whole seconds. One move per time control, with the exact clock sent by `time`, is equivalent.
            TimeControl::MoveTime(time) => self.process.send(&level(1, time, Duration::ZERO)),
            TimeControl::Depth(depth) => {
                self.process.send(&format!("level 0 {UNTIMED_MINUTES} 0"));
                self.process.send(&format!("sd {depth}"));
            }
            TimeControl::Nodes(_) => {
                return Err(PlayerError::Unusable("its protocol (cecp) has no node limit".to_owned()));
            }
        }
        Ok(())
    }

    /// Sends both clocks, in centiseconds.
    fn send_clocks(&mut self, turn: &Turn<'_, P>) {
        if !self.features.has(CecpFeature::Time) {
            return;
        }
        let hundredths = |side: Side| {
            let clock = &turn.clocks[side.index()];
            match clock.control() {
                TimeControl::Depth(_) | TimeControl::Nodes(_) => u128::from(UNTIMED_MINUTES) * 6000,
                _ => (clock.allowed().as_millis() / 10).max(1),
            }
        };
        let (own, other) = (hundredths(turn.side), hundredths(!turn.side));
        self.process.send_later(&format!("time {own}"));
        self.process.send_later(&format!("otim {other}"));
    }

    fn send_move(&mut self, before: &P, m: Move) -> String {
        let text = if self.features.has(CecpFeature::San) {
            before.move_name(m, &self.options)
        } else {
            before.move_text(m, &self.options)
        };
        self.process.send(&if self.features.has(CecpFeature::Usermove) {
            format!("usermove {text}")
        } else {
            text.clone()
        });
        text
    }

    /// Waits for the program's move.
    fn answer(
        &mut self,
        turn: &Turn<'_, P>,
        last_move: Option<&str>,
        started: Instant,
    ) -> Result<Reply, PlayerError> {
        let mut deadline = turn.deadline();
        let mut search_info = SearchInfo::default();
        let mut offers_draw = false;
        let mut false_claim = None;
        loop {
            let line = match self.process.line(&deadline) {
                Ok(line) => line,
                Err(PlayerError::Timeout) => {
                    return Err(false_claim.map_or(PlayerError::Timeout, PlayerError::FalseClaim));
                }
                Err(error) => return Err(error),
            };
            let elapsed = self.process.last_read().saturating_duration_since(started);
            let reply = |action| {
                let pv = turn.read_pv(&action, search_info.pv.split(' '), &self.options);
                Reply { action, elapsed, search_info: search_info.clone(), pv, offers_draw }
            };
            match CecpMessage::read(&line) {
                CecpMessage::Move(text) => {
                    let action = turn.read(&text, &self.options);
                    if !matches!(action, PlayerAction::Move(_)) {
                        turn.quote(&line);
                    }
                    self.sent_moves += 1;
                    return Ok(reply(action));
                }
                CecpMessage::Resign => {
                    turn.quote(&line);
                    return Ok(reply(PlayerAction::Resign));
                }
                CecpMessage::Result(Outcome::Win(side)) if side != turn.side => {
                    turn.quote(&line);
                    return Ok(reply(PlayerAction::Resign));
                }
                // The referee does not ask for a move once the game is over.
                CecpMessage::Result(_) => {
                    turn.quote(&line);
                    false_claim = Some(claim(&line));
                    deadline = deadline.at_most(AFTER_CLAIM);
                }
                // Many programs mistake unknown commands for moves, and reject those too.
                CecpMessage::Refusal if last_move.is_some_and(|text| line.contains(text)) => {
                    turn.quote(&line);
                    return Err(PlayerError::FalseClaim(claim(&line)));
                }
                CecpMessage::OfferDraw => offers_draw = true,
                CecpMessage::Refusal | CecpMessage::Pong(_) => {}
                CecpMessage::Other => {
                    search_info.read_thinking(&line);
                }
            }
        }
    }
}

/// A time control as CECP's `level` command. The base is in whole seconds, rounded up, as many programs take 0 to mean
/// no base time; `time` sends the exact clock before each move.
fn level(moves: u32, base: Duration, increment: Duration) -> String {
    let seconds = base.as_millis().div_ceil(1000).max(1);
    let increment = format!("{}.{:03}", increment.as_secs(), increment.subsec_millis());
    let increment = increment.trim_end_matches('0').trim_end_matches('.');
    format!("level {moves} {}:{:02} {increment}", seconds / 60, seconds % 60)
}

/// The program's name for the variant, which is sent before each game; `None` for standard chess.
fn choose_variant(features: &CecpFeatures, variant: Variant) -> Result<Option<&'static str>, PlayerError> {
    let Some(name) = variant.info().cecp_name else { return Ok(None) };
    if features.variants.iter().any(|offered| offered == name) {
        Ok(Some(name))
    } else {
        Err(PlayerError::Unusable(format!("it does not play {variant}")))
    }
}

impl<P: Notation> Player<P> for Cecp<P> {
    fn new_game(&mut self, new_game: &NewGame<'_, P>, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        if self.has_played && !self.features.has(CecpFeature::Reuse) {
            return Err(PlayerError::Disconnected("it plays only one game per process".to_owned()));
        }
        self.has_played = true;
        self.options = with_coordinates(new_game.options, &self.coordinates);
        (self.sent_moves, self.is_forced) = (0, true);
        self.process.send("new");
        let is_chess960 = new_game.set_options.iter().any(|(name, value)| {
            name.eq_ignore_ascii_case("UCI_Chess960") && value.eq_ignore_ascii_case("true")
        });
        if is_chess960 {
            if !self.features.variants.iter().any(|name| name == "fischerandom") {
                return Err(PlayerError::Unusable("it does not play Chess960".to_owned()));
            }
            self.process.send("variant fischerandom");
        } else if let Some(name) = self.variant_name {
            self.process.send(&format!("variant {name}"));
        }
        self.send_control(new_game.controls[new_game.side.index()])?;
        for command in ["easy", "post", "computer"] {
            self.process.send(command);
        }
        if self.features.has(CecpFeature::Name) {
            self.process.send(&format!("name {}", new_game.opponent));
        }
        self.process.send("force");
        if !new_game.is_start_position {
            if !self.features.has(CecpFeature::Setboard) {
                return Err(PlayerError::Unusable("it cannot set up a position".to_owned()));
            }
            self.process.send(&format!("setboard {}", new_game.start.fen(new_game.options)));
        }
        self.synchronise(deadline)
    }

    fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Reply, PlayerError> {
        let mut last_move = None;
        let steps: Vec<_> = turn.game.steps().skip(self.sent_moves).collect();
        if self.is_forced {
            for &(before, m) in &steps {
                last_move = Some(self.send_move(before, m));
                self.sent_moves += 1;
            }
        }
        // Output from the opponent's turn is not an answer.
        while self.process.try_line().is_some() {}
        if turn.draw_is_offered && self.features.has(CecpFeature::Draw) {
            self.process.send_later("draw");
        }
        self.send_clocks(turn);
        let started = Instant::now();
        if self.is_forced {
            self.process.send("go");
            self.is_forced = false;
        } else if let Some(&(before, m)) = steps.last() {
            last_move = Some(self.send_move(before, m));
            self.sent_moves += 1;
        }
        self.answer(turn, last_move.as_deref(), started)
    }

    fn game_over(&mut self, result: &str, reason: &str) {
        self.process.send("force");
        self.process.send(&format!("result {result} {{{reason}}}"));
    }

    fn quit(&mut self) {
        self.process.quit("quit", super::QUIT_TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_written() {
        let ms = Duration::from_millis;
        assert_eq!(level(40, ms(300_000), ms(0)), "level 40 5:00 0");
        assert_eq!(level(0, ms(2000), ms(20)), "level 0 0:02 0.02");
        assert_eq!(level(1, ms(100), ms(0)), "level 1 0:01 0");
        assert_eq!(level(0, ms(61_500), ms(1000)), "level 0 1:02 1");
    }
}
