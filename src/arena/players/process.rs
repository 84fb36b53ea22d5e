//! A program connected by three pipes. The arena never waits longer than requested, nor buffers unbounded output.
//!
//! The pipes are polled only while the arena waits for a line, which requires no extra thread and costs a few system
//! calls per line. A program that writes at other times fills its pipe and blocks.

use std::collections::BTreeSet;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::arena::Program;
use crate::base::lock;

use super::deadline::Deadline;
use super::error::PlayerError;
use super::guardian::{self, Guardian};
use super::line_buffer::{LineBuffer, StderrTail};

/// The maximum number of bytes read at once.
const CHUNK: usize = 1 << 16;
/// How often a waiting thread checks whether the wait was aborted and whether the program is still running.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How long a program may take to exit after its output has ended, so that its exit status becomes known.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The process groups of all running programs, so that they can be killed.
struct Running {
    groups: BTreeSet<i32>,
    /// Started with the first program.
    guardian: Option<Guardian>,
}

impl Running {
    /// Starts the guardian if there is none, before the program that it guards.
    fn guard(&mut self) -> &mut Guardian {
        self.guardian.get_or_insert_with(Guardian::start)
    }

    fn add(&mut self, group: i32) {
        self.groups.insert(group);
        self.guard().add(group);
    }

    fn remove(&mut self, group: i32) {
        if self.groups.remove(&group)
            && let Some(guardian) = &mut self.guardian
        {
            guardian.remove(group);
        }
    }
}

static RUNNING: Mutex<Running> = Mutex::new(Running { groups: BTreeSet::new(), guardian: None });

fn running() -> MutexGuard<'static, Running> {
    lock(&RUNNING)
}

/// Kills the programs of all players, with their children, before this process exits abruptly.
pub fn kill_all() {
    for group in running().groups.iter().filter_map(|&group| Pid::from_raw(group)) {
        // The group may have exited already.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// A running program, the leader of its own process group. Dropping it kills the whole group, after the grace period of
/// [`Process::quit`].
pub struct Process {
    child: Child,
    group: Pid,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Input that could not be written yet.
    unsent: Vec<u8>,
    line_buffer: LineBuffer,
    errors: StderrTail,
    chunk: Box<[u8]>,
    last_read: Instant,
    quit_deadline: Option<Instant>,
    status: Option<ExitStatus>,
    /// Its name in the log.
    name: String,
}

impl Process {
    /// Starts a program; `name` is its name in the log.
    ///
    /// # Errors
    ///
    /// If it cannot be started: for example, because the program or its directory does not exist.
    pub fn start(program: &Program, name: &str) -> std::io::Result<Self> {
        let mut command = Command::new(&program.command);
        command.args(&program.arguments);
        command.envs(program.environment.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &program.directory {
            command.current_dir(directory);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        command.env(guardian::MARK, guardian::mark());
        running().guard();
        let mut child = command.spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self {
            group: Pid::from_child(&child),
            child,
            stdin,
            stdout,
            stderr,
            unsent: Vec::new(),
            line_buffer: LineBuffer::default(),
            errors: StderrTail::default(),
            chunk: vec![0; CHUNK].into_boxed_slice(),
            last_read: Instant::now(),
            quit_deadline: None,
            status: None,
            name: name.to_owned(),
        };
        running().add(process.group.as_raw_pid());
        // If anything fails from here on, dropping the process kills it.
        process.stdin.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        process.stdout.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        process.stderr.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        Ok(process)
    }

    /// Sends a line. Whatever does not fit into the pipe is sent while waiting for an answer.
    pub fn send(&mut self, line: &str) {
        self.send_later(line);
        self.write_some();
    }

    /// Queues a line to be sent together with the next one, so that the program wakes up only once.
    pub fn send_later(&mut self, line: &str) {
        log::trace!("{} < {line}", self.name);
        self.unsent.extend_from_slice(line.as_bytes());
        self.unsent.push(b'\n');
    }

    /// The next line of output, without its line end; invalid UTF-8 is replaced.
    ///
    /// # Errors
    ///
    /// If none arrived in time, the program has exited or closed its output, or the wait was aborted.
    pub fn line(&mut self, deadline: &Deadline<'_>) -> Result<String, PlayerError> {
        loop {
            // The deadline is checked even if a line is available, as a program may never stop writing.
            deadline.check()?;
            if let Some(line) = self.line_buffer.take() {
                log::trace!("{} > {line}", self.name);
                return Ok(line);
            }
            if self.stdout.is_none() {
                return Err(self.ended());
            }
            let waited = self.wait_for_pipes(deadline.remaining().min(POLL_INTERVAL));
            if !waited && self.has_exited() && !self.read_output() {
                return Err(self.ended());
            }
        }
    }

    /// A line that is available without waiting.
    pub fn try_line(&mut self) -> Option<String> {
        if let Some(line) = self.line_buffer.take() {
            return Some(line);
        }
        self.read_output();
        self.line_buffer.take()
    }

    /// When output was last read, which is the arrival time of a line just returned by [`Process::line`].
    pub const fn last_read(&self) -> Instant {
        self.last_read
    }

    /// Sends a last line and closes the program's input. The program has `grace` to exit; dropping the process waits
    /// that long before killing it.
    pub fn quit(&mut self, line: &str, grace: Duration) {
        self.send(line);
        if self.unsent.is_empty() {
            self.stdin = None;
        }
        self.quit_deadline = Some(Instant::now() + grace);
    }

    /// Kills the program with all its children, and reaps it.
    pub fn kill(&mut self) {
        if self.status.is_some() {
            return;
        }
        // The leader has not been reaped, so the group's id cannot have been reused.
        if let Err(error) = kill_process_group(self.group, Signal::KILL) {
            log::debug!("{}: cannot kill the program: {error}", self.name);
        }
        // Once the leader is reaped, the system may reuse the id.
        running().remove(self.group.as_raw_pid());
        match self.child.wait() {
            Ok(status) => self.status = Some(status),
            Err(error) => log::warn!("{}: cannot wait for the program: {error}", self.name),
        }
        (self.stdin, self.stdout, self.stderr) = (None, None, None);
    }

    /// Kills what remains of the program, and reports how it ended.
    fn ended(&mut self) -> PlayerError {
        let until = Instant::now() + EXIT_TIMEOUT;
        while !self.has_exited() && Instant::now() < until {
            self.read_errors();
            std::thread::sleep(Duration::from_millis(2));
        }
        let by_itself = self.has_exited();
        self.read_errors();
        self.kill();
        let stderr_text = self.errors.text();
        let with_stderr = |text: String| {
            if stderr_text.is_empty() { text } else { format!("{text}; stderr: {stderr_text}") }
        };
        match self.status.filter(|_| by_itself) {
            Some(status) if status.success() => PlayerError::Disconnected("the program exited".to_owned()),
            Some(status) => PlayerError::Crashed(with_stderr(match (status.signal(), status.code()) {
                (Some(signal), _) => format!("the program was killed by signal {signal}"),
                (None, code) => format!("the program exited with code {}", code.unwrap_or_default()),
            })),
            None => PlayerError::Disconnected("the program closed its output".to_owned()),
        }
    }

    /// Whether the program has exited. It is not reaped.
    fn has_exited(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.status.is_some() || matches!(waitid(WaitId::Pid(self.group), options), Ok(Some(_)))
    }

    /// Waits until a pipe is ready or the time is up, then reads and writes what it can. Returns whether a pipe was
    /// ready.
    fn wait_for_pipes(&mut self, time: Duration) -> bool {
        let mut watched: ArrayVec<PollFd<'_>, 3> = ArrayVec::new();
        watched.extend(self.stdout.as_ref().map(|stdout| PollFd::new(stdout, PollFlags::IN)));
        watched.extend(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        let waiting_stdin = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        watched.extend(waiting_stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        let timeout = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() };
        let mut poll_failed = false;
        match poll(&mut watched, Some(&timeout)) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return true,
            Err(error) => {
                // Without polling, the wait degrades to a slow loop, which still ends.
                log::warn!("{}: cannot poll its pipes: {error}", self.name);
                std::thread::sleep(time.min(Duration::from_millis(1)));
                poll_failed = true;
            }
        }
        let ready: ArrayVec<bool, 3> =
            watched.iter().map(|pipe| poll_failed || !pipe.revents().is_empty()).collect();
        drop(watched);
        let mut ready = ready.into_iter();
        let has_output = self.stdout.is_some() && ready.next() == Some(true);
        let has_errors = self.stderr.is_some() && ready.next() == Some(true);
        if has_output {
            self.read_output();
        }
        if has_errors {
            self.read_errors();
        }
        if !self.unsent.is_empty() {
            self.write_some();
        }
        true
    }

    /// Reads a chunk of output, if there is any; returns whether there was.
    fn read_output(&mut self) -> bool {
        let Some(stdout) = &mut self.stdout else { return false };
        match stdout.read(&mut self.chunk) {
            Ok(0) => self.stdout = None,
            Ok(count) => {
                self.last_read = Instant::now();
                self.line_buffer.add(&self.chunk[..count]);
                return true;
            }
            Err(error) if is_transient(error.kind()) => {}
            Err(error) => {
                log::debug!("{}: cannot read its output: {error}", self.name);
                self.stdout = None;
            }
        }
        false
    }

    fn read_errors(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        match stderr.read(&mut self.chunk) {
            Ok(0) => self.stderr = None,
            Ok(count) => self.errors.add(&self.chunk[..count]),
            Err(error) if is_transient(error.kind()) => {}
            Err(_) => self.stderr = None,
        }
    }

    fn write_some(&mut self) {
        let Some(stdin) = &mut self.stdin else {
            self.unsent.clear();
            return;
        };
        let mut written = 0;
        while written < self.unsent.len() {
            match stdin.write(&self.unsent[written..]) {
                Ok(count) => written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // The program has closed its input. The reason becomes known when its output ends.
                Err(_) => {
                    self.stdin = None;
                    written = self.unsent.len();
                    break;
                }
            }
        }
        self.unsent.drain(..written);
    }

    /// Discards output until the program has exited or the time is up.
    fn wait_for_exit(&mut self, until: Instant) {
        while !self.has_exited() {
            let now = Instant::now();
            if now >= until {
                log::debug!("{}: killing the program, which does not quit", self.name);
                break;
            }
            if self.unsent.is_empty() {
                self.stdin = None;
            }
            if self.stdout.is_none() && self.stderr.is_none() {
                std::thread::sleep(Duration::from_millis(1));
            } else {
                self.wait_for_pipes((until - now).min(Duration::from_millis(5)));
                self.line_buffer.clear();
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none()
            && let Some(until) = self.quit_deadline
        {
            self.wait_for_exit(until);
        }
        self.kill();
    }
}

const fn is_transient(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
