//! A session over a WebSocket: each text message holds lines of the protocol.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::OwnedSemaphorePermit;

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

/// The board: every page has a session, and guests have rooms.
pub struct Sessions {
    limits: SessionLimits,
    library: Option<LibraryFile>,
    rooms: Arc<Rooms>,
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
        Self { limits, library, rooms: Arc::new(rooms), free_hash: AtomicUsize::new(ALL_HASH_MIB) }
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

    /// Runs a session until the page disconnects or the session ends. The permit is released once the session has
    /// ended.
    async fn serve(self: Arc<Self>, mut socket: WebSocket, place: OwnedSemaphorePermit) {
        let grant = Arc::clone(&self).grant_hash();
        let limits = SessionLimits { hash_mib: grant.mib, ..self.limits };
        let options = ServeOptions { limits, library: self.library.clone(), ..ServeOptions::default() };
        let close = match Pipe::start("board", options, (place, grant)) {
            Ok(pipe) => forward(&mut socket, pipe).await,
            Err(error) => Some(frame(close_code::ERROR, &format!("cannot start a thread: {error}"))),
        };
        socket::disconnect(&mut socket, close).await;
    }
}

/// Forwards messages in both directions. Returns the reason for disconnecting the page, unless the page disconnected.
async fn forward(socket: &mut WebSocket, pipe: Pipe) -> Option<CloseFrame> {
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
        let rooms = Rooms::new(RoomLimits::default(), limits, addresses);
        let sessions = Arc::new(Sessions::new(limits, None, rooms));
        let grants: Vec<_> = (0..1000).map(|_| Arc::clone(&sessions).grant_hash()).collect();
        assert_eq!((grants[0].mib, grants[999].mib), (48, 1));
        assert!(grants[..100].iter().map(|grant| grant.mib).sum::<usize>() < ALL_HASH_MIB);
        assert!(grants[..100].iter().all(|grant| grant.mib >= 2));
        drop(grants);
        assert_eq!(sessions.grant_hash().mib, 48);
    }
}
