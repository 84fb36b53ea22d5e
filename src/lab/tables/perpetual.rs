//! Positions in which one side, the *defender*, can only hold by perpetual check.
//!
//! A repetition is lost for a side that gave check with each of its moves while the other did not. Play that never ends
//! is therefore won for the attacker if the defender checks from some move on and the attacker, again and again, plays
//! a move without check. A *core* is the greatest set of undecided positions in which
//!
//! - all moves of the defender lose at once or are checks that stay in the core, and there is one of the latter;
//! - the attacker can stay in the core, and can reach, after finitely many answers that are checks themselves, one that
//!   is not a check.
//!
//! Its positions are won for the attacker. The number of checks that the attacker has to give before the next move
//! without check is the position's *rank*. Within a core, every move that the attacker should play lowers the rank, or
//! is a move without check at rank 0; so every cycle contains one.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::base::{MoveList, Side, lock};
use crate::games::cchess::tables::{Material, Placement, TableValue, TabledGame, is_capture};

use super::grid::{Grid, UNKNOWN};
use super::smaller::{Capture, Smaller};

/// The positions of a core.
#[derive(Debug, Default)]
pub struct Core {
    positions: Vec<(Side, u64, u16)>,
    ranks: u16,
}

impl Core {
    /// Whether there are no such positions.
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The number of ranks.
    pub const fn ranks(&self) -> u16 {
        self.ranks
    }

    /// The positions with their values, if the attacker's at rank 0 have the value `first`: each rank adds two, and the
    /// defender's have one more than the attacker's.
    pub fn values(&self, first: u16) -> impl Iterator<Item = (Side, u64, u16)> {
        self.positions.iter().map(move |&(side, index, offset)| (side, index, first + offset))
    }
}

/// The core of this attacker among the undecided positions of a material.
pub fn core<P: TabledGame>(grid: &Grid, smaller: &Smaller, material: Material, attacker: Side) -> Core {
    if !P::can_check(material, !attacker) {
        return Core::default();
    }
    let candidates = Mutex::new(Vec::new());
    grid.for_all(|side, index| {
        if side != attacker
            && grid.value(side, index) == UNKNOWN
            && let Some(mut position) = grid.position::<P>(side, index)
            && let Some(successors) = successors(grid, smaller, &mut position)
        {
            lock(&candidates).push((index, successors));
        }
        true
    });
    let mut candidates = candidates.into_inner().unwrap_or_else(PoisonError::into_inner);
    candidates.sort_unstable();
    core_of::<P>(grid, attacker, &candidates)
}

/// A position of the defender that may belong to a core, with the positions after its checks.
type Candidate = (u64, Vec<u64>);

/// A position of the attacker.
struct Answers {
    index: u64,
    /// The candidates that its moves lead to, and whether the move gives check.
    moves: Vec<(usize, bool)>,
}

/// The positions after the defender's checks; `None` if it has a move that is neither a check nor known to lose, or no
/// check.
fn successors<P: TabledGame>(grid: &Grid, smaller: &Smaller, position: &mut P) -> Option<Vec<u64>> {
    let attacker = !position.side_to_move();
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut found = Vec::new();
    for &m in &list {
        let captures = is_capture(position, m);
        position.make(m, &mut ());
        let is_candidate = if captures {
            match smaller.after_capture(position) {
                Some(Capture::Decided(plies)) => plies % 2 == 0,
                Some(Capture::RuleLoss) => true,
                _ => false,
            }
        } else {
            match index_of(grid, position) {
                Some(index) if grid.value(attacker, index) == UNKNOWN => {
                    found.push(index);
                    position.is_checked()
                }
                index => index.is_some(),
            }
        };
        position.unmake();
        if !is_candidate {
            return None;
        }
    }
    (!found.is_empty()).then_some(found)
}

fn index_of<P: TabledGame>(grid: &Grid, position: &P) -> Option<u64> {
    grid.layout.index(&Placement::of(position, grid.pieces(), false))
}

/// The core among the candidates.
fn core_of<P: TabledGame>(grid: &Grid, attacker: Side, candidates: &[Candidate]) -> Core {
    let numbers: HashMap<u64, usize> =
        candidates.iter().enumerate().map(|(number, &(index, _))| (index, number)).collect();
    let mut answers: Vec<Answers> = Vec::new();
    let mut answer_numbers = HashMap::new();
    let mut checks = Vec::with_capacity(candidates.len());
    for (_, successors) in candidates {
        let mut after = Vec::with_capacity(successors.len());
        for &index in successors {
            after.push(*answer_numbers.entry(index).or_insert_with(|| {
                answers.push(Answers { index, moves: moves::<P>(grid, attacker, index, &numbers) });
                answers.len() - 1
            }));
        }
        checks.push(after);
    }
    let mut ranks = Ranks { defender: vec![Some(0); checks.len()], attacker: vec![Some(0); answers.len()] };
    while ranks.narrow(&checks, &answers) {}
    let mut core = Core::default();
    let attackers =
        answers.iter().zip(&ranks.attacker).map(|(answer, rank)| (attacker, answer.index, *rank, 0));
    let defenders =
        candidates.iter().zip(&ranks.defender).map(|(&(index, _), rank)| (!attacker, index, *rank, 1));
    for (side, index, rank, more) in attackers.chain(defenders) {
        if let Some(rank) = rank {
            core.positions.push((side, index, 2 * rank + more));
            core.ranks = core.ranks.max(rank + 1);
        }
    }
    core
}

/// The attacker's moves that lead to candidates.
fn moves<P: TabledGame>(
    grid: &Grid,
    attacker: Side,
    index: u64,
    candidates: &HashMap<u64, usize>,
) -> Vec<(usize, bool)> {
    let Some(mut position) = grid.position::<P>(attacker, index) else { return Vec::new() };
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut found = Vec::new();
    for &m in &list {
        if is_capture(&position, m) {
            continue;
        }
        position.make(m, &mut ());
        let candidate = index_of(grid, &position).and_then(|index| candidates.get(&index));
        found.extend(candidate.map(|&candidate| (candidate, position.is_checked())));
        position.unmake();
    }
    found
}

/// The ranks of positions; `None` for those that do not belong to the core.
struct Ranks {
    defender: Vec<Option<u16>>,
    attacker: Vec<Option<u16>>,
}

impl Ranks {
    /// Computes the ranks anew, given the positions that still belong to the core; false if all of them have one.
    fn narrow(&mut self, checks: &[Vec<usize>], answers: &[Answers]) -> bool {
        let left = |ranks: &[Option<u16>]| ranks.iter().flatten().count();
        let before = left(&self.defender) + left(&self.attacker);
        let is_in = |number: &usize| self.defender[*number].is_some();
        let first = answers.iter().zip(&self.attacker).map(|(answer, rank)| {
            let quiet = answer.moves.iter().any(|(number, is_check)| !is_check && is_in(number));
            rank.filter(|_| quiet).map(|_| 0)
        });
        let mut attacker: Vec<_> = first.collect();
        let mut defender = vec![None; self.defender.len()];
        for rank in 0..TableValue::MOST_PLIES / 2 {
            let mut is_changed = false;
            for (number, after) in checks.iter().enumerate() {
                let is_left = self.defender[number].is_some() && defender[number].is_none();
                if is_left && after.iter().all(|&answer| attacker[answer].is_some()) {
                    defender[number] = Some(rank);
                    is_changed = true;
                }
            }
            for (number, answer) in answers.iter().enumerate() {
                let is_left = self.attacker[number].is_some() && attacker[number].is_none();
                if is_left && answer.moves.iter().any(|&(number, _)| defender[number].is_some()) {
                    attacker[number] = Some(rank + 1);
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
        }
        (self.defender, self.attacker) = (defender, attacker);
        left(&self.defender) + left(&self.attacker) < before
    }
}
