//! The network with which training starts.

use std::path::Path;

use crate::base::files::read_file;
use crate::engine::MAX_EVALUATION_BYTES;
use crate::eval::network::{FeatureIndex, FeatureSet, Form, Network, NetworkFile};
use crate::games::Variant;

use super::{TrainError, TrainSettings};

/// An initial network.
#[derive(Debug)]
pub(super) struct Initial {
    /// Its name from the file.
    pub name: String,
    /// Its weights, in the form being trained, or one of a lesser width or without hidden layers.
    pub network: Network,
}

impl Initial {
    /// Reads an initial network from a file. If it has the coarser mapping, each input gets the weights of the one that
    /// contains it. It may be of another variant with the same or the coarser mapping.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is of another variant or form.
    pub fn read<I: FeatureSet>(
        path: &Path,
        variant: Variant,
        settings: &TrainSettings,
    ) -> Result<Self, TrainError> {
        let form = settings.form::<I>();
        let bytes = read_file(path, MAX_EVALUATION_BYTES)
            .map_err(|error| TrainError::Io { path: path.to_owned(), error })?;
        let problem = |problem| TrainError::Initial { path: path.to_owned(), problem };
        let file = NetworkFile::decode(&bytes).map_err(|error| problem(error.to_string()))?;
        let is_known = [Some(I::NAME), I::COARSER].contains(&Some(file.network.form.inputs.as_str()));
        if file.variant != variant.name() && !is_known {
            return Err(problem(format!("it is a network for {}, not for {}", file.variant, variant.name())));
        }
        let mut network = file.network;
        let name = network.name();
        if Some(network.form.inputs.as_str()) == I::COARSER {
            let rows: Vec<_> = network.first.chunks_exact(network.form.width).collect();
            let row = |input| rows.get(usize::from(I::coarser(input))).copied().unwrap_or_default();
            network.first = (0..I::ROWS).flat_map(|input| row(input as FeatureIndex)).copied().collect();
            network.form.inputs.clone_from(&form.inputs);
            network.form.input_count = I::ROWS;
        }
        let width = network.form.width;
        let is_deep = form.is_deep || network.form.is_deep;
        let widened = Form { width: form.width, is_deep, ..network.form.clone() };
        let is_fixed = form.is_zoned && network.form != form;
        if is_fixed
            || widened != form
            || width > form.width
            || network.first.len() != form.input_count * width
        {
            return Err(problem(if form.is_zoned {
                format!("{name}: its form is not {form}")
            } else {
                format!(
                    "{name}: its form is neither {form} nor the same with a lesser width or without hidden layers"
                )
            }));
        }
        Ok(Self { name, network })
    }
}
