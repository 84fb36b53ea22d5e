use super::attacks::{general_attackers, in_check};
use super::fen;
use super::geometry::{Board, Occupancy, RANKS};
use super::keys::{TURN, is_structural, keys_of, piece_key};
use super::movegen::{check_move, count_moves, decode, encode, from_of, illegal, list_moves, to_of};
use super::options::{XiangqiOptions, read_coordinates};
use super::progress::{MOVE_LIMIT, Progress, REMEMBERED_PLIES, Record, repetition};
use super::repetition::{Judgement, judge};
use crate::base::{
    FenError, FenRemark, Illegality, Key, Mark, MarkKind, Move, MoveError, MoveList, MoveParts, Notation,
    Observer, Position, Reason, Side, Verdict, key_within_one_move, shorten,
};
use crate::games::cchess::reasons;
use crate::games::cchess::{
    AlgebraicName, NameError, Piece, PieceKind, Point, Step, chinese_name, plain_text, read_name, write_fen,
};

/// The FEN of the starting position.
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The texts that [`Notation::parse_move`] accepts.
const MOVE_TEXTS: &str = "two points such as h3e3, or a name such as 炮二平五 or C2=5";

/// The move that stands for a pass in the records. Its origin and target are the same, so that taking it back leaves
/// the board as it is.
const PASS: Move = encode(Point::new(1, 0), Point::new(1, 0));

/// A position of xiangqi and the history that its rules need. A move's 16 bits are the index of its origin (bits 0 to
/// 6) and of its target (bits 7 to 13).
#[derive(Debug, Clone)]
pub struct XiangqiPosition {
    pub(crate) board: Board,
    pub(crate) side: Side,
    pub(crate) key: Key,
    pub(crate) structure: Key,
    pub(crate) progress: Progress,
    /// The number of the next move, as in a FEN.
    number: u32,
    records: Vec<Record>,
}

/// Why the game is over by its history or for lack of material although the side to move has a legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuleEnd {
    /// The position was repeated.
    Repetition(Judgement),
    /// Neither side has a piece that can cross the river.
    NoCrossing,
    /// Too many plies without a capture.
    MoveLimit,
}

impl XiangqiPosition {
    /// The position with this board and no history but the number of plies since the last capture.
    fn of_board(board: Board, side: Side, clock: u16, number: u32) -> Self {
        let (key, structure) = keys_of(&board, side);
        let progress = Progress::new(clock, in_check(&board, side));
        Self { board, side, key, structure, progress, number, records: Vec::new() }
    }

    /// The position with these pieces, at the start of a game; `None` if two share a point or if it is impossible.
    #[cfg(feature = "tables")]
    pub(crate) fn without_history(pieces: impl Iterator<Item = (Piece, Point)>, side: Side) -> Option<Self> {
        let board = Board::with_pieces(pieces)?;
        fen::check(&board, side).ok()?;
        Some(Self::of_board(board, side, 0, 1))
    }

    /// The pieces.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.progress.in_check
    }

    /// The number of plies that can still be made without a capture before the move limit draws the game; checks beyond
    /// a side's tenth and the replies to them do not count.
    pub const fn plies_to_limit(&self) -> u16 {
        MOVE_LIMIT.saturating_sub(self.progress.counted())
    }

    /// The number of plies of history that the position holds.
    pub fn remembered_plies(&self) -> usize {
        self.records.len()
    }

    /// The reason why the game is over, assuming that the side to move has a legal move. A repetition counts
    /// immediately if the earlier position is at most `within` plies back, otherwise on the third occurrence.
    #[inline]
    pub(crate) fn ending(&self, within: usize) -> Option<RuleEnd> {
        if let Some(plies) = repetition(&self.records, self.key, self.progress.reversible, within) {
            let cycle = &self.records[self.records.len() - plies..];
            return Some(RuleEnd::Repetition(judge(&self.board, self.side, self.progress.in_check, cycle)));
        }
        if self.progress.counted() >= MOVE_LIMIT {
            return Some(RuleEnd::MoveLimit);
        }
        let crossing = self.board.kind(PieceKind::Chariot)
            | self.board.kind(PieceKind::Horse)
            | self.board.kind(PieceKind::Cannon)
            | self.board.kind(PieceKind::Pawn);
        crossing.is_empty().then_some(RuleEnd::NoCrossing)
    }

    /// The key of an earlier position that a move may lead back to.
    #[inline]
    pub(crate) fn repeatable(&self) -> Option<Key> {
        let before = self.records.iter().rev().take(self.progress.reversible.into());
        key_within_one_move(self.key, before.map(|record| record.key), TURN)
    }

    /// The moving piece and the origin and target of a legal move.
    #[inline]
    pub(crate) fn moving(&self, m: Move) -> (Piece, Point, Point) {
        let (from, to) = (from_of(m), to_of(m));
        let piece = self.board.piece_at(from).unwrap_or(Piece::new(PieceKind::General, self.side));
        debug_assert!(self.board.piece_at(from).is_some_and(|piece| piece.side == self.side));
        (piece, from, to)
    }

    #[inline]
    fn end_turn(&mut self) {
        self.key ^= TURN;
        self.number += u32::from(self.side == Side::Second);
        self.side = !self.side;
    }

    /// Passes the turn. The side to move must not be in check.
    pub(crate) fn pass(&mut self) {
        self.records.push(Record { key: self.key, m: PASS, taken: None, progress: self.progress });
        self.progress = self.progress.after_pass(self.side);
        self.end_turn();
    }

    fn steps(&self) -> Vec<Step> {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        list.into_iter().map(|m| Step { from: from_of(m), to: to_of(m) }).collect()
    }
}

impl Position for XiangqiPosition {
    type Element = Piece;
    type Point = Point;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn move_number(&self) -> u32 {
        self.number
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    fn recomputed_key(&self) -> Key {
        keys_of(&self.board, self.side).0
    }

    fn legal_moves(&self, list: &mut MoveList) {
        list_moves(&self.board, self.side, Occupancy::BOARD, list);
    }

    fn legal_count(&self) -> usize {
        count_moves(&self.board, self.side)
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        decode(m).is_some_and(|(from, to)| check_move(&self.board, self.side, from, to).is_ok())
    }

    fn resets_halfmove_clock(&self, m: Move) -> bool {
        self.board.piece_at(to_of(m)).is_some()
    }

    #[inline]
    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>) {
        let (piece, from, to) = self.moving(m);
        let taken = self.board.piece_at(to);
        self.records.push(Record { key: self.key, m, taken, progress: self.progress });
        if let Some(taken) = taken {
            self.board.lift(taken, to);
            observer.remove(taken, to);
            let key = piece_key(taken, to);
            self.key ^= key;
            if is_structural(taken.kind) {
                self.structure ^= key;
            }
        }
        self.board.lift(piece, from);
        self.board.put(piece, to);
        observer.remove(piece, from);
        observer.add(piece, to);
        let key = piece_key(piece, from) ^ piece_key(piece, to);
        self.key ^= key;
        if is_structural(piece.kind) {
            self.structure ^= key;
        }
        let advances_pawn = piece.kind == PieceKind::Pawn && from.file() == to.file();
        let gives_check = in_check(&self.board, !self.side);
        self.progress = self.progress.after(self.side, taken.is_some(), advances_pawn, gives_check);
        self.end_turn();
    }

    #[inline]
    fn unmake(&mut self) {
        let Some(record) = self.records.pop() else { return };
        self.side = !self.side;
        self.number -= u32::from(self.side == Side::Second);
        self.key = record.key;
        self.progress = record.progress;
        let (from, to) = (from_of(record.m), to_of(record.m));
        let Some(piece) = self.board.piece_at(to) else { return };
        self.board.lift(piece, to);
        self.board.put(piece, from);
        if is_structural(piece.kind) {
            self.structure ^= piece_key(piece, from) ^ piece_key(piece, to);
        }
        if let Some(taken) = record.taken {
            self.board.put(taken, to);
            if is_structural(taken.kind) {
                self.structure ^= piece_key(taken, to);
            }
        }
    }

    fn mirrored_move(m: Move) -> Option<Move> {
        decode(m).map(|(from, to)| encode(from.mirrored(), to.mirrored()))
    }

    fn forget_moves(&mut self) {
        let kept = self.records.len().min(self.progress.reversible.into()).min(REMEMBERED_PLIES);
        self.records.drain(..self.records.len() - kept);
        self.records.shrink_to_fit();
        self.progress.reversible = kept as u16;
    }

    fn observe_all(&self, observer: &mut impl Observer<Self>) {
        for (piece, at) in self.board.placed() {
            observer.add(piece, at);
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        if !self.has_legal_move() {
            let reason = if self.in_check() { Reason::CHECKMATE } else { Reason::STALEMATE };
            return Some(Verdict::win(!self.side, reason));
        }
        Some(match self.ending(0)? {
            RuleEnd::Repetition(Judgement::Draw) => Verdict::draw(Reason::REPETITION),
            RuleEnd::Repetition(Judgement::PerpetualCheck(guilty)) => {
                Verdict::win(!guilty, reasons::PERPETUAL_CHECK)
            }
            RuleEnd::Repetition(Judgement::PerpetualChase(guilty)) => {
                Verdict::win(!guilty, reasons::PERPETUAL_CHASE)
            }
            RuleEnd::NoCrossing => Verdict::draw(Reason::INSUFFICIENT_MATERIAL),
            RuleEnd::MoveLimit => Verdict::draw(Reason::MOVE_LIMIT),
        })
    }
}

/// The two points of a move in coordinate notation; `None` for other texts and for points outside the board.
fn read_points(text: &str, options: XiangqiOptions) -> Option<[Point; 2]> {
    let [from, to] = read_coordinates(text)?.map(|(file, number)| {
        let rank = number.checked_sub(options.input().first())?;
        (rank < RANKS).then(|| Point::new(file, rank))
    });
    Some([from?, to?])
}

impl Notation for XiangqiPosition {
    type Options = XiangqiOptions;

    fn start(options: &Self::Options) -> Self {
        Self::from_fen(START, options).expect("the starting position is valid")
    }

    fn read_fen(text: &str, _options: &Self::Options) -> Result<(Self, Vec<FenRemark>), FenError> {
        let (fen, remarks) = fen::read(text)?;
        Ok((Self::of_board(fen.board, fen.side, fen.clock as u16, fen.number), remarks))
    }

    fn fen(&self, _options: &Self::Options) -> String {
        write_fen(&self.board, self.side, self.progress.plies.into(), self.number)
    }

    fn move_text(&self, m: Move, options: &Self::Options) -> String {
        let first = options.output().first();
        from_of(m).text(first) + &to_of(m).text(first)
    }

    fn move_parts(&self, m: Move, options: &Self::Options) -> MoveParts {
        let first = options.output().first();
        let (from, to) = (from_of(m), to_of(m));
        let captures = self.board.piece_at(to).is_some();
        MoveParts { from: Some(from.text(first)), to: to.text(first), captures, ..MoveParts::default() }
    }

    fn parse_move(&self, text: &str, options: &Self::Options) -> Result<Move, MoveError> {
        let unreadable = || MoveError::Unreadable { text: shorten(text), expected: MOVE_TEXTS };
        let plain = plain_text(text);
        if read_coordinates(&plain).is_some() {
            let [from, to] = read_points(&plain, *options).ok_or_else(unreadable)?;
            let checked = if from == to {
                Err(&illegal::UNREACHABLE)
            } else {
                check_move(&self.board, self.side, from, to)
            };
            return match checked {
                Ok(()) => Ok(encode(from, to)),
                Err(reason) => Err(MoveError::Illegal { text: text.to_owned(), reason }),
            };
        }
        let found = match AlgebraicName::read(&plain) {
            Some(name) => name.find(&self.board, self.side, &self.steps(), options.input().first()),
            None => read_name(&plain, &self.board, self.side, &self.steps()),
        };
        match found {
            Ok(step) => Ok(encode(step.from, step.to)),
            Err(NameError::NoName) => Err(unreadable()),
            Err(NameError::NoMove) => {
                Err(MoveError::Illegal { text: shorten(text), reason: &Illegality::UNKNOWN_NAME })
            }
            Err(NameError::Ambiguous) => Err(MoveError::Ambiguous { text: shorten(text) }),
        }
    }

    fn move_name(&self, m: Move, options: &Self::Options) -> String {
        let step = Step { from: from_of(m), to: to_of(m) };
        chinese_name(&self.board, step, &self.steps()).unwrap_or_else(|| self.move_text(m, options))
    }

    fn diagram(&self, options: &Self::Options) -> String {
        self.board.diagram(options.output().first())
    }

    fn facts(&self, _options: &Self::Options) -> Vec<(&'static str, String)> {
        let yes_no = |fact| if fact { "yes" } else { "no" }.to_owned();
        vec![("check", yes_no(self.in_check())), ("moves to the limit", self.plies_to_limit().to_string())]
    }

    fn marks(&self, options: &Self::Options) -> Vec<Mark> {
        let first = options.output().first();
        let general = self.in_check().then(|| self.board.general(self.side).text(first));
        Mark::of(MarkKind::CHECK, self.side, general).into_iter().collect()
    }

    fn refuting_pieces(&self, text: &str, options: &Self::Options) -> Vec<String> {
        let Some([from, to]) = read_points(&plain_text(text), *options) else { return Vec::new() };
        let Some(piece) = self.board.piece_at(from).filter(|piece| piece.side == self.side) else {
            return Vec::new();
        };
        let mut board = self.board.clone();
        match board.piece_at(to) {
            // The own general must stay on the board.
            Some(target) if target.side == self.side => return Vec::new(),
            Some(captured) => board.lift(captured, to),
            None => {}
        }
        board.lift(piece, from);
        board.put(piece, to);
        let attackers = general_attackers(&board, board.occupancy(), board.general(self.side), !self.side);
        attackers.map(|at| at.text(options.output().first())).collect()
    }
}
