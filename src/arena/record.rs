use std::fmt;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::base::{Outcome, Reason, Side};
use crate::games::Variant;

use super::TimeControl;

/// The record of a finished game. Each line of a journal but the first is one as JSON.
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
    /// The game's own options that were set, as name and value: `UCI_Chess960`, say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The players' names; the first moves first in a game from the starting position.
    pub players: [String; 2],
    /// The players' time controls, in the same order.
    pub time_controls: [TimeControl; 2],
    /// The initial position, always given.
    pub fen: String,
    /// The number of opening moves at the beginning of `moves`.
    pub opening_plies: usize,
    /// All moves, opening included.
    pub moves: Vec<MoveRecord>,
    /// The result; `1-0`, `0-1` or `1/2-1/2` in the journal.
    #[serde(with = "outcome_text")]
    pub outcome: Outcome,
    /// Why the game ended.
    pub termination: Termination,
    /// When the game was begun, before its players were started.
    pub started: Timestamp,
    /// How long the game took from then on, in milliseconds.
    #[serde(rename = "duration_ms", with = "milliseconds")]
    pub duration: Duration,
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

/// A move of a finished game, with what its player reported.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in protocol notation.
    pub text: String,
    /// The mover's score, from its own view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<MoveScore>,
    /// The search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The time from the request to the answer, measured by the referee, in microseconds; `None` for opening moves.
    #[serde(default, rename = "time_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// The nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl MoveRecord {
    /// An opening move, without search information.
    pub fn of_opening(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// A player's score from its own view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveScore {
    /// Centipawns, or the player's own unit.
    Cp(i32),
    /// A forced win in this many moves of the winner; negative if the mover loses, 0 if it is mated already.
    Mate(i32),
}

impl MoveScore {
    /// The score on a single scale: centipawns, with mates beyond all other scores, nearer ones farther out.
    pub fn centipawns(self) -> i32 {
        const MATE: i32 = 1_000_000;
        match self {
            Self::Cp(score) => score.clamp(-MATE / 2, MATE / 2),
            Self::Mate(moves) if moves > 0 => MATE - moves.min(MATE / 2),
            Self::Mate(moves) => -MATE - moves.max(-MATE / 2),
        }
    }
}

impl fmt::Display for MoveScore {
    /// As in PGN comments: `+0.31`, `-M4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |negative| if negative { '-' } else { '+' };
        match *self {
            Self::Cp(score) => {
                let size = score.unsigned_abs();
                write!(f, "{}{}.{:02}", sign(score < 0), size / 100, size % 100)
            }
            Self::Mate(moves) => write!(f, "{}M{}", sign(moves <= 0), moves.unsigned_abs()),
        }
    }
}

/// Why a game ended, and who is to blame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Termination {
    /// What ended the game.
    pub cause: Cause,
    /// The side that lost by its own fault: an illegal move, a late answer, a crash. Nobody is blamed for a mate or a
    /// draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blamed: Option<Side>,
    /// Details: the illegal move and why it is illegal, or by how much the time was exceeded.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Both players' scores agreed long enough that one of them wins.
    AdjudicatedWin,
    /// Both players' scores agreed long enough that the game is drawn.
    AdjudicatedDraw,
    /// The game reached the maximum length, and is drawn.
    TooLong,
    /// A player resigned.
    Resignation,
    /// Both players offered a draw.
    Agreement,
    /// A player did not go on because it took the game for over, or its opponent's legal move for illegal.
    FalseClaim,
    /// A player made an illegal or unreadable move.
    IllegalMove,
    /// A player exceeded its time.
    TimeForfeit,
    /// A player did not answer at all and was killed.
    Stall,
    /// A player's program exited with an error or was killed by a signal.
    Crash,
    /// A player's program exited regularly or closed its output.
    Disconnect,
    /// A player's program could not be started, spoke no known protocol, or refused the game.
    NoStart,
    /// The game ended by its rules.
    #[serde(untagged)]
    Rule(Reason),
}

impl Cause {
    /// Whether the game ended by the players' play: by the rules, resignation, agreement or adjudication.
    pub const fn is_regular(self) -> bool {
        !matches!(
            self,
            Self::FalseClaim
                | Self::IllegalMove
                | Self::TimeForfeit
                | Self::Stall
                | Self::Crash
                | Self::Disconnect
                | Self::NoStart
        )
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rule(reason) => return reason.fmt(f),
            Self::AdjudicatedWin => "adjudicated win",
            Self::AdjudicatedDraw => "adjudicated draw",
            Self::TooLong => "too long",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::FalseClaim => "false claim",
            Self::IllegalMove => "illegal move",
            Self::TimeForfeit => "time forfeit",
            Self::Stall => "stall",
            Self::Crash => "crash",
            Self::Disconnect => "disconnect",
            Self::NoStart => "no start",
        })
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

/// Optional durations as whole microseconds.
mod microseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    // The signature is prescribed by serde.
    #[expect(clippy::ref_option)]
    pub fn serialize<S: Serializer>(duration: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        match duration {
            Some(duration) => serializer.serialize_some(&(duration.as_micros() as u64)),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_micros))
    }
}

/// Outcomes in PGN notation.
mod outcome_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::base::{Outcome, Side};

    // The signature is prescribed by serde.
    #[expect(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(outcome)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let text = String::deserialize(deserializer)?;
        [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw]
            .into_iter()
            .find(|outcome| outcome.to_string() == text)
            .ok_or_else(|| D::Error::custom(format!("{text:?} is not a game result")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                MoveRecord::of_opening("h8"),
                MoveRecord {
                    text: "a1".to_owned(),
                    score: Some(MoveScore::Mate(-3)),
                    depth: Some(4),
                    time: Some(Duration::from_micros(1234)),
                    nodes: Some(99),
                },
            ],
            outcome: Outcome::Win(Side::Second),
            termination: Termination {
                cause: Cause::Rule(Reason::PerpetualCheck),
                blamed: None,
                detail: String::new(),
            },
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

    #[test]
    fn every_cause_is_documented() {
        let page = include_str!("../../protocol.md");
        let journal = page.split("### The journal").nth(1).and_then(|rest| rest.split("\n### ").next());
        let journal = journal.expect("the page has a section on the journal");
        let of_the_referee = [
            Cause::AdjudicatedWin,
            Cause::AdjudicatedDraw,
            Cause::TooLong,
            Cause::Resignation,
            Cause::Agreement,
            Cause::FalseClaim,
            Cause::IllegalMove,
            Cause::TimeForfeit,
            Cause::Stall,
            Cause::Crash,
            Cause::Disconnect,
            Cause::NoStart,
        ];
        for cause in of_the_referee {
            let name = serde_json::to_string(&cause).unwrap();
            assert!(journal.contains(&format!("`{}`", name.trim_matches('"'))), "{name}");
        }
    }

    #[test]
    fn scores_are_converted_to_one_scale() {
        let scores = [
            MoveScore::Mate(0),
            MoveScore::Mate(-1),
            MoveScore::Mate(-9),
            MoveScore::Cp(i32::MIN),
            MoveScore::Cp(-1),
            MoveScore::Cp(31),
            MoveScore::Mate(9),
            MoveScore::Mate(1),
        ];
        assert!(scores.is_sorted_by_key(|score| score.centipawns()));
        assert_eq!(scores.map(|score| score.to_string())[4..], ["-0.01", "+0.31", "+M9", "+M1"]);
        assert_eq!(MoveScore::Mate(-2).to_string(), "-M2");
    }
}
