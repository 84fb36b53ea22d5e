use std::fmt::{self, Display, Formatter};

use super::{Continuation, OpeningMove, OpeningTree};

const HEAD: &str =
    "| move | name | games | share | score | search |\n| --- | --- | ---: | ---: | ---: | ---: |";

/// The mark of one ply of depth in a table.
const INDENT: &str = "· ";

/// The tree as Markdown: how to read it, the first moves, and a section with the continuations of each.
impl Display for OpeningTree {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let limits = self.limits;
        let share = 100.0 * limits.min_share;
        writeln!(f, "# Opening tree of {}\n", self.variant)?;
        writeln!(
            f,
            "From {} games of self-play: the first {} plies, and of these the moves with at least {} games and a \
             share of at least {share:.0}%.\n",
            self.games, limits.plies, limits.min_games
        )?;
        writeln!(
            f,
            "- **games**: the number of games in which the engine chose the move in this position, however the \
             position was reached; a mirror image is the same position. Random moves and moves of prepared openings \
             do not count.\n\
             - **share**: its share of all games in which the engine chose a move in this position.\n\
             - **score**: what the mover scored in these games, a draw being half a point. With *n* games, its 95% \
             confidence interval is at most ±98 / √*n* percentage points.\n\
             - **search**: the mean score of the searches after the move, for the mover, in units of the \
             evaluation.\n\n\
             A row that begins with dots continues the nearest row above it with one dot fewer. An arrow leads to the \
             moves under which the same position is listed.\n"
        )?;
        if self.other_games > 0 {
            writeln!(f, "{} games from other initial positions do not count.\n", self.other_games)?;
        }
        for problem in &self.incomplete {
            writeln!(f, "Incomplete: {problem}.\n")?;
        }
        writeln!(f, "The games were made by these recipes:\n\n```text")?;
        for recipe in &self.recipes {
            writeln!(f, "{recipe}")?;
        }
        writeln!(f, "```\n\n## First moves\n\n{HEAD}")?;
        for first in &self.moves {
            row(f, first, 0)?;
        }
        for first in &self.moves {
            let Continuation::Moves(answers) = &first.next else { continue };
            if answers.is_empty() {
                continue;
            }
            let name = first.name.as_ref().map_or_else(String::new, |name| format!(" {name}"));
            writeln!(f, "\n## {}{name}\n\n{HEAD}", numbered(&first.text, 0))?;
            for answer in answers {
                rows(f, answer, 1)?;
            }
        }
        Ok(())
    }
}

/// The rows of a move after `plies` plies and its continuations, which a section indents by one ply less.
fn rows(f: &mut Formatter<'_>, played: &OpeningMove, plies: usize) -> fmt::Result {
    row(f, played, plies)?;
    if let Continuation::Moves(moves) = &played.next {
        moves.iter().try_for_each(|next| rows(f, next, plies + 1))?;
    }
    Ok(())
}

fn row(f: &mut Formatter<'_>, played: &OpeningMove, plies: usize) -> fmt::Result {
    let OpeningMove { text, name, games, share, score, search, next } = played;
    let indent = INDENT.repeat(plies.saturating_sub(1));
    let transposes = match next {
        Continuation::Transposition(line) => format!(" → {}", line_text(line)),
        Continuation::Moves(_) => String::new(),
    };
    let (name, share, score) = (name.as_deref().unwrap_or_default(), 100.0 * share, 100.0 * score);
    // Avoids a negative zero.
    let search = search.map_or_else(|| "—".to_owned(), |search| format!("{:+}", search.round() as i64));
    let played = numbered(text, plies);
    writeln!(f, "| {indent}{played}{transposes} | {name} | {games} | {share:.0}% | {score:.0}% | {search} |")
}

/// A move with its number, after `plies` plies.
fn numbered(text: &str, plies: usize) -> String {
    let sign = if plies.is_multiple_of(2) { "." } else { "…" };
    format!("{}{sign} {text}", plies / 2 + 1)
}

/// A line from the initial position.
fn line_text(line: &[String]) -> String {
    let words = line
        .iter()
        .enumerate()
        .map(|(plies, text)| if plies % 2 == 0 { numbered(text, plies) } else { text.clone() });
    if line.is_empty() { "the initial position".to_owned() } else { words.collect::<Vec<_>>().join(" ") }
}
