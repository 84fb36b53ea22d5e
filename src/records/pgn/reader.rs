//! A lenient PGN parser: both kinds of comments, nested variations, glyphs and symbols, escaped lines, missing tags,
//! missing results, text between games.

use std::io::{self, Read};

use crate::base::Outcome;
use crate::games::Variant;
use crate::records::annotation::Annotations;
use crate::records::parsed::{Note, ParsedGame};
use crate::records::recognise::looks_like_move;
use crate::records::tags::Tags;
use crate::records::tree::{GameTree, NodeId, Step};
use crate::records::{NotationError, ReadProblem, comment_commands};

use super::header;
use super::scanner::{Scanner, Token};

/// The maximum number of tags in a game.
const MAX_TAGS: usize = 1000;

/// The games of a text, one by one. Further games may follow after one that cannot be read.
///
/// # Errors
///
/// If reading fails.
pub fn read<R: Read>(reader: R) -> io::Result<impl Iterator<Item = Result<ParsedGame, NotationError>>> {
    let mut games = Games { scanner: Scanner::new(reader)?, next_tag: None, told_encoding: false };
    Ok(std::iter::from_fn(move || match games.next() {
        Ok(game) => game,
        Err(error) => {
            let line = games.scanner.line_number();
            Some(Err(NotationError::Unreadable { line, problem: ReadProblem::Io(error.to_string()) }))
        }
    }))
}

/// The games of a text that is in memory.
pub fn games(text: &str) -> impl Iterator<Item = Result<ParsedGame, NotationError>> + '_ {
    read(text.as_bytes()).expect("memory can be read")
}

struct Games<R> {
    scanner: Scanner<R>,
    /// The first tag of the next game, with its line, if it has already been read.
    next_tag: Option<(usize, String, String)>,
    /// Whether a game already has a note about the encoding of the text.
    told_encoding: bool,
}

impl<R: Read> Games<R> {
    fn next(&mut self) -> io::Result<Option<Result<ParsedGame, NotationError>>> {
        let mut game = Builder::default();
        if let Some((line, name, value)) = self.next_tag.take() {
            game.begin(line);
            game.tags.set(&name, value);
        }
        while let Some(token) = self.scanner.next()? {
            let line = self.scanner.line_number();
            match token {
                Token::Tag(name, value) => {
                    if game.in_moves || game.is_repeated(&name, &value) {
                        self.next_tag = Some((line, name, value));
                        return Ok(game.finish(self.encoding_note()));
                    }
                    game.begin(line);
                    if game.tags.iter().count() >= MAX_TAGS {
                        let problem = ReadProblem::TooManyTags(MAX_TAGS);
                        self.skip_game()?;
                        return Ok(Some(Err(NotationError::Unreadable { line, problem })));
                    }
                    game.add_tag(line, &name, value);
                }
                Token::Result(outcome) if game.variations.is_empty() => {
                    // A result alone is not a game: it ends one whose moves were skipped.
                    game.begin(line);
                    game.end(outcome);
                    self.finish_line(&mut game)?;
                    return Ok(game.finish(self.encoding_note()));
                }
                token => {
                    if !game.has_begun()
                        && !matches!(token, Token::Comment(_) | Token::Number | Token::Remark)
                    {
                        // Before the first game, there may be any text.
                        let is_move = matches!(&token, Token::Move(text) if looks_like_move(text, None));
                        if !is_move && !matches!(token, Token::Pass) {
                            self.scanner.skip_to_game(|word| looks_like_move(word, None))?;
                            continue;
                        }
                    }
                    if let Err(problem) = game.add(line, token) {
                        self.skip_game()?;
                        return Ok(Some(Err(problem)));
                    }
                }
            }
        }
        Ok(game.finish(self.encoding_note()))
    }

    /// Handles the comment after a result, and any other text there, which belongs to no game.
    fn finish_line(&mut self, game: &mut Builder) -> io::Result<()> {
        while !self.scanner.is_at_line_end() {
            match self.scanner.next()? {
                Some(Token::Comment(text)) => game.comment_after(&text),
                Some(Token::Tag(name, value)) => {
                    self.next_tag = Some((self.scanner.line_number(), name, value));
                    return Ok(());
                }
                _ => break,
            }
        }
        if let Some((line, text)) = self.scanner.skip_to_game(|word| looks_like_move(word, None))? {
            game.notes.push((line, "text-skipped", format!("text after the result is skipped: {text:?}")));
        }
        Ok(())
    }

    /// Skips the rest of a refused game.
    fn skip_game(&mut self) -> io::Result<()> {
        while let Some(token) = self.scanner.next()? {
            match token {
                Token::Tag(name, value) => {
                    self.next_tag = Some((self.scanner.line_number(), name, value));
                    break;
                }
                Token::Result(_) => break,
                _ => {}
            }
        }
        Ok(())
    }

    /// The note about the text's encoding, for the first game read after the encoding is known.
    fn encoding_note(&mut self) -> Option<Note> {
        let other = self.scanner.other_encoding().filter(|_| !self.told_encoding)?;
        self.told_encoding = true;
        Some(Note::of_encoding(other))
    }
}

/// A game being read.
#[derive(Default)]
struct Builder {
    /// The line where the game begins, once it has begun.
    line: Option<usize>,
    tags: Tags,
    /// The nodes; the variant is only known after the tags and the first moves.
    tree: Option<GameTree>,
    /// The node that the next move follows.
    at: NodeId,
    /// For every open variation, the node at which its parent line continues.
    variations: Vec<NodeId>,
    /// Whether a move, a variation or a glyph was read.
    in_moves: bool,
    /// Whether a number was read since the last move.
    after_number: bool,
    /// Comments before the next move.
    before: Vec<String>,
    outcome: Option<Outcome>,
    notes: Vec<(usize, &'static str, String)>,
}

impl Default for NodeId {
    fn default() -> Self {
        Self::ROOT
    }
}

impl Builder {
    fn has_begun(&self) -> bool {
        self.line.is_some()
    }

    fn begin(&mut self, line: usize) {
        self.line.get_or_insert(line);
    }

    fn tree(&mut self) -> &mut GameTree {
        self.tree.get_or_insert_with(|| GameTree::new(Variant::Chess))
    }

    /// Whether a tag begins the next game, because this one already has it.
    fn is_repeated(&self, name: &str, value: &str) -> bool {
        let is_first = self.tags.iter().next().is_some_and(|(first, _)| first == name);
        self.tags.get(name).is_some_and(|known| is_first || known != value)
    }

    fn add_tag(&mut self, line: usize, name: &str, value: String) {
        if self.tags.get(name).is_some() {
            self.notes.push((line, "tag-repeated", format!("the tag {name} appears twice")));
        }
        self.tags.set(name, value);
    }

    fn end(&mut self, outcome: Option<Outcome>) {
        self.outcome = outcome;
        self.in_moves = true;
    }

    fn comment_after(&mut self, text: &str) {
        let at = self.at;
        let annotations = self.tree().annotations_mut(at);
        annotate(annotations, text);
    }

    fn add(&mut self, line: usize, token: Token) -> Result<(), NotationError> {
        if !matches!(token, Token::Comment(_) | Token::Number | Token::Remark) {
            self.begin(line);
        }
        match token {
            Token::Number => self.after_number = true,
            Token::Move(text) => self.add_step(line, Step::of_text(text))?,
            Token::Pass => self.add_step(line, Step::Pass)?,
            Token::Nag(nag) => {
                let at = self.at;
                self.tree().annotations_mut(at).nags.push(nag);
            }
            Token::Comment(text) if text.is_empty() => {}
            Token::Comment(text) => {
                let parent =
                    |node| self.tree.as_ref().and_then(|tree| tree.parent(node)).unwrap_or(NodeId::ROOT);
                let at_variation_start = self.variations.last().is_some_and(|&main| parent(main) == self.at);
                // Without a preceding number or move, the comment is about the whole game.
                if self.has_begun() && (self.after_number || at_variation_start) {
                    self.before.push(text);
                } else {
                    self.comment_after(&text);
                }
            }
            Token::Open => {
                self.in_moves = true;
                self.keep_comments();
                let at = self.at;
                self.variations.push(at);
                self.at = self.tree().parent(at).unwrap_or(NodeId::ROOT);
                self.after_number = false;
            }
            Token::Close => match self.variations.pop() {
                Some(main) => {
                    self.keep_comments();
                    self.at = main;
                    self.after_number = false;
                }
                None => self.notes.push((
                    line,
                    "unbalanced",
                    "a variation is closed that was never opened".to_owned(),
                )),
            },
            // Some programs end variations with a result.
            Token::Result(_) => {
                self.notes.push((
                    line,
                    "result-in-variation",
                    "the result of a variation is skipped".to_owned(),
                ));
            }
            Token::Skipped(text) => self.notes.push((line, "text-skipped", format!("skipped: {text}"))),
            Token::Tag(..) | Token::Remark => {}
        }
        Ok(())
    }

    fn add_step(&mut self, line: usize, step: Step) -> Result<(), NotationError> {
        self.in_moves = true;
        self.after_number = false;
        let before = std::mem::take(&mut self.before);
        let (at, in_variation) = (self.at, !self.variations.is_empty());
        let tree = self.tree();
        if tree.len() >= GameTree::MAX_NODES {
            let problem = ReadProblem::TooLong(GameTree::MAX_NODES);
            return Err(NotationError::Unreadable { line, problem });
        }
        // A variation may precede the move to which it is an alternative.
        let node = if !in_variation && tree.next(at).is_some() {
            tree.add_first(at, step)
        } else {
            tree.add(at, step)
        };
        if !before.is_empty() {
            let annotations = tree.annotations_mut(node);
            for text in before {
                let text = comment_commands::take(&text, annotations);
                if !text.is_empty() {
                    annotations.before.push(text);
                }
            }
        }
        self.at = node;
        Ok(())
    }

    /// Attaches comments that no move follows to the last move.
    fn keep_comments(&mut self) {
        for text in std::mem::take(&mut self.before) {
            self.comment_after(&text);
        }
    }

    /// The finished game, with the information in its tags; `None` if nothing was read.
    fn finish(mut self, encoding: Option<Note>) -> Option<Result<ParsedGame, NotationError>> {
        let line = self.line?;
        if self.tags.is_empty() && !self.in_moves {
            return None;
        }
        self.keep_comments();
        if !self.variations.is_empty() {
            self.notes.push((line, "unbalanced", "a variation is never closed".to_owned()));
        }
        let mut tree = self.tree.take().unwrap_or_else(|| GameTree::new(Variant::Chess));
        tree.tags = self.tags;
        tree.outcome = self.outcome;
        let mut game = ParsedGame::new(line, tree);
        game.notes.extend(encoding);
        for (line, code, text) in self.notes {
            game.note(line, code, text);
        }
        Some(header::interpret(game))
    }
}

fn annotate(annotations: &mut Annotations, text: &str) {
    let text = comment_commands::take(text, annotations);
    if !text.is_empty() {
        annotations.after.push(text);
    }
}
