use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::de::IntoDeserializer;
use serde::de::value::Error as ValueError;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::base::{Reason, Side, shorten};
use crate::games::Variant;

/// Why a game ended, and who is to blame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Termination {
    /// What ended the game.
    pub cause: Cause,
    /// The side that lost through its own fault: an illegal move, a late answer, a crash. Nobody is blamed for a mate
    /// or a draw.
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
    /// Both players' scores agreed for long enough that one of them wins.
    AdjudicatedWin,
    /// Both players' scores agreed for long enough that the game is drawn.
    AdjudicatedDraw,
    /// The position is in the endgame tables.
    EndgameTables,
    /// The game reached the maximum length and is drawn.
    TooLong,
    /// A player resigned.
    Resignation,
    /// Both players offered a draw.
    Agreement,
    /// A player stopped because it believed the game to be over, or its opponent's legal move to be illegal.
    FalseClaim,
    /// A player made an illegal or unreadable move.
    IllegalMove,
    /// A player exceeded its time.
    TimeForfeit,
    /// A player did not answer at all and was killed.
    Stall,
    /// A player's program exited with an error or was killed by a signal.
    Crash,
    /// A player's program exited normally or closed its output.
    Disconnect,
    /// A player's program could not be started, spoke no known protocol, or refused the game.
    NoStart,
    /// The game ended by its rules.
    #[serde(untagged, deserialize_with = "read_reason")]
    Rule(Reason),
}

/// Reads the code of a reason of any game.
fn read_reason<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Reason, D::Error> {
    let code = String::deserialize(deserializer)?;
    let found = Variant::reasons().find(|reason| reason.code == code);
    found.ok_or_else(|| D::Error::custom(CauseError(shorten(&code))))
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

/// The error for a text that is not the name of a [`Cause`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is not a cause for which games end, such as resignation or time-forfeit")]
pub struct CauseError(String);

impl FromStr for Cause {
    type Err = CauseError;

    /// Reads a cause by its name in journals.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let deserializer: serde::de::value::StrDeserializer<'_, ValueError> = name.into_deserializer();
        Self::deserialize(deserializer).map_err(|_| CauseError(shorten(name)))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rule(reason) => return reason.fmt(f),
            Self::AdjudicatedWin => "adjudicated win",
            Self::AdjudicatedDraw => "adjudicated draw",
            Self::EndgameTables => "endgame tables",
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zhonggong::reasons;

    #[test]
    fn names_of_causes_are_read() {
        assert_eq!("five-pawns".parse(), Ok(Cause::Rule(reasons::FIVE_PAWNS)));
        for name in ["", "Resignation", "time forfeit", "rule"] {
            assert!(name.parse::<Cause>().is_err(), "{name:?}");
        }
    }

    #[test]
    fn every_cause_is_documented() {
        let document = include_str!("../../docs/arena.md");
        let journal = document.split("\n## The journal\n").nth(1).and_then(|rest| rest.split("\n## ").next());
        let journal = journal.expect("the document has a section on the journal");
        let of_the_referee = [
            Cause::AdjudicatedWin,
            Cause::AdjudicatedDraw,
            Cause::EndgameTables,
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
            let name = name.trim_matches('"');
            assert!(journal.contains(&format!("`{name}`")), "{name}");
            assert_eq!(name.parse(), Ok(cause));
        }
    }
}
