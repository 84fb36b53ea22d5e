//! Measures how long networks of several widths take, with random weights, with and without hidden layers: a quiet move
//! with its evaluation, beside a bound, the time in which a plain loop copies and adds rows of the same size. Or writes
//! such a network into a file:
//!
//! ```text
//! cargo run --release --example network_speed
//! cargo run --release --example network_speed -- write FILE VARIANT WIDTH [deep]
//! ```

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use quadriga::base::{MoveList, Notation, Position};
use quadriga::eval::network::{Form, Network, NetworkFile, PackedNetwork};
use quadriga::eval::{ClassicalEvaluator, GameEvaluation, GameEvaluator, GameWeights};
use quadriga::games::{Chess, Game, Variant, Xiangqi, Zhonggong, with_game};
use quadriga::search::{Evaluator, SearchPosition};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

const WIDTHS: [usize; 5] = [64, 128, 256, 384, 512];
/// The fastest of so many measurements counts, as others share the machine.
const ROUNDS: usize = 15;

type FeaturesOf<G> = <<G as Game>::Evaluation as GameEvaluation>::FeatureSet;

fn random_network<G: Game>(width: usize, is_deep: bool) -> Network {
    let mut rng = SmallRng::seed_from_u64(1);
    let mut network = Network::zero(Form { is_deep, ..Form::of::<FeaturesOf<G>>(width, false) });
    for weight in &mut network.first {
        *weight = rng.random_range(-30..=30);
    }
    for weight in &mut network.first_bias {
        *weight = rng.random_range(0..=100);
    }
    for weight in &mut network.output {
        *weight = rng.random_range(-8..=8);
    }
    if let Some(hidden) = &mut network.hidden {
        for weight in &mut hidden.first {
            *weight = rng.random_range(-30..=30);
        }
        for weight in hidden.second.iter_mut().chain(&mut hidden.output) {
            *weight = rng.random_range(-100..=100);
        }
    }
    network
}

/// The nanoseconds of one of `count` repetitions of `work`.
fn nanoseconds(count: usize, mut work: impl FnMut()) -> f64 {
    let measure = |()| {
        let begin = Instant::now();
        work();
        begin.elapsed().as_secs_f64() * 1e9 / count as f64
    };
    std::iter::repeat_n((), ROUNDS).map(measure).fold(f64::INFINITY, f64::min)
}

/// Makes all quiet moves of the game's bench positions, and evaluates after each.
fn measure<G: Game>() {
    let options = Default::default();
    let positions: Vec<(G::Position, MoveList)> = G::INFO
        .bench
        .iter()
        .filter_map(|fen| G::Position::from_fen(fen, &options).ok())
        .map(|position| {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            moves.retain(|m| !position.is_noisy(*m));
            (position, moves)
        })
        .collect();
    let count: usize = positions.iter().map(|(_, moves)| moves.len()).sum();
    let time = |weights: GameWeights<G::Evaluation>, evaluates: bool| {
        let weights = Arc::new(weights);
        let mut paths: Vec<_> = positions
            .iter()
            .map(|(position, moves)| {
                (GameEvaluator::<G::Evaluation>::new(&weights, position), position.clone(), moves)
            })
            .collect();
        nanoseconds(count, || {
            for (evaluator, position, moves) in &mut paths {
                for m in moves.iter().copied() {
                    evaluator.push();
                    position.make(m, evaluator);
                    if evaluates {
                        black_box(evaluator.evaluate(position));
                    }
                    position.unmake();
                    evaluator.pop();
                }
            }
        })
    };
    let built_in = || GameWeights::hand_written(ClassicalEvaluator::<G::Evaluation>::built_in_weights());
    let moves = time(built_in(), false);
    println!("{}: {count} quiet moves, each made and taken back in {moves:.0} ns", G::INFO.name);
    println!("  hand-written evaluation: {:.0} ns", time(built_in(), true) - moves);
    for (width, is_deep) in WIDTHS.into_iter().flat_map(|width| [(width, false), (width, true)]) {
        let network = random_network::<G>(width, is_deep);
        let bound = bound(&network);
        let weights = || GameWeights::with_network(Arc::new(PackedNetwork::new(&network)));
        let [all, recorded] = [true, false].map(|evaluates| time(weights(), evaluates));
        println!(
            "  network of 2 × {width}{}: {:.0} ns ({:.0} of them recording), bound {bound:.0} ns",
            if is_deep { ", deep" } else { "" },
            all - moves,
            recorded - moves
        );
    }
}

/// The time in which rows are copied, one added and one subtracted for either side, and read once more beside the
/// output layer's: all memory that a quiet move has to touch.
fn bound(network: &Network) -> f64 {
    const COUNT: usize = 1000;
    let width = network.form.width;
    let mut rng = SmallRng::seed_from_u64(2);
    let mut row = || {
        let input = rng.random_range(0..network.form.input_count);
        &network.first[input * width..][..width]
    };
    let steps: Vec<[&[i16]; 4]> = (0..COUNT).map(|_| [row(), row(), row(), row()]).collect();
    let mut sums = vec![0i16; 4 * width];
    nanoseconds(COUNT, || {
        for step in &steps {
            let (source, target) = sums.split_at_mut(2 * width);
            let sides = source.chunks_exact(width).zip(target.chunks_exact_mut(width));
            for ((source, target), rows) in sides.zip(step.chunks_exact(2)) {
                for (((sum, before), plus), minus) in target.iter_mut().zip(source).zip(rows[0]).zip(rows[1])
                {
                    *sum = before.wrapping_add(*plus).wrapping_sub(*minus);
                }
            }
            let output = &network.output[..2 * width];
            let dot = target
                .iter()
                .zip(output)
                .fold(0i32, |dot, (&sum, &weight)| dot.wrapping_add(i32::from(sum) * i32::from(weight)));
            black_box(dot);
            black_box(&mut sums);
        }
    })
}

fn write<G: Game>(width: usize, is_deep: bool) -> NetworkFile {
    let network = random_network::<G>(width, is_deep);
    let (variant, recipe) = (G::INFO.name.to_owned(), "weights=random\n".to_owned());
    NetworkFile { variant, recipe, hand_written: 0, network }
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            measure::<Chess>();
            measure::<Xiangqi>();
            measure::<Zhonggong>();
        }
        ["write", file, variant, width, ref deep @ ..] if matches!(deep, [] | ["deep"]) => {
            let variant = Variant::from_name(variant).context("no such variant")?;
            let width: usize = width.parse().context("a width")?;
            std::fs::write(file, with_game!(variant, G => write::<G>(width, !deep.is_empty())).encode())?;
        }
        _ => bail!("usage: network_speed [write FILE VARIANT WIDTH [deep]]"),
    }
    Ok(())
}
