use super::crosstable::Crosstable;
use super::elo::Estimate;
use super::normal::Z_95;

/// Elo points per unit of the natural logarithm of the odds.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// A player's rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Elo relative to the mean of all players, which is 0.
    pub elo: Estimate,
    /// Whether the results alone determine it. If some players have only lost to, only beaten or never met the rest, an
    /// imaginary draw of every player against an average one keeps the ratings finite.
    pub determined: bool,
}

/// The maximum-likelihood ratings for these results, in the order of the table's players.
///
/// The Bradley–Terry model: player i beats j with probability 1/(1+exp(θⱼ−θᵢ)), a draw counting as half a win for
/// either. The likelihood is maximised by Newton's method; the confidence intervals are those of the normal
/// approximation, whose covariance is the inverse of the negative Hessian on the ratings of mean zero. Draws vary less
/// than in the model, so the intervals are conservative.
///
/// Sources: R. Bradley and M. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952); for the
/// existence of the maximum, L. Ford, "Solution of a ranking problem from binary comparisons" (1957); D. Hunter, "MM
/// algorithms for generalized Bradley–Terry models" (2004).
pub fn ratings(table: &Crosstable) -> Vec<Rating> {
    let players = table.players();
    if players == 0 {
        return Vec::new();
    }
    let determined = is_determined(table);
    let imaginary_games = if determined { 0.0 } else { 1.0 };
    let mut strengths = vec![0.0; players];
    let mut curvature = Matrix::identity(players);
    for _ in 0..100 {
        let slope;
        (slope, curvature) = derivatives(table, &strengths, imaginary_games);
        let covariance = curvature.inverse();
        let steps: Vec<f64> = (0..players)
            .map(|i| (0..players).map(|j| covariance.at(i, j) * slope[j]).sum::<f64>().clamp(-2.0, 2.0))
            .collect();
        for (strength, step) in strengths.iter_mut().zip(&steps) {
            *strength += step;
        }
        let mean = strengths.iter().sum::<f64>() / players as f64;
        for strength in &mut strengths {
            *strength -= mean;
        }
        if steps.iter().all(|step| step.abs() < 1e-12) {
            break;
        }
    }
    let covariance = curvature.inverse();
    let shared = 1.0 / (players * players) as f64;
    (0..players)
        .map(|i| {
            // The Hessian was made invertible along the direction in which all ratings rise together; subtract the
            // resulting constant from every entry of the inverse.
            let variance = (covariance.at(i, i) - shared).max(0.0);
            let value = strengths[i] * ELO_PER_LOGIT;
            let margin = Z_95 * variance.sqrt() * ELO_PER_LOGIT;
            Rating { elo: Estimate { value, low: value - margin, high: value + margin }, determined }
        })
        .collect()
}

/// The gradient of the log-likelihood, and its negative Hessian plus 1 in every entry, which fixes the mean of the
/// ratings that the model leaves undetermined.
fn derivatives(table: &Crosstable, strengths: &[f64], imaginary_games: f64) -> (Vec<f64>, Matrix) {
    let players = table.players();
    let mut slope = vec![0.0; players];
    let mut curvature = Matrix { size: players, cells: vec![1.0; players * players] };
    for i in 0..players {
        let expected = logistic(strengths[i]);
        slope[i] += imaginary_games * (0.5 - expected);
        *curvature.at_mut(i, i) += imaginary_games * expected * (1.0 - expected);
        for j in (0..players).filter(|&j| j != i) {
            let tally = table.between(i, j);
            let games = tally.games() as f64;
            let expected = logistic(strengths[i] - strengths[j]);
            slope[i] += tally.points() - games * expected;
            let weight = games * expected * (1.0 - expected);
            *curvature.at_mut(i, i) += weight;
            *curvature.at_mut(i, j) -= weight;
        }
    }
    (slope, curvature)
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Whether finite ratings maximise the likelihood (Ford's condition): for every split of the players into two groups, a
/// member of each has scored against a member of the other.
fn is_determined(table: &Crosstable) -> bool {
    let scored = |player: usize, opponent: usize| table.between(player, opponent).half_points() > 0;
    reaches_all(table.players(), scored) && reaches_all(table.players(), |a, b| scored(b, a))
}

/// Whether every player can be reached from the first one along these edges.
fn reaches_all(players: usize, edge: impl Fn(usize, usize) -> bool) -> bool {
    let mut reached = vec![false; players];
    reached[0] = true;
    let mut open = vec![0];
    while let Some(from) = open.pop() {
        for (to, reached) in reached.iter_mut().enumerate() {
            if !*reached && edge(from, to) {
                *reached = true;
                open.push(to);
            }
        }
    }
    reached.into_iter().all(|reached| reached)
}

/// A square matrix, row by row.
struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn identity(size: usize) -> Self {
        let mut matrix = Self { size, cells: vec![0.0; size * size] };
        for i in 0..size {
            *matrix.at_mut(i, i) = 1.0;
        }
        matrix
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    /// The inverse of a symmetric positive definite matrix, by Gauss–Jordan elimination, which requires no pivoting for
    /// such matrices.
    fn inverse(&self) -> Self {
        let size = self.size;
        let mut left = Self { size, cells: self.cells.clone() };
        let mut right = Self::identity(size);
        for pivot in 0..size {
            let scale = left.at(pivot, pivot).recip();
            for matrix in [&mut left, &mut right] {
                for column in 0..size {
                    *matrix.at_mut(pivot, column) *= scale;
                }
            }
            for row in (0..size).filter(|&row| row != pivot) {
                let factor = left.at(row, pivot);
                for matrix in [&mut left, &mut right] {
                    for column in 0..size {
                        *matrix.at_mut(row, column) -= factor * matrix.at(pivot, column);
                    }
                }
            }
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::{GamePoints, elo_of_score};

    fn table(players: usize, games: &[(usize, usize, u64, u64, u64)]) -> Crosstable {
        let mut table = Crosstable::new(players);
        for &(player, opponent, wins, draws, losses) in games {
            for (points, count) in
                [(GamePoints::Win, wins), (GamePoints::Draw, draws), (GamePoints::Loss, losses)]
            {
                for _ in 0..count {
                    table.add_game(player, opponent, points);
                }
            }
        }
        table
    }

    #[test]
    fn rating_difference_of_two_players_matches_their_score() {
        let ratings = ratings(&table(2, &[(0, 1, 60, 30, 10)]));
        assert!((ratings[0].elo.value - ratings[1].elo.value - elo_of_score(0.75)).abs() < 1e-8);
        assert!(ratings[0].determined);
    }

    #[test]
    fn expected_points_equal_the_points_scored() {
        // This characterises the maximum of the likelihood.
        let table = table(
            4,
            &[(0, 1, 9, 4, 7), (1, 2, 12, 2, 6), (2, 3, 3, 10, 2), (3, 0, 1, 1, 18), (0, 2, 5, 5, 5)],
        );
        let ratings = ratings(&table);
        assert!(ratings.iter().map(|rating| rating.elo.value).sum::<f64>().abs() < 1e-8);
        for player in 0..4 {
            let expected: f64 = (0..4)
                .map(|opponent| {
                    let difference = ratings[player].elo.value - ratings[opponent].elo.value;
                    table.between(player, opponent).games() as f64 * super::super::expected_score(difference)
                })
                .sum();
            assert!((expected - table.total(player).points()).abs() < 1e-8, "{player}");
        }
    }

    #[test]
    fn ratings_stay_finite_after_a_clean_sweep() {
        let ratings = ratings(&table(3, &[(0, 1, 10, 0, 0), (1, 2, 4, 2, 4)]));
        assert!(ratings.iter().all(|rating| !rating.determined && rating.elo.value.abs() < 1000.0));
        assert!(ratings[0].elo.value > ratings[1].elo.value);
    }

    #[test]
    fn unconnected_players_have_undetermined_ratings() {
        let ratings = ratings(&table(4, &[(0, 1, 5, 0, 5), (2, 3, 5, 0, 5)]));
        assert!(ratings.iter().all(|rating| !rating.determined && rating.elo.value.abs() < 1e-9));
    }
}
