//! Help for people who type commands.

/// The commands that people type, on one page.
pub(super) const HELP: &str = "\
Quadriga plays zhonggong xiangqi, xiangqi, gomoku, renju and chess.

  setoption name UCI_Variant value GAME   chess, xiangqi, zhonggong, gomoku, gomoku-standard, renju
  new                      start again; position fen FEN sets up a position
  move M...                play moves: e2e4, Nf3, 炮二平五, C2=5, h8
  undo [N], redo [N]       take moves back, play them again
  d                        the board; legal: the legal moves; why [M]: why a move or FEN is refused
  history                  the moves so far; names on: write moves by name from now on
  status                   who has won, and why
  go [movetime MS | depth N | infinite]   search; stop ends the search
  play [LIMITS | off]      let the engine answer each move by itself: play movetime 1000
  eval                     the static evaluation
  setoption name Skill Level value 0..20  the strength
  record pgn               the game as a file: pgn, sgf or psq
  quit

quadriga board opens a board in the browser. protocol.md describes all commands and options.";

/// The one of `candidates` that a misspelt word probably means.
pub(super) fn meant<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    const LONGEST: usize = 24;
    if word.chars().count() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let distance = |candidate: &str| strsim::osa_distance(&word, &candidate.to_lowercase());
    // One slip, or two in a longer word.
    let tolerance = if word.chars().count() < 6 { 1 } else { 2 };
    let nearest = candidates.into_iter().min_by_key(|candidate| distance(candidate))?;
    (distance(nearest) <= tolerance).then_some(nearest)
}

/// The end of a message about an unknown word, if there is a similar known one: `; did you mean "move"?`.
pub(super) fn did_you_mean(meant: Option<&str>) -> String {
    meant.map(|meant| format!("; did you mean {meant:?}?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_words_are_recognised() {
        let words = ["position", "go", "move", "isready", "Move Overhead"];
        for (word, expected) in [
            ("postion", Some("position")),
            ("mvoe", Some("move")),
            ("Position", Some("position")),
            ("g", Some("go")),
            ("move overhed", Some("Move Overhead")),
            ("moev", Some("move")),
            ("hello", None),
            ("e2e4", None),
            ("", None),
            ("将", None),
        ] {
            assert_eq!(meant(word, words), expected, "{word}");
        }
        assert_eq!(meant(&"x".repeat(100_000), words), None);
        assert!(HELP.lines().all(|line| line.chars().count() <= 100));
    }
}
