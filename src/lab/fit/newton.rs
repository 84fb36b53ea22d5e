//! The best weights for a linearised evaluation: a convex problem with bounds, solved by Newton's method.

use super::linear::{Row, Rows};
use crate::lab::logistic::{Slope, chance, loss};
use crate::lab::parallel;

/// The maximum number of Newton steps; a few are usually enough.
const STEPS: usize = 30;

/// The maximum number of times that a step is halved.
const HALVINGS: usize = 20;

/// The objective: the sum of the positions' losses, and a quadratic regularisation towards `prior`.
///
/// Weights are measured in their own units here, so that one unit of each is worth about one unit of the evaluation.
pub(super) struct Problem<'a> {
    /// The evaluation linearised around `start`, by shard.
    pub rows: &'a [Rows],
    /// The target of each position, by shard.
    pub targets: &'a [Vec<f64>],
    /// Logistic units per unit of the evaluation.
    pub slope: Slope,
    /// The number of steps between the two evaluations that a row is the difference of.
    pub span: f64,
    /// The weights at which the rows were computed.
    pub start: &'a [f64],
    /// The weights towards which the regularisation pulls.
    pub prior: &'a [f64],
    /// The strength of the regularisation, as a number of even positions per weight.
    pub pull: f64,
    /// The minimum and maximum of each weight.
    pub bounds: &'a [[f64; 2]],
    /// The number of threads.
    pub threads: usize,
}

/// A function's value and derivatives at a point.
struct LocalModel {
    value: f64,
    gradient: Vec<f64>,
    /// The Hessian, of which only the upper triangle is filled.
    curvature: Matrix,
}

impl Problem<'_> {
    /// The best weights.
    pub fn solve(&self) -> Vec<f64> {
        let mut weights = self.start.to_vec();
        for _ in 0..STEPS {
            let local = self.local(&weights);
            let step = bounded_step(&local, &self.slack(&weights));
            let Some((next, value)) = self.search(&weights, &step, local.value) else { break };
            weights = next;
            if local.value - value < 1e-9 * value {
                break;
            }
        }
        weights
    }

    /// The regularisation term.
    pub fn penalty(&self, weights: &[f64]) -> f64 {
        let squares = weights.iter().zip(self.prior).map(|(weight, prior)| (weight - prior).powi(2));
        self.stiffness() / 2.0 * squares.sum::<f64>()
    }

    /// The second derivative of the regularisation: that of `pull` even positions, where the loss has the greatest
    /// curvature.
    fn stiffness(&self) -> f64 {
        self.pull * 0.25 * self.slope.0.powi(2)
    }

    /// The distances by which each weight may move down and up.
    fn slack(&self, weights: &[f64]) -> Vec<[f64; 2]> {
        let slack = |(weight, [least, most]): (&f64, &[f64; 2])| [least - weight, most - weight];
        weights.iter().zip(self.bounds).map(slack).collect()
    }

    /// Backtracking line search: the first of a step, half of it, a quarter … that decreases the objective, and the
    /// value there.
    fn search(&self, weights: &[f64], step: &[f64], value: f64) -> Option<(Vec<f64>, f64)> {
        let mut share = 1.0;
        for _ in 0..HALVINGS {
            let next: Vec<f64> =
                weights.iter().zip(step).map(|(weight, step)| weight + share * step).collect();
            let next_value = self.value(&next);
            if next_value < value {
                return Some((next, next_value));
            }
            share /= 2.0;
        }
        None
    }

    /// A position's evaluation in logistic units, with the weights moved by `moved` from `start`.
    fn advantage(&self, row: &Row<'_>, moved: &[f64]) -> f64 {
        let changes = row.places.iter().zip(row.differences);
        let change: f64 =
            changes.map(|(&place, &difference)| f64::from(difference) * moved[usize::from(place)]).sum();
        self.slope.0 * (row.base + change / self.span)
    }

    fn moved(&self, weights: &[f64]) -> Vec<f64> {
        weights.iter().zip(self.start).map(|(weight, start)| weight - start).collect()
    }

    fn value(&self, weights: &[f64]) -> f64 {
        let moved = self.moved(weights);
        let losses = parallel::map(self.threads, self.rows.len(), |shard| {
            let rows = self.rows[shard].iter().zip(&self.targets[shard]);
            rows.map(|(row, &target)| loss(target, self.advantage(&row, &moved))).sum::<f64>()
        });
        losses.into_iter().sum::<f64>() + self.penalty(weights)
    }

    fn local(&self, weights: &[f64]) -> LocalModel {
        let count = weights.len();
        let moved = self.moved(weights);
        let shards = parallel::map(self.threads, self.rows.len(), |shard| {
            let mut local =
                LocalModel { value: 0.0, gradient: vec![0.0; count], curvature: Matrix::zero(count) };
            for (row, &target) in self.rows[shard].iter().zip(&self.targets[shard]) {
                self.add_position(&mut local, &row, target, &moved);
            }
            local
        });
        let mut sum = LocalModel {
            value: self.penalty(weights),
            gradient: weights
                .iter()
                .zip(self.prior)
                .map(|(w, prior)| self.stiffness() * (w - prior))
                .collect(),
            curvature: Matrix::zero(count),
        };
        for place in 0..count {
            sum.curvature.row_mut(place)[place] = self.stiffness();
        }
        for shard in shards {
            sum.value += shard.value;
            add(&mut sum.gradient, &shard.gradient);
            add(&mut sum.curvature.entries, &shard.curvature.entries);
        }
        sum
    }

    fn add_position(&self, local: &mut LocalModel, row: &Row<'_>, target: f64, moved: &[f64]) {
        let advantage = self.advantage(row, moved);
        let chance = chance(advantage);
        local.value += loss(target, advantage);
        let scale = self.slope.0 / self.span;
        let pull = (chance - target) * scale;
        let second = chance * (1.0 - chance) * scale * scale;
        for (index, (&place, &difference)) in row.places.iter().zip(row.differences).enumerate() {
            let place = usize::from(place);
            local.gradient[place] += pull * f64::from(difference);
            let second = second * f64::from(difference);
            let line = local.curvature.row_mut(place);
            for (&other, &difference) in row.places[index..].iter().zip(&row.differences[index..]) {
                line[usize::from(other)] += second * f64::from(difference);
            }
        }
    }
}

fn add(sums: &mut [f64], terms: &[f64]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}

/// A square matrix.
#[derive(Debug, Clone)]
struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    fn zero(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.size..][..self.size]
    }

    fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.entries[row * self.size..][..self.size]
    }

    /// An entry of the symmetric matrix whose upper triangle this is.
    fn symmetric(&self, row: usize, column: usize) -> f64 {
        self.entries[row.min(column) * self.size + row.max(column)]
    }
}

/// Whether a weight is held at a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BoundState {
    Free,
    Lower,
    Upper,
}

/// Minimises the quadratic model `local` within `slack` by an active-set method: weights that would exceed a bound are
/// held there until the gradient points back inside.
fn bounded_step(local: &LocalModel, slack: &[[f64; 2]]) -> Vec<f64> {
    let count = slack.len();
    let mut states = vec![BoundState::Free; count];
    let mut step = vec![0.0; count];
    // A weight may be held and released several times; the limit prevents cycles.
    for _ in 0..4 * count {
        for (place, state) in states.iter().enumerate() {
            match state {
                BoundState::Free => {}
                BoundState::Lower => step[place] = slack[place][0],
                BoundState::Upper => step[place] = slack[place][1],
            }
        }
        solve_free(local, &states, &mut step);
        let mut is_inside = true;
        for place in 0..count {
            if states[place] == BoundState::Free
                && !(slack[place][0]..=slack[place][1]).contains(&step[place])
            {
                states[place] =
                    if step[place] < slack[place][0] { BoundState::Lower } else { BoundState::Upper };
                is_inside = false;
            }
        }
        if is_inside {
            let Some(place) = bound_to_release(local, &states, &step) else { break };
            states[place] = BoundState::Free;
        }
    }
    step.iter().zip(slack).map(|(step, [least, most])| step.clamp(*least, *most)).collect()
}

/// The held weight whose gradient points inside most strongly.
fn bound_to_release(local: &LocalModel, states: &[BoundState], step: &[f64]) -> Option<usize> {
    let push = |place: usize| {
        let products = (0..step.len()).map(|other| local.curvature.symmetric(place, other) * step[other]);
        let slope = local.gradient[place] + products.sum::<f64>();
        match states[place] {
            BoundState::Free => 0.0,
            BoundState::Lower => -slope,
            BoundState::Upper => slope,
        }
    };
    let pushes = (0..step.len()).map(|place| (place, push(place))).filter(|&(_, push)| push > 1e-9);
    pushes.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(place, _)| place)
}

/// Sets the free components of `step` to the minimum for the held ones, by Cholesky decomposition.
fn solve_free(local: &LocalModel, states: &[BoundState], step: &mut [f64]) {
    let free: Vec<usize> = (0..step.len()).filter(|&place| states[place] == BoundState::Free).collect();
    let count = free.len();
    let mut right: Vec<f64> = free
        .iter()
        .map(|&place| {
            let held = (0..step.len()).filter(|&other| states[other] != BoundState::Free);
            let products = held.map(|other| local.curvature.symmetric(place, other) * step[other]);
            -local.gradient[place] - products.sum::<f64>()
        })
        .collect();
    let mut lower = Matrix::zero(count);
    for row in 0..count {
        for column in 0..=row {
            let known = dot(&lower.row(row)[..column], &lower.row(column)[..column]);
            let rest = local.curvature.symmetric(free[row], free[column]) - known;
            // The regularisation keeps the diagonal positive; rounding must not undo that.
            let entry = if row == column { rest.max(1e-12).sqrt() } else { rest / lower.row(column)[column] };
            lower.row_mut(row)[column] = entry;
        }
        right[row] = (right[row] - dot(&lower.row(row)[..row], &right[..row])) / lower.row(row)[row];
    }
    for row in (0..count).rev() {
        right[row] /= lower.row(row)[row];
        let known = right[row];
        for (right, entry) in right.iter_mut().zip(&lower.row(row)[..row]) {
            *right -= entry * known;
        }
    }
    for (&place, value) in free.iter().zip(right) {
        step[place] = value;
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quadratic(entries: [f64; 9], gradient: [f64; 3]) -> LocalModel {
        let curvature = Matrix { size: 3, entries: entries.to_vec() };
        LocalModel { value: 0.0, gradient: gradient.to_vec(), curvature }
    }

    #[test]
    fn without_bounds_the_step_solves_the_equations() {
        // 4x + y = 6, x + 3y + z = 10, y + 2z = 8: x = 1, y = 2, z = 3.
        let local = quadratic([4.0, 1.0, 0.0, 0.0, 3.0, 1.0, 0.0, 0.0, 2.0], [-6.0, -10.0, -8.0]);
        let step = bounded_step(&local, &[[-100.0, 100.0]; 3]);
        for (value, expected) in step.iter().zip([1.0, 2.0, 3.0]) {
            assert!((value - expected).abs() < 1e-9, "{step:?}");
        }
    }

    #[test]
    fn bounded_weights_stay_in_bounds_and_the_others_are_optimal() {
        let local = quadratic([4.0, 1.0, 0.0, 0.0, 3.0, 1.0, 0.0, 0.0, 2.0], [-6.0, -10.0, -8.0]);
        // With y held at 1: 4x = 5, 2z = 7.
        let step = bounded_step(&local, &[[-100.0, 100.0], [-100.0, 1.0], [-100.0, 100.0]]);
        for (value, expected) in step.iter().zip([1.25, 1.0, 3.5]) {
            assert!((value - expected).abs() < 1e-9, "{step:?}");
        }
    }
}
