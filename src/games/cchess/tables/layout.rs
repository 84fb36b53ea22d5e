use crate::base::Side;
use crate::games::cchess::{FILES, POINTS, Piece, PieceKind, Point, PointSet};

use super::material::{Material, NAMED};
use super::rules::TabledGame;

/// The most pieces of a table, the generals included.
pub const MOST_PIECES: usize = 12;
/// The most pieces of one kind and side.
const MOST_ALIKE: usize = 5;
/// The file on which mirroring leaves a point where it is.
const AXIS: usize = FILES / 2;
/// Marks a point on which a piece cannot stand.
const NOWHERE: u8 = u8::MAX;

/// Binomial coefficients: `CHOICES[n][k]` is the number of ways to choose `k` of `n`.
static CHOICES: [[u32; MOST_ALIKE + 1]; POINTS + 1] = {
    let mut table = [[0; MOST_ALIKE + 1]; POINTS + 1];
    let mut n = 0;
    while n <= POINTS {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST_ALIKE {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The points of a table's pieces: Red's general, Black's general, then the others in the order of the table's pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    points: [Point; MOST_PIECES],
    length: u8,
}

impl Placement {
    /// Nothing on the board.
    pub const EMPTY: Self = Self { points: [Point::new(0, 0); MOST_PIECES], length: 0 };

    /// The points of a position's pieces, which are these in some order. `flip`: the colours are exchanged.
    #[inline]
    pub fn of<P: TabledGame>(position: &P, pieces: &[Piece], flip: bool) -> Self {
        let mut placement = Self::EMPTY;
        let mut slot = 0;
        while let Some(&piece) = pieces.get(slot) {
            let side = if flip { !piece.side } else { piece.side };
            let found = position.points_of(Piece::new(piece.kind, side));
            slot += found.len().max(1);
            for at in found {
                placement.push(if flip { at.flipped(P::RANKS) } else { at });
            }
        }
        placement
    }

    /// Adds the point of the next piece. There must be room.
    #[inline]
    pub fn push(&mut self, at: Point) {
        self.points[usize::from(self.length)] = at;
        self.length += 1;
    }

    /// The points, in order.
    #[inline]
    pub fn points(&self) -> &[Point] {
        &self.points[..usize::from(self.length)]
    }

    /// The same with one piece elsewhere.
    #[must_use]
    #[inline]
    pub fn moved(mut self, slot: usize, to: Point) -> Self {
        self.points[slot] = to;
        self
    }

    /// Whether the mirror image, left to right, is the one that a table contains.
    #[inline]
    fn is_mirrored(&self) -> bool {
        let [red, black] = [self.points[0].file(), self.points[1].file()];
        red > AXIS || red == AXIS && black > AXIS
    }

    /// Whether a table contains both this and its mirror image, because both generals are on the middle file.
    #[inline]
    pub fn is_on_axis(&self) -> bool {
        self.points[0].file() == AXIS && self.points[1].file() == AXIS
    }

    /// The mirror image.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        for at in &mut self.points[..usize::from(self.length)] {
            *at = at.mirrored();
        }
        self
    }

    /// Whether a table contains this itself, not only its mirror image.
    #[inline]
    pub fn is_canonical(&self) -> bool {
        !self.is_mirrored()
    }
}

/// Equal pieces of one side.
#[derive(Debug, Clone)]
struct Group {
    /// The number of pieces.
    count: usize,
    /// The number of ways to place them.
    size: u64,
    /// The points where they can stand.
    domain: Vec<Point>,
    /// The places of points in `domain`, or [`NOWHERE`].
    places: [u8; POINTS],
    /// The places of the pieces, ascending, by the number of the way to place them.
    ways: Vec<[u8; MOST_ALIKE]>,
}

impl Group {
    fn new(count: usize, domain: PointSet) -> Self {
        let points: Vec<_> = domain.collect();
        let mut places = [NOWHERE; POINTS];
        for (place, at) in points.iter().enumerate() {
            places[at.index()] = place as u8;
        }
        let size = CHOICES[points.len()][count];
        let mut ways = Vec::with_capacity(size as usize);
        let mut way = [0; MOST_ALIKE];
        for (index, place) in way.iter_mut().enumerate().take(count) {
            *place = index as u8;
        }
        // Ascending in the order of `Group::number`: the last piece counts most.
        for _ in 0..size {
            ways.push(way);
            let mut at = 0;
            while at + 1 < count && way[at] + 1 == way[at + 1] {
                way[at] = at as u8;
                at += 1;
            }
            way[at] += 1;
        }
        Self { count, size: size.into(), domain: points, places, ways }
    }

    /// The number of the way in which pieces on these points are placed.
    #[inline]
    fn number(&self, points: &[Point], mirror: bool) -> Option<u64> {
        let place = |at: Point| self.places[if mirror { at.mirrored() } else { at }.index()];
        let mut sorted = [NOWHERE; MOST_ALIKE];
        for (index, &at) in points.iter().enumerate() {
            let mut hole = index;
            let place = place(at);
            while hole > 0 && sorted[hole - 1] > place {
                sorted[hole] = sorted[hole - 1];
                hole -= 1;
            }
            sorted[hole] = place;
        }
        if sorted[self.count - 1] == NOWHERE {
            return None;
        }
        let number = (0..self.count).map(|index| CHOICES[usize::from(sorted[index])][index + 1]);
        Some(number.sum::<u32>().into())
    }
}

/// How the positions of a material are numbered, apart from the side to move. Mirror images share a number unless both
/// generals are on the middle file.
#[derive(Debug, Clone)]
pub struct Layout {
    pieces: Vec<Piece>,
    /// The points of the two generals.
    generals: Vec<[Point; 2]>,
    /// The places in `generals`, by the points of Red's and Black's general.
    general_places: Vec<u8>,
    groups: Vec<Group>,
    size: u64,
}

impl Layout {
    /// The numbering of a material, given the points where each piece can stand. `None` if there are too many pieces.
    pub fn new(material: Material, domain: impl Fn(Piece) -> PointSet) -> Option<Self> {
        if material.pieces() + 2 > MOST_PIECES {
            return None;
        }
        let general = |side| domain(Piece::new(PieceKind::General, side));
        let mut generals = Vec::new();
        let mut general_places = vec![NOWHERE; POINTS * POINTS];
        for red in general(Side::First) {
            for black in general(Side::Second) {
                let mut placement = Placement::EMPTY;
                placement.push(red);
                placement.push(black);
                if red != black && placement.is_canonical() {
                    general_places[red.index() * POINTS + black.index()] = generals.len() as u8;
                    generals.push([red, black]);
                }
            }
        }
        let mut pieces: Vec<_> = Side::BOTH.map(|side| Piece::new(PieceKind::General, side)).into();
        let mut groups = Vec::new();
        let mut size = generals.len() as u64;
        for side in Side::BOTH {
            for kind in NAMED {
                let (piece, count) = (Piece::new(kind, side), material.count(side, kind));
                if count > 0 {
                    let group = Group::new(count, domain(piece));
                    size = size.checked_mul(group.size)?;
                    groups.push(group);
                    pieces.extend(std::iter::repeat_n(piece, count));
                }
            }
        }
        Some(Self { pieces, generals, general_places, groups, size })
    }

    /// The pieces, in the order of a [`Placement`].
    #[inline]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The number of positions for each side to move. Some numbers belong to no position, as pieces share a point.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The number of a placement, or of its mirror image; `None` if a piece is where it cannot be.
    #[inline]
    pub fn index(&self, placement: &Placement) -> Option<u64> {
        let mirror = placement.is_mirrored();
        let reflected = |at: Point| if mirror { at.mirrored() } else { at };
        let points = placement.points();
        let generals = reflected(points[0]).index() * POINTS + reflected(points[1]).index();
        let place = self.general_places[generals];
        if place == NOWHERE {
            return None;
        }
        let mut index = u64::from(place);
        let mut slot = 2;
        for group in &self.groups {
            index = index * group.size + group.number(&points[slot..slot + group.count], mirror)?;
            slot += group.count;
        }
        Some(index)
    }

    /// The placement with this number, which must be less than [`Layout::size`].
    #[inline]
    pub fn placement(&self, mut index: u64) -> Placement {
        let mut numbers = [0usize; MOST_PIECES];
        for (number, group) in numbers.iter_mut().zip(&self.groups).rev() {
            *number = (index % group.size) as usize;
            index /= group.size;
        }
        let mut placement = Placement::EMPTY;
        for at in self.generals[index as usize] {
            placement.push(at);
        }
        for (number, group) in numbers.iter().zip(&self.groups) {
            for &place in &group.ways[*number][..group.count] {
                placement.push(group.domain[usize::from(place)]);
            }
        }
        placement
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(name: &str) -> Layout {
        let palace: PointSet =
            (3..6).flat_map(|rank| (3..6).map(move |file| Point::new(file, rank))).collect();
        let domain = |piece: Piece| match piece.kind {
            PieceKind::General => palace,
            PieceKind::Pawn => PointSet::board(9).without(PointSet::rank(0)),
            _ => PointSet::board(9),
        };
        Layout::new(Material::from_name(name).expect("a name"), domain).expect("few pieces")
    }

    #[test]
    fn numbers_and_placements_agree() {
        for name in ["KvK", "KRvK", "KRRvK", "KNvKPP", "KPPPvK"] {
            let layout = layout(name);
            let step = (layout.size() / 50_000).max(1) as usize;
            for index in (0..layout.size()).step_by(step) {
                let placement = layout.placement(index);
                assert!(placement.is_canonical());
                assert_eq!(layout.index(&placement), Some(index), "{name} {placement:?}");
                let image = layout.index(&placement.mirrored());
                if placement.is_on_axis() {
                    let twice = layout.placement(image.expect("a number")).mirrored();
                    assert_eq!(layout.index(&twice), Some(index));
                } else {
                    assert_eq!(image, Some(index), "{name} {placement:?}");
                }
            }
        }
        assert_eq!(layout("KvK").size(), 39);
        assert_eq!(layout("KNvKPP").size(), 39 * 81 * 72 * 71 / 2);
    }

    #[test]
    fn equal_pieces_may_be_given_in_any_order() {
        let layout = layout("KPPPvK");
        let placement = layout.placement(123_456);
        let [a, b] = [placement.points()[2], placement.points()[4]];
        assert_eq!(layout.index(&placement.moved(2, b).moved(4, a)), Some(123_456));
        // No pawn can be on the first rank.
        assert_eq!(layout.index(&placement.moved(3, Point::new(2, 0))), None);
    }
}
