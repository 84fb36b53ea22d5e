/// The search's constants that depend on what a unit of the evaluation means in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Margins {
    /// The evaluation at which a side wins about three of four games (half of the draws counted as wins), in units:
    /// the scale of the logistic win probability, and of every margin below by default.
    pub win_scale: i32,
    /// Half the width of the first aspiration window, in units.
    pub aspiration: i32,
    /// Reverse futility pruning: units for each ply of depth left.
    pub reverse_futility: i32,
    /// Futility pruning of quiet moves: units at depth 0, and for each ply of depth left.
    pub futility: [i32; 2],
    /// Exchange pruning of quiet moves: twice the units that may be lost for each squared ply of depth left; 0 where a game
    /// does without it.
    pub quiet_exchange: i32,
    /// Exchange pruning of noisy moves: units that may be lost for each squared ply of depth left.
    pub noisy_exchange: i32,
    /// Quiescence: units by which a noisy move's gain may fall short of alpha before it is skipped.
    pub delta: i32,
    /// Positions that [`crate::base::SearchPosition::forced_win`] may visit at a leaf of the search.
    pub leaf_effort: u32,
    /// Positions that [`crate::base::SearchPosition::forced_win`] may visit at the root.
    pub root_effort: u32,
}
