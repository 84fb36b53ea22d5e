use crate::base::Notation;
use crate::eval::GameEvaluation;
use crate::eval::network::{FeatureSet, Form, QA};
use crate::games::chess::{Chess, ChessFeatures, ChessOptions, ChessPosition};
use crate::games::gomoku::{Freestyle, GomokuPatterns, MAX_SIZE};
use crate::lab::selection::Sample;

use super::Loss;
use super::combination::Combination;
use super::data;
use super::hidden::Rounding;
use super::kernel::{Objective, Values};
use super::parameters::Layout;
use super::schedule;

/// The form of small networks.
fn form(input_count: usize, width: usize, is_deep: bool) -> Form {
    Form {
        inputs: "test".to_owned(),
        input_count,
        width,
        buckets: 3,
        is_residual: false,
        is_deep,
        is_zoned: false,
    }
}

/// A small network with weights large enough that some values are clipped at either end.
fn network(is_deep: bool) -> (Layout, Vec<f32>) {
    let form = form(40, if is_deep { 64 } else { 32 }, is_deep);
    let layout = Layout::new(&form);
    let mut weights = layout.initial(&form, 8, 5);
    let layers = layout.split_mut(&mut weights);
    layers.first.iter_mut().for_each(|weight| *weight *= 3.0);
    layers.first_bias.iter_mut().for_each(|bias| *bias = 0.25);
    layers.output_bias[1] = 0.1;
    layers.hidden.first.iter_mut().for_each(|weight| *weight *= 2.0);
    layers.hidden.second.iter_mut().for_each(|weight| *weight *= 2.0);
    layers.hidden.first_bias.iter_mut().for_each(|bias| *bias = -0.1);
    layers.hidden.second_bias.iter_mut().for_each(|bias| *bias = 0.05);
    (layout, weights)
}

#[test]
fn initial_weights_are_spread_over_those_with_the_same_integers() {
    let form = Form {
        inputs: "test".to_owned(),
        input_count: 400,
        width: 32,
        buckets: 3,
        is_residual: false,
        is_deep: false,
        is_zoned: false,
    };
    let layout = Layout::new(&form);
    let integers = layout.network(form.clone(), &layout.initial(&form, 8, 5));
    let mut weights = layout.widened(&form, &integers, 8, 3);
    assert_eq!(layout.network(form.clone(), &weights), integers);
    // An equal step of all weights changes a share of the integers equal to its length.
    let step = 0.1 / f32::from(QA);
    layout.split_mut(&mut weights).first.iter_mut().for_each(|weight| *weight += step);
    let moved = layout.network(form, &weights);
    let changed = moved.first.iter().zip(&integers.first).filter(|(one, other)| one != other).count();
    let share = changed as f64 / integers.first.len() as f64;
    assert!((0.08..0.12).contains(&share), "{share}");
}

/// Inputs of both sides; one is active twice.
const INPUTS: [&[u16]; 2] = [&[0, 3, 7, 12, 12, 20, 39, 21, 8, 30, 33], &[1, 2, 5, 14, 22, 37, 38, 4, 9]];
const BUCKET: usize = 1;
const TARGET: f32 = 0.8;
const CLASSICAL: f32 = 70.0;

/// The hand-written evaluation that a residual network is added to.
fn classical(is_residual: bool) -> f32 {
    if is_residual { CLASSICAL } else { 0.0 }
}

/// The loss, computed in a straightforward way in 64 bits.
fn plain_loss(layout: &Layout, weights: &[f64], objective: &Objective, classical: f32) -> f64 {
    let width = layout.width;
    let kinds = layout.kinds(8).map(|kind| &weights[kind.range]);
    let [first, biases, output, output_biases, behind @ ..] = kinds;
    let [first_hidden, first_hidden_bias, second, second_bias, hidden_output, ..] = behind;
    let hidden = [first_hidden, first_hidden_bias, second, second_bias, hidden_output];
    let mut sum = output_biases[BUCKET];
    let mut products = Vec::new();
    for (side, inputs) in INPUTS.into_iter().enumerate() {
        let value = |column: usize| {
            let rows = inputs.iter().map(|&input| first[usize::from(input) * width + column]);
            (biases[column] + rows.sum::<f64>()).clamp(0.0, 1.0)
        };
        for column in 0..width {
            sum += value(column).powi(2) * output[(2 * BUCKET + side) * width + column];
        }
        products.extend((0..width / 2).map(|column| value(column) * value(column + width / 2)));
    }
    if layout.is_deep {
        sum += plain_hidden(hidden, &products);
    }
    let advantage = f64::from(objective.slope) * (400.0 * sum + f64::from(classical));
    let expected = 1.0 / (1.0 + (-advantage).exp());
    let target = f64::from(TARGET);
    match objective.loss {
        Loss::SquaredError => (expected - target).powi(2),
        Loss::CrossEntropy => -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln()),
    }
}

/// The output of the hidden layers. Squares are a little less than the numbers' in the integer network.
fn plain_hidden([first, first_bias, second, second_bias, output]: [&[f64]; 5], products: &[f64]) -> f64 {
    let dot = |row: &[f64], values: &[f64]| row.iter().zip(values).map(|(a, b)| a * b).sum::<f64>();
    let product = 255.0 * 255.0 / 512.0 / 127.0;
    let products: Vec<_> = products.iter().map(|value| product * value).collect();
    let sum = |index: usize| {
        let row = 16 * BUCKET + index;
        let sum = first_bias[row] + dot(&first[row * products.len()..][..products.len()], &products);
        sum.clamp(-1.0, 1.0)
    };
    let square = 8128.0 * 8128.0 / 65536.0 / 1016.0;
    let clipped = (0..16).map(|index| sum(index).max(0.0));
    let activations: Vec<_> = clipped.chain((0..16).map(|index| square * sum(index).powi(2))).collect();
    (0..32)
        .map(|index| {
            let row = 32 * BUCKET + index;
            let sum = second_bias[row] + dot(&second[row * 32..][..32], &activations);
            1016.0 / 1024.0 * sum.clamp(0.0, 1.0).powi(2) * output[row]
        })
        .sum()
}

#[test]
fn gradients_agree_with_finite_differences() {
    for (loss, is_residual, is_deep) in [
        (Loss::SquaredError, false, false),
        (Loss::CrossEntropy, false, false),
        (Loss::SquaredError, true, false),
        (Loss::CrossEntropy, false, true),
    ] {
        let (layout, weights) = network(is_deep);
        let objective = Objective { slope: 0.005, score_scale: 1.5, loss, result_share: 0.3 };
        let classical = classical(is_residual);
        let layers = layout.split(&weights);
        let mut values = Values::with_rounding::<ChessFeatures>(&layout, Rounding::Exact);
        let output = values.output(&layout, &layers, INPUTS, BUCKET);
        let (value, factor) = objective.loss(400.0 * output + classical, TARGET);
        let mut gradient = vec![0.0; layout.len()];
        let mut parts = layout.split_mut(&mut gradient);
        values.add_gradient(&layout, &layers, INPUTS, BUCKET, factor, &mut parts);

        let mut exact: Vec<f64> = weights.iter().map(|&weight| weight.into()).collect();
        let expected = plain_loss(&layout, &exact, &objective, classical);
        assert!((f64::from(value) - expected).abs() < 1e-5, "{loss}: {value}, not {expected}");
        let step = 1e-6;
        let mut different = [0; 15];
        for (kind, different) in layout.kinds(8).into_iter().zip(&mut different) {
            for index in kind.range {
                let mut at = |change: f64| {
                    exact[index] += change;
                    let loss = plain_loss(&layout, &exact, &objective, classical);
                    exact[index] -= change;
                    loss
                };
                let difference = (at(step) - at(-step)) / (2.0 * step);
                let found = f64::from(gradient[index]);
                let tolerance = 1e-4 * (1.0 + difference.abs());
                assert!(
                    (found - difference).abs() < tolerance,
                    "{loss}, weight {index}: {found}, not {difference}"
                );
                *different += usize::from(found != 0.0);
            }
        }
        // Some values are clipped: the rows of at most 19 inputs and two rows of output weights have an effect.
        let [first, _, output, ..] = different;
        assert!((layout.width * 3..layout.width * 19).contains(&first), "{first} weights matter");
        assert!((layout.width / 2..=layout.width * 2).contains(&output), "{output} weights matter");
        if is_deep {
            let [_, _, _, _, first, _, second, _, output, ..] = different;
            assert!((layout.width * 2..layout.width * 16).contains(&first), "{first} weights matter");
            assert!((32 * 8..32 * 32).contains(&second), "{second} weights matter");
            assert!((8..32).contains(&output), "{output} weights matter");
        }
    }
}

type Patterns = GomokuPatterns<Freestyle>;

/// A network with zones, and the inputs of a position: some stones of each side in two zones, and the size 15.
fn zoned() -> (Layout, Form, Vec<f32>, Vec<u16>) {
    let form = Form::of::<Patterns>(32, false);
    let layout = Layout::new(&form);
    let mut weights = layout.initial(&form, Patterns::MAX_ROWS, 5);
    let layers = layout.split_mut(&mut weights);
    layers.first.iter_mut().for_each(|weight| *weight *= 3.0);
    layers.zones.zone_bias.iter_mut().for_each(|bias| *bias = -0.3);
    layers.zones.second_bias.iter_mut().for_each(|bias| *bias = 0.1);
    layers.zones.output_bias[0] = 0.2;
    let point = |file: usize, rank: usize| rank * MAX_SIZE + file;
    let own = [(7, 7), (8, 7), (2, 3)].map(|(file, rank)| point(file, rank));
    let other = [(7, 8), (6, 6), (14, 0)].map(|(file, rank)| MAX_SIZE * MAX_SIZE + point(file, rank));
    let size = Patterns::COUNT - 1 - (MAX_SIZE - 15);
    let inputs = own.into_iter().chain(other).chain([size]).map(|input| input as u16).collect();
    (layout, form, weights, inputs)
}

/// The output of a network with zones, computed in a straightforward way in 64 bits.
fn plain_zoned(layout: &Layout, weights: &[f64], inputs: &[u16]) -> f64 {
    let width = layout.width;
    let [first, biases, .., zone, zone_bias, second, second_bias, output, output_bias] =
        layout.kinds(8).map(|kind| &weights[kind.range]);
    let mut points = Vec::new();
    Patterns::points([inputs, &[]], &mut points);
    assert_eq!(points.len(), 15 * 15 - 6);
    let mut sums = vec![0.0; 9 * width];
    for point in &points {
        for column in 0..width {
            let rows = point.rows.as_flattened().iter().map(|&row| first[usize::from(row) * width + column]);
            sums[usize::from(point.zone) * width + column] +=
                (biases[column] + rows.sum::<f64>()).clamp(0.0, 1.0);
        }
    }
    let kinds = [0, 1, 0, 1, 2, 1, 0, 1, 0];
    let board = (0..width).map(|column| sums.iter().skip(column).step_by(width).sum::<f64>() / 16.0);
    let hidden = |zone_index: usize, index: usize| {
        let kind = kinds[zone_index];
        let terms = (0..width).map(|column| {
            sums[zone_index * width + column] / 4.0 * zone[(kind * width + column) * 32 + index]
        });
        (zone_bias[kind * 32 + index] + terms.sum::<f64>()).max(0.0)
    };
    let zones = (0..32).map(|index| (0..9).map(|zone| hidden(zone, index)).sum::<f64>());
    let inputs: Vec<_> = board.chain(zones).collect();
    let direct: f64 = inputs.iter().zip(output).map(|(input, weight)| input * weight).sum();
    let second = (0..32).map(|index| {
        let terms = inputs.iter().enumerate().map(|(input, value)| value * second[input * 32 + index]);
        (second_bias[index] + terms.sum::<f64>()).max(0.0) * output[inputs.len() + index]
    });
    output_bias[0] + direct + second.sum::<f64>()
}

#[test]
fn gradients_of_zones_agree_with_finite_differences() {
    let (layout, _, weights, inputs) = zoned();
    let layers = layout.split(&weights);
    let mut values = Values::new::<Patterns>(&layout);
    let output = values.output(&layout, &layers, [&inputs, &[]], 0);
    let mut gradient = vec![0.0; layout.len()];
    values.add_gradient(&layout, &layers, [&inputs, &[]], 0, 1.0, &mut layout.split_mut(&mut gradient));
    let mut exact: Vec<f64> = weights.iter().map(|&weight| weight.into()).collect();
    let expected = plain_zoned(&layout, &exact, &inputs);
    assert!((f64::from(output) - expected).abs() < 1e-4, "{output}, not {expected}");
    let mut different = [0; 15];
    for (kind, different) in layout.kinds(8).into_iter().zip(&mut different) {
        let step = (kind.range.len() / 150).max(1);
        for index in kind.range.step_by(step) {
            let mut at = |change: f64| {
                let before = exact[index];
                exact[index] += change;
                let output = plain_zoned(&layout, &exact, &inputs);
                exact[index] = before;
                output
            };
            let difference = (at(1e-6) - at(-1e-6)) / 2e-6;
            let found = f64::from(gradient[index]);
            let tolerance = 1e-3 * (1.0 + difference.abs());
            assert!((found - difference).abs() < tolerance, "weight {index}: {found}, not {difference}");
            *different += usize::from(found != 0.0);
        }
    }
    let [first, biases, _, _, _, _, _, _, _, behind @ ..] = different;
    assert!(first > 2 && biases > 10 && behind.into_iter().all(|different| different > 0), "{different:?}");
}

#[test]
fn outputs_of_zones_are_those_of_the_integers() {
    let (layout, form, weights, inputs) = zoned();
    let mut rounded = weights.clone();
    layout.round(&weights, &mut rounded);
    let integers = layout.network(form.clone(), &weights);
    let mut values = Values::new::<Patterns>(&layout);
    let output = values.output(&layout, &layout.split(&rounded), [&inputs, &[]], 0);
    let score = integers.scores::<Patterns>()([&inputs, &[]], 0);
    // The sums of points are rounded on their way.
    assert!((400.0 * output - score as f32).abs() < 2.0, "{output}, {score}");
    // Training can go on from it.
    let again = layout.widened(&form, &integers, Patterns::MAX_ROWS, 7);
    assert_eq!(layout.network(form, &again), integers);
}

#[test]
fn outputs_of_hidden_layers_are_those_of_the_integers() {
    let (layout, weights) = network(true);
    let mut rounded = weights.clone();
    layout.round(&weights, &mut rounded);
    let integers = layout.network(form(40, 64, true), &weights);
    let mut values = Values::new::<ChessFeatures>(&layout);
    for bucket in 0..3 {
        for inputs in [INPUTS, [INPUTS[1], INPUTS[0]], [&[], &[4]]] {
            let output = values.output(&layout, &layout.split(&rounded), inputs, bucket);
            let score = integers.score(inputs[0], inputs[1], bucket);
            assert!((400.0 * output - score as f32).abs() < 2.0, "{output}, {score}");
        }
    }
}

#[test]
fn larger_networks_begin_with_the_scores_of_smaller_ones() {
    let known = form(40, 64, false);
    let layout = Layout::new(&known);
    let shallow = layout.network(known.clone(), &layout.initial(&known, 8, 5));
    let deep = form(40, 64, true);
    let deep = Layout::new(&deep).network(deep.clone(), &network(true).1);
    for (smaller, larger) in [
        (&shallow, form(40, 128, false)),
        (&shallow, form(40, 64, true)),
        (&shallow, form(40, 192, true)),
        (&deep, form(40, 64, true)),
        (&deep, form(40, 192, true)),
    ] {
        let layout = Layout::new(&larger);
        let network = layout.network(larger.clone(), &layout.widened(&larger, smaller, 8, 3));
        for bucket in 0..3 {
            let [own, other] = INPUTS;
            assert_eq!(network.score(own, other, bucket), smaller.score(own, other, bucket), "{larger}");
        }
    }
}

#[test]
fn learning_rate_falls_from_the_first_to_the_last() {
    assert!((schedule::rate(1e-3, 1e-5, 0.0) - 1e-3).abs() < 1e-12);
    assert!((schedule::rate(1e-3, 1e-5, 0.5) - 5.05e-4).abs() < 1e-12);
    assert!((schedule::rate(1e-3, 1e-5, 1.0) - 1e-5).abs() < 1e-12);
}

#[test]
fn every_position_is_visited_once_per_epoch() {
    let count = 1000;
    let first = schedule::order(1, 0, count);
    let second = schedule::order(1, 1, count);
    assert_ne!(first, second);
    for mut order in [first, second] {
        order.sort_unstable();
        assert!(order.into_iter().eq(0..count as u32));
    }
    let parts: Vec<_> = (0..7).flat_map(|index| schedule::part(&(3..50), index, 7)).collect();
    assert_eq!(parts, (3..50).collect::<Vec<_>>());
    let mirrored = (0..1000).filter(|&position| schedule::is_mirrored(1, 0, position)).count();
    assert!((400..600).contains(&mirrored), "{mirrored}");
}

fn objective(score_scale: f32) -> Objective {
    Objective { slope: 0.005, score_scale, loss: Loss::SquaredError, result_share: 0.0 }
}

#[test]
fn scores_are_divided_by_their_scale() {
    let close = |one: f32, other: f32| (one - other).abs() < 1e-6;
    let outlook = objective(1.5).expected_of_search(300.0);
    assert!(close(objective(1.5).target(outlook, 0.0), objective(1.0).expected(200.0)));
    // Results are not scores.
    let by_result = Objective { result_share: 1.0, ..objective(1.5) };
    assert!(close(by_result.target(outlook, 0.5), 0.5));
}

#[test]
fn evaluations_follow_from_scores_as_in_play() {
    for (fen, mover_is_ahead) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
        // A rook pawn with the wrong bishop, and an ending that only one side can win.
        ("k7/8/1K6/P7/8/4B3/8/8 w - - 0 1", true),
        ("8/5k2/4r3/8/8/4R1P1/5K2/8 b - - 0 1", false),
    ] {
        let position = ChessPosition::from_fen(fen, &ChessOptions::default()).unwrap();
        for hand_written in [None, Some(if mover_is_ahead { 60 } else { -60 })] {
            let combination = Combination::of::<Chess>(&position, hand_written);
            for score in [-700, -90, -30, 0, 30, 90, 700] {
                let expected = Chess::combined(&position, hand_written, score) as f32;
                let (evaluation, factor) = combination.evaluation(score as f32);
                assert!((evaluation - expected).abs() <= 1.0, "{fen}, {score}: {evaluation}, not {expected}");
                assert!((0.0..=1.0).contains(&factor), "{fen}, {score}: {factor}");
            }
        }
    }
}

#[test]
fn outlooks_average_later_scores() {
    let objective = objective(1.0);
    let expected = |score: f32| objective.expected(score);
    let sample = |score, result| Some(Sample { score, result });
    // The first player wins; the second one sees it a ply later.
    let samples = [sample(0.0, 1.0), sample(-200.0, 0.0), sample(300.0, 1.0)];
    let close = |one: f32, other: f32| (one - other).abs() < 1e-6;
    let alone = data::outlooks(&samples, 0.0, &objective);
    for (outlook, score) in alone.into_iter().zip([0.0, -200.0, 300.0]) {
        assert!(close(outlook, expected(score)), "{score}: {outlook}");
    }

    // With a mean of one ply ahead, each ply counts half as much as the previous one.
    let far = data::outlooks(&samples, 1.0, &objective);
    let last = f32::midpoint(expected(300.0), 1.0);
    let second = f32::midpoint(expected(-200.0), 1.0 - last);
    let first = f32::midpoint(expected(0.0), 1.0 - second);
    for (one, other) in far.into_iter().zip([first, second, last]) {
        assert!(close(one, other), "{one} {other}");
    }

    // Nothing is propagated across a random move.
    let samples = [sample(0.0, 1.0), sample(-200.0, 0.0), None, sample(300.0, 0.0)];
    let outlooks = data::outlooks(&samples, 1.0, &objective);
    assert!(close(outlooks[1], expected(-200.0)));
    assert!(close(outlooks[0], f32::midpoint(expected(0.0), expected(200.0))));
    assert!(close(outlooks[3], f32::midpoint(expected(300.0), 0.0)));
}
