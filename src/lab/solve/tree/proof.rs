use std::collections::{HashMap, HashSet};

use crate::base::Key;
use crate::games::gomoku::solution::Answer;
use crate::games::gomoku::{Point, Rule};

use super::{Candidate, NodeId, Replies, State, Tree};

/// The proof of the start of a tree.
pub(in crate::lab::solve) struct Proof {
    /// The winner's moves, each with the key of its position. Positions that are won by threats have none, and those of
    /// the known solution neither.
    pub moves: Vec<(Key, Answer)>,
    /// The maximum number of plies to the win.
    pub plies: u32,
    /// The keys of the positions of the known solution to which the moves lead.
    pub known: HashSet<Key>,
}

impl<R: Rule> Tree<R> {
    /// The proof of the start, which must be proved.
    pub fn proof_moves(&self) -> Proof {
        let mut plies: HashMap<NodeId, (u32, Option<Point>)> = HashMap::new();
        let mut known = HashSet::new();
        let mut stack = vec![0];
        while let Some(&id) = stack.last() {
            if plies.contains_key(&id) {
                stack.pop();
                continue;
            }
            let node = &self.nodes[id as usize];
            let candidates = match &node.state {
                State::Open { candidates, .. } => candidates,
                &(State::Won(won) | State::Proved(won)) => {
                    if matches!(node.state, State::Proved(_)) {
                        known.insert(node.key);
                    }
                    plies.insert(id, (won, None));
                    continue;
                }
                // Only proved positions are reached.
                State::New(_) => {
                    plies.insert(id, (0, None));
                    continue;
                }
            };
            let proved = candidates.iter().find(|candidate| self.candidate_numbers(candidate).0 == 0);
            let Some(Candidate { at, replies: Replies::Known { children, plies: others, .. }, .. }) = proved
            else {
                plies.insert(id, (0, None));
                continue;
            };
            let missing: Vec<_> =
                children.iter().filter(|child| !plies.contains_key(child)).copied().collect();
            if missing.is_empty() {
                let longest = children.iter().map(|child| plies[child].0 + 1).max().unwrap_or(0);
                plies.insert(id, (longest.max(*others) + 1, Some(*at)));
            }
            stack.extend(missing);
        }
        let start = plies[&0].0;
        let moves = plies
            .into_iter()
            .filter_map(|(id, (plies, at))| Some((self.nodes[id as usize].key, Answer { at: at?, plies })));
        Proof { moves: moves.collect(), plies: start, known }
    }
}
