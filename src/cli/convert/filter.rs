//! Which games `convert` selects.

use anyhow::bail;
use clap::Args;

use quadriga::base::{Key, Notation, Outcome, Position};
use quadriga::games::{Game, Variant, with_game};
use quadriga::records::{GameTree, NotationError, Step, game_options};

/// The conditions that a selected game must meet; all of them apply.
#[derive(Debug, Args)]
#[command(next_help_heading = "Selection")]
pub struct FilterArguments {
    /// Part of a player's name, case-insensitive. May be repeated; one match is enough.
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// The result: 1-0, 0-1, 1/2-1/2, or * for unfinished games. May be repeated; one match is enough.
    #[arg(long, value_name = "RESULT")]
    result: Vec<String>,

    /// A position that the main line reaches, as a FEN; its counters are ignored.
    #[arg(long, value_name = "FEN")]
    position: Option<String>,

    /// Numbers of games in their files, counted from 1: 3, 5-10, 20-.
    #[arg(long, value_name = "RANGE")]
    number: Vec<String>,

    /// The game that is played.
    #[arg(long = "game", value_name = "VARIANT", value_parser = crate::cli::parse_variant)]
    variant: Option<Variant>,

    /// The minimum number of plies of the main line.
    #[arg(long, value_name = "PLIES")]
    min_plies: Option<usize>,

    /// The maximum number of plies of the main line.
    #[arg(long, value_name = "PLIES")]
    max_plies: Option<usize>,
}

/// The conditions in a form that can be tested.
pub struct Filter {
    players: Vec<String>,
    results: Vec<Option<Outcome>>,
    position: Option<String>,
    numbers: Vec<(u64, u64)>,
    variant: Option<Variant>,
    plies: (usize, usize),
}

impl Filter {
    /// The filter for these arguments.
    ///
    /// # Errors
    ///
    /// If one of them is invalid.
    pub fn new(arguments: &FilterArguments) -> anyhow::Result<Self> {
        let results =
            arguments.result.iter().map(|text| parse_result(text)).collect::<anyhow::Result<_>>()?;
        let mut numbers = Vec::new();
        for range in arguments.number.iter().flat_map(|text| text.split(',')) {
            let Some(range) = read_range(range.trim()) else {
                bail!("--number {range:?} is not a range such as 3, 5-10 or 20-");
            };
            numbers.push(range);
        }
        if let Some(fen) = arguments.position.as_deref()
            && Variant::of_fen(fen, Variant::Chess).is_none()
        {
            bail!("--position {fen:?} is not a FEN");
        }
        Ok(Self {
            players: arguments.player.iter().map(|name| name.to_lowercase()).collect(),
            results,
            position: arguments.position.clone(),
            numbers,
            variant: arguments.variant,
            plies: (arguments.min_plies.unwrap_or(0), arguments.max_plies.unwrap_or(usize::MAX)),
        })
    }

    /// Whether a game meets the conditions that can be tested before its moves are checked.
    pub fn selects_unchecked(&self, tree: &GameTree, number: u64) -> bool {
        let is_numbered = self.numbers.is_empty()
            || self.numbers.iter().any(|&(first, last)| (first..=last).contains(&number));
        let has_player = || {
            let names = tree.players().map(str::to_lowercase);
            self.players.iter().any(|part| names.iter().any(|name| name.contains(part.as_str())))
        };
        is_numbered
            && self.variant.is_none_or(|variant| variant == tree.variant)
            && (self.results.is_empty() || self.results.contains(&tree.outcome))
            && (self.players.is_empty() || has_player())
            && (self.plies == (0, usize::MAX) || (self.plies.0..=self.plies.1).contains(&tree.plies()))
    }

    /// Whether the main line of a checked game reaches the requested position.
    ///
    /// # Errors
    ///
    /// If the position is invalid in the game that its board belongs to.
    pub fn selects_checked(&self, tree: &GameTree) -> Result<bool, NotationError> {
        let Some(fen) = &self.position else { return Ok(true) };
        if Variant::of_fen(fen, tree.variant) != Some(tree.variant) {
            return Ok(false);
        }
        with_game!(tree.variant, G => reaches::<G>(tree, fen))
    }
}

/// A result of a game, or `*` for none.
///
/// # Errors
///
/// If the text is neither.
pub fn parse_result(text: &str) -> anyhow::Result<Option<Outcome>> {
    Ok(match text.trim() {
        "*" => None,
        "1/2" | "draw" => Some(Outcome::Draw),
        text => match text.parse() {
            Ok(outcome) => Some(outcome),
            Err(_) => bail!("--result {text:?} is not 1-0, 0-1, 1/2-1/2 or *"),
        },
    })
}

/// `3`, `5-10`, `20-`.
fn read_range(text: &str) -> Option<(u64, u64)> {
    match text.split_once('-') {
        None => text.parse().ok().map(|number| (number, number)),
        Some((first, "")) => Some((first.parse().ok()?, u64::MAX)),
        Some((first, last)) => {
            Some((first.parse().ok()?, last.parse().ok()?)).filter(|(first, last)| first <= last)
        }
    }
}

fn reaches<G: Game>(tree: &GameTree, fen: &str) -> Result<bool, NotationError> {
    let options = game_options::<G>(&tree.options);
    let wrong = |error| NotationError::Fen { line: 1, error };
    let sought: Key = G::Position::from_fen(fen, &options).map_err(wrong)?.key();
    let mut position = G::Position::start_or(tree.start.as_deref(), &options).map_err(wrong)?;
    if position.key() == sought {
        return Ok(true);
    }
    for node in tree.main_line() {
        let &Step::Move { played: Some(m), .. } = tree.step(node) else { break };
        position.make(m, &mut ());
        position.forget_moves();
        if position.key() == sought {
            return Ok(true);
        }
    }
    Ok(false)
}
