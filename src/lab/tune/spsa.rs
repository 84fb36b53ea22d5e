//! The arithmetic of SPSA.
//!
//! In the iteration that begins after `k − 1` pairs of games, every parameter `θ` is moved by `±c_k`, the sign drawn by lot,
//! and then by `a_k / c_k · ±(wins − losses)`, where
//!
//! - `c_k = c / k^γ` and `a_k = a / (A + k)^α`, with `α = 0.602`, `γ = 0.101` and `A` a tenth of all pairs;
//! - `c` and `a` are such that after all `N` pairs `c_N = c_end` and `a_N = r_end · c_end²`.
//!
//! An iteration of several pairs counts the wins and losses of all of them and lets `k` grow by as many, so that `r_end`
//! means the same whatever the number of pairs.
//!
//! Sources: J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation",
//! IEEE Transactions on Automatic Control 37 (1992), and "Implementation of the simultaneous perturbation algorithm for
//! stochastic optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998). To set the step by its end
//! (`c_end`, `r_end`) is the custom of those who tune chess engines.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How fast steps grow smaller (Spall 1998).
const ALPHA: f64 = 0.602;

/// How fast perturbations grow smaller (Spall 1998).
const GAMMA: f64 = 0.101;

/// The share of all pairs that is added to `k`, so that the first steps are not too large.
const STABILITY: f64 = 0.1;

/// A whole number that is to be tuned: an option of the engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Parameter {
    /// The option's name.
    pub name: String,
    /// Where to begin.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// By how much the last iteration moves the value up and down: enough that it can be felt in a game.
    pub c_end: f64,
    /// The rate of learning at the end: a won game more moves the value by `r_end · c_end` then.
    #[serde(default = "default_rate")]
    pub r_end: f64,
}

const fn default_rate() -> f64 {
    Parameter::RATE
}

impl Parameter {
    /// The usual rate of learning at the end.
    pub const RATE: f64 = 0.002;
}

/// What is to be tuned, and for how long.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// How many iterations there are.
    pub iterations: u32,
    /// How many pairs of games an iteration has.
    pub pairs: u32,
    /// What all that is drawn by lot follows from.
    pub seed: u64,
}

/// A plan that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlanError {
    /// There is nothing to tune.
    #[error("there is no parameter to tune")]
    NoParameter,
    /// Two parameters have one name.
    #[error("two parameters are called {0:?}")]
    SameName(String),
    /// A parameter's numbers do not fit together.
    #[error("parameter {name:?}: {problem}")]
    Parameter {
        /// Its name.
        name: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// There is nothing to do.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
}

impl Plan {
    /// Whether this makes sense.
    ///
    /// # Errors
    /// The first thing that does not.
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
                (!all_finite, "a number of it is not finite"),
                (min.fract() != 0.0 || max.fract() != 0.0, "its limits must be whole numbers"),
                (min >= max, "its least value must be less than its greatest"),
                (start < min || start > max, "it begins outside its limits"),
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

    /// All pairs of all iterations.
    fn total_pairs(&self) -> f64 {
        f64::from(self.iterations) * f64::from(self.pairs)
    }
}

/// What an iteration tries: the parameters' values for two players.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The iteration's number, from 0.
    pub iteration: u32,
    /// The values of the one player.
    pub plus: Vec<i64>,
    /// The values of the other.
    pub minus: Vec<i64>,
    /// For each parameter +1 where `plus` has the greater value, −1 where it has the smaller one.
    signs: Vec<f64>,
}

/// The games of an iteration, from the view of the player with [`Trial::plus`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TrialScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// The parameters on their way.
#[derive(Debug, Clone, PartialEq)]
pub struct Spsa {
    plan: Plan,
    values: Vec<f64>,
    /// How many iterations are done.
    done: u32,
}

impl Spsa {
    /// At the beginning.
    ///
    /// # Errors
    /// Where the plan makes no sense.
    pub fn new(plan: Plan) -> Result<Self, PlanError> {
        plan.validate()?;
        let values = plan.parameters.iter().map(|parameter| parameter.start).collect();
        Ok(Self { plan, values, done: 0 })
    }

    /// What is tuned, and for how long.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The parameters' values as they are, in the order of the plan.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The same as whole numbers.
    pub fn rounded(&self) -> Vec<i64> {
        self.values.iter().map(|value| value.round() as i64).collect()
    }

    /// How many iterations are done.
    pub const fn done(&self) -> u32 {
        self.done
    }

    /// Whether all iterations are done.
    pub const fn is_over(&self) -> bool {
        self.done >= self.plan.iterations
    }

    /// What the next iteration tries. It follows from the plan and the results so far.
    ///
    /// Values between two whole numbers are rounded up or down by lot, the more likely the nearer, by the same lot for both
    /// players: so perturbations of less than one are felt in the mean.
    pub fn trial(&self) -> Trial {
        let mut rng = ChaCha8Rng::seed_from_u64(self.plan.seed);
        rng.set_stream(self.done.into());
        let mut trial =
            Trial { iteration: self.done, plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (parameter, &value) in self.plan.parameters.iter().zip(&self.values) {
            let flip = if rng.random::<bool>() { 1.0 } else { -1.0 };
            let lot: f64 = rng.random();
            let move_by = flip * self.perturbation(parameter);
            let whole = |value: f64| {
                (value.clamp(parameter.min, parameter.max) + lot).floor().min(parameter.max) as i64
            };
            trial.plus.push(whole(value + move_by));
            trial.minus.push(whole(value - move_by));
            trial.signs.push(flip);
        }
        trial
    }

    /// Learns from the games of a trial, which is the one that [`Spsa::trial`] has given last.
    pub fn update(&mut self, trial: &Trial, score: TrialScore) {
        let points = f64::from(score.wins) - f64::from(score.losses);
        for (index, parameter) in self.plan.parameters.iter().enumerate() {
            let step = self.gain(parameter) / self.perturbation(parameter) * points * trial.signs[index];
            let value = &mut self.values[index];
            *value = (*value + step).clamp(parameter.min, parameter.max);
        }
        self.done += 1;
    }

    /// The number of the next pair, from 1.
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
