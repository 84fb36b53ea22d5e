use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::EvaluationKind;
use crate::base::files::read_file;
use crate::base::{shorten, without_mark};
use crate::eval::network::{FeatureSet, Form, NetworkFile, NetworkFileError, PackedNetwork};
use crate::eval::{
    ClassicalEvaluator, GameEvaluation, GameWeights, WeightsError, read_weights, weights_checksum,
};
use crate::games::{EvaluatorOf, Game};
use crate::search::Evaluator;

/// Why an evaluation file cannot be used.
#[derive(Debug, Error)]
#[error("{}{}{reason}", path.display(), reason.separator())]
pub struct LoadWeightsError {
    path: PathBuf,
    reason: Reason,
}

/// What is wrong with a file.
#[derive(Debug, Error)]
enum Reason {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("it is neither a network nor a text with weights")]
    Unknown,
    #[error("{0}")]
    Weights(#[from] WeightsError),
    #[error("{0}")]
    Network(#[from] NetworkFileError),
    #[error("it is a network of {found:?}, not of {expected}")]
    Variant { found: String, expected: &'static str },
    #[error("its inputs are {found:?}; this program's are {expected:?}")]
    FeatureSet { found: String, expected: &'static str },
    #[error(
        "it has {found} inputs and {buckets} output buckets instead of {expected} and {expected_buckets}"
    )]
    Counts { found: usize, buckets: usize, expected: usize, expected_buckets: usize },
    #[error("it was trained to be added to a hand-written evaluation with other weights")]
    HandWritten,
}

impl Reason {
    /// The text between a path and the reason.
    const fn separator(&self) -> &'static str {
        if matches!(self, Self::Unreadable(_)) { " " } else { ", " }
    }
}

/// The maximum size of a file, in bytes: that of the largest networks.
pub(crate) const MAX_EVALUATION_BYTES: u64 = 64 << 20;

type FeaturesOf<G> = <<G as Game>::Evaluation as GameEvaluation>::FeatureSet;

/// The evaluation of the game `G` selected by these options: the network in the file, or the hand-written evaluation
/// with the weights in the file (see [`read_weights`]); without a file, the built-in ones. If `kind` is
/// [`EvaluationKind::Classical`], no network is used, although one in the file is checked.
///
/// # Errors
/// If the file cannot be read, is damaged, or holds neither a network of this game nor weights of its evaluation.
pub fn load_weights<G: Game>(
    kind: EvaluationKind,
    file: Option<&Path>,
) -> Result<Arc<GameWeights<G::Evaluation>>, LoadWeightsError> {
    let hand_written = || GameWeights::hand_written(ClassicalEvaluator::<G::Evaluation>::built_in_weights());
    let loaded = match (file, kind) {
        (None, EvaluationKind::Network) => return Ok(EvaluatorOf::<G>::built_in_weights()),
        (None, EvaluationKind::Classical) => hand_written(),
        (Some(path), _) => {
            let loaded =
                load::<G>(path).map_err(|reason| LoadWeightsError { path: path.to_owned(), reason })?;
            if kind == EvaluationKind::Classical && loaded.network().is_some() {
                hand_written()
            } else {
                loaded
            }
        }
    };
    Ok(Arc::new(loaded))
}

fn load<G: Game>(path: &Path) -> Result<GameWeights<G::Evaluation>, Reason> {
    let contents = read_file(path, MAX_EVALUATION_BYTES)?;
    if NetworkFile::is_one(&contents) {
        return Ok(GameWeights::with_network(Arc::new(network::<G>(&contents)?)));
    }
    let text = str::from_utf8(without_mark(&contents)).map_err(|_| Reason::Unknown)?;
    Ok(GameWeights::hand_written(read_weights::<G::Evaluation>(text)?))
}

/// The network for this game in a file with these contents.
fn network<G: Game>(contents: &[u8]) -> Result<PackedNetwork, Reason> {
    let NetworkFile { variant, hand_written, network, .. } = NetworkFile::decode(contents)?;
    if variant != G::INFO.name {
        return Err(Reason::Variant { found: shorten(&variant), expected: G::INFO.name });
    }
    let Form { inputs, input_count, buckets, is_zoned, .. } = &network.form;
    let (expected, expected_buckets) = (FeaturesOf::<G>::ROWS, FeaturesOf::<G>::OUTPUT_BUCKETS);
    if inputs != FeaturesOf::<G>::NAME || *is_zoned != FeaturesOf::<G>::IS_ZONED {
        return Err(Reason::FeatureSet { found: shorten(inputs), expected: FeaturesOf::<G>::NAME });
    }
    if (*input_count, *buckets) != (expected, expected_buckets) {
        return Err(Reason::Counts { found: *input_count, buckets: *buckets, expected, expected_buckets });
    }
    if network.form.is_residual && hand_written != weights_checksum(&G::Evaluation::FITTED) {
        return Err(Reason::HandWritten);
    }
    Ok(PackedNetwork::new(&network))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::Embedded;
    use crate::games::{Variant, with_game};

    #[test]
    fn built_in_networks_are_small_and_of_their_game() {
        fn check<G: Game>() {
            if let Some(contents) = G::Evaluation::embedded().file() {
                assert!(contents.len() <= Embedded::MAX_BYTES, "{}", G::INFO.name);
                network::<G>(contents).unwrap_or_else(|error| panic!("{}: {error}", G::INFO.name));
            }
        }
        for variant in Variant::ALL {
            with_game!(variant, G => check::<G>());
        }
    }

    #[test]
    fn a_file_of_weights_may_begin_with_a_byte_order_mark() {
        type Chess = crate::games::Chess;
        let folder = crate::base::TestFolder::new("marked");
        let path = folder.join("weights.eval");
        let read = |text: &str| {
            std::fs::write(&path, text).expect("written");
            load::<Chess>(&path).map(drop).map_err(|reason| reason.to_string())
        };
        for text in ["# a remark\n", "nonsense 5\n"] {
            let plain = read(text);
            assert!(plain.is_err());
            assert_eq!(read(&format!("\u{feff}{text}")), plain);
        }
    }
}
