//! What is kept of a room.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::Side;
use crate::web::hosts::Addresses;
use crate::web::token::{Token, TokenError};

use super::Invitation;
use super::game::KeptGame;
use super::new_room::NewRoom;
use super::room::Room;

/// The version of the format. A file of another one is not read.
const VERSION: u32 = 1;

/// A room as its file has it: enough to go on with its game, with the same addresses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptRoom {
    version: u32,
    /// The request that would open a room with the moves and the players of this one.
    pub room: NewRoom,
    /// The rest of the game.
    pub game: KeptGame,
    seats: [String; 2],
    watch: String,
    /// Whether the sides are exchanged, by a rematch or in Swap2.
    pub is_swapped: bool,
}

impl KeptRoom {
    /// Reads what a file holds.
    ///
    /// # Errors
    /// If it is none of a room's, or of another version.
    pub fn parse(text: &str) -> io::Result<Self> {
        let invalid = |words: String| io::Error::new(io::ErrorKind::InvalidData, words);
        let value: Value = serde_json::from_str(text).map_err(|error| invalid(error.to_string()))?;
        match value.get("version").and_then(Value::as_u64) {
            Some(version) if version == u64::from(VERSION) => {}
            Some(version) => return Err(invalid(format!("its format has version {version}, not {VERSION}"))),
            None => return Err(invalid("it is not the file of a room".to_owned())),
        }
        serde_json::from_value(value).map_err(|error| invalid(error.to_string()))
    }

    /// What is written to a file.
    pub fn to_text(&self) -> String {
        serde_json::json!(self).to_string()
    }

    /// The invitation of the room, to a server with these addresses.
    ///
    /// # Errors
    /// If one of the secrets is none.
    pub fn invitation(&self, addresses: Arc<Addresses>) -> Result<Invitation, TokenError> {
        let [first, second] = &self.seats;
        let seats = [Token::parse(first)?, Token::parse(second)?];
        Ok(Invitation { seats, watch: Token::parse(&self.watch)?, addresses })
    }
}

impl Room {
    /// What is kept of the room as it is now.
    pub(super) fn kept(&self) -> KeptRoom {
        let ply = self.position.standing.ply;
        let moves = self.position.state.get("moves").and_then(Value::as_array);
        let moves = moves.into_iter().flatten().take(ply);
        let text = |one: &Value| one.get("move").and_then(Value::as_str).map(str::to_owned);
        let room = NewRoom {
            moves: moves.filter_map(text).collect(),
            control: self.game.clock().control(),
            first: self.game.occupant(Side::First),
            second: self.game.occupant(Side::Second),
            ..self.opened.clone()
        };
        let Invitation { seats, watch, .. } = &self.invitation;
        KeptRoom {
            version: VERSION,
            room,
            game: self.game.kept(Instant::now()),
            seats: seats.each_ref().map(ToString::to_string),
            watch: watch.to_string(),
            is_swapped: self.is_swapped,
        }
    }

    /// Writes the room to its file, if it has one.
    pub(super) fn keep(&mut self) {
        let Some(mut file) = self.file.take() else { return };
        let written = file.write(&self.kept());
        self.file = Some(file);
        if let Err(error) = &written
            && self.is_kept
        {
            log::warn!("a game between people cannot be kept: {error}");
        }
        self.is_kept = written.is_ok();
    }
}
