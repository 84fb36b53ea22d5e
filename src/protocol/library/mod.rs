//! The command `library`: a client keeps games in a library, and looks them up.
//!
//! Requests are parsed on the session's thread and executed on a thread of their own, one after the other, so that no
//! slow disk and no other program that locks the file holds up the session. Imports and exports have further threads.
//! Each answer is one line of JSON with the client's number of the request.

mod answers;
mod export;
mod import;
mod request;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder, JoinHandle};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::base::lock;
use crate::games::Variant;
use crate::library::{Library, LibraryError, LibraryFile};

use super::output::Output;
use super::session::Detail;

use import::ImportInput;
use request::{Call, Request};

/// The bytes of requests that may wait. More are refused.
const MOST_WAITING: usize = 4 << 20;

/// The most imports and exports of a session at a time.
const MOST_TRANSFERS: usize = 2;

/// The longest answer in bytes. A game in one line must be readable by a page at once.
const LONGEST_ANSWER: usize = 16 << 20;

/// What a request that waits counts at least, in bytes.
const LEAST_WAITING: usize = 4 << 10;

/// How long a client may read nothing at the end of the session before its last answers are dropped.
const LAST_PATIENCE: Duration = Duration::from_secs(5);

/// How often that is looked at.
const STEP: Duration = Duration::from_millis(500);

/// What the answer to a request depends on in the session.
#[derive(Debug, Clone)]
pub(super) struct Context {
    /// The current game.
    pub variant: Variant,
    /// The values of options that say how moves are written.
    pub numbering: Vec<(String, String)>,
}

/// Why a request is not answered: a code for programs, and words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Failure {
    code: &'static str,
    /// What the words name, for programs.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    parameters: BTreeMap<&'static str, String>,
    /// Why a file or a game cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Box<Detail>>,
    text: String,
}

impl Failure {
    fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, parameters: BTreeMap::new(), why: None, text: text.into() }
    }

    /// Something cannot be read or written, for this reason.
    fn because(code: &'static str, why: Detail, text: String) -> Self {
        Self { why: Some(Box::new(why)), ..Self::new(code, text) }
    }
}

impl From<LibraryError> for Failure {
    fn from(error: LibraryError) -> Self {
        let why = match &error {
            LibraryError::Fen(error) => Some(Box::new(Detail::from(error))),
            _ => None,
        };
        let parameters = error.parameters().into_iter().collect();
        Self { parameters, why, ..Self::new(error.code(), error.to_string()) }
    }
}

/// The answer to a request where there is no library.
pub(super) fn refusal(arguments: &str) -> String {
    let number = request::parse(arguments).map_or_else(|(number, _)| number, |call| call.number);
    line(&number, "error", &text(&Failure::new("none", "this session has no library")))
}

/// A line about a request: a member of this name, whose value is given as JSON.
fn line(request: &Value, name: &str, value: &str) -> String {
    format!("library {{\"request\":{request},\"{name}\":{value}}}")
}

/// A value as JSON, whose members stand in their order.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| {
        log::error!("a value cannot be written as JSON: {error}");
        "null".to_owned()
    })
}

/// Where answers go.
#[derive(Clone)]
struct Answers {
    output: Output,
    /// Whether the session ends, so that a client that reads nothing any more is not waited for.
    is_closing: Arc<AtomicBool>,
}

impl Answers {
    /// Writes an answer, which is given as JSON, once the client has read most of those before.
    fn send(&self, request: &Value, answer: Result<String, Failure>) {
        if !self.has_room() {
            return;
        }
        match answer {
            Ok(answer) if answer.len() > LONGEST_ANSWER => {
                let words =
                    format!("the answer has {} bytes, more than the most of {LONGEST_ANSWER}", answer.len());
                self.fail(request, &Failure::new("too-large", words));
            }
            Ok(answer) => self.output.line(line(request, "answer", &answer)),
            Err(failure) => self.fail(request, &failure),
        }
    }

    fn fail(&self, request: &Value, failure: &Failure) {
        self.output.failure(line(request, "error", &text(failure)));
    }

    /// Writes something about a request that is not answered yet. Returns whether the client reads.
    fn tell(&self, request: &Value, name: &str, value: &impl Serialize) -> bool {
        let has_room = self.has_room();
        if has_room {
            self.output.line(line(request, name, &text(value)));
        }
        has_room && !self.output.is_closed()
    }

    /// Waits until there is room for an answer, or the output is closed; at the end of the session not for long.
    fn has_room(&self) -> bool {
        let mut patience = LAST_PATIENCE;
        while !self.output.has_room_within(STEP) {
            if self.is_closing.load(Relaxed) {
                patience = patience.saturating_sub(STEP);
                if patience.is_zero() {
                    return false;
                }
            }
        }
        true
    }
}

/// What the library's thread does next.
enum Task {
    /// It executes a request, which counts as so many bytes.
    Execute { call: Call, context: Context, bytes: usize },
    /// It signals that everything before is done.
    Signal(Sender<()>),
}

/// An import or export under way.
struct Transfer {
    is_cancelled: Arc<AtomicBool>,
    /// Where the data of an import go, until they are complete.
    input: Option<ImportInput>,
    thread: JoinHandle<()>,
}

/// The library of a session.
pub(super) struct LibraryDesk {
    file: LibraryFile,
    /// The thread that executes requests; it is started with the first one.
    worker: Option<(Sender<Task>, JoinHandle<()>)>,
    waiting: Arc<AtomicUsize>,
    is_closing: Arc<AtomicBool>,
    /// By the client's number, as JSON.
    transfers: HashMap<String, Transfer>,
}

impl LibraryDesk {
    /// The desk of a session that has this library.
    pub(super) fn new(file: LibraryFile) -> Self {
        Self {
            file,
            worker: None,
            waiting: Arc::default(),
            is_closing: Arc::default(),
            transfers: HashMap::new(),
        }
    }

    /// Executes a line; its answers follow when they are there.
    pub(super) fn line(&mut self, arguments: &str, context: Context, output: &Output) {
        let answers = Answers { output: output.clone(), is_closing: Arc::clone(&self.is_closing) };
        let call = match request::parse(arguments) {
            Ok(call) => call,
            Err((request, failure)) => return answers.fail(&request, &failure),
        };
        let number = call.number.clone();
        if let Err(failure) = self.execute(call, context, arguments.len() + LEAST_WAITING, &answers) {
            answers.fail(&number, &failure);
        }
    }

    fn execute(
        &mut self,
        call: Call,
        context: Context,
        bytes: usize,
        answers: &Answers,
    ) -> Result<(), Failure> {
        self.transfers.retain(|_, transfer| !transfer.thread.is_finished());
        let key = call.number.to_string();
        match call.request {
            Request::Import(import) => {
                if let Some(transfer) = self.transfers.get_mut(&key) {
                    let Some(input) = &transfer.input else {
                        return Err(Failure::new("request", "the data of this import are complete"));
                    };
                    if !input.send(import)? {
                        transfer.input = None;
                    }
                    return Ok(());
                }
                self.check_transfers(&call.number)?;
                let is_cancelled = Arc::new(AtomicBool::new(false));
                let (input, thread) =
                    import::start(self.file.clone(), call.number, import, &is_cancelled, answers.clone())?;
                self.transfers.insert(key, Transfer { is_cancelled, input, thread });
            }
            Request::Export(export) => {
                self.check_transfers(&call.number)?;
                if self.transfers.contains_key(&key) {
                    return Err(Failure::new("request", "another request has this number"));
                }
                let is_cancelled = Arc::new(AtomicBool::new(false));
                let (signal, before) = channel();
                self.enqueue(Task::Signal(signal), 0, answers)?;
                let job =
                    export::Job::new(self.file.clone(), call.number, export, Arc::clone(&is_cancelled))?;
                let answers = answers.clone();
                let thread = spawn("export", move || {
                    // Games that were saved before are among those that are exported.
                    let _ = before.recv();
                    job.run(&answers);
                })?;
                self.transfers.insert(key, Transfer { is_cancelled, input: None, thread });
            }
            Request::Cancel => {
                let Some(transfer) = self.transfers.get_mut(&key) else {
                    return Err(Failure::new(
                        "no-request",
                        "no import or export of this number is under way",
                    ));
                };
                transfer.is_cancelled.store(true, Relaxed);
                transfer.input = None;
            }
            _ => self.enqueue(Task::Execute { call, context, bytes }, bytes, answers)?,
        }
        Ok(())
    }

    fn check_transfers(&self, number: &Value) -> Result<(), Failure> {
        if number.is_null() {
            return Err(Failure::new("request", "an import or export needs a number: \"request\""));
        }
        if self.transfers.len() >= MOST_TRANSFERS {
            return Err(Failure::new("busy", format!("{MOST_TRANSFERS} imports or exports are under way")));
        }
        Ok(())
    }

    fn enqueue(&mut self, task: Task, bytes: usize, answers: &Answers) -> Result<(), Failure> {
        if self.waiting.load(Relaxed) + bytes > MOST_WAITING {
            return Err(Failure::new("busy", "too many requests wait; send more when some are answered"));
        }
        if self.worker.as_ref().is_none_or(|(_, thread)| thread.is_finished()) {
            let (sender, requests) = channel();
            let (file, count, answers) = (self.file.clone(), Arc::clone(&self.waiting), answers.clone());
            count.store(0, Relaxed);
            let thread = spawn("library", move || work(&file, &requests, &count, &answers))?;
            self.worker = Some((sender, thread));
        }
        self.waiting.fetch_add(bytes, Relaxed);
        match &self.worker {
            Some((sender, _)) if sender.send(task).is_ok() => Ok(()),
            _ => Err(Failure::new("failed", "a bug ended the library's thread")),
        }
    }

    /// Waits until all requests are answered. Imports whose data are not complete are given up; if nobody reads the
    /// answers any more, all imports and exports are.
    pub(super) fn close(&mut self, output: &Output) {
        self.is_closing.store(true, Relaxed);
        if let Some((sender, thread)) = self.worker.take() {
            drop(sender);
            let _ = thread.join();
        }
        for (_, Transfer { is_cancelled, input, thread }) in self.transfers.drain() {
            if output.is_closed() {
                is_cancelled.store(true, Relaxed);
            }
            drop(input);
            let _ = thread.join();
        }
    }
}

/// Starts a thread whose name tells the session that it belongs to.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Failure> {
    let name = format!("{} {name}", thread::current().name().unwrap_or("session"));
    Builder::new()
        .name(name)
        .spawn(work)
        .map_err(|error| Failure::new("io", format!("no thread can be started: {error}")))
}

/// Executes requests until there are no more.
fn work(file: &LibraryFile, tasks: &Receiver<Task>, count: &AtomicUsize, answers: &Answers) {
    // It is opened again if that failed before.
    let mut library = None;
    for task in tasks {
        let (call, context, bytes) = match task {
            Task::Execute { call, context, bytes } => (call, context, bytes),
            Task::Signal(signal) => {
                let _ = signal.send(());
                continue;
            }
        };
        let Call { number, request } = call;
        // Changes are made even if nobody waits for the answer any more.
        if !answers.output.is_closed() || request.is_change() {
            let opened = match library.take() {
                Some(library) => Ok(library),
                None => open(file).map_err(Failure::from),
            };
            let answer = opened.and_then(|mut opened| {
                let answer = answers::answer(&mut opened, request, &context);
                library = Some(opened);
                answer
            });
            answers.send(&number, answer);
        }
        count.fetch_sub(bytes, Relaxed);
    }
}

/// Opens the library. The first time in a process what was deleted long ago is removed for good.
fn open(file: &LibraryFile) -> Result<Library, LibraryError> {
    static PURGED: Mutex<Vec<LibraryFile>> = Mutex::new(Vec::new());
    let mut library = file.open()?;
    let mut purged = lock(&PURGED);
    if !purged.contains(file) {
        purged.push(file.clone());
        drop(purged);
        if let Err(error) = library.purge() {
            log::warn!("deleted games cannot be removed from the library: {error}");
        }
    }
    Ok(library)
}
