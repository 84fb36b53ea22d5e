use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{oneshot, watch};
use tokio::time::sleep_until;

use crate::web::socket::{self, Presence, frame};

use super::event::{Arrival, Event, Outgoing, Place, close};

/// How often a guest is asked whether it is still there, and how long it may be silent: the other player is told soon.
const PING_INTERVAL: Duration = Duration::from_secs(4);
const PATIENCE: Duration = Duration::from_secs(12);

/// Messages to one guest that may wait. A guest who reads none misses what does not fit.
const QUEUED_MESSAGES: usize = 16;

/// How many messages a guest may send at once, and how long it takes until it may send one more.
const BURST: u32 = 20;
const MESSAGE_INTERVAL: Duration = Duration::from_millis(250);

/// The messages that a guest may send: some at once, and then not too many in a time. More are read later, so that a
/// flood slows nobody but its sender.
#[derive(Debug)]
struct Allowance {
    /// When as many messages as possible may be sent at once again.
    full: Instant,
}

impl Allowance {
    fn new(now: Instant) -> Self {
        Self { full: now }
    }

    /// A message was sent.
    fn spend(&mut self, now: Instant) {
        self.full = self.full.max(now) + MESSAGE_INTERVAL;
    }

    /// When a message may be sent.
    fn next(&self) -> Option<Instant> {
        self.full.checked_sub(MESSAGE_INTERVAL * (BURST - 1))
    }

    fn is_open(&self, now: Instant) -> bool {
        self.next().is_none_or(|next| next <= now)
    }
}

/// Connects a guest to a room until one of them leaves.
pub async fn serve(mut socket: WebSocket, room: Sender<Event>, place: Place, is_host: bool) {
    let (outbox, messages) = channel(QUEUED_MESSAGES);
    let (joined, number) = oneshot::channel();
    let arrival = Arrival { place, is_host, outbox, joined };
    let close = if room.send(Event::Arrive(arrival)).await.is_err() {
        Some(frame(close::ENDED, "the room has ended"))
    } else {
        attend(&mut socket, &room, messages, number).await
    };
    socket::disconnect(&mut socket, close).await;
}

async fn attend(
    socket: &mut WebSocket,
    room: &Sender<Event>,
    mut messages: Receiver<Outgoing>,
    joined: oneshot::Receiver<(u64, watch::Receiver<Arc<str>>)>,
) -> Option<CloseFrame> {
    let Ok((guest, view)) = joined.await else {
        return match messages.recv().await {
            Some(Outgoing::Close(close)) => Some(close),
            _ => Some(frame(close::ENDED, "the room has ended")),
        };
    };
    let close = forward(socket, room, messages, view, guest).await;
    let _ = room.send(Event::Leave { guest }).await;
    close
}

/// Forwards messages in both directions. Returns the reason for disconnecting the guest, unless it disconnected.
async fn forward(
    socket: &mut WebSocket,
    room: &Sender<Event>,
    mut messages: Receiver<Outgoing>,
    mut view: watch::Receiver<Arc<str>>,
    guest: u64,
) -> Option<CloseFrame> {
    let mut presence = Presence::new(PING_INTERVAL, PATIENCE);
    let mut allowance = Allowance::new(Instant::now());
    loop {
        let is_open = allowance.is_open(Instant::now());
        let text = tokio::select! {
            biased;
            message = messages.recv() => match message {
                Some(Outgoing::Text(text)) => text,
                Some(Outgoing::Close(close)) => return Some(close),
                None => return Some(frame(close::ENDED, "the room has ended")),
            },
            changed = view.changed() => match changed {
                Ok(()) => view.borrow_and_update().to_string(),
                // The reason is among the messages.
                Err(_) => pending().await,
            },
            () = presence.tick() => {
                if let Err(close) = presence.check(socket, !is_open).await {
                    return Some(close);
                }
                continue;
            }
            () = open_at(allowance.next()), if !is_open => continue,
            message = socket.recv(), if is_open => {
                presence.confirm();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        let at = Instant::now();
                        allowance.spend(at);
                        let ask = Event::Ask { guest, text: text.as_str().to_owned(), at };
                        if room.send(ask).await.is_err() {
                            return Some(frame(close::ENDED, "the room has ended"));
                        }
                    }
                    Some(Ok(Message::Ping(data))) => {
                        allowance.spend(Instant::now());
                        if let Err(close) = socket::answer_ping(socket, data).await {
                            return Some(close);
                        }
                    }
                    Some(Ok(Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_))) => {
                        return Some(frame(close_code::UNSUPPORTED, "a message must be text"));
                    }
                    Some(Ok(Message::Close(_))) | None => return None,
                    Some(Err(error)) => return Some(frame(close_code::SIZE, &error.to_string())),
                }
                continue;
            }
        };
        if let Err(close) = socket::send(socket, text).await {
            return Some(close);
        }
    }
}

async fn open_at(time: Option<Instant>) {
    if let Some(time) = time {
        sleep_until(time.into()).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_may_send_some_messages_at_once_and_then_one_at_a_time() {
        let start = Instant::now() + Duration::from_mins(1);
        let mut allowance = Allowance::new(start);
        let sent = (0..100).take_while(|_| {
            let is_open = allowance.is_open(start);
            if is_open {
                allowance.spend(start);
            }
            is_open
        });
        assert_eq!(sent.count(), BURST as usize);
        let next = start + MESSAGE_INTERVAL;
        assert_eq!(allowance.next(), Some(next));
        assert!(allowance.is_open(next));
        allowance.spend(next);
        assert!(!allowance.is_open(next));
        assert!(allowance.is_open(start + Duration::from_mins(2)));
    }
}
