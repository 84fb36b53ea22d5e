#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::base::lock;

/// Search information that the client has not read yet is dropped, the oldest first, beyond this many bytes.
const MOST_INFORMATION: usize = 256 << 10;

/// No further command is executed while more than this many bytes of answers wait for the client to read them.
const MOST_ANSWERS: usize = 1 << 20;

/// How often the writer checks whether the client is still connected while there is nothing to write.
const HANGUP_INTERVAL: Duration = Duration::from_millis(200);

/// A client's output. Clones write to the same output; what one call writes is written in one piece and flushed.
///
/// The writing is done by a thread of its own, so that no caller ever waits for the client to read. Answers are kept
/// until they are written; information about a running search is dropped if the client reads too slowly.
#[derive(Clone)]
pub struct Output {
    handle: Arc<Handle>,
}

/// Dropping the last clone ends the writer.
struct Handle(Arc<Queue>);

impl Drop for Handle {
    fn drop(&mut self) {
        self.0.lock().ended = true;
        self.0.changed.notify_all();
    }
}

struct Queue {
    state: Mutex<State>,
    /// Signalled whenever the state changes.
    changed: Condvar,
    failed: AtomicBool,
}

#[derive(Default)]
struct State {
    blocks: VecDeque<Block>,
    /// Bytes of the answers in `blocks`.
    answers: usize,
    /// Bytes of the information in `blocks`.
    information: usize,
    /// Whether a block is being written.
    writing: bool,
    /// The number of blocks written so far.
    written: u64,
    /// Why the output was closed, if it was.
    closed: Option<String>,
    /// Whether a write error closed it, rather than the client.
    is_broken: bool,
    /// Whether all clones of the output have been dropped.
    ended: bool,
    on_close: Option<Box<dyn FnOnce() + Send>>,
}

/// Lines to be written in one piece.
struct Block {
    text: String,
    is_information: bool,
}

/// The underlying writer.
trait Sink: Write + Send {
    /// Whether the other end is known to be closed, without trying to write.
    fn is_hung_up(&self) -> bool;
}

struct AnyWriter<W>(W);

impl<W: Write> Write for AnyWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write + Send> Sink for AnyWriter<W> {
    fn is_hung_up(&self) -> bool {
        false
    }
}

#[cfg(unix)]
struct Pipe<W>(W);

#[cfg(unix)]
impl<W: Write> Write for Pipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(unix)]
impl<W: Write + std::os::fd::AsFd + Send> Sink for Pipe<W> {
    fn is_hung_up(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut fds = [PollFd::new(&self.0, PollFlags::empty())];
        let ready = poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
        ready.is_ok() && fds[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
    }
}

impl Output {
    /// An output to this writer.
    ///
    /// # Errors
    /// If the writer thread cannot be started.
    pub fn new(writer: impl Write + Send + 'static) -> io::Result<Self> {
        Self::start(AnyWriter(writer))
    }

    /// An output to this pipe, terminal or socket. If its other end is closed, that is detected soon, even while there
    /// is nothing to write.
    ///
    /// # Errors
    /// If the writer thread cannot be started.
    #[cfg(unix)]
    pub fn to_pipe(writer: impl Write + std::os::fd::AsFd + Send + 'static) -> io::Result<Self> {
        Self::start(Pipe(writer))
    }

    /// An output to this pipe, terminal or socket. If its other end is closed, that is detected with the next line.
    ///
    /// # Errors
    /// If the writer thread cannot be started.
    #[cfg(not(unix))]
    pub fn to_pipe(writer: impl Write + Send + 'static) -> io::Result<Self> {
        Self::new(writer)
    }

    fn start(sink: impl Sink + 'static) -> io::Result<Self> {
        let queue = Arc::new(Queue {
            state: Mutex::default(),
            changed: Condvar::new(),
            failed: AtomicBool::new(false),
        });
        let for_writer = Arc::clone(&queue);
        Builder::new().name("output".to_owned()).spawn(move || for_writer.write_to(sink))?;
        Ok(Self { handle: Arc::new(Handle(queue)) })
    }

    /// Writes one line.
    pub fn line(&self, line: impl Display) {
        self.lines([line]);
    }

    /// Writes a line that reports a failure.
    pub fn failure(&self, line: impl Display) {
        self.queue().failed.store(true, Relaxed);
        self.line(line);
    }

    /// Whether a failure was reported.
    pub fn has_failed(&self) -> bool {
        self.queue().failed.load(Relaxed)
    }

    /// Writes several lines in one piece.
    pub fn lines<T: Display>(&self, lines: impl IntoIterator<Item = T>) {
        self.enqueue(lines, false);
    }

    /// Writes several lines of information, which are dropped if the client reads too slowly.
    pub fn information<T: Display>(&self, lines: impl IntoIterator<Item = T>) {
        self.enqueue(lines, true);
    }

    fn enqueue<T: Display>(&self, lines: impl IntoIterator<Item = T>, is_information: bool) {
        let mut text = String::new();
        for line in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{line}");
        }
        if text.is_empty() {
            return;
        }
        for line in text.lines() {
            log::trace!("< {line}");
        }
        let mut state = self.queue().lock();
        if state.closed.is_some() {
            return;
        }
        state.push(Block { text, is_information });
        drop(state);
        self.queue().changed.notify_all();
    }

    /// Whether the client has disconnected.
    pub fn is_closed(&self) -> bool {
        self.queue().lock().closed.is_some()
    }

    /// Why the output was closed, if it was.
    pub(super) fn close_reason(&self) -> Option<String> {
        self.queue().lock().closed.clone()
    }

    /// Why the output could not be written, unless the client had closed its end.
    pub fn write_error(&self) -> Option<String> {
        let state = self.queue().lock();
        state.closed.clone().filter(|_| state.is_broken)
    }

    /// Runs `action` once, as soon as the output is closed. It replaces any earlier action.
    pub(super) fn on_close(&self, action: impl FnOnce() + Send + 'static) {
        let mut state = self.queue().lock();
        if state.closed.is_some() {
            drop(state);
            action();
        } else {
            state.on_close = Some(Box::new(action));
        }
    }

    /// Waits until there is room for the answers to another command, or the output is closed.
    pub(super) fn wait_for_room(&self) {
        self.wait_while(None, |state| state.answers > MOST_ANSWERS);
    }

    /// The same for so long at most; returns whether there is room, or the output is closed.
    #[cfg(feature = "library")]
    pub(super) fn has_room_within(&self, patience: Duration) -> bool {
        let queue = self.queue();
        let is_full = |state: &mut State| state.closed.is_none() && state.answers > MOST_ANSWERS;
        let waited = queue.changed.wait_timeout_while(queue.lock(), patience, is_full);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Waits until everything is written, the output is closed, or the client has read nothing for `patience`.
    pub(super) fn drain(&self, patience: Option<Duration>) {
        self.wait_while(patience, |state| state.writing || !state.blocks.is_empty());
    }

    /// Waits while the output is open and `condition` holds; with `patience`, no longer than that between two written
    /// blocks.
    fn wait_while(&self, patience: Option<Duration>, condition: impl Fn(&State) -> bool) {
        let queue = self.queue();
        let mut state = queue.lock();
        let mut written = state.written;
        let mut deadline = patience.map(|patience| Instant::now() + patience);
        while state.closed.is_none() && condition(&state) {
            if state.written != written {
                written = state.written;
                deadline = patience.map(|patience| Instant::now() + patience);
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                log::warn!("the client does not read its answers");
                return;
            }
            state = match left {
                None => queue.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(left) => {
                    queue.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    fn queue(&self) -> &Queue {
        &self.handle.0
    }
}

impl State {
    fn push(&mut self, block: Block) {
        *self.bytes_of(&block) += block.text.len();
        self.blocks.push_back(block);
        while self.information > MOST_INFORMATION
            && let Some(oldest) = self.blocks.iter().position(|block| block.is_information)
            && let Some(dropped) = self.blocks.remove(oldest)
        {
            self.information -= dropped.text.len();
        }
    }

    fn pop(&mut self) -> Option<Block> {
        let block = self.blocks.pop_front()?;
        *self.bytes_of(&block) -= block.text.len();
        Some(block)
    }

    fn bytes_of(&mut self, block: &Block) -> &mut usize {
        if block.is_information { &mut self.information } else { &mut self.answers }
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Writes the queued blocks until all clones are dropped or the client disconnects.
    fn write_to(&self, mut sink: impl Sink) {
        while let Some(block) = self.next_block(&sink) {
            let done = sink.write_all(block.text.as_bytes()).and_then(|()| sink.flush());
            let mut state = self.lock();
            state.writing = false;
            state.written += 1;
            if let Err(error) = done {
                state.is_broken =
                    !matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset);
                return self.close(state, error.to_string());
            }
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Waits for the next block to write; `None` if there will not be another.
    fn next_block(&self, sink: &impl Sink) -> Option<Block> {
        let mut state = self.lock();
        loop {
            if let Some(block) = state.pop() {
                state.writing = true;
                return Some(block);
            }
            if state.ended {
                return None;
            }
            let (guard, timeout) =
                self.changed.wait_timeout(state, HANGUP_INTERVAL).unwrap_or_else(PoisonError::into_inner);
            state = guard;
            if timeout.timed_out() && sink.is_hung_up() {
                self.close(state, "the client has closed its end".to_owned());
                return None;
            }
        }
    }

    fn close(&self, mut state: MutexGuard<'_, State>, reason: String) {
        state.closed = Some(reason);
        state.blocks.clear();
        let action = state.on_close.take();
        drop(state);
        self.changed.notify_all();
        if let Some(action) = action {
            action();
        }
    }
}
