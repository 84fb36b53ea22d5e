//! Alpha-beta in its plain form, the men counted where the depth ends.

use std::cmp::Reverse;

use crate::base::{Move, MoveList, Notation, Observer, Outcome, Score, Side};
use crate::search::Control;
use crate::tactics::SearchPosition;

use super::piece_values::PieceValue;

/// In which order moves are tried. It changes how long a search takes, never what it finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveOrder {
    /// As the rules list them.
    Listed,
    /// The noisy ones from the greatest gain down, then the quiet ones as they come.
    NoisyFirst,
}

/// What a search has come to.
pub struct BestMoves {
    /// The best moves, all of the same score, in the order of their bits.
    pub moves: MoveList,
    /// That score, for the side to move. A win by a rule about the game's course counts as a mate.
    pub score: Score,
    /// The positions visited, the root among them.
    pub nodes: u64,
}

/// All best moves of a position that is not decided, `depth` plies deep (at least one). Means nothing where `control`
/// stopped the search.
pub fn best_moves<P: SearchPosition + Notation>(
    root: &P,
    piece_value: PieceValue<P>,
    depth: u32,
    order: MoveOrder,
    control: &Control,
) -> BestMoves {
    let mut position = root.clone();
    position.forget_moves();
    let mut material = Material { piece_value, balance: 0 };
    position.observe_all(&mut material);
    let mut search = Search { position, material, order, control, nodes: 1 };
    let mut found = BestMoves { moves: MoveList::new(), score: -Score::INFINITE, nodes: 0 };
    for m in search.ordered_moves() {
        // Moves as good as the best so far must come out exactly, not just as no better.
        let score = -search.value_after(m, depth - 1, 1, -Score::INFINITE, -(found.score - 1));
        if score > found.score {
            found.moves.clear();
            found.score = score;
        }
        if score == found.score {
            found.moves.push(m);
        }
    }
    found.moves.sort_unstable();
    found.nodes = search.nodes;
    found
}

/// The men on the board, counted as they come and go.
struct Material<P: Notation> {
    piece_value: PieceValue<P>,
    /// The first player's men less the second player's.
    balance: i32,
}

impl<P: Notation> Observer<P> for Material<P> {
    fn add(&mut self, man: P::Element, _at: P::Point) {
        self.balance += (self.piece_value)(man);
    }

    fn remove(&mut self, man: P::Element, _at: P::Point) {
        self.balance -= (self.piece_value)(man);
    }
}

struct Search<'a, P: Notation> {
    position: P,
    material: Material<P>,
    order: MoveOrder,
    control: &'a Control,
    nodes: u64,
}

impl<P: SearchPosition + Notation> Search<'_, P> {
    /// What the position is worth to its side to move, `depth` plies deep and `ply` plies below the root. Exact between
    /// `alpha` and `beta`, otherwise a bound.
    fn value(&mut self, depth: u32, ply: usize, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        let side = self.position.side_to_move();
        if let Some(verdict) = self.position.verdict() {
            return match verdict.outcome {
                Outcome::Draw => Score::DRAW,
                Outcome::Win(winner) if winner == side => Score::mate_at(ply),
                Outcome::Win(_) => Score::mated_at(ply),
            };
        }
        if depth == 0 || self.control.is_stopped() {
            return Score::evaluation(match side {
                Side::First => self.material.balance,
                Side::Second => -self.material.balance,
            });
        }
        for m in self.ordered_moves() {
            let score = -self.value_after(m, depth - 1, ply + 1, -beta, -alpha);
            if score >= beta {
                return score;
            }
            alpha = alpha.max(score);
        }
        alpha
    }

    /// [`Search::value`] of the position after a move.
    fn value_after(&mut self, m: Move, depth: u32, ply: usize, alpha: Score, beta: Score) -> Score {
        let balance = self.material.balance;
        self.position.make(m, &mut self.material);
        let score = self.value(depth, ply, alpha, beta);
        self.position.unmake();
        self.material.balance = balance;
        score
    }

    /// All legal moves, in this search's order.
    fn ordered_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        match self.order {
            MoveOrder::Listed => self.position.legal_moves(&mut moves),
            MoveOrder::NoisyFirst => {
                self.position.noisy_moves(&mut moves);
                moves.sort_unstable_by_key(|&m| (Reverse(self.position.capture_value(m)), m));
                self.position.quiet_moves(&mut moves);
            }
        }
        moves
    }
}
