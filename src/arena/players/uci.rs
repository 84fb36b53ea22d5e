//! Programs that speak UCI (Huber and Meyer-Kahlen, 2006), including xiangqi programs with their own conventions.

use std::time::{Duration, Instant};

use crate::arena::{PlayerSpec, Protocol, TimeControl};
use crate::base::{Notation, Side};
use crate::games::Variant;
use crate::games::xiangqi::COORDINATES;

use super::options::{DeclaredOptions, with_coordinates};
use super::position_command::PositionCommand;
use super::process::Process;
use super::{Deadline, NewGame, Player, PlayerAction, PlayerError, Reply, SearchInfo, Turn};

/// A program that speaks UCI.
pub struct Uci<P: Notation> {
    process: Process,
    declared: DeclaredOptions,
    /// The variant that the program was told to play.
    variant: Option<Variant>,
    /// The program's numbering of ranks, in games in which it varies.
    coordinates: String,
    /// The side whose clock is called `wtime`: the second one in gomoku and renju.
    white: Side,
    position: Option<PositionCommand<P>>,
}

impl<P: Notation> Uci<P> {
    /// Takes control of a program that declared these options, and sets those of `spec`.
    ///
    /// # Errors
    ///
    /// If an option was not declared, its value is not valid, or the program does not play the variant.
    pub fn new(
        mut process: Process,
        declared: DeclaredOptions,
        spec: &PlayerSpec,
        variant: Variant,
    ) -> Result<Self, PlayerError> {
        let chosen = choose_variant(&declared, spec, variant)?;
        if let Some(name) = &chosen {
            process.send(&format!("setoption name UCI_Variant value {name}"));
        }
        for (name, value) in &spec.options {
            if name.eq_ignore_ascii_case(COORDINATES) && declared.find(name).is_none() {
                continue;
            }
            let option = declared.check(name, value)?;
            process.send(&if option.is_button() {
                format!("setoption name {}", option.name)
            } else {
                format!("setoption name {} value {value}", option.name)
            });
        }
        let coordinates = choose_coordinates(&mut process, &declared, spec, chosen.is_some());
        // Pondering would take processor time from the opponent's search.
        if let Some(ponder) = declared.find("Ponder").filter(|option| option.is_check()) {
            process.send(&format!("setoption name {} value false", ponder.name));
        }
        let white = variant.info().white;
        let variant = chosen.is_some().then_some(variant);
        Ok(Self { process, declared, variant, coordinates, white, position: None })
    }

    fn wait_for(&mut self, answer: &str, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        while self.process.line(deadline)?.trim() != answer {}
        Ok(())
    }
}

/// The program's name for the variant; `None` if it plays only one game, which must be this one.
fn choose_variant(
    declared: &DeclaredOptions,
    spec: &PlayerSpec,
    variant: Variant,
) -> Result<Option<String>, PlayerError> {
    let Some(option) = declared.find("UCI_Variant") else {
        // Programs that only play chess or xiangqi have no such option. A program that only plays another game cannot
        // be distinguished from one for chess, so the user must vouch for it by specifying the protocol.
        return if variant.info().has_plain_uci || spec.names_protocol(Protocol::Uci) {
            Ok(None)
        } else {
            Err(PlayerError::Unusable(format!(
                "it has no option UCI_Variant; if {variant} is the only game that it plays, set protocol=uci"
            )))
        };
    };
    match option.accepts(variant.name()) {
        Ok(()) => Ok(Some(variant.name().to_owned())),
        Err(_) => Err(PlayerError::Unusable(format!("it does not play {variant}"))),
    }
}

/// The program's numbering of ranks. A program that offers a choice is told which one to use, unless the user has set
/// it.
fn choose_coordinates(
    process: &mut Process,
    declared: &DeclaredOptions,
    spec: &PlayerSpec,
    has_variant_option: bool,
) -> String {
    /// Fairy-Stockfish's numbering.
    const FROM_ONE: &str = "ranks1-10";
    /// UCCI's numbering.
    const FROM_ZERO: &str = "ranks0-9";
    let set = spec.options.iter().find(|(name, _)| name.eq_ignore_ascii_case(COORDINATES));
    if let Some((_, value)) = set.filter(|(_, value)| !value.eq_ignore_ascii_case("auto")) {
        return value.clone();
    }
    if let Some(option) = declared.find(COORDINATES)
        && option.accepts(FROM_ONE).is_ok()
    {
        process.send(&format!("setoption name {} value {FROM_ONE}", option.name));
        return FROM_ONE.to_owned();
    }
    // Programs with UCI_Variant follow Fairy-Stockfish; those that only play xiangqi follow UCCI.
    if has_variant_option { FROM_ONE } else { FROM_ZERO }.to_owned()
}

impl<P: Notation> Player<P> for Uci<P> {
    fn new_game(&mut self, new_game: &NewGame<'_, P>, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        for (name, value) in new_game.set_options {
            // Any numbering of ranks is understood.
            if !name.eq_ignore_ascii_case(COORDINATES) {
                // If the board size cannot be set, the program infers it from the FEN.
                match self.declared.check(name, value) {
                    Ok(option) => self.process.send(&format!("setoption name {} value {value}", option.name)),
                    Err(error) if name.eq_ignore_ascii_case("UCI_Chess960") => return Err(error),
                    Err(_) => {}
                }
            }
        }
        let options = with_coordinates(new_game.options, &self.coordinates);
        // `startpos` is ambiguous for a program that has not been told the variant.
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
            return Err(PlayerError::Unusable("asked for a move before the first game".to_owned()));
        };
        // Output before the request is not an answer.
        while self.process.try_line().is_some() {}
        self.process.send_later(position.update(turn.game));
        let deadline = turn.deadline();
        let started = Instant::now();
        self.process.send(&go(turn, self.white));
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
                if !matches!(action, PlayerAction::Move(_)) {
                    turn.quote(line);
                }
                return Ok(Reply {
                    elapsed,
                    pv: turn.read_pv(&action, search_info.pv.split(' '), position.options()),
                    action,
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

/// The `go` command for the player's time control. `white` is the side whose clock is called `wtime`.
fn go<P: Notation>(turn: &Turn<'_, P>, white: Side) -> String {
    let clock = turn.clock();
    match clock.control() {
        TimeControl::MoveTime(time) => format!("go movetime {}", millis(time)),
        TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
        TimeControl::Depth(depth) => format!("go depth {depth}"),
        TimeControl::Clock { .. } => {
            let own = (clock.remaining(), clock.increment());
            let [white, black] = [white, !white].map(|side| {
                let clock = &turn.clocks[side.index()];
                // An opponent without a clock is reported as having ours.
                if clock.remaining().is_some() { (clock.remaining(), clock.increment()) } else { own }
            });
            let moves_to_go = clock.moves_to_go().map(|moves| format!(" movestogo {moves}"));
            format!(
                "go wtime {} btime {} winc {} binc {}{}",
                millis(white.0.unwrap_or_default()),
                millis(black.0.unwrap_or_default()),
                white.1.as_millis(),
                black.1.as_millis(),
                moves_to_go.unwrap_or_default()
            )
        }
    }
}

/// Whole milliseconds, at least one: some programs take 0 to mean no limit.
pub fn millis(time: Duration) -> u128 {
    time.as_millis().max(1)
}
