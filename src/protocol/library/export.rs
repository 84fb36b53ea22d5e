//! Exports: a file is answered in parts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::Serialize;
use serde_json::{Value, json};

use crate::base::shorten;
use crate::library::{GameFilter, GameId, LibraryError, LibraryFile};
use crate::records::{MoveStyle, RecordFormat, write_tree};

use super::super::session::Detail;
use super::request::{Conditions, Export, of_members};
use super::{Answers, Failure};

/// The length of a part from which on it is sent, in bytes.
const PART: usize = 128 << 10;

/// The most games that are told of one by one.
const MOST_TOLD: usize = 100;

/// A game that cannot be written.
#[derive(Serialize)]
struct Refused {
    id: GameId,
    #[serde(flatten)]
    detail: Detail,
}

/// An export to be made.
pub(super) struct Job {
    file: LibraryFile,
    number: Value,
    format: RecordFormat,
    filter: GameFilter,
    is_cancelled: Arc<AtomicBool>,
}

impl Job {
    /// The export that is asked for.
    ///
    /// # Errors
    ///
    /// If there is no such format, or the conditions are invalid.
    pub(super) fn new(
        file: LibraryFile,
        number: Value,
        export: Export,
        is_cancelled: Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let Export { format: name, names, rest } = export;
        let found = RecordFormat::from_name(&name).filter(|format| format.is_writable());
        let mut format = found.ok_or_else(|| {
            let names = RecordFormat::names(true);
            Failure::new("request", format!("{:?} is not one of {names}", shorten(&name)))
        })?;
        if let (RecordFormat::Pgn { moves }, true) = (&mut format, names) {
            *moves = MoveStyle::Names;
        }
        let filter = of_members::<Conditions>(rest)?.filter()?;
        Ok(Self { file, number, format, filter, is_cancelled })
    }

    /// Makes it.
    pub(super) fn run(self, answers: &Answers) {
        let answer = self.write(answers).map(|answer| answer.to_string());
        answers.send(&self.number, answer);
    }

    fn write(&self, answers: &Answers) -> Result<Value, Failure> {
        let Self { file, number, format, filter, is_cancelled } = self;
        let library = file.open()?;
        let mut part = String::new();
        let (mut written, mut lost, mut refused) = (0_u64, Vec::new(), Vec::new());
        let mut refused_count = 0_u64;
        for id in library.ids(filter)? {
            if is_cancelled.load(Relaxed) || answers.output.is_closed() {
                return Err(given_up());
            }
            let game = match library.game(id) {
                Ok(game) => write_tree(&game.tree, *format).map_err(|error| Detail::from(&error)),
                // Somebody has removed it meanwhile.
                Err(LibraryError::NoGame(_)) => continue,
                Err(error @ LibraryError::Game { .. }) => {
                    Err(Detail::of_words("unreadable-game", error.to_string()))
                }
                Err(error) => return Err(error.into()),
            };
            match game {
                Ok(game) => {
                    written += 1;
                    part.push_str(&game.text);
                    for what in game.lost {
                        if !lost.contains(&what) {
                            lost.push(what);
                        }
                    }
                }
                Err(detail) => {
                    refused_count += 1;
                    if refused.len() < MOST_TOLD {
                        refused.push(Refused { id, detail });
                    }
                }
            }
            // In a format with one game in a file, each part is a file.
            if part.len() >= PART || format.is_single() && !part.is_empty() {
                if !answers.tell(number, "part", &part) {
                    return Err(given_up());
                }
                part.clear();
            }
        }
        if !part.is_empty() {
            answers.tell(number, "part", &part);
        }
        let format = format.name().to_ascii_lowercase();
        Ok(json!({
            "format": format,
            "games": written,
            "lost": lost,
            "refused": refused_count,
            "refusals": refused,
        }))
    }
}

fn given_up() -> Failure {
    Failure::new("cancelled", "the export was given up")
}
