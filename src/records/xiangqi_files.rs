//! What the file formats of xiangqi programs share: boards given by pieces and points, names of results, dates.

use crate::base::{Outcome, Side};
use crate::games::Variant;
use crate::games::xiangqi::COORDINATES;

pub(super) use crate::games::cchess::FILES;
pub(super) use crate::games::xiangqi::RANKS;

use super::parsed::ParsedGame;
use super::tree::{GameTree, NodeId, Step};

/// The maximum number of tags in a game.
const MAX_TAGS: usize = 200;
/// The option value under which the readers produce moves.
const FROM_ONE: &str = "ranks1-10";
const FROM_ZERO: &str = "ranks0-9";

/// The pieces of one side in the order in which files list their points; the FEN letters of Red.
pub(super) const PIECES: [char; 16] =
    ['R', 'N', 'B', 'A', 'K', 'A', 'B', 'N', 'R', 'C', 'C', 'P', 'P', 'P', 'P', 'P'];

const USUAL_BOARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/// A point by file from the left and rank from Red's back rank, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoardPoint {
    pub file: usize,
    pub rank: usize,
}

impl BoardPoint {
    pub(super) fn new(file: usize, rank: usize) -> Option<Self> {
        (file < FILES && rank < RANKS).then_some(Self { file, rank })
    }

    /// The point with this number: ten times the file plus the rank.
    pub(super) fn of_decimal(number: u8) -> Option<Self> {
        Self::new(usize::from(number / 10), usize::from(number % 10))
    }

    /// The point with this number, counted along the ranks from Black's left corner.
    pub(super) fn of_row_index(number: u8) -> Option<Self> {
        let number = usize::from(number);
        Self::new(number % FILES, (RANKS - 1).checked_sub(number / FILES)?)
    }

    /// The point's text with ranks from 1.
    pub(super) fn text(self) -> String {
        format!("{}{}", char::from(b'a' + self.file as u8), self.rank + 1)
    }

    const fn index(self) -> usize {
        self.rank * FILES + self.file
    }
}

/// A board, with its pieces as FEN letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placement([Option<char>; FILES * RANKS]);

impl Placement {
    pub(super) const EMPTY: Self = Self([None; FILES * RANKS]);

    pub(super) fn usual() -> Self {
        Self::of_fen(USUAL_BOARD).unwrap_or(Self::EMPTY)
    }

    /// The board of a FEN.
    pub(super) fn of_fen(fen: &str) -> Option<Self> {
        let mut placement = Self::EMPTY;
        for (row, text) in fen.split_whitespace().next()?.split('/').enumerate() {
            let mut file = 0;
            for sign in text.chars() {
                if let Some(empty) = sign.to_digit(10) {
                    file += empty as usize;
                } else {
                    let point = BoardPoint::new(file, (RANKS - 1).checked_sub(row)?)?;
                    placement.put(point, sign);
                    file += 1;
                }
            }
        }
        Some(placement)
    }

    /// Puts a piece on a point, and returns the one that was there.
    pub(super) fn put(&mut self, at: BoardPoint, piece: char) -> Option<char> {
        self.0.get_mut(at.index()).and_then(|place| place.replace(piece))
    }

    pub(super) fn at(&self, at: BoardPoint) -> Option<char> {
        self.0.get(at.index()).copied().flatten()
    }

    /// The points of a piece, ordered by file from the left, and on each file from Red's back rank up.
    pub(super) fn points_of(&self, piece: char) -> impl Iterator<Item = BoardPoint> {
        let points = (0..FILES).flat_map(|file| (0..RANKS).map(move |rank| BoardPoint { file, rank }));
        points.filter(move |&point| self.at(point) == Some(piece))
    }

    /// The FEN with this side to move; `None` for the usual start.
    pub(super) fn fen(&self, side: Side) -> Option<String> {
        let rows = (0..RANKS).rev().map(|rank| {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..FILES {
                match self.at(BoardPoint { file, rank }) {
                    None => empty += 1,
                    Some(piece) => {
                        push_count(&mut row, std::mem::take(&mut empty));
                        row.push(piece);
                    }
                }
            }
            push_count(&mut row, empty);
            row
        });
        let board = rows.collect::<Vec<_>>().join("/");
        let letter = if side == Side::First { 'w' } else { 'b' };
        (board != USUAL_BOARD || side != Side::First).then(|| format!("{board} {letter} - - 0 1"))
    }
}

fn push_count(row: &mut String, empty: usize) {
    if empty > 0 {
        row.push_str(&empty.to_string());
    }
}

/// A game of xiangqi whose moves have ranks from 1.
pub(super) fn new_tree() -> GameTree {
    let mut tree = GameTree::new(Variant::Xiangqi);
    tree.options.push((COORDINATES.to_owned(), FROM_ONE.to_owned()));
    tree
}

/// Adds the move between two points.
pub(super) fn add_move(tree: &mut GameTree, parent: NodeId, [from, to]: [BoardPoint; 2]) -> NodeId {
    tree.add(parent, Step::of_text(from.text() + &to.text()))
}

/// The points of a move in coordinates whose ranks begin at `base`.
fn read_move(text: &str, base: usize) -> Option<[BoardPoint; 2]> {
    let target = text.char_indices().skip(1).find(|(_, sign)| sign.is_ascii_lowercase())?.0;
    let (from, to) = text.split_at(target);
    let point = |text: &str| {
        let file = text.bytes().next()?.checked_sub(b'a')?;
        BoardPoint::new(usize::from(file), text.get(1..)?.parse::<usize>().ok()?.checked_sub(base)?)
    };
    Some([point(from)?, point(to)?])
}

/// The points of a move of a game that has been checked.
pub(super) fn points_of_move(tree: &GameTree, node: NodeId) -> Option<[BoardPoint; 2]> {
    let counts_from_zero = tree.options.iter().any(|(name, value)| name == COORDINATES && value == FROM_ZERO);
    read_move(tree.step(node).text()?, usize::from(!counts_from_zero))
}

/// Sets the start: `board`, and the side that makes the first move or, without moves, `side`. If the file contradicts
/// this, it is corrected and noted.
pub(super) fn set_start(game: &mut ParsedGame, board: &Placement, side: Option<Side>) {
    let first = game.tree.main_moves().next().and_then(|text| read_move(text, 1));
    let mover = first
        .and_then(|[from, _]| board.at(from))
        .map(|piece| if piece.is_ascii_uppercase() { Side::First } else { Side::Second });
    if let (Some(said), Some(mover)) = (side, mover)
        && said != mover
    {
        let name = Variant::Xiangqi.info().side_name(mover);
        game.note(
            game.line,
            "side-repaired",
            format!("{name} makes the first move, and so is the side to move"),
        );
    }
    game.tree.start = board.fen(mover.or(side).unwrap_or(Side::First));
}

/// Sets the outcome and its tag.
pub(super) fn set_outcome(tree: &mut GameTree, outcome: Option<Outcome>) {
    tree.outcome = outcome;
    if let Some(outcome) = outcome {
        tree.tags.set("Result", outcome.to_string());
    }
}

/// The result named by a text such as `红胜`, `黑方勝`, `和棋` or `1-0`.
pub(super) fn outcome_of(text: &str) -> Option<Outcome> {
    let text = text.trim();
    if let Ok(outcome) = text.parse() {
        return Some(outcome);
    }
    let has = |signs: &[char]| text.contains(signs);
    let (first, second) = (has(&['红', '紅', '先']), has(&['黑', '后', '後']));
    let (wins, loses) = (has(&['胜', '勝', '赢', '贏']), has(&['负', '負', '败', '敗']));
    match (first, second, wins, loses) {
        (_, _, false, false) if has(&['和']) || text == "1/2" => Some(Outcome::Draw),
        (true, false, true, false) | (false, true, false, true) => Some(Outcome::Win(Side::First)),
        (false, true, true, false) | (true, false, false, true) => Some(Outcome::Win(Side::Second)),
        _ => None,
    }
}

/// A date in PGN's form, with `??` for unknown parts, from a text such as `1997年11月16日`, `2021-12-05` or `2001.3`.
pub(super) fn pgn_date(text: &str) -> Option<String> {
    let digits = |c: char| c.is_ascii_digit() || c == '?';
    let mut parts = text.split(|c| !digits(c)).filter(|part| !part.is_empty());
    let mut numbers: Vec<String> = parts.by_ref().take(3).map(str::to_owned).collect();
    if let [whole] = numbers.as_slice()
        && whole.len() == 8
    {
        numbers = [&whole[..4], &whole[4..6], &whole[6..]].map(str::to_owned).to_vec();
    }
    let year = numbers.first().filter(|year| year.len() == 4 && year.as_str() != "0000")?;
    let within = |at: usize, most: u32| match numbers.get(at).map(|number| number.parse::<u32>()) {
        Some(Ok(number)) if number > most => None,
        Some(Ok(number)) if number > 0 => Some(format!("{number:02}")),
        _ => Some("??".to_owned()),
    };
    Some(format!("{year}.{}.{}", within(1, 12)?, within(2, 31)?))
}

/// Sets the tag `Date` from a text; if it does not contain a date, keeps the text under the file's own name.
pub(super) fn set_date(tree: &mut GameTree, own_name: &str, text: &str) {
    match pgn_date(text) {
        Some(date) => tree.tags.set("Date", date),
        None if text.chars().any(|c| c.is_ascii_digit() && c != '0') => {
            tree.tags.set_known(own_name, Some(text));
        }
        None => {}
    }
}

/// Sets one of the file's own tags, unless there are too many already, which is noted.
pub(super) fn set_tag(game: &mut ParsedGame, line: usize, name: &str, value: &str) {
    if game.tree.tags.get(name).is_some() || game.tree.tags.iter().count() < MAX_TAGS {
        game.tree.tags.set(name, value);
    } else if game.notes.iter().all(|note| note.code != "tag-skipped") {
        game.note(
            line,
            "tag-skipped",
            format!("a game has more than {MAX_TAGS} tags; the others are left out"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_become_fens() {
        let usual = Placement::usual();
        assert_eq!(usual.fen(Side::First), None);
        let black = usual.fen(Side::Second).expect("a FEN");
        assert_eq!(black, format!("{USUAL_BOARD} b - - 0 1"));
        assert_eq!(Placement::of_fen(&black), Some(usual));
        let ending = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
        assert_eq!(Placement::of_fen(ending).expect("a board").fen(Side::First).as_deref(), Some(ending));
    }

    #[test]
    fn points_are_numbered_in_two_ways() {
        let text = |point: Option<BoardPoint>| point.map(BoardPoint::text);
        assert_eq!(text(BoardPoint::of_decimal(72)).as_deref(), Some("h3"));
        assert_eq!(text(BoardPoint::of_decimal(9)).as_deref(), Some("a10"));
        assert_eq!(text(BoardPoint::of_row_index(0)).as_deref(), Some("a10"));
        assert_eq!(text(BoardPoint::of_row_index(89)).as_deref(), Some("i1"));
        assert!(BoardPoint::of_decimal(90).is_none() && BoardPoint::of_row_index(90).is_none());
    }

    #[test]
    fn results_and_dates_are_read() {
        let [red, black] = [Side::First, Side::Second].map(|side| Some(Outcome::Win(side)));
        for (text, outcome) in [
            ("红胜", red),
            ("紅勝", red),
            ("红先胜", red),
            ("黑负", red),
            ("1-0", red),
            ("黑胜", black),
            ("黑方勝", black),
            ("先负", black),
            ("0-1", black),
            ("和棋", Some(Outcome::Draw)),
            ("和局", Some(Outcome::Draw)),
            ("1/2-1/2", Some(Outcome::Draw)),
            ("未知", None),
            ("", None),
            ("红先", None),
            ("*", None),
        ] {
            assert_eq!(outcome_of(text), outcome, "{text}");
        }
        for (text, date) in [
            ("1997年11月16日", Some("1997.11.16")),
            ("2021-12-05", Some("2021.12.05")),
            ("2001.3", Some("2001.03.??")),
            ("2001", Some("2001.??.??")),
            ("20010304", Some("2001.03.04")),
            ("2001-00-00", Some("2001.??.??")),
            ("2009-04-17 20:10:05", Some("2009.04.17")),
            ("0000-00-00", None),
            ("第3轮", None),
            ("2001-13-01", None),
        ] {
            assert_eq!(pgn_date(text).as_deref(), date, "{text}");
        }
    }
}
