use crate::base::{
    FenError, FenRemark, Key, Mark, MarkKind, Move, MoveError, MoveList, MoveParts, Notation, Observer,
    Position, Side, Verdict, flip_fen,
};

use super::board::Board;
use super::make::move_number;
use super::moves::{from_square, is_castling, to_square};
use super::verdict::MOVE_LIMIT;
use super::{Bitboard, ChessOptions, Piece, PieceKind, Square, attacks, text};

/// A chess position, with the keys of the earlier positions that it could repeat.
#[derive(Debug, Clone)]
pub struct ChessPosition {
    pub(crate) board: Board,
    /// The boards before the moves that can be taken back, the oldest first.
    undo: Vec<Board>,
    /// The keys of the earlier positions, the oldest first, back to the last one that could be repeated.
    pub(crate) earlier: Vec<Key>,
}

impl ChessPosition {
    pub(super) fn from_board(board: Board) -> Self {
        Self { board, undo: Vec::new(), earlier: Vec::new() }
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The squares of this side's pieces.
    #[inline]
    pub fn side(&self, side: Side) -> Bitboard {
        self.board.sides[side.index()]
    }

    /// The squares of both sides' pieces of this kind.
    #[inline]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.board.kind(kind)
    }

    /// The squares of the pieces of this side and kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: PieceKind) -> Bitboard {
        self.board.pieces(side, kind)
    }

    /// The square of this side's king.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        self.board.king(side)
    }

    /// The piece on this square.
    #[inline]
    pub fn piece_at(&self, at: Square) -> Option<Piece> {
        self.board.piece_at(at)
    }

    pub(crate) fn remember(&mut self) {
        self.undo.push(self.board);
        self.earlier.push(self.board.key);
    }
}

impl Position for ChessPosition {
    type Element = Piece;
    type Point = Square;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.board.side
    }

    fn move_number(&self) -> u32 {
        move_number(self.board.ply)
    }

    #[inline]
    fn key(&self) -> Key {
        self.board.key
    }

    fn recomputed_key(&self) -> Key {
        self.board.recomputed_key()
    }

    fn legal_moves(&self, list: &mut MoveList) {
        self.board.generate::<true, true>(list);
    }

    fn legal_count(&self) -> usize {
        self.board.count_moves()
    }

    fn is_legal(&self, m: Move) -> bool {
        self.board.is_legal(m)
    }

    fn resets_halfmove_clock(&self, m: Move) -> bool {
        let moves_pawn = self.board.squares[from_square(m).index()] == Some(PieceKind::Pawn);
        moves_pawn || (!is_castling(m) && self.board.squares[to_square(m).index()].is_some())
    }

    #[inline]
    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>) {
        self.remember();
        self.board.play(m, observer);
    }

    #[inline]
    fn unmake(&mut self) {
        if let Some(board) = self.undo.pop() {
            self.board = board;
            self.earlier.pop();
        }
    }

    /// Keeps the keys back to the last irreversible move, but at most `MOVE_LIMIT` of them: after that many plies the
    /// game is drawn by the move limit anyway.
    fn forget_moves(&mut self) {
        self.undo = Vec::new();
        let kept = self.earlier.len().min(self.board.reversible.min(MOVE_LIMIT) as usize);
        self.earlier.drain(..self.earlier.len() - kept);
        self.earlier.shrink_to_fit();
    }

    fn observe_all(&self, observer: &mut impl Observer<Self>) {
        for at in self.occupied() {
            if let Some(piece) = self.piece_at(at) {
                observer.add(piece, at);
            }
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        self.game_verdict()
    }
}

impl Notation for ChessPosition {
    type Options = ChessOptions;

    fn start(_options: &ChessOptions) -> Self {
        Self::from_board(Board::starting())
    }

    fn read_fen(fen: &str, options: &ChessOptions) -> Result<(Self, Vec<FenRemark>), FenError> {
        let (board, remarks) = Board::read_fen(fen, *options)?;
        Ok((Self::from_board(board), remarks))
    }

    fn fen(&self, _options: &ChessOptions) -> String {
        self.board.fen()
    }

    fn move_text(&self, m: Move, options: &ChessOptions) -> String {
        text::move_text(m, *options)
    }

    fn move_parts(&self, m: Move, options: &ChessOptions) -> MoveParts {
        text::move_parts(&self.board, m, *options)
    }

    fn parse_move(&self, text: &str, options: &ChessOptions) -> Result<Move, MoveError> {
        self.board.parse_move(text, *options)
    }

    fn move_name(&self, m: Move, _options: &ChessOptions) -> String {
        self.board.san(m)
    }

    fn diagram(&self, _options: &ChessOptions) -> String {
        self.board.diagram()
    }

    /// Castling rights and the en passant square are exchanged too.
    fn flipped_fen(fen: &str) -> String {
        let other_case =
            |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        let flipped = flip_fen(fen, other_case);
        let mut fields = flipped.split(' ').map(str::to_owned).collect::<Vec<_>>();
        if let Some(castling) = fields.get_mut(2) {
            // A FEN lists White's rights first.
            let (white, black): (String, String) =
                castling.chars().map(other_case).partition(char::is_ascii_uppercase);
            *castling = white + &black;
        }
        if let Some(en_passant) = fields.get_mut(3) {
            *en_passant = en_passant.replace(['3', '6'], if en_passant.ends_with('3') { "6" } else { "3" });
        }
        fields.join(" ")
    }

    /// `check`: the squares of the checking pieces, or `no`; `repetitions`: how often the position occurred before.
    fn facts(&self, _options: &ChessOptions) -> Vec<(&'static str, String)> {
        let checkers: Vec<_> = self.board.checkers.map(|at| at.to_string()).collect();
        let check = if checkers.is_empty() { "no".to_owned() } else { checkers.join(" ") };
        vec![("check", check), ("repetitions", self.repetitions().to_string())]
    }

    fn marks(&self, _options: &ChessOptions) -> Vec<Mark> {
        let king = self.board.checkers.any().then(|| self.board.king(self.board.side));
        Mark::of(MarkKind::CHECK, self.board.side, king).into_iter().collect()
    }

    fn refuting_pieces(&self, text: &str, _options: &ChessOptions) -> Vec<String> {
        self.board.refuting_pieces(text).map(|at| at.to_string()).collect()
    }
}

/// The squares that a piece of this side and kind attacks from `at` on this board.
pub(crate) fn attacks_on(board: &Board, piece: Piece, at: Square) -> Bitboard {
    match piece.kind {
        PieceKind::Pawn => attacks::pawn_attacks(piece.side, at),
        kind => attacks::piece_attacks(kind, at, board.occupied()),
    }
}
