//! The comment at the top of a weights file that says how the weights were fitted.

use super::FitSettings;
use super::outcome::Losses;
use crate::lab::selection::Sampling;

/// The maximum line length.
const WIDTH: usize = 100;

/// The facts about a fit.
pub(super) struct Provenance<'a> {
    pub settings: &'a FitSettings,
    pub positions: usize,
    pub games: usize,
    pub recipes: &'a [String],
    pub before: Losses,
    pub after: Losses,
}

impl Provenance<'_> {
    /// The comment, in lines.
    pub fn text(&self) -> String {
        let Self { settings, positions, games, before, after, .. } = self;
        let summary = format!(
            "Fitted to {positions} positions of {games} games of self-play by `{}`, which took the loss from {:.5} to \
             {:.5}, and that of the games held back from {:.5} to {:.5}.",
            command(settings),
            before.training,
            after.training,
            before.held_back,
            after.held_back,
        );
        let mut paragraphs = vec![wrapped(&summary)];
        for recipe in self.recipes {
            paragraphs.push(wrapped(&format!("The games' recipe: `{recipe}`.")));
        }
        if let Some(note) = &settings.note {
            paragraphs.push(wrapped(note));
        }
        paragraphs.join("\n\n")
    }
}

/// The command line, with the settings that differ from their defaults.
fn command(settings: &FitSettings) -> String {
    let defaults = FitSettings::default();
    let Sampling { skip_plies, every, score_limit, noisy, threatened } = &settings.sampling;
    let mut words = vec!["quadriga fit".to_owned()];
    let mut option = |name: &str, value: String, default: String| {
        if value != default {
            words.push(format!("--{name} {value}"));
        }
    };
    option("seed", settings.seed.to_string(), defaults.seed.to_string());
    option("skip-plies", skip_plies.to_string(), defaults.sampling.skip_plies.to_string());
    option("every", every.to_string(), defaults.sampling.every.to_string());
    option("score-limit", score_limit.to_string(), defaults.sampling.score_limit.to_string());
    option("held-back", settings.held_back.to_string(), defaults.held_back.to_string());
    option("result-share", settings.result_share.to_string(), defaults.result_share.to_string());
    option("pull", settings.pull.to_string(), defaults.pull.to_string());
    option("rounds", settings.rounds.to_string(), defaults.rounds.to_string());
    option("step", settings.step.to_string(), defaults.step.to_string());
    if let Some(win_scale) = settings.win_scale {
        words.push(format!("--win-scale {win_scale}"));
    }
    for (is_set, name) in [
        (noisy, "noisy"),
        (threatened, "threatened"),
        (&settings.new_win_scale, "new-win-scale"),
        (&settings.allow_incomplete, "allow-incomplete"),
    ] {
        if *is_set {
            words.push(format!("--{name}"));
        }
    }
    words.join(" ")
}

/// The text wrapped at [`WIDTH`] columns.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().filter(|line| line.len() + 1 + word.len() <= WIDTH);
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => line.extend([" ", word]),
            None => lines.push(word.to_owned()),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}
