use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::base::{Outcome, Side};
use crate::games::Variant;
use crate::records::{EngineDetails, MoveRecord, Termination, TimeControl, WritableGame};

/// The record of a finished game. Each line of a journal except the first is one, as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's index in the schedule, from 0.
    pub game: usize,
    /// The index of the pair of games that share an opening, from 0.
    pub pair: usize,
    /// The round of the tournament, from 0; in a match each pair is a round.
    pub round: usize,
    /// The event's name.
    pub event: String,
    /// The variant.
    pub variant: Variant,
    /// The game's own options that were set, as names and values, such as `UCI_Chess960`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The players' names; the first one moves first in a game from the starting position.
    pub players: [String; 2],
    /// The players' time controls, in the same order.
    pub time_controls: [TimeControl; 2],
    /// The initial position, always given.
    pub fen: String,
    /// The number of opening moves at the beginning of `moves`.
    pub opening_plies: usize,
    /// All moves, including the opening.
    pub moves: Vec<MoveRecord>,
    /// The result; `1-0`, `0-1` or `1/2-1/2` in the journal.
    pub outcome: Outcome,
    /// Why the game ended.
    pub termination: Termination,
    /// How busy the machine was when a player exceeded its time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<MachineLoad>,
    /// The names that the programs reported, in the same order as the players.
    #[serde(default, skip_serializing_if = "is_nameless")]
    pub engines: [Option<String>; 2],
    /// Output of the programs that is relevant to a verdict, verbatim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// When the game started, before its players were started.
    pub started: Timestamp,
    /// The duration of the game from then on, in milliseconds.
    #[serde(rename = "duration_ms", with = "milliseconds")]
    pub duration: Duration,
}

/// A line of a program's output that is relevant to a verdict: a complaint, a claim, an illegal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The number of moves made before it was written, including the opening.
    pub ply: usize,
    /// The side that wrote it.
    pub side: Side,
    /// The line, truncated after 200 characters.
    pub text: String,
}

/// How busy the machine was at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MachineLoad {
    /// The average number of threads that were running or ready to run during the last minute, if the system reports it
    /// (Linux does).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average: Option<f64>,
    /// The number of cores that the arena may use.
    pub cores: usize,
    /// The number of concurrent games.
    pub games: usize,
}

impl MachineLoad {
    /// The current load, with this many concurrent games.
    pub fn now(games: usize) -> Self {
        let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let average = text.split_ascii_whitespace().next().and_then(|word| word.parse().ok());
        Self { average, cores: std::thread::available_parallelism().map_or(1, usize::from), games }
    }

    /// Whether players may have lacked time through no fault of their own: there are more games than cores, or 25% more
    /// threads than cores.
    pub fn is_overload(&self) -> bool {
        self.games > self.cores || self.average.is_some_and(|average| average > 1.25 * self.cores as f64)
    }
}

// The signature is prescribed by serde.
fn is_nameless(names: &[Option<String>; 2]) -> bool {
    names.iter().all(Option::is_none)
}

impl GameRecord {
    /// The name of the player of this side.
    pub fn player(&self, side: Side) -> &str {
        &self.players[side.index()]
    }

    /// The side to move in the initial position.
    pub fn starting_side(&self) -> Side {
        let side_to_move = self.fen.split_ascii_whitespace().nth(1);
        let letter = self.variant.info().fen_letter(Side::First);
        if side_to_move.is_some_and(|text| text.chars().eq([letter])) { Side::First } else { Side::Second }
    }

    /// The side that made the move at this index of [`GameRecord::moves`] if `starting_side` made the first.
    pub const fn mover(starting_side: Side, index: usize) -> Side {
        if index.is_multiple_of(2) { starting_side } else { starting_side.opponent() }
    }
}

impl<'a> From<&'a GameRecord> for WritableGame<'a> {
    fn from(record: &'a GameRecord) -> Self {
        Self {
            event: Some(&record.event),
            round: Some(record.round + 1),
            number: Some(record.game + 1),
            variant: record.variant,
            options: &record.options,
            players: record.players.each_ref().map(String::as_str),
            engines: record
                .engines
                .each_ref()
                .map(|name| EngineDetails { name: name.as_deref(), ..Default::default() }),
            time_controls: Some(record.time_controls),
            fen: &record.fen,
            opening_plies: Some(record.opening_plies),
            moves: &record.moves,
            outcome: Some(record.outcome),
            termination: Some(&record.termination),
            date: Some(record.started.to_zoned(TimeZone::UTC).date()),
            started: Some(record.started),
            duration: Some(record.duration),
        }
    }
}

/// Durations as whole milliseconds.
pub(super) mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(duration.as_millis() as u64)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::cchess::reasons;
    use crate::records::{Cause, MoveScore};

    #[test]
    fn records_survive_a_round_trip_through_the_journal() {
        let record = GameRecord {
            game: 3,
            pair: 1,
            round: 1,
            event: "a \"match\"".to_owned(),
            variant: Variant::GomokuStandard,
            options: vec![("UCI_Chess960".to_owned(), "true".to_owned())],
            players: ["甲".to_owned(), "b".to_owned()],
            time_controls: [TimeControl::Nodes(5), "2+0.02".parse().unwrap()],
            fen: "15 b 1".to_owned(),
            opening_plies: 1,
            moves: vec![
                MoveRecord::of_text("h8"),
                MoveRecord {
                    text: "a1".to_owned(),
                    score: Some(MoveScore::Mate(-3)),
                    depth: Some(4),
                    time: Some(Duration::from_micros(1234)),
                    nodes: Some(99),
                    pv: vec!["a1".to_owned(), "b2".to_owned()],
                },
            ],
            outcome: Outcome::Win(Side::Second),
            termination: Termination {
                cause: Cause::Rule(reasons::PERPETUAL_CHECK),
                blamed: None,
                detail: String::new(),
            },
            load: Some(MachineLoad { average: Some(2.5), cores: 2, games: 3 }),
            engines: [Some("Engine 1".to_owned()), None],
            remarks: vec![Remark { ply: 1, side: Side::First, text: "ERROR \"what?\"".to_owned() }],
            started: "2026-01-02T03:04:05Z".parse().unwrap(),
            duration: Duration::from_millis(77),
        };
        let text = serde_json::to_string(&record).unwrap();
        assert!(
            text.contains(r#""cause":"perpetual-check""#) && text.contains(r#""outcome":"0-1""#),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<GameRecord>(&text).unwrap(), record);
        let crash = serde_json::to_string(&Cause::Crash).unwrap();
        assert_eq!(
            (crash.as_str(), serde_json::from_str::<Cause>(&crash).unwrap()),
            ("\"crash\"", Cause::Crash)
        );
    }
}
