use crate::games::gomoku::reasons;
use std::fmt;

use crate::base::{
    FenError, FenRemark, Illegality, Key, KeySequence, Mark, MarkKind, Move, MoveError, MoveList, MoveParts,
    Notation, Observer, Outcome, Position, Reason, Side, Verdict, flip_fen, shorten,
};

use super::board::Board;
use super::fen::{self, Fen};
use super::point::POINTS;
use super::{Class, GomokuOptions, MAX_SIZE, Point, PointSet, Rule, Shape, Threat};

/// The keys of the stones by side and point, of the side to move, and of the board sizes.
struct Keys {
    stones: [[Key; POINTS]; 2],
    white_to_move: Key,
    sizes: [Key; MAX_SIZE + 1],
}

static KEYS: Keys = {
    let mut sequence = KeySequence::new(0x676f_6d6f_6b75);
    Keys {
        stones: [sequence.next_keys(), sequence.next_keys()],
        white_to_move: sequence.next_key(),
        sizes: sequence.next_keys(),
    }
};

/// The class of the stone that a side could place on an empty point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointClass {
    /// The side.
    pub side: Side,
    /// The class of the stone.
    pub class: Class,
}

/// The elements that observers of gomoku receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// A side's stone.
    Stone(Side),
    /// The class of an empty point for a side.
    Class(PointClass),
}

/// A position of gomoku or renju on a square board.
#[derive(Clone)]
pub struct GomokuPosition<R: Rule> {
    pub(crate) board: Board<R>,
    side: Side,
    key: Key,
    move_number: u32,
    winner: Option<Side>,
}

/// The prefix of a move that is written as the drop of a stone.
const DROP: &str = "P@";

impl<R: Rule> GomokuPosition<R> {
    /// Reads the point in a move's text.
    fn read_point(&self, text: &str) -> Option<Point> {
        Point::from_name(text.strip_prefix(DROP).unwrap_or(text), self.size())
    }

    fn new(mut board: Board<R>, side: Side, move_number: u32) -> Self {
        let has_five = |&side: &Side| !board.winning_stones(side).is_empty();
        let winner = Side::BOTH.iter().find(|side| has_five(side)).copied();
        board.forget();
        let mut position = Self { board, side, key: Key(0), move_number, winner };
        position.key = position.recomputed_key();
        position
    }

    /// The position with these stones, which must not overlap.
    pub(crate) fn of_stones(size: usize, stones: [PointSet; 2], side: Side) -> Self {
        let mut board = Board::empty(size);
        for owner in Side::BOTH {
            for at in stones[owner.index()] {
                board.place(at, owner, &mut ());
            }
        }
        let move_number = stones[Side::Second.index()].len() as u32 + 1;
        Self::new(board, side, move_number)
    }

    /// The position after the side to move has passed.
    #[must_use]
    pub fn passed(&self) -> Self {
        let mut passed = self.clone();
        passed.turn();
        passed.board.forget();
        passed
    }

    /// The number of points on a side of the board.
    pub fn size(&self) -> usize {
        self.board.size()
    }

    /// The side that has five in a row, which ends the game.
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The points of a side's stones.
    pub fn stones(&self, side: Side) -> PointSet {
        *self.board.stones(side)
    }

    /// The number of empty points.
    pub fn empty_count(&self) -> usize {
        self.board.empty_count()
    }

    /// The number of empty points where a stone of `side` would make this threat.
    #[inline]
    pub fn threat_count(&self, side: Side, threat: Threat) -> usize {
        self.board.threat_count(side, threat)
    }

    /// The points that are currently forbidden to Black, whichever side is to move; empty outside renju.
    pub fn forbidden_points(&self) -> PointSet {
        if R::HAS_FORBIDDEN_POINTS { self.board.forbidden_points() } else { PointSet::EMPTY }
    }

    /// Whether a point of this board is empty and not forbidden to the side to move. Does not check whether the game is
    /// over.
    #[inline]
    pub(crate) fn is_open(&self, at: Point) -> bool {
        self.board.is_empty(at)
            && !(R::HAS_FORBIDDEN_POINTS && self.side == Side::First && self.board.is_forbidden(at))
    }

    /// The points where the side to move may place a stone.
    pub(crate) fn open_points(&self) -> PointSet {
        if self.winner.is_some() {
            PointSet::EMPTY
        } else if R::HAS_FORBIDDEN_POINTS && self.side == Side::First {
            self.board.empty_points() - self.board.forbidden_points()
        } else {
            self.board.empty_points()
        }
    }

    /// Whether `side` could make five with one stone.
    #[inline]
    pub(crate) fn can_make_five(&self, side: Side) -> bool {
        self.board.threat_count(side, Threat::Five) > 0
    }

    /// The key with a stone of the side to move added or removed, and the turn changed.
    #[inline]
    pub(crate) fn key_with(&self, at: Point) -> Key {
        self.key ^ KEYS.stones[self.side.index()][at.index()] ^ KEYS.white_to_move
    }

    #[inline]
    fn turn(&mut self) {
        self.move_number += u32::from(self.side == Side::Second);
        self.side = !self.side;
        self.key ^= KEYS.white_to_move;
    }

    /// The reason why a forbidden point is forbidden.
    fn prohibition(&self, at: Point) -> &'static Illegality {
        if self.board.threat(Side::First, at) == Threat::DoubtfulDoubleThree {
            &illegal::DOUBLE_THREE
        } else if self.board.shapes(Side::First, at).all().contains(&Shape::Overline) {
            &illegal::OVERLINE
        } else {
            &illegal::DOUBLE_FOUR
        }
    }

    /// The reason why placing a stone on a point of the board is illegal, or `None` if it is legal.
    fn objection(&self, at: Point) -> Option<&'static Illegality> {
        if self.winner.is_some() {
            Some(&illegal::GAME_OVER)
        } else if !self.board.is_empty(at) {
            Some(&illegal::OCCUPIED)
        } else if !self.is_open(at) {
            Some(self.prohibition(at))
        } else {
            None
        }
    }
}

impl<R: Rule> Position for GomokuPosition<R> {
    /// Every empty point has a class for either side; an occupied point has only its stone.
    type Element = Element;
    type Point = Point;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn move_number(&self) -> u32 {
        self.move_number
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    fn recomputed_key(&self) -> Key {
        let mut key = KEYS.sizes[self.size()];
        for side in Side::BOTH {
            for at in *self.board.stones(side) {
                key ^= KEYS.stones[side.index()][at.index()];
            }
        }
        if self.side == Side::Second { key ^ KEYS.white_to_move } else { key }
    }

    fn legal_moves(&self, list: &mut MoveList) {
        list.extend(self.open_points().into_iter().map(Point::to_move));
    }

    fn legal_count(&self) -> usize {
        if self.winner.is_some() {
            0
        } else if R::HAS_FORBIDDEN_POINTS && self.side == Side::First {
            self.board.empty_count() - self.board.forbidden_points().len()
        } else {
            self.board.empty_count()
        }
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        Point::of_move(m).is_some_and(|at| self.winner.is_none() && self.is_open(at))
    }

    #[inline]
    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>) {
        let at = Point::of_move(m).expect("a legal move is a point");
        if self.board.threat(self.side, at) == Threat::Five {
            self.winner = Some(self.side);
        }
        self.board.place(at, self.side, observer);
        self.key ^= KEYS.stones[self.side.index()][at.index()];
        self.turn();
    }

    #[inline]
    fn unmake(&mut self) {
        let Some(at) = self.board.take_back() else { return };
        self.side = !self.side;
        self.move_number -= u32::from(self.side == Side::Second);
        self.key = self.key_with(at);
        self.winner = None;
    }

    fn forget_moves(&mut self) {
        self.board.forget();
    }

    fn observe_all(&self, observer: &mut impl Observer<Self>) {
        for side in Side::BOTH {
            for at in *self.board.stones(side) {
                observer.add(Element::Stone(side), at);
            }
            for at in self.board.empty_points() {
                observer.add(Element::Class(self.board.point_class(side, at)), at);
            }
        }
    }

    /// Five in a row wins; a full board is a draw. Black to move loses if every empty point is forbidden.
    fn verdict(&self) -> Option<Verdict> {
        if let Some(winner) = self.winner {
            Some(Verdict::win(winner, reasons::FIVE_IN_A_ROW))
        } else if self.board.empty_count() == 0 {
            Some(Verdict::draw(Reason::FULL_BOARD))
        } else if !self.has_legal_move() {
            Some(Verdict { outcome: Outcome::Win(!self.side), reason: reasons::FORBIDDEN_POINT })
        } else {
            None
        }
    }
}

impl<R: Rule> Notation for GomokuPosition<R> {
    type Options = GomokuOptions;

    fn start(options: &GomokuOptions) -> Self {
        Self::new(Board::empty(options.board_size), Side::First, 1)
    }

    fn read_fen(fen: &str, _options: &GomokuOptions) -> Result<(Self, Vec<FenRemark>), FenError> {
        let (fen, remarks) = Fen::read(fen)?;
        Ok((Self::new(fen.board, fen.side, fen.move_number), remarks))
    }

    fn fen(&self, _options: &GomokuOptions) -> String {
        fen::write(&self.board, self.side, self.move_number)
    }

    fn move_text(&self, m: Move, options: &GomokuOptions) -> String {
        let drop = if options.writes_drops { DROP } else { "" };
        Point::of_move(m).map_or_else(|| "-".to_owned(), |at| format!("{drop}{at}"))
    }

    fn move_parts(&self, m: Move, _options: &GomokuOptions) -> MoveParts {
        MoveParts { to: self.move_text(m, &GomokuOptions::default()), ..MoveParts::default() }
    }

    fn parse_move(&self, text: &str, _options: &GomokuOptions) -> Result<Move, MoveError> {
        let Some(at) = self.read_point(text) else {
            let expected = "a point of the board, such as c3";
            return Err(MoveError::Unreadable { text: shorten(text), expected });
        };
        match self.objection(at) {
            None => Ok(at.to_move()),
            Some(reason) => Err(MoveError::Illegal { text: at.to_string(), reason }),
        }
    }

    fn fatal_move(&self, text: &str, _options: &GomokuOptions) -> Option<Reason> {
        let at = self.read_point(text)?;
        let is_forbidden = self.winner.is_none() && self.board.is_empty(at) && !self.is_open(at);
        is_forbidden.then_some(reasons::FORBIDDEN_POINT)
    }

    /// Marks Black's forbidden points if Black is to move.
    fn diagram(&self, _options: &GomokuOptions) -> String {
        let marked = if self.side == Side::First { self.forbidden_points() } else { PointSet::EMPTY };
        fen::diagram(&self.board, marked)
    }

    fn flipped_fen(fen: &str) -> String {
        flip_fen(fen, |c| match c {
            'X' | 'x' => 'O',
            'O' | 'o' => 'X',
            c => c,
        })
    }

    /// The points where either side would make five, and in renju the points forbidden to Black, whichever side is to
    /// move; sorted by file, then rank.
    fn facts(&self, _options: &GomokuOptions) -> Vec<(&'static str, String)> {
        let fives = |side| names(*self.board.threat_points(side, Threat::Five));
        let mut facts = vec![("black fives", fives(Side::First)), ("white fives", fives(Side::Second))];
        if R::HAS_FORBIDDEN_POINTS {
            facts.push(("forbidden", names(self.forbidden_points())));
        }
        facts
    }

    /// The forbidden points, if Black is to move, and the winning stones.
    fn marks(&self, _options: &GomokuOptions) -> Vec<Mark> {
        if let Some(winner) = self.winner {
            return Mark::of(MarkKind::FIVE, winner, self.board.winning_stones(winner)).into_iter().collect();
        }
        if self.side == Side::Second {
            return Vec::new();
        }
        let mark = |at: Point| Mark {
            kind: MarkKind::FORBIDDEN,
            side: Some(Side::First),
            points: vec![at.to_string()],
            reason: Some(self.prohibition(at).code),
        };
        self.forbidden_points().into_iter().map(mark).collect()
    }
}

/// The reasons why a stone may not be placed on a point.
mod illegal {
    use crate::base::Illegality;

    pub static GAME_OVER: Illegality = Illegality::new("game-over", "the game is over");
    pub static OCCUPIED: Illegality = Illegality::new("occupied", "the point is not empty");
    pub static DOUBLE_THREE: Illegality =
        Illegality::new("three-three", "a double three is forbidden to Black");
    pub static DOUBLE_FOUR: Illegality = Illegality::new("four-four", "a double four is forbidden to Black");
    pub static OVERLINE: Illegality = Illegality::new("overline", "an overline is forbidden to Black");
}

/// The points' names separated by spaces; `none` for an empty set.
fn names(points: PointSet) -> String {
    let mut points: Vec<_> = points.into_iter().collect();
    points.sort_unstable_by_key(|at| (at.file(), at.rank()));
    if points.is_empty() {
        "none".to_owned()
    } else {
        points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl<R: Rule> fmt::Debug for GomokuPosition<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fen::write(&self.board, self.side, self.move_number))
    }
}
