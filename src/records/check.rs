//! Plays a parsed game according to its rules.

use std::rc::Rc;

use thiserror::Error;

use crate::base::{
    FenError, GameError, GameOptions, Move, MoveError, Notation, Outcome, Position, Reason, Side, Verdict,
};
use crate::games::{Game, with_game};

use super::parsed::{Note, ParsedGame};
use super::termination::{Cause, Termination};
use super::tree::{GameTree, NodeId, Step};
use super::{NotationError, game_options};

/// Checks a game against its rules, and writes its moves in protocol notation under the game's options. A variation is
/// cut off at its first illegal move, which is noted.
///
/// # Errors
///
/// If the start is invalid or a move of the main line is illegal.
pub fn check(game: ParsedGame) -> Result<ParsedGame, NotationError> {
    with_game!(game.tree.variant, G => check_in::<G>(game))
}

fn check_in<G: Game>(game: ParsedGame) -> Result<ParsedGame, NotationError> {
    let ParsedGame { line, mut tree, mut notes } = game;
    let mut options = game_options::<G>(&tree.options);
    let start = match &tree.start {
        None => G::Position::start(&options),
        Some(fen) => {
            // A position that only Chess960 can have determines the kind of chess.
            if let Some((name, value)) = options.required_by(fen) {
                tree.options.push((name.to_owned(), value.to_owned()));
                let text = format!("the position needs {name}, which is set");
                notes.push(Note { line, code: "option-set", text });
                options = game_options::<G>(&tree.options);
            }
            let (position, remarks) =
                G::Position::read_fen(fen, &options).map_err(|error| NotationError::Fen { line, error })?;
            notes.extend(remarks.iter().map(|remark| Note {
                line,
                code: "fen-tolerated",
                text: remark.to_string(),
            }));
            position
        }
    };
    tree.start = Some(start.fen(&options));
    let mut checker = Checker { tree, line, notes, reading: options.clone(), written: options };
    checker.check_main_line(&start)?;
    if checker.tree.has_variations() {
        checker.check_variations(start);
    }
    let Checker { tree, notes, .. } = checker;
    Ok(ParsedGame { line, tree, notes })
}

/// Why a step cannot be made.
#[derive(Debug, Error)]
enum StepError {
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Fen(#[from] FenError),
}

struct Checker<P: Notation> {
    tree: GameTree,
    line: usize,
    notes: Vec<Note>,
    /// The options under which the file's moves are read.
    reading: P::Options,
    /// The options under which moves are written.
    written: P::Options,
}

/// The moves of a line with their texts; `None` for steps other than moves.
type PlayedLine = Vec<Option<(Move, String)>>;

impl<P: Notation> Checker<P> {
    /// Plays the main line in the first reading in which all of its moves are legal; variations use the same reading.
    fn check_main_line(&mut self, start: &P) -> Result<(), NotationError> {
        let readings = {
            let texts: Vec<_> =
                self.tree.main_line().filter_map(|node| self.tree.step(node).text()).collect();
            self.written.readings(&texts)
        };
        let mut refusal: Option<NotationError> = None;
        for reading in readings {
            self.reading = reading;
            match self.play_main_line(start) {
                Ok(played) => {
                    self.write_main_line(played);
                    return Ok(());
                }
                Err(error) => refusal = Some(later(refusal, error)),
            }
        }
        refusal.map_or(Ok(()), Err)
    }

    fn play_main_line(&mut self, start: &P) -> Result<PlayedLine, NotationError> {
        let mut position = start.clone();
        let mut played = PlayedLine::new();
        let mut fatal = None;
        for node in self.tree.main_line() {
            match self.play(&mut position, self.tree.step(node)) {
                Ok(made) => played.push(made),
                Err(StepError::Fen(error)) => return Err(NotationError::Fen { line: self.line, error }),
                Err(StepError::Move(error)) => {
                    let reason =
                        self.tree.step(node).text().and_then(|text| position.fatal_move(text, &self.reading));
                    if let Some(reason) = reason.filter(|_| self.tree.next(node).is_none()) {
                        fatal = Some((position.side_to_move(), reason));
                        break;
                    }
                    let (number, total) = (played.len() + 1, self.tree.plies());
                    let error = GameError::Move { number, total, error };
                    return Err(NotationError::Move { line: self.line, error });
                }
            }
        }
        if let Some((loser, reason)) = fatal {
            self.end(loser, reason);
        }
        Ok(played)
    }

    /// Records that the game ends with a move that loses it by the rules.
    fn end(&mut self, loser: Side, reason: Reason) {
        let outcome = Outcome::Win(loser.opponent());
        let text = format!("the last move loses: {reason}");
        self.notes.push(Note { line: self.line, code: "fatal-move", text });
        self.tree.outcome.get_or_insert(outcome);
        let termination = Termination { cause: Cause::Rule(reason), blamed: None, detail: String::new() };
        self.tree.termination.get_or_insert(termination);
    }

    fn write_main_line(&mut self, played: PlayedLine) {
        let mut node = NodeId::ROOT;
        for made in played {
            node = self.tree.next(node).expect("the line has the length it had when it was played");
            self.write(node, made);
        }
    }

    fn write(&mut self, node: NodeId, made: Option<(Move, String)>) {
        if let Some((m, text)) = made {
            self.tree.set_step(node, Step::Move { text, played: Some(m) });
        }
    }

    /// Makes a step. Returns the move with its text if the step is a move.
    fn play(&self, position: &mut P, step: &Step) -> Result<Option<(Move, String)>, StepError> {
        match step {
            Step::Start => Ok(None),
            Step::Move { text, played } => {
                let m = match played {
                    Some(m) => *m,
                    None => position.parse_move(text, &self.reading)?,
                };
                let text = position.move_text(m, &self.written);
                position.make(m, &mut ());
                position.forget_moves();
                Ok(Some((m, text)))
            }
            Step::Pass => {
                *position = after_pass(position, &self.written)?;
                Ok(None)
            }
            Step::Setup(fen) => {
                *position = P::from_fen(fen, &self.written)?;
                Ok(None)
            }
        }
    }

    /// Plays all variations, each from a copy of the position that it starts from.
    fn check_variations(&mut self, start: P) {
        let mut lines = vec![(NodeId::ROOT, Rc::new(start))];
        let mut cut = Vec::new();
        while let Some((first, before)) = lines.pop() {
            let mut position = Rc::unwrap_or_clone(before);
            let mut next = Some(first);
            while let Some(node) = next {
                match self.play(&mut position, self.tree.step(node)) {
                    Ok(made) => self.write(node, made),
                    Err(error) => {
                        // Moves that lose immediately may be at the ends of lines.
                        if self.tree.next(node).is_some() || !self.is_fatal(&position, node) {
                            let text = format!("a variation is cut off: {error}");
                            self.notes.push(Note { line: self.line, code: "variation-cut", text });
                            cut.push(node);
                        }
                        break;
                    }
                }
                next = self.tree.next(node);
                let mut others = self.tree.children(node).skip(1).peekable();
                if others.peek().is_some() {
                    let here = Rc::new(position.clone());
                    lines.extend(others.map(|other| (other, Rc::clone(&here))));
                }
            }
        }
        self.tree.cut(&cut);
    }

    fn is_fatal(&self, position: &P, node: NodeId) -> bool {
        self.tree.step(node).text().is_some_and(|text| position.fatal_move(text, &self.reading).is_some())
    }
}

/// Of two errors about one game, from different readings, the one that occurs later.
fn later(first: Option<NotationError>, second: NotationError) -> NotationError {
    match (first, second) {
        (Some(NotationError::Move { line, error }), NotationError::Move { error: other, .. }) => {
            NotationError::Move { line, error: GameError::later(Some(error), other) }
        }
        (first, second) => first.unwrap_or(second),
    }
}

/// The position after the side to move passes.
///
/// # Errors
///
/// If the side may not pass because it is in check.
pub fn after_pass<P: Notation>(position: &P, options: &P::Options) -> Result<P, FenError> {
    let fen = position.fen(options);
    let mut fields: Vec<_> = fen.split(' ').map(str::to_owned).collect();
    if let Some(side) = fields.get_mut(1) {
        let other = if side == "w" { "b" } else { "w" };
        other.clone_into(side);
    }
    // No en passant capture is possible after a pass.
    if fields.len() == 6 {
        "-".clone_into(&mut fields[3]);
    }
    if position.side_to_move() == Side::Second
        && let Some(number) = fields.last_mut()
    {
        *number = (position.move_number() + 1).to_string();
    }
    P::from_fen(&fields.join(" "), options)
}

/// The verdict at the end of a checked game's main line.
pub fn verdict_of(tree: &GameTree) -> Option<Verdict> {
    with_game!(tree.variant, G => verdict_in::<G>(tree))
}

fn verdict_in<G: Game>(tree: &GameTree) -> Option<Verdict> {
    let options = game_options::<G>(&tree.options);
    let mut position = start_of::<G>(tree, &options).ok()?;
    for (index, node) in tree.main_line().enumerate() {
        let m = played(tree, node, index).ok().flatten()?;
        position.make(m, &mut ());
        position.forget_moves();
    }
    position.verdict()
}

/// The moves of a checked game's main line.
///
/// # Errors
///
/// If the main line contains anything other than moves.
pub fn plain_moves(tree: &GameTree) -> Result<Vec<String>, NotationError> {
    let mut texts = Vec::new();
    for (index, node) in tree.main_line().enumerate() {
        if played(tree, node, index)?.is_none() {
            break;
        }
        texts.extend(tree.step(node).text().map(str::to_owned));
    }
    Ok(texts)
}

/// The FEN of the position at the end of a checked game's main line.
///
/// # Errors
///
/// If the main line contains anything other than moves.
pub fn last_fen(tree: &GameTree) -> Result<String, NotationError> {
    with_game!(tree.variant, G => last_fen_in::<G>(tree))
}

fn last_fen_in<G: Game>(tree: &GameTree) -> Result<String, NotationError> {
    let options = game_options::<G>(&tree.options);
    let mut position = start_of::<G>(tree, &options)?;
    for (index, node) in tree.main_line().enumerate() {
        match played(tree, node, index)? {
            Some(m) => {
                position.make(m, &mut ());
                position.forget_moves();
            }
            None => break,
        }
    }
    Ok(position.fen(&options))
}

/// The position in which a checked game starts.
fn start_of<G: Game>(
    tree: &GameTree,
    options: &<G::Position as Notation>::Options,
) -> Result<G::Position, NotationError> {
    G::Position::start_or(tree.start.as_deref(), options)
        .map_err(|error| NotationError::Fen { line: 1, error })
}

/// The move of a node in a checked game's main line; `None` if the move ended the game without being played.
fn played(tree: &GameTree, node: NodeId, index: usize) -> Result<Option<Move>, NotationError> {
    let what = match tree.step(node) {
        Step::Move { played, .. } => return Ok(*played),
        Step::Pass => "is a null move",
        Step::Setup(_) | Step::Start => "edits the board",
    };
    Err(NotationError::NoMove { ply: index + 1, what })
}

/// Whether a checked game begins with the usual starting position of the variant.
pub fn is_usual_start(tree: &GameTree) -> bool {
    fn usual_start<G: Game>(tree: &GameTree) -> bool {
        let options = game_options::<G>(&tree.options);
        tree.start.as_deref().is_none_or(|fen| fen == G::Position::start(&options).fen(&options))
    }
    with_game!(tree.variant, G => usual_start::<G>(tree))
}
