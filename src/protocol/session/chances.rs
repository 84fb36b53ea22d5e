use crate::base::Score;
use crate::games::WinCurve;

/// The probabilities of a win, draw and loss at a score, in thousandths that add up to 1000.
pub(super) fn chances(score: Score, curve: WinCurve) -> [u32; 3] {
    if score.is_decisive() {
        return if score.is_win() { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let WinCurve { half, step } = curve;
    let probability = |score: i32| {
        (1000.0 / (1.0 + (f64::from(half - score) / f64::from(step.max(1))).exp())).round() as u32
    };
    let (win, loss) = (probability(score.value()), probability(-score.value()));
    [win, 1000_u32.saturating_sub(win + loss), loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURVE: WinCurve = WinCurve { half: 100, step: 50 };

    #[test]
    fn the_curve_gives_the_share_of_wins() {
        assert_eq!(chances(Score::new(100), CURVE), [500, 482, 18]);
        assert_eq!(chances(Score::new(150), CURVE), [731, 262, 7]);
        assert_eq!(chances(Score::DRAW, CURVE), [119, 762, 119]);
    }

    #[test]
    fn probabilities_are_symmetric_and_add_up_to_1000() {
        for value in [-28_000, -517, -100, -1, 0, 1, 64, 100, 2_000, 28_000] {
            let [win, draw, loss] = chances(Score::new(value), CURVE);
            assert_eq!(win + draw + loss, 1000, "{value}");
            assert_eq!(chances(Score::new(-value), CURVE), [loss, draw, win], "{value}");
        }
    }

    #[test]
    fn decisive_scores_have_certain_probabilities() {
        assert_eq!(chances(Score::mate_at(3), CURVE), [1000, 0, 0]);
        assert_eq!(chances(Score::rule_loss_at(3), CURVE), [0, 0, 1000]);
    }
}
