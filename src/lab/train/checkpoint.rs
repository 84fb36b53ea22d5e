//! The state of a run between two epochs, in a file.
//!
//! Integers and floating-point numbers are little-endian: `QUADCKPT`; the length of the settings' text in four bytes,
//! and the text; the number of steps in eight bytes; the number of epochs in four bytes, and two losses of eight bytes
//! for each; the number of weights in four bytes; the weights, their means and mean squares of gradients, and the
//! weights of the epoch to keep, in four bytes each; the CRC-32 of everything before.

use std::path::Path;

use crate::arena::write_file;
use crate::base::files::read_file;
use crate::lab::Losses;

use super::{CheckpointFile, TrainError};

const MAGIC: &[u8; 8] = b"QUADCKPT";

/// The maximum size of a file, in bytes: twice that of the state for the largest network.
const MAX_CHECKPOINT_BYTES: u64 = 1 << 30;

/// The state of a run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Checkpoint {
    /// The settings and files, which identify the run.
    pub settings: String,
    /// The number of steps so far.
    pub steps: u64,
    /// The losses of the epochs so far.
    pub curve: Vec<Losses>,
    /// The weights, the means of their gradients and of their squares, and the weights of the epoch to keep.
    pub numbers: [Vec<f32>; 4],
}

impl Checkpoint {
    /// Reads the state of the run with these settings and this number of weights, if the run should continue; `None` if
    /// there is no state.
    ///
    /// # Errors
    ///
    /// If there is a state but the run should not continue, the state belongs to another run, or it cannot be read.
    pub fn load(
        file: CheckpointFile<'_>,
        settings: &str,
        weights: usize,
    ) -> Result<Option<Self>, TrainError> {
        let path = file.path;
        if !path.exists() {
            return Ok(None);
        }
        if !file.resume {
            return Err(TrainError::CheckpointExists(path.to_owned()));
        }
        let bytes = read_file(path, MAX_CHECKPOINT_BYTES)
            .map_err(|error| TrainError::Io { path: path.to_owned(), error })?;
        let problem = |problem| TrainError::Checkpoint { path: path.to_owned(), problem };
        let found = Self::decode(&bytes).map_err(|text| problem(text.to_owned()))?;
        if let Some((found, expected)) = first_difference(&found.settings, settings) {
            return Err(problem(format!(
                "it belongs to another run, with {found:?} instead of {expected:?}"
            )));
        }
        if found.numbers.iter().any(|numbers| numbers.len() != weights) {
            return Err(problem("it has a different number of weights".to_owned()));
        }
        Ok(Some(found))
    }

    /// Writes the file, replacing it as a whole.
    pub fn save(&self, path: &Path) -> Result<(), TrainError> {
        write_file(path, &self.encode()).map_err(|error| TrainError::Io { path: path.to_owned(), error })
    }

    /// The index of the epoch with the lowest held-back loss, or of the last one.
    pub fn kept_epoch(&self, last: bool) -> Option<usize> {
        let epochs = self.curve.iter().map(|losses| losses.held_back).enumerate();
        if last {
            self.curve.len().checked_sub(1)
        } else {
            epochs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
        }
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.settings.len() as u32).to_le_bytes());
        bytes.extend(self.settings.as_bytes());
        bytes.extend(self.steps.to_le_bytes());
        bytes.extend((self.curve.len() as u32).to_le_bytes());
        for losses in &self.curve {
            bytes.extend(losses.training.to_le_bytes());
            bytes.extend(losses.held_back.to_le_bytes());
        }
        bytes.extend((self.numbers[0].len() as u32).to_le_bytes());
        bytes.extend(self.numbers.iter().flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn decode(bytes: &[u8]) -> Result<Self, &'static str> {
        const SHORT: &str = "it ends too early";
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or(SHORT)?;
        let mut rest = content.strip_prefix(MAGIC).ok_or("it is not a checkpoint")?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err("its checksum is wrong");
        }
        let rest = &mut rest;
        let length = u32::from_le_bytes(take(rest).ok_or(SHORT)?) as usize;
        let (text, after) = rest.split_at_checked(length).ok_or(SHORT)?;
        let settings = String::from_utf8(text.to_vec()).map_err(|_| "its settings are not text")?;
        *rest = after;
        let steps = u64::from_le_bytes(take(rest).ok_or(SHORT)?);
        let epochs = u32::from_le_bytes(take(rest).ok_or(SHORT)?);
        let mut loss = || take(rest).map(f64::from_le_bytes);
        let curve = (0..epochs).map(|_| Some(Losses { training: loss()?, held_back: loss()? }));
        let curve = curve.collect::<Option<_>>().ok_or(SHORT)?;
        let count = u32::from_le_bytes(take(rest).ok_or(SHORT)?) as usize;
        if rest.len() != 4 * 4 * count {
            return Err("its length is wrong");
        }
        let mut numbers = rest.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let numbers = [(); 4].map(|()| numbers.by_ref().take(count).collect());
        Ok(Self { settings, steps, curve, numbers })
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (&taken, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(taken)
}

/// The first line in which two texts differ.
fn first_difference<'a>(one: &'a str, other: &'a str) -> Option<(&'a str, &'a str)> {
    let (mut one, mut other) = (one.lines(), other.lines());
    loop {
        let (one, other) = (one.next(), other.next());
        if one != other {
            return Some((one.unwrap_or_default(), other.unwrap_or_default()));
        }
        one?;
    }
}
