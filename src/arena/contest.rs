use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::Fnv;
use crate::games::{TableKind, Variant};

use super::openings::OpeningSource;
use super::schedule::{Format, Knockout, RoundRobin, Schedule, Swiss};
use super::stats::Sprt;
use super::{Adjudication, PlayerKind, PlayerSpec, TablebaseRule};

/// The settings that determine the games of a match or tournament and when it ends. How it is run (concurrency, output
/// files) is specified by [`super::RunSettings`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contest {
    /// The event's name.
    pub event: String,
    /// The game.
    pub variant: Variant,
    /// The game's own options, as name and value.
    pub options: Vec<(String, String)>,
    /// The players in the order of their seeding, best first.
    pub players: Vec<PlayerSpec>,
    /// Which players meet.
    pub format: Format,
    /// The number of rounds: openings for each pair of opponents in a match, round-robin or gauntlet, rounds in a Swiss
    /// tournament; ignored in a knockout.
    pub rounds: usize,
    /// Pairs of games per meeting in a Swiss tournament or knockout.
    pub pairs: usize,
    /// The maximum number of tie-break pairs in a drawn meeting of a knockout.
    pub tie_breaks: usize,
    /// The number of players, counted from the first, who are the challengers of a gauntlet.
    pub challengers: usize,
    /// The random seed of everything in the contest.
    pub seed: u64,
    /// The source of openings.
    pub openings: OpeningSource,
    /// The hash of the book's contents, to detect a changed book.
    pub book_digest: Option<String>,
    /// When the referee ends a game early.
    pub adjudication: Adjudication,
    /// The tablebases that end a game early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tablebases: Option<TablebaseRule>,
    /// The SPRT that ends a match.
    pub sprt: Option<Sprt>,
}

/// Why the settings of a contest are invalid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ContestError {
    /// There are too few players, or too many for a match.
    #[error("a {format} needs {needed} players; {found} were given")]
    Players {
        /// The format.
        format: &'static str,
        /// The number of players needed.
        needed: &'static str,
        /// The number of players given.
        found: usize,
    },
    /// Two players have the same name.
    #[error("two players are called {0:?}")]
    SameName(String),
    /// A player has no name.
    #[error("player {0} has an empty name")]
    NoName(usize),
    /// A gauntlet has no challengers, or nobody to challenge.
    #[error("a gauntlet of {players} players cannot have {challengers} challengers")]
    Challengers {
        /// The number of challengers.
        challengers: usize,
        /// The number of players.
        players: usize,
    },
    /// A number that must be at least one is zero.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
    /// A number is too large.
    #[error("{0} must be at most {1}")]
    TooLarge(&'static str, usize),
    /// A player inside the process uses other tablebases than the referee, but a process has only one set.
    #[error("player {player}: {option} differs from the folders of the tables for adjudication")]
    OtherTables {
        /// The player's name.
        player: String,
        /// The option with the folders.
        option: &'static str,
    },
    /// An SPRT is given for a format other than a match.
    #[error("an SPRT requires the format match")]
    SprtFormat,
}

/// The maximum number of pairs of games per meeting, which are all scheduled when the meeting begins.
const MAX_PAIRS: usize = 100_000;

impl Contest {
    /// Checks the settings.
    ///
    /// # Errors
    ///
    /// The first problem found.
    pub fn validate(&self) -> Result<(), ContestError> {
        let found = self.players.len();
        let needed = match self.format {
            Format::Match if found != 2 => Some("exactly 2"),
            Format::Match => None,
            _ if found < 2 => Some("at least 2"),
            _ => None,
        };
        if let Some(needed) = needed {
            return Err(ContestError::Players { format: self.format.name(), needed, found });
        }
        for (index, player) in self.players.iter().enumerate() {
            if player.name.trim().is_empty() {
                return Err(ContestError::NoName(index + 1));
            }
            if self.players[..index].iter().any(|other| other.name == player.name) {
                return Err(ContestError::SameName(player.name.clone()));
            }
        }
        if self.format == Format::Gauntlet && !(1..found).contains(&self.challengers) {
            return Err(ContestError::Challengers { challengers: self.challengers, players: found });
        }
        let Adjudication { win, draw, max_plies } = self.adjudication;
        for (name, number) in [
            ("rounds", Some(self.rounds)),
            ("pairs", Some(self.pairs)),
            ("win.moves", win.map(|rule| rule.moves as usize)),
            ("draw.moves", draw.map(|rule| rule.moves as usize)),
            ("max-plies", max_plies),
        ] {
            if number == Some(0) {
                return Err(ContestError::Zero(name));
            }
        }
        if self.pairs > MAX_PAIRS {
            return Err(ContestError::TooLarge("pairs", MAX_PAIRS));
        }
        if let Some(rule) = &self.tablebases
            && let Some(option) = self.variant.info().tables.and_then(TableKind::path_option)
        {
            let differs = |player: &&PlayerSpec| {
                player.kind == PlayerKind::Internal
                    && player
                        .options
                        .iter()
                        .any(|(name, value)| name.eq_ignore_ascii_case(option) && *value != rule.path)
            };
            if let Some(player) = self.players.iter().find(differs) {
                return Err(ContestError::OtherTables { player: player.name.clone(), option });
            }
        }
        if self.sprt.is_some() && self.format != Format::Match {
            return Err(ContestError::SprtFormat);
        }
        Ok(())
    }

    /// The schedule in its initial state.
    pub fn schedule(&self) -> Box<dyn Schedule> {
        let players = self.players.len();
        match self.format {
            Format::Match | Format::RoundRobin => Box::new(RoundRobin::new(players, self.rounds)),
            Format::Gauntlet => Box::new(RoundRobin::gauntlet(players, self.challengers, self.rounds)),
            Format::Swiss => Box::new(Swiss::new(players, self.rounds, self.pairs)),
            Format::Knockout => Box::new(Knockout::new(players, self.pairs, self.tie_breaks)),
        }
    }

    /// The players' names.
    pub fn names(&self) -> Vec<&str> {
        self.players.iter().map(|player| player.name.as_str()).collect()
    }

    /// A hash of the settings, as 16 hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        digest(serde_json::to_string(self).expect("a contest is plain data").as_bytes())
    }

    /// The paths of the settings that differ between two contests, such as `players[0].time`.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let value = |contest| serde_json::to_value(contest).expect("a contest is plain data");
        let mut found = Vec::new();
        compare("", &value(self), &value(other), &mut found);
        found
    }
}

fn compare(path: &str, one: &serde_json::Value, other: &serde_json::Value, found: &mut Vec<String>) {
    use serde_json::Value::{Array, Object};
    match (one, other) {
        (Object(one), Object(other)) if one.keys().eq(other.keys()) => {
            for (name, value) in one {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                compare(&path, value, &other[name], found);
            }
        }
        (Array(one), Array(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                compare(&format!("{path}[{index}]"), one, other, found);
            }
        }
        _ if one == other => {}
        _ => found.push(path.to_owned()),
    }
}

/// The FNV-1a hash in hexadecimal: the same on every machine and in every release.
pub(super) fn digest(bytes: &[u8]) -> String {
    let mut hash = Fnv::default();
    hash.add(bytes);
    format!("{:016x}", hash.value())
}

/// A match of two players for tests.
#[cfg(test)]
pub(super) fn example() -> Contest {
    use super::TimeControl;

    let player = |name: &str| PlayerSpec {
        name: name.to_owned(),
        kind: PlayerKind::Internal,
        options: Vec::new(),
        time: TimeControl::Nodes(100),
        margin: PlayerSpec::MARGIN,
        patience: PlayerSpec::PATIENCE,
    };
    Contest {
        event: "test".to_owned(),
        variant: Variant::Chess,
        options: Vec::new(),
        players: vec![player("a"), player("b")],
        format: Format::Match,
        rounds: 5,
        pairs: 1,
        tie_breaks: 0,
        challengers: 1,
        seed: 1,
        openings: OpeningSource::Start,
        book_digest: None,
        adjudication: Adjudication::default(),
        tablebases: None,
        sprt: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::TimeControl;

    #[test]
    fn the_digest_is_fnv_1a() {
        // From the authors' test vectors.
        assert_eq!(digest(b""), "cbf29ce484222325");
        assert_eq!(digest(b"foobar"), "85944171f73967e8");
    }

    #[test]
    fn differences_are_named() {
        let one = example();
        let mut other = example();
        assert_eq!((one.differences(&other).len(), one.fingerprint() == other.fingerprint()), (0, true));
        other.players[1].time = TimeControl::Nodes(200);
        other.seed = 2;
        assert_eq!(one.differences(&other), ["players[1].time", "seed"]);
        assert_ne!(one.fingerprint(), other.fingerprint());
    }

    #[test]
    fn invalid_settings_are_rejected() {
        assert_eq!(example().validate(), Ok(()));
        let refused = |change: fn(&mut Contest)| {
            let mut contest = example();
            change(&mut contest);
            contest.validate().unwrap_err()
        };
        assert_eq!(refused(|c| c.players[1].name = "a".to_owned()), ContestError::SameName("a".to_owned()));
        assert!(matches!(refused(|c| c.players.truncate(1)), ContestError::Players { .. }));
        assert!(matches!(
            refused(|c| {
                c.format = Format::Gauntlet;
                c.challengers = 2;
            }),
            ContestError::Challengers { .. }
        ));
        assert_eq!(refused(|c| c.rounds = 0), ContestError::Zero("rounds"));
        assert!(matches!(refused(|c| c.adjudication.max_plies = Some(0)), ContestError::Zero(_)));
    }

    #[test]
    fn an_internal_player_uses_the_tables_of_the_referee() {
        for (variant, option) in [(Variant::Chess, "SyzygyPath"), (Variant::Zhonggong, "TablePath")] {
            let refused = |name: &str, path: &str| {
                let mut contest = Contest { variant, ..example() };
                let rule = TablebaseRule { path: "tables".to_owned(), pieces: None, move_limit: true };
                contest.tablebases = Some(rule);
                contest.players[0].kind = PlayerKind::Internal;
                contest.players[0].options = vec![(name.to_owned(), path.to_owned())];
                contest.validate().err()
            };
            assert_eq!(refused(option, "tables"), None);
            let player = "a".to_owned();
            assert_eq!(refused(option, "others"), Some(ContestError::OtherTables { player, option }));
            assert_eq!(refused("Hash", "16"), None);
        }
    }
}
