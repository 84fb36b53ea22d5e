//! A session over a WebSocket: each text message holds lines of the protocol.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, oneshot};

use crate::base::release_free_memory;
use crate::library::LibraryFile;
use crate::protocol::{self, Output, ServeOptions, SessionLimits};

use super::router::Service;
use super::socket::{self, Presence, frame};

/// The number of messages queued for the session. Beyond that, the page has to wait.
const QUEUED_MESSAGES: usize = 8;

/// The number of messages queued for the page. An answer may have several megabytes, so a longer queue could take much
/// memory if a page does not read.
const QUEUED_ANSWERS: usize = 1;

/// The memory for the hash tables of all sessions, in MiB.
const ALL_HASH_MIB: usize = 1536;

/// A new session may use one part in this many of the memory that is left. The first sessions get plenty, and a hundred
/// get enough.
const HASH_SHARE: usize = 32;

/// The board: every page has a session.
pub struct Sessions {
    limits: SessionLimits,
    library: Option<LibraryFile>,
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
    /// Sessions with these limits, which share the library, if there is one.
    pub fn new(limits: SessionLimits, library: Option<LibraryFile>) -> Self {
        Self { limits, library, free_hash: AtomicUsize::new(ALL_HASH_MIB) }
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

    /// Runs a session until the page disconnects or the session ends. The permit is released once the session has
    /// ended.
    async fn serve(self: Arc<Self>, mut socket: WebSocket, place: OwnedSemaphorePermit) {
        let (commands, input) = channel(QUEUED_MESSAGES);
        let (output, answers) = channel(QUEUED_ANSWERS);
        let (ended, end) = oneshot::channel();
        let session = move || {
            let limits = self.limits;
            let grant = self.grant_hash();
            let limits = SessionLimits { hash_mib: grant.mib, ..limits };
            let library = grant.sessions.library.clone();
            let options = ServeOptions { limits, library, ..ServeOptions::default() };
            // If the page has disconnected, the reason is not needed.
            let _ = ended.send(serve(input, output, &options));
            drop((place, grant));
        };
        let close = match thread::Builder::new().name("board".to_owned()).spawn(session) {
            Ok(_) => forward(&mut socket, commands, answers, end).await,
            Err(error) => Some(frame(close_code::ERROR, &format!("cannot start a thread: {error}"))),
        };
        socket::disconnect(&mut socket, close).await;
    }
}

/// Forwards messages in both directions. Returns the reason for disconnecting the page, unless the page disconnected.
async fn forward(
    socket: &mut WebSocket,
    commands: Sender<String>,
    mut answers: Receiver<String>,
    end: oneshot::Receiver<String>,
) -> Option<CloseFrame> {
    let mut presence = Presence::new();
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

/// Serves the session; returns the reason why it ended.
fn serve(input: Receiver<String>, output: Sender<String>, options: &ServeOptions) -> String {
    let output = match Output::new(MessageWriter(output)) {
        Ok(output) => output,
        Err(error) => return format!("cannot start a thread: {error}"),
    };
    match protocol::serve(MessageReader { input, text: Vec::new(), read: 0 }, &output, options) {
        Ok(_) => "the session has ended".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// Reads the lines of messages. Each message ends a line, even if its text does not.
struct MessageReader {
    input: Receiver<String>,
    text: Vec<u8>,
    /// The number of bytes of `text` that have been read.
    read: usize,
}

impl BufRead for MessageReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.read == self.text.len() {
            let Some(message) = self.input.blocking_recv() else { return Ok(&[]) };
            self.text = message.into_bytes();
            self.text.push(b'\n');
            self.read = 0;
        }
        Ok(&self.text[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

impl Read for MessageReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

/// Sends the text of each write as one message.
struct MessageWriter(Sender<String>);

impl Write for MessageWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.0.blocking_send(text).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_sessions_share_the_memory_for_hash_tables() {
        let limits = SessionLimits { hash_mib: 256, ..SessionLimits::default() };
        let sessions = Arc::new(Sessions::new(limits, None));
        let grants: Vec<_> = (0..1000).map(|_| Arc::clone(&sessions).grant_hash()).collect();
        assert_eq!((grants[0].mib, grants[999].mib), (48, 1));
        assert!(grants[..100].iter().map(|grant| grant.mib).sum::<usize>() < ALL_HASH_MIB);
        assert!(grants[..100].iter().all(|grant| grant.mib >= 2));
        drop(grants);
        assert_eq!(sessions.grant_hash().mib, 48);
    }

    #[test]
    fn messages_are_lines() {
        let (sender, input) = channel(4);
        for text in ["uci", "isready\nquit", ""] {
            sender.try_send(text.to_owned()).expect("room");
        }
        drop(sender);
        let reader = MessageReader { input, text: Vec::new(), read: 0 };
        let lines: Vec<_> = reader.lines().map(|line| line.expect("a line")).collect();
        assert_eq!(lines, ["uci", "isready", "quit", ""]);
    }
}
