mod numbers;
mod proof;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::base::{Key, MoveList, Position};
use crate::games::gomoku::solution::{Solution, Stones};
use crate::games::gomoku::{GomokuPosition, Point, Rule};

use super::SolveSettings;
use super::book::Book;
use super::question::{Coordinates, Finding, Question, point};
pub(super) use proof::Proof;

use numbers::{BUSY, IMPOSSIBLE, WEIGHT_OF_NEW, first_proof};

/// The index of a node.
type NodeId = u32;

/// A question about a node.
#[derive(Debug, Clone)]
pub(super) struct Task {
    node: NodeId,
    /// The key of the node's position.
    pub key: Key,
    /// The node's position, a canonical image.
    pub stones: Stones,
    /// The question.
    pub question: Question,
}

/// A finding that does not fit its position, as a foreign or damaged journal may hold.
#[derive(Debug)]
pub(super) struct Mismatch;

/// Proof-number search (Allis, 1994) over the moves of the winner that were found worth trying. The tree is a graph:
/// each position occurs once, up to symmetry.
///
/// The proof number of a move is not the sum of the replies' numbers but the largest of them, plus the number of the
/// others (weak proof-number search; Ueda, Hashimoto, Hashimoto and Iida, 2008): otherwise, the number of replies would
/// outweigh how hard they are, and positions that are reached in several ways would be counted several times.
pub(super) struct Tree<R: Rule> {
    nodes: Vec<Node>,
    index: HashMap<Key, NodeId>,
    known: Option<Solution>,
    book: Arc<Book>,
    has_long_searches: bool,
    rule: std::marker::PhantomData<R>,
}

/// A position with the winner to move.
struct Node {
    stones: Stones,
    key: Key,
    state: State,
    proof: u32,
    disproof: u32,
    is_busy: bool,
    parents: Vec<NodeId>,
}

enum State {
    /// Nothing is known, except the expected thousandths of a win.
    New(u32),
    /// Won by threats, in at most this number of plies.
    Won(u32),
    /// Won in at most this number of plies, according to a proof that is known already.
    Proved(u32),
    Open {
        candidates: Vec<Candidate>,
        /// Whether there are no other moves worth trying.
        is_exhausted: bool,
        /// The number of long searches for a move.
        long_searches: u32,
    },
}

/// A move of the winner.
struct Candidate {
    at: Point,
    /// The proof number when the replies were last looked at, or before that, the expected one.
    first: u32,
    replies: Replies,
    is_busy: bool,
    /// The number of questions asked so far about the move and the positions after it.
    work: u32,
    /// Whether it is the move of the book or of a long search. Until such a move is refuted, others are not tried.
    is_trusted: bool,
}

enum Replies {
    Unknown,
    /// The opponent wins.
    Refuted,
    Known {
        /// The positions after the replies that do not lose to threats.
        children: Vec<NodeId>,
        /// The maximum number of plies to the win after the others, from the reply on.
        plies: u32,
        /// Whether all legal replies were looked at.
        is_complete: bool,
    },
}

impl<R: Rule> Tree<R> {
    /// The tree with this position alone. Positions of the known solution are proved, and moves of the book are tried
    /// first. Long searches are asked for if the settings have them.
    pub fn new(start: &Stones, known: Option<Solution>, settings: &SolveSettings) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            index: HashMap::new(),
            known,
            book: Arc::clone(&settings.book),
            has_long_searches: settings.long_nodes.is_some(),
            rule: std::marker::PhantomData,
        };
        tree.node(start, 500);
        tree
    }

    /// The known solution.
    pub fn into_known(self) -> Option<Solution> {
        self.known
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the start is proved to be won, or cannot be with the moves worth trying; `None` if neither is known.
    pub fn result(&self) -> Option<bool> {
        match (self.nodes[0].proof, self.nodes[0].disproof) {
            (0, _) => Some(true),
            (IMPOSSIBLE, _) | (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The proof number of the start.
    pub fn proof(&self) -> u32 {
        self.nodes[0].proof
    }

    /// The numbers of proved replies and of all replies that must be proved, for the move at the start that is closest
    /// to a proof.
    pub fn openings(&self) -> (usize, usize) {
        let Some((_, children)) = self.first_move() else { return (0, 0) };
        let proved = children.iter().filter(|&&child| self.nodes[child as usize].proof == 0).count();
        (proved, children.len())
    }

    /// The move at the start that is closest to a proof, and the positions after it that must be proved.
    fn first_move(&self) -> Option<(Point, &[NodeId])> {
        let State::Open { candidates, .. } = &self.nodes[0].state else { return None };
        let best = candidates.get(self.easiest(candidates).0)?;
        let Replies::Known { children, .. } = &best.replies else { return None };
        Some((best.at, children))
    }

    /// The move at the start that is closest to a proof, and the replies to it that must be proved and are not yet, one
    /// of each position, in the image of the start that is `start`.
    pub fn open_replies(&self, start: &Stones) -> Option<(Point, Vec<Point>)> {
        let (at, children) = self.first_move()?;
        let (_, symmetry) = start.canonical_key();
        let at = symmetry.inverse().apply(at, start.size());
        let mut position: GomokuPosition<R> = start.position();
        position.make(at.to_move(), &mut ());
        let mut open: HashSet<Key> = children
            .iter()
            .map(|&child| &self.nodes[child as usize])
            .filter_map(|child| (child.proof > 0).then_some(child.key))
            .collect();
        let mut replies = MoveList::new();
        position.legal_moves(&mut replies);
        let after = Stones::of(&position);
        let replies = replies.iter().filter_map(|&m| Point::of_move(m));
        Some((at, replies.filter(|&at| open.remove(&after.with_next(at).canonical_key().0)).collect()))
    }

    /// The node of a position, created with this expectation if there is none.
    fn node(&mut self, stones: &Stones, chance: u32) -> NodeId {
        let (key, symmetry) = stones.canonical_key();
        if let Some(&id) = self.index.get(&key) {
            return id;
        }
        let stones = stones.image(symmetry);
        let id = self.nodes.len() as NodeId;
        let known = self.known.as_ref().and_then(|known| known.find(&stones));
        let (state, proof, disproof) = match known {
            Some((_, answer)) => (State::Proved(answer.plies), 0, IMPOSSIBLE),
            None => (State::New(chance), first_proof(chance), 1),
        };
        let parents = Vec::new();
        self.nodes.push(Node { stones, key, state, proof, disproof, is_busy: false, parents });
        self.index.insert(key, id);
        id
    }

    /// The next question, which is from now on being looked at; `None` if all that matter are.
    pub fn select(&mut self) -> Option<Task> {
        let mut path = Vec::new();
        let (id, candidate, question) = self.next_question(&mut path)?;
        for (id, index) in path {
            if let State::Open { candidates, .. } = &mut self.nodes[id as usize].state {
                candidates[index].work += 1;
            }
        }
        Some(self.task(id, candidate, question))
    }

    /// The next question, with its node and the index of the move that it is about. The moves that lead there, and the
    /// one that it is about, are added to `path`.
    fn next_question(&self, path: &mut Vec<(NodeId, usize)>) -> Option<(NodeId, Option<usize>, Question)> {
        if self.result().is_some() {
            return None;
        }
        let mut id: NodeId = 0;
        loop {
            let node = &self.nodes[id as usize];
            if node.is_busy {
                return None;
            }
            let State::Open { candidates, is_exhausted, long_searches } = &node.state else {
                return Some((id, None, Question::Attack));
            };
            if let Some(tried) = self.due_long_search(candidates, *long_searches) {
                return Some((id, None, Question::Long(tried)));
            }
            let (best, proof) = self.easiest(candidates);
            if !is_exhausted && self.proof_of_another(candidates) < proof {
                let tried = candidates.iter().map(|candidate| candidate.at).collect();
                return Some((id, None, Question::Another(tried)));
            }
            let candidate = &candidates[best];
            if candidate.is_busy {
                return None;
            }
            path.push((id, best));
            let Replies::Known { children, .. } = &candidate.replies else {
                return Some((id, Some(best), Question::Zone(candidate.at)));
            };
            // The hardest reply first, as it may refute the move; but a trusted move is likely to win, so that the
            // easiest ones come first, and what remains is what needs another one.
            let open = children.iter().filter(|&&child| self.nodes[child as usize].proof > 0);
            let next = open.min_by_key(|&&child| {
                let Node { proof, disproof, ref state, .. } = self.nodes[child as usize];
                let weight = if matches!(state, State::New(_)) { WEIGHT_OF_NEW } else { 1 };
                let proof = i64::from(proof.saturating_mul(weight));
                (disproof >= BUSY, if candidate.is_trusted { proof } else { -proof })
            });
            let Some(&next) = next else {
                return Some((id, Some(best), Question::Rest(candidate.at)));
            };
            id = next;
        }
    }

    fn task(&mut self, id: NodeId, candidate: Option<usize>, question: Question) -> Task {
        let node = &mut self.nodes[id as usize];
        match (candidate, &mut node.state) {
            (Some(index), State::Open { candidates, .. }) => candidates[index].is_busy = true,
            _ => node.is_busy = true,
        }
        let task = Task { node: id, key: node.key, stones: node.stones.clone(), question };
        self.update(id);
        task
    }

    /// Takes a question back that was selected.
    fn release(&mut self, task: &Task) {
        let node = &mut self.nodes[task.node as usize];
        let (Question::Zone(asked) | Question::Rest(asked)) = task.question else {
            node.is_busy = false;
            return;
        };
        if let State::Open { candidates, .. } = &mut node.state {
            let asked = candidates.iter_mut().filter(|candidate| candidate.at == asked);
            asked.for_each(|candidate| candidate.is_busy = false);
        }
    }

    /// Enters the answer to a question that was selected.
    pub fn enter(&mut self, task: &Task, finding: &Finding) -> Result<(), Mismatch> {
        self.release(task);
        let size = task.stones.size();
        let id = task.node as usize;
        match (&task.question, finding) {
            (Question::Attack, &Finding::Win(plies)) => self.nodes[id].state = State::Won(plies),
            (Question::Attack, Finding::NoMove) => {
                self.nodes[id].state = State::open(Vec::new(), true);
            }
            (Question::Attack, &Finding::Move(at, chance)) => {
                let found = point(at, size).ok_or(Mismatch)?;
                let booked = self.book.find(task.key);
                let candidate = Candidate {
                    is_trusted: booked.is_some(),
                    ..Candidate::new(booked.unwrap_or(found), chance)
                };
                self.nodes[id].state = State::open(vec![candidate], false);
            }
            (Question::Another(_), finding) => self.enter_another(id, size, finding)?,
            (Question::Long(_), finding) => self.enter_long(id, size, finding)?,
            (&Question::Zone(at) | &Question::Rest(at), finding) => {
                self.enter_replies(task, at, finding)?;
            }
            _ => return Err(Mismatch),
        }
        self.update(task.node);
        Ok(())
    }

    fn enter_another(&mut self, id: usize, size: usize, finding: &Finding) -> Result<(), Mismatch> {
        let State::Open { candidates, is_exhausted, .. } = &mut self.nodes[id].state else {
            return Err(Mismatch);
        };
        match *finding {
            Finding::NoMove => *is_exhausted = true,
            Finding::Move(at, chance) => {
                let at = point(at, size).ok_or(Mismatch)?;
                if candidates.iter().any(|candidate| candidate.at == at) {
                    return Err(Mismatch);
                }
                candidates.push(Candidate::new(at, chance));
            }
            _ => return Err(Mismatch),
        }
        Ok(())
    }

    fn enter_long(&mut self, id: usize, size: usize, finding: &Finding) -> Result<(), Mismatch> {
        let State::Open { candidates, long_searches, .. } = &mut self.nodes[id].state else {
            return Err(Mismatch);
        };
        match *finding {
            Finding::NoMove => {}
            Finding::Move(at, chance) => {
                let at = point(at, size).ok_or(Mismatch)?;
                match candidates.iter_mut().find(|candidate| candidate.at == at) {
                    Some(candidate) => candidate.is_trusted = true,
                    None => candidates.push(Candidate { is_trusted: true, ..Candidate::new(at, chance) }),
                }
            }
            _ => return Err(Mismatch),
        }
        *long_searches += 1;
        Ok(())
    }

    fn enter_replies(&mut self, task: &Task, at: Point, finding: &Finding) -> Result<(), Mismatch> {
        let known = match finding {
            Finding::Refuted => Replies::Refuted,
            Finding::Replies { open, plies, complete } => {
                let children = self.children(task, at, open)?;
                Replies::Known { children, plies: *plies, is_complete: *complete }
            }
            _ => return Err(Mismatch),
        };
        let State::Open { candidates, .. } = &mut self.nodes[task.node as usize].state else {
            return Err(Mismatch);
        };
        let candidate = candidates.iter_mut().find(|candidate| candidate.at == at).ok_or(Mismatch)?;
        match (&mut candidate.replies, known) {
            (
                Replies::Known { children, plies, is_complete },
                Replies::Known { children: more, plies: longer, is_complete: now },
            ) => {
                children.extend(more);
                *plies = longer.max(*plies);
                *is_complete = now;
            }
            (replies, known) => *replies = known,
        }
        self.set_first(task.node, at);
        Ok(())
    }

    fn set_first(&mut self, id: NodeId, at: Point) {
        let State::Open { candidates, .. } = &self.nodes[id as usize].state else { return };
        let Some(index) = candidates.iter().position(|candidate| candidate.at == at) else { return };
        let (proof, _) = self.candidate_numbers(&candidates[index]);
        if let State::Open { candidates, .. } = &mut self.nodes[id as usize].state
            && proof < IMPOSSIBLE
        {
            candidates[index].first = proof.max(candidates[index].first);
        }
    }

    /// The nodes after a move and these replies.
    fn children(
        &mut self,
        task: &Task,
        at: Point,
        replies: &[(Coordinates, u32)],
    ) -> Result<Vec<NodeId>, Mismatch> {
        let mut position: GomokuPosition<R> = task.stones.position();
        if !position.is_legal(at.to_move()) {
            return Err(Mismatch);
        }
        position.make(at.to_move(), &mut ());
        let mut children = Vec::new();
        for &(reply, chance) in replies {
            let reply = point(reply, position.size()).map(Point::to_move);
            let reply = reply.filter(|&m| position.is_legal(m)).ok_or(Mismatch)?;
            position.make(reply, &mut ());
            let child = self.node(&Stones::of(&position), chance);
            position.unmake();
            if !children.contains(&child) {
                children.push(child);
                self.nodes[child as usize].parents.push(task.node);
            }
        }
        Ok(children)
    }
}

impl State {
    /// The state of a position that is not won by threats.
    const fn open(candidates: Vec<Candidate>, is_exhausted: bool) -> Self {
        Self::Open { candidates, is_exhausted, long_searches: 0 }
    }
}

impl Candidate {
    const fn new(at: Point, chance: u32) -> Self {
        Self {
            at,
            first: first_proof(chance),
            replies: Replies::Unknown,
            is_busy: false,
            work: 0,
            is_trusted: false,
        }
    }
}

#[cfg(test)]
mod tests;
