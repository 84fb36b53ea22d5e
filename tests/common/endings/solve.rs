//! Solving by working back from the ends.

use std::ops::Range;

/// Where the pieces are, as indexes of squares, and who is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub white_to_move: bool,
    pub king: usize,
    pub piece: usize,
    pub enemy: usize,
}

/// The result for White, who has the piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solved {
    Illegal,
    Drawn,
    /// Won, with the plies to mate or, with a pawn, to the next move of the pawn: 0 if Black is mated.
    Won(u16),
}

/// An ending of king and piece against king.
pub struct Ending {
    piece: char,
    solved: Vec<Solved>,
}

const fn file(at: usize) -> usize {
    at % 8
}

const fn rank(at: usize) -> usize {
    at / 8
}

fn touch(a: usize, b: usize) -> bool {
    file(a).abs_diff(file(b)) <= 1 && rank(a).abs_diff(rank(b)) <= 1
}

/// The squares next to one.
fn around(at: usize) -> impl Iterator<Item = usize> {
    let files = file(at).saturating_sub(1)..=(file(at) + 1).min(7);
    let ranks = rank(at).saturating_sub(1)..=(rank(at) + 1).min(7);
    ranks.flat_map(move |rank| files.clone().map(move |file| 8 * rank + file)).filter(move |&to| to != at)
}

/// The squares that a queen or rook reaches past these other pieces, with theirs.
fn slides(piece: char, from: usize, others: &[usize]) -> Vec<usize> {
    let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let steps = straight.iter().chain(diagonal.iter().filter(|_| piece == 'Q'));
    let mut reached = Vec::new();
    for (dx, dy) in steps {
        let (mut x, mut y) = (file(from) as i32 + dx, rank(from) as i32 + dy);
        while (0..8).contains(&x) && (0..8).contains(&y) {
            let to = (8 * y + x) as usize;
            reached.push(to);
            if others.contains(&to) {
                break;
            }
            (x, y) = (x + dx, y + dy);
        }
    }
    reached
}

/// Whether White's piece attacks a square, past its own king.
fn attacks(piece: char, from: usize, king: usize, at: usize) -> bool {
    match piece {
        'P' => rank(at) == rank(from) + 1 && file(at).abs_diff(file(from)) == 1,
        _ => slides(piece, from, &[king]).contains(&at),
    }
}

impl State {
    fn index(self) -> usize {
        ((usize::from(self.white_to_move) * 64 + self.king) * 64 + self.piece) * 64 + self.enemy
    }

    fn from_index(index: usize) -> Self {
        let part = |unit: usize| index / unit % 64;
        Self { white_to_move: index >= 64 * 64 * 64, king: part(64 * 64), piece: part(64), enemy: part(1) }
    }

    pub fn fen(self, piece: char, clock: u32) -> String {
        let mut rows = Vec::new();
        for y in (0..8).rev() {
            let row: String = (0..8)
                .map(|x| match 8 * y + x {
                    at if at == self.king => 'K',
                    at if at == self.piece => piece,
                    at if at == self.enemy => 'k',
                    _ => '1',
                })
                .collect();
            rows.push(row);
        }
        let side = if self.white_to_move { 'w' } else { 'b' };
        format!("{} {side} - - {clock} 80", rows.join("/"))
    }
}

impl Ending {
    /// Solves the ending; that with a pawn by those that it can be promoted to.
    pub fn solve(piece: char, promoted: &[&Ending]) -> Self {
        let mut ending = Self { piece, solved: vec![Solved::Illegal; 2 * 64 * 64 * 64] };
        for index in 0..ending.solved.len() {
            if ending.is_legal(State::from_index(index)) {
                ending.solved[index] = Solved::Drawn;
            }
        }
        // Pawns go ahead only.
        if piece == 'P' {
            for rank in (1..7).rev() {
                ending.solve_part(&(8 * rank..8 * rank + 8), promoted);
            }
        } else {
            ending.solve_part(&(0..64), promoted);
        }
        ending
    }

    /// Solves the ending with the piece on these squares.
    fn solve_part(&mut self, squares: &Range<usize>, promoted: &[&Self]) {
        let states = || {
            let at = |index| State::from_index(index);
            (0..2 * 64 * 64 * 64).map(at).filter(|state| squares.contains(&state.piece))
        };
        let mut lost: Vec<_> = states().filter(|state| self.is_mate(*state)).collect();
        let mut won: Vec<_> = states().filter(|state| self.wins_by_the_pawn(*state, promoted)).collect();
        let mut plies = 0;
        while !lost.is_empty() || !won.is_empty() {
            self.mark(&mut lost, plies);
            won.extend(lost.iter().flat_map(|state| self.before_white(*state)));
            self.mark(&mut won, plies + 1);
            lost = won.drain(..).flat_map(|state| self.before_black(state)).collect();
            lost.retain(|state| self.loses_by_all_moves(*state));
            plies += 2;
        }
    }

    /// Marks the states that are not yet marked, and keeps only these.
    fn mark(&mut self, states: &mut Vec<State>, plies: u16) {
        states.retain(|state| {
            let solved = &mut self.solved[state.index()];
            let is_new = *solved == Solved::Drawn;
            if is_new {
                *solved = Solved::Won(plies);
            }
            is_new
        });
    }

    pub fn piece(&self) -> char {
        self.piece
    }

    pub fn get(&self, state: State) -> Solved {
        self.solved[state.index()]
    }

    /// All legal states.
    pub fn states(&self) -> impl Iterator<Item = (State, Solved)> {
        let all = self.solved.iter().enumerate().map(|(index, solved)| (State::from_index(index), *solved));
        all.filter(|(_, solved)| *solved != Solved::Illegal)
    }

    fn is_legal(&self, State { white_to_move, king, piece, enemy }: State) -> bool {
        if self.piece == 'P' && !(8..56).contains(&piece) {
            return false;
        }
        let is_check = || attacks(self.piece, piece, king, enemy);
        king != piece && piece != enemy && !touch(king, enemy) && !(white_to_move && is_check())
    }

    fn is_mate(&self, state: State) -> bool {
        let State { white_to_move, king, piece, enemy } = state;
        let is_on = !white_to_move && self.get(state) != Solved::Illegal;
        is_on && attacks(self.piece, piece, king, enemy) && self.replies(state).next().is_none()
    }

    /// Black's moves: the states after them, `None` for the capture of the piece.
    fn replies(&self, state: State) -> impl Iterator<Item = Option<State>> {
        around(state.enemy).filter_map(move |to| {
            if to == state.piece {
                // A protected piece cannot be captured.
                return (!touch(state.king, to)).then_some(None);
            }
            let after = State { white_to_move: true, enemy: to, ..state };
            (self.get(after) != Solved::Illegal).then_some(Some(after))
        })
    }

    fn loses_by_all_moves(&self, state: State) -> bool {
        let is_won =
            |after: Option<State>| after.is_some_and(|after| matches!(self.get(after), Solved::Won(_)));
        self.replies(state).all(is_won)
    }

    /// The states before White's last move, if the pawn did not make it.
    fn before_white(&self, state: State) -> Vec<State> {
        let State { king, piece, enemy, .. } = state;
        let by_king = around(king).map(|from| State { king: from, white_to_move: true, ..state });
        let mut found: Vec<State> = by_king.collect();
        if self.piece != 'P' {
            let is_free = |at: &usize| *at != king && *at != enemy;
            let origins = slides(self.piece, piece, &[king, enemy]).into_iter().filter(is_free);
            found.extend(origins.map(|from| State { piece: from, white_to_move: true, ..state }));
        }
        found.retain(|before| self.get(*before) == Solved::Drawn);
        found
    }

    /// The states before Black's last move, if it captured nothing.
    fn before_black(&self, state: State) -> Vec<State> {
        let before = around(state.enemy).map(|from| State { enemy: from, white_to_move: false, ..state });
        before.filter(|before| self.get(*before) == Solved::Drawn).collect()
    }

    fn wins_by_the_pawn(&self, state: State, promoted: &[&Self]) -> bool {
        let State { white_to_move, king, piece, enemy } = state;
        if self.piece != 'P' || !white_to_move || self.get(state) == Solved::Illegal {
            return false;
        }
        let is_won = |ending: &Self, to: usize| {
            let after = State { piece: to, white_to_move: false, ..state };
            matches!(ending.get(after), Solved::Won(_))
        };
        let is_free = |at: usize| at != king && at != enemy;
        let one = piece + 8;
        if !is_free(one) {
            return false;
        }
        if one >= 56 {
            return promoted.iter().any(|ending| is_won(ending, one));
        }
        is_won(self, one) || rank(piece) == 1 && is_free(one + 8) && is_won(self, one + 8)
    }
}
