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
    /// Wins that the game proves by itself, at the root and at leaves.
    ForcedWins,
    /// Giving up where the evaluation is far above the window.
    ReverseFutility,
    /// A shallow search of noisy moves with a raised window.
    ProbCut,
    /// Less depth where the hash table has no move to begin with.
    InternalReduction,
    /// Skipping quiet moves late in the order.
    LateMovePruning,
    /// Skipping quiet moves where the evaluation is far below the window.
    Futility,
    /// Skipping moves that lose an exchange.
    ExchangePruning,
    /// Searching late moves with less depth first.
    LateMoveReductions,
    /// More depth for a move that is far better than its alternatives.
    SingularExtensions,
    /// Static evaluations corrected by what searches of like positions found.
    CorrectionHistory,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Quiescence,
        Self::HashCutoffs,
        Self::MateDistance,
        Self::Aspiration,
        Self::Candidates,
        Self::ForcedWins,
        Self::ReverseFutility,
        Self::ProbCut,
        Self::InternalReduction,
        Self::LateMovePruning,
        Self::Futility,
        Self::ExchangePruning,
        Self::LateMoveReductions,
        Self::SingularExtensions,
        Self::CorrectionHistory,
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
