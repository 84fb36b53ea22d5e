use crate::games::gomoku::{Point, Rule};

use super::{Candidate, Node, NodeId, Replies, State, Tree};

/// The number of a proof or disproof that is impossible.
pub(super) const IMPOSSIBLE: u32 = 1 << 30;
/// The largest number of a possible one.
const LARGEST: u32 = IMPOSSIBLE - 1;
/// The disproof number of what is being looked at, so that other replies are looked at meanwhile.
pub(super) const BUSY: u32 = 1 << 20;

/// How much harder a position is taken to be that was not looked at.
pub(super) const WEIGHT_OF_NEW: u32 = 2;
/// How much harder each move of the winner is taken to be than the one found before.
const WEIGHT_OF_LATER: u32 = 2;
/// The questions that may be asked about the moves of a position before a long search for a better one.
const PATIENCE: u32 = 2_000;
/// How many times as many questions may be asked after each long search.
const FACTOR_OF_PATIENCE: u32 = 16;
/// The questions that may be asked about a reply before the proof of its move is taken to be harder than it looks.
const WORK_OF_REPLY: u32 = 16;

/// Proof and disproof number.
pub(super) type Numbers = (u32, u32);

/// The first proof number of a position in which this share of wins, in thousandths, is expected: it doubles with each
/// eighth that is missing.
pub(super) const fn first_proof(chance: u32) -> u32 {
    const LEAST: u32 = 4;
    const EIGHTH: u32 = 125;
    let doubt = 1000_u32.saturating_sub(chance);
    let whole = LEAST << (doubt / EIGHTH);
    whole + whole * (doubt % EIGHTH) / EIGHTH
}

impl<R: Rule> Tree<R> {
    /// The proof number of a move that is yet to be found: another one is worth trying when the known moves have become
    /// much harder to prove than they were at first. While a trusted move is not refuted, no other is tried.
    pub(super) fn proof_of_another(&self, candidates: &[Candidate]) -> u32 {
        const LEAST: u32 = 64;
        const FACTOR: u32 = 4;
        if self.trusts_any(candidates) {
            return LARGEST;
        }
        let first = candidates.iter().map(|candidate| candidate.first).max().unwrap_or(LEAST).max(LEAST);
        candidates.iter().fold(first, |proof, _| proof.saturating_mul(FACTOR).min(LARGEST))
    }

    /// Whether a trusted move is not refuted.
    fn trusts_any(&self, candidates: &[Candidate]) -> bool {
        let is_hopeful = |candidate: &Candidate| self.candidate_numbers(candidate).0 < IMPOSSIBLE;
        candidates.iter().any(|candidate| candidate.is_trusted && is_hopeful(candidate))
    }

    /// The moves that a long search leaves out, if one is due after the work that was spent on the moves: a position
    /// that resists deserves a better move than short searches find.
    pub(super) fn due_long_search(&self, candidates: &[Candidate], long_searches: u32) -> Option<Vec<Point>> {
        if !self.has_long_searches {
            return None;
        }
        let trusted = candidates.iter().filter(|candidate| candidate.is_trusted);
        let before = long_searches.max(trusted.clone().count() as u32);
        let work: u32 = candidates.iter().map(|candidate| candidate.work).sum();
        let is_due = work >= PATIENCE.saturating_mul(FACTOR_OF_PATIENCE.saturating_pow(before));
        is_due.then(|| trusted.map(|candidate| candidate.at).collect())
    }

    pub(super) fn candidate_numbers(&self, candidate: &Candidate) -> Numbers {
        let (proof, disproof) = match &candidate.replies {
            Replies::Unknown => (candidate.first, 1),
            Replies::Refuted => (IMPOSSIBLE, 0),
            Replies::Known { children, is_complete, .. } => {
                let (mut hardest, mut open, mut disproof) = (0, 0_u32, IMPOSSIBLE);
                for &child in children {
                    let node = &self.nodes[child as usize];
                    hardest = hardest.max(node.proof);
                    open += u32::from(node.proof > 0);
                    disproof = disproof.min(node.disproof);
                }
                let proof = if hardest == IMPOSSIBLE {
                    IMPOSSIBLE
                } else {
                    (hardest + open.saturating_sub(1)).min(LARGEST)
                };
                // What remains is to look at the other replies.
                if proof == 0 && !is_complete { (1, 1) } else { (proof, disproof) }
            }
        };
        let is_settled = proof == 0 || disproof == 0;
        if candidate.is_busy && !is_settled { (proof, BUSY) } else { (proof, disproof) }
    }

    /// The numbers of moves of the winner, larger for those found later; the largest for others than trusted ones as
    /// long as a trusted one is not refuted.
    fn ranked_numbers(&self, candidates: &[Candidate]) -> impl Iterator<Item = Numbers> {
        let only_trusted = self.trusts_any(candidates);
        let mut next_weight = 1_u32;
        candidates.iter().map(move |candidate| {
            let weight = next_weight;
            let is_tried = candidate.is_trusted || !only_trusted;
            if is_tried {
                next_weight = next_weight.saturating_mul(WEIGHT_OF_LATER);
            }
            match self.candidate_numbers(candidate) {
                settled @ (0 | IMPOSSIBLE, _) => settled,
                (proof, disproof) if is_tried => (proof.saturating_mul(weight).min(LARGEST), disproof),
                (_, disproof) => (LARGEST, disproof),
            }
        })
    }

    /// The index of the move that seems easiest to prove, and its proof number. A move that looks close to a proof but
    /// has resisted for long gives way to others.
    pub(super) fn easiest(&self, candidates: &[Candidate]) -> (usize, u32) {
        let ranked = self.ranked_numbers(candidates).zip(candidates);
        let proofs = ranked.map(|((proof, _), candidate)| match proof {
            IMPOSSIBLE => IMPOSSIBLE,
            proof => proof.saturating_mul(candidate.overrun()).min(LARGEST),
        });
        proofs.enumerate().min_by_key(|&(_, proof)| proof).unwrap_or((0, IMPOSSIBLE))
    }

    fn numbers(&self, node: &Node) -> Numbers {
        let (proof, disproof) = match &node.state {
            State::New(chance) => (first_proof(*chance), 1),
            State::Won(_) | State::Proved(_) => (0, IMPOSSIBLE),
            State::Open { candidates, is_exhausted, .. } => {
                let mut numbers =
                    if *is_exhausted { (IMPOSSIBLE, 0) } else { (self.proof_of_another(candidates), 1) };
                for (proof, disproof) in self.ranked_numbers(candidates) {
                    numbers.0 = numbers.0.min(proof);
                    numbers.1 = (numbers.1 + disproof).min(IMPOSSIBLE);
                }
                numbers
            }
        };
        let is_settled = proof == 0 || disproof == 0;
        if node.is_busy && !is_settled { (proof, BUSY) } else { (proof, disproof) }
    }

    /// Computes a node's numbers, and those of the nodes above it as far as they change.
    pub(super) fn update(&mut self, id: NodeId) {
        let mut changed = vec![id];
        while let Some(id) = changed.pop() {
            let node = &self.nodes[id as usize];
            let numbers = self.numbers(node);
            if numbers == (node.proof, node.disproof) {
                continue;
            }
            let node = &mut self.nodes[id as usize];
            (node.proof, node.disproof) = numbers;
            changed.extend(&node.parents);
        }
    }
}

impl Candidate {
    /// How much harder the move is taken to be than its proof number says, after the work that was spent on it: 1 at
    /// first, and 1 more with each further [`WORK_OF_REPLY`] questions for each reply.
    fn overrun(&self) -> u32 {
        /// The questions that find the replies, counted in replies.
        const REPLIES_TO_FIND: u32 = 4;
        let replies =
            if let Replies::Known { children, .. } = &self.replies { children.len() as u32 } else { 0 };
        1 + self.work / (WORK_OF_REPLY * (replies + REPLIES_TO_FIND))
    }
}
