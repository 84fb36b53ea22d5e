//! The structure of the settings file. Unknown keys are errors.

use std::fmt;
use std::path::PathBuf;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::arena::openings::{BookFormat, BookOrder};
use crate::arena::schedule::Format;
use crate::arena::stats::Sprt;
use crate::arena::{Protocol, Shard, TimeControl};
use crate::games::Variant;

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(super) struct SettingsTable {
    pub event: Option<String>,
    pub variant: Option<Variant>,
    pub format: Option<Format>,
    pub rounds: Option<usize>,
    pub pairs: Option<usize>,
    pub tie_breaks: Option<usize>,
    pub challengers: Option<usize>,
    pub seed: Option<u64>,
    pub concurrency: Option<usize>,
    pub pin: Option<PinningValue>,
    pub shard: Option<Shard>,
    pub journal: Option<PathBuf>,
    pub resume: Option<bool>,
    pub report: Option<PathBuf>,
    pub records: Vec<PathBuf>,
    pub move_names: Option<bool>,
    pub pv: Option<bool>,
    pub options: Pairs,
    pub each: PlayerTable,
    pub player: Vec<PlayerTable>,
    pub openings: OpeningsTable,
    pub adjudication: AdjudicationTable,
    pub sprt: Option<Sprt>,
}

/// `true`, or a list of cores.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "true, false or a list of cores")]
pub(super) enum PinningValue {
    Automatic(bool),
    Cores(Vec<usize>),
}

/// A player, or the defaults for all players.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(super) struct PlayerTable {
    #[serde(deserialize_with = "text")]
    pub name: Option<String>,
    #[serde(deserialize_with = "text")]
    pub command: Option<String>,
    #[serde(deserialize_with = "arguments")]
    pub arguments: Vec<String>,
    pub directory: Option<PathBuf>,
    pub environment: Pairs,
    pub protocol: Option<Protocol>,
    pub options: Pairs,
    #[serde(deserialize_with = "time_control")]
    pub time: Option<TimeControl>,
    /// In milliseconds.
    pub margin: Option<u64>,
    /// In milliseconds.
    pub patience: Option<u64>,
}

impl PlayerTable {
    /// This player, with missing settings taken from `each`.
    pub fn with_defaults(self, each: &Self) -> Self {
        Self {
            name: self.name,
            command: self.command.or_else(|| each.command.clone()),
            arguments: if self.arguments.is_empty() { each.arguments.clone() } else { self.arguments },
            directory: self.directory.or_else(|| each.directory.clone()),
            environment: self.environment.over(&each.environment),
            protocol: self.protocol.or(each.protocol),
            options: self.options.over(&each.options),
            time: self.time.or(each.time),
            margin: self.margin.or(each.margin),
            patience: self.patience.or(each.patience),
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(super) struct OpeningsTable {
    pub random: Option<usize>,
    pub balance: Option<u32>,
    pub nodes: Option<u64>,
    pub book: Option<PathBuf>,
    pub format: Option<BookFormat>,
    pub order: Option<BookOrder>,
    pub start: Option<usize>,
    pub plies: Option<usize>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(super) struct AdjudicationTable {
    pub win: Option<WinTable>,
    pub draw: Option<DrawTable>,
    pub max_plies: Option<usize>,
    pub tablebases: Option<TablebaseTable>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TablebaseTable {
    pub path: String,
    pub pieces: Option<usize>,
    #[serde(default = "yes")]
    pub move_limit: bool,
}

const fn yes() -> bool {
    true
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct WinTable {
    pub score: i32,
    pub moves: u32,
    #[serde(default)]
    pub one_sided: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct DrawTable {
    pub score: i32,
    pub moves: u32,
    #[serde(default)]
    pub from_move: u32,
}

/// Names with scalar values as strings, in the order of the file.
#[derive(Debug, Clone, Default)]
pub(super) struct Pairs(Vec<(String, String)>);

impl Pairs {
    pub fn into_pairs(self) -> Vec<(String, String)> {
        self.0
    }

    /// These pairs, preceded by those of `under` with other names.
    fn over(self, under: &Self) -> Self {
        let is_new = |name: &str| !self.0.iter().any(|(ours, _)| ours.eq_ignore_ascii_case(name));
        let mut pairs: Vec<_> = under.0.iter().filter(|(name, _)| is_new(name)).cloned().collect();
        pairs.extend(self.0);
        Self(pairs)
    }
}

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Table;
        impl<'de> Visitor<'de> for Table {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of names and values, or words NAME=VALUE")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Pairs, M::Error> {
                let mut pairs = Vec::new();
                while let Some((name, Text(value))) = map.next_entry()? {
                    pairs.push((name, value));
                }
                Ok(Pairs(pairs))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Pairs, E> {
                let pairs = split(text)?.into_iter().map(|word| match word.split_once('=') {
                    Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
                    _ => Err(E::custom(format!("{word:?} is not NAME=VALUE"))),
                });
                pairs.collect::<Result<_, E>>().map(Pairs)
            }
        }
        deserializer.deserialize_any(Table)
    }
}

/// Splits words as a shell does.
fn split<E: Error>(text: &str) -> Result<Vec<String>, E> {
    shlex::split(text).ok_or_else(|| E::custom("unbalanced quotation marks"))
}

/// A list of strings, or one string that is split as a shell does.
fn arguments<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a list of strings, or one string of words")]
    enum Words {
        Text(Text),
        List(Vec<Text>),
    }
    match Words::deserialize(deserializer)? {
        Words::Text(Text(text)) => split(&text),
        Words::List(words) => Ok(words.into_iter().map(|Text(word)| word).collect()),
    }
}

/// A string, number or boolean, as a string.
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Scalar;
        impl Visitor<'_> for Scalar {
            type Value = Text;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string, a number or a boolean")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
                Ok(Text(text.to_owned()))
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }
        }
        deserializer.deserialize_any(Scalar)
    }
}

fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Text::deserialize(deserializer).map(|Text(text)| Some(text))
}

fn time_control<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<TimeControl>, D::Error> {
    let Text(text) = Text::deserialize(deserializer)?;
    text.parse().map(Some).map_err(D::Error::custom)
}
