//! `match --check` and `tournament --check`: everything that can be checked without playing.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;
use indicatif::HumanDuration;

use quadriga::arena::{
    Config, PlayerTrial, Results, describe_openings, expected_time, read_checked_journal, try_players,
};

/// Starts all players, reads the book and the journal, and estimates the time. Nothing is written.
///
/// # Errors
///
/// If the contest could not be played.
pub fn check(config: &Config, stop: &AtomicBool) -> anyhow::Result<()> {
    let mut problems = 0;
    for (spec, trial) in config.contest.players.iter().zip(try_players(&config.contest, stop)) {
        match trial {
            Ok(trial) => outln!("{} ({}): {}", spec.name, spec.command_line(), player_text(&trial)),
            Err(problem) => {
                problems += 1;
                outln!("{} ({}): {problem}", spec.name, spec.command_line());
            }
        }
    }
    let mut results = Results::new(&config.contest);
    let journal = &config.run_settings.journal;
    let mut played = 0;
    if fs::metadata(journal).is_ok_and(|metadata| metadata.len() > 0) {
        let text = match read_checked_journal(journal, |record| results.add_known(&record)) {
            Err(problem) => {
                problems += 1;
                problem.to_string()
            }
            Ok(summary) if !config.run_settings.resume => {
                problems += 1;
                format!("it contains {} games, and --resume is not given", summary.games)
            }
            Ok(summary) => {
                played = summary.games;
                let mut differences = summary.header.contest.differences(&config.contest);
                // A run may be extended, and the book's contents are checked when the run starts.
                differences.retain(|name| name != "rounds" && name != "book_digest");
                if differences.is_empty() {
                    format!("it contains {played} games")
                } else {
                    problems += 1;
                    format!("it belongs to a contest with other settings: {}", differences.join(", "))
                }
            }
        };
        outln!("Journal {}: {text}", journal.display());
    } else {
        outln!("Journal {}: new", journal.display());
    }
    outln!("Openings: {}", describe_openings(&config.contest.openings));
    if problems == 0 {
        let total = config.run_settings.shard.total_games(&results);
        let left = total.map(|total| total.saturating_sub(played));
        match expected_time(&config.contest, stop) {
            Ok(time) => outln!("{}", time_text(time, left, config.run_settings.concurrency)),
            Err(problem) => {
                problems += 1;
                outln!("{problem}");
            }
        }
    }
    if problems > 0 {
        bail!("{problems} problems found");
    }
    Ok(())
}

fn player_text(trial: &PlayerTrial) -> String {
    let engine = trial.engine.as_deref().unwrap_or("an unnamed program");
    let Some(protocol) = trial.protocol else { return engine.to_owned() };
    let options = match trial.options.as_slice() {
        [] => "no options".to_owned(),
        options => format!("options {}", options.join(", ")),
    };
    format!("{engine}, {}, started in {} ms, {options}", protocol.name(), trial.start.as_millis())
}

fn time_text(each: Option<Duration>, games: Option<usize>, concurrency: usize) -> String {
    let Some(each) = each else { return "Interrupted".to_owned() };
    let text = format!("About {} a game", HumanDuration(each));
    let Some(games) = games else { return text };
    let in_turn = u32::try_from(games.div_ceil(concurrency.max(1))).unwrap_or(u32::MAX);
    format!("{text}, {} for {games} games", HumanDuration(each.saturating_mul(in_turn)))
}
