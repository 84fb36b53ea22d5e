//! A network's weights in floating-point numbers, as a single array.

use std::ops::Range;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::eval::network::hidden::{self, HiddenLayers};
use crate::eval::network::zones::{self, HIDDEN, ROWS_OF_POINT, ZoneSizes};
use crate::eval::network::{Form, Network, QA, QB};

use super::zones::Zones;

/// The maximum absolute value of an output weight and of a weight of the hidden layers, so that the integers are at
/// most 127, or [`hidden::MAX_SECOND_WEIGHT`] in the second one.
const MAX_OUTPUT: f32 = 127.0 / QB as f32;
/// The same for weights of the first layer, regardless of the number of inputs.
const MAX_FIRST: f32 = 127.0 / QB as f32;
/// The maximum absolute value of a bias of the hidden layers.
const MAX_HIDDEN_BIAS: f32 = 64.0;
/// The maximum absolute value of a weight of the zones and of the second hidden layer behind them.
const MAX_ZONED: f32 = zones::MAX_WEIGHT as f32 / zones::ONE as f32;
/// The same of the biases behind zones, and of the weights of the output.
const MAX_BEHIND: f32 = (i16::MAX / zones::ONE) as f32;
/// The share of a unit within which weights are certain to round to the same integer.
const ROUNDED: f32 = 0.99;

/// The bound of the initial weights of the first layer of a network with zones, and its initial bias: most values of a
/// point are between 0 and 1.
const ZONED_FIRST: f32 = 0.09;
const ZONED_BIAS: f32 = 0.2;
const _: () = assert!(ROWS_OF_POINT == 8);

/// The number of layers, of weights or of biases.
const LAYERS: usize = 15;

/// The positions of the weights of each layer, in the same order as in a network's file. The layers of [`HiddenLayers`]
/// are empty in a network without hidden layers, those of
/// [`ZoneLayers`](crate::eval::network::zones::ZoneLayers) in one without zones, and the output layer in one with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    pub width: usize,
    pub is_deep: bool,
    pub is_zoned: bool,
    /// The end of each layer.
    ends: [usize; LAYERS],
}

/// The weights, or their gradient, by layer.
pub(super) struct Layers<T> {
    pub first: T,
    pub first_bias: T,
    pub output: T,
    pub output_bias: T,
    pub hidden: Hidden<T>,
    pub zones: Zones<T>,
}

/// The same of the hidden layers, as in [`HiddenLayers`].
pub(super) struct Hidden<T> {
    pub first: T,
    pub first_bias: T,
    pub second: T,
    pub second_bias: T,
    pub output: T,
}

impl<T> Layers<T> {
    /// The layers in the order of the network's file.
    fn from_array(layers: [T; LAYERS]) -> Self {
        let [first, first_bias, output, output_bias, behind @ ..] = layers;
        let [hidden_first, hidden_first_bias, second, second_bias, hidden_output, zones @ ..] = behind;
        let hidden = Hidden {
            first: hidden_first,
            first_bias: hidden_first_bias,
            second,
            second_bias,
            output: hidden_output,
        };
        let [zone, zone_bias, second, second_bias, zones_output, zones_output_bias] = zones;
        let zones = Zones {
            zone,
            zone_bias,
            second,
            second_bias,
            output: zones_output,
            output_bias: zones_output_bias,
        };
        Self { first, first_bias, output, output_bias, hidden, zones }
    }
}

/// A range of weights that are treated alike.
#[derive(Debug, Clone)]
pub(super) struct Kind {
    pub range: Range<usize>,
    /// The maximum absolute value.
    pub limit: f32,
    /// Whether they decay.
    pub decays: bool,
    /// The value that represents 1 in the integer network.
    pub one: f32,
}

impl Kind {
    /// A weight in units of the integer network.
    fn units(&self, weight: f32) -> f32 {
        (weight * self.one).round_ties_even()
    }

    /// Writes the values of the integers to which these weights of the range are rounded.
    pub fn round(&self, weights: &[f32], rounded: &mut [f32]) {
        for (rounded, &weight) in rounded.iter_mut().zip(weights) {
            *rounded = self.units(weight) / self.one;
        }
    }
}

impl Layout {
    pub fn new(form: &Form) -> Self {
        let Form { width, is_deep, is_zoned, .. } = *form;
        let buckets = if is_zoned { 0 } else { form.buckets };
        let hidden = if is_deep { buckets } else { 0 };
        let sizes = ZoneSizes::new(width);
        let zones = |length: usize| if is_zoned { length } else { 0 };
        let lengths = [
            form.input_count * width,
            width,
            2 * width * buckets,
            buckets,
            hidden::FIRST * width * hidden,
            hidden::FIRST * hidden,
            hidden::SECOND * hidden::SECOND_INPUTS * hidden,
            hidden::SECOND * hidden,
            hidden::SECOND * hidden,
            zones(sizes.zone()),
            zones(sizes.zone_bias()),
            zones(sizes.second()),
            zones(sizes.second_bias()),
            zones(sizes.output()),
            zones(1),
        ];
        let mut end = 0;
        let ends = lengths.map(|length| {
            end += length;
            end
        });
        Self { width, is_deep, is_zoned, ends }
    }

    /// The number of all weights.
    pub const fn len(&self) -> usize {
        self.ends[LAYERS - 1]
    }

    /// The range of each layer.
    fn ranges(&self) -> [Range<usize>; LAYERS] {
        let mut start = 0;
        self.ends.map(|end| std::mem::replace(&mut start, end)..end)
    }

    pub fn split<'a>(&self, weights: &'a [f32]) -> Layers<&'a [f32]> {
        Layers::from_array(self.ranges().map(|range| &weights[range]))
    }

    pub fn split_mut<'a>(&self, mut weights: &'a mut [f32]) -> Layers<&'a mut [f32]> {
        Layers::from_array(
            self.ranges()
                .map(|range| weights.split_off_mut(..range.len()).expect("the layers are all weights")),
        )
    }

    /// The kinds of weights of a network with at most `max_on` active inputs. The limits ensure that accumulators fit
    /// 16 bits.
    pub fn kinds(&self, max_on: usize) -> [Kind; LAYERS] {
        let most = f32::from(i16::MAX) / f32::from(QA) / (max_on + 1) as f32;
        // Half a unit is left for rounding.
        let first = (most - 0.5 / f32::from(QA)).min(MAX_FIRST);
        let (one_first, one_output, one_behind) = (f32::from(QA), f32::from(QB), f32::from(zones::ONE));
        let [product, hidden_first, activation, hidden_second] =
            [hidden::PRODUCT_ONE, hidden::FIRST_ONE, hidden::ACTIVATION_ONE, hidden::SECOND_ONE]
                .map(|one| one as f32);
        let kinds = [
            (first, true, one_first),
            (first, false, one_first),
            (MAX_OUTPUT, true, one_output),
            (f32::INFINITY, false, one_first * one_output),
            (MAX_OUTPUT, true, hidden_first),
            (MAX_HIDDEN_BIAS, false, product * hidden_first),
            (MAX_OUTPUT, true, hidden_second),
            (MAX_HIDDEN_BIAS, false, activation * hidden_second),
            (MAX_OUTPUT, true, hidden_second),
            (MAX_ZONED, true, one_behind),
            (MAX_BEHIND, false, one_behind),
            (MAX_ZONED, true, one_behind),
            (MAX_BEHIND, false, one_behind),
            (MAX_BEHIND, true, one_behind),
            (MAX_BEHIND, false, one_behind),
        ];
        let mut kinds = kinds.into_iter();
        self.ranges().map(|range| {
            let (limit, decays, one) = kinds.next().expect("a kind for each layer");
            Kind { range, limit, decays, one }
        })
    }

    /// Random initial weights, such that accumulators, hidden layers and the output have about the same spread for any
    /// number of inputs and any width. The output of a residual network starts at 0.
    pub fn initial(&self, form: &Form, max_on: usize, seed: u64) -> Vec<f32> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut weights = vec![0.0; self.len()];
        let bound = |inputs: usize| 1.0 / (inputs as f32).sqrt();
        let output = if form.is_residual { 0.0 } else { bound(2 * self.width) };
        let hidden_output = if form.is_residual { 0.0 } else { bound(hidden::SECOND) };
        let Layers { first, first_bias, output: outputs, hidden, zones, .. } = self.split_mut(&mut weights);
        let first_bound = if self.is_zoned { ZONED_FIRST } else { 0.5 * bound(max_on) };
        if self.is_zoned {
            first_bias.fill(ZONED_BIAS);
        }
        let zones_output = if form.is_residual { 0.0 } else { bound(self.width + 2 * HIDDEN) };
        for (layer, bound) in [
            (first, first_bound),
            (outputs, output),
            (hidden.first, 4.0 * bound(self.width)),
            (hidden.second, 2.0 * bound(hidden::SECOND_INPUTS)),
            (hidden.output, hidden_output),
            (zones.zone, bound(self.width)),
            (zones.second, bound(self.width + HIDDEN)),
            (zones.output, zones_output),
        ] {
            for weight in layer {
                *weight = bound * rng.random_range(-1.0_f32..1.0);
            }
        }
        weights
    }

    /// Weights that round to those of an integer network of this form, a lesser width, or without hidden layers. The
    /// missing part is initialised as in [`Layout::initial`], with output weights of 0, so that the score is the same.
    /// A network with zones must have this form.
    ///
    /// The weights are spread over all values that round to the same integers. The first steps of all weights have
    /// equal size: starting at the integers themselves, all would reach another integer in the same step, and the
    /// network would forget.
    pub fn widened(&self, form: &Form, network: &Network, max_on: usize, seed: u64) -> Vec<f32> {
        let narrow = Self::new(&network.form);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(1);
        let known = narrow.weights(network, || ROUNDED * rng.random_range(-0.5_f32..0.5));
        if self.is_zoned {
            return known;
        }
        let known = narrow.split(&known);
        let mut weights = self.initial(form, max_on, seed);
        let layers = self.split_mut(&mut weights);
        layers.output.fill(0.0);
        layers.output_bias.copy_from_slice(known.output_bias);
        let widen = |layer: &mut [f32], known: &[f32]| {
            for (row, known) in layer.chunks_exact_mut(self.width).zip(known.chunks_exact(narrow.width)) {
                // Columns that are multiplied by each other must remain so.
                for (half, known) in
                    row.chunks_exact_mut(self.width / 2).zip(known.chunks_exact(narrow.width / 2))
                {
                    half[..known.len()].copy_from_slice(known);
                }
            }
        };
        widen(layers.first, known.first);
        widen(layers.first_bias, known.first_bias);
        widen(layers.output, known.output);
        let Hidden { first, first_bias, second, second_bias, output } = layers.hidden;
        if narrow.is_deep {
            first.fill(0.0);
            widen(first, known.hidden.first);
            first_bias.copy_from_slice(known.hidden.first_bias);
            second.copy_from_slice(known.hidden.second);
            second_bias.copy_from_slice(known.hidden.second_bias);
            output.copy_from_slice(known.hidden.output);
        } else {
            output.fill(0.0);
        }
        weights
    }

    /// The values of the integer network nearest to these weights.
    pub fn round(&self, weights: &[f32], rounded: &mut [f32]) {
        // The limits do not matter here.
        for kind in self.kinds(1) {
            kind.round(&weights[kind.range.clone()], &mut rounded[kind.range.clone()]);
        }
    }

    /// The weights of an integer network of this form, each with an offset in its units, except for the biases of the
    /// output and of the hidden layers.
    fn weights(&self, network: &Network, mut offset: impl FnMut() -> f32) -> Vec<f32> {
        // The limits do not matter here.
        let mut kinds = self.kinds(1).into_iter().map(|kind| kind.one);
        let mut weights = Vec::with_capacity(self.len());
        let mut push = |integers: &mut dyn Iterator<Item = f32>, one: f32| {
            weights.extend(integers.map(|integer| integer / one));
        };
        let mut one = || kinds.next().expect("a kind for each layer");
        for integers in [&network.first, &network.first_bias, &network.output] {
            push(&mut integers.iter().map(|&integer| f32::from(integer) + offset()), one());
        }
        push(&mut network.output_bias.iter().map(|&integer| integer as f32), one());
        if let Some(HiddenLayers { first, first_bias, second, second_bias, output }) = &network.hidden {
            push(&mut first.iter().map(|&integer| f32::from(integer) + offset()), one());
            push(&mut first_bias.iter().map(|&integer| integer as f32), one());
            push(&mut second.iter().map(|&integer| f32::from(integer) + offset()), one());
            push(&mut second_bias.iter().map(|&integer| integer as f32), one());
            push(&mut output.iter().map(|&integer| f32::from(integer) + offset()), one());
        }
        if let Some(zones) = &network.zones {
            // The hidden layers are empty.
            let behind = f32::from(zones::ONE);
            for layer in zones.layers() {
                push(&mut layer.iter().map(|&integer| f32::from(integer) + offset()), behind);
            }
        }
        weights
    }

    /// The integer network nearest to these weights.
    pub fn network(&self, form: Form, weights: &[f32]) -> Network {
        let mut network = Network::zero(form);
        // The limits do not matter here.
        let mut kinds = self.kinds(1).into_iter();
        let mut next = || {
            let kind = kinds.next().expect("a kind for each layer");
            weights[kind.range.clone()].iter().map(move |&weight| kind.units(weight))
        };
        for layer in [&mut network.first, &mut network.first_bias, &mut network.output] {
            *layer = next().map(|units| units as i16).collect();
        }
        network.output_bias = next().map(|units| units as i32).collect();
        if let Some(hidden) = &mut network.hidden {
            hidden.first = next().map(|units| units as i8).collect();
            hidden.first_bias = next().map(|units| units as i32).collect();
            hidden.second = next().map(|units| units as i16).collect();
            hidden.second_bias = next().map(|units| units as i32).collect();
            hidden.output = next().map(|units| units as i16).collect();
        }
        if let Some(zones) = &mut network.zones {
            let mut kinds = self.kinds(1).into_iter().skip(LAYERS - zones.layers().len());
            for (layer, kind) in zones.layers_mut().into_iter().zip(&mut kinds) {
                *layer =
                    weights[kind.range.clone()].iter().map(|&weight| kind.units(weight) as i16).collect();
            }
        }
        network
    }
}
