//! What was played from a position.

use std::collections::HashMap;

use rusqlite::params_from_iter;
use serde::Serialize;

use crate::base::{GameOptions, Notation, Side};
use crate::games::{Game, Variant, with_game};

use super::error::LibraryError;
use super::games::Entry;
use super::positions::{PositionKey, read_position};
use super::schema::Library;
use super::search::{GameFilter, Query};

/// The most games that are named.
const NAMED_GAMES: usize = 8;

/// What was played from a position, in all games whose main line reaches it; each counts once, with the move that it
/// played there first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explored {
    /// The moves, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The number of games that reach the position, those included that end there.
    pub total: u64,
    /// The last of these games that came into the library.
    pub games: Vec<Entry>,
}

/// A move that was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExploredMove {
    /// The move, as the protocol writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// Its name, such as `Nf3`.
    pub name: String,
    /// The number of games.
    pub games: u64,
    /// Those that the first player has won.
    pub first: u64,
    /// Those that are drawn.
    pub draws: u64,
    /// Those that the second player has won; the rest is unfinished.
    pub second: u64,
}

/// Counts of the games with one move.
#[derive(Default)]
struct Counts {
    games: u64,
    /// By [`Side::index`], then draws.
    outcomes: [u64; 3],
}

impl Library {
    /// What was played from the position that a FEN describes, in the games that `filter` selects; its positions are
    /// ignored. Moves are written under `numbering`, the values of options that say how.
    ///
    /// # Errors
    ///
    /// If the FEN is none of the variant, there is no such collection, or the file cannot be read.
    pub fn explore(
        &self,
        variant: Variant,
        fen: &str,
        numbering: &[(String, String)],
        filter: &GameFilter,
    ) -> Result<Explored, LibraryError> {
        let key = PositionKey::of_fen(fen, variant)?;
        let filter = GameFilter { positions: vec![key], ..filter.clone() };
        let games = self.search(&filter, None, NAMED_GAMES)?;
        let Query { tables, conditions, values } = filter.query();
        let query = format!(
            "SELECT p.next, g.outcome, count(*) FROM {tables} WHERE {conditions} GROUP BY p.next, g.outcome"
        );
        let mut counts: HashMap<String, Counts> = HashMap::new();
        let mut total = 0;
        let mut statement = self.connection.prepare(&query)?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            let (next, outcome, games): (Option<String>, Option<String>, u64) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            total += games;
            let Some(next) = next else { continue };
            let counts = counts.entry(next).or_default();
            counts.games += games;
            match outcome.as_deref() {
                Some("1-0") => counts.outcomes[Side::First.index()] += games,
                Some("0-1") => counts.outcomes[Side::Second.index()] += games,
                Some(_) => counts.outcomes[2] += games,
                None => {}
            }
        }
        let mut moves = with_game!(variant, G => moves_of::<G>(fen, numbering, counts))?;
        moves.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.text.cmp(&b.text)));
        Ok(Explored { moves, total, games })
    }
}

fn moves_of<G: Game>(
    fen: &str,
    numbering: &[(String, String)],
    counts: HashMap<String, Counts>,
) -> Result<Vec<ExploredMove>, LibraryError> {
    let (position, options) = read_position::<G>(fen)?;
    let mut written = options.clone();
    for (name, value) in numbering {
        if let Err(error) = written.set(name, value) {
            log::warn!("{error}");
        }
    }
    let played =
        counts.into_iter().filter_map(|(text, Counts { games, outcomes: [first, second, draws] })| {
            // Another position has the same key, which is as good as impossible.
            let m = position.parse_move(&text, &options).ok()?;
            let (text, name) = (position.move_text(m, &written), position.move_name(m, &written));
            Some(ExploredMove { text, name, games, first, draws, second })
        });
    Ok(played.collect())
}
