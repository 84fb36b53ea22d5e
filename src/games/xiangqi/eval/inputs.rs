use crate::base::Side;
use crate::eval::network::{Accumulators, Input, Inputs, View, ViewedInputs};
use crate::games::cchess::eval::inputs;
use crate::games::cchess::{Piece, Point};
use crate::games::xiangqi::{RANKS, XiangqiPosition};

/// The inputs of xiangqi: each piece on each point, own pieces first, seen from the side's own edge of the board. If
/// the own general is on the f-file, the board is mirrored.
#[derive(Debug, Clone, Copy)]
pub struct XiangqiInputs;

impl Inputs for XiangqiInputs {
    type Position = XiangqiPosition;

    type Accumulators = Accumulators<Self>;

    const NAME: &'static str = "xiangqi-1260m";
    const COUNT: usize = inputs::piece_inputs(RANKS);
    const VIEWS: usize = 2;
    const MAX_ON: usize = 32;
    const BUCKETS: usize = 8;

    #[inline(always)]
    fn view(position: &XiangqiPosition, side: Side) -> View {
        inputs::view(position.board().general(side))
    }

    type Key = (Piece, Point);

    #[inline(always)]
    fn key(piece: Piece, at: Point) -> Option<(Piece, Point)> {
        Some((piece, at))
    }

    #[inline(always)]
    fn input(side: Side, view: View, (piece, at): (Piece, Point)) -> Input {
        inputs::piece_input::<RANKS>(side, view, piece, at)
    }

    fn has_mirror_image(position: &XiangqiPosition, side: Side) -> bool {
        inputs::has_mirror_image(position.board().general(side))
    }

    fn mirrored(input: Input) -> Input {
        inputs::mirrored_piece(input)
    }

    type Derived = [Input; 0];

    #[inline(always)]
    fn bucket(position: &XiangqiPosition) -> usize {
        inputs::bucket(position.board(), Self::BUCKETS)
    }
}

impl ViewedInputs for XiangqiInputs {
    type Placement = inputs::PiecesByKind;

    #[inline(always)]
    fn placement(position: &XiangqiPosition) -> inputs::PiecesByKind {
        inputs::placement(position.board())
    }
}
