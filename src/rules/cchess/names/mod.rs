//! Names of moves as players write them: Chinese (`炮二平五`) and its ASCII equivalent, WXF (`C2=5`).
//!
//! A name has four characters. The first two are the man and its file, counted from its own side's right; or, if
//! several men of its kind stand on one file, which of these it is, and the man. The third says whether it moves
//! forward, backward or sideways. The last is the distance along the file, or the target file. Red's numbers are
//! Chinese numerals, Black's are Arabic.
//!
//! Men of one kind on one file are distinguished as front and back (`前炮`, `+C`) and, of three pawns, middle. If four or
//! more pawns share a file, or two files have several pawns each, all pawns on such files are numbered instead (`一兵`,
//! `1P`): from the right file to the left, and on each file from the front to the back. Advisors and elephants are
//! named by their file as long as that is unambiguous. Other programs write `C+=5` for `+C=5`, and pawns by number and
//! file (`25=6`); these forms are also accepted.

use super::board::Board;
use super::man::{Man, ManKind};
use super::point::{FILES, Point, PointSet};
use crate::base::Side;

/// A man's move from one point to another.
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

/// The direction in which a man moves, from its own side's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    Backward,
    Sideways,
}

/// How a name identifies the man that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pick {
    /// The one on this file, counted from 1.
    File(usize),
    /// The one in front of others of its kind.
    Front,
    /// The second of three.
    Middle,
    /// The one behind the others of its kind.
    Back,
    /// The one with this number, from 1, among all that share a file with others of their kind.
    Ordinal(usize),
    /// The pawn with this number, from 1 at the front, on this file.
    OnFile(usize, usize),
}

/// The parts of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Name {
    kind: ManKind,
    pick: Pick,
    way: Way,
    /// The target file or the distance in points; 1 to 9.
    number: usize,
}

/// The Chinese name of a legal step of the side to move. `legal` holds all its legal steps.
pub fn chinese_name<const RANKS: usize>(board: &Board<RANKS>, step: Step, legal: &[Step]) -> Option<String> {
    let man = board.man_at(step.from)?;
    let name = Name::of(board, man, step, legal);
    let number = |n: usize| match man.side {
        Side::First => NUMERALS[n - 1],
        Side::Second => (b'0' + n as u8) as char,
    };
    let way = match name.way {
        Way::Forward => '进',
        Way::Backward => '退',
        Way::Sideways => '平',
    };
    let letter = chinese_letter(man);
    let pick = match name.pick {
        Pick::File(file) => return Some(String::from_iter([letter, number(file), way, number(name.number)])),
        Pick::Front => '前',
        Pick::Middle => '中',
        Pick::Back => '后',
        Pick::Ordinal(n) | Pick::OnFile(n, _) => NUMERALS[n - 1],
    };
    Some(String::from_iter([pick, letter, way, number(name.number)]))
}

/// The WXF name of a legal step of the side to move. `legal` holds all its legal steps.
pub fn wxf_name<const RANKS: usize>(board: &Board<RANKS>, step: Step, legal: &[Step]) -> Option<String> {
    let man = board.man_at(step.from)?;
    let name = Name::of(board, man, step, legal);
    let way = match name.way {
        Way::Forward => '+',
        Way::Backward => '-',
        Way::Sideways => '=',
    };
    let (letter, number) = (man.kind.letter(), name.number);
    Some(match name.pick {
        Pick::File(file) => format!("{letter}{file}{way}{number}"),
        Pick::Front => format!("+{letter}{way}{number}"),
        Pick::Middle => format!("2{letter}{way}{number}"),
        Pick::Back => format!("-{letter}{way}{number}"),
        Pick::Ordinal(n) | Pick::OnFile(n, _) => format!("{n}{letter}{way}{number}"),
    })
}

/// Finds the step among `legal`, the legal steps of `side`, that a Chinese or WXF name denotes. Accepts traditional
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
    let name = Name::read(text).ok_or(NameError::NoName)?;
    let mut fitting = legal.iter().filter(|&&step| name.fits(board, side, step));
    match (fitting.next(), fitting.next()) {
        (None, _) => Err(NameError::NoMove),
        (Some(&step), None) => Ok(step),
        (Some(_), Some(_)) => Err(NameError::Ambiguous),
    }
}

impl Name {
    fn of<const RANKS: usize>(board: &Board<RANKS>, man: Man, step: Step, legal: &[Step]) -> Self {
        let (way, number) = course(man, step);
        let name = |pick| Self { kind: man.kind, pick, way, number };
        let by_file = name(Pick::File(own_file(man.side, step.from)));
        let column = column(board, man, step.from);
        let minor = matches!(man.kind, ManKind::Advisor | ManKind::Elephant);
        let fits_one = || legal.iter().filter(|&&other| by_file.fits(board, man.side, other)).count() == 1;
        if column.len() == 1 || minor && fits_one() {
            return by_file;
        }
        let crowd = crowd(board, man);
        let place = position(&column, step.from);
        name(if column.len() > 3 || crowd.len() > column.len() {
            Pick::Ordinal(position(&crowd, step.from) + 1)
        } else if place == 0 {
            Pick::Front
        } else if place + 1 == column.len() {
            Pick::Back
        } else {
            Pick::Middle
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
            '进' | '進' | '+' | '＋' => Way::Forward,
            '退' | '-' | '－' => Way::Backward,
            '平' | '=' | '＝' | '.' => Way::Sideways,
            _ => return None,
        };
        let number = read_number(signs[3])?;
        let (kind, pick) = match (read_kind(signs[0]), read_kind(signs[1])) {
            (Some(kind), None) => match read_number(signs[1]) {
                Some(file) => (kind, Pick::File(file)),
                None => (kind, read_place(signs[1])?),
            },
            (None, Some(kind)) => match read_number(signs[0]) {
                Some(ordinal) => (kind, Pick::Ordinal(ordinal)),
                None => (kind, read_place(signs[0])?),
            },
            (None, None) => (ManKind::Pawn, Pick::OnFile(read_number(signs[0])?, read_number(signs[1])?)),
            _ => return None,
        };
        Some(Self { kind, pick, way, number })
    }

    /// Whether the name can denote this step of a man of `side`.
    fn fits<const RANKS: usize>(self, board: &Board<RANKS>, side: Side, step: Step) -> bool {
        let man = Man::new(self.kind, side);
        if board.man_at(step.from) != Some(man) || course(man, step) != (self.way, self.number) {
            return false;
        }
        let column = column(board, man, step.from);
        let place = position(&column, step.from);
        match self.pick {
            Pick::File(file) => file == own_file(side, step.from),
            Pick::Front => column.len() > 1 && place == 0,
            Pick::Middle => column.len() == 3 && place == 1,
            Pick::Back => column.len() > 1 && place + 1 == column.len(),
            Pick::Ordinal(n) => crowd(board, man).get(n - 1) == Some(&step.from),
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
fn course(man: Man, step: Step) -> (Way, usize) {
    let (from, to) = (step.from.rank(), step.to.rank());
    let up = match man.side {
        Side::First => to > from,
        Side::Second => to < from,
    };
    let way = match (from == to, up) {
        (true, _) => Way::Sideways,
        (false, true) => Way::Forward,
        (false, false) => Way::Backward,
    };
    let number =
        if step.from.file() == step.to.file() { from.abs_diff(to) } else { own_file(man.side, step.to) };
    (way, number)
}

/// The men of the same kind and side as `man` on the file of `at`, the foremost first.
fn column<const RANKS: usize>(board: &Board<RANKS>, man: Man, at: Point) -> Vec<Point> {
    let mut points: Vec<_> = (board.men(man.kind, man.side) & PointSet::file(at.file())).collect();
    if man.side == Side::First {
        points.reverse();
    }
    points
}

/// The men of the same kind and side as `man` that share a file with others of their kind, from the right file to the
/// left, and on each file the foremost first.
fn crowd<const RANKS: usize>(board: &Board<RANKS>, man: Man) -> Vec<Point> {
    let mut files: Vec<_> = (0..FILES).collect();
    if man.side == Side::First {
        files.reverse();
    }
    files
        .into_iter()
        .map(|file| column(board, man, Point::new(file, 0)))
        .filter(|column| column.len() > 1)
        .flatten()
        .collect()
}

/// The index of a point in a list that contains it.
fn position(points: &[Point], at: Point) -> usize {
    points.iter().position(|&point| point == at).unwrap_or(0)
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The Chinese character for a man.
pub const fn chinese_letter(man: Man) -> char {
    match (man.kind, man.side) {
        (ManKind::General, Side::First) => '帅',
        (ManKind::General, Side::Second) => '将',
        (ManKind::Advisor, Side::First) => '仕',
        (ManKind::Advisor, Side::Second) => '士',
        (ManKind::Elephant, Side::First) => '相',
        (ManKind::Elephant, Side::Second) => '象',
        (ManKind::Horse, _) => '马',
        (ManKind::Chariot, _) => '车',
        (ManKind::Cannon, _) => '炮',
        (ManKind::Pawn, Side::First) => '兵',
        (ManKind::Pawn, Side::Second) => '卒',
    }
}

fn read_kind(sign: char) -> Option<ManKind> {
    Some(match sign {
        '帅' | '帥' | '将' | '將' => ManKind::General,
        '仕' | '士' => ManKind::Advisor,
        '相' | '象' => ManKind::Elephant,
        '马' | '馬' | '傌' => ManKind::Horse,
        '车' | '車' | '俥' => ManKind::Chariot,
        '炮' | '砲' | '包' => ManKind::Cannon,
        '兵' | '卒' => ManKind::Pawn,
        _ => return ManKind::from_letter(sign),
    })
}

fn read_number(sign: char) -> Option<usize> {
    match sign {
        '1'..='9' => Some(sign as usize - '0' as usize),
        '１'..='９' => Some(sign as usize - '０' as usize),
        _ => NUMERALS.iter().position(|&numeral| numeral == sign).map(|index| index + 1),
    }
}

fn read_place(sign: char) -> Option<Pick> {
    Some(match sign {
        '前' | '+' | '＋' => Pick::Front,
        '中' => Pick::Middle,
        '后' | '後' | '-' | '－' => Pick::Back,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::fen::Fen;
    use super::*;

    fn step(text: &str) -> Step {
        let (file, rank, rest) = Point::read(text).expect("a point");
        let (to_file, to_rank, _) = Point::read(rest).expect("a second point");
        Step { from: Point::new(file, rank - 1), to: Point::new(to_file, to_rank - 1) }
    }

    /// Names one of several steps in both notations and reads both names back.
    #[track_caller]
    fn check(fen: &str, text: &str, others: &[&str], chinese: &str, wxf: &str) {
        let fen = Fen::<10>::read(fen).expect("a FEN").0;
        let legal: Vec<_> = std::iter::once(&text).chain(others).map(|text| step(text)).collect();
        assert_eq!(chinese_name(&fen.board, legal[0], &legal).as_deref(), Some(chinese));
        assert_eq!(wxf_name(&fen.board, legal[0], &legal).as_deref(), Some(wxf));
        for name in [chinese, wxf] {
            assert_eq!(read_name(name, &fen.board, fen.side, &legal), Ok(legal[0]), "{name}");
        }
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

    #[test]
    fn men_are_named_by_their_file() {
        let red = format!("{START} w");
        check(&red, "h3e3", &["h3f3", "b3e3"], "炮二平五", "C2=5");
        check(&red, "h1g3", &["h1i3"], "马二进三", "N2+3");
        check(&red, "d1e2", &["f1e2"], "仕六进五", "A6+5");
        let black = format!("{START} b");
        check(&black, "h10g8", &["b10c8"], "马8进7", "N8+7");
        check(&black, "b8e8", &["h8e8"], "炮2平5", "C2=5");
        check(&black, "c7c6", &[], "卒3进1", "P3+1");
    }

    #[test]
    fn men_on_one_file_are_named_by_their_order() {
        let red = "3k5/9/9/4C4/9/9/9/4C4/9/5K3 w";
        check(red, "e7e5", &["e3e5", "e3e6"], "前炮退二", "+C-2");
        check(red, "e3d3", &["e7d7"], "后炮平六", "-C=6");
        let black = "3k5/4c4/9/4c4/9/9/9/9/9/5K3 b";
        check(black, "e7d7", &["e9d9"], "前炮平4", "+C=4");
        check(black, "e9e8", &["e7e6"], "后炮进1", "-C+1");
    }

    #[test]
    fn pawns_are_numbered_if_front_and_rear_are_ambiguous() {
        let three = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w";
        check(three, "e8d8", &["e7d7", "e6d6"], "前兵平六", "+P=6");
        check(three, "e7d7", &["e8d8", "e6d6"], "中兵平六", "2P=6");
        check(three, "e6d6", &["e8d8", "e7d7"], "后兵平六", "-P=6");
        let legal = ["e8d8", "e7d7", "e6d6"].map(step);
        let board = Fen::<10>::read(three).expect("a FEN").0.board;
        assert_eq!(read_name("25=6", &board, Side::First, &legal), Ok(legal[1]));
        let two_files = "3k5/9/4P1P2/4P1P2/9/9/9/9/9/5K3 w";
        check(two_files, "g8f8", &["g7f7", "e8f8", "e7f7"], "一兵平四", "1P=4");
        check(two_files, "e7f7", &["g8f8", "g7f7", "e8f8"], "四兵平四", "4P=4");
    }

    #[test]
    fn advisors_and_elephants_are_named_by_file_if_unambiguous() {
        let palace = "3k5/9/9/9/9/9/9/3A5/9/3A1K3 w";
        check(palace, "d3e2", &["d1e2"], "仕六退五", "A6-5");
        let open = "3k5/9/9/3A5/9/9/9/3A5/9/5K3 w";
        check(open, "d7e8", &["d3e4"], "前仕进五", "+A+5");
    }

    #[test]
    fn names_are_read_in_all_their_forms() {
        let fen = Fen::<10>::read(&format!("{START} w")).expect("a FEN").0;
        let legal = ["h3e3", "b3e3", "h1g3"].map(step);
        let read = |text| read_name(text, &fen.board, fen.side, &legal);
        for text in ["砲二平五", "炮２平５", "C2.5", "c2=5", "包2＝五"] {
            assert_eq!(read(text), Ok(legal[0]), "{text}");
        }
        assert_eq!(read("馬二進三"), Ok(legal[2]));
        assert_eq!(read("炮三平五"), Err(NameError::NoMove));
        for text in ["", "炮二平", "炮二平五五", "炮二平零", "CC=5", "h3e3", "炮+", "前后平五"]
        {
            assert_eq!(read(text), Err(NameError::NoName), "{text}");
        }
        let tandem = Fen::<10>::read("3k5/9/9/4C4/9/9/9/4C4/9/5K3 w").expect("a FEN").0;
        let legal = ["e7d7", "e3d3"].map(step);
        assert_eq!(read_name("炮五平六", &tandem.board, tandem.side, &legal), Err(NameError::Ambiguous));
        assert_eq!(read_name("C+=6", &tandem.board, tandem.side, &legal), Ok(legal[0]));
    }
}
