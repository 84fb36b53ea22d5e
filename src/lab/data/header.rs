use std::io::{self, Read};

use crate::base::{GameOptions, Notation};
use crate::games::Variant;

use super::DataProblem;
use super::bytes::{ByteReader, put_text8, put_text16};

/// The format version. It is incremented when older readers would misread newer files.
pub const DATA_VERSION: u16 = 1;

const MAGIC: [u8; 8] = *b"QUADGAME";

/// The length of the magic number, the version, the length and the checksum.
const FRAME_BYTES: usize = 18;

/// The maximum length of a header.
const MAX_BODY_BYTES: u32 = 1 << 18;

/// The header of a game file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataHeader {
    /// The variant.
    pub variant: Variant,
    /// The game options (of [`GameOptions::SPECS`]) that were set, as name and value.
    pub options: Vec<(String, String)>,
    /// How the games were generated, as words `name=value`; files with equal recipes hold the same games.
    pub recipe: String,
}

impl DataHeader {
    /// Parses the options into the game's own type.
    ///
    /// # Errors
    ///
    /// If the game does not have an option, or it cannot have its value.
    pub fn typed_options<P: Notation>(&self) -> Result<P::Options, DataProblem> {
        let mut options = P::Options::default();
        for (name, value) in &self.options {
            if !P::Options::SPECS.iter().any(|spec| spec.name.eq_ignore_ascii_case(name)) {
                return Err(DataProblem::UnknownOption { variant: self.variant, name: name.clone() });
            }
            options.set(name, value)?;
        }
        Ok(options)
    }

    /// Encodes the header.
    pub(super) fn encode(&self) -> Result<Vec<u8>, DataProblem> {
        let mut body = Vec::new();
        put_text8(&mut body, self.variant.name(), "the game's name")?;
        body.push(self.options.len().try_into().map_err(|_| DataProblem::TooLong("the list of options"))?);
        for (name, value) in &self.options {
            put_text8(&mut body, name, "an option's name")?;
            put_text8(&mut body, value, "an option's value")?;
        }
        put_text16(&mut body, &self.recipe, "the recipe")?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&DATA_VERSION.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        Ok(bytes)
    }

    /// Reads a header; also returns its length in bytes.
    pub(super) fn read(source: &mut impl Read) -> Result<(Self, u64), DataProblem> {
        let frame = read_up_to(source, FRAME_BYTES)?;
        let mut reader = ByteReader(&frame);
        match reader.bytes(MAGIC.len()) {
            Some(magic) if magic == MAGIC => {}
            None if !frame.is_empty() && MAGIC.starts_with(&frame) => return Err(DataProblem::TornHeader),
            _ => return Err(DataProblem::NotData),
        }
        let version = reader.short().ok_or(DataProblem::TornHeader)?;
        if version != DATA_VERSION {
            return Err(DataProblem::Version(version));
        }
        let (Some(length), Some(checksum)) = (reader.word(), reader.word()) else {
            return Err(DataProblem::TornHeader);
        };
        if length > MAX_BODY_BYTES {
            return Err(DataProblem::DamagedHeader("its length is out of range"));
        }
        let body = read_up_to(source, length as usize)?;
        if body.len() < length as usize {
            return Err(DataProblem::TornHeader);
        }
        if crc32fast::hash(&body) != checksum {
            return Err(DataProblem::DamagedHeader("its checksum is wrong"));
        }
        let header = Self::decode(&body)?;
        Ok((header, FRAME_BYTES as u64 + u64::from(length)))
    }

    fn decode(body: &[u8]) -> Result<Self, DataProblem> {
        const SHAPE: DataProblem = DataProblem::DamagedHeader("its fields do not match its length");
        let mut reader = ByteReader(body);
        let name = reader.text8().ok_or(SHAPE)?;
        let count = reader.byte().ok_or(SHAPE)?;
        let options = (0..count)
            .map(|_| Some((reader.text8()?, reader.text8()?)))
            .collect::<Option<Vec<_>>>()
            .ok_or(SHAPE)?;
        let recipe = reader.text16().ok_or(SHAPE)?;
        if !reader.0.is_empty() {
            return Err(SHAPE);
        }
        let variant = Variant::from_name(&name).ok_or(DataProblem::UnknownVariant(name))?;
        Ok(Self { variant, options, recipe })
    }

    /// Checks that games generated as `expected` says may be appended to this file.
    pub(super) fn check(&self, expected: &Self) -> Result<(), DataProblem> {
        let options = |header: &Self| {
            let words = header.options.iter().map(|(name, value)| format!("{name}={value}"));
            words.collect::<Vec<_>>().join(" ")
        };
        for (name, found, expected) in [
            ("game", self.variant.to_string(), expected.variant.to_string()),
            ("options", options(self), options(expected)),
            ("recipe", self.recipe.clone(), expected.recipe.clone()),
        ] {
            if found != expected {
                return Err(DataProblem::OtherSettings { name, found, expected });
            }
        }
        Ok(())
    }
}

/// Reads `count` bytes, or as many as are left.
pub(super) fn read_up_to(source: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(count);
    source.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
