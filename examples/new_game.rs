//! Adds a new game, from the rules to the search: tic-tac-toe.
//!
//! A game implements four traits: [`Position`] (making and unmaking moves, keys, verdicts), [`Notation`] (FEN and move
//! texts), [`SearchPosition`] (what the search needs beyond the rules) and [`Evaluator`]. CONTRIBUTING.md describes the
//! further steps for a game inside the crate.
//!
//! `cargo run --example new_game`

use std::sync::Arc;

use quadriga::base::{
    FenError, FenField, FenProblem, FenRemark, Illegality, Key, KeySequence, Move, MoveError, MoveList,
    MoveParts, NoOptions, NodeVerdict, Notation, Observer, PlayedGame, Position, Reason, Score, Side,
    Verdict, perft,
};
use quadriga::engine::Engine;
use quadriga::search::{Evaluator, Feature, Features, Limits, Parameters, SearchPosition};

const POINTS: usize = 9;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The stones of each side, one bit per point.
#[derive(Debug, Clone)]
struct TicTacToe {
    stones: [u16; 2],
    to_move: Side,
    made: Vec<usize>,
}

impl TicTacToe {
    fn occupied(&self) -> u16 {
        self.stones[0] | self.stones[1]
    }

    fn has_row(&self, side: Side) -> bool {
        LINES.iter().any(|line| line & !self.stones[side.index()] == 0)
    }

    fn empty_points(&self) -> impl Iterator<Item = usize> + '_ {
        (0..POINTS).filter(|point| self.occupied() >> point & 1 == 0)
    }

    fn completes_row(&self, side: Side, point: usize) -> bool {
        let stones = self.stones[side.index()] | 1 << point;
        LINES.iter().any(|line| line & !stones == 0)
    }
}

/// A move is the number of its point, from 1, as 0 is [`Move::NONE`].
fn point_of(m: Move) -> usize {
    usize::from(m.bits()) - 1
}

impl Position for TicTacToe {
    type Element = Side;
    type Point = usize;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn move_number(&self) -> u32 {
        1 + self.stones[Side::Second.index()].count_ones()
    }

    /// Computed from scratch, which is cheap for nine points. Other games update their keys incrementally.
    fn key(&self) -> Key {
        self.recomputed_key()
    }

    fn recomputed_key(&self) -> Key {
        let board = u64::from(self.stones[0]) | u64::from(self.stones[1]) << POINTS;
        KeySequence::new(board | (self.to_move.index() as u64) << 32).next_key()
    }

    fn legal_moves(&self, list: &mut MoveList) {
        if !self.has_row(!self.to_move) {
            list.extend(self.empty_points().map(|point| Move::from_bits(point as u16 + 1)));
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        list.contains(&m)
    }

    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>) {
        let point = point_of(m);
        self.stones[self.to_move.index()] |= 1 << point;
        observer.add(self.to_move, point);
        self.made.push(point);
        self.to_move = !self.to_move;
    }

    fn unmake(&mut self) {
        if let Some(point) = self.made.pop() {
            self.to_move = !self.to_move;
            self.stones[self.to_move.index()] &= !(1 << point);
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
        if self.has_row(!self.to_move) {
            Some(Verdict::win(!self.to_move, Reason::FiveInARow))
        } else if self.empty_points().next().is_none() {
            Some(Verdict::draw(Reason::FullBoard))
        } else {
            None
        }
    }
}

impl Notation for TicTacToe {
    type Options = NoOptions;

    fn start(_options: &NoOptions) -> Self {
        Self { stones: [0; 2], to_move: Side::First, made: Vec::new() }
    }

    /// The points from a1 to c3 as `X`, `O` or `-`. X is to move if both sides have equally many stones.
    fn read_fen(fen: &str, options: &NoOptions) -> Result<(Self, Vec<FenRemark>), FenError> {
        let mut position = Self::start(options);
        if fen.chars().count() != POINTS {
            let found = fen.chars().count();
            let problem = FenProblem::RankLength { rank: 1, expected: POINTS, found };
            return Err(FenError::new(FenField::Board, problem));
        }
        for (point, c) in fen.chars().enumerate() {
            match c {
                'X' => position.stones[0] |= 1 << point,
                'O' => position.stones[1] |= 1 << point,
                '-' => {}
                c => return Err(FenError::new(FenField::Board, FenProblem::UnknownCharacter(c))),
            }
        }
        let [first, second] = position.stones.map(u16::count_ones);
        position.to_move = if first > second { Side::Second } else { Side::First };
        Ok((position, Vec::new()))
    }

    fn fen(&self, _options: &NoOptions) -> String {
        let letter = |point| match (self.stones[0] >> point & 1, self.stones[1] >> point & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        (0..POINTS).map(letter).collect()
    }

    fn move_text(&self, m: Move, _options: &NoOptions) -> String {
        let point = point_of(m);
        format!("{}{}", char::from(b'a' + (point % 3) as u8), 1 + point / 3)
    }

    fn move_parts(&self, m: Move, options: &NoOptions) -> MoveParts {
        MoveParts { to: self.move_text(m, options), ..MoveParts::default() }
    }

    fn parse_move(&self, text: &str, options: &NoOptions) -> Result<Move, MoveError> {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves
            .into_iter()
            .find(|&m| self.move_text(m, options) == text)
            .ok_or_else(|| MoveError::Illegal { text: text.to_owned(), reason: &Illegality::UNKNOWN_NAME })
    }

    fn diagram(&self, options: &NoOptions) -> String {
        let fen = self.fen(options);
        [&fen[6..], &fen[3..6], &fen[..3]].join("\n")
    }

    fn facts(&self, _options: &NoOptions) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

impl SearchPosition for TicTacToe {
    const HISTORY_SLOTS: usize = 2 * POINTS;
    const NOISY_SLOTS: usize = 1;

    type CheckHints = ();
    type ProofTable = ();

    fn check_hints(&self) {}

    /// There are no captures, so all moves are quiet.
    fn noisy_moves(&self, _list: &mut MoveList) {}

    fn quiet_moves(&self, list: &mut MoveList) {
        self.legal_moves(list);
    }

    fn is_noisy(&self, _m: Move) -> bool {
        false
    }

    fn is_threatened(&self) -> bool {
        self.empty_points().any(|point| self.completes_row(!self.to_move, point))
    }

    fn see_ge(&self, _m: Move, threshold: i32) -> bool {
        threshold <= 0
    }

    fn capture_value(&self, _m: Move) -> i32 {
        0
    }

    fn history_slot(&self, m: Move) -> usize {
        POINTS * self.to_move.index() + point_of(m)
    }

    fn noisy_slot(&self, _m: Move) -> usize {
        0
    }

    fn gives_check(&self, _m: Move, (): &()) -> bool {
        false
    }

    fn node_verdict(&self, _ply: usize) -> Option<NodeVerdict> {
        self.has_row(!self.to_move).then_some(NodeVerdict::Lost)
    }

    fn no_moves_verdict(&self) -> NodeVerdict {
        if self.has_row(!self.to_move) { NodeVerdict::Lost } else { NodeVerdict::Drawn }
    }

    fn pawn_key(&self) -> Key {
        Key(0)
    }
}

/// Counts stones by the lines that they lie on. It has no incremental state, so `push` and `pop` do nothing.
struct LineCount;

impl Observer<TicTacToe> for LineCount {
    fn add(&mut self, _side: Side, _point: usize) {}
    fn remove(&mut self, _side: Side, _point: usize) {}
}

impl Evaluator for LineCount {
    type Position = TicTacToe;
    type Weights = ();

    const PARAMETERS: Parameters = Parameters::for_win_scale(100);
    const FEATURES: Features = Features::ALL
        .without(Feature::NullMove)
        .without(Feature::RootForcedWins)
        .without(Feature::NodeForcedWins)
        .without(Feature::LeafForcedWins);

    fn built_in_weights() -> Arc<()> {
        Arc::new(())
    }

    fn new(_weights: &Arc<()>, _position: &TicTacToe) -> Self {
        Self
    }

    fn reset(&mut self, _position: &TicTacToe) {}

    fn push(&mut self) {}

    fn pop(&mut self) {}

    fn evaluate(&mut self, position: &TicTacToe) -> Score {
        let count = |side: Side| {
            LINES.iter().map(|line| (position.stones[side.index()] & line).count_ones() as i32).sum::<i32>()
        };
        Score::evaluation(count(position.to_move) - count(!position.to_move))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut start = TicTacToe::start(&NoOptions);
    // Of all 255,168 games, this many fill the board.
    println!("perft 9: {}", perft(&mut start, 9));

    let mut engine = Engine::<LineCount>::new(1, 1)?;
    let mut game = PlayedGame::new(start);
    while game.position().verdict().is_none() {
        let limits = Limits { depth: Some(9), ..Limits::default() };
        let best = engine.search(game.position(), limits).best.ok_or("no move was found")?;
        game.play(best);
    }
    println!("{}", game.position().diagram(&NoOptions));
    let verdict = game.position().verdict().ok_or("the game is not over")?;
    println!("{} by {}", verdict.outcome, verdict.reason);
    Ok(())
}
