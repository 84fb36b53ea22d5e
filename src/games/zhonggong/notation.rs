use crate::base::{
    FenError, FenField, FenProblem, FenRemark, Impossibility, Mark, MarkKind, Move, MoveError, MoveParts,
    NoOptions, Notation, Side,
};
use crate::games::cchess::{Fen, MAX_CLOCK, PieceKind, PointSet, red_black, write_fen};

use super::geometry::{PALACE, PAWNS_TO_WIN};
use super::safety::BoardView;
use super::{ZhonggongPosition, text};

/// The general that is tethered: attacked, but only by captures that are not free.
const TETHER: MarkKind = MarkKind("tether");
/// The liberties of a general.
const LIBERTY: MarkKind = MarkKind("liberty");
/// The pieces that guard a general: they could capture on its point.
const GUARD: MarkKind = MarkKind("guard");
/// Pawns that can be traded.
const HOME_PAWN: MarkKind = MarkKind("home");

/// The FEN of the starting position.
const START: &str = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1";

impl Notation for ZhonggongPosition {
    type Options = NoOptions;

    fn start(options: &NoOptions) -> Self {
        Self::from_fen(START, options).expect("the starting position is valid")
    }

    fn read_fen(fen: &str, _options: &NoOptions) -> Result<(Self, Vec<FenRemark>), FenError> {
        let (Fen { board, side, clock, number }, remarks) = Fen::read(fen)?;
        for side in Side::BOTH {
            let at = board.general(side);
            if !PALACE.contains(at) {
                let (side, piece) = (red_black(side), PieceKind::General.name());
                let problem = FenProblem::ImpossiblePlace { side, piece, at: at.text(1) };
                return Err(FenError::new(FenField::Board, problem));
            }
        }
        let position = Self::new(board, side, clock, number);
        position.check_sound()?;
        Ok((position, remarks))
    }

    /// Numbers beyond the maximum that a FEN may contain are clamped to it.
    fn fen(&self, _options: &NoOptions) -> String {
        write_fen(&self.board, self.side, self.halfmove_clock.min(MAX_CLOCK), self.move_number.min(MAX_CLOCK))
    }

    fn move_text(&self, m: Move, _options: &NoOptions) -> String {
        text::write(m, self.side)
    }

    fn move_parts(&self, m: Move, _options: &NoOptions) -> MoveParts {
        text::parts(self, m)
    }

    fn parse_move(&self, text: &str, _options: &NoOptions) -> Result<Move, MoveError> {
        text::read(self, text)
    }

    fn move_name(&self, m: Move, _options: &NoOptions) -> String {
        text::name(self, m)
    }

    fn diagram(&self, _options: &NoOptions) -> String {
        self.board.diagram(1)
    }

    /// `check` and `tethered` refer to the side to move; `liberties` and `pawns home` are given for Red and Black.
    fn facts(&self, _options: &NoOptions) -> Vec<(&'static str, String)> {
        let word = |yes| if yes { "yes" } else { "no" }.to_owned();
        let both = |count: &dyn Fn(Side) -> usize| format!("{}/{}", count(Side::First), count(Side::Second));
        vec![
            ("check", word(self.standing.in_check)),
            ("tethered", word(self.standing.is_tethered())),
            ("liberties", both(&|side| self.liberties(side).len())),
            ("pawns home", both(&|side| self.pawns_home(side).len())),
        ]
    }

    /// Check or tether for the side to move; liberties, guards and pawns at home for both sides.
    fn marks(&self, _options: &NoOptions) -> Vec<Mark> {
        let texts = |points: PointSet| points.map(|at| at.text(1));
        let general = texts(PointSet::of(self.board.general(self.side)));
        let mut marks = Vec::new();
        if self.standing.in_check {
            marks.extend(Mark::of(MarkKind::CHECK, self.side, general));
        } else if self.standing.is_tethered() {
            marks.extend(Mark::of(TETHER, self.side, general));
        }
        for side in Side::BOTH {
            marks.extend(Mark::of(LIBERTY, side, texts(self.liberties(side))));
            marks.extend(Mark::of(GUARD, side, texts(self.guards(side))));
            marks.extend(Mark::of(HOME_PAWN, side, texts(self.pawns_home(side))));
        }
        marks
    }

    fn refuting_pieces(&self, text: &str, _options: &NoOptions) -> Vec<String> {
        text::refuting_pieces(self, text).map(|at| at.text(1)).collect()
    }
}

impl ZhonggongPosition {
    /// Checks that the side not to move is not in check and has a liberty, and that the side to move has not already
    /// won.
    fn check_sound(&self) -> Result<(), FenError> {
        let opponent = !self.side;
        let wrong = |problem| Err(FenError::new(FenField::SideToMove, problem));
        let pieces = BoardView::now(&self.board);
        if pieces.is_in_check(opponent) {
            return wrong(FenProblem::OpponentInCheck);
        }
        if pieces.liberties(opponent).is_empty() {
            let words = "the general of the side not to move has no liberty";
            return wrong(Impossibility::new("opponent-without-liberty", words).into());
        }
        if self.pawns_home(self.side).len() >= PAWNS_TO_WIN {
            let side = red_black(self.side);
            let words = format!("{side} has won with five pawns and cannot be to move");
            return wrong(Impossibility::new("five-pawns", words).about_side(side).into());
        }
        Ok(())
    }
}
