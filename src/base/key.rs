use std::ops::{BitXor, BitXorAssign};

/// A 64-bit hash of a position (Zobrist hashing). Positions that differ in anything that affects future moves have
/// different keys, except for rare collisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Key(pub u64);

impl BitXor for Key {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// The key of the latest earlier position that a single move may lead back to. The opponent's moves since that position
/// cancel each other out, so only the own moves need to be reversed: a single own move can be reversed by one move,
/// several perhaps. `now` is the key of the current position. `before` yields the keys of the positions before it, the
/// latest first, back to the last irreversible move. `turn` is the part of the key that changes with every move.
#[inline]
pub fn key_within_one_move(now: Key, mut before: impl Iterator<Item = Key>, turn: Key) -> Option<Key> {
    // The combined key change of the opponent's moves since the position under consideration.
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

/// A reproducible pseudorandom sequence of keys for a game's tables; usable in constants.
///
/// The generator is `SplitMix64` (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
#[derive(Debug, Clone)]
pub struct KeySequence(u64);

impl KeySequence {
    /// The sequence for this `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next key.
    pub const fn next_key(&mut self) -> Key {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Key(z ^ (z >> 31))
    }

    /// Returns the next `N` keys.
    pub const fn next_keys<const N: usize>(&mut self) -> [Key; N] {
        let mut keys = [Key(0); N];
        let mut i = 0;
        while i < N {
            keys[i] = self.next_key();
            i += 1;
        }
        keys
    }

    /// Returns the next `M` lists of `N` keys each, such as the keys of every piece on every point.
    pub const fn next_lists<const N: usize, const M: usize>(&mut self) -> [[Key; N]; M] {
        let mut lists = [[Key(0); N]; M];
        let mut i = 0;
        while i < M {
            lists[i] = self.next_keys();
            i += 1;
        }
        lists
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Key = Key(1 << 60);

    /// Keys after moves that change the key by these values, the latest first; every move also changes the turn.
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
    fn upcoming_repetition_is_found_after_the_opponent_moved_back() {
        // Back and forth, with one opponent's move in between.
        assert_eq!(way_back(&[1, 2, 1]), Some(Key(0)));
        assert_eq!(way_back(&[8, 1, 2, 1]), Some(Key(8) ^ TURN));
        // Around a triangle, and by a detour.
        assert_eq!(way_back(&[1, 4, 2, 4, 3]), Some(Key(0)));
        assert_eq!(way_back(&[1, 16, 2, 32, 4, 64, 7]), Some(Key(0)));
        // The latest of two such positions.
        assert_eq!(way_back(&[1, 2, 1, 2, 1]), Some(Key(2 ^ 1)));
    }

    #[test]
    fn no_upcoming_repetition_if_the_opponent_has_moved_away() {
        for moves in [&[][..], &[1], &[1, 1], &[1, 2, 3], &[1, 2, 4, 2, 8]] {
            assert_eq!(way_back(moves), None, "{moves:?}");
        }
        // Positions before an irreversible move are out of reach.
        let keys = keys(&[1, 2, 1]);
        assert_eq!(key_within_one_move(keys[0], keys[1..3].iter().copied(), TURN), None);
    }
}
