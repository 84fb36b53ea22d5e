use std::ops::Range;

/// The entries added and removed along a path of moves, each in order.
#[derive(Debug)]
pub(super) struct PathChanges<T> {
    added: Vec<T>,
    removed: Vec<T>,
}

/// A position in the lists of [`PathChanges`]. The default is their beginning.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ChangePlace {
    added: usize,
    removed: usize,
}

impl<T> PathChanges<T> {
    /// No changes.
    pub(super) const fn new() -> Self {
        Self { added: Vec::new(), removed: Vec::new() }
    }

    /// Records that an entry was added (`is_added`) or removed.
    #[inline]
    pub(super) fn push(&mut self, entry: T, is_added: bool) {
        let list = if is_added { &mut self.added } else { &mut self.removed };
        list.push(entry);
    }

    #[inline]
    pub(super) fn end(&self) -> ChangePlace {
        ChangePlace { added: self.added.len(), removed: self.removed.len() }
    }

    /// Discards the changes from `end` on.
    pub(super) fn truncate(&mut self, end: ChangePlace) {
        self.added.truncate(end.added);
        self.removed.truncate(end.removed);
    }

    /// The number of changes from `begin` on.
    pub(super) fn count_from(&self, begin: ChangePlace) -> usize {
        self.added.len() - begin.added + self.removed.len() - begin.removed
    }

    /// The entries added and removed between two places.
    #[inline]
    pub(super) fn between(&self, Range { start, end }: Range<ChangePlace>) -> (&[T], &[T]) {
        (&self.added[start.added..end.added], &self.removed[start.removed..end.removed])
    }
}
