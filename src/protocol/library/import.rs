//! Imports: the parts of a file arrive in several messages.

use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use serde_json::{Value, json};

use crate::base::{lock, shorten};
use crate::library::{ImportReport, Importer, LibraryFile, Refusal};
use crate::records::{Note, RecordFormat, open};

use super::super::session::Detail;
use super::request::Import;
use super::{Answers, Failure, MOST_WAITING, spawn};

/// The size of the largest file in bytes.
const LARGEST: usize = 256 << 20;

/// The memory of the database for an import, in MiB.
const CACHE_MIB: u32 = 64;

/// The most games that are told of one by one.
const MOST_TOLD: usize = 100;

/// Where the parts of a file go.
pub(super) struct ImportInput {
    parts: Sender<Vec<u8>>,
    /// The bytes that nobody has read yet.
    waiting: Arc<AtomicUsize>,
    /// Whether the last part was sent.
    is_complete: Arc<AtomicBool>,
}

impl ImportInput {
    /// Adds a part; returns whether more follow.
    pub(super) fn send(&self, import: Import) -> Result<bool, Failure> {
        let Import { text, data, more, .. } = import;
        let part = match (text, data) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(data)) => BASE64_STANDARD
                .decode(data)
                .map_err(|error| Failure::new("request", format!("data is not base64: {error}")))?,
            (None, None) if !more => Vec::new(),
            _ => return Err(Failure::new("request", "either text or data expected")),
        };
        if self.waiting.load(Relaxed) + part.len() > MOST_WAITING {
            return Err(Failure::new(
                "busy",
                "too many parts wait; send the next one after a progress message",
            ));
        }
        self.waiting.fetch_add(part.len(), Relaxed);
        self.is_complete.store(!more, Relaxed);
        // An import that has failed has said so.
        let _ = self.parts.send(part);
        Ok(more)
    }
}

/// The file, as its parts arrive.
struct Parts {
    further: Receiver<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
    /// Whether the last part has arrived.
    is_complete: Arc<AtomicBool>,
    is_cancelled: Arc<AtomicBool>,
    part: Vec<u8>,
    /// The bytes of `part` that were read.
    read: usize,
    /// The bytes of all parts.
    total: usize,
    number: Value,
    report: Arc<Mutex<ImportReport>>,
    answers: Answers,
}

impl Read for Parts {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.part.len() {
            if self.total > LARGEST {
                let words = format!("the file has more than {LARGEST} bytes");
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
            }
            let Ok(part) = self.further.recv() else {
                if self.is_cancelled.load(Relaxed) || !self.is_complete.load(Relaxed) {
                    return Err(io::Error::other("the import was given up before its end"));
                }
                return Ok(0);
            };
            self.waiting.fetch_sub(part.len(), Relaxed);
            self.total += part.len();
            (self.part, self.read) = (part, 0);
            let report = lock(&self.report).clone();
            let ImportReport { added, duplicates, refused } = report;
            let progress =
                json!({ "bytes": self.total, "added": added, "duplicates": duplicates, "refused": refused });
            self.answers.tell(&self.number, "progress", &progress);
        }
        let count = (&self.part[self.read..]).read(buffer)?;
        self.read += count;
        Ok(count)
    }
}

/// Starts an import with its first part. Returns where further parts go, if any follow.
pub(super) fn start(
    file: LibraryFile,
    number: Value,
    import: Import,
    is_cancelled: &Arc<AtomicBool>,
    answers: Answers,
) -> Result<(Option<ImportInput>, JoinHandle<()>), Failure> {
    let format = match &import.format {
        Some(name) => Some(RecordFormat::from_name(name).ok_or_else(|| {
            let names = RecordFormat::names(false);
            Failure::new("request", format!("{:?} is not a format: {names}", shorten(name)))
        })?),
        None => None,
    };
    let (sender, receiver) = channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let is_complete = Arc::new(AtomicBool::new(false));
    let report = Arc::new(Mutex::new(ImportReport::default()));
    let parts = Parts {
        further: receiver,
        waiting: Arc::clone(&waiting),
        is_complete: Arc::clone(&is_complete),
        is_cancelled: Arc::clone(is_cancelled),
        part: Vec::new(),
        read: 0,
        total: 0,
        number: number.clone(),
        report: Arc::clone(&report),
        answers: answers.clone(),
    };
    let input = ImportInput { parts: sender, waiting, is_complete: Arc::clone(&is_complete) };
    let job = Job {
        file,
        name: import.name.clone(),
        collection: import.collection.clone(),
        keeps_duplicates: import.duplicates,
        format,
        is_cancelled: Arc::clone(is_cancelled),
        report,
        is_complete,
    };
    let more = input.send(import)?;
    let thread = spawn("import", move || {
        let answer = job.run(parts).map(|answer| answer.to_string());
        answers.send(&number, answer);
    })?;
    Ok((more.then_some(input), thread))
}

/// A game that cannot be read, by its number in the file.
#[derive(Serialize)]
struct Refused {
    number: u64,
    #[serde(flatten)]
    detail: Detail,
}

struct Job {
    file: LibraryFile,
    name: Option<String>,
    collection: Option<String>,
    keeps_duplicates: bool,
    format: Option<RecordFormat>,
    is_cancelled: Arc<AtomicBool>,
    report: Arc<Mutex<ImportReport>>,
    is_complete: Arc<AtomicBool>,
}

impl Job {
    /// Whether the end of the data has come before their last part.
    fn is_given_up(&self) -> bool {
        self.is_cancelled.load(Relaxed) || !self.is_complete.load(Relaxed)
    }

    fn run(self, parts: Parts) -> Result<Value, Failure> {
        let mut library = self.file.open()?;
        // Of the name only the extension counts, where the contents do not tell the format.
        let opened = match open(parts, self.format, self.name.as_deref().map(Path::new)) {
            Ok(opened) => opened,
            Err(_) if self.is_given_up() => return Err(cancelled(&ImportReport::default())),
            Err(error) => {
                let why = Detail::of_words(error.code(), error.to_string());
                return Err(Failure::because("unreadable", why, error.to_string()));
            }
        };
        library.set_cache(CACHE_MIB)?;
        let mut importer = Importer::new(&mut library, self.collection.clone());
        importer.set_source(self.name.as_deref());
        if self.keeps_duplicates {
            importer.keep_duplicates();
        }
        let (mut refused, mut known) = (Vec::new(), Vec::new());
        let mut told = |number: u64, refusal: Refusal| match refusal {
            Refusal::Unreadable(error) if refused.len() < MOST_TOLD => {
                refused.push(Refused { number, detail: Detail::from(&error) });
            }
            Refusal::Duplicate(id) if known.len() < MOST_TOLD => {
                known.push(json!({ "number": number, "id": id }));
            }
            _ => {}
        };
        let mut notes = Vec::new();
        let format = opened.format.name().to_ascii_lowercase();
        for (number, game) in (1..).zip(opened.games) {
            if self.is_cancelled.load(Relaxed) {
                return Err(cancelled(importer.report()));
            }
            let variant = game.as_ref().map_or("", |game| game.tree.variant.name());
            for Note { code, text, .. } in importer.add(number, game, &mut told)? {
                if notes.len() < MOST_TOLD {
                    notes.push(json!({ "number": number, "variant": variant, "code": code, "text": text }));
                }
            }
            lock(&self.report).clone_from(importer.report());
        }
        if self.is_given_up() {
            return Err(cancelled(importer.report()));
        }
        let report = importer.finish(&mut told)?;
        Ok(json!({
            "format": format,
            "added": report.added,
            "duplicates": report.duplicates,
            "refused": report.refused,
            "refusals": refused,
            "known": known,
            "notes": notes,
        }))
    }
}

/// Games of finished transactions stay.
fn cancelled(report: &ImportReport) -> Failure {
    Failure::new("cancelled", format!("the import was given up; {} games were added before", report.added))
}
