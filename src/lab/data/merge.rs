use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::arena::{OutputFile, Shard};

use super::game::{DataRecord, Layout};
use super::{DataError, DataHeader, DataPlan, DataProblem, DataReader};

/// The contents of a merged file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MergedData {
    /// The number of games.
    pub games: u64,
    /// The number of dropped games.
    pub dropped: u64,
}

/// Merges the files of all shards of a recipe into one, identical to the file that a single run of all its games would
/// have written. Calls `progress` after each game with the number of games merged and the total. The file appears once
/// it is complete.
///
/// # Errors
///
/// If a file cannot be read, is of version 1, has another recipe or is incomplete; if a shard is missing or appears
/// twice; or if the merged file exists or cannot be written.
pub fn merge_data(
    paths: &[PathBuf],
    to: &Path,
    mut progress: impl FnMut(u64, u64),
) -> Result<MergedData, DataError> {
    let at_target = DataError::at(to);
    if to.exists() {
        return Err(at_target(DataProblem::OutputExists));
    }
    let readers = paths.iter().map(|path| DataReader::open(path)).collect::<Result<Vec<_>, _>>()?;
    let (header, mut readers) = in_order(readers, to)?;
    let Some(plan) = header.plan else { return Err(at_target(DataProblem::NoShards)) };
    let io = |error: std::io::Error| at_target(error.into());
    let mut file = OutputFile::create(to).map_err(io)?;
    file.write_all(&header.encode().map_err(&at_target)?).map_err(io)?;
    let mut merged = MergedData { games: 0, dropped: 0 };
    let shards = readers.len();
    for number in 0..plan.games {
        let reader = &mut readers[number as usize % shards];
        let at = DataError::at(reader.path());
        let bytes = match reader.next_record().map_err(&at)? {
            Some(record) if record.number() != number => {
                return Err(at(DataProblem::Missing { number, found: record.number() }));
            }
            Some(DataRecord::Game(game)) => {
                merged.games += 1;
                game.encode(Layout::Current)
            }
            Some(DataRecord::Dropped(number)) => {
                merged.dropped += 1;
                Layout::Current.encode_dropped(number)
            }
            None => {
                reader.check_complete()?;
                return Err(at(DataProblem::Missing { number, found: plan.games }));
            }
        };
        file.write_all(&bytes.map_err(&at)?).map_err(io)?;
        progress(number.into(), plan.games.into());
    }
    file.commit().map_err(io)?;
    Ok(merged)
}

/// Checks that the files contain all shards of one recipe, each once; returns the header of the merged file, and the
/// readers in the order of their shards.
fn in_order(readers: Vec<DataReader>, to: &Path) -> Result<(DataHeader, Vec<DataReader>), DataError> {
    let at_target = DataError::at(to);
    let Some(first) = readers.first() else { return Err(at_target(DataProblem::MissingShard(Shard::WHOLE))) };
    let header = first.header().clone();
    let mut places: BTreeMap<usize, DataReader> = BTreeMap::new();
    for reader in readers {
        let at = DataError::at(reader.path());
        reader.header().check_recipe(&header).map_err(&at)?;
        let (Some(plan), Some(expected)) = (reader.header().plan, header.plan) else {
            return Err(at(DataProblem::NoShards));
        };
        for (name, found, expected) in [
            ("number of games", plan.games as usize, expected.games as usize),
            ("number of shards", plan.shard.count(), expected.shard.count()),
        ] {
            if found != expected {
                let (found, expected) = (found.to_string(), expected.to_string());
                return Err(at(DataProblem::OtherSettings { name, found, expected }));
            }
        }
        let index = plan.shard.index();
        if let Some(other) = places.get(&index) {
            let other = other.path().to_owned();
            return Err(at(DataProblem::SameGames { shard: plan.shard, other }));
        }
        places.insert(index, reader);
    }
    let count = header.shard().count();
    let missing =
        (0..count).find(|index| !places.contains_key(index)).and_then(|index| Shard::new(index, count));
    if let Some(shard) = missing {
        return Err(at_target(DataProblem::MissingShard(shard)));
    }
    let plan = header.plan.map(|plan| DataPlan { shard: Shard::WHOLE, ..plan });
    Ok((DataHeader { plan, ..header }, places.into_values().collect()))
}
