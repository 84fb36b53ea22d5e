use std::ops::{BitXor, BitXorAssign};

/// A 64-bit fingerprint of a position (Zobrist hashing): positions that differ in anything that matters to the
/// moves ahead have different keys but for accidents of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Key(pub u64);

impl BitXor for Key {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// The key of the position three plies ago, where one more move leads back to it: the opponent's two moves since then cancel
/// each other, so that taking the own one back is enough. `now` is the key of the position at hand, `before` what is
/// remembered of those before it, the latest last, each with the key that `key_of` reads; the last `reversible` moves can be
/// taken back.
#[inline(always)]
pub fn key_within_one_move<T>(
    now: Key,
    before: &[T],
    reversible: usize,
    key_of: impl Fn(&T) -> Key,
) -> Option<Key> {
    match before {
        [.., three, two, one] if reversible >= 3 => {
            let origin = key_of(three);
            (now ^ key_of(one) == key_of(two) ^ origin).then_some(origin)
        }
        _ => None,
    }
}

/// A reproducible sequence of keys for a game's tables, usable in constants.
///
/// The generator is `SplitMix64` (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
#[derive(Debug, Clone)]
pub struct KeySequence(u64);

impl KeySequence {
    /// The sequence that belongs to `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next key.
    pub const fn next_key(&mut self) -> Key {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Key(z ^ (z >> 31))
    }

    /// The next `N` keys.
    pub const fn next_keys<const N: usize>(&mut self) -> [Key; N] {
        let mut keys = [Key(0); N];
        let mut i = 0;
        while i < N {
            keys[i] = self.next_key();
            i += 1;
        }
        keys
    }
}
