//! A lenient PGN parser: both kinds of comments, nested variations, annotation glyphs, escaped lines, missing tags,
//! missing results.

use crate::base::Outcome;
use crate::games::Variant;
use crate::rules::xiangqi::COORDINATES;

use super::{MoveRecord, NotationError, ParsedGame, comment};

/// A game of a PGN file, its moves not yet checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PgnGame {
    /// The line, from 1, where the game begins.
    pub line: usize,
    /// The tags as name and value, in order.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line.
    pub moves: Vec<PgnMove>,
    /// The result; `None` if unfinished or not given.
    pub outcome: Option<Outcome>,
}

/// A move of a PGN game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnMove {
    /// The move text, without move number and annotation.
    pub text: String,
    /// The comments after it, joined by spaces.
    pub comment: String,
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// The games of a text.
pub fn games(text: &str) -> impl Iterator<Item = PgnGame> + '_ {
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(move || next_game(&mut scanner))
}

pub(super) fn parse(text: &str) -> impl Iterator<Item = Result<ParsedGame, NotationError>> + '_ {
    games(text).map(parsed_game)
}

enum Token {
    Tag(String, String),
    Word(String),
    Comment(String),
    Open,
    Close,
}

/// Splits a text into tokens.
struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    at_line_start: bool,
    /// A token that has been read but belongs to the next game, with its line.
    pending: Option<(usize, Token)>,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { rest, line: 1, at_line_start: true, pending: None }
    }

    /// Consumes `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.at_line_start = taken.ends_with('\n');
        self.rest = rest;
        taken
    }

    /// Consumes the text before `end`, and `end` itself, which is not returned; the whole rest if there is no `end`.
    fn take_until(&mut self, end: char) -> &'a str {
        let found = self.rest.find(end);
        let taken = self.take(found.unwrap_or(self.rest.len()));
        if found.is_some() {
            self.take(end.len_utf8());
        }
        taken
    }

    /// The next token and its line.
    fn next(&mut self) -> Option<(usize, Token)> {
        if let Some(pending) = self.pending.take() {
            return Some(pending);
        }
        loop {
            let first = self.rest.chars().next()?;
            let line = self.line;
            match first {
                c if c.is_whitespace() => {
                    self.take(c.len_utf8());
                }
                // An escaped line is meant for another program.
                '%' if self.at_line_start => {
                    self.take_until('\n');
                }
                ';' => {
                    self.take(1);
                    return Some((line, Token::Comment(self.take_until('\n').trim().to_owned())));
                }
                '{' => {
                    self.take(1);
                    let words: Vec<_> = self.take_until('}').split_whitespace().collect();
                    return Some((line, Token::Comment(words.join(" "))));
                }
                '(' => {
                    self.take(1);
                    return Some((line, Token::Open));
                }
                ')' => {
                    self.take(1);
                    return Some((line, Token::Close));
                }
                '[' => {
                    self.take(1);
                    if let Some((name, value)) = self.tag() {
                        return Some((line, Token::Tag(name, value)));
                    }
                }
                // Brackets without their counterparts.
                '}' | ']' | '"' => {
                    self.take(1);
                }
                _ => {
                    let is_end = |c: char| {
                        c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '"')
                    };
                    let end = self.rest.find(is_end).unwrap_or(self.rest.len());
                    return Some((line, Token::Word(self.take(end).to_owned())));
                }
            }
        }
    }

    /// The rest of a tag, after its bracket. A malformed tag is skipped to the end of its line.
    fn tag(&mut self) -> Option<(String, String)> {
        match read_tag(self.rest) {
            Some((name, value, length)) if !name.is_empty() => {
                self.take(length);
                Some((name, value))
            }
            _ => {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
                None
            }
        }
    }
}

/// The name and the value of the tag whose bracket stands before this text, and its length up to its other bracket or
/// the end of the line. Looks no further than that, as a text may consist of a single line.
fn read_tag(text: &str) -> Option<(String, String, usize)> {
    let quote = text.find(['"', '\n']).filter(|&at| text[at..].starts_with('"'))?;
    let mut value = String::new();
    let mut chars = text[quote + 1..].char_indices();
    while let Some((index, c)) = chars.next() {
        match c {
            '\n' => return None,
            '\\' => value.push(chars.next().map(|(_, c)| c).filter(|&c| c != '\n')?),
            '"' => {
                let after = quote + 1 + index + 1;
                let end = text[after..].find([']', '\n']).map_or(text.len(), |end| after + end);
                let bracket = usize::from(text[end..].starts_with(']'));
                return Some((text[..quote].trim().to_owned(), value, end + bracket));
            }
            c => value.push(c),
        }
    }
    None
}

fn next_game(scanner: &mut Scanner<'_>) -> Option<PgnGame> {
    let mut game: Option<PgnGame> = None;
    let mut variations = 0_usize;
    let mut in_moves = false;
    while let Some((line, token)) = scanner.next() {
        let is_comment = matches!(token, Token::Comment(_));
        if matches!(token, Token::Tag(..)) && in_moves {
            // Tags begin the next game even if this one has no result, or an unclosed variation.
            scanner.pending = Some((line, token));
            break;
        }
        if game.is_none() && is_comment {
            continue;
        }
        let game = game.get_or_insert_with(|| PgnGame { line, ..PgnGame::default() });
        match token {
            Token::Tag(name, value) => game.tags.push((name, value)),
            Token::Open => {
                in_moves = true;
                variations += 1;
            }
            Token::Close => variations = variations.saturating_sub(1),
            _ if variations > 0 => {}
            Token::Comment(text) => {
                if let Some(last) = game.moves.last_mut() {
                    if !last.comment.is_empty() {
                        last.comment.push(' ');
                    }
                    last.comment.push_str(&text);
                }
            }
            Token::Word(word) => {
                in_moves = true;
                if let Some(end) = End::read(&word) {
                    game.outcome = end.outcome();
                    break;
                }
                game.moves.extend(
                    move_text(&word).map(|text| PgnMove { text: text.to_owned(), comment: String::new() }),
                );
            }
        }
    }
    game
}

/// The token that ends a game's moves.
enum End {
    /// A result.
    Result(Outcome),
    /// The token `*` of an unfinished game.
    Unfinished,
}

impl End {
    fn read(word: &str) -> Option<Self> {
        match word {
            "*" => Some(Self::Unfinished),
            "1/2" | "½-½" => Some(Self::Result(Outcome::Draw)),
            _ => word.parse().ok().map(Self::Result),
        }
    }

    const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Result(outcome) => Some(outcome),
            Self::Unfinished => None,
        }
    }
}

/// The move in a word such as `12.Nf3!?`, if there is one.
fn move_text(word: &str) -> Option<&str> {
    if word.starts_with('$') {
        return None;
    }
    let behind_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number =
        behind_digits.len() < word.len() && (behind_digits.is_empty() || behind_digits.starts_with('.'));
    let text = if has_number { behind_digits } else { word };
    let text = text.trim_start_matches(['.', '…']).trim_end_matches(['!', '?']);
    let is_sign = text.chars().all(|c| c.is_ascii_punctuation());
    (!text.is_empty() && !is_sign).then_some(text)
}

/// The names of variants in other programs' tags.
fn variant_of(name: &str) -> Option<(Variant, bool)> {
    let plain = name.to_lowercase().replace([' ', '-', '_'], "");
    Some(match plain.as_str() {
        "chess" | "standard" | "normal" | "fromposition" => (Variant::Chess, false),
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "frc" => (Variant::Chess, true),
        "xiangqi" | "chinesechess" => (Variant::Xiangqi, false),
        _ => (Variant::ALL.into_iter().find(|variant| variant.name().replace('-', "") == plain)?, false),
    })
}

/// The variant that programs for one game alone name under the tag `Game`.
fn variant_of_game_tag(name: &str) -> Option<Variant> {
    let matches =
        |variant: &Variant| variant.info().pgn_game.is_some_and(|game| game.eq_ignore_ascii_case(name));
    Variant::ALL.into_iter().find(matches)
}

/// Interprets a game's tags.
fn parsed_game(game: PgnGame) -> Result<ParsedGame, NotationError> {
    let line = game.line;
    let mut options = Vec::new();
    let variant = match game.tag("Variant") {
        None => game.tag("Game").and_then(variant_of_game_tag).unwrap_or(Variant::Chess),
        Some(name) => {
            let (variant, is_960) = variant_of(name).ok_or_else(|| NotationError::Unreadable {
                line,
                problem: format!("unknown variant {:?}", crate::base::shorten(name)),
            })?;
            if is_960 {
                options.push(("UCI_Chess960".to_owned(), "true".to_owned()));
            }
            variant
        }
    };
    for name in ["BoardSize", COORDINATES] {
        options.extend(game.tag(name).map(|value| (name.to_owned(), value.to_owned())));
    }
    // ICCS counts ranks from 0; the other formats that programs for xiangqi name here, "WXF" and "Chinese", are read
    // without the tag.
    if game.tag("Format").is_some_and(|format| format.eq_ignore_ascii_case("ICCS"))
        && game.tag(COORDINATES).is_none()
    {
        options.push((COORDINATES.to_owned(), "ranks0-9".to_owned()));
    }
    let player = |name| game.tag(name).map(str::to_owned);
    let unknown = || "?".to_owned();
    let first = player("White").or_else(|| player("Red")).unwrap_or_else(unknown);
    let players = [first, player("Black").unwrap_or_else(unknown)];
    let fen = game.tag("FEN").map(str::to_owned);
    let told_apart = [
        "Variant",
        "Game",
        "Red",
        "UCI_Chess960",
        "BoardSize",
        "Format",
        COORDINATES,
        "White",
        "Black",
        "FEN",
        "SetUp",
        "Result",
    ];
    let outcome = game.outcome.or_else(|| game.tag("Result").and_then(End::read).and_then(End::outcome));
    let moves = game
        .moves
        .into_iter()
        .map(|PgnMove { text, comment }| {
            let mut record = MoveRecord::of_text(text);
            comment::read(&comment, &mut record);
            record
        })
        .collect();
    let facts = game.tags.into_iter().filter(|(name, _)| !told_apart.contains(&name.as_str())).collect();
    Ok(ParsedGame { line, variant, options, players, fen, moves, outcome, facts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{MoveStyle, RecordFormat, Transcript, read as read_format};

    fn read(text: &str) -> Result<Vec<Transcript>, NotationError> {
        read_format(text, RecordFormat::Pgn { moves: MoveStyle::Coordinates })
    }

    fn texts(game: &PgnGame) -> Vec<&str> {
        game.moves.iter().map(|played| played.text.as_str()).collect()
    }

    #[test]
    fn main_line_is_read_without_variations() {
        let text = "\u{feff}; a remark\n[Event \"a \\\"b\\\" \\\\\"]\n[FEN \"8/8 w\"]\n\n\
                    1. e4 {good\n[%clk 1] move} e5 2.Nf3!? (2. f4 {no} (2. d4) exf4) $1 Nc6 ; rest\n\
                    % 9. Qh9\n3... a6 12 O-O {x} {y} 0-0-0 1/2-1/2\n\n\
                    [Event \"b\"]\n\n1. d4 (1. c4\n[Event \"c\"]\n1.炮二平五 马8进7 *";
        let found: Vec<_> = games(text).collect();
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].tags[0], ("Event".to_owned(), "a \"b\" \\".to_owned()));
        assert_eq!(texts(&found[0]), ["e4", "e5", "Nf3", "Nc6", "a6", "O-O", "0-0-0"]);
        assert_eq!(found[0].moves[0].comment, "good [%clk 1] move");
        assert_eq!((found[0].moves[5].comment.as_str(), found[0].outcome), ("x y", Some(Outcome::Draw)));
        assert_eq!((found[0].line, found[1].line, found[2].line), (2, 10, 13));
        assert_eq!((texts(&found[1]), found[1].outcome), (vec!["d4"], None));
        assert_eq!(texts(&found[2]), ["炮二平五", "马8进7"]);
    }

    #[test]
    fn xiangqi_of_other_programs_is_read() {
        let moves = "1. %1 %2 2. %3 %4 *";
        for (tags, texts) in [
            ("[Game \"Chinese Chess\"]\n[Format \"ICCS\"]", ["H2-E2", "H9-G7", "H0-G2", "I9-H9"]),
            ("[Variant \"xiangqi\"]", ["h2e2", "h9g7", "h0g2", "i9h9"]),
            ("[Variant \"Xiangqi\"]", ["h3e3", "h10g8", "h1g3", "i10h10"]),
            ("[Game \"Chinese Chess\"]\n[Format \"WXF\"]", ["C2.5", "H8+7", "H2+3", "R9.8"]),
            (
                "[Game \"Chinese Chess\"]\n[Format \"Chinese\"]",
                ["炮二平五", "馬８進７", "马二进三", "车9平8"],
            ),
        ] {
            let text = (1..).zip(texts).fold(moves.to_owned(), |text, (number, played): (u32, _)| {
                text.replace(&format!("%{number}"), played)
            });
            let game = read(&format!("{tags}\n\n{text}")).expect("a game").remove(0);
            assert_eq!((game.variant, game.fact("Format")), (Variant::Xiangqi, None), "{tags}");
            assert_eq!(
                game.moves_under(&[]),
                Ok(["h3e3", "h10g8", "h1g3", "i10h10"].map(str::to_owned).to_vec())
            );
        }
        // Legal in both numberings.
        let both = "4k4/9/9/9/9/9/9/2R6/2R6/3K5 w";
        let text = format!("[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n[FEN \"{both}\"]\n\n1. C2-D2 *");
        let game = read(&text).expect("a game").remove(0);
        assert_eq!(game.moves_under(&[]), Ok(vec!["c3d3".to_owned()]));
    }

    #[test]
    fn malformed_texts_do_not_panic() {
        for text in ["", "\n\n", "{ never closed", "; only\n", "% only"] {
            assert_eq!(games(text).count(), 0, "{text:?}");
        }
        assert_eq!(games(") ) e4 (").next().map(|game| game.moves.len()), Some(1));
        assert_eq!(games("[FEN \"unclosed\n[A \"b\"]").next().map(|game| game.tags.len()), Some(1));
        assert_eq!(games("[]\n[\"\"]\n[x]\n").count(), 0);
        assert_eq!(games("1-0 0-1 *").count(), 3);
    }

    #[test]
    fn variant_is_determined_by_the_tags() {
        for (name, variant) in [
            ("Standard", Some((Variant::Chess, false))),
            ("Fischerandom", Some((Variant::Chess, true))),
            ("Gomoku-Standard", Some((Variant::GomokuStandard, false))),
            ("shogi", None),
        ] {
            assert_eq!(variant_of(name), variant, "{name}");
        }
        let chinese = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n1. 炮二平五 马８进７ 1-0";
        let game = read(chinese).expect("a game").remove(0);
        assert_eq!((game.variant, game.players), (Variant::Xiangqi, ["甲", "乙"].map(str::to_owned)));
        assert!(matches!(
            read("[Variant \"shogi\"]\n1. P76"),
            Err(NotationError::Unreadable { line: 1, .. })
        ));
        assert!(matches!(read("[FEN \"x\"]\n*"), Err(NotationError::Fen { line: 1, .. })));
        assert!(matches!(read("\n\n1. e4 e4"), Err(NotationError::Move { line: 3, .. })));
    }
}
