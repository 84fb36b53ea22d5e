use crate::eval::GameEvaluation;

/// How a position's evaluation follows from a network's score, in evaluation units for the side to move. It is linear,
/// with coefficients that depend on which side is ahead according to the sum of the score and the hand-written
/// evaluation. This is the effect of [`GameEvaluation::combined`], so that a network does not have to learn which
/// endings are drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Combination {
    /// The evaluation to which the network's score is added: the hand-written one for a residual network, otherwise 0.
    hand_written: f32,
    /// The coefficients if the side to move is ahead.
    ahead: Linear,
    /// The coefficients if the other side is ahead.
    behind: Linear,
}

#[derive(Debug, Clone, Copy)]
struct Linear {
    offset: f32,
    factor: f32,
}

impl Combination {
    /// The combination for a position; `hand_written` is its hand-written evaluation if the network is residual.
    pub fn of<E: GameEvaluation>(position: &E::Position, hand_written: Option<i32>) -> Self {
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

/// A score large enough to decide which side is ahead, and to make rounding to integers irrelevant.
const FAR_SCORE: i32 = 1 << 16;
