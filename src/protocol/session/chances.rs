use crate::base::Score;

/// The probabilities to win, draw and lose at a score, in thousandths that add up to 1000.
///
/// With `s` the score over `win_scale`, the side to move wins with probability `1 / (1 + 2 · 3^-s)` and loses with
/// `1 / (1 + 2 · 3^s)`: a logistic curve in which a third of the games between equals is drawn, and in which an
/// advantage of one `win_scale` brings close to three points of four.
pub(super) fn chances(score: Score, win_scale: i32) -> [u32; 3] {
    if score.is_decisive() {
        return if score.is_win() { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let advantage = f64::from(score.value()) / f64::from(win_scale.max(1));
    let probability = |s: f64| (1000.0 / (1.0 + 2.0 * 3_f64.powf(-s))).round() as u32;
    let (win, loss) = (probability(advantage), probability(-advantage));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_positions_draw_a_third() {
        assert_eq!(chances(Score::DRAW, 100), [333, 334, 333]);
    }

    #[test]
    fn probabilities_are_symmetric_and_add_up_to_1000() {
        for value in [-28_000, -517, -100, -1, 0, 1, 64, 100, 2_000, 28_000] {
            let [win, draw, loss] = chances(Score::new(value), 100);
            assert_eq!(win + draw + loss, 1000, "{value}");
            assert_eq!(chances(Score::new(-value), 100), [loss, draw, win], "{value}");
        }
        let [win, draw, _] = chances(Score::new(100), 100);
        assert!((700..=760).contains(&(win + draw / 2)));
    }

    #[test]
    fn decisive_scores_have_certain_probabilities() {
        assert_eq!(chances(Score::mate_at(3), 100), [1000, 0, 0]);
        assert_eq!(chances(Score::rule_loss_at(3), 100), [0, 0, 1000]);
    }
}
