use serde::Serialize;

use crate::base::{
    Mark, MarkKind, Move, MoveError, MoveList, MoveParts, Notation, Outcome, PlayedGame, Side, Verdict,
};
use crate::games::{GameInfo, WinCurve};
use crate::search::{Distance, SearchTables, TableEntry, TableResult};

/// The whole state of a game, as the command `state` reports it. `protocol.md` describes each member.
#[derive(Debug, Serialize)]
pub(in crate::protocol) struct State {
    variant: &'static str,
    board: &'static str,
    side_names: [&'static str; 2],
    white: &'static str,
    win_curve: WinCurve,
    start: String,
    fen: String,
    turn: &'static str,
    ply: usize,
    undo: usize,
    redo: usize,
    moves: Vec<PlayedMove>,
    legal: Vec<MoveState>,
    marks: Vec<MarkState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<KnownState>,
    verdict: Option<VerdictState>,
}

/// What tablebases or a solution say about the position.
#[derive(Debug, Serialize)]
struct KnownState {
    /// The winner; none if the game is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    /// How far the win is.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    /// Whether it may be nearer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    at_most: bool,
}

/// A move and the position after it.
#[derive(Debug, Serialize)]
pub(in crate::protocol) struct PlayedMove {
    #[serde(flatten)]
    played: MoveState,
    side: &'static str,
    /// The position after the move.
    fen: String,
}

#[derive(Debug, Serialize)]
struct MoveState {
    #[serde(rename = "move")]
    text: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    to: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<char>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    traded: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    capture: bool,
}

#[derive(Debug, Serialize)]
struct MarkState {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    points: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct VerdictState {
    result: String,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
}

/// Whether a text is a legal move, and if not, why, as the command `why` reports it.
#[derive(Debug, Serialize)]
pub(in crate::protocol) struct Legality {
    #[serde(rename = "move")]
    text: String,
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    #[serde(rename = "text", skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<String>,
}

impl State {
    /// The state of `game`, with texts as these options have them.
    pub(super) fn of<P: Notation + SearchTables>(
        info: &GameInfo,
        game: &PlayedGame<P>,
        options: &P::Options,
    ) -> Self {
        let position = game.position();
        let ply = game.moves().len();
        let moves = game.all_steps().map(|(before, m, after)| PlayedMove::of(before, m, after, options));
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let mut legal: Vec<_> = list.into_iter().map(|m| MoveState::of(position, m, options)).collect();
        legal.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        Self {
            variant: info.name,
            board: info.board.kind(),
            side_names: info.side_names,
            white: side_word(info.white),
            win_curve: info.win_curve,
            start: game.start().fen(options),
            fen: position.fen(options),
            turn: side_word(position.side_to_move()),
            ply,
            undo: ply,
            redo: game.undone(),
            moves: moves.collect(),
            legal,
            marks: position.marks(options).into_iter().map(MarkState::from).collect(),
            known: position.table_entry(true).map(|entry| KnownState::of(entry, position.side_to_move())),
            verdict: position.verdict().map(VerdictState::from),
        }
    }

    /// The points with marks of this kind.
    pub(in crate::protocol) fn marked(&self, kind: MarkKind) -> impl Iterator<Item = &str> {
        self.marks
            .iter()
            .filter(move |mark| mark.kind == kind.0)
            .flat_map(|mark| &mark.points)
            .map(String::as_str)
    }
}

impl PlayedMove {
    fn of<P: Notation>(before: &P, m: Move, after: &P, options: &P::Options) -> Self {
        Self {
            played: MoveState::of(before, m, options),
            side: side_word(before.side_to_move()),
            fen: after.fen(options),
        }
    }
}

/// The moves that these texts denote, played one after the other from `position`, up to the first that is not legal.
pub(super) fn lookahead<P: Notation>(position: &P, texts: &[&str], options: &P::Options) -> Vec<PlayedMove> {
    let mut line = Vec::with_capacity(texts.len());
    let mut before = position.clone();
    for text in texts {
        let Ok(m) = before.parse_move(text, options) else { break };
        let mut after = before.clone();
        after.make(m, &mut ());
        // Without it, every position would have the history of the whole variation.
        after.forget_moves();
        line.push(PlayedMove::of(&before, m, &after, options));
        before = after;
    }
    line
}

impl MoveState {
    fn of<P: Notation>(before: &P, m: Move, options: &P::Options) -> Self {
        let MoveParts { from, to, promotion, traded, captures } = before.move_parts(m, options);
        let (text, name) = (before.move_text(m, options), before.move_name(m, options));
        Self { text, name, from, to, promotion, traded, capture: captures }
    }
}

impl From<Mark> for MarkState {
    fn from(mark: Mark) -> Self {
        let Mark { kind, side, points, reason } = mark;
        Self { kind: kind.0, side: side.map(side_word), points, reason }
    }
}

impl KnownState {
    fn of(entry: TableEntry, turn: Side) -> Self {
        let winner = match entry.result {
            TableResult::Win => Some(side_word(turn)),
            TableResult::Draw => None,
            TableResult::Loss => Some(side_word(!turn)),
        };
        let (plies, at_most) = match entry.distance {
            Distance::Unknown => (None, false),
            Distance::Exactly(plies) => (Some(plies), false),
            Distance::AtMost(plies) => (Some(plies), true),
        };
        Self { winner, plies, at_most }
    }
}

impl From<Verdict> for VerdictState {
    fn from(verdict: Verdict) -> Self {
        let winner = match verdict.outcome {
            Outcome::Win(side) => Some(side_word(side)),
            Outcome::Draw => None,
        };
        Self { result: verdict.outcome.to_string(), reason: verdict.reason.to_string(), winner }
    }
}

impl Legality {
    /// Whether `text` is a legal move in this position.
    pub(super) fn of<P: Notation>(position: &P, text: &str, options: &P::Options) -> Self {
        let error = match position.parse_move(text, options) {
            Ok(m) => {
                return Self {
                    text: position.move_text(m, options),
                    legal: true,
                    name: Some(position.move_name(m, options)),
                    code: None,
                    words: None,
                    points: Vec::new(),
                };
            }
            Err(error) => error,
        };
        let words = match &error {
            MoveError::Illegal { reason, .. } => reason.words.to_owned(),
            MoveError::Unreadable { .. } | MoveError::Ambiguous { .. } => error.to_string(),
        };
        Self {
            text: crate::base::shorten(text),
            legal: false,
            name: None,
            code: Some(error.code()),
            words: Some(words),
            points: position.refuting_pieces(text, options),
        }
    }
}

const fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}
