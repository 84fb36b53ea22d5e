use super::{Evaluator, Features, Levels, Parameters, SearchPosition};

/// A game as the search knows it.
pub trait SearchGame: Sized + 'static {
    /// The rules, with what the search needs beyond them.
    type Position: SearchPosition;

    /// The static evaluation.
    type Evaluator: Evaluator<Position = Self::Position>;

    /// How the game is searched.
    const SETTINGS: SearchSettings;
}

/// The weights of a game's evaluation.
pub type WeightsOf<G> = <<G as SearchGame>::Evaluator as Evaluator>::Weights;

/// How a game is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSettings {
    /// The default search parameters, in units of the game's evaluation.
    pub parameters: Parameters,
    /// The features of the search that the game uses.
    pub features: Features,
    /// How limited strength is played.
    pub levels: Levels,
}

impl SearchSettings {
    /// For a game for which nothing has been tuned or measured: `win_scale` is the evaluation at which a side scores about
    /// three points in four games.
    pub const fn for_win_scale(win_scale: i32) -> Self {
        Self {
            parameters: Parameters::for_win_scale(win_scale),
            features: Features::ALL,
            levels: Levels::UNMEASURED,
        }
    }
}
