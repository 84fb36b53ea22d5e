//! What every WebSocket needs: pages that are gone, or do not read, are disconnected with a reason.

use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

/// How often a page is asked whether it is still there.
pub const PING_INTERVAL: Duration = Duration::from_secs(20);

/// A page that sends nothing for this long, not even answers to pings, or that takes this long to read a message, is
/// disconnected.
pub const PATIENCE: Duration = Duration::from_secs(70);

/// A client that has sent a ping must read the answer within this time. Unread answers would pile up.
const PONG_TIME: Duration = Duration::from_secs(5);

/// How long a page may take to read the reason why it is disconnected.
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// Whether a page is still there.
pub struct Presence {
    pings: Interval,
    patience: Duration,
    last_received: Instant,
}

impl Presence {
    /// A page that has just connected. It is asked so often whether it is still there, and may be silent for so long.
    pub fn new(ping_interval: Duration, patience: Duration) -> Self {
        let mut pings = interval(ping_interval);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { pings, patience, last_received: Instant::now() }
    }

    /// The page has sent something.
    pub fn confirm(&mut self) {
        self.last_received = Instant::now();
    }

    /// Waits until it is time for [`Presence::check`].
    pub async fn tick(&mut self) {
        self.pings.tick().await;
    }

    /// Asks the page whether it is still there. `is_unread` means that messages from the page are not being read at the
    /// moment.
    ///
    /// # Errors
    /// If the page has not answered for too long.
    pub async fn check(&self, socket: &mut WebSocket, is_unread: bool) -> Result<(), CloseFrame> {
        let silent = self.last_received.elapsed() > self.patience && !is_unread;
        let ping = Message::Ping("".into());
        if silent || !matches!(timeout(self.patience, socket.send(ping)).await, Ok(Ok(()))) {
            return Err(frame(close_code::POLICY, "the page does not answer"));
        }
        Ok(())
    }
}

/// Sends a text.
///
/// # Errors
/// If the page does not read it in time.
pub async fn send(socket: &mut WebSocket, text: String) -> Result<(), CloseFrame> {
    match timeout(PATIENCE, socket.send(Message::Text(text.into()))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(frame(close_code::POLICY, "the page does not read its messages")),
    }
}

/// Answers the ping with this data before anything else is received. The answer replaces the one prepared by the
/// library, which is only sent when something else is received or sent.
///
/// # Errors
/// If the page does not read it in time.
pub async fn answer_ping(socket: &mut WebSocket, data: Bytes) -> Result<(), CloseFrame> {
    match timeout(PONG_TIME, socket.send(Message::Pong(data))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(frame(close_code::POLICY, "the page does not read the answers to its pings")),
    }
}

/// Disconnects a page for this reason, if it has not disconnected itself.
pub async fn disconnect(socket: &mut WebSocket, close: Option<CloseFrame>) {
    if let Some(close) = close {
        log::info!("a page is disconnected: {}", close.reason);
        let _ = timeout(CLOSE_TIME, socket.send(Message::Close(Some(close)))).await;
    }
}

/// A reason for disconnecting. The protocol allows 123 bytes of text.
pub fn frame(code: u16, reason: &str) -> CloseFrame {
    let end = reason.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|&end| end <= 123).last();
    CloseFrame { code, reason: reason[..end.unwrap_or(0)].into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_reasons_are_cut_between_characters() {
        let reason = frame(close_code::NORMAL, &"将".repeat(100)).reason;
        assert_eq!(reason.as_str(), "将".repeat(41));
        assert_eq!(frame(close_code::NORMAL, "short").reason.as_str(), "short");
    }
}
