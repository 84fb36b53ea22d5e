//! Where rooms are kept, so that their games go on after the end of the server, however it came: a folder with one
//! file for each room.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use crate::base::files::{open_file_with, read_text_file};
use crate::web::token::{Token, make_private_folder, write_private};

use super::kept::KeptRoom;

/// The end of the names of rooms' files, and of the files by whose lock a server shows that a room is its own.
const ROOM: &str = "json";
const LOCK: &str = "lock";

/// The longest file of a room, in bytes: above the longest request for one and the longest game.
const LONGEST: u64 = 1 << 20;

/// A room that has not changed for so long is given up.
const FORGOTTEN: Duration = Duration::from_hours(30 * 24);

/// How long a server that has just been killed may hold its locks.
const LOCK_TIME: Duration = Duration::from_secs(1);

/// The folder in which servers keep their rooms. Several may share it: each has rooms of its own.
#[derive(Debug, Clone)]
pub struct Keeper {
    folder: PathBuf,
}

impl Keeper {
    /// The folder that belongs to a library of games: its name is that of the library and `-rooms`.
    pub fn beside(library: &Path) -> Self {
        let mut folder = library.as_os_str().to_owned();
        folder.push("-rooms");
        Self { folder: folder.into() }
    }

    /// A file for a new room.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(&self, room: &KeptRoom) -> io::Result<RoomFile> {
        let name = Token::random().map_err(io::Error::other)?;
        let path = self.folder.join(format!("{name}.{ROOM}"));
        make_private_folder(&self.folder)?;
        let lock = lock(&path, Instant::now())?.ok_or(io::ErrorKind::WouldBlock)?;
        let mut file = RoomFile { path, written: String::new(), _lock: lock };
        file.write(room)?;
        Ok(file)
    }

    /// The rooms of servers that have ended, the oldest first. Files that cannot be read stay where they are.
    pub fn abandoned(&self) -> Vec<(RoomFile, KeptRoom)> {
        let deadline = Instant::now() + LOCK_TIME;
        let mut found = Vec::new();
        for path in self.paths() {
            match take_over(&path, deadline) {
                Ok(Some((modified, file, room))) => found.push((modified, file, room)),
                Ok(None) => {}
                Err(error) => log::warn!("the game in {} cannot go on: {error}", path.display()),
            }
        }
        found.sort_by_key(|(modified, ..)| *modified);
        found.into_iter().map(|(_, file, room)| (file, room)).collect()
    }

    fn paths(&self) -> Vec<PathBuf> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) => {
                if error.kind() != io::ErrorKind::NotFound {
                    log::warn!("{} cannot be read: {error}", self.folder.display());
                }
                return Vec::new();
            }
        };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        paths.filter(|path| path.extension().is_some_and(|end| end == ROOM)).collect()
    }
}

/// The file of a room, which no other server reads while this one has it.
#[derive(Debug)]
pub struct RoomFile {
    path: PathBuf,
    /// What it holds.
    written: String,
    _lock: File,
}

impl RoomFile {
    /// Replaces what the file holds.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, room: &KeptRoom) -> io::Result<()> {
        let text = room.to_text();
        if text != self.written {
            write_private(&self.path, &text)?;
            self.written = text;
        }
        Ok(())
    }

    /// Removes the file of a room that has ended.
    pub fn remove(self) {
        remove(&self.path);
    }
}

/// Takes over a room; `None` if a server has it, or it is given up. The time is that of its last change.
fn take_over(path: &Path, deadline: Instant) -> io::Result<Option<(SystemTime, RoomFile, KeptRoom)>> {
    let Some(lock) = lock(path, deadline)? else { return Ok(None) };
    let modified = match fs::metadata(path) {
        Ok(metadata) => metadata.modified()?,
        // It has ended between the two.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            remove(path);
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    if modified.elapsed().is_ok_and(|age| age > FORGOTTEN) {
        remove(path);
        return Ok(None);
    }
    let written = read_text_file(path, LONGEST)?;
    let room = KeptRoom::parse(&written)?;
    Ok(Some((modified, RoomFile { path: path.to_owned(), written, _lock: lock }, room)))
}

/// Locks a room; `None` if a server has it still at the deadline.
fn lock(path: &Path, deadline: Instant) -> io::Result<Option<File>> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    let file = open_file_with(&options, &path.with_extension(LOCK))?;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => sleep(Duration::from_millis(20)),
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

fn remove(path: &Path) {
    // The lock comes last: without it, another server would take the room over.
    for path in [path.to_owned(), path.with_extension(LOCK)] {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                log::warn!("{} cannot be removed: {error}", path.display());
            }
            _ => {}
        }
    }
}
