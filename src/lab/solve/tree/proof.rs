use std::collections::HashMap;

use crate::base::Key;
use crate::games::gomoku::solution::Answer;
use crate::games::gomoku::{Point, Rule};

use super::{Candidate, NodeId, Replies, State, Tree};

impl<R: Rule> Tree<R> {
    /// The proof of the start: the winner's moves, each with the key of its position, and the maximum number of plies
    /// to the win. Positions that are won by threats have none. The start must be proved.
    pub fn proof_moves(&self) -> (Vec<(Key, Answer)>, u32) {
        let mut plies: HashMap<NodeId, (u32, Option<Point>)> = HashMap::new();
        let mut stack = vec![0];
        while let Some(&id) = stack.last() {
            if plies.contains_key(&id) {
                stack.pop();
                continue;
            }
            let State::Open { candidates, .. } = &self.nodes[id as usize].state else {
                let won = if let State::Won(plies) = self.nodes[id as usize].state { plies } else { 0 };
                plies.insert(id, (won, None));
                continue;
            };
            let proved = candidates.iter().find(|candidate| self.candidate_numbers(candidate).0 == 0);
            let Some(Candidate { at, replies: Replies::Known { children, plies: others, .. }, .. }) = proved
            else {
                // Only proved positions are reached.
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
        (moves.collect(), start)
    }
}
