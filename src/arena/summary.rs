//! A text summary of results, for the end of a run and for merged journals.

use std::borrow::Cow;
use std::fmt::{self, Write};

use crate::base::printable;

use super::MachineLoad;
use super::bracket::{bracket_of, meeting_text, round_name};
use super::results::Results;
use super::schedule::Format;
use super::stats::{EloScale, Estimate, Sprt, SprtDecision};

/// A contest's results as lines of text.
pub struct Summary<'a>(pub &'a Results);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(results) = self;
        if results.contest().format == Format::Match {
            write_match(f, results)?;
        } else {
            write_table(f, results)?;
        }
        write_bracket(f, results)?;
        write_terminations(f, results)?;
        for warning in warnings(results) {
            writeln!(f, "{warning}")?;
        }
        if results.left_out() > 0 {
            writeln!(
                f,
                "Not counted: {} games whose pair is incomplete, or that were played after the decision",
                results.left_out()
            )?;
        }
        Ok(())
    }
}

/// The players' names, safe for terminals.
fn printable_names(results: &Results) -> Vec<Cow<'_, str>> {
    results.contest().names().into_iter().map(printable).collect()
}

/// Circumstances that make the numbers misleading: repeated games and openings, and games lost on time on an overloaded
/// machine.
pub(super) fn warnings(results: &Results) -> Vec<String> {
    let mut warnings = Vec::new();
    let (games, repeated) = (results.games(), results.repeated_games());
    if repeated > 0 {
        let verdict = if results.is_repetitive() {
            "the Elo and its error bars are unreliable"
        } else {
            "they are counted as if they were new"
        };
        let distinct = games - repeated;
        warnings.push(format!(
            "Warning: only {distinct} of {games} games are distinct; {repeated} repeat an earlier one move by move, so \
             {verdict}"
        ));
    }
    let (pairs, openings) = (games / 2, results.repeated_openings());
    if openings > 0 {
        warnings.push(format!("Openings: {} distinct ones in {pairs} pairs of games", pairs - openings));
    }
    let overload = results.overloaded_forfeits();
    if let Some(MachineLoad { average, cores, games }) = overload.highest {
        let average =
            average.map_or_else(String::new, |average| format!("load average up to {average:.1}, "));
        warnings.push(format!(
            "Warning: {} of {} games that were lost on time ended while the machine was overloaded ({average}{games} \
             games at a time, {cores} cores)",
            overload.overloaded, overload.forfeits
        ));
    }
    warnings
}

/// The mark of numbers that [`warnings`] calls unreliable.
pub(super) fn mark(results: &Results) -> &'static str {
    if results.is_repetitive() { " (unreliable: repeated games)" } else { "" }
}

/// The score of a match on one line, for the progress display.
pub fn score_line(results: &Results) -> String {
    let tally = results.crosstable().between(0, 1);
    let mut line = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let Some(score) = results.pair_score() {
        let elo = score.elo();
        let _ = write!(line, ", Elo {:+.1}", elo.value);
        // After few games the interval may be infinite.
        if elo.margin().is_finite() {
            let _ = write!(line, " ±{:.1}", elo.margin());
        }
        line.push_str(mark(results));
    }
    if let (Some(ratio), Some(sprt)) = (results.log_likelihood_ratio(), results.contest().sprt) {
        let [low, high] = sprt.bounds();
        let _ = write!(line, ", LLR {ratio:+.2} ({low:+.2} … {high:+.2})");
    }
    line
}

fn write_match(f: &mut fmt::Formatter<'_>, results: &Results) -> fmt::Result {
    let names = printable_names(results);
    let tally = results.crosstable().between(0, 1);
    writeln!(f, "{} against {}: {} games", names[0], names[1], tally.games())?;
    let share = tally.score().map_or(String::new(), |score| format!(" ({:.1}%)", 100.0 * score));
    writeln!(
        f,
        "Result: {} wins, {} draws, {} losses, {} points{share}",
        tally.wins,
        tally.draws,
        tally.losses,
        tally.points()
    )?;
    let [zero, half, one, one_half, two] = results.pairs().counts;
    writeln!(f, "Pairs with 0, ½, 1, 1½, 2 points: {zero}, {half}, {one}, {one_half}, {two}")?;
    if let Some(score) = results.pair_score() {
        let superiority = 100.0 * score.likelihood_of_superiority();
        let mark = mark(results);
        writeln!(f, "Elo: {}{mark}", estimate(&score.elo()))?;
        writeln!(f, "Normalised Elo: {}{mark}", estimate(&score.normalised_elo()))?;
        writeln!(f, "Likelihood of superiority: {superiority:.1}%{mark}")?;
    }
    if let Some(sprt) = results.contest().sprt {
        let ratio = results.log_likelihood_ratio().unwrap_or(0.0);
        let decision = match results.decision() {
            SprtDecision::Open => "no decision yet",
            SprtDecision::AcceptH0 => "H0 is accepted",
            SprtDecision::AcceptH1 => "H1 is accepted",
            SprtDecision::Undefined => "undefined",
        };
        writeln!(f, "SPRT {}: LLR {ratio:+.3}, {decision}{}", test(&sprt), mark(results))?;
    }
    Ok(())
}

fn write_bracket(f: &mut fmt::Formatter<'_>, results: &Results) -> fmt::Result {
    let Some(rounds) = bracket_of(results) else { return Ok(()) };
    writeln!(f, "Bracket:")?;
    for (round, meetings) in rounds.iter().enumerate() {
        for meeting in meetings {
            write!(
                f,
                "  {}: {}",
                round_name(round, rounds.len()),
                printable(&meeting_text(results, meeting))
            )?;
            match meeting.winner {
                Some(winner) if !meeting.is_bye => {
                    let wins = if round + 1 == rounds.len() { "wins" } else { "advances" };
                    writeln!(f, ", {} {wins}", printable_names(results)[winner])?;
                }
                _ => writeln!(f)?,
            }
        }
    }
    Ok(())
}

fn test(sprt: &Sprt) -> String {
    let [elo0, elo1] = sprt.elo();
    let [low, high] = sprt.bounds();
    let unit = match sprt.scale() {
        EloScale::Elo => "Elo",
        EloScale::Normalised => "normalised Elo",
    };
    format!("[{elo0}, {elo1}] {unit}, bounds {low:+.3} and {high:+.3}")
}

/// An estimate with its confidence interval, which is not symmetric.
pub(super) fn estimate(estimate: &Estimate) -> String {
    format!("{:+.1} (95%: {:+.1} to {:+.1})", estimate.value, estimate.low, estimate.high)
}

fn write_table(f: &mut fmt::Formatter<'_>, results: &Results) -> fmt::Result {
    let names = printable_names(results);
    let ratings = results.ratings();
    let standings = results.standings();
    let own_points = match results.contest().format {
        Format::Swiss => Some(("match points", "Buchholz")),
        Format::Knockout => Some(("rounds", "")),
        _ => None,
    };
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    write!(f, "  # {:width$}  games   +    =    -  points    %      Elo     ±", "player")?;
    match own_points {
        Some((points, tie_break)) => writeln!(f, "  {points}  {tie_break}")?,
        None => writeln!(f)?,
    }
    for (place, player) in results.ranking().into_iter().enumerate() {
        let total = results.crosstable().total(player);
        let rating = &ratings[player];
        let mark = if rating.determined { ' ' } else { '?' };
        write!(
            f,
            "{:3} {:width$}  {:5} {:4} {:4} {:4} {:7.1} {:5.1} {:+7.1}{mark} {:5.1}",
            place + 1,
            names[player],
            total.games(),
            total.wins,
            total.draws,
            total.losses,
            total.points(),
            100.0 * total.score().unwrap_or(0.0),
            rating.elo.value,
            rating.elo.margin(),
        )?;
        match (own_points, standings.as_ref().map(|standings| standings[place])) {
            (Some((_, "")), Some(standing)) => writeln!(f, "  {}", standing.points)?,
            (Some(_), Some(standing)) => writeln!(f, "  {:12} {:9}", standing.points, standing.tie_break)?,
            _ => writeln!(f)?,
        }
    }
    if ratings.iter().any(|rating| !rating.determined) {
        writeln!(
            f,
            "? the results alone do not determine a finite rating; every player was given one imaginary draw"
        )?;
    }
    if let Some(byes) = byes(results) {
        writeln!(f, "{byes}")?;
    }
    write_crosstable(f, results, width)
}

/// The players without an opponent and in how many rounds, if there were any.
pub(super) fn byes(results: &Results) -> Option<String> {
    let names = printable_names(results);
    let standings = results.standings().unwrap_or_default();
    let with_byes = standings.iter().filter(|standing| standing.byes > 0);
    let byes: Vec<String> =
        with_byes.map(|standing| format!("{} ({})", names[standing.player], standing.byes)).collect();
    (!byes.is_empty()).then(|| format!("Byes, each counted as a round won: {}", byes.join(", ")))
}

/// Points and games of all players against one another, in the order of the ranking.
fn write_crosstable(f: &mut fmt::Formatter<'_>, results: &Results, width: usize) -> fmt::Result {
    /// More columns would not fit on a screen; the report has all of them.
    const MOST: usize = 12;
    let ranking = results.ranking();
    if ranking.len() > MOST {
        return Ok(());
    }
    let names = printable_names(results);
    write!(f, "\n    {:width$}", "")?;
    for place in 1..=ranking.len() {
        write!(f, " {place:>9}")?;
    }
    writeln!(f)?;
    for (place, &player) in ranking.iter().enumerate() {
        write!(f, "{:3} {:width$}", place + 1, names[player])?;
        for &opponent in &ranking {
            let tally = results.crosstable().between(player, opponent);
            let cell = match tally.games() {
                0 if player == opponent => "·".to_owned(),
                0 => "-".to_owned(),
                games => format!("{}/{games}", tally.points()),
            };
            write!(f, " {cell:>9}")?;
        }
        writeln!(f)?;
    }
    Ok(())
}

fn write_terminations(f: &mut fmt::Formatter<'_>, results: &Results) -> fmt::Result {
    let causes = results.terminations();
    if causes.is_empty() {
        return Ok(());
    }
    let causes: Vec<String> = causes.iter().map(|(name, count)| format!("{name} {count}")).collect();
    writeln!(f, "Games ended by: {}", causes.join(", "))
}
