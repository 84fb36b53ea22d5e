use crate::base::{Observer, Position, Side};
use crate::eval::tapered::Tapered;
use crate::games::cchess::{FILES, Man, ManKind, POINTS, Point};

/// Piece-square values: by kind, by the rank seen from the man's side, and by the distance of the file from the middle
/// one (both wings are symmetric). Values of points that a man can never reach are unused.
pub type Places<const RANKS: usize> = [[[Tapered; FILES.div_ceil(2)]; RANKS]; ManKind::COUNT];

/// Material plus piece-square value of each man on each point, for Red.
#[derive(Debug)]
pub struct Placed([[Tapered; POINTS]; Man::COUNT]);

impl Placed {
    /// The table for a board with `RANKS` ranks, from material and piece-square values.
    pub const fn of<const RANKS: usize>(men: &[Tapered; ManKind::COUNT], places: &Places<RANKS>) -> Self {
        let mut placed = [[Tapered::ZERO; POINTS]; Man::COUNT];
        let mut index = 0;
        while index < ManKind::COUNT {
            let kind = ManKind::ALL[index];
            let mut point = 0;
            while point < RANKS * FILES {
                let at = Point::from_index(point);
                let value = men[index].plus(places[index][at.rank()][at.file().abs_diff(FILES / 2)]);
                placed[Man::new(kind, Side::First).index()][point] = value;
                placed[Man::new(kind, Side::Second).index()][at.flipped(RANKS).index()] = value.times(-1);
                point += 1;
            }
            index += 1;
        }
        Self(placed)
    }
}

/// The phase weight of a man of each kind.
const PHASE: [i32; ManKind::COUNT] = [0, 0, 0, 1, 2, 1, 0];
/// The phase with all men on the board; a higher sum counts as this.
const FULL_PHASE: i32 = 16;

/// The incrementally updated part of the evaluation: material and piece-square values for Red, and the phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Balance {
    value: Tapered,
    phase: i32,
}

impl Balance {
    /// The balance of a position.
    pub fn of<P: Position<Element = Man, Point = Point>>(placed: &Placed, position: &P) -> Self {
        let mut counter = BalanceObserver { placed, balance: Self::default() };
        position.observe_all(&mut counter);
        counter.balance
    }

    /// Adds a man.
    #[inline(always)]
    pub fn add(&mut self, placed: &Placed, man: Man, at: Point) {
        self.value += placed.0[man.index()][at.index()];
        self.phase += PHASE[man.kind.index()];
    }

    /// Removes a man.
    #[inline(always)]
    pub fn remove(&mut self, placed: &Placed, man: Man, at: Point) {
        self.value -= placed.0[man.index()][at.index()];
        self.phase -= PHASE[man.kind.index()];
    }

    /// The sum of material and piece-square values, for Red.
    #[inline(always)]
    pub const fn value(&self) -> Tapered {
        self.value
    }

    /// The tapered value at this phase.
    #[inline(always)]
    pub fn taper(&self, value: Tapered) -> i32 {
        value.at(self.phase.clamp(0, FULL_PHASE), FULL_PHASE)
    }
}

/// Sums over a position's men.
struct BalanceObserver<'a> {
    placed: &'a Placed,
    balance: Balance,
}

impl<P: Position<Element = Man, Point = Point>> Observer<P> for BalanceObserver<'_> {
    #[inline(always)]
    fn add(&mut self, man: Man, at: Point) {
        self.balance.add(self.placed, man, at);
    }

    #[inline(always)]
    fn remove(&mut self, man: Man, at: Point) {
        self.balance.remove(self.placed, man, at);
    }
}
