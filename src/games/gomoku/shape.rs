use super::Threat;
use super::class::Combination;

/// The shape that a stone on an empty point would make on one line through that point, for the stone's own side.
///
/// A shape counts only rows that contain the new stone, and depends only on this line: whether the points that a three
/// needs are forbidden in renju is not considered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No five can be made on the line with this stone.
    Dead,
    /// One more stone makes at most a [`Shape::ClosedTwo`].
    ClosedOne,
    /// One more stone makes an open two.
    OpenOne,
    /// One more stone makes a [`Shape::ClosedThree`].
    ClosedTwo,
    /// One more stone makes an open three, on two or three points; a single point is impossible, because the stones of
    /// a straight four can be placed in any order.
    OpenTwo,
    /// One more stone makes an open three, on four points or more.
    OpenTwoWide,
    /// One more stone makes a four, but not a straight four.
    ClosedThree,
    /// An open three: one more stone makes a straight four, on one point only.
    OpenThree,
    /// An open three that becomes a straight four on two points.
    OpenThreeWide,
    /// A four: one more stone makes five, on one point only.
    Four,
    /// Two fours on one line that are not a straight four: forbidden to Black in renju. Under rules without forbidden
    /// moves, this is a [`Shape::StraightFour`], as it wins in the same way.
    DoubleFour,
    /// A straight four: one more stone makes five on either of two points.
    StraightFour,
    /// A five that wins.
    Five,
    /// Six or more that do not win.
    Overline,
}

impl Shape {
    /// All shapes, in order.
    pub const ALL: [Self; 14] = [
        Self::Dead,
        Self::ClosedOne,
        Self::OpenOne,
        Self::ClosedTwo,
        Self::OpenTwo,
        Self::OpenTwoWide,
        Self::ClosedThree,
        Self::OpenThree,
        Self::OpenThreeWide,
        Self::Four,
        Self::DoubleFour,
        Self::StraightFour,
        Self::Five,
        Self::Overline,
    ];

    /// Whether the shape contains a four.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::DoubleFour | Self::StraightFour)
    }

    /// Whether this is an open three.
    #[inline]
    pub const fn is_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::OpenThreeWide)
    }
}

/// The shapes on the four lines through a point, four bits each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shapes(u16);

impl Shapes {
    /// Dead shapes on all lines.
    const NONE: Self = Self(0);

    /// All shapes on all lines.
    fn each() -> impl Iterator<Item = Self> {
        let words = (0..=u16::MAX).map(Self);
        words.filter(|shapes| (0..4).all(|line| shapes.number(line) < Shape::ALL.len()))
    }

    /// Packs these shapes, given in the order of the lines.
    pub(super) fn new(shapes: [Shape; 4]) -> Self {
        let mut word = Self::NONE;
        for (line, shape) in shapes.into_iter().enumerate() {
            word.set(line, shape);
        }
        word
    }

    /// The shape on one line.
    #[inline]
    pub(crate) fn get(self, line: usize) -> Shape {
        Shape::ALL[self.number(line).min(Shape::ALL.len() - 1)]
    }

    /// The index of the shape on one line.
    #[inline]
    pub(super) fn number(self, line: usize) -> usize {
        usize::from(self.0 >> (4 * line) & 15)
    }

    /// Sets the shape on one line.
    #[inline]
    pub(super) fn set(&mut self, line: usize, shape: Shape) {
        self.0 = self.0 & !(15 << (4 * line)) | (shape as u16) << (4 * line);
    }

    /// The shapes on all four lines.
    #[inline]
    pub(crate) fn all(self) -> [Shape; 4] {
        [self.get(0), self.get(1), self.get(2), self.get(3)]
    }

    /// Whether no five can be made on any of the lines.
    #[inline]
    pub(crate) fn are_dead(self) -> bool {
        self == Self::NONE
    }

    /// The indices of the pairs of shapes on the first two lines and on the other two, each less than [`PAIR_COUNT`].
    #[inline]
    fn pairs(self) -> [usize; 2] {
        self.0.to_le_bytes().map(|pair| usize::from(PAIRS[usize::from(pair)]) % PAIR_COUNT)
    }
}

/// The rule for rows of stones of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineRule {
    /// The number of points on either side of a stone that determine its shape: four, or five if rows longer than five
    /// count differently.
    pub reach: usize,
    /// Whether only exactly five in a row win, rather than six or more.
    pub exact: bool,
    /// Whether double threes, double fours and overlines are forbidden.
    pub forbids: bool,
}

/// The neighbourhood of an empty point on one line from one side's point of view: a number in base 3 with a digit for
/// each point within reach: 0 for empty, 1 for the side's own stone, 2 for an opponent's stone or the board's edge. The
/// nearest point towards one end comes first, then its counterpart towards the other end, and so on outwards.
pub(super) type LineCode = u16;

/// The longest reach of any rule.
pub(super) const MAX_REACH: usize = 5;

/// The weights of a [`LineCode`]'s digits, by distance from 1 and towards the line's beginning or its end.
const WEIGHTS: [[LineCode; 2]; MAX_REACH] = {
    let mut weights = [[1; 2]; MAX_REACH];
    let mut digit = 1;
    while digit < 2 * MAX_REACH {
        weights[digit / 2][digit % 2] = 3 * weights[(digit - 1) / 2][(digit - 1) % 2];
        digit += 1;
    }
    weights
};

/// The weight in a [`LineCode`] of the point `distance` away (from 1), towards the line's beginning or its end.
#[inline]
pub(super) const fn digit_weight(distance: usize, towards_end: bool) -> LineCode {
    WEIGHTS[distance - 1][towards_end as usize]
}

/// One entry for every 16-bit value, so that a lookup needs no bounds check.
const CODES: usize = 1 << 16;

/// An index for each pair of shapes, packed as in [`Shapes`]; both orders of a pair share an index.
static PAIRS: [u8; 1 << 8] = {
    const KINDS: usize = Shape::ALL.len();
    let mut pairs = [0; 1 << 8];
    let mut high = 0;
    while high < KINDS {
        let mut low = 0;
        while low <= high {
            let pair = high * (high + 1) / 2 + low;
            pairs[high << 4 | low] = pair as u8;
            pairs[low << 4 | high] = pair as u8;
            low += 1;
        }
        high += 1;
    }
    pairs
};

/// Indices of pairs are less than this, a power of two, so that lookups need no bounds check.
const PAIR_COUNT: usize = 1 << 7;

/// A table over the pair of shapes on two lines, and the pair on the other two: a quarter of the size of a table over
/// all [`Shapes`], so that it fits the first-level cache.
type PairTable<T> = Box<[[T; PAIR_COUNT]; PAIR_COUNT]>;

/// The tables of shapes and combinations for one side under one [`LineRule`].
#[derive(Debug)]
pub struct LineTable {
    shapes: Box<[Shape; CODES]>,
    combinations: PairTable<Combination>,
}

impl LineTable {
    /// Computes the tables.
    pub(super) fn new(rule: LineRule) -> Self {
        let mut shapes = vec![Shape::Dead; CODES];
        // Adding an own stone increases the code, so the shapes of the resulting codes are already known.
        for code in (0..3usize.pow(2 * rule.reach as u32)).rev() {
            shapes[code] = shape_of(rule, code, &shapes);
        }
        let mut combinations = boxed_array(vec![[Combination::NONE; PAIR_COUNT]; PAIR_COUNT]);
        for shapes in Shapes::each() {
            let [one, other] = shapes.pairs();
            combinations[one][other] = Combination::of(shapes, rule);
        }
        Self { shapes: boxed_array(shapes), combinations }
    }

    /// The shape that a stone makes with this line code.
    #[inline]
    pub(super) fn shape(&self, code: LineCode) -> Shape {
        self.shapes[usize::from(code)]
    }

    /// The combination of the shapes on a point's four lines.
    #[inline]
    pub(super) fn combination(&self, shapes: Shapes) -> Combination {
        let [one, other] = shapes.pairs();
        self.combinations[one][other]
    }

    /// The threat of the shapes on a point's four lines.
    #[inline]
    pub(crate) fn threat(&self, shapes: Shapes) -> Threat {
        self.combination(shapes).threat
    }
}

fn boxed_array<T, const N: usize>(items: Vec<T>) -> Box<[T; N]> {
    match items.into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the table has an entry for every index"),
    }
}

/// The shape for one code, derived from the shapes for the codes with one more own stone.
fn shape_of(rule: LineRule, code: usize, known: &[Shape]) -> Shape {
    let digit =
        |distance: usize, towards_end: bool| code / usize::from(digit_weight(distance, towards_end)) % 3;
    let run = |towards_end: bool| {
        (1..=rule.reach).take_while(|&distance| digit(distance, towards_end) == 1).count()
    };
    let length = 1 + run(false) + run(true);
    if length >= 5 {
        return if length > 5 && rule.exact { Shape::Overline } else { Shape::Five };
    }

    let mut ways = [0; Shape::ALL.len()];
    let mut fives = Vec::new();
    for distance in 1..=rule.reach {
        for towards_end in [false, true] {
            if digit(distance, towards_end) != 0 {
                continue;
            }
            let next = known[code + usize::from(digit_weight(distance, towards_end))];
            ways[next as usize] += 1;
            if next == Shape::Five {
                let offset = distance as isize;
                fives.push(if towards_end { offset } else { -offset });
            }
        }
    }
    let ways = |shape: Shape| ways[shape as usize];
    let straight_fours = ways(Shape::StraightFour);
    let open_threes = ways(Shape::OpenThree) + ways(Shape::OpenThreeWide);
    let open_twos = ways(Shape::OpenTwo) + ways(Shape::OpenTwoWide);
    match (fives.as_slice(), straight_fours, open_threes) {
        // The four stones of a straight four lie between its two winning points.
        ([one, other], ..) if rule.forbids && one.abs_diff(*other) != 5 => Shape::DoubleFour,
        ([_, _, ..], ..) => Shape::StraightFour,
        ([_], ..) => Shape::Four,
        (_, 2.., _) => Shape::OpenThreeWide,
        (_, 1, _) => Shape::OpenThree,
        _ if ways(Shape::Four) > 0 => Shape::ClosedThree,
        (_, _, 4..) => Shape::OpenTwoWide,
        (_, _, 1..) => Shape::OpenTwo,
        _ if ways(Shape::ClosedThree) > 0 => Shape::ClosedTwo,
        _ if open_twos > 0 => Shape::OpenOne,
        _ if ways(Shape::ClosedTwo) > 0 => Shape::ClosedOne,
        _ => Shape::Dead,
    }
}
