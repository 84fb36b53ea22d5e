use crate::base::{Key, KeySequence, Notation, Position, Side};
use crate::games::gomoku::{GomokuOptions, GomokuPosition, MAX_SIZE, Point, PointSet, Rule};

use super::Symmetry;

/// A position without its history: the stones and the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stones {
    size: usize,
    side: Side,
    points: [PointSet; 2],
    /// The keys of the eight images, in the order of [`Symmetry::all`]: those of all positions after a move cost less
    /// than one from its stones.
    keys: [Key; Symmetry::COUNT],
}

/// The keys of stones by side and [`point_number`], and of White to move. They are a part of the file format.
struct Keys {
    stones: [[Key; MAX_SIZE * MAX_SIZE]; 2],
    white_to_move: Key,
}

static KEYS: Keys = {
    let mut sequence = KeySequence::new(0x0073_6f6c_7574_696f);
    Keys { stones: [sequence.next_keys(), sequence.next_keys()], white_to_move: sequence.next_key() }
};

/// A point's number: its file, and twenty times its rank, both from 0.
pub(super) const fn point_number(at: Point) -> usize {
    MAX_SIZE * at.rank() + at.file()
}

/// The point with this number; `None` if it is not below the number of points of the largest board.
pub(super) const fn point_with_number(number: usize) -> Option<Point> {
    if number < MAX_SIZE * MAX_SIZE { Some(Point::new(number % MAX_SIZE, number / MAX_SIZE)) } else { None }
}

impl Stones {
    /// The stones of a position.
    pub fn of<R: Rule>(position: &GomokuPosition<R>) -> Self {
        let points = Side::BOTH.map(|side| position.stones(side));
        Self::new(position.size(), position.side_to_move(), points)
    }

    fn new(size: usize, side: Side, points: [PointSet; 2]) -> Self {
        let key = if side == Side::First { Key(0) } else { KEYS.white_to_move };
        let mut stones = Self { size, side, points, keys: [key; Symmetry::COUNT] };
        for side in Side::BOTH {
            for at in points[side.index()] {
                stones.change_keys(side, at);
            }
        }
        stones
    }

    /// Adds a stone to the keys, or takes it away.
    fn change_keys(&mut self, side: Side, at: Point) {
        for (key, symmetry) in self.keys.iter_mut().zip(Symmetry::all()) {
            *key ^= KEYS.stones[side.index()][point_number(symmetry.apply(at, self.size))];
        }
    }

    fn change_side(&mut self) {
        self.side = !self.side;
        for key in &mut self.keys {
            *key ^= KEYS.white_to_move;
        }
    }

    /// The number of points on a side of the board.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The side to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The number of stones that were placed since `earlier`; `None` if it is no earlier position of the same game.
    pub(super) fn count_beyond(&self, earlier: &Self) -> Option<u32> {
        let sides = || earlier.points.iter().zip(&self.points);
        let follows = self.size == earlier.size
            && self.side == earlier.side
            && sides().all(|(&before, &after)| (before - after).is_empty());
        follows.then(|| sides().map(|(&before, &after)| (after - before).len() as u32).sum())
    }

    /// The position with these stones.
    pub fn position<R: Rule>(&self) -> GomokuPosition<R> {
        GomokuPosition::of_stones(self.size, self.points, self.side)
    }

    /// The position after a stone of the side to move on an empty point.
    #[must_use]
    pub fn with_next(&self, at: Point) -> Self {
        let mut after = self.clone();
        after.points[self.side.index()].insert(at);
        after.change_keys(self.side, at);
        after.change_side();
        after
    }

    /// The position before the opponent of the side to move placed the stone on this point.
    #[must_use]
    pub fn without_last(&self, at: Point) -> Self {
        let mut before = self.clone();
        before.change_side();
        before.points[before.side.index()].remove(at);
        before.change_keys(before.side, at);
        before
    }

    /// The image of the position under a symmetry.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let points = self.points.map(|points| symmetry.apply_to_all(points, self.size));
        Self::new(self.size, self.side, points)
    }

    /// The least key of the position's eight images, which is the same for all of them, and the first symmetry that
    /// leads to that image, the *canonical* one.
    pub fn canonical_key(&self) -> (Key, Symmetry) {
        let images = self.keys.into_iter().zip(Symmetry::all());
        images.min_by_key(|&(key, _)| key).expect("there are symmetries")
    }

    /// The key of the canonical image, and that image.
    pub fn canonical(&self) -> (Key, Self) {
        let (key, symmetry) = self.canonical_key();
        (key, self.image(symmetry))
    }

    /// The position as a FEN without the move number.
    pub fn fen<R: Rule>(&self) -> String {
        let fen = self.position::<R>().fen(&GomokuOptions::default());
        fen.rsplit_once(' ').map_or(fen.clone(), |(fen, _)| fen.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::Freestyle;

    fn stones(fen: &str) -> Stones {
        Stones::of(&GomokuPosition::<Freestyle>::from_fen(fen, &GomokuOptions::default()).unwrap())
    }

    #[test]
    fn images_have_the_same_canonical_key_and_others_do_not() {
        let start = stones("15/15/15/15/15/15/8O6/7X7/15/8X6/15/15/15/15/15 w");
        let (key, canonical) = start.canonical();
        for symmetry in Symmetry::all() {
            let image = start.image(symmetry);
            assert_eq!(image.canonical(), (key, canonical.clone()));
            assert_eq!(Stones::of(&image.position::<Freestyle>()), image);
        }
        let others = [
            "15/15/15/15/15/15/8O6/7X7/15/8X6/15/15/15/15/15 b",
            "15/15/15/15/15/15/8O6/7X7/15/9X5/15/15/15/15/15 w",
            "15/15/15/15/15/15/8X6/7X7/15/8O6/15/15/15/15/15 w",
        ];
        for other in others {
            assert_ne!(stones(other).canonical_key().0, key, "{other}");
        }
        assert_eq!(start.fen::<Freestyle>(), "15/15/15/15/15/15/8O6/7X7/15/8X6/15/15/15/15/15 w");
    }

    #[test]
    fn a_stone_changes_the_position_and_can_be_taken_back() {
        let before = stones("15/15/15/15/15/15/8O6/7X7/15/15/15/15/15/15/15 b");
        let after = before.with_next(Point::new(8, 5));
        assert_eq!(after, stones("15/15/15/15/15/15/8O6/7X7/15/8X6/15/15/15/15/15 w"));
        assert_eq!(after.without_last(Point::new(8, 5)), before);
    }

    #[test]
    fn points_have_numbers() {
        for at in PointSet::board(MAX_SIZE) {
            assert_eq!(point_with_number(point_number(at)), Some(at));
        }
        assert_eq!(point_with_number(400), None);
    }
}
