//! Move texts: the protocol's notation (`e4e5`, `a9c9xe8`) and the names that players use (`炮五平二`). There are no
//! established names for trades; here, they are the protocol's text with the characters of the pieces, `兵a9c9兑炮e8`.

use crate::base::{Illegality, Move, MoveError, MoveList, MoveParts, Position, Side, shorten};
use crate::games::cchess::{
    AlgebraicName, NameError, Piece, PieceKind, Point, PointSet, Step, chinese_letter, chinese_name,
    plain_text, read_name,
};

use super::geometry::RANKS;
use super::illegal;
use super::moves::{Action, FileSet};
use super::position::ZhonggongPosition;
use super::safety::BoardView;

/// 兑 in simplified and traditional characters.
const TRADE_SIGNS: [char; 2] = ['兑', '兌'];

const EXPECTED: &str = "e4e5, a9c9xe8 for a trade, or a name such as 炮五平二";

/// The protocol's text of a move of this side.
pub fn write(m: Move, side: Side) -> String {
    match Action::of(m) {
        Some(Action::Step { from, to }) => from.text(1) + &to.text(1),
        Some(Action::Trade { files, target }) => {
            let pawns: String = files.points(side).map(|at| at.text(1)).collect();
            format!("{pawns}x{}", target.text(1))
        }
        None => "0000".to_owned(),
    }
}

/// The components of a move of this side.
pub fn parts(position: &ZhonggongPosition, m: Move) -> MoveParts {
    let side = position.side_to_move();
    match Action::of(m) {
        Some(Action::Step { from, to }) => {
            let captures = position.board().piece_at(to).is_some();
            MoveParts { from: Some(from.text(1)), to: to.text(1), captures, ..MoveParts::default() }
        }
        Some(Action::Trade { files, target }) => MoveParts {
            to: target.text(1),
            traded: files.points(side).map(|at| at.text(1)).collect(),
            captures: true,
            ..MoveParts::default()
        },
        None => MoveParts::default(),
    }
}

/// Parses a legal move.
///
/// # Errors
/// If the text does not denote a legal move.
pub fn read(position: &ZhonggongPosition, text: &str) -> Result<Move, MoveError> {
    let plain = plain_text(text);
    let text = plain.as_str();
    let illegal = |reason| MoveError::Illegal { text: shorten(text), reason };
    // An uppercase letter before a lowercase one is a piece: `C2xe2` is a cannon's move, not a trade.
    let is_name =
        text.starts_with(|c: char| c.is_ascii_uppercase()) && text.contains(|c: char| matches!(c, 'a'..='i'));
    let action = if is_name { None } else { read_action(text, position.side_to_move()) };
    match action {
        Some(Ok(action)) => {
            position.generator().judge(action).map_err(illegal)?;
            Ok(action.encode())
        }
        Some(Err(reason)) => Err(illegal(reason)),
        None => read_by_name(position, text),
    }
}

/// The enemy pieces that give check after the move or trade that `text` denotes in protocol notation.
pub fn refuting_pieces(position: &ZhonggongPosition, text: &str) -> PointSet {
    let (board, side) = (position.board(), position.side_to_move());
    let view = match read_action(&plain_text(text), side) {
        Some(Ok(Action::Step { from, to })) => match board.piece_at(from) {
            Some(piece) if piece.side == side => BoardView::after_step(board, piece, from, to),
            _ => return PointSet::EMPTY,
        },
        Some(Ok(Action::Trade { files, target })) => {
            BoardView::without(board, files.points(side) | PointSet::of(target))
        }
        _ => return PointSet::EMPTY,
    };
    view.checkers(side)
}

/// The action that a text in protocol notation denotes, or why there is no such action; `None` for other notation.
fn read_action(text: &str, side: Side) -> Option<Result<Action, &'static Illegality>> {
    let Some((pawns, target)) = text.split_once(['x', 'X']) else {
        let (from, rest) = read_point(text)?;
        let (to, rest) = read_point(rest)?;
        return rest
            .is_empty()
            .then(|| if from == to { Err(&illegal::SAME_POINT) } else { Ok(Action::Step { from, to }) });
    };
    let (target, rest) = read_point(target)?;
    if !rest.is_empty() {
        return None;
    }
    let mut points = PointSet::EMPTY;
    let mut rest = pawns;
    while !rest.is_empty() {
        let (at, after) = read_point(rest)?;
        if points.contains(at) {
            return Some(Err(&illegal::PAWN_NAMED_TWICE));
        }
        points.insert(at);
        rest = after;
    }
    let files = FileSet::of_points(points, side).filter(|files| files.points(side) == points);
    Some(files.map(|files| Action::Trade { files, target }).ok_or(&illegal::NO_HOME_PAWNS))
}

/// Reads a point of this board at the start of a text.
fn read_point(text: &str) -> Option<(Point, &str)> {
    // Only one digit belongs to a point, because another point may follow.
    let (file, number, _) = Point::read(text.get(..2)?)?;
    let rank = number.checked_sub(1).filter(|&rank| rank < RANKS)?;
    Some((Point::new(file, rank), &text[2..]))
}

/// The name of a legal move.
pub fn name(position: &ZhonggongPosition, m: Move) -> String {
    let named = match Action::of(m) {
        Some(Action::Step { from, to }) => {
            chinese_name(position.board(), Step { from, to }, &legal_steps(position))
        }
        Some(Action::Trade { files, target }) => trade_name(position, files, target),
        None => None,
    };
    named.unwrap_or_else(|| write(m, position.side_to_move()))
}

fn trade_name(position: &ZhonggongPosition, files: FileSet, target: Point) -> Option<String> {
    let side = position.side_to_move();
    let piece = position.board().piece_at(target)?;
    let pawn = Piece::new(PieceKind::Pawn, side);
    let pawns: String = files.points(side).map(|at| at.text(1)).collect();
    Some(format!("{}{pawns}兑{}{}", chinese_letter(pawn), chinese_letter(piece), target.text(1)))
}

fn read_by_name(position: &ZhonggongPosition, text: &str) -> Result<Move, MoveError> {
    let illegal = || MoveError::Illegal { text: shorten(text), reason: &Illegality::UNKNOWN_NAME };
    if text.contains(TRADE_SIGNS) {
        let mut moves = MoveList::new();
        position.generator().list_trades(&mut moves);
        let text = text.replace(TRADE_SIGNS, "兑");
        return moves.into_iter().find(|&m| name(position, m) == text).ok_or_else(illegal);
    }
    let legal = legal_steps(position);
    let found = match AlgebraicName::read(text) {
        Some(name) => name.find(position.board(), position.side_to_move(), &legal, 1),
        None => read_name(text, position.board(), position.side_to_move(), &legal),
    };
    match found {
        Ok(Step { from, to }) => Ok(Action::Step { from, to }.encode()),
        Err(NameError::NoMove) => Err(illegal()),
        Err(NameError::Ambiguous) => Err(MoveError::Ambiguous { text: shorten(text) }),
        Err(NameError::NoName) => Err(MoveError::Unreadable { text: shorten(text), expected: EXPECTED }),
    }
}

fn legal_steps(position: &ZhonggongPosition) -> Vec<Step> {
    let mut moves = MoveList::new();
    let generator = position.generator();
    generator.list_steps(generator.anywhere(), &mut moves);
    let step = |m| match Action::of(m)? {
        Action::Step { from, to } => Some(Step { from, to }),
        Action::Trade { .. } => None,
    };
    moves.into_iter().filter_map(step).collect()
}
