//! The training loop.

use std::fmt::{self, Write as _};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::base::lock;
use crate::eval::network::{FeatureIndex, FeatureSet, NetworkFile, SCALE};
use crate::games::Variant;
use crate::lab::Losses;

use super::aligned::Aligned;
use super::checkpoint::Checkpoint;
use super::combination::Combination;
use super::data::Data;
use super::initial::Initial;
use super::kernel::{Objective, Values};
use super::optimiser::{Part, Step};
use super::outcome::{Agreement, TrainEvent, TrainOutcome};
use super::parameters::Layout;
use super::positions::Seen;
use super::schedule::{self, is_mirrored, order, part};
use super::team::Team;
use super::{CheckpointFile, TrainError, TrainSettings};

/// Each batch is divided into this many shards, regardless of the number of threads.
const SHARDS: usize = 16;

/// The number of held-back positions that a thread evaluates in one unit of work.
const HELD_BACK_UNIT: usize = 4096;

/// Trains a network with the inputs `I`.
pub(super) fn train<I: FeatureSet>(
    variant: Variant,
    initial: Option<&Initial>,
    data: &Data,
    settings: &TrainSettings,
    file: Option<CheckpointFile<'_>>,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(TrainEvent),
) -> Result<Option<TrainOutcome>, TrainError> {
    let form = settings.form::<I>();
    let layout = Layout::new(&form);
    let mut recipe = format!("form={form}\n{}{}", settings.lines(data.win_scale), data.files);
    if let Some(initial) = initial {
        // Writing to a string cannot fail.
        let _ = writeln!(recipe, "initial={}", initial.name);
    }
    let loaded = match file {
        Some(file) => Checkpoint::load(file, &recipe, layout.len())?,
        None => None,
    };
    if let Some(checkpoint) = &loaded {
        on_event(TrainEvent::Resumed { epochs: checkpoint.curve.len() });
    }
    let mut checkpoint = loaded.unwrap_or_else(|| {
        let initial = match initial {
            Some(initial) => layout.widened(&form, &initial.network, I::MAX_ROWS, settings.seed),
            None => layout.initial(&form, I::MAX_ROWS, settings.seed),
        };
        let zeros = vec![0.0; layout.len()];
        let numbers = [initial.clone(), zeros.clone(), zeros, initial];
        Checkpoint { settings: recipe, steps: 0, curve: Vec::new(), numbers }
    });
    let shared = Shared::new::<I>(data, settings, layout, &checkpoint);
    on_event(shared.baseline());
    let unit = |job, index| shared.work(job, index);
    let is_complete = Team::with(settings.threads, &unit, |team| {
        let mut run = Run { shared: &shared, team, stop, on_event, visited: 0 };
        for epoch in checkpoint.curve.len()..settings.epochs {
            let Some(losses) = run.epoch(epoch, &mut checkpoint.steps) else { return Ok(false) };
            checkpoint.curve.push(losses);
            (run.on_event)(TrainEvent::Epoch { epoch: epoch + 1, losses });
            shared.save_to(&mut checkpoint);
            if let Some(file) = file {
                checkpoint.save(file.path)?;
            }
        }
        Ok::<_, TrainError>(true)
    })?;
    if !is_complete {
        return Ok(None);
    }
    let kept = &checkpoint.numbers[3];
    let network = layout.network(form, kept);
    layout.round(kept, &mut write(&shared.weights));
    let agreement = shared.agreement(network.scores::<I>());
    let mut recipe = format!("made by=quadriga {} train\n", env!("CARGO_PKG_VERSION"));
    recipe += &checkpoint.settings;
    let mut line = |name: &str, value: &dyn fmt::Display| {
        // Writing to a string cannot fail.
        let _ = writeln!(recipe, "{name}={value}");
    };
    line("positions", &data.training.len());
    line("held back", &data.held_back.len());
    line("games", &data.games);
    if let Some(epoch) = checkpoint.kept_epoch(settings.keep_last) {
        let Losses { training, held_back } = checkpoint.curve[epoch];
        line("kept epoch", &(epoch + 1));
        line("training loss", &format_args!("{training:.6}"));
        line("held-back loss", &format_args!("{held_back:.6}"));
    }
    line("held-back loss of the integers", &format_args!("{:.6}", agreement.loss));
    let hand_written = if settings.residual { data.hand_written } else { 0 };
    let file = NetworkFile { variant: variant.name().to_owned(), recipe, hand_written, network };
    Ok(Some(TrainOutcome { file, curve: checkpoint.curve, agreement }))
}

/// The jobs that threads share.
#[derive(Debug, Clone, Copy)]
enum Job {
    /// The gradient of each shard of the batch between two positions of the epoch's order.
    Gradient { epoch: usize, begin: usize, end: usize },
    /// The sum of the shards' gradients for each range of weights.
    Sum,
    /// A step of each range of weights.
    Step(Step),
    /// The loss of each unit of the held-back positions.
    Validate,
}

/// A shard of a batch.
struct Shard {
    gradient: Aligned,
    /// The sum of the positions' losses.
    loss: f64,
    values: Values,
    gathered: Gathered,
}

/// The state shared by the threads.
struct Shared<'a> {
    data: &'a Data,
    settings: &'a TrainSettings,
    layout: Layout,
    objective: Objective,
    /// Makes the working memory for the values of a position.
    values: fn(&Layout) -> Values,
    order: RwLock<Vec<u32>>,
    /// The weights, rounded as in the integer network.
    weights: RwLock<Aligned>,
    shards: Vec<RwLock<Shard>>,
    parts: Vec<Mutex<Part>>,
    /// The sums of losses of the units of held-back positions.
    validation: Vec<Mutex<f64>>,
}

impl<'a> Shared<'a> {
    fn new<I: FeatureSet>(
        data: &'a Data,
        settings: &'a TrainSettings,
        layout: Layout,
        start: &Checkpoint,
    ) -> Self {
        let values = Values::new::<I>;
        let [weights, means, squares, _] = &start.numbers;
        let mut rounded = Aligned::new(layout.len());
        layout.round(weights, &mut rounded);
        let shard = || Shard {
            gradient: Aligned::new(layout.len()),
            loss: 0.0,
            values: values(&layout),
            gathered: Gathered::default(),
        };
        let parts = Part::all(&layout, I::MAX_ROWS, weights, means, squares);
        let units = data.held_back.len().div_ceil(HELD_BACK_UNIT);
        Self {
            data,
            settings,
            layout,
            objective: Objective::new(settings, data.win_scale),
            values,
            order: RwLock::new(Vec::new()),
            weights: RwLock::new(rounded),
            shards: (0..SHARDS).map(|_| RwLock::new(shard())).collect(),
            parts: parts.into_iter().map(Mutex::new).collect(),
            validation: (0..units).map(|_| Mutex::new(0.0)).collect(),
        }
    }

    /// Does a unit of a job.
    fn work(&self, job: Job, index: usize) {
        match job {
            Job::Gradient { epoch, begin, end } => {
                let shard = &mut *write(&self.shards[index]);
                self.differentiate(epoch, &part(&(begin..end), index, SHARDS), shard);
            }
            Job::Sum => {
                let mut sum = lock(&self.parts[index]);
                for (number, shard) in self.shards.iter().enumerate() {
                    sum.add(&read(shard).gradient, number == 0);
                }
            }
            Job::Step(step) => lock(&self.parts[index]).update(&step),
            Job::Validate => {
                let begin = index * HELD_BACK_UNIT;
                let end = self.data.held_back.len().min(begin + HELD_BACK_UNIT);
                *lock(&self.validation[index]) = self.validate(begin..end);
            }
        }
    }

    /// Computes the gradient and the loss of this range of the epoch's order.
    fn differentiate(&self, epoch: usize, places: &Range<usize>, shard: &mut Shard) {
        let Shard { gradient, loss, values, gathered } = shard;
        gathered.clear();
        for &index in &read(&self.order)[places.clone()] {
            let seen = self.data.training.get(index as usize);
            let mirrored = self.settings.mirror
                && seen.facts.has_mirror != [false; 2]
                && is_mirrored(self.settings.seed, epoch, index);
            gathered.push(seen, self.objective.target_of(seen.facts), mirrored.then_some(&self.data.mirror));
        }
        let layout = &self.layout;
        let weights = read(&self.weights);
        let layers = layout.split(&weights);
        gradient.fill(0.0);
        let mut gradient = layout.split_mut(gradient);
        let mut sum = 0.0;
        for seen in &gathered.positions {
            let inputs = gathered.inputs(seen);
            let bucket = usize::from(seen.bucket);
            let output = values.output(layout, &layers, inputs, bucket);
            let (evaluation, factor) = seen.combination.evaluation(output * SCALE as f32);
            let (loss, derivative) = self.objective.loss(evaluation, seen.target);
            sum += f64::from(loss);
            values.add_gradient(layout, &layers, inputs, bucket, derivative * factor, &mut gradient);
        }
        *loss = sum;
    }

    /// The sum of the losses of some held-back positions.
    fn validate(&self, range: Range<usize>) -> f64 {
        let weights = read(&self.weights);
        let layers = self.layout.split(&weights);
        let mut values = (self.values)(&self.layout);
        range
            .map(|index| {
                let seen = self.data.held_back.get(index);
                let output = values.output(&self.layout, &layers, seen.inputs, seen.facts.bucket.into());
                self.loss_of(seen, seen.facts.combination.evaluation(output * SCALE as f32).0)
            })
            .sum()
    }

    /// The loss of an evaluation of a position.
    fn loss_of(&self, seen: Seen<'_>, evaluation: f32) -> f64 {
        self.objective.loss(evaluation, self.objective.target_of(seen.facts)).0.into()
    }

    /// The mean held-back loss of an evaluation.
    fn held_back_loss(&self, mut evaluation: impl FnMut(Seen<'_>) -> f32) -> f64 {
        let count = self.data.held_back.len();
        let losses = (0..count).map(|index| {
            let seen = self.data.held_back.get(index);
            self.loss_of(seen, evaluation(seen))
        });
        losses.sum::<f64>() / count as f64
    }

    fn baseline(&self) -> TrainEvent {
        TrainEvent::Baseline {
            classical: self.held_back_loss(|seen| seen.facts.classical.into()),
            score: self.held_back_loss(|seen| f32::from(seen.facts.score) / self.objective.score_scale),
            score_scale: self.best_score_scale(),
        }
    }

    /// The score scale for which the hand-written evaluation is closest to the search's scores on the held-back
    /// positions, between 1/4 and 4, to within one percent.
    fn best_score_scale(&self) -> f64 {
        let count = self.data.held_back.len();
        let loss = |logarithm: f64| {
            let score_scale = logarithm.exp() as f32;
            let objective = Objective { score_scale, ..self.objective };
            let losses = (0..count).map(|index| {
                let facts = self.data.held_back.get(index).facts;
                f64::from(
                    objective
                        .loss(facts.classical.into(), objective.expected_of_search(facts.score.into()))
                        .0,
                )
            });
            losses.sum::<f64>()
        };
        let (mut low, mut high) = (-4.0_f64.ln(), 4.0_f64.ln());
        while high - low > 0.01 {
            let third = (high - low) / 3.0;
            let (left, right) = (low + third, high - third);
            if loss(left) < loss(right) { high = right } else { low = left }
        }
        f64::midpoint(low, high).exp()
    }

    /// Compares the scores of an integer network, from inputs and bucket, with the floating-point numbers of the same
    /// values.
    fn agreement(&self, scores: impl Fn([&[FeatureIndex]; 2], usize) -> i32) -> Agreement {
        let weights = read(&self.weights);
        let layers = self.layout.split(&weights);
        let mut values = (self.values)(&self.layout);
        let (mut most, mut sum) = (0.0_f64, 0.0);
        let loss = self.held_back_loss(|seen| {
            let bucket = usize::from(seen.facts.bucket);
            let exact = values.output(&self.layout, &layers, seen.inputs, bucket);
            let score = scores(seen.inputs, bucket) as f32;
            let difference = f64::from((score - exact * SCALE as f32).abs());
            most = most.max(difference);
            sum += difference;
            seen.facts.combination.evaluation(score).0
        });
        Agreement { most, mean: sum / self.data.held_back.len() as f64, loss }
    }

    /// Copies the state of all weights after the last epoch of the curve.
    fn save_to(&self, checkpoint: &mut Checkpoint) {
        let is_kept = checkpoint.kept_epoch(self.settings.keep_last) == checkpoint.curve.len().checked_sub(1);
        let [weights, means, squares, kept] = &mut checkpoint.numbers;
        for part in &self.parts {
            let part = lock(part);
            let range = part.kind.range.clone();
            weights[range.clone()].copy_from_slice(&part.weights);
            means[range.clone()].copy_from_slice(&part.means);
            squares[range].copy_from_slice(&part.squares);
        }
        if is_kept {
            kept.copy_from_slice(weights);
        }
    }
}

/// A run in progress.
struct Run<'a, 'b> {
    shared: &'a Shared<'a>,
    team: &'a Team<'a, Job>,
    stop: &'a AtomicBool,
    on_event: &'b mut dyn FnMut(TrainEvent),
    visited: u64,
}

impl Run<'_, '_> {
    /// Trains for one epoch, numbered from 0; `None` if it was stopped.
    fn epoch(&mut self, epoch: usize, steps: &mut u64) -> Option<Losses> {
        let Self { shared, team, stop, .. } = *self;
        let settings = shared.settings;
        let count = shared.data.training.len();
        *write(&shared.order) = order(settings.seed, epoch, count);
        let batches = count.div_ceil(settings.batch);
        let mut sum = 0.0;
        for batch in 0..batches {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let places = part(&(0..count), batch, batches);
            let size = places.len();
            team.run(Job::Gradient { epoch, begin: places.start, end: places.end }, SHARDS);
            let loss: f64 = shared.shards.iter().map(|shard| read(shard).loss).sum();
            sum += loss;
            team.run(Job::Sum, shared.parts.len());
            let square: f64 = shared.parts.iter().map(|part| lock(part).square()).sum();
            let norm = square.sqrt() / size as f64;
            let factor = (settings.max_gradient / norm).min(1.0) / size as f64;
            let share = (epoch * batches + batch) as f64 / (settings.epochs * batches) as f64;
            let rate = schedule::rate(settings.rate, settings.final_rate, share);
            *steps += 1;
            team.run(Job::Step(Step::new(*steps, factor, rate, settings.weight_decay)), shared.parts.len());
            let mut weights = write(&shared.weights);
            for part in &shared.parts {
                let part = lock(part);
                part.kind.round(&part.weights, &mut weights[part.kind.range.clone()]);
            }
            drop(weights);
            self.visited += size as u64;
            let left = (settings.epochs - epoch) * count - places.end;
            let loss = loss / size as f64;
            (self.on_event)(TrainEvent::Batch {
                epoch: epoch + 1,
                visited: self.visited,
                left: left as u64,
                loss,
            });
        }
        team.run(Job::Validate, shared.validation.len());
        let held_back: f64 = shared.validation.iter().map(|sum| *lock(sum)).sum();
        Some(Losses {
            training: sum / count as f64,
            held_back: held_back / shared.data.held_back.len() as f64,
        })
    }
}

/// The positions of a shard, copied together from different parts of memory.
#[derive(Debug, Default)]
struct Gathered {
    all_inputs: Vec<FeatureIndex>,
    positions: Vec<GatheredPosition>,
}

#[derive(Debug, Clone, Copy)]
struct GatheredPosition {
    /// The start of its inputs, the start of the other side's, and their end.
    bounds: [u32; 3],
    bucket: u8,
    target: f32,
    combination: Combination,
}

impl Gathered {
    fn clear(&mut self) {
        self.all_inputs.clear();
        self.positions.clear();
    }

    /// Appends a position with its target, or its mirror image if a table of mirrored inputs is given.
    fn push(&mut self, seen: Seen<'_>, target: f32, mirror: Option<&Vec<FeatureIndex>>) {
        let mut bounds = [self.all_inputs.len() as u32; 3];
        for side in 0..2 {
            let inputs = seen.inputs[side];
            match mirror.filter(|_| seen.facts.has_mirror[side]) {
                Some(mirror) => {
                    self.all_inputs.extend(inputs.iter().map(|&input| mirror[usize::from(input)]));
                }
                None => self.all_inputs.extend_from_slice(inputs),
            }
            bounds[side + 1] = self.all_inputs.len() as u32;
        }
        self.positions.push(GatheredPosition {
            bounds,
            bucket: seen.facts.bucket,
            target,
            combination: seen.facts.combination,
        });
    }

    fn inputs(&self, position: &GatheredPosition) -> [&[FeatureIndex]; 2] {
        let [begin, middle, end] = position.bounds.map(|bound| bound as usize);
        [&self.all_inputs[begin..middle], &self.all_inputs[middle..end]]
    }
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
