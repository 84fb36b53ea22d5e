use crate::base::{GameOptions, Notation, PlayedGame};
use crate::games::Game;
use crate::games::xiangqi::COORDINATES;
use crate::protocol::options::Settings;
use crate::records::{MoveRecord, game_options};

/// A game from its start to the current position, as files contain it: with texts that do not depend on how the client
/// writes moves.
#[derive(Debug)]
pub(in crate::protocol) struct GameLine {
    /// The game's own options that differ from their defaults.
    pub options: Vec<(String, String)>,
    /// The FEN of the start.
    pub start: String,
    /// The moves under `options`.
    pub moves: Vec<MoveRecord>,
}

impl GameLine {
    /// The line of `game`, played under these settings.
    pub(super) fn of<G: Game>(game: &PlayedGame<G::Position>, settings: &Settings) -> Self {
        type OptionsOf<P> = <P as Notation>::Options;
        let default = OptionsOf::<G::Position>::default();
        let is_set = |name: &str, value: &str| {
            let mut options = default.clone();
            options.set(name, value).is_ok() && options != default
        };
        let options: Vec<_> = settings
            .game_values()
            .filter(|&(name, value)| name != COORDINATES && is_set(name, value))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let written = game_options::<G>(&options);
        let moves = game.steps().map(|(before, m)| MoveRecord::of_text(before.move_text(m, &written)));
        let moves = moves.collect();
        Self { start: game.start().fen(&written), moves, options }
    }
}
