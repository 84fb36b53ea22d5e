//! The comment at the top of a weights file that records how the weights were fitted.

use crate::lab::Losses;

use super::FitSettings;

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
    let mut words = vec!["quadriga fit".to_owned()];
    let mut option = |name: &str, value: String, default: String| match value.as_str() {
        _ if value == default => {}
        "true" => words.push(format!("--{name}")),
        _ => words.push(format!("--{name} {value}")),
    };
    option("seed", settings.seed.to_string(), defaults.seed.to_string());
    for ((name, value), (_, default)) in
        settings.sampling.values().into_iter().zip(defaults.sampling.values())
    {
        option(name, value.to_string(), default.to_string());
    }
    option("held-back", settings.held_back.to_string(), defaults.held_back.to_string());
    option("result-share", settings.result_share.to_string(), defaults.result_share.to_string());
    option("pull", settings.pull.to_string(), defaults.pull.to_string());
    option("rounds", settings.rounds.to_string(), defaults.rounds.to_string());
    option("step", settings.step.to_string(), defaults.step.to_string());
    option("new-win-scale", settings.new_win_scale.to_string(), defaults.new_win_scale.to_string());
    option("allow-incomplete", settings.allow_incomplete.to_string(), defaults.allow_incomplete.to_string());
    words.extend(settings.win_scale.map(|win_scale| format!("--win-scale {win_scale}")));
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
