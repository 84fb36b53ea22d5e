//! A session of the protocol on a thread of its own, with which tasks of the server exchange messages.

use std::io::{self, BufRead, Read, Write};
use std::thread;

use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

use crate::protocol::{self, Output, ServeOptions};

/// Messages that wait for the session. If there are more, the sender has to wait.
const QUEUED_MESSAGES: usize = 8;

/// Messages that wait for the receiver. An answer may have some megabytes, so that a page which does not read would
/// take much memory if there were many.
const QUEUED_ANSWERS: usize = 1;

/// The ends of a session's input and output. The session ends when the input is dropped.
#[derive(Debug)]
pub struct Pipe {
    /// The input: each message holds lines.
    pub commands: Sender<String>,
    /// The output: each message holds lines.
    pub answers: Receiver<String>,
    /// Why the session has ended.
    pub end: oneshot::Receiver<String>,
}

impl Pipe {
    /// Starts a session on a thread with this name. `held` is dropped when the session has ended.
    ///
    /// # Errors
    /// If cannot start a thread.
    pub fn start(name: &str, options: ServeOptions, held: impl Send + 'static) -> io::Result<Self> {
        let (commands, input) = channel(QUEUED_MESSAGES);
        let (output, answers) = channel(QUEUED_ANSWERS);
        let (ended, end) = oneshot::channel();
        let session = move || {
            // Nobody waits for the reason if the page has disconnected.
            let _ = ended.send(serve(input, output, &options));
            drop(held);
        };
        thread::Builder::new().name(name.to_owned()).spawn(session)?;
        Ok(Self { commands, answers, end })
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
