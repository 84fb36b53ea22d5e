//! Names of moves as players write them: Chinese (`炮二平五`) and its ASCII equivalent, WXF (`C2=5`).
//!
//! A name has four characters. The first two are the piece and its file, counted from its own side's right; or, if
//! several pieces of its kind stand on one file, which of them it is, and the piece. The third is the direction:
//! forward, backward or sideways. The last is the distance along the file, or the target file. Red's numbers are
//! Chinese numerals, Black's are Arabic.
//!
//! Pieces of one kind on one file are distinguished as front and back (`前炮`, `+C`) and, of three pawns, middle. If four
//! or more pawns share a file, or two files have several pawns each, all pawns on such files are numbered instead
//! (`一兵`, `1P`): from the right file to the left, and on each file from the front to the back. Advisors and elephants
//! are named by their file as long as that is unambiguous. Other programs write `C+=5` for `+C=5`, and pawns by number
//! or place and file (`25=6`, `前七进一`); these forms are also accepted, and so are the letters `M` (minister), `G`
//! (guard, or general) and `S` (soldier).

#[cfg(test)]
mod tests;

use super::board::Board;
use super::piece::{Piece, PieceKind};
use super::plain::plain_text;
use super::point::{FILES, Point, PointSet};
use crate::base::Side;

/// A piece's move from one point to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The origin.
    pub from: Point,
    /// The target.
    pub to: Point,
}

/// Why a text is not the name of a legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameError {
    /// The text is not a move name at all.
    NoName,
    /// No legal move has this name.
    NoMove,
    /// Several legal moves have this name.
    Ambiguous,
}

/// The direction in which a piece moves, from its own side's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    Backward,
    Sideways,
}

/// How a name identifies the piece that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pick {
    /// The piece on this file, counted from 1.
    File(usize),
    /// The piece in this place among those of its kind on its file.
    Place(Place),
    /// The piece in this place on this file.
    PlaceOnFile(Place, usize),
    /// The piece with this number, from 1, among all that share a file with others of their kind.
    Ordinal(usize),
    /// The pawn with this number, from 1 at the front, on this file.
    OnFile(usize, usize),
}

/// The place of a piece among those of its kind on one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In front of the others.
    Front,
    /// The second of three.
    Middle,
    /// Behind the others.
    Back,
}

impl Place {
    /// Whether this is the place of the piece with this index, counted from the front, among `count` on its file.
    const fn is_of(self, index: usize, count: usize) -> bool {
        match self {
            Self::Front => count > 1 && index == 0,
            Self::Middle => count == 3 && index == 1,
            Self::Back => count > 1 && index + 1 == count,
        }
    }
}

/// The parts of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Name {
    kind: PieceKind,
    pick: Pick,
    way: Way,
    /// The target file or the distance in points; 1 to 9.
    number: usize,
}

/// The Chinese name of a legal step of the side to move. `legal` contains all its legal steps.
pub fn chinese_name<const RANKS: usize>(board: &Board<RANKS>, step: Step, legal: &[Step]) -> Option<String> {
    let piece = board.piece_at(step.from)?;
    let name = Name::of(board, piece, step, legal);
    let number = |n: usize| match piece.side {
        Side::First => NUMERALS[n - 1],
        Side::Second => (b'0' + n as u8) as char,
    };
    let way = match name.way {
        Way::Forward => '进',
        Way::Backward => '退',
        Way::Sideways => '平',
    };
    let letter = chinese_letter(piece);
    let pick = match name.pick {
        Pick::File(file) => return Some(String::from_iter([letter, number(file), way, number(name.number)])),
        Pick::Place(Place::Front) | Pick::PlaceOnFile(Place::Front, _) => '前',
        Pick::Place(Place::Middle) | Pick::PlaceOnFile(Place::Middle, _) => '中',
        Pick::Place(Place::Back) | Pick::PlaceOnFile(Place::Back, _) => '后',
        Pick::Ordinal(n) | Pick::OnFile(n, _) => NUMERALS[n - 1],
    };
    Some(String::from_iter([pick, letter, way, number(name.number)]))
}

/// The WXF name of a legal step of the side to move. `legal` contains all its legal steps.
pub fn wxf_name<const RANKS: usize>(board: &Board<RANKS>, step: Step, legal: &[Step]) -> Option<String> {
    let piece = board.piece_at(step.from)?;
    let name = Name::of(board, piece, step, legal);
    let way = match name.way {
        Way::Forward => '+',
        Way::Backward => '-',
        Way::Sideways => '=',
    };
    let (letter, number) = (piece.kind.letter(), name.number);
    Some(match name.pick {
        Pick::File(file) => format!("{letter}{file}{way}{number}"),
        Pick::Place(place) | Pick::PlaceOnFile(place, _) => {
            let sign = match place {
                Place::Front => '+',
                Place::Middle => '2',
                Place::Back => '-',
            };
            format!("{sign}{letter}{way}{number}")
        }
        Pick::Ordinal(n) | Pick::OnFile(n, _) => format!("{n}{letter}{way}{number}"),
    })
}

/// Finds the step denoted by a Chinese or WXF name among `legal`, the legal steps of `side`. Accepts traditional
/// characters, full-width characters, the numerals of either side, and `.` for sideways.
///
/// # Errors
/// If the text is not a name, or does not denote exactly one legal step.
pub fn read_name<const RANKS: usize>(
    text: &str,
    board: &Board<RANKS>,
    side: Side,
    legal: &[Step],
) -> Result<Step, NameError> {
    let text = plain_text(text);
    let name = Name::read(&text).ok_or(NameError::NoName)?;
    // G is a guard or a general, which never have a move of the same name.
    let kinds = text.chars().take(2).find_map(kinds_of_letter).unwrap_or_default();
    let other = Name { kind: kinds.last().copied().unwrap_or(name.kind), ..name };
    let mut fitting =
        legal.iter().filter(|&&step| name.fits(board, side, step) || other.fits(board, side, step));
    match (fitting.next(), fitting.next()) {
        (None, _) => Err(NameError::NoMove),
        (Some(&step), None) => Ok(step),
        (Some(_), Some(_)) => Err(NameError::Ambiguous),
    }
}

impl Name {
    fn of<const RANKS: usize>(board: &Board<RANKS>, piece: Piece, step: Step, legal: &[Step]) -> Self {
        let (way, number) = course(piece, step);
        let name = |pick| Self { kind: piece.kind, pick, way, number };
        let by_file = name(Pick::File(own_file(piece.side, step.from)));
        let column = column(board, piece, step.from);
        let minor = matches!(piece.kind, PieceKind::Advisor | PieceKind::Elephant);
        let fits_one = || legal.iter().filter(|&&other| by_file.fits(board, piece.side, other)).count() == 1;
        if column.len() == 1 || minor && fits_one() {
            return by_file;
        }
        let crowd = crowd(board, piece);
        let place = position(&column, step.from);
        name(if column.len() > 3 || crowd.len() > column.len() {
            Pick::Ordinal(position(&crowd, step.from) + 1)
        } else if place == 0 {
            Pick::Place(Place::Front)
        } else if place + 1 == column.len() {
            Pick::Place(Place::Back)
        } else {
            Pick::Place(Place::Middle)
        })
    }

    fn read(text: &str) -> Option<Self> {
        let mut signs = ['\0'; 4];
        let mut length = 0;
        for sign in text.trim().chars() {
            *signs.get_mut(length)? = sign;
            length += 1;
        }
        if length != 4 {
            return None;
        }
        let way = match signs[2] {
            '进' | '進' | '+' => Way::Forward,
            '退' | '-' => Way::Backward,
            '平' | '=' | '.' => Way::Sideways,
            _ => return None,
        };
        let number = read_number(signs[3])?;
        let (kind, pick) = match (read_kind(signs[0]), read_kind(signs[1])) {
            (Some(kind), None) => match read_number(signs[1]) {
                Some(file) => (kind, Pick::File(file)),
                None => (kind, Pick::Place(read_place(signs[1])?)),
            },
            (None, Some(kind)) => match read_number(signs[0]) {
                Some(ordinal) => (kind, Pick::Ordinal(ordinal)),
                None => (kind, Pick::Place(read_place(signs[0])?)),
            },
            (None, None) => {
                let file = read_number(signs[1])?;
                let pick = match read_number(signs[0]) {
                    Some(number) => Pick::OnFile(number, file),
                    None => Pick::PlaceOnFile(read_place(signs[0])?, file),
                };
                (PieceKind::Pawn, pick)
            }
            _ => return None,
        };
        Some(Self { kind, pick, way, number })
    }

    /// Whether the name can denote this step of a piece of `side`.
    fn fits<const RANKS: usize>(self, board: &Board<RANKS>, side: Side, step: Step) -> bool {
        let piece = Piece::new(self.kind, side);
        if board.piece_at(step.from) != Some(piece) || course(piece, step) != (self.way, self.number) {
            return false;
        }
        let column = column(board, piece, step.from);
        let place = position(&column, step.from);
        match self.pick {
            Pick::File(file) => file == own_file(side, step.from),
            Pick::Place(wanted) => wanted.is_of(place, column.len()),
            Pick::PlaceOnFile(wanted, file) => {
                file == own_file(side, step.from) && wanted.is_of(place, column.len())
            }
            Pick::Ordinal(n) => crowd(board, piece).get(n - 1) == Some(&step.from),
            Pick::OnFile(n, file) => file == own_file(side, step.from) && place == n - 1,
        }
    }
}

/// A point's file, counted from 1 at the right of `side`.
fn own_file(side: Side, at: Point) -> usize {
    match side {
        Side::First => FILES - at.file(),
        Side::Second => at.file() + 1,
    }
}

/// The last two characters of a step's name: direction and number.
fn course(piece: Piece, step: Step) -> (Way, usize) {
    let (from, to) = (step.from.rank(), step.to.rank());
    let up = match piece.side {
        Side::First => to > from,
        Side::Second => to < from,
    };
    let way = match (from == to, up) {
        (true, _) => Way::Sideways,
        (false, true) => Way::Forward,
        (false, false) => Way::Backward,
    };
    let number =
        if step.from.file() == step.to.file() { from.abs_diff(to) } else { own_file(piece.side, step.to) };
    (way, number)
}

/// The pieces of the same kind and side as `piece` on the file of `at`, from front to back.
fn column<const RANKS: usize>(board: &Board<RANKS>, piece: Piece, at: Point) -> Vec<Point> {
    let mut points: Vec<_> = (board.pieces(piece.kind, piece.side) & PointSet::file(at.file())).collect();
    if piece.side == Side::First {
        points.reverse();
    }
    points
}

/// The pieces of the same kind and side as `piece` that share a file with others of their kind, from the right file to
/// the left, and from front to back on each file.
fn crowd<const RANKS: usize>(board: &Board<RANKS>, piece: Piece) -> Vec<Point> {
    let mut files: Vec<_> = (0..FILES).collect();
    if piece.side == Side::First {
        files.reverse();
    }
    files
        .into_iter()
        .map(|file| column(board, piece, Point::new(file, 0)))
        .filter(|column| column.len() > 1)
        .flatten()
        .collect()
}

/// The index of a point in a list that contains it.
fn position(points: &[Point], at: Point) -> usize {
    points.iter().position(|&point| point == at).unwrap_or(0)
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The Chinese character for a piece.
pub const fn chinese_letter(piece: Piece) -> char {
    match (piece.kind, piece.side) {
        (PieceKind::General, Side::First) => '帅',
        (PieceKind::General, Side::Second) => '将',
        (PieceKind::Advisor, Side::First) => '仕',
        (PieceKind::Advisor, Side::Second) => '士',
        (PieceKind::Elephant, Side::First) => '相',
        (PieceKind::Elephant, Side::Second) => '象',
        (PieceKind::Horse, _) => '马',
        (PieceKind::Chariot, _) => '车',
        (PieceKind::Cannon, _) => '炮',
        (PieceKind::Pawn, Side::First) => '兵',
        (PieceKind::Pawn, Side::Second) => '卒',
    }
}

fn read_kind(sign: char) -> Option<PieceKind> {
    Some(match sign {
        '帅' | '帥' | '将' | '將' => PieceKind::General,
        '仕' | '士' => PieceKind::Advisor,
        '相' | '象' => PieceKind::Elephant,
        '马' | '馬' | '傌' | '㐷' => PieceKind::Horse,
        '车' | '車' | '俥' | '伡' | '硨' | '砗' => PieceKind::Chariot,
        '炮' | '砲' | '包' => PieceKind::Cannon,
        '兵' | '卒' => PieceKind::Pawn,
        _ => return kinds_of_letter(sign)?.first().copied(),
    })
}

/// The kinds that a letter in a move name may stand for, the likeliest first: one, or two for `G`.
pub(super) fn kinds_of_letter(letter: char) -> Option<&'static [PieceKind]> {
    Some(match letter.to_ascii_uppercase() {
        'K' => &[PieceKind::General],
        'A' => &[PieceKind::Advisor],
        'G' => &[PieceKind::Advisor, PieceKind::General],
        'B' | 'E' | 'M' => &[PieceKind::Elephant],
        'N' | 'H' => &[PieceKind::Horse],
        'R' => &[PieceKind::Chariot],
        'C' => &[PieceKind::Cannon],
        'P' | 'S' => &[PieceKind::Pawn],
        _ => return None,
    })
}

fn read_number(sign: char) -> Option<usize> {
    match sign {
        '1'..='9' => Some(sign as usize - '0' as usize),
        _ => NUMERALS.iter().position(|&numeral| numeral == sign).map(|index| index + 1),
    }
}

fn read_place(sign: char) -> Option<Place> {
    Some(match sign {
        '前' | '+' => Place::Front,
        '中' => Place::Middle,
        '后' | '後' | '-' => Place::Back,
        _ => return None,
    })
}
