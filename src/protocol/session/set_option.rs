use crate::engine::{HASH_MIB, OptionEffect, THREADS};
use crate::games::{Game, TableKind, Variant, with_game};
use crate::protocol::errors::SetOptionError;
use crate::protocol::options::Change;
use crate::search::{LoadedTables, SearchTables, TablesError};

use super::session_game::{ClientHabit, EngineChange, EngineOrder};
use super::{Session, game, memory};

/// The options of a session.
impl Session {
    /// Sets an option; returns what changed.
    ///
    /// # Errors
    /// If there is no such option or the value is not valid. Nothing is changed then.
    pub(in crate::protocol) fn set_option(
        &mut self,
        name: &str,
        value: &str,
    ) -> Result<Change, SetOptionError> {
        self.halt();
        let before = self.settings.clone();
        let change = self.settings.set(name, value)?;
        let done = match &change {
            Change::Engine(OptionEffect::None) | Change::Tables(_) => Ok(()),
            Change::Engine(OptionEffect::Threads) => {
                self.game.change_engine(EngineChange::Threads(self.settings.engine().threads()))
            }
            Change::Engine(OptionEffect::HashTable) => {
                self.set_hash(self.settings.engine().hash_mib(), before.engine().hash_mib())
            }
            Change::Engine(OptionEffect::Weights) => {
                self.game.change_engine(EngineChange::Evaluation(self.settings.engine()))
            }
            Change::Engine(OptionEffect::Tables(kind)) => match self.load_tables(*kind) {
                Ok(Some(tables)) => return Ok(Change::Tables(tables)),
                done => done.map(drop),
            },
            Change::Engine(OptionEffect::Clear) => {
                self.game.order(EngineOrder::Clear);
                Ok(())
            }
            // A client that repeats the current value may know no other game.
            Change::Variant(variant) if *variant == self.variant => Ok(()),
            Change::Variant(variant) => self.switch_to(*variant, true),
            Change::Game(name, value) => self.game.set_option(name, value),
        };
        match done {
            Ok(()) => Ok(change),
            Err(error) => {
                self.settings = before;
                Err(error)
            }
        }
    }

    /// The largest hash table that the session's limit and the free memory allow, in MiB.
    pub(in crate::protocol) fn largest_hash_mib(&self) -> usize {
        let allowed = self.settings.limits().hash_mib.min(*HASH_MIB.end() as usize);
        let free = memory::available_mib().and_then(|free| usize::try_from(free).ok()).unwrap_or(usize::MAX);
        allowed.min(free.saturating_add(self.settings.engine().hash_mib())).max(1)
    }

    /// The largest number of threads that the session may use.
    pub(in crate::protocol) fn largest_thread_count(&self) -> usize {
        self.settings.limits().threads.clamp(1, *THREADS.end() as usize)
    }

    /// Sets the size of the hash table in MiB, clamped from one to what limits and memory allow.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub(in crate::protocol) fn set_hash_within_limits(&mut self, mib: i128) -> Result<(), SetOptionError> {
        let most = self.largest_hash_mib() as i128;
        self.set_option("Hash", &mib.clamp(1, most).to_string()).map(drop)
    }

    /// Sets the number of threads, clamped from one to the session's limit.
    ///
    /// # Errors
    /// If the option cannot be set.
    pub(in crate::protocol) fn set_threads_within_limits(
        &mut self,
        count: i128,
    ) -> Result<(), SetOptionError> {
        let most = self.largest_thread_count() as i128;
        self.set_option("Threads", &count.clamp(1, most).to_string()).map(drop)
    }

    /// Replaces the hash table of `old` MiB by one of `mib`, if there is enough memory.
    fn set_hash(&mut self, mib: usize, old: usize) -> Result<(), SetOptionError> {
        let released = memory::resident_mib().map_or(old as u64, |resident| resident.min(old as u64));
        if mib == old {
            return Ok(());
        }
        match memory::available_mib() {
            Some(free) if mib as u64 > free + released => Err(SetOptionError::Unavailable {
                name: "Hash",
                reason: format!("{mib} MiB exceed the {free} MiB of free memory"),
            }),
            _ => self.game.change_engine(EngineChange::Hash(mib)),
        }
    }

    /// Changes the game, and unsets the `EvalFile` of the previous one; `named` says whether the client selected the
    /// game by its name.
    pub(super) fn switch_to(&mut self, variant: Variant, named: bool) -> Result<(), SetOptionError> {
        let mut settings = self.settings.clone();
        settings.forget_eval_file();
        let mut game = game::new_game(variant, named, &settings)?;
        if self.speaks_cecp {
            game.adopt(ClientHabit::Cecp);
        }
        let hash_mib = settings.engine().hash_mib();
        // There are never two large tables at a time.
        self.game.change_engine(EngineChange::Hash(1))?;
        if let Err(error) = game.change_engine(EngineChange::Hash(hash_mib)) {
            self.game.change_engine(EngineChange::Hash(hash_mib))?;
            return Err(error);
        }
        (self.game, self.settings, self.variant) = (game, settings, variant);
        self.refused = None;
        Ok(())
    }

    /// Loads the tablebases of this kind named by the options, for every game that has such, so that they are ready
    /// when the game is selected. Returns what was found, if anything.
    fn load_tables(&mut self, kind: TableKind) -> Result<Option<LoadedTables>, SetOptionError> {
        let path = self.settings.engine().tables_path(kind);
        let (mut found, mut errors) = (None, Vec::new());
        for variant in Variant::ALL.into_iter().filter(|variant| variant.info().tables == Some(kind)) {
            match with_game!(variant, G => <G as Game>::Position::load_tables(&path)) {
                Ok(loaded) => {
                    let loaded = loaded.filter(|tables| tables.most_pieces > 0);
                    found = found.into_iter().chain(loaded).reduce(LoadedTables::and);
                }
                Err(error) => errors.push(error),
            }
        }
        errors.sort_by_key(|error| matches!(error, TablesError::NotFound(_)));
        match (errors.into_iter().next(), &mut found) {
            // The folders may contain tables of one game alone.
            (None, _) | (Some(TablesError::NotFound(_)), Some(_)) => {}
            (Some(error), Some(found)) => found.refused.push(error.to_string()),
            (Some(error), None) => {
                let name = kind.path_option().unwrap_or_default();
                return Err(SetOptionError::Unavailable { name, reason: error.to_string() });
            }
        }
        // Stored results may be better or worse than those from the new tables.
        self.game.order(EngineOrder::Clear);
        Ok(found)
    }
}
