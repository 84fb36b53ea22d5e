//! Games of the arena and of sessions, converted to trees for writing.

use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::base::{Notation, Outcome, Position, Side};
use crate::games::{Game, Variant, with_game};

use super::check::{check, is_usual_start};
use super::openings::Opening;
use super::parsed::ParsedGame;
use super::pgn::variant_tag;
use super::tags::Tags;
use super::tree::{GameTree, NodeId, Step};
use super::{
    Cause, MoveRecord, MoveStyle, NotationError, RecordFormat, Termination, TimeControl, comment,
    game_options,
};

/// A game for writing to a file. Fields that are `None` are omitted from the file, or marked there as unknown.
#[derive(Debug, Clone, Copy)]
pub struct WritableGame<'a> {
    /// The event's name.
    pub event: Option<&'a str>,
    /// The round of the event, from 1.
    pub round: Option<usize>,
    /// The number of the game in the event, from 1.
    pub number: Option<usize>,
    /// The variant.
    pub variant: Variant,
    /// The game's own options that were set, as names and values.
    pub options: &'a [(String, String)],
    /// The players; the first one moves first in a game from the starting position.
    pub players: [&'a str; 2],
    /// The programs that played, in the same order.
    pub engines: [EngineDetails<'a>; 2],
    /// The players' time controls, in the same order.
    pub time_controls: Option<[TimeControl; 2]>,
    /// The initial position.
    pub fen: &'a str,
    /// The number of opening moves at the beginning of `moves`.
    pub opening_plies: Option<usize>,
    /// All moves, in protocol notation under `options`.
    pub moves: &'a [MoveRecord],
    /// The result; `None` if the game is unfinished.
    pub outcome: Option<Outcome>,
    /// Why the game ended.
    pub termination: Option<&'a Termination>,
    /// The day on which the game was played.
    pub date: Option<Date>,
    /// When the game started.
    pub started: Option<Timestamp>,
    /// How long the game took.
    pub duration: Option<Duration>,
}

/// What is known about the program of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EngineDetails<'a> {
    /// The name and version that it reported.
    pub name: Option<&'a str>,
    /// Its command line.
    pub command: Option<&'a str>,
    /// The options that were set.
    pub options: Option<&'a str>,
}

impl WritableGame<'_> {
    /// The game's tree, with comments in the form that the format requires.
    ///
    /// # Errors
    ///
    /// If the game is inconsistent.
    pub fn tree(&self, format: RecordFormat) -> Result<GameTree, NotationError> {
        let mut tree = GameTree::new(self.variant);
        tree.options = self.options.to_vec();
        tree.start = Some(self.fen.to_owned());
        tree.outcome = self.outcome;
        tree.termination = self.termination.cloned();
        let mut at = NodeId::ROOT;
        for said in self.moves {
            at = tree.add(at, Step::of_text(&said.text));
        }
        let mut tree = check(ParsedGame::new(1, tree))?.tree;
        let opening = with_game!(self.variant, G => add_comments::<G>(self, &mut tree, format))?;
        tree.tags = self.tags(&tree, opening);
        Ok(tree)
    }

    /// The tags of the standard, followed by our own.
    fn tags(&self, tree: &GameTree, opening: Option<Opening>) -> Tags {
        let mut tags = Tags::default();
        let mut tag = |name: &str, value: &str| tags.set(name, value);
        let [first, second] = self.players;
        tag("Event", self.event.unwrap_or("?"));
        tag("Site", "?");
        let date = self.date.map(|date| date.strftime("%Y.%m.%d").to_string());
        tag("Date", date.as_deref().unwrap_or("????.??.??"));
        tag("Round", &self.round.map_or_else(|| "-".to_owned(), |round| round.to_string()));
        tag("White", first);
        tag("Black", second);
        tag("Result", &self.outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string()));
        if let Some(variant) = variant_tag(self.variant, self.options) {
            tag("Variant", variant);
        }
        if let Some(name) = self.variant.info().pgn_game {
            tag("Game", name);
            tag(self.variant.info().side_name(Side::First), first);
        }
        if !is_usual_start(tree) {
            tag("SetUp", "1");
            tag("FEN", self.fen);
        }
        if let Some(Opening { code, name, variation }) = opening {
            tag("ECO", code);
            tag("Opening", name);
            if let Some(variation) = variation {
                tag("Variation", variation);
            }
        }
        for (name, value) in self.options {
            tag(name, value);
        }
        for (side, engine) in ["White", "Black"].into_iter().zip(self.engines) {
            for (what, value) in
                [("Engine", engine.name), ("Command", engine.command), ("Options", engine.options)]
            {
                if let Some(value) = value {
                    tag(&format!("{side}{what}"), value);
                }
            }
        }
        if let Some([first, second]) =
            self.time_controls.map(|controls| controls.map(|control| control.to_string()))
        {
            if first == second {
                tag("TimeControl", &first);
            } else {
                tag("WhiteTimeControl", &first);
                tag("BlackTimeControl", &second);
            }
        }
        if let Some(started) = self.started {
            tag("UTCDate", &started.strftime("%Y.%m.%d").to_string());
            tag("UTCTime", &started.strftime("%H:%M:%S").to_string());
        }
        if let Some(duration) = self.duration {
            tag("GameDuration", &duration_text(duration));
        }
        if let Some(number) = self.number {
            tag("GameNumber", &number.to_string());
        }
        tag("PlyCount", &self.moves.len().to_string());
        if let Some(plies) = self.opening_plies {
            tag("OpeningPlies", &plies.to_string());
        }
        if let Some(termination) = self.termination {
            tag("Termination", standard_termination(termination.cause));
            tag("TerminationDetails", &details(termination, self.players));
        }
        tags
    }
}

fn duration_text(duration: Duration) -> String {
    let millis = duration.as_millis();
    let (seconds, millis) = (millis / 1000, millis % 1000);
    format!("{:02}:{:02}:{:02}.{millis:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The termination as defined by the standard (PGN, section 9.8.1).
const fn standard_termination(cause: Cause) -> &'static str {
    match cause {
        Cause::AdjudicatedWin | Cause::AdjudicatedDraw | Cause::EndgameTables | Cause::TooLong => {
            "adjudication"
        }
        Cause::TimeForfeit | Cause::Stall => "time forfeit",
        Cause::IllegalMove | Cause::FalseClaim => "rules infraction",
        Cause::Crash | Cause::Disconnect | Cause::NoStart => "abandoned",
        Cause::Rule(_) | Cause::Resignation | Cause::Agreement => "normal",
    }
}

/// The cause with its details, and the side to blame.
fn details(termination: &Termination, players: [&str; 2]) -> String {
    let mut text = match termination.blamed {
        Some(side) => format!("{} by {}", termination.cause, players[side.index()]),
        None => termination.cause.to_string(),
    };
    if !termination.detail.is_empty() {
        text.push_str(": ");
        text.push_str(&termination.detail);
    }
    text
}

/// Writes the players' reports into the comments of the tree, and finds the opening of the last position in the table
/// of openings.
fn add_comments<G: Game>(
    game: &WritableGame<'_>,
    tree: &mut GameTree,
    format: RecordFormat,
) -> Result<Option<Opening>, NotationError> {
    let options = game_options::<G>(game.options);
    let mut position =
        G::Position::from_fen(game.fen, &options).map_err(|error| NotationError::Fen { line: 1, error })?;
    let style = match format {
        RecordFormat::Pgn { moves } => Some(moves),
        _ => None,
    };
    let by_name = game.variant.info().pgn_names || style == Some(MoveStyle::Names);
    // The table has the openings of the standard game.
    let has_openings = variant_tag(game.variant, game.options).is_none();
    let opening_of = |position: &G::Position| Opening::of_position(position.key()).filter(|_| has_openings);
    let mut opening = opening_of(&position);
    let line: Vec<_> = tree.main_line().collect();
    for (node, said) in line.into_iter().zip(game.moves) {
        let mut comment = comment::write(said).unwrap_or_default();
        if style.is_some() {
            comment::append_pv(&mut comment, &pv_texts(&position, said, &options, by_name));
        }
        if !comment.is_empty() {
            tree.annotations_mut(node).after.push(comment);
        }
        let &Step::Move { played: Some(m), .. } = tree.step(node) else { break };
        position.make(m, &mut ());
        position.forget_moves();
        opening = opening_of(&position).or(opening);
    }
    Ok(opening)
}

/// The principal variation of a move made at `start`, up to its first illegal move.
fn pv_texts<P: Notation>(start: &P, said: &MoveRecord, options: &P::Options, by_name: bool) -> Vec<String> {
    let mut texts = Vec::with_capacity(said.pv.len());
    if said.pv.is_empty() {
        return texts;
    }
    let mut position = start.clone();
    for text in &said.pv {
        let Ok(m) = position.parse_move(text, options) else { break };
        texts.push(if by_name { position.move_name(m, options) } else { position.move_text(m, options) });
        position.make(m, &mut ());
        position.forget_moves();
    }
    texts
}
