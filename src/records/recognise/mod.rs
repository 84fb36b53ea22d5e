//! Recognises moves by their form, and the game that a list of moves belongs to.

#[cfg(test)]
mod tests;

use crate::base::{GameOptions, Notation, Position};
use crate::games::gomoku::MAX_SIZE;
use crate::games::{BoardKind, Game, Variant, with_game};

use super::game_options;

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

/// The game in which all these moves are legal from its usual start; if there is none, the one in whose notation all of
/// them are written and whose rules allow the most of them. `None` if no game's moves are written that way.
pub(super) fn variant_of_moves(words: &[&str]) -> Option<Variant> {
    if words.is_empty() {
        return None;
    }
    // Zhonggong comes last, because its notation is the same as that of xiangqi.
    let mut candidates = Variant::ALL;
    candidates.sort_by_key(|variant| variant.info().board == BoardKind::CentralPalace);
    let written_so = |variant: &Variant| words.iter().all(|word| looks_like_move(word, Some(*variant)));
    let mut best: Option<(usize, Variant)> = None;
    for variant in candidates.into_iter().filter(written_so) {
        let texts = if variant.info().has_stones() { points_of(words) } else { owned(words) };
        let legal = with_game!(variant, G => legal_moves::<G>(&texts, &[]));
        if legal == texts.len() {
            return Some(variant);
        }
        if best.is_none_or(|(most, _)| legal > most) {
            best = Some((legal, variant));
        }
    }
    best.map(|(_, variant)| variant)
}

/// Another game, on a board of another kind, whose moves are written like all of these: for games with pieces only if
/// its rules allow them, too, or if it is chess, in whose files the game is seldom named.
pub(super) fn other_reading(words: &[&str], chosen: Variant) -> Option<Variant> {
    let board = chosen.info().board;
    Variant::ALL.into_iter().filter(|variant| variant.info().board != board).find(|&variant| {
        let is_written_so = words.iter().all(|word| looks_like_move(word, Some(variant)));
        let texts = if variant.info().has_stones() { points_of(words) } else { owned(words) };
        is_written_so
            && !words.is_empty()
            && (variant == Variant::Chess
                || with_game!(variant, G => legal_moves::<G>(&texts, &[])) == texts.len())
    })
}

/// The code and the words of the note that a game was recognised by its moves alone, which fit another one, too.
pub(super) fn guess_note(words: &[&str], chosen: Variant) -> Option<(&'static str, String)> {
    let other = other_reading(words, chosen)?;
    let text =
        format!("nothing names the game: it is read as {chosen}, but the moves could also be of {other}");
    Some(("variant-guessed", text))
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// The individual points of gomoku written in the words.
pub(super) fn points_of(words: &[&str]) -> Vec<String> {
    words.iter().filter_map(|word| stones(&Word::new(word).0)).flatten().collect()
}

/// Counts the moves at the beginning of a list that are legal from the usual start.
pub(super) fn legal_moves<G: Game>(moves: &[String], options: &[(String, String)]) -> usize {
    let options = game_options::<G>(options);
    let texts: Vec<_> = moves.iter().map(String::as_str).collect();
    let count = |reading: &_| {
        let mut position = G::Position::start(&options);
        let is_legal = |text: &&&str| {
            let Ok(m) = position.parse_move(text, reading) else { return false };
            position.make(m, &mut ());
            position.forget_moves();
            true
        };
        texts.iter().take_while(is_legal).count()
    };
    options.readings(&texts).iter().map(count).max().unwrap_or(0)
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
