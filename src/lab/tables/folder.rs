use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::arena::{Shard, write_file};
use crate::base::table_files::{Memory, files};
use crate::games::cchess::tables::{Header, Material, Table, TableError, TabledGame};

use super::build::{BuildError, build_table};
use super::check::{CheckError, check_table};
use super::smaller::Smaller;

/// A folder of tables of a game.
#[derive(Debug)]
pub struct TableFolder {
    path: PathBuf,
}

/// What a build tells while it runs.
#[derive(Debug)]
pub enum Progress<'p> {
    /// The table exists.
    Exists(Material),
    /// The table exists, but cannot be used, and is built again.
    Unusable(Material, &'p TableError),
    /// The build of the table begins; the number of those before it, and of all.
    Begins(Material, usize, usize),
    /// The table has been written: what it contains, the length of its file, and how long it took.
    Written(&'p Header, u64, Duration),
}

/// Why a folder cannot be used, or a table of it cannot be built.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file cannot be written.
    #[error("{0}: {1}")]
    Write(String, io::Error),
    /// A table cannot be used.
    #[error("{0}: {1}")]
    Table(String, TableError),
    /// A table that another shard builds is missing.
    #[error("{0} needs {1}, which another shard builds: run this again once it is in the folder")]
    OtherShard(Material, Material),
    /// A table that another one needs is missing.
    #[error("{0} needs {1}, which is not in the folder")]
    Missing(Material, Material),
    /// The build failed.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The table is wrong.
    #[error("{0}: {1}")]
    Check(Material, CheckError),
}

impl TableFolder {
    /// The folder at this path.
    pub const fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// The file of a material's table.
    pub fn file<P: TabledGame>(&self, material: Material) -> PathBuf {
        self.path.join(format!("{material}.{}", P::NAME))
    }

    /// The tables of the folder, by name.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn files<P: TabledGame>(&self) -> io::Result<Vec<PathBuf>> {
        files(&self.path, &[P::NAME])
    }

    /// These materials, and all that captures and trades lead to from them, with those of fewer pieces first.
    pub fn plan<P: TabledGame>(materials: &[Material]) -> Vec<Material> {
        let mut found = HashSet::new();
        let mut left: Vec<_> = materials.iter().copied().map(Material::canonical).collect();
        while let Some(material) = left.pop() {
            if !P::is_dead(material) && found.insert(material) {
                left.extend(P::smaller(material));
            }
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_unstable_by(|a, b| a.pieces().cmp(&b.pieces()).then(b.cmp(a)));
        found
    }

    /// Builds the tables of a plan that the folder does not have: all of them, or a shard of them.
    ///
    /// # Errors
    /// If one cannot be built or written; those before it are kept.
    pub fn build<P: TabledGame>(
        &self,
        plan: &[Material],
        shard: Shard,
        threads: usize,
        stop: &AtomicBool,
        mut report: impl FnMut(Progress<'_>),
    ) -> Result<(), FolderError> {
        for (number, &material) in plan.iter().enumerate() {
            if number % shard.count() != shard.index() {
                continue;
            }
            let file = self.file::<P>(material);
            match open_table::<P>(&file) {
                Ok(_) => {
                    report(Progress::Exists(material));
                    continue;
                }
                Err(TableError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => report(Progress::Unusable(material, &error)),
            }
            let begun = Instant::now();
            report(Progress::Begins(material, number, plan.len()));
            let smaller = self.smaller::<P>(material, shard)?;
            let (header, bytes) = build_table::<P>(material, &smaller, threads, stop)?;
            let unwritable = |error| FolderError::Write(file.display().to_string(), error);
            write_file(&file, &bytes).map_err(unwritable)?;
            report(Progress::Written(&header, bytes.len() as u64, begun.elapsed()));
        }
        Ok(())
    }

    /// The tables that captures and trades of this material lead to.
    fn smaller<P: TabledGame>(&self, material: Material, shard: Shard) -> Result<Smaller, FolderError> {
        let mut files = Vec::new();
        for needed in P::smaller(material).into_iter().filter(|&needed| !P::is_dead(needed)) {
            let file = self.file::<P>(needed);
            if !file.exists() {
                let missing = if shard.is_whole() { FolderError::Missing } else { FolderError::OtherShard };
                return Err(missing(material, needed));
            }
            files.push(file);
        }
        Smaller::open::<P>(&files)
            .map_err(|(file, error)| FolderError::Table(file.display().to_string(), error))
    }

    /// Checks a table of the folder: its checksums, its totals, and every value against those after its moves.
    ///
    /// # Errors
    /// If something is wrong.
    pub fn check<P: TabledGame>(
        &self,
        file: &Path,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Header, FolderError> {
        let table =
            open_table::<P>(file).map_err(|error| FolderError::Table(file.display().to_string(), error))?;
        let material = table.header().material;
        let mut smaller = self.smaller::<P>(material, Shard::WHOLE)?;
        smaller.add::<P>(file).map_err(|error| FolderError::Table(file.display().to_string(), error))?;
        check_table::<P>(&table, &smaller, threads, stop)
            .map_err(|error| FolderError::Check(material, error))?;
        Ok(table.header().clone())
    }
}

/// Opens the table in a file.
///
/// # Errors
/// If it is not a table of this game, or its header is damaged.
pub fn open_table<P: TabledGame>(file: &Path) -> Result<Table, TableError> {
    Table::open::<P>(file, &Arc::new(Memory::new(0)))
}
