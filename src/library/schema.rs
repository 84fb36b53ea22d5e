//! The file of a library: its tables, and how it is opened.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::base::files::open_file;

use super::error::LibraryError;

/// The name of the user's own library in the program's data folder.
pub const FILE_NAME: &str = "games.sqlite";

/// Marks the file as a library of this program: "Quad" (`SQLite`'s `application_id`).
const APPLICATION: i64 = 0x5175_6164;

/// The version of the tables (`SQLite`'s `user_version`).
const VERSION: i64 = 1;

/// The tables.
///
/// Games have ascending numbers, which are never used again, so that the last ones are the newest. What `game` has is
/// told by the tree, except for where the game is kept and since when; times are milliseconds since 1970. A row of
/// `position` says that a game's main line reaches the position `key` at `ply` for the first time, and plays `next`
/// there; the table is clustered by the key, so that all games with a position stand next to each other, in their
/// order.
const TABLES: &str = "
CREATE TABLE collection (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    added INTEGER NOT NULL,
    deleted INTEGER
);
CREATE UNIQUE INDEX collection_name ON collection (name) WHERE deleted IS NULL;
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variant TEXT NOT NULL,
    title TEXT,
    first TEXT,
    second TEXT,
    folded TEXT NOT NULL,
    outcome TEXT,
    date TEXT,
    event TEXT,
    level INTEGER,
    start TEXT,
    plies INTEGER NOT NULL,
    collection INTEGER REFERENCES collection (id),
    source TEXT,
    added INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1,
    deleted INTEGER,
    fingerprint INTEGER NOT NULL
);
CREATE INDEX game_fingerprint ON game (fingerprint);
CREATE INDEX game_collection ON game (collection);
CREATE INDEX game_deleted ON game (deleted) WHERE deleted IS NOT NULL;
CREATE TABLE tree (
    game INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    state TEXT
);
CREATE TABLE position (
    key INTEGER NOT NULL,
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    next TEXT,
    PRIMARY KEY (key, game)
) WITHOUT ROWID;
";

/// How long a change waits for those of other programs before it fails.
const PATIENCE: Duration = Duration::from_secs(5);

/// A library that is open. Each thread has its own.
#[derive(Debug)]
pub struct Library {
    pub(super) connection: Connection,
}

/// Where a library is, for those who open it when they need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryFile(PathBuf);

impl LibraryFile {
    /// The library in this file, which may not exist yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Opens it; creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// As [`Library::open`].
    pub fn open(&self) -> Result<Library, LibraryError> {
        Library::open(&self.0)
    }
}

impl Library {
    /// Opens a library; creates it, but not its folder, if the file does not exist or is empty.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, is something else, damaged, or of a later version. It is not changed then.
    pub fn open(path: &Path) -> Result<Self, LibraryError> {
        Self::open_with(path, true, PATIENCE)
    }

    /// Opens a library that exists.
    ///
    /// # Errors
    ///
    /// As [`Self::open`], and if there is no file.
    pub fn open_existing(path: &Path) -> Result<Self, LibraryError> {
        Self::open_with(path, false, PATIENCE)
    }

    /// The same, with the time that a change waits for those of other programs.
    pub(super) fn open_with(path: &Path, create: bool, patience: Duration) -> Result<Self, LibraryError> {
        let is_new = match open_file(path) {
            Ok(file) => check_header(file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound && create => true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(LibraryError::Missing),
            Err(error) => return Err(error.into()),
        };
        if is_new && !create {
            return Err(LibraryError::Missing);
        }
        // A name that begins with `file:` would be taken for a URI.
        let path = std::path::absolute(path)?;
        let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        if create {
            flags |= OpenFlags::SQLITE_OPEN_CREATE;
        }
        let connection = Connection::open_with_flags(&path, flags)?;
        connection.busy_timeout(patience)?;
        connection.execute_batch("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;")?;
        let mut library = Self { connection };
        if library.pragma("user_version")? == 0 {
            library.create_tables()?;
        }
        library.check_version()?;
        // A file that is read-only stays as it is.
        library.connection.execute_batch(
            "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -4096;",
        )?;
        Ok(library)
    }

    /// Lets the library use more memory, in MiB, for a task with many changes or queries.
    ///
    /// # Errors
    ///
    /// If `SQLite` refuses.
    pub fn set_cache(&self, mib: u32) -> Result<(), LibraryError> {
        Ok(self.connection.execute_batch(&format!("PRAGMA cache_size = -{}", u64::from(mib) << 10))?)
    }

    fn pragma(&self, name: &str) -> Result<i64, LibraryError> {
        Ok(self.connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0))?)
    }

    fn create_tables(&mut self) -> Result<(), LibraryError> {
        let change = self.change()?;
        // Somebody else may have created them meanwhile; a database of another program has tables, but no version.
        let version: i64 = change.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        let tables: i64 = change.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if version == 0 && tables > 0 {
            return Err(LibraryError::NotLibrary);
        }
        if version == 0 {
            change.execute_batch(TABLES)?;
            change.execute_batch(&format!(
                "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
            ))?;
        }
        change.commit()?;
        // Readers and a writer do not wait for each other then. The file keeps it.
        let mode: String = self.connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
        if mode != "wal" {
            log::warn!("the library works without a write-ahead log ({mode})");
        }
        Ok(())
    }

    fn check_version(&self) -> Result<(), LibraryError> {
        check_version(self.pragma("application_id")?, self.pragma("user_version")?)
    }

    /// Begins a change. It is made by `commit`, and given up if it is dropped before.
    pub(super) fn change(&mut self) -> Result<Transaction<'_>, LibraryError> {
        Ok(self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
    }
}

fn check_version(application: i64, version: i64) -> Result<(), LibraryError> {
    match version {
        _ if application != APPLICATION => Err(LibraryError::NotLibrary),
        VERSION => Ok(()),
        ..VERSION => Err(LibraryError::Damaged(format!("there is no schema {version}"))),
        found => Err(LibraryError::Newer { found, known: VERSION }),
    }
}

/// Looks at the beginning of a file before `SQLite` touches it: offsets 60 and 68 of the
/// [header](https://www.sqlite.org/fileformat.html#the_database_header). Returns whether it is empty.
fn check_header(file: File) -> Result<bool, LibraryError> {
    let mut header = Vec::new();
    file.take(100).read_to_end(&mut header)?;
    if header.is_empty() {
        return Ok(true);
    }
    if header.len() < 100 || !header.starts_with(b"SQLite format 3\0") {
        return Err(LibraryError::NotLibrary);
    }
    let number =
        |at: usize| i64::from(i32::from_be_bytes(header[at..at + 4].try_into().expect("four bytes")));
    let (application, version) = (number(68), number(60));
    // A file that was just created may have neither yet.
    if (application, version) != (0, 0) {
        check_version(application, version)?;
    }
    Ok(false)
}

/// Now, in milliseconds since 1970.
pub(super) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

/// Stores a type with a single number as that number.
macro_rules! stored_number {
    ($Number:ident) => {
        impl rusqlite::types::ToSql for $Number {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                self.0.to_sql()
            }
        }

        impl rusqlite::types::FromSql for $Number {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                i64::column_result(value).map(Self)
            }
        }
    };
}
pub(super) use stored_number;

#[cfg(test)]
pub(super) mod tests {
    use std::fs;

    use super::*;
    use crate::base::TestFolder;

    /// A folder for the libraries of a test.
    pub struct Folder(TestFolder);

    impl Folder {
        pub fn new(name: &str) -> Self {
            Self(TestFolder::new(&format!("library-{name}")))
        }

        pub fn path(&self, name: &str) -> PathBuf {
            self.0.join(name)
        }

        /// A new library.
        pub fn library(&self) -> Library {
            Library::open(&self.path(FILE_NAME)).expect("a library")
        }
    }

    fn refusal(path: &Path) -> LibraryError {
        let before = fs::read(path).expect("a file");
        let error = Library::open(path).expect_err("refused");
        assert_eq!(fs::read(path).expect("a file"), before, "the file was changed");
        error
    }

    #[test]
    fn other_files_are_refused_and_stay_as_they_are() {
        let folder = Folder::new("other");
        let path = folder.path("text.sqlite");
        for contents in [&b"Dear Sir,"[..], &b"SQLite format 3\0"[..], &[0; 4096], b"x"] {
            fs::write(&path, contents).expect("written");
            assert!(matches!(refusal(&path), LibraryError::NotLibrary));
        }
        let other = folder.path("other.sqlite");
        let connection = Connection::open(&other).expect("a database");
        connection.execute_batch("CREATE TABLE a (b)").expect("a table");
        assert!(matches!(refusal(&other), LibraryError::NotLibrary));
        connection.execute_batch("PRAGMA user_version = 1").expect("a version");
        assert!(matches!(refusal(&other), LibraryError::NotLibrary));
        assert!(matches!(Library::open(&folder.path("")), Err(LibraryError::Io(_))));
        assert!(matches!(Library::open(&folder.path("no/such")), Err(LibraryError::Io(_))));
        let missing = folder.path("missing");
        assert!(matches!(Library::open_existing(&missing), Err(LibraryError::Missing)));
        assert!(!missing.exists());
    }

    #[test]
    fn a_later_schema_is_refused() {
        let folder = Folder::new("later");
        let library = folder.library();
        // While the other one is open, the version stands in the log alone.
        library.connection.execute_batch("PRAGMA user_version = 7").expect("a version");
        let path = folder.path(FILE_NAME);
        let is_newer = |error| matches!(error, LibraryError::Newer { found: 7, known: VERSION });
        assert!(is_newer(Library::open(&path).expect_err("refused")));
        drop(library);
        assert!(is_newer(refusal(&path)));
        let Err(error) = Library::open(&path) else { panic!("opened") };
        assert!(error.to_string().contains("later version"), "{error}");
    }

    #[test]
    fn a_file_whose_name_looks_like_a_uri_is_a_file() {
        let folder = Folder::new("uri");
        let path = folder.path("file:a?mode=memory");
        drop(Library::open(&path).expect("a library"));
        assert!(path.exists());
        drop(Library::open_existing(&path).expect("a library"));
    }

    #[test]
    fn several_create_a_library_at_once() {
        let folder = Folder::new("at-once");
        let path = folder.path(FILE_NAME);
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| Library::open(&path).map(drop))).collect();
            for thread in threads {
                thread.join().expect("no panic").expect("a library");
            }
        });
    }
}
