use std::fmt;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::base::{Outcome, Reason, Side};
use crate::rules::Variant;

use super::TimeControl;

/// Everything there is to say about one finished game. One line of a journal holds one record as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's number in its schedule, from 0.
    pub game: usize,
    /// The number of the pair of games that share an opening, from 0.
    pub pair: usize,
    /// The round of the tournament, from 0; in a match each pair is a round.
    pub round: usize,
    /// The tournament's or match's name.
    pub event: String,
    /// The game that was played.
    pub variant: Variant,
    /// The game's own options (those of `GameOptions::SPECS`) that were set, as name and value: `UCI_Chess960`, say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The players' names: who moved first in a game from the starting position, and the other.
    pub players: [String; 2],
    /// The players' time controls, in the same order.
    pub time_controls: [TimeControl; 2],
    /// The position that the game started from, always written out.
    pub fen: String,
    /// How many of the moves, from the first, were given by the opening.
    pub opening_plies: usize,
    /// All moves, those of the opening among them.
    pub moves: Vec<MoveRecord>,
    /// Who won; `1-0`, `0-1` or `1/2-1/2` in the journal.
    #[serde(with = "outcome_text")]
    pub outcome: Outcome,
    /// Why the game ended.
    pub termination: Termination,
    /// When the game's turn came, before its players were started or told of it.
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

    /// The side that was to move in the position that the game started from.
    pub fn starting_side(&self) -> Side {
        let first = match self.variant {
            Variant::Chess | Variant::Xiangqi | Variant::Zhonggong => "w",
            Variant::Gomoku | Variant::GomokuStandard | Variant::Renju => "b",
        };
        if self.fen.split_ascii_whitespace().nth(1) == Some(first) { Side::First } else { Side::Second }
    }

    /// The side that made the move at this index of [`GameRecord::moves`], where `starting_side` was to move first.
    pub const fn mover(starting_side: Side, index: usize) -> Side {
        if index.is_multiple_of(2) { starting_side } else { starting_side.opponent() }
    }
}

/// One move of a finished game, with what its player said of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move as the protocol writes it.
    pub text: String,
    /// What the mover thought that the position was worth to itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<MoveScore>,
    /// The depth of the search, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The time from the question to the answer as the referee measured it, in microseconds; nothing for a move of the
    /// opening.
    #[serde(default, rename = "time_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// Positions that the search visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl MoveRecord {
    /// A move of the opening, which nobody thought about.
    pub fn of_opening(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// What a player thinks that a position is worth to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveScore {
    /// Hundredths of a pawn, or of the unit that the player has instead.
    Cp(i32),
    /// A forced win in this many moves of the winner; negative where the mover is the loser, and 0 where it has lost
    /// already.
    Mate(i32),
}

impl MoveScore {
    /// The score on one scale: hundredths of a pawn, with mates beyond all other scores, the nearer the farther.
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
    /// As PGN comments have it: `+0.31`, `-M4`.
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
    /// The side that lost by its own fault: a move, an answer too late, a crash. Nobody is blamed for a mate or a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blamed: Option<Side>,
    /// What else there is to say: the illegal move and what was wrong with it, by how much the time was overstepped.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Both players' scores agreed long enough that one had won.
    AdjudicatedWin,
    /// Both players' scores agreed long enough that neither would win.
    AdjudicatedDraw,
    /// The game was longer than the referee allows, and is drawn.
    TooLong,
    /// A player gave up.
    Resignation,
    /// Both players offered a draw.
    Agreement,
    /// A player would not go on as it took the game for over, or its opponent's legal move for illegal.
    FalseClaim,
    /// A player made a move that the rules do not allow, or one that is none.
    IllegalMove,
    /// A player answered after its time was up.
    TimeForfeit,
    /// A player did not answer at all and was killed.
    Stall,
    /// A player's program ended by itself, with an error or a signal.
    Crash,
    /// A player's program closed its output or left as if it had been told to.
    Disconnect,
    /// A player's program could not be started, or did not speak a known protocol, or refuses the game.
    NoStart,
    /// The rulebook ended the game.
    #[serde(untagged)]
    Rule(Reason),
}

impl Cause {
    /// Whether the game ended as its players' play decided: by the rules, by resignation, agreement or adjudication.
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

/// Durations, if any, as whole microseconds.
mod microseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    // The signature is the one that serde asks for.
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

/// Outcomes as PGN writes them.
mod outcome_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::base::{Outcome, Side};

    // The signature is the one that serde asks for.
    #[expect(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(outcome)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let text = String::deserialize(deserializer)?;
        [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw]
            .into_iter()
            .find(|outcome| outcome.to_string() == text)
            .ok_or_else(|| D::Error::custom(format!("{text:?} is no result of a game")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_survive_the_journal() {
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
    fn scores_have_one_scale() {
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
