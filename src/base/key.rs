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

/// The key of the latest earlier position that one move may lead back to: the opponent's moves since then cancel each
/// other, so that taking the own ones back is enough, which is one move if there was one, and may be one if there were
/// more. `now` is the key of the position at hand, `before` has those of the positions before it, the latest first, as
/// far back as all moves can be taken back, and `turn` is what every move changes in a key.
#[inline(always)]
pub fn key_within_one_move(now: Key, mut before: impl Iterator<Item = Key>, turn: Key) -> Option<Key> {
    // What the opponent's moves since the position that is looked at come to.
    let mut change = now ^ before.next()? ^ turn;
    loop {
        let after = before.next()?;
        let origin = before.next()?;
        change ^= after ^ origin ^ turn;
        if change == Key(0) {
            return Some(origin);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Key = Key(1 << 60);

    /// The keys of a game in which every move changes this, the latest first.
    fn keys(moves: &[u64]) -> Vec<Key> {
        let mut keys = vec![Key(0)];
        for &m in moves {
            keys.push(keys[keys.len() - 1] ^ Key(m) ^ TURN);
        }
        keys.reverse();
        keys
    }

    fn way_back(moves: &[u64]) -> Option<Key> {
        let keys = keys(moves);
        key_within_one_move(keys[0], keys[1..].iter().copied(), TURN)
    }

    #[test]
    fn an_opponent_that_went_back_leaves_one_move_to_an_earlier_position() {
        // There and back, with one move between.
        assert_eq!(way_back(&[1, 2, 1]), Some(Key(0)));
        assert_eq!(way_back(&[8, 1, 2, 1]), Some(Key(8) ^ TURN));
        // Around a triangle, and by a detour.
        assert_eq!(way_back(&[1, 4, 2, 4, 3]), Some(Key(0)));
        assert_eq!(way_back(&[1, 16, 2, 32, 4, 64, 7]), Some(Key(0)));
        // The latest of two such positions.
        assert_eq!(way_back(&[1, 2, 1, 2, 1]), Some(Key(2 ^ 1)));
    }

    #[test]
    fn an_opponent_that_is_elsewhere_leaves_none() {
        for moves in [&[][..], &[1], &[1, 1], &[1, 2, 3], &[1, 2, 4, 2, 8]] {
            assert_eq!(way_back(moves), None, "{moves:?}");
        }
        // What cannot be taken back hides what was before it.
        let keys = keys(&[1, 2, 1]);
        assert_eq!(key_within_one_move(keys[0], keys[1..3].iter().copied(), TURN), None);
    }
}
