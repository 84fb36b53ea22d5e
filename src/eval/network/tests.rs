use std::collections::HashSet;
use std::sync::Arc;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::accumulator::Collector;
use super::hidden::HiddenLayers;
use super::simd::{Changes, Lane, Simd};
use super::zones::ZoneLayers;
use super::*;
use crate::base::{Notation, Position, Side};
use crate::eval::tests::{along_random_games, for_every_game, starts};
use crate::eval::{ClassicalEvaluator, GameEvaluation, Term};
use crate::games::chess::ChessFeatures;
use crate::games::gomoku::eval::WeightedRule;
use crate::games::gomoku::{
    self, Element, Freestyle, GomokuOptions, GomokuPatterns, GomokuPosition, MAX_SIZE, Standard,
};
use crate::games::{Chess, Gomoku};
use crate::search::Evaluator;

/// A network with random weights.
fn random(form: Form, seed: u64) -> Network {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut network = Network::zero(form);
    let Network { first, first_bias, output, output_bias, .. } = &mut network;
    for weight in first.iter_mut().chain(first_bias) {
        *weight = rng.random_range(-40..=40);
    }
    for weight in output {
        *weight = rng.random_range(-127..=127);
    }
    for bias in output_bias {
        *bias = rng.random_range(-20_000..=20_000);
    }
    if let Some(HiddenLayers { first, first_bias, second, second_bias, output }) = &mut network.hidden {
        for weight in first {
            *weight = rng.random_range(-127..=127);
        }
        for bias in first_bias {
            *bias = rng.random_range(-10_000..=10_000);
        }
        for weight in second.iter_mut().chain(output) {
            *weight = rng.random_range(-508..=508);
        }
        for bias in second_bias {
            *bias = rng.random_range(-200_000..=200_000);
        }
    }
    for weight in network.zones.iter_mut().flat_map(ZoneLayers::layers_mut).flatten() {
        *weight = rng.random_range(-400..=400);
    }
    network
}

fn random_of<E: GameEvaluation>(width: usize, is_residual: bool) -> Network {
    random(Form::of::<E::FeatureSet>(width, is_residual), 1)
}

/// A network with hidden layers and random weights.
fn random_deep<E: GameEvaluation>(width: usize) -> Network {
    random(Form { is_deep: true, ..Form::of::<E::FeatureSet>(width, false) }, 1)
}

/// The score according to the network's definition.
fn score<I: FeatureSet>(network: &Network, position: &I::Position) -> i32 {
    let sides = [position.side_to_move(), !position.side_to_move()];
    let [own, other] = sides.map(|side| inputs::<I>(position, side));
    network.scores::<I>()([&own, &other], I::output_bucket(position))
}

fn inputs<I: FeatureSet>(position: &I::Position, side: Side) -> Vec<FeatureIndex> {
    let view = I::king_bucket(position, side);
    let mut collector = Collector::<I>::new(side, view);
    position.observe_all(&mut collector);
    let mut inputs = collector.inputs;
    inputs.extend(I::derived(position)[side.index()].as_ref());
    inputs
}

#[test]
fn incremental_scores_equal_those_from_scratch() {
    fn check<E: GameEvaluation>() {
        let deep = (!E::FeatureSet::IS_ZONED).then(|| random_deep::<E>(64));
        for network in [random_of::<E>(32, false)].into_iter().chain(deep) {
            let mut views = HashSet::new();
            let mut looks = 0;
            along_random_games::<GameEvaluator<E>>(
                &Arc::new(GameWeights::with_network(Arc::new(PackedNetwork::new(&network)))),
                |position, evaluator| {
                    let expected = E::combined(position, None, score::<E::FeatureSet>(&network, position));
                    let expected = E::weighted(position, expected);
                    let found = evaluator.evaluate(position);
                    assert_eq!(found, crate::base::Score::evaluation(expected), "{position:?}");
                    views.insert(E::FeatureSet::king_bucket(position, Side::First).0);
                    looks += 1;
                },
            );
            assert!(looks > 300, "{}: {looks}", E::FeatureSet::NAME);
            let has_views = E::FeatureSet::KING_BUCKETS > 1;
            assert_eq!(views.len() > 1, has_views, "{}: {} views", E::FeatureSet::NAME, views.len());
        }
    }
    for_every_game!(check);
}

#[test]
fn residual_scores_are_added_to_the_hand_written_evaluation() {
    fn check<E: GameEvaluation>() {
        let network = random_of::<E>(32, true);
        let built_in = ClassicalEvaluator::<E>::built_in_weights();
        along_random_games::<GameEvaluator<E>>(
            &Arc::new(GameWeights::with_network(Arc::new(PackedNetwork::new(&network)))),
            |position, evaluator| {
                let hand_written = E::evaluate_once(&built_in, position);
                let network = score::<E::FeatureSet>(&network, position);
                let expected = E::combined(position, Some(hand_written), network);
                let expected = E::weighted(position, expected);
                assert_eq!(
                    evaluator.evaluate(position),
                    crate::base::Score::evaluation(expected),
                    "{position:?}"
                );
            },
        );
    }
    for_every_game!(check);
}

#[test]
fn inputs_are_within_bounds_and_symmetric_between_the_sides() {
    fn check<E: GameEvaluation>() {
        let weights = GameWeights::hand_written(ClassicalEvaluator::<E>::built_in_weights());
        along_random_games::<GameEvaluator<E>>(&Arc::new(weights), |position, _| {
            let [first, second] = Side::BOTH.map(|side| inputs::<E::FeatureSet>(position, side));
            assert_eq!(first.len(), second.len());
            assert!(first.len() <= E::FeatureSet::MAX_ON, "{}", first.len());
            for input in first.into_iter().chain(second) {
                assert!(usize::from(input) < E::FeatureSet::COUNT, "{input}");
            }
            assert!(E::FeatureSet::output_bucket(position) < E::FeatureSet::OUTPUT_BUCKETS);
            for side in Side::BOTH {
                assert!(
                    usize::from(E::FeatureSet::king_bucket(position, side).0) < E::FeatureSet::KING_BUCKETS
                );
            }
        });
    }
    for_every_game!(check);
}

#[test]
fn every_set_of_instructions_gives_the_same_integers() {
    let mut rng = SmallRng::seed_from_u64(9);
    let shallow = [32, 64, 96, 128, 160, 256, 512, Form::MAX_WIDTH].map(|width| (width, false));
    let deep = [64, 128, 192, 256, Form::MAX_WIDTH].map(|width| (width, true));
    for (width, is_deep) in shallow.into_iter().chain(deep) {
        let inputs = "random".to_owned();
        let form =
            Form { inputs, input_count: 50, width, buckets: 3, is_residual: false, is_deep, is_zoned: false };
        let mut network = random(form, width as u64);
        // Sums that wrap, and extreme values in the output layer.
        for weight in network.first.iter_mut().step_by(7) {
            *weight = rng.random();
        }
        for weight in network.output.iter_mut().step_by(5) {
            *weight = *[-127, 127].choose(&mut rng).expect("two weights");
        }
        if width == Form::MAX_WIDTH {
            // The largest possible sum.
            network.first.fill(0);
            network.first_bias.fill(QA);
            network.output.fill(127);
            if let Some(hidden) = &mut network.hidden {
                hidden.first.fill(127);
                hidden.second.fill(508);
                hidden.output.fill(-508);
            }
        }
        let packed = PackedNetwork::new(&network);
        for _ in 0..20 {
            let mut list = |most: usize| -> Vec<FeatureIndex> {
                (0..rng.random_range(0..=most)).map(|_| rng.random_range(0..50)).collect()
            };
            let [own, other, kept] = [list(40), list(40), list(40)];
            let [plus, minus] = [list(5), list(5)];
            for bucket in 0..3 {
                let expected = network.score(&own, &other, bucket);
                for simd in Simd::available() {
                    assert_eq!(
                        packed.score_of_inputs::<ChessFeatures>(simd, [&own, &other], bucket),
                        expected,
                        "{simd:?}"
                    );
                }
            }
            // An update equals the accumulator of all remaining inputs.
            let all: Vec<_> = kept.iter().chain(&minus).copied().collect();
            let after: Vec<_> = kept.iter().chain(&plus).copied().collect();
            let source = Lane::of(&network.accumulator(&all));
            let changes = Changes { plus, minus };
            for simd in Simd::available() {
                let mut target = vec![Lane::ZERO; packed.stride];
                simd.update(&packed.rows, &source, &mut target, changes.as_slices());
                assert_eq!(packed.score(simd, [&target; 2], 0), network.score(&after, &after, 0), "{simd:?}");
                // Both accumulators together: one as before, one unchanged.
                let both = [&source[..], &source[..]].concat();
                let mut targets = vec![Lane::ZERO; 2 * packed.stride];
                let changes = [changes.clone(), Changes::default()];
                for mover in Side::BOTH {
                    let found = packed.score_of_update(simd, &both, &mut targets, &changes, mover, 1);
                    let expected = if mover == Side::First { [&after, &all] } else { [&all, &after] };
                    assert_eq!(found, network.score(expected[0], expected[1], 1), "{simd:?}, {width}");
                    assert_eq!(targets, [&target[..], &source[..]].concat(), "{simd:?}, {width}");
                }
                // A step is equivalent to lists of one input each.
                let steps = [[1, 2], [3, 4]];
                let lists = steps.map(|[plus, minus]| Changes { plus: vec![plus], minus: vec![minus] });
                let steps = steps.map(|[plus, minus]| Changes { plus: [plus], minus: [minus] });
                let mut expected = vec![Lane::ZERO; 2 * packed.stride];
                assert_eq!(
                    packed.score_of_update(simd, &both, &mut targets, &steps, Side::First, 0),
                    packed.score_of_update(simd, &both, &mut expected, &lists, Side::First, 0),
                    "{simd:?}, {width}"
                );
                assert_eq!(targets, expected, "{simd:?}, {width}");
            }
        }
    }
}

#[test]
fn explanations_name_pieces_and_what_their_absence_changes() {
    fn check<E: GameEvaluation>() {
        for is_residual in [false, true] {
            let network = random_of::<E>(64, is_residual);
            let weights = GameWeights::<E>::with_network(Arc::new(PackedNetwork::new(&network)));
            let weights = Arc::new(weights);
            // Where there are kings alone, or no stones, no piece is named.
            let (all, mut explained) = (starts::<E::Position>(), 0);
            for position in &all {
                let terms = GameEvaluator::<E>::explain(&weights, position);
                let (pieces, sum): (Vec<_>, Vec<_>) =
                    terms.into_iter().partition(|term| term.name.starts_with("without "));
                let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
                let evaluation = GameEvaluator::<E>::new(&weights, position).evaluate(position);
                let total: i32 = sum.iter().map(|Term { value, .. }| value).sum();
                assert_eq!(crate::base::Score::evaluation(sign * total), evaluation, "{position:?}");
                explained += usize::from(!pieces.is_empty());
            }
            assert!(explained + 1 >= all.len(), "{}: {explained}", E::FeatureSet::NAME);
        }
    }
    for_every_game!(check);

    let network = random_of::<Chess>(64, false);
    let weights = GameWeights::<Chess>::with_network(Arc::new(PackedNetwork::new(&network)));
    let read = |fen: &str| {
        crate::games::chess::ChessPosition::from_fen(fen, &crate::games::chess::ChessOptions::default())
            .expect("a legal position")
    };
    let with = read("4k3/8/8/8/8/2n5/P7/4K3 w - - 0 1");
    let terms = GameEvaluator::explain(&weights, &with);
    let change = terms.iter().find(|term| term.name == "without P a2").expect("the pawn").value;
    let without = read("4k3/8/8/8/8/2n5/8/4K3 w - - 0 1");
    // Both positions have the same output bucket.
    let scores = [without, with].map(|position| score::<ChessFeatures>(&network, &position));
    assert_eq!(change, scores[0] - scores[1]);
}

fn file() -> NetworkFile {
    let network = random_of::<Chess>(32, true);
    NetworkFile {
        variant: "chess".to_owned(),
        recipe: "seed=1\nnote=été\n".to_owned(),
        hand_written: 0x1234_5678,
        network,
    }
}

#[test]
fn files_are_read_back() {
    let file = file();
    let bytes = file.encode();
    assert!(NetworkFile::is_one(&bytes));
    assert_eq!(NetworkFile::decode(&bytes), Ok(file.clone()));
    assert_eq!(NetworkFile::network_name(&bytes), Ok(PackedNetwork::new(&file.network).name()));
    let stored = u32::from_le_bytes(bytes[bytes.len() - 4..].try_into().expect("four bytes"));
    assert_eq!(file.network.checksum(), stored);
    assert_eq!(
        PackedNetwork::new(&file.network).name(),
        format!("chess-768m4k, 2 × 32, 8 buckets, residual, {stored:08x}")
    );
}

#[test]
fn hidden_layers_are_read_back() {
    let network = random_deep::<Chess>(64);
    let file = NetworkFile { variant: "chess".to_owned(), recipe: String::new(), hand_written: 0, network };
    let bytes = file.encode();
    assert_eq!(NetworkFile::decode(&bytes), Ok(file.clone()));
    let name = file.network.name();
    assert!(name.starts_with("chess-768m4k, 2 × 64, 16, 32, 8 buckets, "), "{name}");
    assert_eq!(NetworkFile::network_name(&bytes), Ok(name));

    let message = |change: fn(&mut HiddenLayers)| {
        let mut file = file.clone();
        change(file.network.hidden.as_mut().expect("a deep network"));
        NetworkFile::decode(&file.encode()).expect_err("a number that is out of range").to_string()
    };
    for (change, name) in [
        ((|hidden| hidden.first[5] = -128) as fn(&mut HiddenLayers), "weights of the first hidden layer"),
        (|hidden| hidden.second[5] = 509, "weights of the second hidden layer"),
        (|hidden| hidden.output[5] = -509, "weights of the second hidden layer"),
        (|hidden| hidden.first_bias[5] = i32::MIN, "biases of the hidden layers"),
        (|hidden| hidden.second_bias[5] = i32::MAX, "biases of the hidden layers"),
    ] {
        assert_eq!(message(change), format!("a value is out of range: the {name}"));
    }
    // Products are of columns of two halves, each of whole lanes.
    let mut file = file;
    file.network.form.width = 32;
    let error = NetworkFile::decode(&file.encode()).expect_err("a width that is out of range");
    assert_eq!(error.to_string(), "a value is out of range: the width");
}

#[test]
fn zones_are_read_back() {
    let network = random_of::<Gomoku>(64, true);
    let file = NetworkFile { variant: "gomoku".to_owned(), recipe: String::new(), hand_written: 5, network };
    let bytes = file.encode();
    assert_eq!(NetworkFile::decode(&bytes), Ok(file.clone()));
    let name = file.network.name();
    assert!(name.starts_with("gomoku-992p, 64, 9 zones, 32, 32, residual, "), "{name}");
    assert_eq!(NetworkFile::network_name(&bytes), Ok(name));
}

#[test]
fn zones_are_followed_along_games_of_every_rule_and_size() {
    fn check<R: WeightedRule>(width: usize) {
        type Features<R> = GomokuPatterns<R>;
        let network = random(Form::of::<Features<R>>(width, false), 3);
        let packed = Arc::new(PackedNetwork::new(&network));
        let reference = network.scores::<Features<R>>();
        let mut rng = SmallRng::seed_from_u64(4);
        let mut scores = HashSet::new();
        for size in [15, 5, 20] {
            let options = GomokuOptions { board_size: size, ..GomokuOptions::default() };
            let mut position = GomokuPosition::<R>::start(&options);
            let mut all: Vec<_> = Simd::available()
                .into_iter()
                .map(|simd| ZonedAccumulators::<Features<R>>::with_simd(&packed, simd, &position))
                .collect();
            // The path that can be taken back.
            let mut path = 0;
            for turn in 0..90 {
                let moves: Vec<_> = position.open_points().into_iter().collect();
                if path > 0 && rng.random_bool(0.3) {
                    path -= 1;
                    position.unmake();
                    all.iter_mut().for_each(ZonedAccumulators::pop);
                } else if let Some(&at) = moves.choose(&mut rng).filter(|_| position.winner().is_none()) {
                    for zoned in &mut all {
                        zoned.push();
                        zoned.record(Element::Stone(position.side_to_move()), at, true);
                    }
                    position.make(at.to_move(), &mut ());
                    path += 1;
                } else {
                    break;
                }
                if turn == 40 {
                    path = 0;
                    for zoned in &mut all {
                        zoned.reset(&position);
                    }
                }
                // Not every position of a search is evaluated.
                if rng.random_bool(0.3) {
                    continue;
                }
                let sides = [position.side_to_move(), !position.side_to_move()];
                let [own, other] = sides.map(|side| inputs::<Features<R>>(&position, side));
                let expected = reference([&own, &other], 0);
                for (zoned, simd) in all.iter_mut().zip(Simd::available()) {
                    assert_eq!(zoned.score(&position), expected, "{simd:?}: {position:?}");
                    let found = packed.score_of_inputs::<Features<R>>(simd, [&own, &other], 0);
                    assert_eq!(found, expected, "{simd:?}: {position:?}");
                }
                scores.insert(expected);
            }
        }
        assert!(scores.len() > 50, "{scores:?}");
    }
    for width in [32, 64] {
        check::<Freestyle>(width);
        check::<Standard>(width);
        check::<gomoku::Renju>(width);
    }
}

#[test]
fn the_greatest_weights_of_zones_overflow_nowhere() {
    type Features = GomokuPatterns<Freestyle>;
    let options = GomokuOptions { board_size: MAX_SIZE, ..GomokuOptions::default() };
    let position = GomokuPosition::<Freestyle>::start(&options);
    for sign in [-1, 1] {
        let mut network = Network::zero(Form::of::<Features>(zones::MAX_WIDTH, false));
        network.first_bias.fill(QA);
        let layers = network.zones.as_mut().expect("zones");
        for layer in layers.layers_mut() {
            layer.fill(sign * i16::MAX);
        }
        layers.zone.fill(zones::MAX_WEIGHT as i16);
        layers.second.fill(sign * zones::MAX_WEIGHT as i16);
        let packed = Arc::new(PackedNetwork::new(&network));
        let expected = score::<Features>(&network, &position);
        for simd in Simd::available() {
            let found = ZonedAccumulators::<Features>::with_simd(&packed, simd, &position).score(&position);
            assert_eq!(found, expected, "{simd:?}");
        }
        let mut file =
            NetworkFile { variant: "gomoku".to_owned(), recipe: String::new(), hand_written: 0, network };
        assert!(NetworkFile::decode(&file.encode()).is_ok());
        file.network.zones.as_mut().expect("zones").second[7] += sign;
        let error = NetworkFile::decode(&file.encode()).expect_err("a weight that is out of range");
        assert_eq!(
            error.to_string(),
            "a value is out of range: the weights of the second hidden layer behind zones"
        );
    }
}

#[test]
fn unknown_marks_of_networks_are_refused() {
    let header = |is_residual: bool, change: &dyn Fn(&mut [u8])| {
        let network = random_of::<Chess>(32, is_residual);
        let hand_written = if is_residual { 7 } else { 0 };
        let recipe = String::new();
        let mut bytes = NetworkFile { variant: "chess".to_owned(), recipe, hand_written, network }.encode();
        // The mark precedes the checksum of weights, the length of the recipe and the header's checksum.
        let form = Form::of::<ChessFeatures>(32, is_residual);
        let length = form.weight_bytes() + 4;
        let end = bytes.len() - length - 4;
        change(&mut bytes[end - 9..end]);
        let checksum = crc32fast::hash(&bytes[..end]);
        bytes[end..end + 4].copy_from_slice(&checksum.to_le_bytes());
        NetworkFile::decode(&bytes).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(header(true, &|_| {}), Ok(()));
    assert_eq!(header(false, &|_| {}), Ok(()));
    for mark in [2, 3, 255] {
        let error = "a value is out of range: the mark of a residual network".to_owned();
        assert_eq!(header(true, &|bytes| bytes[0] = mark), Err(error));
    }
    let error = header(true, &|bytes| bytes[0] = 0).expect_err("an unused checksum");
    assert!(error.contains("hand-written weights, which it does not use"), "{error}");
}

#[test]
fn damaged_files_are_refused_with_the_reason() {
    let good = file().encode();
    let message = |bytes: &[u8]| NetworkFile::decode(bytes).expect_err("a damaged file").to_string();
    assert_eq!(message(b""), "it is not a network file");
    assert_eq!(message(b"QUADNETX"), "it is not a network file");
    let changed = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 0x40;
        bytes
    };
    assert_eq!(message(&changed(8)), "it has the format version 66, and this program reads versions 2 to 4");
    assert_eq!(
        message(&changed(good.len() / 2)),
        "the checksum of its weights is wrong: the file is damaged"
    );
    assert_eq!(message(&changed(15)), "the checksum of its header is wrong: the file is damaged");
    assert_eq!(
        message(&good[..good.len() - 1]),
        format!("it has {} bytes instead of {}", good.len() - 1, good.len())
    );
    for length in 0..200 {
        assert!(NetworkFile::decode(&good[..length]).is_err(), "{length}");
    }
    let mut longer = good.clone();
    longer.push(0);
    assert_eq!(message(&longer), format!("it has {} bytes instead of {}", longer.len(), good.len()));

    let out_of_range = |change: fn(&mut Network)| {
        let mut file = file();
        change(&mut file.network);
        message(&file.encode())
    };
    assert_eq!(out_of_range(|network| network.form.width = 40), "a value is out of range: the width");
    assert_eq!(out_of_range(|network| network.form.width = 1 << 20), "a value is out of range: the width");
    assert_eq!(
        out_of_range(|network| network.form.buckets = 0),
        "a value is out of range: the number of output buckets"
    );
    assert_eq!(
        out_of_range(|network| network.output[3] = 128),
        "a value is out of range: the weights of the output layer"
    );
    assert_eq!(
        out_of_range(|network| network.output_bias[0] = i32::MIN),
        "a value is out of range: the biases of the output layer"
    );
}
