use std::io::Write;
use std::path::Path;

use crate::arena::OutputFile;
use crate::base::Notation;
use crate::games::{Game, Variant, with_game};

use super::game::DataRecord;
use super::{DataError, DataHeader, DataProblem, DataReader, RecordedGame, Replayer};

/// The results of converting a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ConvertedData {
    /// The number of games that the other variant's rules allow.
    pub games: u64,
    /// The number of games that they do not allow; these are written as dropped.
    pub refused: u64,
    /// The number of games that had already been dropped.
    pub dropped: u64,
}

/// Writes the games of a file as games of another variant: those whose moves and end its rules allow. Scores stay as
/// they are. Games missing from the file are missing from the new one, too, which appears once it is complete.
///
/// # Errors
///
/// If the file cannot be read, has options that the other variant does not have, or the new file exists or cannot be
/// written.
pub fn convert_data(from: &Path, variant: Variant, to: &Path) -> Result<ConvertedData, DataError> {
    if to.exists() {
        return Err(DataError::at(to)(DataProblem::OutputExists));
    }
    with_game!(variant, G => convert::<G>(DataReader::open(from)?, variant, to))
}

fn convert<G: Game>(mut reader: DataReader, variant: Variant, to: &Path) -> Result<ConvertedData, DataError> {
    let at_source = DataError::at(reader.path());
    let at_target = DataError::at(to);
    let io = |error: std::io::Error| at_target(error.into());
    let old = reader.header();
    let recipe = format!("{} converted-from={}", old.recipe, old.variant);
    let header = DataHeader { variant, recipe, ..old.clone() };
    let layout = header.layout();
    let replayer = Replayer::<G::Position>::new(reader.path(), &header)?;
    let mut file = OutputFile::create(to).map_err(io)?;
    file.write_all(&header.encode().map_err(&at_target)?).map_err(io)?;
    let mut converted = ConvertedData::default();
    while let Some(record) = reader.next_record().map_err(&at_source)? {
        let bytes = match record {
            DataRecord::Game(game) if is_allowed(&replayer, &game) => {
                converted.games += 1;
                game.encode(layout)
            }
            DataRecord::Game(game) => {
                converted.refused += 1;
                layout.encode_dropped(game.number)
            }
            DataRecord::Dropped(number) => {
                converted.dropped += 1;
                layout.encode_dropped(number)
            }
        };
        file.write_all(&bytes.map_err(&at_target)?).map_err(io)?;
    }
    file.commit().map_err(io)?;
    Ok(converted)
}

/// Whether the rules of `P` allow all moves of a game, and end it at the same point.
fn is_allowed<P: Notation>(replayer: &Replayer<P>, game: &RecordedGame) -> bool {
    let mut is_over = false;
    let last = replayer.replay(game, |position, _| is_over |= position.verdict().is_some());
    !is_over && last.is_ok_and(|last| game.agrees_with_rules(&last))
}
