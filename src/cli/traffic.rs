//! Writes everything sent to and received from the arena's programs to a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use log::{LevelFilter, Log, Metadata, Record};

use quadriga::base::files::open_output;
use quadriga::base::lock;

/// The log target of the lines exchanged with programs.
const TARGET: &str = "quadriga::arena::players::process";

/// The file, once there is one.
static TRAFFIC: OnceLock<Traffic> = OnceLock::new();

struct Traffic {
    begun: Instant,
    /// `None` after a write error.
    file: Mutex<Option<File>>,
}

/// The program's log, and in addition the traffic.
struct Logger(env_logger::Logger);

/// Installs the log.
pub fn init(logger: env_logger::Logger) {
    log::set_max_level(logger.filter());
    // No other logger has been installed.
    let _ = log::set_boxed_logger(Box::new(Logger(logger)));
}

/// Appends the traffic to this file from now on.
///
/// # Errors
///
/// If the file cannot be opened.
pub fn write_to(path: &Path) -> io::Result<()> {
    let file = Mutex::new(Some(open_output(File::options().create(true).append(true), path)?));
    // A process runs one command.
    let _ = TRAFFIC.set(Traffic { begun: Instant::now(), file });
    log::set_max_level(LevelFilter::Trace);
    Ok(())
}

/// Whether everything has been written.
pub fn is_complete() -> bool {
    TRAFFIC.get().is_none_or(|traffic| traffic.file.lock().is_ok_and(|file| file.is_some()))
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == TARGET && TRAFFIC.get().is_some() || self.0.enabled(metadata)
    }

    fn log(&self, record: &Record<'_>) {
        if self.0.matches(record) {
            self.0.log(record);
        }
        let Some(traffic) = TRAFFIC.get().filter(|_| record.target() == TARGET) else { return };
        let thread = std::thread::current();
        let thread = thread.name().unwrap_or("unnamed");
        let line = format!("{:.3} {thread}: {}\n", traffic.begun.elapsed().as_secs_f64(), record.args());
        let mut place = lock(&traffic.file);
        if let Some(file) = &mut *place
            && let Err(error) = file.write_all(line.as_bytes())
        {
            errln!("quadriga: the traffic is no longer recorded: {error}");
            *place = None;
        }
    }

    fn flush(&self) {
        self.0.flush();
    }
}
