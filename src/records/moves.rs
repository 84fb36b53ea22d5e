use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A move of a game, with the information that its player reported.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in protocol notation.
    pub text: String,
    /// The mover's score, from its own point of view.
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
    /// The player's principal variation in protocol notation, starting with this move; empty if unknown or not kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
}

impl MoveRecord {
    /// A move without search information.
    pub fn of_text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// A player's score from its own point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveScore {
    /// Centipawns, or the player's own unit.
    Cp(i32),
    /// A forced win in this many moves of the winner; negative if the mover loses, 0 if it is mated already.
    Mate(i32),
}

impl MoveScore {
    /// The score on a single scale: centipawns, with mates beyond all other scores, shorter ones farther out.
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
    /// The form used in PGN comments: `+0.31`, `-M4`.
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

#[cfg(test)]
mod tests {
    use super::*;

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
