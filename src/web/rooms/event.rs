use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::CloseFrame;
use tokio::sync::mpsc::Sender;
use tokio::sync::{oneshot, watch};

use crate::base::Side;

/// Why a guest is disconnected, as one of the codes that the WebSocket protocol leaves to applications.
pub mod close {
    /// Another page has taken the seat.
    pub const TAKEN: u16 = 4001;
    /// There are too many spectators.
    pub const FULL: u16 = 4002;
    /// The room has ended.
    pub const ENDED: u16 = 4003;
}

/// What an address of a room leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The seat that was of this side in the first game of the room.
    Seat(Side),
    /// A spectator's place.
    Spectator,
}

/// Somebody who connects to a room.
#[derive(Debug)]
pub struct Arrival {
    /// Where.
    pub place: Place,
    /// Whether it is the host, who knows the token of the board.
    pub is_host: bool,
    /// What is sent to this guest alone.
    pub outbox: Sender<Outgoing>,
    /// Takes the guest's number, and what is sent to everybody.
    pub joined: oneshot::Sender<(u64, watch::Receiver<Arc<str>>)>,
}

/// What reaches a room.
#[derive(Debug)]
pub enum Event {
    /// Somebody connects.
    Arrive(Arrival),
    /// A guest has sent a message.
    Ask {
        /// The guest's number.
        guest: u64,
        /// The message.
        text: String,
        /// When it came.
        at: Instant,
    },
    /// A guest has disconnected.
    Leave {
        /// The guest's number.
        guest: u64,
    },
}

/// What is sent to one guest.
#[derive(Debug)]
pub enum Outgoing {
    /// A message.
    Text(String),
    /// The guest is disconnected.
    Close(CloseFrame),
}
