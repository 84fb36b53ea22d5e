//! What the table of games shows of a game. All of it follows from the game's tree.

use crate::base::{Fnv, Outcome};
use crate::games::Variant;
use crate::records::{GameTree, is_usual_start};

/// The tag that holds the name which a person gave a game.
pub(super) const TITLE: &str = "Title";

/// The tag that holds the level of the engine against which a game was played, as an Elo; 0 is full strength.
pub(super) const LEVEL: &str = "Level";

/// What is known about a game as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Facts {
    pub variant: Variant,
    pub title: Option<String>,
    /// The players; `None` if unknown.
    pub players: [Option<String>; 2],
    /// The players and the title in lower case, a line each, for searches.
    pub folded: String,
    pub outcome: Option<Outcome>,
    /// As far as it is known: `2026-03-04`, `2026-03` or `2026`.
    pub date: Option<String>,
    pub event: Option<String>,
    pub level: Option<i64>,
    /// The FEN of an unusual start.
    pub start: Option<String>,
    pub plies: usize,
}

impl Facts {
    /// The facts of a checked game.
    pub(super) fn of(tree: &GameTree) -> Self {
        let known = |name: &str| {
            let value = tree.tags.get(name)?.trim();
            (!value.is_empty() && value != "?").then(|| value.to_owned())
        };
        let players = tree.players().map(|name| (name != "?").then(|| name.to_owned()));
        let title = known(TITLE);
        let folded: Vec<_> =
            players.iter().chain([&title]).flatten().map(|name| name.to_lowercase()).collect();
        Self {
            variant: tree.variant,
            folded: folded.join("\n"),
            title,
            players,
            outcome: tree.outcome,
            date: ["Date", "UTCDate"].iter().find_map(|name| date_of(tree.tags.get(name)?)),
            event: known("Event"),
            level: tree.tags.get(LEVEL).and_then(|text| text.trim().parse().ok()),
            start: tree.start.clone().filter(|_| !is_usual_start(tree)),
            plies: tree.plies(),
        }
    }
}

/// The known part of a date of PGN: `2026.03.??` is `2026-03`.
fn date_of(text: &str) -> Option<String> {
    let mut known = Vec::new();
    for (part, length) in text.trim().split(['.', '-', '/']).zip([4, 2, 2]) {
        if part.len() > length || part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            break;
        }
        if part.bytes().all(|byte| byte == b'0') {
            break;
        }
        known.push(format!("{part:0>length$}"));
    }
    (!known.is_empty()).then(|| known.join("-"))
}

/// A hash of a stored game, by which duplicates are found.
pub(super) fn fingerprint(text: &str) -> i64 {
    let mut hash = Fnv::default();
    hash.add(text.as_bytes());
    hash.mixed() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_known_in_part() {
        for (text, date) in [
            ("2026.03.04", Some("2026-03-04")),
            ("2026-3-4", Some("2026-03-04")),
            ("2026.03.??", Some("2026-03")),
            ("2026.??.04", Some("2026")),
            ("????.??.??", None),
            ("2026.00.00", Some("2026")),
            ("", None),
            ("20260304", None),
        ] {
            assert_eq!(date_of(text).as_deref(), date, "{text}");
        }
    }
}
