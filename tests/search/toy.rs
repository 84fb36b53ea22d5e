//! A small complete game to search: stones are dropped into columns, and four in a row win.

use quadriga::games::gomoku::reasons;
use std::sync::Arc;

use std::fmt::Write;
use std::sync::LazyLock;

use quadriga::base::{
    FenError, FenField, FenProblem, FenRemark, Illegality, Key, KeySequence, Move, MoveError, MoveList,
    MoveParts, NoOptions, NodeVerdict, Notation, Observer, Outcome, Position, Reason, Score, Side, Verdict,
};
use quadriga::search::{Evaluator, Parameters, SearchGame, SearchPosition, SearchSettings, SearchTables};

const COLUMNS: usize = 6;
const ROWS: usize = 5;
const POINTS: usize = COLUMNS * ROWS;

const KEYS: [[Key; POINTS]; 2] = {
    let mut sequence = KeySequence::new(4);
    [sequence.next_keys(), sequence.next_keys()]
};
const SECOND_KEY: Key = KeySequence::new(44).next_key();

/// A position of the game: each side's stones as bits, with point = 6 · row + column.
#[derive(Debug, Clone)]
pub struct Drop {
    stones: [u32; 2],
    to_move: Side,
    key: Key,
    /// The points of the stones played, in order; `None` for a null move.
    made: Vec<Option<usize>>,
}

/// Every line of four.
static LINES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let step = |column: usize, row: usize, (dx, dy): (isize, isize), i: usize| {
        let x = column as isize + dx * i as isize;
        let y = row as isize + dy * i as isize;
        let inside = (0..COLUMNS as isize).contains(&x) && (0..ROWS as isize).contains(&y);
        inside.then(|| 1u32 << (y as usize * COLUMNS + x as usize))
    };
    let from = |point: usize| {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().filter_map(move |direction| {
            (0..4).map(|i| step(point % COLUMNS, point / COLUMNS, direction, i)).sum::<Option<u32>>()
        })
    };
    (0..POINTS).flat_map(from).collect()
});

fn lines() -> impl Iterator<Item = u32> {
    LINES.iter().copied()
}

impl Drop {
    fn occupied(&self) -> u32 {
        self.stones[0] | self.stones[1]
    }

    /// The stones on the board.
    pub fn stones(&self) -> u32 {
        self.occupied().count_ones()
    }

    fn has_four(&self, side: Side) -> bool {
        lines().any(|line| self.stones[side.index()] & line == line)
    }

    /// The point where a stone dropped into a column lands.
    fn landing(&self, column: usize) -> Option<usize> {
        (0..ROWS).map(|row| row * COLUMNS + column).find(|point| self.occupied() >> point & 1 == 0)
    }

    /// Whether a stone of `side` on `point` completes four.
    fn wins_with(&self, side: Side, point: usize) -> bool {
        let stones = self.stones[side.index()] | 1 << point;
        lines().any(|line| stones & line == line)
    }

    fn is_over(&self) -> bool {
        self.has_four(!self.to_move)
    }

    fn target(&self, m: Move) -> Option<usize> {
        let column = usize::from(m.bits()).checked_sub(1).filter(|&column| column < COLUMNS)?;
        self.landing(column)
    }
}

impl Position for Drop {
    type Element = Side;
    type Point = usize;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn move_number(&self) -> u32 {
        1 + self.stones[Side::Second.index()].count_ones()
    }

    fn key(&self) -> Key {
        self.key
    }

    fn recomputed_key(&self) -> Key {
        let mut key = if self.to_move == Side::Second { SECOND_KEY } else { Key(0) };
        for side in Side::BOTH {
            for point in (0..POINTS).filter(|point| self.stones[side.index()] >> point & 1 != 0) {
                key ^= KEYS[side.index()][point];
            }
        }
        key
    }

    fn legal_moves(&self, list: &mut MoveList) {
        if !self.is_over() {
            list.extend((1..=COLUMNS as u16).map(Move::of_bits).filter(|&m| self.target(m).is_some()));
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        !self.is_over() && self.target(m).is_some()
    }

    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>) {
        let point = self.target(m).expect("a legal move");
        let side = self.to_move.index();
        self.stones[side] |= 1 << point;
        self.key ^= KEYS[side][point] ^ SECOND_KEY;
        observer.add(self.to_move, point);
        self.to_move = !self.to_move;
        self.made.push(Some(point));
    }

    fn unmake(&mut self) {
        self.to_move = !self.to_move;
        self.key ^= SECOND_KEY;
        if let Some(point) = self.made.pop().expect("a move to take back") {
            let side = self.to_move.index();
            self.stones[side] ^= 1 << point;
            self.key ^= KEYS[side][point];
        }
    }

    fn forget_moves(&mut self) {
        self.made.clear();
    }

    fn observe_all(&self, observer: &mut impl Observer<Self>) {
        for side in Side::BOTH {
            for point in (0..POINTS).filter(|point| self.stones[side.index()] >> point & 1 != 0) {
                observer.add(side, point);
            }
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        if self.is_over() {
            return Some(Verdict { outcome: Outcome::Win(!self.to_move), reason: reasons::FIVE_IN_A_ROW });
        }
        (!self.has_legal_move()).then(|| Verdict::draw(Reason::FULL_BOARD))
    }
}

impl Notation for Drop {
    type Options = NoOptions;

    fn start(_: &NoOptions) -> Self {
        Self { stones: [0; 2], to_move: Side::First, key: Key(0), made: Vec::new() }
    }

    fn read_fen(fen: &str, options: &NoOptions) -> Result<(Self, Vec<FenRemark>), FenError> {
        let mut position = Self::start(options);
        for (point, letter) in fen.chars().enumerate() {
            let unknown = FenError::new(FenField::Board, FenProblem::UnknownCharacter(letter));
            match letter {
                'x' | 'o' if point < POINTS => {
                    position.stones[usize::from(letter == 'o')] |= 1 << point;
                }
                '.' if point < POINTS => {}
                _ => return Err(unknown),
            }
        }
        let more = position.stones[0].count_ones() > position.stones[1].count_ones();
        position.to_move = if more { Side::Second } else { Side::First };
        position.key = position.recomputed_key();
        Ok((position, Vec::new()))
    }

    fn fen(&self, _: &NoOptions) -> String {
        let letter = |point: usize| match (self.stones[0] >> point & 1, self.stones[1] >> point & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        };
        (0..POINTS).map(letter).collect()
    }

    fn move_text(&self, m: Move, _: &NoOptions) -> String {
        char::from(b'a' + m.bits() as u8 - 1).to_string()
    }

    fn move_parts(&self, m: Move, options: &NoOptions) -> MoveParts {
        MoveParts { to: self.move_text(m, options), ..MoveParts::default() }
    }

    fn parse_move(&self, text: &str, _: &NoOptions) -> Result<Move, MoveError> {
        let column = text.bytes().next().filter(|_| text.len() == 1).unwrap_or(0).wrapping_sub(b'a');
        let m = Move::of_bits(u16::from(column) + 1);
        if self.is_legal(m) {
            Ok(m)
        } else {
            Err(MoveError::Illegal { text: text.to_owned(), reason: &Illegality::UNKNOWN_NAME })
        }
    }

    fn diagram(&self, options: &NoOptions) -> String {
        let fen = self.fen(options);
        let mut text = String::new();
        for row in (0..ROWS).rev() {
            writeln!(text, "{}", &fen[row * COLUMNS..][..COLUMNS]).expect("a string takes all");
        }
        text
    }

    fn facts(&self, _: &NoOptions) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

impl SearchTables for Drop {}

impl SearchPosition for Drop {
    const HISTORY_SLOTS: usize = 2 * POINTS;
    const NOISY_SLOTS: usize = 2 * POINTS;

    type CheckHints = ();
    type ProofTable = ();

    fn check_hints(&self) {}

    fn noisy_moves(&self, list: &mut MoveList) {
        let mut legal = MoveList::new();
        self.legal_moves(&mut legal);
        list.extend(legal.into_iter().filter(|&m| self.is_noisy(m)));
    }

    fn quiet_moves(&self, list: &mut MoveList) {
        let mut legal = MoveList::new();
        self.legal_moves(&mut legal);
        list.extend(legal.into_iter().filter(|&m| !self.is_noisy(m)));
    }

    /// Noisy moves complete four or prevent the opponent from doing so.
    fn is_noisy(&self, m: Move) -> bool {
        self.target(m).is_some_and(|point| Side::BOTH.iter().any(|&side| self.wins_with(side, point)))
    }

    fn is_threatened(&self) -> bool {
        (0..COLUMNS)
            .filter_map(|column| self.landing(column))
            .any(|point| self.wins_with(!self.to_move, point))
    }

    fn make_null_move(&mut self) -> bool {
        if self.is_threatened() || self.is_over() {
            return false;
        }
        self.to_move = !self.to_move;
        self.key ^= SECOND_KEY;
        self.made.push(None);
        true
    }

    fn see_ge(&self, _: Move, threshold: i32) -> bool {
        threshold <= 0
    }

    fn capture_value(&self, m: Move) -> i32 {
        let wins = self.target(m).is_some_and(|point| self.wins_with(self.to_move, point));
        if wins { 900 } else { 300 }
    }

    fn history_slot(&self, m: Move) -> usize {
        self.to_move.index() * POINTS + self.target(m).expect("a legal move")
    }

    fn noisy_slot(&self, m: Move) -> usize {
        self.history_slot(m)
    }

    fn gives_check(&self, _: Move, (): &()) -> bool {
        false
    }

    fn node_verdict(&self, _ply: usize) -> Option<NodeVerdict> {
        self.is_over().then_some(NodeVerdict::Lost)
    }

    fn no_moves_verdict(&self) -> NodeVerdict {
        if self.is_over() { NodeVerdict::Lost } else { NodeVerdict::Drawn }
    }

    fn pawn_key(&self) -> Key {
        Key(u64::from(self.occupied() & ((1 << COLUMNS) - 1)))
    }
}

/// The game with its evaluation.
pub struct DropGame;

const SETTINGS: SearchSettings = SearchSettings {
    parameters: Parameters {
        aspiration: 6,
        reverse_futility: 30,
        null_move: 0,
        futility_base: 30,
        futility_depth: 30,
        quiet_exchange: 30,
        noisy_exchange: 15,
        delta: 60,
        ..Parameters::for_win_scale(40)
    },
    ..SearchSettings::for_win_scale(40)
};

impl SearchGame for DropGame {
    type Position = Drop;
    type Evaluator = DropEvaluator;

    const SETTINGS: SearchSettings = SETTINGS;
}

/// The game with an evaluation that panics.
pub struct PanickingGame;

impl SearchGame for PanickingGame {
    type Position = Drop;
    type Evaluator = PanickingEvaluator;

    const SETTINGS: SearchSettings = SETTINGS;
}

/// For every line that has stones of only one side, counts that side's stones.
#[derive(Debug, Clone, Default)]
pub struct DropEvaluator {
    stones: [u32; 2],
    saved: Vec<[u32; 2]>,
}

impl Observer<Drop> for DropEvaluator {
    fn add(&mut self, piece: Side, at: usize) {
        self.stones[piece.index()] |= 1 << at;
    }

    fn remove(&mut self, piece: Side, at: usize) {
        self.stones[piece.index()] &= !(1 << at);
    }
}

impl Evaluator for DropEvaluator {
    type Position = Drop;

    type Weights = ();

    fn built_in_weights() -> Arc<()> {
        Arc::new(())
    }

    fn new(_weights: &Arc<()>, position: &Drop) -> Self {
        Self { stones: position.stones, saved: Vec::new() }
    }

    fn reset(&mut self, position: &Drop) {
        self.stones = position.stones;
        self.saved.clear();
    }

    fn push(&mut self) {
        self.saved.push(self.stones);
    }

    fn pop(&mut self) {
        self.stones = self.saved.pop().expect("a state to go back to");
    }

    fn evaluate(&mut self, position: &Drop) -> Score {
        let [first, second] = self.stones;
        let line_value = |line: u32| match (first & line, second & line) {
            (0, theirs) => -(theirs.count_ones().pow(2) as i32),
            (ours, 0) => ours.count_ones().pow(2) as i32,
            _ => 0,
        };
        let value: i32 = lines().map(line_value).sum();
        Score::evaluation(if position.to_move == Side::First { value } else { -value })
    }
}

/// The number of stones on the board from which on [`PanickingEvaluator`] panics.
pub const PANICKING_STONES: u32 = 5;

/// The same evaluator with a bug: it panics if there are many stones on the board.
#[derive(Debug, Clone)]
pub struct PanickingEvaluator(DropEvaluator);

impl Observer<Drop> for PanickingEvaluator {
    fn add(&mut self, side: Side, at: usize) {
        self.0.add(side, at);
    }

    fn remove(&mut self, side: Side, at: usize) {
        self.0.remove(side, at);
    }
}

impl Evaluator for PanickingEvaluator {
    type Position = Drop;

    type Weights = ();

    fn built_in_weights() -> Arc<()> {
        DropEvaluator::built_in_weights()
    }

    fn new(weights: &Arc<()>, position: &Drop) -> Self {
        Self(DropEvaluator::new(weights, position))
    }

    fn reset(&mut self, position: &Drop) {
        self.0.reset(position);
    }

    fn push(&mut self) {
        self.0.push();
    }

    fn pop(&mut self) {
        self.0.pop();
    }

    fn evaluate(&mut self, position: &Drop) -> Score {
        assert!(position.stones() < PANICKING_STONES, "a bug in the evaluation");
        self.0.evaluate(position)
    }
}
