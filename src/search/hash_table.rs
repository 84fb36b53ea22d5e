use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

use bytemuck::allocation::try_zeroed_slice_box;
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
///
/// The operating system provides a page of the table when it is first used, so that a large table takes no time to
/// create and no memory until a search fills it.
#[derive(Debug)]
pub struct HashTable {
    /// The clusters, one after the other, with room to begin them on a cache line. An allocation aligned to a cache
    /// line would do without, but the standard allocator touches all of its pages.
    words: Box<[AtomicU64]>,
    /// Where in `words` the first cluster begins.
    start: usize,
    clusters: usize,
    generation: AtomicU8,
    /// Something was stored since the table was created or cleared.
    is_used: AtomicBool,
}

/// The words of an entry: the key mixed with the data, then the data.
type Slot = [AtomicU64; SLOT_WORDS];

const SLOT_WORDS: usize = 2;
/// As many entries as a cache line holds.
const CLUSTER_SLOTS: usize = 4;
const CLUSTER_WORDS: usize = CLUSTER_SLOTS * SLOT_WORDS;
const CLUSTER_BYTES: usize = CLUSTER_WORDS * size_of::<AtomicU64>();
const BYTES_PER_MIB: usize = 1 << 20;
const GENERATION_BITS: u32 = 5;
const GENERATION_MASK: u8 = (1 << GENERATION_BITS) - 1;

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
    /// An empty table of `mib` MiB, at least one.
    ///
    /// # Errors
    /// Where that much memory cannot be had.
    pub fn new(mib: usize) -> Result<Self, HashTableError> {
        let too_large = HashTableError::TooLarge { mib };
        let bytes = mib.max(1).checked_mul(BYTES_PER_MIB).ok_or(too_large)?;
        let clusters = bytes / CLUSTER_BYTES;
        // Another cluster's room, less a word, is enough to reach the next cache line.
        let count = clusters * CLUSTER_WORDS + CLUSTER_WORDS - 1;
        let mut words = try_zeroed_slice_box::<AtomicU64>(count).map_err(|()| too_large)?;
        advise_large_pages(&mut words);
        let start = words.as_ptr().align_offset(CLUSTER_BYTES).min(CLUSTER_WORDS - 1);
        Ok(Self { words, start, clusters, generation: AtomicU8::new(0), is_used: AtomicBool::new(false) })
    }

    /// The words of all clusters.
    fn cluster_words(&self) -> &[AtomicU64] {
        &self.words[self.start..][..self.clusters * CLUSTER_WORDS]
    }

    /// The slots of the cluster where positions with this key are kept.
    #[inline(always)]
    fn cluster(&self, key: Key) -> &[Slot] {
        let index = (u128::from(key.0) * self.clusters as u128) >> 64;
        let first = self.start + index as usize * CLUSTER_WORDS;
        self.words[first..first + CLUSTER_WORDS].as_chunks().0
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<HashEntry> {
        self.cluster(key).iter().find_map(|[key_and_data, data]| {
            let data = data.load(Relaxed);
            (key_and_data.load(Relaxed) ^ data == key.0).then(|| HashEntry::unpack(data))
        })
    }

    /// Remembers `entry` for the position with this key, unless what is there already is worth more.
    pub fn store(&self, key: Key, mut entry: HashEntry) {
        // Reading first leaves the cache line to all threads once it is set.
        if !self.is_used.load(Relaxed) {
            self.is_used.store(true, Relaxed);
        }
        let generation = self.generation.load(Relaxed);
        let mut victim = None;
        for slot in self.cluster(key) {
            let [key_and_data, data] = slot;
            let data = data.load(Relaxed);
            if key_and_data.load(Relaxed) ^ data == key.0 {
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
        if let Some(([key_and_data, data], _)) = victim {
            let packed = entry.pack(generation);
            data.store(packed, Relaxed);
            key_and_data.store(key.0 ^ packed, Relaxed);
        }
    }

    /// Brings the memory of this key's cluster near, for a probe soon to come.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        if let Some(slot) = self.cluster(key).first() {
            prefetch(slot);
        }
    }

    /// Notes that a new search begins, so that entries of older ones are replaced first.
    pub fn new_search(&self) {
        let next = self.generation.load(Relaxed).wrapping_add(1) & GENERATION_MASK;
        self.generation.store(next, Relaxed);
    }

    /// Forgets everything, with as many threads as asked for. An unused table stays as it is.
    pub fn clear(&self, threads: usize) {
        self.generation.store(0, Relaxed);
        if !self.is_used.swap(false, Relaxed) {
            return;
        }
        let share = self.clusters.div_ceil(threads.max(1)) * CLUSTER_WORDS;
        thread::scope(|scope| {
            for words in self.cluster_words().chunks(share) {
                scope.spawn(move || {
                    for word in words {
                        // Pages that were never written to stay without memory where they are only read.
                        if word.load(Relaxed) != 0 {
                            word.store(0, Relaxed);
                        }
                    }
                });
            }
        });
    }

    /// How much of the table this search has filled, in thousandths, judged by a sample.
    pub fn permille_full(&self) -> u32 {
        const SAMPLE: usize = 250;
        let generation = self.generation.load(Relaxed);
        let sample = self.clusters.min(SAMPLE) * CLUSTER_SLOTS;
        let (slots, _) = self.cluster_words().as_chunks::<SLOT_WORDS>();
        let used = slots[..sample].iter().map(|[_, data]| data.load(Relaxed)).filter(|&data| data != 0);
        let current = used.filter(|&data| (data >> 59) as u8 == generation).count();
        (current * 1000 / sample) as u32
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

    /// The memory of this process that is really there, in bytes.
    #[cfg(target_os = "linux")]
    fn resident_bytes() -> usize {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse::<usize>().unwrap() << 10
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_taken_when_it_is_used() {
        const MIB: usize = 512;
        let before = resident_bytes();
        let table = HashTable::new(MIB).unwrap();
        table.new_search();
        table.clear(2);
        table.store(Key(1), entry(1, 1, 1));
        table.clear(2);
        assert_eq!(table.probe(Key(1)), None);
        assert_eq!(table.permille_full(), 0);
        // Other tests run beside this one.
        let most = MIB * BYTES_PER_MIB / 2;
        assert!(resident_bytes() < before + most);
        table.cluster_words().iter().for_each(|word| word.store(1, Relaxed));
        assert!(resident_bytes() > before + most);
    }

    #[test]
    fn every_cluster_is_a_cache_line_of_the_table() {
        let table = HashTable::new(3).unwrap();
        assert_eq!(size_of_val(table.cluster_words()), 3 * BYTES_PER_MIB);
        for key in [0, 1, u64::MAX / 3, u64::MAX] {
            let cluster = table.cluster(Key(key));
            assert_eq!(cluster.len(), CLUSTER_SLOTS);
            assert_eq!(cluster.as_ptr().addr() % CLUSTER_BYTES, 0);
        }
        let first = table.cluster(Key(0)).as_ptr().addr();
        let last = table.cluster(Key(u64::MAX)).as_ptr().addr();
        assert_eq!(last - first, 3 * BYTES_PER_MIB - CLUSTER_BYTES);
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert!(matches!(HashTable::new(usize::MAX), Err(HashTableError::TooLarge { mib: usize::MAX })));
        assert!(HashTable::new(1 << 40).is_err());
        assert!(HashTable::new(0).is_ok());
    }
}
