use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

use thiserror::Error;

use crate::base::{Key, Move, Score, advise_large_pages, prefetch};

use super::Bound;

/// A size that no hash table can have here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum HashTableError {
    /// The memory cannot be had.
    #[error("a hash table of {mib} MiB does not fit into memory")]
    TooLarge {
        /// The size asked for.
        mib: usize,
    },
}

/// What a search remembers of a position that it has met, by whatever path and on whatever thread.
///
/// A table of clusters of entries without locks. An entry is two words, of which the first is the position's key
/// mixed with the second, so that words of two different writers are recognised as no entry (Hyatt and Mann, A
/// lock-less transposition table implementation for parallel search, 2002).
#[derive(Debug)]
pub struct HashTable {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

/// As many entries as a cache line holds.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; CLUSTER_SLOTS]);

const CLUSTER_SLOTS: usize = 4;
const BYTES_PER_MIB: usize = 1 << 20;
const GENERATION_BITS: u32 = 5;
const GENERATION_MASK: u8 = (1 << GENERATION_BITS) - 1;

#[derive(Debug, Default)]
struct Slot {
    key_and_data: AtomicU64,
    data: AtomicU64,
}

/// What the table knows of one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashEntry {
    /// The best move found, or [`Move::NONE`]. Chance may bring another position's: check that it is legal.
    pub best: Move,
    /// The score relative to the node ([`Score::relative_to_node`]) and what it means; none where only the
    /// evaluation was worth keeping.
    pub score: Option<(Score, Bound)>,
    /// The static evaluation as the evaluator gave it; none where the side to move had a threat to answer.
    pub evaluation: Option<Score>,
    /// The depth of the search behind the score, 0 for quiescence.
    pub depth: i32,
    /// Whether the position was on a principal variation once.
    pub on_pv: bool,
}

impl HashEntry {
    /// Layout from the lowest bit: move 16, score 16, evaluation 16 (0 for none), depth 8, bound 2, variation 1,
    /// generation 5.
    fn pack(self, generation: u8) -> u64 {
        let (score, bound) = match self.score {
            None => (0, 0),
            Some((score, Bound::Upper)) => (score.value(), 1),
            Some((score, Bound::Lower)) => (score.value(), 2),
            Some((score, Bound::Exact)) => (score.value(), 3),
        };
        let evaluation = self.evaluation.map_or(0, |evaluation| evaluation.value() as u16 ^ 0x8000);
        u64::from(self.best.bits())
            | u64::from(score as u16) << 16
            | u64::from(evaluation) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | bound << 56
            | u64::from(self.on_pv) << 58
            | u64::from(generation) << 59
    }

    fn unpack(data: u64) -> Self {
        let score = Score::new(i32::from((data >> 16) as i16));
        let evaluation = (data >> 32) as u16;
        Self {
            best: Move::from_bits(data as u16),
            score: match data >> 56 & 3 {
                0 => None,
                1 => Some((score, Bound::Upper)),
                2 => Some((score, Bound::Lower)),
                _ => Some((score, Bound::Exact)),
            },
            evaluation: (evaluation != 0).then(|| Score::new(i32::from((evaluation ^ 0x8000) as i16))),
            depth: packed_depth(data),
            on_pv: data >> 58 & 1 != 0,
        }
    }
}

fn packed_depth(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

impl HashTable {
    /// A table of `mib` MiB, at least one.
    ///
    /// # Errors
    /// Where that much memory cannot be had.
    pub fn new(mib: usize) -> Result<Self, HashTableError> {
        Reservation::new(mib).map(Reservation::into_table)
    }

    fn cluster(&self, key: Key) -> &Cluster {
        let index = (u128::from(key.0) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<HashEntry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.key_and_data.load(Relaxed) ^ data == key.0).then(|| HashEntry::unpack(data))
        })
    }

    /// Remembers `entry` for the position with this key, unless what is there already is worth more.
    pub fn store(&self, key: Key, mut entry: HashEntry) {
        let generation = self.generation.load(Relaxed);
        let mut victim = None;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.key_and_data.load(Relaxed) ^ data == key.0 {
                if entry.best.is_none() {
                    entry.best = Move::from_bits(data as u16);
                }
                let exact = matches!(entry.score, Some((_, Bound::Exact)));
                let same_search = (data >> 59) as u8 == generation;
                if same_search && !exact && entry.depth + 4 < packed_depth(data) {
                    return;
                }
                victim = Some((slot, i32::MIN));
                break;
            }
            let age = generation.wrapping_sub((data >> 59) as u8) & GENERATION_MASK;
            let worth = if data == 0 { i32::MIN } else { packed_depth(data) - 8 * i32::from(age) };
            if victim.is_none_or(|(_, least)| worth < least) {
                victim = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = victim {
            let data = entry.pack(generation);
            slot.data.store(data, Relaxed);
            slot.key_and_data.store(key.0 ^ data, Relaxed);
        }
    }

    /// Brings the memory of this key's cluster near, for a probe soon to come.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// Tells the table that a new search begins, so that what older ones left gives way first.
    pub fn new_search(&self) {
        let next = self.generation.load(Relaxed).wrapping_add(1) & GENERATION_MASK;
        self.generation.store(next, Relaxed);
    }

    /// Forgets everything, with as many threads as asked for.
    pub fn clear(&self, threads: usize) {
        let share = self.clusters.len().div_ceil(threads.max(1));
        thread::scope(|scope| {
            for clusters in self.clusters.chunks(share) {
                scope.spawn(move || {
                    for slot in clusters.iter().flat_map(|cluster| &cluster.0) {
                        slot.data.store(0, Relaxed);
                        slot.key_and_data.store(0, Relaxed);
                    }
                });
            }
        });
        self.generation.store(0, Relaxed);
    }

    /// How much of the table this search has filled, in thousandths, judged by a sample.
    pub fn permille_full(&self) -> u32 {
        const SAMPLE: usize = 250;
        let generation = self.generation.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(SAMPLE)];
        let slots = sample.iter().flat_map(|cluster| &cluster.0);
        let used = slots.map(|slot| slot.data.load(Relaxed)).filter(|&data| data != 0);
        let current = used.filter(|&data| (data >> 59) as u8 == generation).count();
        (current * 1000 / (sample.len() * CLUSTER_SLOTS)) as u32
    }
}

/// Memory for a table that is set aside but not yet filled: a table that is to be replaced can go in between.
pub struct Reservation(Vec<Cluster>, usize);

impl Reservation {
    /// Memory for a table of `mib` MiB, at least one.
    ///
    /// # Errors
    /// Where that much memory cannot be had.
    pub fn new(mib: usize) -> Result<Self, HashTableError> {
        let too_large = HashTableError::TooLarge { mib };
        let bytes = mib.max(1).checked_mul(BYTES_PER_MIB).ok_or(too_large)?;
        let count = bytes / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| too_large)?;
        advise_large_pages(clusters.spare_capacity_mut());
        Ok(Self(clusters, count))
    }

    /// The empty table.
    pub fn into_table(self) -> HashTable {
        let Self(mut clusters, count) = self;
        clusters.resize_with(count, Cluster::default);
        HashTable { clusters, generation: AtomicU8::new(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(best: u16, score: i32, depth: i32) -> HashEntry {
        HashEntry {
            best: Move::from_bits(best),
            score: Some((Score::new(score), Bound::Lower)),
            evaluation: Some(Score::new(-score)),
            depth,
            on_pv: true,
        }
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let table = HashTable::new(1).unwrap();
        for (number, score) in [-32_000, -1, 0, 1, 28_000].into_iter().enumerate() {
            let key = Key(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number as u64 + 1));
            assert_eq!(table.probe(key), None);
            let bounds = [Some(Bound::Exact), Some(Bound::Lower), Some(Bound::Upper), None];
            for bound in bounds {
                let stored = HashEntry {
                    score: bound.map(|bound| (Score::new(score), bound)),
                    evaluation: (score != 0).then(|| Score::new(-score)),
                    ..entry(7, score, 255)
                };
                table.clear(2);
                table.store(key, stored);
                assert_eq!(table.probe(key), Some(stored));
            }
        }
    }

    #[test]
    fn a_move_outlives_a_result_without_one() {
        let table = HashTable::new(1).unwrap();
        table.store(Key(5), entry(9, 3, 4));
        table.store(Key(5), entry(0, 4, 4));
        assert_eq!(
            table.probe(Key(5)).map(|e| (e.best, e.score.unwrap().0.value())),
            Some((Move::from_bits(9), 4))
        );
    }

    #[test]
    fn the_shallowest_entry_of_a_full_cluster_gives_way() {
        let table = HashTable::new(1).unwrap();
        for key in 1..=4 {
            table.store(Key(key), entry(key as u16, 0, 10 * key as i32));
        }
        table.store(Key(5), entry(5, 0, 1));
        let present: Vec<bool> = (1..=5).map(|key| table.probe(Key(key)).is_some()).collect();
        assert_eq!(present, [false, true, true, true, true]);
        for _ in 0..8 {
            table.new_search();
        }
        table.store(Key(6), entry(6, 0, 1));
        table.store(Key(7), entry(7, 0, 2));
        assert!(table.probe(Key(4)).is_some() && table.probe(Key(7)).is_some());
        assert!(table.probe(Key(5)).is_none() && table.probe(Key(2)).is_none());
    }

    #[test]
    fn fullness_counts_the_present_search() {
        let table = HashTable::new(1).unwrap();
        assert_eq!(table.permille_full(), 0);
        for key in 0..1_000_000_u64 {
            table.store(Key(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)), entry(1, 0, 3));
        }
        assert!(table.permille_full() > 990);
        table.new_search();
        assert_eq!(table.permille_full(), 0);
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert!(matches!(HashTable::new(usize::MAX), Err(HashTableError::TooLarge { mib: usize::MAX })));
        assert!(HashTable::new(1 << 40).is_err());
        assert!(HashTable::new(0).is_ok());
    }
}
