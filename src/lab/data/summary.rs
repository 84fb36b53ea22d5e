use std::collections::BTreeMap;
use std::fmt;

use crate::base::{Outcome, Side};

use super::RecordedGame;

/// Statistics of game files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DataSummary {
    /// Games.
    pub games: u64,
    /// Plies, including openings.
    pub plies: u64,
    /// Plies that were searched.
    pub searched: u64,
    /// Games won by the first side, drawn, and won by the second side.
    pub results: [u64; 3],
    /// Games by the name of the cause that ended them.
    pub causes: BTreeMap<String, u64>,
    /// The total length of the records in bytes.
    pub bytes: u64,
}

impl DataSummary {
    /// Counts a game whose record is `bytes` long.
    pub fn add(&mut self, game: &RecordedGame, bytes: u64) {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.searched += game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64;
        self.results[match game.outcome {
            Outcome::Win(Side::First) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Side::Second) => 2,
        }] += 1;
        *self.causes.entry(game.cause.to_string()).or_default() += 1;
        self.bytes += bytes;
    }
}

impl fmt::Display for DataSummary {
    /// A few lines of text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        writeln!(
            f,
            "{} games, {} plies ({} searched), {:.1} plies per game, {:.2} bytes per ply",
            self.games,
            self.plies,
            self.searched,
            each(self.plies, self.games),
            each(self.bytes, self.plies)
        )?;
        let [first, drawn, second] = self.results.map(|count| 100.0 * each(count, self.games));
        writeln!(f, "won by the first side {first:.1} %, drawn {drawn:.1} %, by the second {second:.1} %")?;
        for (cause, count) in &self.causes {
            writeln!(f, "  {cause}: {count} ({:.1} %)", 100.0 * each(*count, self.games))?;
        }
        Ok(())
    }
}
