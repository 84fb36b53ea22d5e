//! The network that training begins with.

use std::path::Path;

use crate::base::files::read_file;
use crate::engine::MAX_EVALUATION_BYTES;
use crate::eval::network::{FeatureIndex, FeatureSet, Form, Network, NetworkFile};
use crate::games::Variant;

use super::{TrainError, TrainSettings};

/// A network to begin with.
#[derive(Debug)]
pub(super) struct Initial {
    /// Its name in the file.
    pub name: String,
    /// Its weights, in the form that is trained, or one of a lesser width.
    pub network: Network,
}

impl Initial {
    /// Reads it from a file. Where it is one of the coarser mapping, each input has the weights of the one that it is a
    /// part of.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is one of another variant or form.
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
        if file.variant != variant.name() {
            return Err(problem(format!("it is one of {} and not of {}", file.variant, variant.name())));
        }
        let mut network = file.network;
        let name = network.name();
        if Some(network.form.inputs.as_str()) == I::COARSER {
            let rows: Vec<_> = network.first.chunks_exact(network.form.width).collect();
            let row = |input| rows.get(usize::from(I::coarser(input))).copied().unwrap_or_default();
            network.first = (0..I::COUNT).flat_map(|input| row(input as FeatureIndex)).copied().collect();
            network.form.inputs.clone_from(&form.inputs);
            network.form.input_count = I::COUNT;
        }
        let width = network.form.width;
        let widened = Form { width: form.width, ..network.form.clone() };
        if widened != form || width > form.width || network.first.len() != form.input_count * width {
            return Err(problem(format!("{name}: its form is not {form}, nor that with a lesser width")));
        }
        Ok(Self { name, network })
    }
}
