//! Helpers for tests that run the program in a folder of their own.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use quadriga::arena::{GameRecord, JournalSummary, read_journal};

#[path = "../common/folder.rs"]
mod folder;

pub use folder::Folder;

impl Folder {
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).expect("a file for the test");
        self.path(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file was written")
    }

    /// Runs the program, which must succeed; returns its standard output.
    #[track_caller]
    pub fn succeed(&self, words: &str) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("readable output")
    }

    /// Runs the program, which must fail; returns its standard error.
    #[track_caller]
    pub fn fail(&self, words: &str) -> String {
        let output = self.run(words);
        assert!(!output.status.success(), "{words} succeeded");
        String::from_utf8(output.stderr).expect("readable output")
    }

    /// A journal's summary, and its games by index.
    pub fn journal(&self, name: &str) -> (JournalSummary, BTreeMap<usize, GameRecord>) {
        let mut games = BTreeMap::new();
        let summary = read_journal(&self.path(name), |record| {
            assert!(!games.contains_key(&record.game), "game {} stands there twice", record.game);
            games.insert(record.game, record);
        });
        (summary.expect("a sound journal"), games)
    }
}

/// The part of game records that must be reproducible.
pub fn moves(games: &BTreeMap<usize, GameRecord>) -> BTreeMap<usize, (String, Vec<String>)> {
    let texts = |record: &GameRecord| record.moves.iter().map(|m| m.text.clone()).collect();
    games.iter().map(|(&game, record)| (game, (record.fen.clone(), texts(record)))).collect()
}

/// A match between two internal players of different strength that takes a few seconds.
pub const QUICK: &str = "match --variant zhonggong --time nodes=150 --balance-nodes 300 --random 6 --max-plies 80 \
                         --player 'name=a command=self' --player 'name=b command=self time=nodes=300'";
