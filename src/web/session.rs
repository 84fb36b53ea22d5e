//! A session over a WebSocket: each text message holds lines of the protocol.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::thread;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, oneshot};

use crate::protocol::{self, Output, ServeOptions, SessionLimits};

use super::router::Service;
use super::socket::{self, Presence, frame};

/// Messages that wait for the session or for the page. If there are more, their sender has to wait.
const QUEUED_MESSAGES: usize = 8;

/// The board: every page has a session.
pub struct Sessions(ServeOptions);

impl Sessions {
    /// Sessions with these limits.
    pub fn new(limits: SessionLimits) -> Self {
        Self(ServeOptions { limits, ..ServeOptions::default() })
    }
}

impl Service for Sessions {
    const PAGE: &'static str = "index.html";
    const SOCKET: &'static str = "session";
    /// Records of games are the longest messages.
    const MAX_MESSAGE: usize = 512 << 10;

    /// Runs a session until the page disconnects or the session ends. The place is free once the session has ended.
    async fn serve(self: Arc<Self>, mut socket: WebSocket, place: OwnedSemaphorePermit) {
        let (commands, input) = channel(QUEUED_MESSAGES);
        let (output, answers) = channel(QUEUED_MESSAGES);
        let (ended, end) = oneshot::channel();
        let session = move || {
            // Nobody waits for the reason if the page has disconnected.
            let _ = ended.send(serve(input, output, &self.0));
            drop(place);
        };
        let close = match thread::Builder::new().name("board".to_owned()).spawn(session) {
            Ok(_) => forward(&mut socket, commands, answers, end).await,
            Err(error) => Some(frame(close_code::ERROR, &format!("no thread can be started: {error}"))),
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
    // A message that the session has no room for yet; no further one is read before it.
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
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
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
        Err(error) => return format!("no thread can be started: {error}"),
    };
    match protocol::serve(MessageReader { input, text: Vec::new(), read: 0 }, &output, options) {
        Ok(()) => "the session has ended".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// The lines of messages. Each message ends a line, even if its text does not.
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

/// Sends what is written at once as one message.
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
