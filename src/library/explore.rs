//! What was played from a position.

use std::collections::HashMap;

use rusqlite::params_from_iter;
use rusqlite::types::Value;
use serde::Serialize;

use crate::base::{FenError, GameOptions, Move, MoveList, Notation, Position, Side};
use crate::games::{Game, Variant, with_game};
use crate::records::{GameTree, MoveScore, read_stored_unchecked};

use super::entry::Entry;
use super::error::LibraryError;
use super::positions::{PositionKey, read_position};
use super::schema::Library;
use super::search::{GameFilter, Query};

/// The most games that are named.
const NAMED_GAMES: usize = 8;

/// The most games that are read for scores and ratings, the newest first.
const READ_GAMES: i64 = 500;

/// What was played from a position, in all games whose main line reaches it or, in games with mirror images, its mirror
/// image; each counts once, with the move that it played there first.
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
    /// The mean of the scores that the newest games have for the position after the move, in hundredths from the first
    /// player's point of view. Forced wins do not count. `None` if there are no scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The mean Elo of the players who made the move, in the newest games. `None` if there are no ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
}

/// Counts of the games with one move.
#[derive(Default)]
struct Counts {
    games: u64,
    /// By [`Side::index`], then draws.
    outcomes: [u64; 3],
    scores: Mean,
    ratings: Mean,
}

/// A mean of whole numbers.
#[derive(Default)]
struct Mean {
    sum: i64,
    count: i64,
}

impl Mean {
    fn add(&mut self, value: i64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(&self) -> Option<i64> {
        (self.count > 0).then(|| (self.sum as f64 / self.count as f64).round() as i64)
    }
}

/// The position that is explored, and its mirror image.
struct Explorer<G: Game> {
    position: G::Position,
    options: <G::Position as Notation>::Options,
    key: PositionKey,
    /// `None` if the game has no mirror images.
    image: Option<(G::Position, PositionKey)>,
}

impl<G: Game> Explorer<G> {
    fn new(variant: Variant, fen: &str) -> Result<Self, FenError> {
        let (position, options) = read_position::<G>(fen)?;
        let key = PositionKey::of_fen(fen, variant)?;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let has_images = moves.first().is_some_and(|&m| G::Position::mirrored_move(m).is_some());
        let image = if has_images {
            let fen = mirrored(fen);
            Some((read_position::<G>(&fen)?.0, PositionKey::of_fen(&fen, variant)?))
        } else {
            None
        };
        Ok(Self { position, options, key, image })
    }

    /// The keys of the position and of its mirror image, if that is another one.
    fn keys(&self) -> Vec<PositionKey> {
        let image = self.image.as_ref().map(|&(_, key)| key).filter(|&key| key != self.key);
        [self.key].into_iter().chain(image).collect()
    }

    /// A move that was played in the position with this key, as a move of the explored position. Of two moves that are
    /// mirror images of each other it is the same one.
    fn read(&self, key: i64, text: &str) -> Option<Move> {
        let mirrored = |m| G::Position::mirrored_move(m);
        match &self.image {
            Some((image, number)) if number.number() != self.key.number() && key == number.number() => {
                image.parse_move(text, &self.options).ok().and_then(mirrored)
            }
            image => {
                // Another position has the same key, which is as good as impossible.
                let m = self.position.parse_move(text, &self.options).ok()?;
                let is_symmetric = image.as_ref().is_some_and(|&(_, image)| image == self.key);
                Some(if is_symmetric { mirrored(m).map_or(m, |other| m.max(other)) } else { m })
            }
        }
    }

    /// The moves with their names, as `numbering` has them written.
    fn moves(&self, counts: HashMap<Move, Counts>, numbering: &[(String, String)]) -> Vec<ExploredMove> {
        let mut written = self.options.clone();
        for (name, value) in numbering {
            if let Err(error) = written.set(name, value) {
                log::warn!("{error}");
            }
        }
        let explored = |(m, counts): (Move, Counts)| {
            let Counts { games, outcomes: [first, second, draws], scores, ratings } = counts;
            ExploredMove {
                text: self.position.move_text(m, &written),
                name: self.position.move_name(m, &written),
                games,
                first,
                draws,
                second,
                score: scores.value(),
                rating: ratings.value(),
            }
        };
        let mut moves: Vec<_> = counts.into_iter().map(explored).collect();
        moves.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.text.cmp(&b.text)));
        moves
    }
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
        with_game!(variant, G => self.explore_game::<G>(&Explorer::new(variant, fen)?, numbering, filter))
    }

    fn explore_game<G: Game>(
        &self,
        explorer: &Explorer<G>,
        numbering: &[(String, String)],
        filter: &GameFilter,
    ) -> Result<Explored, LibraryError> {
        let filter = GameFilter { positions: explorer.keys(), ..filter.clone() };
        let mut games = self.search(&filter, None, NAMED_GAMES)?;
        games.dedup_by_key(|entry| entry.id);
        let Query { tables, conditions, mut values } = filter.query();
        // A game that reaches both the position and its mirror image counts with the position.
        let conditions = format!(
            "{conditions} AND (p.key = ? OR NOT EXISTS \
             (SELECT 1 FROM position q WHERE q.key = ? AND q.game = p.game))"
        );
        values.extend([Value::from(explorer.key.number()), Value::from(explorer.key.number())]);
        let mut counts: HashMap<Move, Counts> = HashMap::new();
        let mut total = 0;
        let mut statement = self.connection.prepare(&format!(
            "SELECT p.key, p.next, g.outcome, count(*) FROM {tables} WHERE {conditions} \
             GROUP BY p.key, p.next, g.outcome"
        ))?;
        let mut rows = statement.query(params_from_iter(values.clone()))?;
        while let Some(row) = rows.next()? {
            let (key, next, outcome, games): (i64, Option<String>, Option<String>, u64) =
                (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            total += games;
            let Some(m) = next.and_then(|text| explorer.read(key, &text)) else { continue };
            let counts = counts.entry(m).or_default();
            counts.games += games;
            match outcome.as_deref() {
                Some("1-0") => counts.outcomes[Side::First.index()] += games,
                Some("0-1") => counts.outcomes[Side::Second.index()] += games,
                Some(_) => counts.outcomes[2] += games,
                None => {}
            }
        }
        let mover = explorer.position.side_to_move();
        values.push(READ_GAMES.into());
        // The trees are read after the sorting, and no others.
        let mut statement = self.connection.prepare(&format!(
            "WITH played AS MATERIALIZED (SELECT p.key, p.next, p.ply, p.game FROM {tables} \
             WHERE {conditions} AND p.next NOT NULL ORDER BY p.game DESC LIMIT ?) \
             SELECT key, next, ply, t.text FROM played JOIN tree t ON t.game = played.game"
        ))?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            let text: String = row.get(3)?;
            if !text.contains("\"evaluation\"") && !text.contains("Elo\"") {
                continue;
            }
            let Some(m) = explorer.read(row.get(0)?, &row.get::<_, String>(1)?) else { continue };
            let (Some(counts), Ok(tree)) = (counts.get_mut(&m), read_stored_unchecked(&text)) else {
                continue;
            };
            if let Some(score) = score_after(&tree, row.get(2)?) {
                counts.scores.add(score);
            }
            if let Some(rating) = rating_of(&tree, mover) {
                counts.ratings.add(rating);
            }
        }
        Ok(Explored { moves: explorer.moves(counts, numbering), total, games })
    }
}

/// The score in the game for the position after the move with `plies` plies before it; `None` if there is none, or a
/// forced win.
fn score_after(tree: &GameTree, plies: usize) -> Option<i64> {
    let evaluation = tree.annotations(tree.main_line().nth(plies)?).evaluation?;
    match evaluation.score {
        MoveScore::Cp(score) => Some(i64::from(score)),
        MoveScore::Mate(_) => None,
    }
}

/// The Elo of a side's player, as the tags of PGN have it.
fn rating_of(tree: &GameTree, side: Side) -> Option<i64> {
    let names: &[&str] = match side {
        Side::First => &["WhiteElo", "RedElo"],
        Side::Second => &["BlackElo"],
    };
    let rating = names.iter().find_map(|name| tree.tags.get(name)?.trim().parse().ok())?;
    (1..10_000).contains(&rating).then_some(rating)
}

/// The FEN of the mirror image, left to right.
fn mirrored(fen: &str) -> String {
    let (board, rest) = fen.trim_start().split_once(' ').unwrap_or((fen, ""));
    let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
    format!("{} {rest}", ranks.join("/"))
}
