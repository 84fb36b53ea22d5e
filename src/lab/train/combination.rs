use crate::eval::Networked;

/// How a position's evaluation follows from a network's score, in evaluation units for the side to move: linear, by the
/// side that is ahead by the sum of the score and the hand-written evaluation. It is what
/// [`Networked::combined`] makes of them, so that a network does not have to learn which endings are drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Combination {
    /// What the network's score is added to: the hand-written evaluation for a residual network, 0 otherwise.
    hand_written: f32,
    /// If the side to move is ahead.
    ahead: Linear,
    /// If the other side is ahead.
    behind: Linear,
}

#[derive(Debug, Clone, Copy)]
struct Linear {
    offset: f32,
    factor: f32,
}

impl Combination {
    /// That of a position; `hand_written` is its hand-written evaluation if the network is residual.
    pub fn of<E: Networked>(position: &E::Position, hand_written: Option<i32>) -> Self {
        let sum = hand_written.unwrap_or(0);
        let linear = |sign: i32| {
            let [near, far] = [1, 2].map(|times| {
                let score = sign * times * FAR_SCORE - sum;
                (score, E::combined(position, hand_written, score))
            });
            let factor = (far.1 - near.1) as f32 / (far.0 - near.0) as f32;
            Linear { offset: near.1 as f32 - factor * near.0 as f32, factor }
        };
        Self { hand_written: sum as f32, ahead: linear(1), behind: linear(-1) }
    }

    /// The evaluation for a network's score, and its derivative.
    pub fn evaluation(&self, score: f32) -> (f32, f32) {
        let Linear { offset, factor } =
            if self.hand_written + score >= 0.0 { self.ahead } else { self.behind };
        (offset + factor * score, factor)
    }
}

/// A score that decides which side is ahead, and at which rounding to integers does not matter.
const FAR_SCORE: i32 = 1 << 16;
