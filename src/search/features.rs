/// A part of the search that can be switched off, to prove the rest right or to measure the part's worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Feature {
    /// Quiescence search; without it a leaf is worth its static evaluation.
    Quiescence,
    /// Trusting results from the hash table. Its moves are used for ordering in any case.
    HashCutoffs,
    /// Windows narrowed to the scores that a mate from here on can still have.
    MateDistance,
    /// First windows around the last iteration's score.
    Aspiration,
    /// Only the quiet moves that the game calls candidates.
    Candidates,
    /// Wins that the game proves by itself at the root.
    RootForcedWins,
    /// Wins that the game proves by itself at leaves.
    LeafForcedWins,
    /// Giving up where the evaluation is far above the window.
    ReverseFutility,
    /// Passing the turn to see whether the score stays above the window.
    NullMove,
    /// A shallow search of noisy moves with a raised window.
    ProbCut,
    /// Less depth where the hash table has no move to begin with.
    InternalReduction,
    /// Skipping quiet moves late in the order.
    LateMovePruning,
    /// Skipping quiet moves where the evaluation is far below the window.
    Futility,
    /// Skipping quiet moves that lose an exchange.
    QuietExchangePruning,
    /// Skipping noisy moves that lose an exchange.
    NoisyExchangePruning,
    /// Searching late moves with less depth first.
    LateMoveReductions,
    /// More depth for a move that is far better than its alternatives.
    SingularExtensions,
    /// Static evaluations corrected by what searches of positions with the same pawns found.
    PawnCorrection,
    /// Static evaluations corrected by what searches after the same two moves found.
    ContinuationCorrection,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 19] = [
        Self::Quiescence,
        Self::HashCutoffs,
        Self::MateDistance,
        Self::Aspiration,
        Self::Candidates,
        Self::RootForcedWins,
        Self::LeafForcedWins,
        Self::ReverseFutility,
        Self::NullMove,
        Self::ProbCut,
        Self::InternalReduction,
        Self::LateMovePruning,
        Self::Futility,
        Self::QuietExchangePruning,
        Self::NoisyExchangePruning,
        Self::LateMoveReductions,
        Self::SingularExtensions,
        Self::PawnCorrection,
        Self::ContinuationCorrection,
    ];

    /// The part with this name, in any case: `LateMovePruning`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feature| format!("{feature:?}").eq_ignore_ascii_case(name))
    }
}

/// A set of [`Feature`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// The search at its full strength.
    pub const ALL: Self = Self(!0);
    /// Plain alpha-beta: exactly the score of exhaustive negamax.
    pub const NONE: Self = Self(0);

    /// These and `feature`.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Self {
        Self(self.0 | 1 << feature as u32)
    }

    /// These but for `feature`.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Self {
        Self(self.0 & !(1 << feature as u32))
    }

    /// Those that are in `other` as well.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether `feature` is among them.
    #[inline(always)]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & 1 << feature as u32 != 0
    }
}

/// All of them.
impl Default for Features {
    fn default() -> Self {
        Self::ALL
    }
}
