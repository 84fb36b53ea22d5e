//! The reference player: plain alpha-beta to a fixed depth, evaluating only material. It is an opponent that never
//! changes. No setting of the engine plays the same games: the reference player chooses at random among all moves with
//! the best score, which must all be known exactly, and counts repetitions as the rules do, without the shortcuts of a
//! search.
//!
//! It knows the complete rules of its game and nothing else: it has no quiescence search, hash table or iterative
//! deepening.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Instant;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::arena::{PlayerSpec, TimeControl};
use crate::base::{Move, MoveList, Notation, Observer, Outcome, PlayedGame, Score, Side};
use crate::games::PieceValue;
use crate::search::{Control, SearchPosition};

use super::internal::{self, Watchdog};
use super::{Deadline, NewGame, Player, PlayerAction, PlayerError, Reply, SearchInfo, Turn};

/// The maximum depth, in plies, which no machine can reach.
const MAX_DEPTH: u32 = 64;
/// The default seed of the choice among equal moves.
const DEFAULT_SEED: u64 = 1;

/// A player that searches to the depth of its time control, with the options `Seed` and `Order`.
pub struct Reference<P: Notation> {
    piece_value: PieceValue<P>,
    depth: u32,
    seed: u64,
    order: MoveOrder,
    watchdog: Arc<Watchdog>,
}

impl<P: SearchPosition + Notation> Reference<P> {
    /// A reference player with these piece values, and with the options and the depth of `spec`.
    ///
    /// # Errors
    ///
    /// If an option is unknown, or the time control is not a depth.
    pub fn new(spec: &PlayerSpec, piece_value: PieceValue<P>) -> Result<Self, PlayerError> {
        let depth = match spec.time {
            TimeControl::Depth(depth @ 1..=MAX_DEPTH) => Ok(depth),
            TimeControl::Depth(depth) => Err(format!("it searches from 1 to {MAX_DEPTH} plies, not {depth}")),
            other => Err(format!(
                "it searches to a fixed depth, regardless of the clock: set time=depth={}, not {other}",
                PlayerSpec::REFERENCE_DEPTH
            )),
        };
        let depth = depth.map_err(PlayerError::Unusable)?;
        let (mut seed, mut order) = (DEFAULT_SEED, MoveOrder::NoisyFirst);
        for (name, value) in &spec.options {
            let wrong =
                |problem: String| PlayerError::Unusable(format!("option {name}: {value:?} {problem}"));
            match (name.to_ascii_lowercase().as_str(), value.to_ascii_lowercase().as_str()) {
                ("seed", digits) => {
                    let range = || wrong(format!("is not a whole number from 0 to {}", u64::MAX));
                    seed = digits.parse().map_err(|_| range())?;
                }
                ("order", "listed") => order = MoveOrder::Listed,
                ("order", "noisy-first") => order = MoveOrder::NoisyFirst,
                ("order", _) => return Err(wrong("is neither listed nor noisy-first".to_owned())),
                _ => {
                    let problem = format!("the reference player has no option called {name:?}");
                    return Err(PlayerError::Unusable(problem));
                }
            }
        }
        Ok(Self { piece_value, depth, seed, order, watchdog: Arc::default() })
    }

    /// One of the equally good moves. The choice depends only on the seed, the position and the number of moves, so a
    /// game is reproducible regardless of earlier games.
    fn draw(&self, moves: &MoveList, game: &PlayedGame<P>) -> Option<Move> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(game.position().key().0.wrapping_add(game.moves().len() as u64));
        moves.choose(&mut rng).copied()
    }
}

impl<P: SearchPosition + Notation> Player<P> for Reference<P> {
    fn new_game(&mut self, _new_game: &NewGame<'_, P>, _deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Reply, PlayerError> {
        let deadline = turn.deadline();
        let started = Instant::now();
        let control = Arc::new(Control::new(false));
        self.watchdog.set(Some((Arc::clone(&control), deadline.until)));
        let mut search = Search::new(turn.game.position(), self.piece_value, self.order, &control);
        let (score, moves) = search.best_moves(self.depth);
        self.watchdog.set(None);
        let elapsed = started.elapsed();
        deadline.check()?;
        let action = match self.draw(&moves, turn.game) {
            Some(best) => PlayerAction::Move(best),
            None => turn.read("(none)", &P::Options::default()),
        };
        let search_info = SearchInfo {
            score: Some(internal::score(score)),
            depth: Some(self.depth),
            nodes: Some(search.nodes),
            pv: String::new(),
        };
        Ok(Reply { action, elapsed, search_info, pv: Vec::new(), offers_draw: false })
    }

    fn watchdog(&self) -> Option<Arc<Watchdog>> {
        Some(Arc::clone(&self.watchdog))
    }
}

/// The order in which moves are tried. It affects the time of a search, not its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MoveOrder {
    /// As generated by the rules.
    Listed,
    /// Noisy moves first, by decreasing capture value, then quiet ones as generated.
    NoisyFirst,
}

/// Material, updated incrementally: the first side's minus the second side's.
struct Material<P: Notation> {
    piece_value: PieceValue<P>,
    balance: i32,
}

impl<P: Notation> Observer<P> for Material<P> {
    fn add(&mut self, piece: P::Element, _at: P::Point) {
        self.balance += (self.piece_value)(piece);
    }

    fn remove(&mut self, piece: P::Element, _at: P::Point) {
        self.balance -= (self.piece_value)(piece);
    }
}

struct Search<'a, P: Notation> {
    position: P,
    material: Material<P>,
    order: MoveOrder,
    control: &'a Control,
    /// The nodes visited, including the root.
    nodes: u64,
}

impl<'a, P: SearchPosition + Notation> Search<'a, P> {
    fn new(root: &P, piece_value: PieceValue<P>, order: MoveOrder, control: &'a Control) -> Self {
        let mut position = root.clone();
        position.forget_moves();
        let mut material = Material { piece_value, balance: 0 };
        position.observe_all(&mut material);
        Self { position, material, order, control, nodes: 1 }
    }

    /// The best score of the undecided root for the side to move, searched to `depth` plies (at least one), and all
    /// moves with that score, ordered by their bits. Wins by repetition rules count as mates. Meaningless if the
    /// control stopped the search.
    fn best_moves(&mut self, depth: u32) -> (Score, MoveList) {
        let (mut best, mut moves) = (-Score::INFINITE, MoveList::new());
        for m in self.ordered_moves() {
            // The window includes scores equal to the best one, so that they are exact.
            let score = -self.value_after(m, depth - 1, 1, -Score::INFINITE, -(best - 1));
            if score > best {
                moves.clear();
                best = score;
            }
            if score == best {
                moves.push(m);
            }
        }
        moves.sort_unstable();
        (best, moves)
    }

    /// The value of the position for the side to move, searched to `depth` plies, `ply` plies from the root. Exact
    /// between `alpha` and `beta`, otherwise a bound.
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

    /// All legal moves in this search's order.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::Rng;
    use rand::rngs::SmallRng;

    use super::*;
    use crate::arena::PlayerKind;
    use crate::base::{NoOptions, Position};
    use crate::games::zhonggong::ZhonggongPosition;
    use crate::games::{Game, Zhonggong};

    fn values() -> PieceValue<ZhonggongPosition> {
        Zhonggong::PUBLISHED_VALUES.expect("published values")
    }

    fn found(root: &ZhonggongPosition, depth: u32) -> (Score, Vec<Move>) {
        let [listed, found] = [MoveOrder::Listed, MoveOrder::NoisyFirst].map(|order| {
            let control = Control::new(false);
            let (score, moves) = Search::new(root, values(), order, &control).best_moves(depth);
            (score, moves.to_vec())
        });
        assert_eq!(listed, found, "{}", root.fen(&NoOptions));
        found
    }

    fn legal_moves(position: &ZhonggongPosition) -> MoveList {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves
    }

    /// The material balance according to the letters of the FEN.
    fn balance(position: &ZhonggongPosition) -> i32 {
        let fen = position.fen(&NoOptions);
        let piece_value = |letter: char| {
            let (letters, values) = ("KRCNPAB", [300, 200, 100, 50, 25, 20, 10]);
            letters.find(letter.to_ascii_uppercase()).map_or(0, |index| values[index])
        };
        let board = fen.split(' ').next().expect("a board");
        let signed = |letter: char| if letter.is_uppercase() { 1 } else { -1 } * piece_value(letter);
        board.chars().map(signed).sum()
    }

    /// Plain minimax.
    fn negamax(position: &ZhonggongPosition, depth: u32, ply: usize) -> Score {
        let side = position.side_to_move();
        match position.verdict().map(|verdict| verdict.outcome) {
            Some(Outcome::Draw) => return Score::DRAW,
            Some(Outcome::Win(winner)) if winner == side => return Score::mate_at(ply),
            Some(Outcome::Win(_)) => return Score::mated_at(ply),
            None if depth == 0 => {
                let red = balance(position);
                return Score::new(if side == Side::First { red } else { -red });
            }
            None => {}
        }
        let moves = legal_moves(position).into_iter();
        moves.map(|m| after(position, m, depth, ply)).max().expect("a legal move")
    }

    fn after(position: &ZhonggongPosition, m: Move, depth: u32, ply: usize) -> Score {
        let mut next = position.clone();
        next.make(m, &mut ());
        -negamax(&next, depth - 1, ply + 1)
    }

    /// A position after random moves, still undecided; captures are preferred, to vary the material.
    fn wander(rng: &mut SmallRng, plies: usize) -> ZhonggongPosition {
        let mut position = ZhonggongPosition::start(&NoOptions);
        for _ in 0..plies {
            let (mut moves, mut noisy) = (legal_moves(&position), MoveList::new());
            position.noisy_moves(&mut noisy);
            if rng.random_bool(0.5) && !noisy.is_empty() {
                moves = noisy;
            }
            position.make(*moves.choose(rng).expect("a legal move"), &mut ());
            if position.verdict().is_some() {
                position.unmake();
                break;
            }
        }
        position
    }

    #[test]
    fn the_score_and_the_best_moves_agree_with_negamax() {
        let mut rng = SmallRng::seed_from_u64(5);
        for number in 0..60 {
            let plies = rng.random_range(0..80);
            let root = wander(&mut rng, plies);
            let depth = 1 + number % 3;
            let scored = legal_moves(&root).into_iter().map(|m| (after(&root, m, depth, 0), m));
            let scored = scored.collect::<Vec<_>>();
            let best = scored.iter().map(|&(score, _)| score).max().expect("a legal move");
            let mut moves: Vec<_> =
                scored.iter().filter(|&&(score, _)| score == best).map(|&(_, m)| m).collect();
            moves.sort_unstable();
            assert_eq!(found(&root, depth), (best, moves), "{root:?} at depth {depth}");
        }
    }

    #[test]
    fn equal_moves_are_drawn_by_the_seed() {
        let game = PlayedGame::new(ZhonggongPosition::start(&NoOptions));
        let equal = found(game.position(), 1).1;
        assert!(equal.len() > 5, "{equal:?}");
        let list = equal.iter().copied().collect();
        let draw = |seed: u64| {
            let spec = PlayerSpec {
                name: "reference".to_owned(),
                kind: PlayerKind::Reference,
                options: vec![("Seed".to_owned(), seed.to_string())],
                time: TimeControl::Depth(1),
                margin: PlayerSpec::MARGIN,
                patience: PlayerSpec::PATIENCE,
            };
            Reference::new(&spec, values()).expect("a player").draw(&list, &game).expect("a move")
        };
        let drawn: Vec<_> = (0..60).map(draw).collect();
        assert!(drawn.iter().all(|m| equal.contains(m)));
        assert!(drawn.iter().collect::<BTreeSet<_>>().len() > 5, "{drawn:?}");
        assert_eq!(drawn, (0..60).map(draw).collect::<Vec<_>>(), "seeds repeat");
    }

    #[test]
    fn a_stopped_search_ends_immediately() {
        let control = Control::new(false);
        control.stop();
        let start = ZhonggongPosition::start(&NoOptions);
        let mut search = Search::new(&start, values(), MoveOrder::Listed, &control);
        search.best_moves(MAX_DEPTH);
        assert!(search.nodes < 1000);
    }
}
