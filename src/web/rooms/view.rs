//! What a room tells its guests.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use serde_json::{Value, json};

use crate::base::Side;

use super::event::{Outgoing, Place};
use super::room::{Guest, Room};
use super::swap2::Swap2;

impl Room {
    /// Tells a guest who it is; the host also, which addresses there are.
    pub(super) fn welcome(&self, guest: &Guest) {
        let mut message = json!({
            "type": "welcome",
            "role": self.side_of(guest.place).map_or(json!("spectator"), |side| json!(side)),
            "host": guest.is_host,
        });
        if guest.is_host {
            message["invitation"] = self.invitation.to_json(self.is_swapped);
        }
        let _ = guest.outbox.try_send(Outgoing::Text(message.to_string()));
    }

    /// Sends the state of the room to everybody.
    pub(super) fn publish(&mut self) {
        match (self.guests.is_empty(), self.empty_since) {
            (true, None) => self.empty_since = Some(Instant::now()),
            (false, _) => self.empty_since = None,
            _ => {}
        }
        self.is_idle.store(self.guests.is_empty() && self.game.result().is_some(), Relaxed);
        self.view.send_replace(Arc::from(self.describe().to_string()));
    }

    /// The state of the room.
    pub(super) fn describe(&self) -> Value {
        let seat = |side: Side| {
            json!({
                "occupant": self.game.occupant(side),
                "present": self.game.is_engine(side) || self.is_present(side),
            })
        };
        let spectators = self.guests.iter().filter(|guest| guest.place == Place::Spectator).count();
        json!({
            "type": "room",
            "first": seat(Side::First),
            "second": seat(Side::Second),
            "spectators": spectators,
            "begun": self.game.has_begun(),
            "interrupted": self.game.is_interrupted(),
            "kept": self.is_kept,
            "opening": self.game.opening().map(Swap2::describe),
            "swapped": self.is_swapped,
            "thinking": self.thought.is_some(),
            "control": self.game.clock().control(),
            "clocks": self.clocks(),
            "offer": self.game.offer(),
            "happening": self.game.happening(),
            "result": self.game.result(),
            "state": self.position.state,
        })
    }

    /// What the clocks show, in milliseconds.
    pub(super) fn clocks(&self) -> Value {
        let (clock, now) = (self.game.clock(), Instant::now());
        let left = |side| u64::try_from(clock.left(side, now).as_millis()).unwrap_or(u64::MAX);
        json!({ "first": left(Side::First), "second": left(Side::Second), "running": clock.running() })
    }

    /// Sends a message to everybody. Who does not read misses it.
    pub(super) fn tell_all(&self, message: &Value) {
        let text = message.to_string();
        for guest in &self.guests {
            let _ = guest.outbox.try_send(Outgoing::Text(text.clone()));
        }
    }
}
