//! The SPSA algorithm.
//!
//! In the iteration that begins after `k − 1` pairs of games, every parameter `θ` is perturbed by `±c_k` with a random
//! sign, and then moved by `a_k / c_k · ±(wins − losses)`, where
//!
//! - `c_k = c / k^γ` and `a_k = a / (A + k)^α`, with `α = 0.602`, `γ = 0.101` and `A` a tenth of all pairs;
//! - `c` and `a` are such that after all `N` pairs `c_N = c_end` and `a_N = r_end · c_end²`.
//!
//! An iteration of several pairs adds up the wins and losses of all of them and advances `k` by their number, so that
//! `r_end` means the same for any number of pairs.
//!
//! Sources: J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation", IEEE Transactions on Automatic Control 37 (1992), and "Implementation of the simultaneous
//! perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace and Electronic Systems 34
//! (1998). Specifying the step by its final size (`c_end`, `r_end`) is customary in the tuning of chess engines.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The decay exponent of steps (Spall 1998).
const ALPHA: f64 = 0.602;

/// The decay exponent of perturbations (Spall 1998).
const GAMMA: f64 = 0.101;

/// The stability constant `A` as a share of all pairs, which limits the first steps.
const STABILITY: f64 = 0.1;

/// A parameter to tune: an integer option of the engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Parameter {
    /// The option's name.
    pub name: String,
    /// The initial value.
    pub start: f64,
    /// The minimum.
    pub min: f64,
    /// The maximum.
    pub max: f64,
    /// The perturbation of the last iteration: large enough to affect games.
    pub c_end: f64,
    /// The final learning rate: one more win moves the value by `r_end · c_end`.
    #[serde(default = "default_rate")]
    pub r_end: f64,
}

const fn default_rate() -> f64 {
    Parameter::RATE
}

impl Parameter {
    /// The default final learning rate.
    pub const RATE: f64 = 0.002;
}

/// What to tune, and for how long.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The number of iterations.
    pub iterations: u32,
    /// The number of pairs of games per iteration.
    pub pairs: u32,
    /// The random seed.
    pub seed: u64,
}

/// Why a plan is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlanError {
    /// There is no parameter.
    #[error("no parameter was given")]
    NoParameter,
    /// Two parameters have the same name.
    #[error("two parameters are called {0:?}")]
    SameName(String),
    /// A parameter's numbers are inconsistent.
    #[error("parameter {name:?}: {problem}")]
    Parameter {
        /// Its name.
        name: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// A number that must be at least one is zero.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
}

impl Plan {
    /// Checks the plan.
    ///
    /// # Errors
    ///
    /// The first problem found.
    pub fn validate(&self) -> Result<(), PlanError> {
        if self.parameters.is_empty() {
            return Err(PlanError::NoParameter);
        }
        for (name, number) in [("iterations", self.iterations), ("pairs", self.pairs)] {
            if number == 0 {
                return Err(PlanError::Zero(name));
            }
        }
        for (index, parameter) in self.parameters.iter().enumerate() {
            let Parameter { name, start, min, max, c_end, r_end } = parameter;
            if self.parameters[..index].iter().any(|other| other.name.eq_ignore_ascii_case(name)) {
                return Err(PlanError::SameName(name.clone()));
            }
            let all_finite = [start, min, max, c_end, r_end].into_iter().all(|number| number.is_finite());
            for (is_wrong, problem) in [
                (name.trim().is_empty(), "its name is empty"),
                (!all_finite, "its numbers must be finite"),
                (min.fract() != 0.0 || max.fract() != 0.0, "min and max must be whole numbers"),
                (min >= max, "min must be less than max"),
                (start < min || start > max, "start must be between min and max"),
                (*c_end <= 0.0, "c-end must be greater than 0"),
                (*r_end <= 0.0, "r-end must be greater than 0"),
            ] {
                if is_wrong {
                    return Err(PlanError::Parameter { name: name.clone(), problem });
                }
            }
        }
        Ok(())
    }

    /// The number of pairs over all iterations.
    fn total_pairs(&self) -> f64 {
        f64::from(self.iterations) * f64::from(self.pairs)
    }
}

/// The parameter values of the two players of an iteration.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The iteration's index, from 0.
    pub iteration: u32,
    /// The values of the player `plus`.
    pub plus: Vec<i64>,
    /// The values of the player `minus`.
    pub minus: Vec<i64>,
    /// The sign of each parameter's perturbation in `plus`: +1 or −1.
    signs: Vec<f64>,
}

/// The results of an iteration, from the point of view of the player `plus`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TrialScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl std::ops::AddAssign for TrialScore {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// The state of a tuning run.
#[derive(Debug, Clone, PartialEq)]
pub struct Spsa {
    plan: Plan,
    values: Vec<f64>,
    /// The number of completed iterations.
    done: u32,
}

impl Spsa {
    /// The initial state.
    ///
    /// # Errors
    ///
    /// If the plan is invalid.
    pub fn new(plan: Plan) -> Result<Self, PlanError> {
        plan.validate()?;
        let values = plan.parameters.iter().map(|parameter| parameter.start).collect();
        Ok(Self { plan, values, done: 0 })
    }

    /// The plan.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The current values, in the order of the plan.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The current values rounded to integers.
    pub fn rounded(&self) -> Vec<i64> {
        self.values.iter().map(|value| value.round() as i64).collect()
    }

    /// The number of completed iterations.
    pub const fn done(&self) -> u32 {
        self.done
    }

    /// Whether all iterations are complete.
    pub const fn is_over(&self) -> bool {
        self.done >= self.plan.iterations
    }

    /// The next iteration's trial, which is determined by the plan and the results so far.
    ///
    /// Values between two integers are rounded stochastically, with the same random number for both players, so that
    /// perturbations of less than one have an effect on average.
    pub fn trial(&self) -> Trial {
        let mut rng = ChaCha8Rng::seed_from_u64(self.plan.seed);
        rng.set_stream(self.done.into());
        let mut trial =
            Trial { iteration: self.done, plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (parameter, &value) in self.plan.parameters.iter().zip(&self.values) {
            let flip = if rng.random::<bool>() { 1.0 } else { -1.0 };
            let offset: f64 = rng.random();
            let move_by = flip * self.perturbation(parameter);
            let whole = |value: f64| {
                (value.clamp(parameter.min, parameter.max) + offset).floor().min(parameter.max) as i64
            };
            trial.plus.push(whole(value + move_by));
            trial.minus.push(whole(value - move_by));
            trial.signs.push(flip);
        }
        trial
    }

    /// Updates the values with the results of a trial, which must be the one last returned by [`Spsa::trial`].
    pub fn update(&mut self, trial: &Trial, score: TrialScore) {
        let points = f64::from(score.wins) - f64::from(score.losses);
        for (index, parameter) in self.plan.parameters.iter().enumerate() {
            let step = self.gain(parameter) / self.perturbation(parameter) * points * trial.signs[index];
            let value = &mut self.values[index];
            *value = (*value + step).clamp(parameter.min, parameter.max);
        }
        self.done += 1;
    }

    /// The index of the next pair, from 1.
    fn k(&self) -> f64 {
        f64::from(self.done) * f64::from(self.plan.pairs) + 1.0
    }

    /// `c_k`.
    fn perturbation(&self, parameter: &Parameter) -> f64 {
        parameter.c_end * (self.plan.total_pairs() / self.k()).powf(GAMMA)
    }

    /// `a_k`.
    fn gain(&self, parameter: &Parameter) -> f64 {
        let total = self.plan.total_pairs();
        let stability = STABILITY * total;
        let at_end = parameter.r_end * parameter.c_end * parameter.c_end;
        at_end * ((stability + total) / (stability + self.k())).powf(ALPHA)
    }
}
