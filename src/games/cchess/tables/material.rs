use std::fmt;

use crate::base::Side;
use crate::games::cchess::{Piece, PieceKind};

/// The number of the kinds in [`NAMED`] that attack; the others only defend where they cannot leave their side.
const ATTACKING: usize = 4;

/// The kinds beside the general, in the order of the letters in names.
pub const NAMED: [PieceKind; 6] = [
    PieceKind::Chariot,
    PieceKind::Cannon,
    PieceKind::Horse,
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
];

/// The pieces beside the two generals. Its name is that of an ending: `KRvKN` is a chariot against a horse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// By side, then in the order of [`NAMED`].
    counts: [[u8; NAMED.len()]; 2],
}

impl Material {
    /// The generals alone.
    pub const BARE: Self = Self { counts: [[0; NAMED.len()]; 2] };

    /// The material in a name such as `KRvKN`, with Red's pieces first. `None` if it is not a name: the letters must be
    /// in the order of [`NAMED`], and no side may have more pieces than a set has.
    pub fn from_name(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        Some(Self { counts: [side_counts(first)?, side_counts(second)?] })
    }

    /// The material in a name as people may write it: in any case, with the letters in any order, and `E` and `H` for
    /// elephant and horse.
    pub fn from_any_name(name: &str) -> Option<Self> {
        let upper = name.trim().to_ascii_uppercase().replace('E', "B").replace('H', "N");
        let (first, second) = upper.split_once('V')?;
        let sorted = |letters: &str| {
            let mut letters: Vec<_> = letters.chars().collect();
            letters.sort_by_key(|&letter| NAMED.iter().position(|kind| kind.letter() == letter));
            letters.into_iter().collect::<String>()
        };
        Self::from_name(&format!("{}v{}", sorted(first), sorted(second)))
    }

    /// The pieces of which there are so many.
    #[inline]
    pub fn of(count: impl Fn(Piece) -> u8) -> Self {
        Self { counts: Side::BOTH.map(|side| NAMED.map(|kind| count(Piece { kind, side }))) }
    }

    /// Every material with this many pieces beside the generals, each once for both colours.
    pub fn all(pieces: usize) -> Vec<Self> {
        let mut found = vec![Self::BARE];
        for _ in 0..pieces {
            let larger = found.iter().flat_map(|material| {
                Side::BOTH.into_iter().flat_map(|side| NAMED.map(|kind| material.with(side, kind)))
            });
            found = larger.flatten().map(Self::canonical).collect();
            found.sort_unstable_by(|a, b| b.cmp(a));
            found.dedup();
        }
        found
    }

    /// Every material in which one side has at most the first of these numbers of pieces and the other the second, each
    /// once for both colours.
    pub fn within(limits: [MostPieces; 2]) -> Vec<Self> {
        let [first, second] = limits.map(MostPieces::all);
        let pairs =
            first.iter().flat_map(|&one| second.iter().map(move |&other| Self { counts: [one, other] }));
        let mut found: Vec<_> = pairs.map(Self::canonical).collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        found
    }

    /// The number of pieces beside the generals.
    #[inline]
    pub fn pieces(self) -> usize {
        self.counts.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// The number of a side's pieces of this kind; 0 for generals.
    #[inline]
    pub fn count(self, side: Side, kind: PieceKind) -> usize {
        let place = NAMED.iter().position(|named| *named == kind);
        place.map_or(0, |place| self.counts[side.index()][place].into())
    }

    /// One more piece; `None` if a set has no more of them.
    pub fn with(mut self, side: Side, kind: PieceKind) -> Option<Self> {
        let place = NAMED.iter().position(|named| *named == kind)?;
        let count = &mut self.counts[side.index()][place];
        *count += 1;
        (usize::from(*count) <= kind.set_size()).then_some(self)
    }

    /// `number` fewer pieces; `None` if there are not so many.
    pub fn without(mut self, side: Side, kind: PieceKind, number: usize) -> Option<Self> {
        let place = NAMED.iter().position(|named| *named == kind)?;
        let count = &mut self.counts[side.index()][place];
        *count = count.checked_sub(u8::try_from(number).ok()?)?;
        Some(self)
    }

    /// Every material after the capture of one piece, as [`Material::canonical`].
    pub fn after_captures(self) -> Vec<Self> {
        let captured = |side| NAMED.into_iter().filter_map(move |kind| self.without(side, kind, 1));
        Side::BOTH.into_iter().flat_map(captured).map(Self::canonical).collect()
    }

    /// The same pieces with the colours exchanged.
    #[must_use]
    #[inline]
    pub fn flipped(self) -> Self {
        let [first, second] = self.counts;
        Self { counts: [second, first] }
    }

    /// The side with the stronger pieces is Red: the one with more chariots, then cannons, and so on.
    #[must_use]
    #[inline]
    pub fn canonical(self) -> Self {
        self.max(self.flipped())
    }

    /// Whether both sides have the same pieces.
    #[inline]
    pub fn is_symmetric(self) -> bool {
        self.counts[0] == self.counts[1]
    }
}

/// The most pieces of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MostPieces {
    /// Chariots, cannons, horses and pawns together.
    pub attackers: u8,
    /// Advisors and elephants together.
    pub defenders: u8,
}

impl MostPieces {
    /// All pieces that a side may have.
    fn all(self) -> Vec<[u8; NAMED.len()]> {
        let mut found = vec![[0; NAMED.len()]];
        for (place, kind) in NAMED.into_iter().enumerate() {
            let most = if place < ATTACKING { self.attackers } else { self.defenders };
            let more = |counts: [u8; NAMED.len()]| {
                let of_group = if place < ATTACKING { &counts[..ATTACKING] } else { &counts[ATTACKING..] };
                let left = most.saturating_sub(of_group.iter().sum()).min(kind.set_size() as u8);
                (0..=left).map(move |count| {
                    let mut counts = counts;
                    counts[place] = count;
                    counts
                })
            };
            found = found.into_iter().flat_map(more).collect();
        }
        found
    }
}

/// The pieces of one side from their letters.
fn side_counts(letters: &str) -> Option<[u8; NAMED.len()]> {
    let mut counts = [0u8; NAMED.len()];
    let mut last = 0;
    for letter in letters.strip_prefix('K')?.chars() {
        last = NAMED.iter().position(|kind| kind.letter() == letter).filter(|place| *place >= last)?;
        counts[last] += 1;
        if usize::from(counts[last]) > NAMED[last].set_size() {
            return None;
        }
    }
    Some(counts)
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.counts.map(|counts| {
            let letters = NAMED.iter().zip(counts);
            letters
                .flat_map(|(kind, count)| std::iter::repeat_n(kind.letter(), count.into()))
                .collect::<String>()
        });
        write!(f, "K{first}vK{second}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_material() {
        for name in ["KvK", "KRvK", "KRCNPABvKRCNPAB", "KPPPPPvKAABB"] {
            assert_eq!(Material::from_name(name).expect("a name").to_string(), name);
        }
        for name in ["", "K", "KRK", "KNRvK", "KAAAvK", "RvK", "KRvKv", "KrvK", "KRvKK", "KPPPPPPvK", " KvK"]
        {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
        for name in ["krpvkn", "KPRvKN", "KPRVKH", " KRPvKN "] {
            assert_eq!(Material::from_any_name(name).expect("a name").to_string(), "KRPvKN", "{name}");
        }
        for name in ["KR-KN", "", "KRPvK1", "KvKK", "KRPPPPPPvK"] {
            assert_eq!(Material::from_any_name(name), None, "{name}");
        }
        let material = Material::from_name("KNvKR").expect("a name");
        assert_eq!(material.canonical().to_string(), "KRvKN");
        assert_eq!(material.canonical().canonical(), material.flipped());
    }

    #[test]
    fn materials_within_limits_are_listed_once() {
        let names = |attackers: [u8; 2], defenders: [u8; 2]| -> Vec<String> {
            let side = |index: usize| MostPieces { attackers: attackers[index], defenders: defenders[index] };
            Material::within([side(0), side(1)]).iter().map(ToString::to_string).collect()
        };
        assert_eq!(names([1, 0], [0, 0]), ["KRvK", "KCvK", "KNvK", "KPvK", "KvK"]);
        // Nine kinds of defence for each of no attackers, four single ones and ten pairs.
        let two = names([2, 0], [0, 4]);
        assert_eq!(two.len(), 15 * 9);
        assert!(["KRPvKAABB", "KNNvKA", "KAABBvK"].iter().all(|name| two.contains(&(*name).to_owned())));
        let each = names([1, 1], [0, 1]);
        assert!(["KRvKNA", "KRAvKN", "KNBvKN"].iter().all(|name| each.contains(&(*name).to_owned())));
        assert!(["KRvKNAA", "KRAvKNA", "KNPvK"].iter().all(|name| !each.contains(&(*name).to_owned())));
        assert!(names([5, 0], [0, 0]).contains(&"KPPPPPvK".to_owned()));
        assert!(!names([5, 0], [0, 0]).contains(&"KRRRvK".to_owned()));
    }

    #[test]
    fn all_materials_are_listed_once() {
        for (pieces, count) in [(0, 1), (1, 6), (2, 42), (3, 177)] {
            let all = Material::all(pieces);
            assert_eq!(all.len(), count);
            assert!(
                all.iter().all(|material| material.pieces() == pieces && *material == material.canonical())
            );
        }
        let names: Vec<_> = Material::all(1).iter().map(ToString::to_string).collect();
        assert_eq!(names, ["KRvK", "KCvK", "KNvK", "KPvK", "KAvK", "KBvK"]);
    }
}
