//! What guests and the host ask of a room, and why it is refused. `docs/board-messages.md` describes the messages.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::base::Side;

use super::swap2::Choice;

/// Who plays a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Occupant {
    /// Whoever has the address of the seat.
    Person {},
    /// The engine.
    Engine {
        /// Its rating in Elo; 0 is full strength.
        level: u32,
    },
}

/// What one player proposes and the other one accepts or declines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// To end the game as a draw.
    Draw,
    /// To take back the last move of the player who asks, and what followed it.
    TakeBack,
    /// To play again with sides exchanged.
    Rematch,
}

/// A request from somebody in a room.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// To make a move, in any notation of the game.
    Move {
        /// The move.
        #[serde(rename = "move")]
        text: String,
        /// The number of moves before it, by which a move that was meant for another position is recognised.
        ply: usize,
    },
    /// To explain why a move is illegal.
    Why {
        /// The move.
        #[serde(rename = "move")]
        text: String,
    },
    /// To offer something.
    Offer {
        /// What.
        offer: OfferKind,
    },
    /// To accept the other player's offer.
    Accept {
        /// What was offered.
        offer: OfferKind,
    },
    /// To decline the other player's offer.
    Decline {
        /// What was offered.
        offer: OfferKind,
    },
    /// To take back one's own offer.
    Withdraw {},
    /// To choose in the Swap2 opening.
    Choose {
        /// What.
        choice: Choice,
    },
    /// To resign.
    Resign {},
    /// To let the engine, or again a person, play a side. Only the host may.
    Seat {
        /// The side.
        side: Side,
        /// Who plays it from now on.
        occupant: Occupant,
    },
    /// To end the room. Only the host may.
    Close {},
}

/// Why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It cannot be read.
    #[error("the message cannot be read: {0}")]
    Malformed(String),
    /// A spectator asks for what players do.
    #[error("spectators do not play")]
    Spectator,
    /// The engine plays the side.
    #[error("the engine plays this side")]
    EngineSeat,
    /// Only the host may do this.
    #[error("only the host of the game can do this")]
    NotHost,
    /// Not everybody has come yet.
    #[error("the game begins when both players are there")]
    NotBegun,
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The game goes on.
    #[error("the game is not over")]
    NotOver,
    /// It is the other side's turn.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// The move was meant for another position.
    #[error("the position has changed")]
    Outdated,
    /// The rules forbid the move.
    #[error("{0}")]
    Illegal(String),
    /// The game that was to be opened is not possible.
    #[error("{text}")]
    Impossible {
        /// Why, in words.
        text: String,
        /// What the session says about it, as the command `why` does.
        why: Option<Value>,
    },
    /// Nothing was offered, or not this, or not by the other player.
    #[error("the other player does not offer this any more")]
    NoOffer,
    /// The other player has offered something else, which is to be answered first.
    #[error("the other player's offer is to be answered first")]
    Unanswered,
    /// The same offer was declined a moment ago.
    #[error("this was declined; it can be offered again after the next move")]
    Declined,
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// Somebody plays this side.
    #[error("somebody is in this seat")]
    Taken,
    /// The engine would play against itself.
    #[error("one of the players must be a person")]
    TwoEngines,
    /// The engine would play the Swap2 opening.
    #[error("only people play the Swap2 opening here")]
    OpeningOfPeople,
    /// Somebody is to choose before the next stone is placed.
    #[error("a choice comes before the next stone")]
    ChoiceFirst,
    /// There is nothing to choose, or not for this player, or not this.
    #[error("there is no such choice now")]
    NoChoice,
    /// The room's game cannot be played on.
    #[error("the server cannot go on with this game: {0}")]
    Broken(String),
}

impl Refusal {
    /// A short name for programs, which never changes.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed",
            Self::Spectator => "spectator",
            Self::EngineSeat => "engine-seat",
            Self::NotHost => "not-host",
            Self::NotBegun => "not-begun",
            Self::Over => "over",
            Self::NotOver => "not-over",
            Self::NotYourTurn => "not-your-turn",
            Self::Outdated => "outdated",
            Self::Illegal(_) | Self::Impossible { .. } => "illegal",
            Self::NoOffer => "no-offer",
            Self::Unanswered => "unanswered",
            Self::Declined => "declined",
            Self::NothingToTakeBack => "nothing-to-take-back",
            Self::Taken => "taken",
            Self::TwoEngines => "two-engines",
            Self::OpeningOfPeople => "opening-of-people",
            Self::ChoiceFirst => "choice-first",
            Self::NoChoice => "no-choice",
            Self::Broken(_) => "broken",
        }
    }
}

/// The longest text of a move: a trade names up to five points.
const LONGEST_MOVE: usize = 40;

/// Whether a text can stand as one move in a line of the protocol. What it means is the session's matter.
pub fn is_move_text(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= LONGEST_MOVE
        && !text.chars().any(|c| c.is_whitespace() || c.is_control())
}

impl Request {
    /// Reads a message.
    ///
    /// # Errors
    /// If it is none of a guest's.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let request: Self =
            serde_json::from_str(text).map_err(|error| Refusal::Malformed(error.to_string()))?;
        match &request {
            Self::Move { text, .. } | Self::Why { text } if !is_move_text(text) => {
                Err(Refusal::Malformed("a move is one word of at most 40 bytes".to_owned()))
            }
            _ => Ok(request),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read() {
        for (text, request) in [
            (r#"{"type":"move","move":"e2e4","ply":0}"#, Request::Move { text: "e2e4".to_owned(), ply: 0 }),
            (r#"{"type":"why","move":"炮二平五"}"#, Request::Why { text: "炮二平五".to_owned() }),
            (r#"{"type":"offer","offer":"take-back"}"#, Request::Offer { offer: OfferKind::TakeBack }),
            (r#"{"type":"accept","offer":"draw"}"#, Request::Accept { offer: OfferKind::Draw }),
            (r#"{"type":"decline","offer":"rematch"}"#, Request::Decline { offer: OfferKind::Rematch }),
            (r#"{"type":"withdraw"}"#, Request::Withdraw {}),
            (r#"{"type":"choose","choice":"two"}"#, Request::Choose { choice: Choice::Two }),
            (r#"{"type":"resign"}"#, Request::Resign {}),
            (
                r#"{"type":"seat","side":"second","occupant":{"kind":"engine","level":1200}}"#,
                Request::Seat { side: Side::Second, occupant: Occupant::Engine { level: 1200 } },
            ),
            (r#"{"type":"close"}"#, Request::Close {}),
        ] {
            assert_eq!(Request::parse(text), Ok(request), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let long = format!(r#"{{"type":"move","ply":0,"move":"{}"}}"#, "x".repeat(41));
        for text in [
            "",
            "go infinite",
            "{}",
            "[]",
            "null",
            r#"{"type":"go"}"#,
            r#"{"type":"move"}"#,
            r#"{"type":"move","move":"e2e4"}"#,
            r#"{"type":"move","move":"e2e4","ply":-1}"#,
            r#"{"type":"move","move":"","ply":0}"#,
            r#"{"type":"move","move":"e2e4 e7e5","ply":0}"#,
            r#"{"type":"move","move":"e2e4\ngo infinite","ply":0}"#,
            r#"{"type":"why","move":"a\u0000"}"#,
            r#"{"type":"why","move":"a\u2028b"}"#,
            r#"{"type":"resign","side":"second"}"#,
            r#"{"type":"close","all":true}"#,
            r#"{"type":"choose","choice":"three"}"#,
            r#"{"type":"offer","offer":"a draw"}"#,
            r#"{"type":"seat","side":"third","occupant":{"kind":"person"}}"#,
            &long,
        ] {
            assert_eq!(Request::parse(text).map_err(|refusal| refusal.code()), Err("malformed"), "{text}");
        }
    }
}
