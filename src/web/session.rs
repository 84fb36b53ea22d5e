//! A session over a WebSocket: each text message holds lines of the protocol.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::timeout;

use crate::base::release_free_memory;
use crate::library::LibraryFile;
use crate::protocol::{ServeOptions, SessionLimits};

use super::pipe::Pipe;
use super::rooms::Rooms;
use super::router::Service;
use super::socket::{self, Presence, frame};

/// The memory for the hash tables of all sessions, in MiB.
const ALL_HASH_MIB: usize = 1536;

/// A new session may use one part in this many of the memory that is left. The first sessions get plenty, and a hundred
/// get enough.
const HASH_SHARE: usize = 32;

/// The message by which a page ends the server.
const SHUT_DOWN: &str = "shutdown";

/// Why all pages are disconnected then.
const SHUT_DOWN_REASON: &str = "the server has been shut down by a page";

/// The time in which pages can be told that the server is shut down.
const FAREWELL_TIME: Duration = Duration::from_secs(1);

/// The board: every page has a session, and guests have rooms.
pub struct Sessions {
    limits: SessionLimits,
    library: Option<LibraryFile>,
    rooms: Arc<Rooms>,
    /// Whether a page has shut the server down.
    shut_down: watch::Sender<bool>,
    /// How much of [`ALL_HASH_MIB`] is left.
    free_hash: AtomicUsize,
}

/// The memory for hash tables that a session may use; it is returned when the session has ended.
struct HashGrant {
    sessions: Arc<Sessions>,
    mib: usize,
    /// The amount taken from [`Sessions::free_hash`]: less than the session may use if nothing was left.
    taken: usize,
}

impl Sessions {
    /// Sessions with these limits, which share the library, if there is one, and rooms.
    pub fn new(limits: SessionLimits, library: Option<LibraryFile>, rooms: Rooms) -> Self {
        let shut_down = watch::Sender::new(false);
        let free_hash = AtomicUsize::new(ALL_HASH_MIB);
        Self { limits, library, rooms: Arc::new(rooms), shut_down, free_hash }
    }

    fn grant_hash(self: Arc<Self>) -> HashGrant {
        let share = |free: usize| (free / HASH_SHARE).clamp(1, self.limits.hash_mib);
        let take = |free: usize| Some(free.saturating_sub(share(free)));
        let free = self.free_hash.fetch_update(Relaxed, Relaxed, take).unwrap_or_else(|free| free);
        HashGrant { mib: share(free), taken: share(free).min(free), sessions: self }
    }
}

impl Drop for HashGrant {
    fn drop(&mut self) {
        self.sessions.free_hash.fetch_add(self.taken, Relaxed);
        // The session that the memory was granted to has ended.
        release_free_memory();
    }
}

impl Service for Sessions {
    const PAGE: &'static str = "index.html";
    const SOCKET: &'static str = "session";
    /// Game records are the longest messages.
    const MAX_MESSAGE: usize = 512 << 10;

    fn rooms(&self) -> Option<&Arc<Rooms>> {
        Some(&self.rooms)
    }

    async fn prepare(&self) {
        self.rooms.resume().await;
    }

    /// Waits until a page shuts the server down and all sessions have been told.
    async fn ended(self: Arc<Self>) {
        // The sender lives as long as `self`, so that the wait ends with the message alone.
        let _ = self.shut_down.subscribe().wait_for(|&shut| shut).await;
        let _ = timeout(FAREWELL_TIME, self.shut_down.closed()).await;
    }

    /// Runs a session until the page disconnects or the session ends. The permit is released once the session has
    /// ended.
    async fn serve(self: Arc<Self>, mut socket: WebSocket, place: OwnedSemaphorePermit) {
        let grant = Arc::clone(&self).grant_hash();
        let limits = SessionLimits { hash_mib: grant.mib, ..self.limits };
        let options = ServeOptions { limits, library: self.library.clone(), ..ServeOptions::default() };
        // It lives until the page has been told that the server is shut down.
        let mut shut_down = self.shut_down.subscribe();
        let close = match Pipe::start("board", options, (place, grant)) {
            Ok(pipe) => forward(&mut socket, pipe, &self.shut_down, &mut shut_down).await,
            Err(error) => Some(frame(close_code::ERROR, &format!("cannot start a thread: {error}"))),
        };
        socket::disconnect(&mut socket, close).await;
        drop(shut_down);
    }
}

/// Forwards messages in both directions. Returns the reason for disconnecting the page, unless the page disconnected.
/// The page, or another one, may shut the server down.
async fn forward(
    socket: &mut WebSocket,
    pipe: Pipe,
    shut_down: &watch::Sender<bool>,
    is_shut_down: &mut watch::Receiver<bool>,
) -> Option<CloseFrame> {
    let Pipe { commands, mut answers, end } = pipe;
    let mut presence = Presence::new(socket::PING_INTERVAL, socket::PATIENCE);
    // A message for which the session has no room yet; no further message is read before it is passed on.
    let mut waiting = None;
    loop {
        tokio::select! {
            room = commands.reserve(), if waiting.is_some() => match (room, waiting.take()) {
                (Ok(room), Some(text)) => room.send(text),
                _ => return Some(frame(close_code::NORMAL, "the session has ended")),
            },
            message = socket.recv(), if waiting.is_none() => {
                presence.confirm();
                match message {
                    Some(Ok(Message::Text(text))) if text.as_str().trim() == SHUT_DOWN => {
                        shut_down.send_replace(true);
                    }
                    Some(Ok(Message::Text(text))) => waiting = Some(text.as_str().to_owned()),
                    Some(Ok(Message::Binary(_))) => {
                        return Some(frame(close_code::UNSUPPORTED, "a message must be text"));
                    }
                    Some(Ok(Message::Ping(data))) => {
                        if let Err(close) = socket::answer_ping(socket, data).await {
                            return Some(close);
                        }
                    }
                    Some(Ok(Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return None,
                    Some(Err(error)) => return Some(frame(close_code::SIZE, &error.to_string())),
                }
            }
            answer = answers.recv() => {
                let Some(text) = answer else {
                    let reason = end.await.unwrap_or_else(|_| "a bug in the engine ended the session".to_owned());
                    return Some(frame(close_code::NORMAL, &reason));
                };
                if let Err(close) = socket::send(socket, text).await {
                    return Some(close);
                }
            }
            _ = is_shut_down.changed() => return Some(frame(close_code::AWAY, SHUT_DOWN_REASON)),
            () = presence.tick() => {
                if let Err(close) = presence.check(socket, waiting.is_some()).await {
                    return Some(close);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::hosts::{Addresses, OwnNames};
    use crate::web::rooms::RoomLimits;

    #[test]
    fn many_sessions_share_the_memory_for_hash_tables() {
        let limits = SessionLimits { hash_mib: 256, ..SessionLimits::default() };
        let addresses = Addresses::new(([127, 0, 0, 1], 80).into(), OwnNames::default());
        let rooms = Rooms::new(RoomLimits::default(), limits, addresses, None);
        let sessions = Arc::new(Sessions::new(limits, None, rooms));
        let grants: Vec<_> = (0..1000).map(|_| Arc::clone(&sessions).grant_hash()).collect();
        assert_eq!((grants[0].mib, grants[999].mib), (48, 1));
        assert!(grants[..100].iter().map(|grant| grant.mib).sum::<usize>() < ALL_HASH_MIB);
        assert!(grants[..100].iter().all(|grant| grant.mib >= 2));
        drop(grants);
        assert_eq!(sessions.grant_hash().mib, 48);
    }
}
