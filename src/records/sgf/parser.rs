//! The syntax of SGF: a collection's games as nodes with properties.

use crate::base::shorten;
use crate::records::tree::GameTree;
use crate::records::{NotationError, ReadProblem};

/// A node as written.
#[derive(Debug, Default)]
pub struct RawNode {
    /// The index of the parent node; `None` for the first.
    pub parent: Option<usize>,
    /// The properties: names with their values.
    pub properties: Vec<(String, Vec<String>)>,
}

impl RawNode {
    /// The values of a property.
    pub fn values(&self, name: &str) -> Option<&[String]> {
        self.properties.iter().find(|(own, _)| own == name).map(|(_, values)| values.as_slice())
    }

    /// The first value of a property.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name)?.first().map(String::as_str)
    }
}

/// A game as written.
#[derive(Debug)]
pub struct RawGame {
    /// The line of the text, from 1, at which the game begins.
    pub line: usize,
    /// The nodes; each one follows its parent.
    pub nodes: Vec<RawNode>,
    /// Whether the text ends within the game.
    pub is_cut: bool,
}

/// Reads the games of a text.
pub struct Parser<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Parser<'a> {
    pub const fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1 }
    }

    fn next_char(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn unreadable(&self, problem: ReadProblem) -> NotationError {
        NotationError::Unreadable { line: self.line, problem }
    }

    /// Moves past the opening parenthesis of the next game; other text such as mail headers may surround games and
    /// contain parentheses.
    fn find_game(&mut self) -> bool {
        while let Some(c) = self.next_char() {
            if c == '(' && self.rest.trim_start().starts_with(';') {
                return true;
            }
        }
        false
    }

    /// The next game, if there is one.
    pub fn next_game(&mut self) -> Option<Result<RawGame, NotationError>> {
        self.find_game().then(|| self.game())
    }

    fn game(&mut self) -> Result<RawGame, NotationError> {
        let line = self.line;
        let mut nodes: Vec<RawNode> = Vec::new();
        // For every open parenthesis, the node that precedes it.
        let mut open: Vec<Option<usize>> = vec![None];
        let mut at = None;
        let mut name = String::new();
        while !open.is_empty() {
            let Some(c) = self.next_char() else {
                if nodes.is_empty() || !name.is_empty() {
                    return Err(self.unreadable(ReadProblem::Unterminated("game")));
                }
                return Ok(RawGame { line, nodes, is_cut: true });
            };
            if !matches!(c, '[') && !c.is_ascii_alphabetic() && !c.is_whitespace() && !name.is_empty() {
                return Err(self.unreadable(ReadProblem::NoValue(shorten(&name))));
            }
            match c {
                '(' => {
                    if nodes.is_empty() {
                        return Err(
                            self.unreadable(ReadProblem::Misplaced("a variation before the first node"))
                        );
                    }
                    open.push(at);
                }
                ')' => at = open.pop().flatten(),
                ';' => {
                    if nodes.len() >= GameTree::MAX_NODES {
                        return Err(self.unreadable(ReadProblem::TooLong(GameTree::MAX_NODES)));
                    }
                    nodes.push(RawNode { parent: at, ..RawNode::default() });
                    at = Some(nodes.len() - 1);
                }
                '[' => {
                    let value = self.value()?;
                    let Some(node) = at.map(|at| &mut nodes[at]) else {
                        return Err(self.unreadable(ReadProblem::Misplaced("a value before the first node")));
                    };
                    let known = std::mem::take(&mut name);
                    add_value(node, &plain_name(&known), value)
                        .map_err(|problem| NotationError::Unreadable { line: self.line, problem })?;
                }
                c if c.is_ascii_alphabetic() => name.push(c),
                c if c.is_whitespace() || c == '\u{feff}' => {}
                c => return Err(self.unreadable(ReadProblem::Unexpected(c))),
            }
        }
        Ok(RawGame { line, nodes, is_cut: false })
    }

    /// Reads a value up to its closing bracket.
    fn value(&mut self) -> Result<String, NotationError> {
        let mut value = String::new();
        loop {
            match self.next_char() {
                None => return Err(self.unreadable(ReadProblem::Unterminated("value"))),
                Some(']') => return Ok(value),
                Some('\\') => match self.next_char() {
                    // An escaped line break is removed.
                    Some('\n') | None => {}
                    Some(c) => value.push(c),
                },
                Some(c) => value.push(c),
            }
        }
    }
}

/// A property's name in capitals: lowercase letters in a name such as `SiZe` are a relic of older versions, but some
/// programs write all names in lowercase.
fn plain_name(name: &str) -> String {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        name.chars().filter(char::is_ascii_uppercase).collect()
    } else {
        name.to_ascii_uppercase()
    }
}

/// Adds a value to the property `name`, or to the last one if `name` is empty.
fn add_value(node: &mut RawNode, name: &str, value: String) -> Result<(), ReadProblem> {
    if name.is_empty() {
        let (_, values) =
            node.properties.last_mut().ok_or(ReadProblem::Misplaced("a value without a property"))?;
        values.push(value);
    } else if let Some((_, values)) = node.properties.iter_mut().find(|(own, _)| own == name) {
        // A repeated property within a node, as older programs write lists.
        values.push(value);
    } else {
        node.properties.push((name.to_owned(), vec![value]));
    }
    Ok(())
}
