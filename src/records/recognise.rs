//! Recognises moves by their form.

use crate::games::gomoku::MAX_SIZE;
use crate::games::{BoardKind, Variant};

/// A way of writing moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveForm {
    /// Standard algebraic notation of chess, also with both squares: `Nf3`, `exd8=Q+`, `O-O`, `Ng1-f3`.
    San,
    /// Two squares of a chessboard: `e2e4`, `e7-e8q`.
    Squares,
    /// Two points of a xiangqi board with ranks from 0 or from 1: `h3e3`, `a10a9`, `H2-E2`.
    Points,
    /// Chinese names of xiangqi moves: `炮二平五`, `馬８進７`, `前车进一`.
    Chinese,
    /// WXF names of xiangqi moves: `C2=5`, `h8+7`, `+R-1`.
    Wxf,
    /// Algebraic names of xiangqi moves: `Che3`, `Hg8`.
    Algebraic,
    /// A point of a gomoku board: `h8`.
    Stone,
    /// Several such points one after the other: `h8h9i8`.
    Stones,
}

impl MoveForm {
    /// All of them.
    pub(super) const ALL: [Self; 8] = [
        Self::San,
        Self::Squares,
        Self::Points,
        Self::Chinese,
        Self::Wxf,
        Self::Algebraic,
        Self::Stone,
        Self::Stones,
    ];

    /// Whether moves of this game are written in this form.
    pub(super) fn fits(self, variant: Variant) -> bool {
        match variant.info().board {
            BoardKind::Squares => matches!(self, Self::San | Self::Squares),
            BoardKind::River | BoardKind::CentralPalace => {
                matches!(self, Self::Points | Self::Chinese | Self::Wxf | Self::Algebraic)
            }
            BoardKind::Stones => matches!(self, Self::Stone | Self::Stones),
        }
    }

    /// Whether the word has this form.
    pub(super) fn matches(self, word: &Word) -> bool {
        let signs = word.0.as_slice();
        match self {
            Self::San => is_san(signs),
            Self::Squares => is_squares(signs),
            Self::Points => is_points(signs),
            Self::Chinese => is_chinese(signs),
            Self::Wxf => is_wxf(signs),
            Self::Algebraic => is_algebraic(signs),
            Self::Stone => stones(signs).is_some_and(|points| points.len() == 1),
            Self::Stones => stones(signs).is_some_and(|points| points.len() > 1),
        }
    }
}

/// The longest word that can be a move other than [`MoveForm::Stones`].
const MAX_MOVE: usize = 16;

/// A word with full-width characters made narrow, hyphens unified, and marks such as `!?` and `+` removed from the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word(Vec<char>);

impl Word {
    pub(super) fn new(text: &str) -> Self {
        let mut signs: Vec<char> = text.trim().chars().map(plain).collect();
        let is_mark = |c: &char| matches!(c, '!' | '?' | '‼' | '⁇' | '⁈' | '⁉' | '#' | '‡' | '†' | '+');
        while signs.len() > 1 && signs.last().is_some_and(is_mark) {
            signs.pop();
        }
        Self(signs)
    }
}

/// Normalises a character to the form used in the patterns below.
fn plain(c: char) -> char {
    match c {
        '！'..='～' => char::from_u32(c as u32 - '！' as u32 + '!' as u32).unwrap_or(c),
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        c => c,
    }
}

/// The forms that a word can have.
pub(super) fn forms(word: &str) -> impl Iterator<Item = MoveForm> {
    let word = Word::new(word);
    MoveForm::ALL.into_iter().filter(move |form| form.matches(&word))
}

fn has_wxf_names(variant: Variant) -> bool {
    MoveForm::Wxf.fits(variant)
}

/// Whether a word has the form of a move: of this game, or of any if none is given. In the latter case, words that are
/// just as likely something else, such as `B12`, are not moves.
pub(super) fn looks_like_move(word: &str, variant: Option<Variant>) -> bool {
    let has_upper_case = word.chars().any(|c| c.is_ascii_uppercase());
    forms(word).any(|form| match variant {
        Some(variant) => form.fits(variant),
        None => form != MoveForm::Stone || !has_upper_case,
    }) || variant.is_some_and(has_wxf_names) && is_pawn_by_number(word)
}

/// The individual points of gomoku written in the words.
pub(super) fn points_of(words: &[&str]) -> Vec<String> {
    words.iter().filter_map(|word| stones(&Word::new(word).0)).flatten().collect()
}

/// Takes a matching character from the front of `signs`.
fn take(signs: &mut &[char], fits: impl Fn(char) -> bool) -> Option<char> {
    let (&first, rest) = signs.split_first()?;
    fits(first).then(|| {
        *signs = rest;
        first
    })
}

fn is_file(c: char) -> bool {
    ('a'..='h').contains(&c)
}

fn is_rank(c: char) -> bool {
    ('1'..='8').contains(&c)
}

/// Takes a square of the chessboard.
fn take_square(signs: &mut &[char]) -> Option<(char, char)> {
    let before = *signs;
    let square = take(signs, is_file).zip(take(signs, is_rank));
    if square.is_none() {
        *signs = before;
    }
    square
}

/// Takes the promotion piece, if there is one.
fn take_promotion(signs: &mut &[char], kinds: &str) {
    let before = *signs;
    let bracket = take(signs, |c| matches!(c, '=' | '/' | '('));
    if take(signs, |c| kinds.contains(c)).is_none() {
        *signs = before;
    } else if bracket == Some('(') {
        take(signs, |c| c == ')');
    }
}

fn is_san(signs: &[char]) -> bool {
    if let ['O', '-', 'O'] | ['O', '-', 'O', '-', 'O'] | ['0', '-', '0'] | ['0', '-', '0', '-', '0'] = signs {
        return true;
    }
    if signs.len() > MAX_MOVE {
        return false;
    }
    let mut rest = signs;
    let is_piece = |c: char| "KQRBNP♔♕♖♗♘♙♚♛♜♝♞♟".contains(c);
    let piece = take(&mut rest, is_piece);
    let from = take_square(&mut rest);
    let from_part = match from {
        Some(_) => None,
        None => take(&mut rest, |c| is_file(c) || is_rank(c) && piece.is_some()),
    };
    let captures = take(&mut rest, |c| matches!(c, 'x' | '×' | ':' | '-'));
    // The target, unless the only square so far is the target.
    let has_target = take_square(&mut rest).is_some();
    let complete = match (from.is_some(), from_part, captures) {
        (true, None, None) => !has_target || piece.is_some(),
        (false, Some(_), None) => has_target && piece.is_some(),
        (false, None, Some('-')) => false,
        _ => has_target,
    };
    let is_plain_pawn = matches!(piece, None | Some('P' | '♙' | '♟'));
    if is_plain_pawn {
        take_promotion(&mut rest, "QRBN♕♖♗♘♛♜♝♞");
    }
    let passing: String = rest.iter().collect();
    complete && (passing.is_empty() || is_plain_pawn && matches!(passing.as_str(), "ep" | "e.p." | "e.p"))
}

fn is_squares(signs: &[char]) -> bool {
    if signs.len() > MAX_MOVE {
        return false;
    }
    let lower: Vec<char> = signs.iter().map(char::to_ascii_lowercase).collect();
    let mut rest = lower.as_slice();
    if take_square(&mut rest).is_none() {
        return false;
    }
    take(&mut rest, |c| matches!(c, '-' | 'x' | '×' | ':'));
    if take_square(&mut rest).is_none() {
        return false;
    }
    take_promotion(&mut rest, "qrbn");
    rest.is_empty()
}

/// Takes the rank number of a xiangqi board.
fn take_number(signs: &mut &[char]) -> Option<()> {
    let first = take(signs, |c| c.is_ascii_digit())?;
    if first == '1' {
        take(signs, |c| c == '0');
    }
    Some(())
}

/// Takes a point of a xiangqi board.
fn take_point(signs: &mut &[char]) -> Option<()> {
    take(signs, |c| ('a'..='i').contains(&c.to_ascii_lowercase()))?;
    take_number(signs)
}

fn is_points(signs: &[char]) -> bool {
    let mut rest = signs;
    if take_point(&mut rest).is_none() {
        return false;
    }
    take(&mut rest, |c| c == '-');
    take_point(&mut rest).is_some() && rest.is_empty()
}

fn is_algebraic(signs: &[char]) -> bool {
    if signs.len() > MAX_MOVE {
        return false;
    }
    let mut rest = signs;
    if take(&mut rest, |c| "KABEMNHRCPG".contains(c)).is_none() {
        return false;
    }
    let is_own_file = |c: char| ('a'..='i').contains(&c);
    let is_sign = |c: char| matches!(c, 'x' | '×' | '-');
    // The piece's origin may be a point, a file or a rank, or be missing.
    let starts: [fn(&mut &[char]); 4] = [
        |_| {},
        |rest| {
            take(rest, |c| ('a'..='i').contains(&c));
        },
        |rest| {
            let _ = take_number(rest);
        },
        |rest| {
            let _ = take_point(rest);
        },
    ];
    starts.into_iter().any(|start| {
        let mut rest = rest;
        start(&mut rest);
        take(&mut rest, is_sign);
        take(&mut rest, is_own_file).is_some() && take_number(&mut rest).is_some() && rest.is_empty()
    })
}

fn is_chinese_piece(c: char) -> bool {
    "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒".contains(c)
}

fn is_chinese_number(c: char) -> bool {
    "一二三四五六七八九123456789".contains(c)
}

fn is_chinese(signs: &[char]) -> bool {
    let &[first, second, way, number] = signs else { return false };
    let is_place = |c: char| "前中后後".contains(c);
    let begins = is_chinese_piece(first) && (is_chinese_number(second) || is_place(second))
        || (is_place(first) || is_chinese_number(first)) && is_chinese_piece(second)
        // One of several pawns on a file, by place and file: `前六平五`.
        || is_place(first) && is_chinese_number(second);
    begins && "进進退平".contains(way) && is_chinese_number(number)
}

/// Whether a character is a WXF letter for a piece: some programs write M (minister) for elephants and G (guard) for
/// advisors.
fn is_wxf_piece(c: char) -> bool {
    "KAGBEMNHRCP".contains(c.to_ascii_uppercase())
}

fn is_wxf(signs: &[char]) -> bool {
    let &[first, second, way, number] = signs else { return false };
    let is_number = |c: char| ('1'..='9').contains(&c);
    let is_place = |c: char| matches!(c, '+' | '-');
    let begins = is_wxf_piece(first) && (is_number(second) || is_place(second) || second == '.')
        || (is_number(first) || is_place(first)) && is_wxf_piece(second);
    begins && matches!(way, '+' | '-' | '=' | '.') && is_number(number)
}

/// Whether the word is a WXF name of a pawn by number and file, such as `25=6`.
fn is_pawn_by_number(word: &str) -> bool {
    let word = Word::new(word);
    let &[number, file, way, target] = word.0.as_slice() else { return false };
    ('1'..='5').contains(&number)
        && [file, target].iter().all(|c| ('1'..='9').contains(c))
        && matches!(way, '+' | '-' | '=' | '.')
}

/// The points of gomoku that a word consists of, in lowercase.
fn stones(signs: &[char]) -> Option<Vec<String>> {
    let mut rest = signs;
    let mut points = Vec::new();
    while !rest.is_empty() {
        let letter = take(&mut rest, |c| c.is_ascii_alphabetic())?.to_ascii_lowercase();
        let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        let number: String = rest.iter().take(digits).collect();
        rest = rest.get(digits..)?;
        let rank = number.parse::<usize>().ok()?;
        let is_point = digits <= 2
            && !number.starts_with('0')
            && (1..=MAX_SIZE).contains(&rank)
            && (letter as usize - 'a' as usize) < MAX_SIZE;
        if !is_point {
            return None;
        }
        points.push(format!("{letter}{rank}"));
    }
    (!points.is_empty()).then_some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_recognised_by_their_form() {
        let cases: [(MoveForm, &[&str]); 8] = [
            (
                MoveForm::San,
                &[
                    "e4", "exd5", "e8=Q+", "e8Q", "e8(Q)", "exd8=N#", "Nf3", "Nbd7", "N1xf3", "Qh4xe1",
                    "Ng1-f3", "O-O", "O-O-O+", "0-0", "O‑O", "♘f3", "exd6e.p.", "Nf3!?", "Pe4", "e2-e4",
                ],
            ),
            (MoveForm::Squares, &["e2e4", "e7e8q", "e2-e4", "E2E4", "e7e8=Q", "e2xd3"]),
            (MoveForm::Points, &["h3e3", "a10a9", "h10g8", "H2-E2", "i0h0", "I10-H10", "h2–e2"]),
            (
                MoveForm::Chinese,
                &[
                    "炮二平五",
                    "马8进7",
                    "馬８進７",
                    "前车进一",
                    "后炮平4",
                    "後砲退一",
                    "中兵平六",
                    "三兵进一",
                    "车前进一",
                    "俥九平八",
                    "傌二進三",
                    "帥五平四",
                    "前六平五",
                ],
            ),
            (
                MoveForm::Wxf,
                &["C2=5", "C2.5", "h8+7", "R9.8", "+R-1", "-C=5", "C+=5", "Ｃ２＝５", "M3+1", "G4+5", "1P=4"],
            ),
            (MoveForm::Algebraic, &["Che2", "Hg7", "Rh9", "Nhg3", "Ra10", "Cxe7", "E3e5", "Ga10", "Ch3e3"]),
            (MoveForm::Stone, &["h8", "H8", "t20", "a1"]),
            (MoveForm::Stones, &["h8h9i8i9", "H8H9", "a1t20o15"]),
        ];
        for (form, words) in cases {
            for word in words {
                assert!(forms(word).any(|found| found == form), "{word} as {form:?}");
            }
        }
    }

    #[test]
    fn other_words_are_not_moves() {
        let prose = "Brilliant! 12.5 808 1-0 0-1 1/2-1/2 * 2026.03.04 10-1 http://www.dpxq.com/hldcg a.b Be Na Re4d \
                     a b4b Red Black Che He2 A1.2.3 C++ C2 R2D2s e.g. i.e. e-mail and Ba5e N2O CO2 H2O 第一局 炮二平 炮 \
                     平五 车马炮 前后 象棋 炮二平五马8进7 x xx -- ... === ____ [] a21 u3 h0 ab12 ffffff e9 1e4 K9 \
                     12:30 5=6 25=6 15-3 move1 ²³ é4 🙂 中国 第3轮 0919 7747 --> ~ Qa0 exe ed5 O-O-O-O";
        for word in prose.split_whitespace() {
            // `e9` and `He2` are in forms that only one game has.
            if matches!(word, "e9" | "He2") {
                continue;
            }
            let found: Vec<_> = forms(word).collect();
            assert!(!looks_like_move(word, None), "{word}: {found:?}");
        }
        for word in ["A4", "B12", "H8"] {
            assert!(!looks_like_move(word, None) && looks_like_move(word, Some(Variant::Gomoku)), "{word}");
        }
        assert!(
            looks_like_move("25=6", Some(Variant::Xiangqi)) && !looks_like_move("25=6", Some(Variant::Chess))
        );
    }
}
