use thiserror::Error;

use super::form::{MAX_OUTPUT_BIAS, MAX_OUTPUT_WEIGHT};
use super::hidden::HiddenLayers;
use super::zones::ZoneLayers;
use super::{Form, Network};

/// A network with the metadata in its file.
///
/// Integers are little-endian; a text is its length in four bytes, followed by that many bytes of UTF-8:
///
/// | bytes | contents |
/// | --- | --- |
/// | 8 | `QUADNETW` |
/// | 2 | the format's version: 2, 3 for a network with hidden layers, or 4 for one with zones |
/// | text | the variant, as `UCI_Variant` names it |
/// | text | the name of the mapping of inputs |
/// | 4 | the number of inputs; with zones, of rows of the first layer |
/// | 4 | the width of an accumulator; with zones, the number of a point's values |
/// | 4 | the number of output buckets |
/// | 1 | 1 for a residual network, otherwise 0 |
/// | 4 | [`NetworkFile::hand_written`] |
/// | text | how it was trained: lines `name=value` |
/// | 4 | the CRC-32 of everything before it |
/// | 2 each | the first layer's weights, input by input; its biases; the output layer's weights, bucket by bucket |
/// | 4 each | the output layer's biases |
/// | 1, 4, 2, 4, 2 each | with hidden layers: weights and biases of the first and the second one, and output weights |
/// | 2 each | with zones: the layers of [`ZoneLayers`], instead of the output layer and its biases |
/// | 4 | the CRC-32 of everything between the two checksums |
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkFile {
    /// The variant.
    pub variant: String,
    /// How it was trained: lines `name=value`.
    pub recipe: String,
    /// For a residual network, the checksum of the weights of the hand-written evaluation to which its score is added,
    /// as [`weights_checksum`](crate::eval::weights_checksum) computes it; otherwise 0.
    pub hand_written: u32,
    /// The network.
    pub network: Network,
}

/// Why a network file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NetworkFileError {
    /// The file is not a network file.
    #[error("it is not a network file")]
    NotANetwork,
    /// The format version is not supported.
    #[error("it has the format version {0}, and this program reads versions {SHALLOW} to {ZONED}")]
    Version(u16),
    /// The file ends within its header.
    #[error("it ends within its header")]
    Truncated,
    /// The weights are truncated, or something follows them.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// The length found.
        found: usize,
        /// The length according to the header.
        expected: usize,
    },
    /// A part was modified.
    #[error("the checksum of its {0} is wrong: the file is damaged")]
    Checksum(&'static str),
    /// A number is out of range.
    #[error("a value is out of range: the {0}")]
    Header(&'static str),
}

const MAGIC: &[u8; 8] = b"QUADNETW";
/// The version of networks without hidden layers.
const SHALLOW: u16 = 2;
/// The version of networks with hidden layers.
const DEEP: u16 = 3;
/// The version of networks with zones.
const ZONED: u16 = 4;

impl NetworkFile {
    /// The file's contents.
    pub fn encode(&self) -> Vec<u8> {
        let form = &self.network.form;
        let mut bytes = MAGIC.to_vec();
        let version = match (form.is_deep, form.is_zoned) {
            (_, true) => ZONED,
            (true, false) => DEEP,
            (false, false) => SHALLOW,
        };
        bytes.extend(version.to_le_bytes());
        put_text(&mut bytes, &self.variant);
        put_text(&mut bytes, &form.inputs);
        for number in [form.input_count, form.width, form.buckets] {
            bytes.extend((number as u32).to_le_bytes());
        }
        bytes.push(u8::from(form.is_residual));
        bytes.extend(self.hand_written.to_le_bytes());
        put_text(&mut bytes, &self.recipe);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let weights = self.network.weight_bytes();
        bytes.extend(&weights);
        bytes.extend(crc32fast::hash(&weights).to_le_bytes());
        bytes
    }

    /// Whether the contents begin like those of a network file.
    pub fn is_one(contents: &[u8]) -> bool {
        contents.starts_with(MAGIC)
    }

    /// Reads the contents of a file.
    ///
    /// # Errors
    ///
    /// If they are damaged or not a network file. Whether the network belongs to a game is not checked.
    pub fn decode(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let (Header { variant, form, hand_written, recipe }, rest) = Header::read(bytes)?;
        let length = form.weight_bytes();
        let before = bytes.len() - rest.len();
        if rest.len() != length + CHECKSUM_BYTES {
            return Err(NetworkFileError::Length {
                found: bytes.len(),
                expected: before + length + CHECKSUM_BYTES,
            });
        }
        let (mut weights, mut checksum) = rest.split_at(length);
        if u32::from_le_bytes(take(&mut checksum)?) != crc32fast::hash(weights) {
            return Err(NetworkFileError::Checksum("weights"));
        }
        let mut network = Network::zero(form);
        for layer in [&mut network.first, &mut network.first_bias, &mut network.output] {
            for weight in layer {
                *weight = i16::from_le_bytes(take(&mut weights)?);
            }
        }
        for bias in &mut network.output_bias {
            *bias = i32::from_le_bytes(take(&mut weights)?);
        }
        if let Some(HiddenLayers { first, first_bias, second, second_bias, output }) = &mut network.hidden {
            for weight in first {
                *weight = i8::from_le_bytes(take(&mut weights)?);
            }
            for (layer, biases) in [(second, first_bias), (output, second_bias)] {
                for bias in biases {
                    *bias = i32::from_le_bytes(take(&mut weights)?);
                }
                for weight in layer {
                    *weight = i16::from_le_bytes(take(&mut weights)?);
                }
            }
        }
        for weight in network.zones.iter_mut().flat_map(ZoneLayers::layers_mut).flatten() {
            *weight = i16::from_le_bytes(take(&mut weights)?);
        }
        if let Some(hidden) = &network.hidden {
            hidden.check().map_err(NetworkFileError::Header)?;
        }
        if let Some(zones) = &network.zones {
            zones.check().map_err(NetworkFileError::Header)?;
        }
        if network.output.iter().any(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT) {
            return Err(NetworkFileError::Header("weights of the output layer"));
        }
        if network.output_bias.iter().any(|bias| bias.unsigned_abs() > MAX_OUTPUT_BIAS) {
            return Err(NetworkFileError::Header("biases of the output layer"));
        }
        Ok(Self { variant, recipe, hand_written, network })
    }

    /// The name of the network in a file with these contents, of which only the header is checked: [`Network::name`].
    ///
    /// # Errors
    ///
    /// If the header is damaged or is not that of a network file.
    pub fn network_name(bytes: &[u8]) -> Result<String, NetworkFileError> {
        let (Header { form, .. }, rest) = Header::read(bytes)?;
        let checksum = rest.last_chunk().ok_or(NetworkFileError::Truncated)?;
        Ok(form.name(u32::from_le_bytes(*checksum)))
    }
}

/// The part of a file before the weights.
struct Header {
    variant: String,
    form: Form,
    hand_written: u32,
    recipe: String,
}

impl Header {
    /// Reads the beginning of a file; also returns the rest.
    fn read(bytes: &[u8]) -> Result<(Self, &[u8]), NetworkFileError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(NetworkFileError::NotANetwork)?;
        let version = u16::from_le_bytes(take(&mut rest)?);
        let (is_deep, is_zoned) = match version {
            SHALLOW => (false, false),
            DEEP => (true, false),
            ZONED => (false, true),
            _ => return Err(NetworkFileError::Version(version)),
        };
        let variant = text(&mut rest, "variant")?;
        let inputs = text(&mut rest, "inputs")?;
        let input_count = number(&mut rest)?;
        let width = number(&mut rest)?;
        let buckets = number(&mut rest)?;
        let residual = take(&mut rest)?;
        let hand_written = u32::from_le_bytes(take(&mut rest)?);
        let recipe = text(&mut rest, "recipe")?;
        let header = &bytes[..bytes.len() - rest.len()];
        if u32::from_le_bytes(take(&mut rest)?) != crc32fast::hash(header) {
            return Err(NetworkFileError::Checksum("header"));
        }
        let is_residual = match residual {
            [0] => false,
            [1] => true,
            _ => return Err(NetworkFileError::Header("mark of a residual network")),
        };
        if !is_residual && hand_written != 0 {
            return Err(NetworkFileError::Header("checksum of hand-written weights, which it does not use"));
        }
        let form = Form { inputs, input_count, width, buckets, is_residual, is_deep, is_zoned };
        form.check_sizes().map_err(NetworkFileError::Header)?;
        Ok((Self { variant, form, hand_written, recipe }, rest))
    }
}

const CHECKSUM_BYTES: usize = 4;

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

/// Takes the next bytes; fails if there are too few.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], NetworkFileError> {
    let (&taken, after) = rest.split_first_chunk().ok_or(NetworkFileError::Truncated)?;
    *rest = after;
    Ok(taken)
}

fn number(rest: &mut &[u8]) -> Result<usize, NetworkFileError> {
    take(rest).map(|bytes| u32::from_le_bytes(bytes) as usize)
}

fn text(rest: &mut &[u8], name: &'static str) -> Result<String, NetworkFileError> {
    let length = number(rest)?;
    let (text, after) = rest.split_at_checked(length).ok_or(NetworkFileError::Truncated)?;
    *rest = after;
    String::from_utf8(text.to_vec()).map_err(|_| NetworkFileError::Header(name))
}
