use std::io::Read;

use crate::arena::Shard;
use crate::base::durable::{checked_number, read_up_to};
use crate::base::{GameOptions, Notation};
use crate::games::Variant;

use super::DataProblem;
use super::bytes::{ByteReader, put_text8, put_text16};
use super::game::Layout;

/// The format version of new files. It is incremented when older readers would misread newer files.
pub const DATA_VERSION: u16 = 2;

const MAGIC: [u8; 8] = *b"QUADGAME";

/// The position of the number of games, with its checksum, in the header.
pub(super) const GAMES_BYTES: std::ops::Range<usize> = 10..18;

/// The maximum length of a header.
const MAX_BODY_BYTES: u32 = 1 << 18;

/// The header of a game file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataHeader {
    /// The variant.
    pub variant: Variant,
    /// The game options (of [`GameOptions::SPECS`]) that were set, as names and values.
    pub options: Vec<(String, String)>,
    /// How the games were generated, as words `name=value`; equal recipes yield the same games.
    pub recipe: String,
    /// The part of the recipe's games that the file should contain; `None` in files of version 1, which do not record
    /// it.
    pub plan: Option<DataPlan>,
}

/// The part of a recipe's games that a file should contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataPlan {
    /// The number of games in all shards together; they are numbered from 0.
    pub games: u32,
    /// The file's shard.
    pub shard: Shard,
}

impl DataPlan {
    /// The plan of a file for all of this many games.
    pub const fn whole(games: u32) -> Self {
        Self { games, shard: Shard::WHOLE }
    }

    /// The number of games that the file should contain.
    pub const fn share(self) -> u64 {
        self.shard.share(self.games as usize) as u64
    }

    /// `games` as encoded in the header, with its checksum.
    pub(super) fn encoded_games(self) -> [u8; 8] {
        checked_number(self.games)
    }
}

impl DataHeader {
    /// Parses the options into the game's own type.
    ///
    /// # Errors
    ///
    /// If the game does not have an option, or the value is not valid for it.
    pub fn typed_options<P: Notation>(&self) -> Result<P::Options, DataProblem> {
        Ok(P::Options::of_pairs(&self.options)?)
    }

    /// The layout of the file's records.
    pub(super) const fn layout(&self) -> Layout {
        if self.plan.is_some() { Layout::Current } else { Layout::Version1 }
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
        match self.plan {
            None => {
                bytes.extend_from_slice(&1_u16.to_le_bytes());
                bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
            }
            Some(plan) => {
                for number in [plan.shard.index(), plan.shard.count()] {
                    let number =
                        u32::try_from(number).map_err(|_| DataProblem::TooLong("the number of shards"))?;
                    body.extend_from_slice(&number.to_le_bytes());
                }
                bytes.extend_from_slice(&DATA_VERSION.to_le_bytes());
                bytes.extend_from_slice(&plan.encoded_games());
                bytes.extend_from_slice(&checked_number(body.len() as u32));
            }
        }
        bytes.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        Ok(bytes)
    }

    /// Reads a header; also returns its length in bytes.
    pub(super) fn read(source: &mut impl Read) -> Result<(Self, u64), DataProblem> {
        const TORN: DataProblem = DataProblem::TornHeader;
        let start = read_up_to(source, MAGIC.len() + 2)?;
        let mut reader = ByteReader(&start);
        match reader.bytes(MAGIC.len()) {
            Some(magic) if magic == MAGIC => {}
            None if !start.is_empty() && MAGIC.starts_with(&start) => return Err(TORN),
            _ => return Err(DataProblem::NotData),
        }
        let version = reader.short().ok_or(TORN)?;
        let numbers = read_up_to(
            source,
            match version {
                1 => 8,
                DATA_VERSION => 20,
                _ => return Err(DataProblem::Version(version)),
            },
        )?;
        let mut reader = ByteReader(&numbers);
        let (games, length) = if version == 1 {
            (None, reader.word().ok_or(TORN)?)
        } else {
            let games = reader.checked_word().ok_or(TORN)?;
            let games = games
                .map_err(|_| DataProblem::DamagedHeader("the checksum of its number of games is wrong"))?;
            let length = reader.checked_word().ok_or(TORN)?;
            (
                Some(games),
                length.map_err(|_| DataProblem::DamagedHeader("the checksum of its length is wrong"))?,
            )
        };
        let checksum = reader.word().ok_or(TORN)?;
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
        let header = Self::decode(&body, games)?;
        Ok((header, (start.len() + numbers.len() + body.len()) as u64))
    }

    /// Decodes the rest of a header, which follows the number of games (`None` in version 1).
    fn decode(body: &[u8], games: Option<u32>) -> Result<Self, DataProblem> {
        const SHAPE: DataProblem = DataProblem::DamagedHeader("its fields do not match its length");
        let mut reader = ByteReader(body);
        let name = reader.text8().ok_or(SHAPE)?;
        let count = reader.byte().ok_or(SHAPE)?;
        let options = (0..count)
            .map(|_| Some((reader.text8()?, reader.text8()?)))
            .collect::<Option<Vec<_>>>()
            .ok_or(SHAPE)?;
        let recipe = reader.text16().ok_or(SHAPE)?;
        let plan = match games {
            None => None,
            Some(games) => {
                let (index, count) = (reader.word().ok_or(SHAPE)?, reader.word().ok_or(SHAPE)?);
                let shard = Shard::new(index as usize, count as usize);
                Some(DataPlan {
                    games,
                    shard: shard.ok_or(DataProblem::DamagedHeader("its shard is invalid"))?,
                })
            }
        };
        if !reader.0.is_empty() {
            return Err(SHAPE);
        }
        let variant = Variant::from_name(&name).ok_or(DataProblem::UnknownVariant(name))?;
        Ok(Self { variant, options, recipe, plan })
    }

    /// The file's shard of the recipe's games.
    pub fn shard(&self) -> Shard {
        self.plan.map_or(Shard::WHOLE, |plan| plan.shard)
    }

    /// Whether files with this header and the other one may contain the same games.
    pub fn shares_games(&self, other: &Self) -> bool {
        self.check_recipe(other).is_ok() && self.shard().overlaps(other.shard())
    }

    /// Checks that games generated according to `expected` may be appended to this file; their number may differ.
    pub(super) fn check(&self, expected: &Self) -> Result<(), DataProblem> {
        self.check_recipe(expected)?;
        let (found, expected) = (self.shard(), expected.shard());
        if found != expected {
            let (found, expected) = (found.to_string(), expected.to_string());
            return Err(DataProblem::OtherSettings { name: "shard", found, expected });
        }
        Ok(())
    }

    /// Checks that the games of both files were generated in the same way.
    pub(super) fn check_recipe(&self, expected: &Self) -> Result<(), DataProblem> {
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
