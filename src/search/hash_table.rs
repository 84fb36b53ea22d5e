use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

use bytemuck::allocation::try_zeroed_slice_box;
use thiserror::Error;

use crate::base::{Key, Move, Score, advise_large_pages, prefetch};

use super::Bound;

/// Why a hash table could not be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum HashTableError {
    /// The memory could not be allocated.
    #[error("a hash table of {mib} MiB does not fit into memory")]
    TooLarge {
        /// The requested size.
        mib: usize,
    },
}

/// The transposition table, shared by all threads.
///
/// The table is lock-free and consists of clusters of entries. An entry is two words: the exclusive or of the
/// position's key and the data, and the data. If two threads interleave their writes, the words no longer match the key
/// and the entry is ignored (Hyatt and Mann, A lock-less transposition table implementation for parallel search, 2002).
///
/// The operating system provides the memory zeroed, each page when it is first written. Creating a large table is
/// therefore fast, and takes no memory until a search fills the table or [`HashTable::populate`] is called.
#[derive(Debug)]
pub struct HashTable {
    /// The clusters, with padding to align the first one to a cache line. An aligned allocation would not need padding,
    /// but the standard allocator writes to all of its pages.
    words: Box<[AtomicU64]>,
    /// The index in `words` at which the first cluster begins.
    start: usize,
    clusters: usize,
    generation: AtomicU8,
    /// Whether anything was stored since the table was created or cleared.
    is_used: AtomicBool,
    /// Whether all pages have been written.
    is_populated: AtomicBool,
}

/// The words of an entry: key XOR data, then data.
type Slot = [AtomicU64; SLOT_WORDS];

const SLOT_WORDS: usize = 2;
/// The number of entries that fit into a cache line.
const CLUSTER_SLOTS: usize = 4;
const CLUSTER_WORDS: usize = CLUSTER_SLOTS * SLOT_WORDS;
const CLUSTER_BYTES: usize = CLUSTER_WORDS * size_of::<AtomicU64>();
const BYTES_PER_MIB: usize = 1 << 20;
const GENERATION_BITS: u32 = 5;
const GENERATION_MASK: u8 = (1 << GENERATION_BITS) - 1;

/// An entry of the table, about one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashEntry {
    /// The best move found. After a key collision it belongs to another position, so check that it is legal.
    pub best: Option<Move>,
    /// The score relative to the node ([`Score::relative_to_node`]) and its bound; `None` if only the evaluation was
    /// stored.
    pub score: Option<(Score, Bound)>,
    /// The static evaluation before correction; `None` if the side to move has a threat to answer.
    pub evaluation: Option<Score>,
    /// The depth of the search that found the score, 0 for quiescence.
    pub depth: i32,
    /// Whether the position has been on a principal variation.
    pub on_pv: bool,
}

impl HashEntry {
    /// Layout from the lowest bit: move 16, score 16, evaluation 16 (0 for none), depth 8, bound 2, PV flag 1,
    /// generation 5.
    fn pack(self, generation: u8) -> u64 {
        let (score, bound) = match self.score {
            None => (0, 0),
            Some((score, Bound::Upper)) => (score.value(), 1),
            Some((score, Bound::Lower)) => (score.value(), 2),
            Some((score, Bound::Exact)) => (score.value(), 3),
        };
        let evaluation = self.evaluation.map_or(0, |evaluation| evaluation.value() as u16 ^ 0x8000);
        u64::from(self.best.map_or(0, Move::bits))
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
    /// Creates an empty table of `mib` MiB, at least one.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn new(mib: usize) -> Result<Self, HashTableError> {
        let too_large = HashTableError::TooLarge { mib };
        let bytes = mib.max(1).checked_mul(BYTES_PER_MIB).ok_or(too_large)?;
        let clusters = bytes / CLUSTER_BYTES;
        // Padding of one word less than a cluster always reaches the next cache line.
        let count = clusters * CLUSTER_WORDS + CLUSTER_WORDS - 1;
        let mut words = try_zeroed_slice_box::<AtomicU64>(count).map_err(|()| too_large)?;
        advise_large_pages(&mut words);
        let start = words.as_ptr().align_offset(CLUSTER_BYTES).min(CLUSTER_WORDS - 1);
        Ok(Self {
            words,
            start,
            clusters,
            generation: AtomicU8::new(0),
            is_used: AtomicBool::new(false),
            is_populated: AtomicBool::new(false),
        })
    }

    /// The words of all clusters.
    fn cluster_words(&self) -> &[AtomicU64] {
        &self.words[self.start..][..self.clusters * CLUSTER_WORDS]
    }

    /// The slots of the cluster for this key.
    #[inline]
    fn cluster(&self, key: Key) -> &[Slot] {
        let index = (u128::from(key.0) * self.clusters as u128) >> 64;
        let first = self.start + index as usize * CLUSTER_WORDS;
        self.words[first..first + CLUSTER_WORDS].as_chunks().0
    }

    /// Looks up the entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<HashEntry> {
        self.cluster(key).iter().find_map(|[key_and_data, data]| {
            let data = data.load(Relaxed);
            (key_and_data.load(Relaxed) ^ data == key.0).then(|| HashEntry::unpack(data))
        })
    }

    /// Stores `entry` for the position with this key, unless it already has a much deeper entry from the same search
    /// and `entry` is not exact. A stored move is kept if `entry` has none. In a full cluster, the entry with the least
    /// depth, lowered by its age, is replaced.
    pub fn store(&self, key: Key, mut entry: HashEntry) {
        // Loading first keeps the cache line shared between cores once the flag is set.
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
            let priority = if data == 0 { i32::MIN } else { packed_depth(data) - 8 * i32::from(age) };
            if victim.is_none_or(|(_, least)| priority < least) {
                victim = Some((slot, priority));
            }
        }
        if let Some(([key_and_data, data], _)) = victim {
            let packed = entry.pack(generation);
            data.store(packed, Relaxed);
            key_and_data.store(key.0 ^ packed, Relaxed);
        }
    }

    /// Prefetches the cluster of this key into the cache.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        if let Some(slot) = self.cluster(key).first() {
            prefetch(slot);
        }
    }

    /// Starts a new generation: from now on, entries of earlier searches are replaced first.
    pub fn new_search(&self) {
        let next = self.generation.load(Relaxed).wrapping_add(1) & GENERATION_MASK;
        self.generation.store(next, Relaxed);
    }

    /// Removes all entries, using this many threads or as many as can be started. Does nothing if nothing was stored.
    pub fn clear(&self, threads: usize) {
        self.generation.store(0, Relaxed);
        if self.is_used.swap(false, Relaxed) {
            self.divide(threads, clear_words);
        }
    }

    /// Makes the operating system provide all pages, using this many threads or as many as can be started, so that the
    /// first search does not wait for them. Does nothing on later calls. No search may be running.
    pub fn populate(&self, threads: usize) {
        if !self.is_populated.swap(true, Relaxed) {
            self.divide(threads, write_pages);
        }
    }

    /// Applies `work` to the words of all clusters, divided among this many threads or as many as can be started.
    fn divide(&self, threads: usize, work: fn(&[AtomicU64])) {
        let share = self.clusters.div_ceil(threads.max(1)) * CLUSTER_WORDS;
        thread::scope(|scope| {
            for words in self.cluster_words().chunks(share) {
                if thread::Builder::new().spawn_scoped(scope, move || work(words)).is_err() {
                    work(words);
                }
            }
        });
    }

    /// The share of entries written by this search, in thousandths, estimated from a sample.
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

fn clear_words(words: &[AtomicU64]) {
    for word in words {
        // Reading a page that was never written does not allocate memory for it.
        if word.load(Relaxed) != 0 {
            word.store(0, Relaxed);
        }
    }
}

/// Writes to each page of these words without changing them.
fn write_pages(words: &[AtomicU64]) {
    // No system has smaller pages.
    const PAGE_WORDS: usize = 4096 / size_of::<AtomicU64>();
    for word in words.iter().step_by(PAGE_WORDS) {
        word.store(word.load(Relaxed), Relaxed);
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
    fn stored_entries_are_read_back() {
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
    fn storing_without_a_move_keeps_the_old_move() {
        let table = HashTable::new(1).unwrap();
        table.store(Key(5), entry(9, 3, 4));
        table.store(Key(5), entry(0, 4, 4));
        assert_eq!(
            table.probe(Key(5)).map(|e| (e.best, e.score.unwrap().0.value())),
            Some((Move::from_bits(9), 4))
        );
    }

    #[test]
    fn shallowest_entry_of_a_full_cluster_is_replaced() {
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
    fn hashfull_counts_entries_of_the_current_search() {
        let table = HashTable::new(1).unwrap();
        assert_eq!(table.permille_full(), 0);
        for key in 0..1_000_000_u64 {
            table.store(Key(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)), entry(1, 0, 3));
        }
        assert!(table.permille_full() > 990);
        table.new_search();
        assert_eq!(table.permille_full(), 0);
    }

    /// The resident memory of this process, in bytes.
    #[cfg(target_os = "linux")]
    fn resident_bytes() -> usize {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse::<usize>().unwrap() << 10
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_allocated_on_first_use() {
        const MIB: usize = 512;
        let before = resident_bytes();
        let table = HashTable::new(MIB).unwrap();
        table.new_search();
        table.clear(2);
        table.store(Key(1), entry(1, 1, 1));
        table.clear(2);
        assert_eq!(table.probe(Key(1)), None);
        assert_eq!(table.permille_full(), 0);
        // Half the size, as other tests may run in this process.
        let most = MIB * BYTES_PER_MIB / 2;
        assert!(resident_bytes() < before + most);
        table.cluster_words().iter().for_each(|word| word.store(1, Relaxed));
        assert!(resident_bytes() > before + most);
    }

    #[test]
    fn clusters_are_aligned_and_cover_the_table() {
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
    fn oversized_tables_are_rejected() {
        assert!(matches!(HashTable::new(usize::MAX), Err(HashTableError::TooLarge { mib: usize::MAX })));
        assert!(HashTable::new(1 << 40).is_err());
        assert!(HashTable::new(0).is_ok());
    }
}
