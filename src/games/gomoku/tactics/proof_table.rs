use crate::base::{Key, Move};
use crate::games::gomoku::Point;

/// The proof or disproof number of an impossible proof or disproof.
pub(super) const IMPOSSIBLE: u32 = 1 << 24;

/// The status of a position: whether the attacker wins by threats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Status {
    /// The proof number: an estimate of how many positions must still be proved to prove the win; 0 if it is proved,
    /// [`IMPOSSIBLE`] if it is disproved.
    pub proof: u32,
    /// The disproof number: the same for the disproof.
    pub disproof: u32,
    /// If the win is proved, the maximum number of plies to it.
    pub plies: u32,
    /// The best move according to the numbers, for the side to move; `None` if unknown.
    pub best: Option<Point>,
}

impl Status {
    /// A position that has not been searched.
    pub const fn unknown(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, plies: 0, best: None }
    }

    /// A win in at most `plies` plies.
    pub const fn won(plies: u32, best: Option<Point>) -> Self {
        Self { proof: 0, disproof: IMPOSSIBLE, plies, best }
    }

    /// There is no win by threats.
    pub const DISPROVED: Self = Self { proof: IMPOSSIBLE, disproof: 0, plies: 0, best: None };

    pub const fn is_won(self) -> bool {
        self.proof == 0
    }

    pub const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// An entry of the table; the key is 0 if it is empty.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: Key,
    proof: u32,
    disproof: u32,
    best: Option<Move>,
    plies: u16,
    /// The number of visits that it summarises, saturated; halved whenever another entry of its bucket is replaced.
    visits: u32,
}

impl Entry {
    const EMPTY: Self = Self { key: Key(0), proof: 1, disproof: 1, best: None, plies: 0, visits: 0 };
}

/// A table of positions' statuses. Each position may be stored in any entry of its bucket.
#[derive(Debug)]
pub struct ProofTable {
    /// Empty until the first use.
    entries: Vec<Entry>,
    size: usize,
}

const BUCKET: usize = 4;

impl ProofTable {
    /// A table with this number of entries, which are allocated on first use.
    pub(super) const fn new(size: usize) -> Self {
        Self { entries: Vec::new(), size }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::EMPTY);
    }

    fn bucket(&self, key: Key) -> usize {
        (key.0 >> 20) as usize % (self.size / BUCKET) * BUCKET
    }

    /// The status of the position with this key, if stored.
    pub(super) fn probe(&self, key: Key) -> Option<Status> {
        if self.entries.is_empty() {
            return None;
        }
        let start = self.bucket(key);
        let entry = self.entries[start..start + BUCKET].iter().find(|entry| entry.key == key)?;
        Some(Status {
            proof: entry.proof,
            disproof: entry.disproof,
            plies: u32::from(entry.plies),
            best: entry.best.and_then(Point::of_move),
        })
    }

    /// Stores the status found by a search of `visits` positions.
    pub(super) fn store(&mut self, key: Key, proof: Status, visits: u32) {
        if self.entries.is_empty() {
            self.entries = vec![Entry::EMPTY; self.size];
        }
        let start = self.bucket(key);
        let bucket = &mut self.entries[start..start + BUCKET];
        let place = bucket.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
            let least = (0..BUCKET).min_by_key(|&place| bucket[place].visits).unwrap_or(0);
            for entry in bucket.iter_mut() {
                entry.visits /= 2;
            }
            bucket[least].visits = 0;
            least
        });
        bucket[place] = Entry {
            key,
            proof: proof.proof,
            disproof: proof.disproof,
            best: proof.best.map(Point::to_move),
            plies: proof.plies as u16,
            visits: bucket[place].visits.saturating_add(visits),
        };
    }
}

impl Default for ProofTable {
    fn default() -> Self {
        const SIZE: usize = 1 << 17;
        Self::new(SIZE)
    }
}
