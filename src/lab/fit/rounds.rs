use super::linear::{self, Rows};
use super::newton::Problem;
use super::provenance::Provenance;
use super::samples::{self, Samples, TrainingData};
use super::{FitError, FitEvent, FitOutcome, FitSettings, WeightChange};
use crate::eval::{GameEvaluation, Weight, WeightSet, write_weights};
use crate::lab::Losses;
use crate::lab::data::DataReader;
use crate::lab::logistic::{Slope, chance, loss};
use crate::lab::selection::Sample;

/// The minimum number of positions.
const LEAST_POSITIONS: usize = 100;

/// The maximum number of times that a round's step is halved if the evaluation is less linear than assumed.
const HALVINGS: usize = 3;

/// Fits the weights of `E` to the games in these files, which must be of its variant.
pub(super) fn fit<E: GameEvaluation>(
    readers: Vec<DataReader>,
    settings: &FitSettings,
    on_event: &mut dyn FnMut(FitEvent),
) -> Result<FitOutcome, FitError> {
    let data = samples::read::<E::Position>(readers, settings, E::WIN_SCALE, on_event)?;
    let (training, held_back) = (data.training.len(), data.held_back.len());
    let games = data.training.games() + data.held_back.games();
    on_event(FitEvent::Read { training, held_back, games });
    if training < LEAST_POSITIONS || held_back == 0 {
        return Err(FitError::TooFew(training, held_back));
    }
    let fit = Fit::<E>::new(&data, settings)?;
    on_event(FitEvent::WinScale(fit.slope.win_scale()));

    let mut best = Candidate { weights: E::FITTED, losses: fit.losses(&E::FITTED)? };
    let before = best.losses;
    on_event(FitEvent::Before(before));
    for round in 1..=settings.rounds {
        let next = fit.round(&best)?;
        let is_better = next.losses.held_back < best.losses.held_back;
        on_event(FitEvent::Round { round, losses: next.losses, is_better });
        if !is_better {
            break;
        }
        best = next;
    }
    let provenance = Provenance {
        settings,
        positions: training,
        games,
        recipes: &data.recipes,
        before,
        after: best.losses,
    };
    let win_scale = fit.slope.win_scale();
    let written = if settings.new_win_scale { win_scale.round().max(1.0) as i32 } else { E::WIN_SCALE };
    Ok(FitOutcome {
        path: E::FILE.path,
        text: E::FILE.text(&provenance.text(), written, &best.weights),
        eval_file: write_weights(&best.weights),
        win_scale,
        before,
        after: best.losses,
        changes: changes(&E::FITTED, &best.weights),
        values: best.weights.weights().iter().map(|weight| weight.value).collect(),
    })
}

/// Weights with their losses.
struct Candidate<W> {
    weights: W,
    losses: Losses,
}

/// The constant data of a fit.
struct Fit<'a, E: GameEvaluation> {
    data: &'a TrainingData<E::Position>,
    settings: &'a FitSettings,
    slope: Slope,
    /// The targets by shard: of the training positions, and of those held back.
    targets: [Vec<Vec<f64>>; 2],
    /// The weights before the fit, in their units.
    prior: Vec<f64>,
    bounds: Vec<[f64; 2]>,
    units: Vec<f64>,
}

impl<'a, E: GameEvaluation> Fit<'a, E> {
    fn new(data: &'a TrainingData<E::Position>, settings: &'a FitSettings) -> Result<Self, FitError> {
        let training: Vec<Vec<Sample>> = data.training.shards().collect();
        let slope = match settings.win_scale {
            Some(win_scale) => Slope::of_win_scale(win_scale),
            None => Slope::of_win_scale(E::WIN_SCALE.into()).fitted(&training).ok_or(FitError::Scores)?,
        };
        let target = |sample: &Sample| {
            settings.result_share * sample.result
                + (1.0 - settings.result_share) * chance(slope.0 * sample.score)
        };
        let targets = |shards: Vec<Vec<Sample>>| {
            shards.iter().map(|shard| shard.iter().map(target).collect()).collect()
        };
        let weights = E::FITTED.weights();
        let unit = |weight: &Weight| f64::from(weight.fitting.unit);
        let bounds = |weight: &Weight| {
            [weight.fitting.least, weight.fitting.most].map(|bound| f64::from(bound) / unit(weight))
        };
        Ok(Self {
            data,
            settings,
            slope,
            targets: [targets(training), targets(data.held_back.shards().collect())],
            prior: weights.iter().map(|weight| f64::from(weight.value) / unit(weight)).collect(),
            bounds: weights.iter().map(bounds).collect(),
            units: weights.iter().map(unit).collect(),
        })
    }

    /// The best weights for the evaluation linearised around `from`.
    fn round(&self, from: &Candidate<E::WeightSet>) -> Result<Candidate<E::WeightSet>, FitError> {
        let FitSettings { step, threads, .. } = *self.settings;
        let rows = linear::linearise::<E>(&self.data.training, &from.weights, step, threads)?;
        let start = self.values(&from.weights);
        let problem = self.problem(&rows, &start);
        let before = self.objective(&problem, &start, from.losses);
        let mut values = problem.solve();
        for _ in 0..HALVINGS {
            let candidate = self.candidate(&values)?;
            if self.objective(&problem, &values, candidate.losses) < before {
                return Ok(candidate);
            }
            for (value, start) in values.iter_mut().zip(&start) {
                *value = f64::midpoint(*value, *start);
            }
        }
        self.candidate(&values)
    }

    fn problem<'b>(&'b self, rows: &'b [Rows], start: &'b [f64]) -> Problem<'b> {
        Problem {
            rows,
            targets: &self.targets[0],
            slope: self.slope,
            span: 2.0 * f64::from(self.settings.step),
            start,
            prior: &self.prior,
            pull: self.settings.pull,
            bounds: &self.bounds,
            threads: self.settings.threads,
        }
    }

    /// The objective, computed with the actual evaluation.
    fn objective(&self, problem: &Problem<'_>, values: &[f64], losses: Losses) -> f64 {
        losses.training * self.data.training.len() as f64 + problem.penalty(values)
    }

    /// The weights of a set, in their units.
    fn values(&self, weights: &E::WeightSet) -> Vec<f64> {
        weights
            .weights()
            .iter()
            .zip(&self.units)
            .map(|(weight, unit)| f64::from(weight.value) / unit)
            .collect()
    }

    /// These values rounded to integers, with their losses.
    fn candidate(&self, values: &[f64]) -> Result<Candidate<E::WeightSet>, FitError> {
        let whole: Vec<i32> =
            values.iter().zip(&self.units).map(|(value, unit)| (value * unit).round() as i32).collect();
        let weights = E::FITTED.with_values(&whole);
        let losses = self.losses(&weights)?;
        Ok(Candidate { weights, losses })
    }

    fn losses(&self, weights: &E::WeightSet) -> Result<Losses, FitError> {
        let mean = |samples: &Samples<E::Position>, targets: &[Vec<f64>]| -> Result<f64, FitError> {
            let evaluations = linear::evaluate::<E>(samples, weights, self.settings.threads)?;
            let pairs = evaluations.iter().flatten().zip(targets.iter().flatten());
            let sum: f64 = pairs.map(|(&value, &target)| loss(target, self.slope.0 * f64::from(value))).sum();
            Ok(sum / samples.len() as f64)
        };
        let [training, held_back] = &self.targets;
        Ok(Losses {
            training: mean(&self.data.training, training)?,
            held_back: mean(&self.data.held_back, held_back)?,
        })
    }
}

/// The weights that differ between two sets, by decreasing difference.
fn changes<W: WeightSet>(before: &W, after: &W) -> Vec<WeightChange> {
    let pairs = before.weights().into_iter().zip(after.weights());
    let mut changes: Vec<_> = pairs
        .filter(|(before, after)| before.value != after.value)
        .map(|(before, after)| WeightChange {
            name: before.name,
            before: before.value,
            after: after.value,
            size: f64::from(before.value.abs_diff(after.value)) / f64::from(before.fitting.unit),
        })
        .collect();
    changes.sort_by(|one, other| other.size.total_cmp(&one.size));
    changes
}
