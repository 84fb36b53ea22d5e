//! Programs that speak UCI (Huber and Meyer-Kahlen, 2006), among them those of xiangqi that mean it in their own way.

use std::time::{Duration, Instant};

use crate::arena::{PlayerSpec, TimeControl};
use crate::base::{Notation, Side};
use crate::rules::Variant;

use super::options::{COORDINATES, DeclaredOptions, with_coordinates};
use super::position_command::PositionCommand;
use super::process::Process;
use super::{Deadline, NewGame, Player, PlayerAction, PlayerError, Reply, SearchInfo, Turn};

/// A program that speaks UCI.
pub struct Uci<P: Notation> {
    process: Process,
    declared: DeclaredOptions,
    /// The game that it has been told to play.
    variant: Option<Variant>,
    /// How the user wants coordinates to be written, where the program does not say itself.
    coordinates: Option<String>,
    position: Option<PositionCommand<P>>,
}

impl<P: Notation> Uci<P> {
    /// Takes over a program that has declared these options, and sets those that `spec` asks for.
    ///
    /// # Errors
    /// Where an option is not declared, or cannot have the value; where the program does not play the game.
    pub fn new(
        mut process: Process,
        declared: DeclaredOptions,
        spec: &PlayerSpec,
        variant: Variant,
    ) -> Result<Self, PlayerError> {
        let chosen = choose_variant(&declared, variant)?;
        if let Some(name) = &chosen {
            process.send(&format!("setoption name UCI_Variant value {name}"));
        }
        let mut coordinates = None;
        for (name, value) in &spec.options {
            if name.eq_ignore_ascii_case(COORDINATES) && declared.find(name).is_none() {
                coordinates = Some(value.clone());
                continue;
            }
            let option = declared.check(name, value)?;
            process.send(&if option.is_button() {
                format!("setoption name {}", option.name)
            } else {
                format!("setoption name {} value {value}", option.name)
            });
        }
        // Thinking on the opponent's time would take it from the opponent's own search.
        if let Some(ponder) = declared.find("Ponder").filter(|option| option.is_check()) {
            process.send(&format!("setoption name {} value false", ponder.name));
        }
        Ok(Self {
            process,
            declared,
            variant: chosen.is_some().then_some(variant),
            coordinates,
            position: None,
        })
    }

    fn wait_for(&mut self, answer: &str, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        while self.process.line(deadline)?.trim() != answer {}
        Ok(())
    }
}

/// The name under which a program knows the game; nothing where it knows one game only and that must be this one.
fn choose_variant(declared: &DeclaredOptions, variant: Variant) -> Result<Option<String>, PlayerError> {
    let Some(option) = declared.find("UCI_Variant") else {
        // Programs for xiangqi alone have no such option. Nobody else plays the other games without saying so.
        return match variant {
            Variant::Chess | Variant::Xiangqi => Ok(None),
            _ => Err(PlayerError::Unusable(format!(
                "it has no option UCI_Variant, and so does not play {variant}"
            ))),
        };
    };
    match option.accepts(variant.name()) {
        Ok(()) => Ok(Some(variant.name().to_owned())),
        Err(_) => Err(PlayerError::Unusable(format!("it does not play {variant}"))),
    }
}

impl<P: Notation> Player<P> for Uci<P> {
    fn new_game(&mut self, new_game: &NewGame<'_, P>, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        for (name, value) in new_game.set_options {
            // Whoever counts ranks in another way is understood all the same.
            if !name.eq_ignore_ascii_case(COORDINATES) {
                // A board's size follows from the FEN where the program does not let it be set.
                match self.declared.check(name, value) {
                    Ok(option) => self.process.send(&format!("setoption name {} value {value}", option.name)),
                    Err(error) if name.eq_ignore_ascii_case("UCI_Chess960") => return Err(error),
                    Err(_) => {}
                }
            }
        }
        // Programs that offer UCI_Variant are of Fairy-Stockfish's family and count ranks from 1; those for xiangqi alone
        // follow UCCI and count from 0.
        let coordinates = match (&self.coordinates, self.variant) {
            (Some(value), _) => value.as_str(),
            (None, Some(_)) => "ranks1-10",
            (None, None) => "ranks0-9",
        };
        let options = with_coordinates(new_game.options, coordinates);
        // A program that has not been told the game has no usual position for it but its own.
        let start =
            if new_game.is_start_position && (self.variant.is_some() || new_game.variant == Variant::Chess) {
                "startpos".to_owned()
            } else {
                format!("fen {}", new_game.start.fen(new_game.options))
            };
        self.position = Some(PositionCommand::new(&start, options));
        self.process.send("ucinewgame");
        self.process.send("isready");
        self.wait_for("readyok", deadline)
    }

    fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Reply, PlayerError> {
        let Some(position) = &mut self.position else {
            return Err(PlayerError::Unusable("it was asked for a move before a game".to_owned()));
        };
        // What it said while it was not asked is no answer.
        while self.process.try_line().is_some() {}
        self.process.send_later(position.update(turn.game));
        let deadline = turn.deadline();
        let started = Instant::now();
        self.process.send(&go(turn));
        let mut search_info = SearchInfo::default();
        loop {
            let line = self.process.line(&deadline)?;
            let line = line.trim_start();
            if let Some(info) = line.strip_prefix("info ") {
                search_info.read_info(info);
            } else if let Some(best) = line.strip_prefix("bestmove") {
                let elapsed = self.process.last_read().saturating_duration_since(started);
                let mut words = best.split_ascii_whitespace();
                let text = words.next().unwrap_or_default();
                let action = if text.eq_ignore_ascii_case("resign") {
                    PlayerAction::Resign
                } else {
                    turn.read(text, position.options())
                };
                return Ok(Reply {
                    action,
                    elapsed,
                    search_info,
                    offers_draw: words.any(|word| word == "draw"),
                });
            }
        }
    }

    fn quit(&mut self) {
        self.process.quit("quit", super::QUIT_TIMEOUT);
    }
}

/// The command to think under the player's time control.
fn go<P: Notation>(turn: &Turn<'_, P>) -> String {
    let clock = turn.clock();
    match clock.control() {
        TimeControl::MoveTime(time) => format!("go movetime {}", millis(time)),
        TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
        TimeControl::Depth(depth) => format!("go depth {depth}"),
        TimeControl::Clock { .. } => {
            let own = (clock.remaining(), clock.increment());
            let [first, second] = [Side::First, Side::Second].map(|side| {
                let clock = &turn.clocks[side.index()];
                // An opponent without a clock looks as if it had ours.
                if clock.remaining().is_some() { (clock.remaining(), clock.increment()) } else { own }
            });
            let moves_to_go = clock.moves_to_go().map(|moves| format!(" movestogo {moves}"));
            format!(
                "go wtime {} btime {} winc {} binc {}{}",
                millis(first.0.unwrap_or_default()),
                millis(second.0.unwrap_or_default()),
                first.1.as_millis(),
                second.1.as_millis(),
                moves_to_go.unwrap_or_default()
            )
        }
    }
}

/// Whole milliseconds, at least one: some programs take 0 for no limit.
pub fn millis(time: Duration) -> u128 {
    time.as_millis().max(1)
}
