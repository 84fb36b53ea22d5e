//! What the readers of binary files share.

use encoding_rs::Encoding;

use super::tree::{GameTree, NodeId};
use super::{NotationError, ReadProblem};

/// Reads a file from its beginning, never beyond its end.
#[derive(Debug, Clone)]
pub(super) struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next bytes; `None`, consuming nothing, if there are fewer.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    pub(super) fn array<const COUNT: usize>(&mut self) -> Option<[u8; COUNT]> {
        self.take(COUNT)?.try_into().ok()
    }

    /// The bytes up to the first one for which `ends` holds, including that one unless it is 0. Bytes come in pairs;
    /// the second byte of the last pair is skipped if it is left over.
    pub(super) fn pairs_until(&mut self, ends: impl Fn(u8) -> bool) -> Option<&'a [u8]> {
        let rest = self.bytes.get(self.at..)?;
        let end = rest.iter().position(|&byte| ends(byte))?;
        let is_part = rest.get(end).is_some_and(|byte| *byte != 0);
        self.at += (end / 2 + 1) * 2;
        rest.get(..end + usize::from(is_part))
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The next four bytes as a little-endian number.
    pub(super) fn number(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }
}

/// The four bytes at this offset as a little-endian number.
pub(super) fn number_at(bytes: &[u8], at: usize) -> Option<u32> {
    Bytes { bytes, at }.number()
}

/// Decodes a text up to the first NUL, with plain line breaks. Undecodable bytes become `U+FFFD`; at the end, where a
/// field may cut a character in half, they are removed.
pub(super) fn decode(bytes: &[u8], encoding: &'static Encoding) -> String {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let text = text.split('\0').next().unwrap_or_default().replace("\r\n", "\n").replace('\r', "\n");
    text.trim_end_matches('\u{fffd}').trim().to_owned()
}

/// The position in a tree stored depth first: every node says whether children follow it, and whether a sibling follows
/// its subtree.
#[derive(Debug)]
pub(super) struct Walk {
    /// The parents of the siblings still to come. `None` is one that was left out, together with its subtree.
    open: Vec<Option<NodeId>>,
    parent: Option<NodeId>,
    has_ended: bool,
}

impl Walk {
    /// Starts at the children of the root.
    pub(super) const fn new() -> Self {
        Self { open: Vec::new(), parent: Some(NodeId::ROOT), has_ended: false }
    }

    /// The parent of the next node; `None` if it has been left out.
    pub(super) const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Whether the last node has been read.
    pub(super) const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Moves past `node`, which is `None` if it was left out.
    pub(super) fn pass(&mut self, node: Option<NodeId>, has_children: bool, has_sibling: bool) {
        if has_sibling {
            self.open.push(self.parent);
        }
        if has_children {
            self.parent = node;
        } else {
            match self.open.pop() {
                Some(parent) => self.parent = parent,
                None => self.has_ended = true,
            }
        }
    }
}

/// Refuses to add another node to a tree that has the maximum number.
pub(super) fn check_size(tree: &GameTree, line: usize) -> Result<(), NotationError> {
    if tree.len() < GameTree::MAX_NODES {
        return Ok(());
    }
    let problem = ReadProblem::TooLong(GameTree::MAX_NODES);
    Err(NotationError::Unreadable { line, problem })
}
