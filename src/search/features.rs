/// Declares [`Feature`] and the list of all features.
macro_rules! features {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// A feature of the search that can be switched off, to test the rest of the search or to measure the strength
        /// that the feature gains.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u32)]
        pub enum Feature {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Feature {
            /// All of them.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];
        }
    };
}

features! {
    /// Quiescence search; without it a leaf's score is its static evaluation.
    Quiescence,
    /// Cutoffs by hash scores. Hash moves are always used for move ordering.
    HashCutoffs,
    /// Mate distance pruning.
    MateDistance,
    /// Aspiration windows at the root.
    Aspiration,
    /// Restricting quiet moves to the game's candidate moves.
    Candidates,
    /// The game's own solver for forced wins at the root.
    RootForcedWins,
    /// The game's own solver for forced wins at the inner nodes of the principal variation.
    NodeForcedWins,
    /// The game's own solver for forced wins at leaves.
    LeafForcedWins,
    /// Reverse futility pruning: a cutoff if the static evaluation is far above beta.
    ReverseFutility,
    /// Null move pruning.
    NullMove,
    /// `ProbCut`: a shallow search of noisy moves against a raised beta.
    ProbCut,
    /// Internal iterative reduction: less depth for nodes without a hash move.
    InternalReduction,
    /// Late move pruning and history pruning of quiet moves.
    LateMovePruning,
    /// Exempting quiet checks from late move pruning and history pruning, and pruning noisy checks less by exchanges:
    /// checks may start or deliver a mate.
    LateChecks,
    /// Futility pruning: skipping quiet moves if the static evaluation is far below alpha.
    Futility,
    /// Pruning of quiet moves that lose material by static exchange evaluation.
    QuietExchangePruning,
    /// Pruning of noisy moves that lose material by static exchange evaluation.
    NoisyExchangePruning,
    /// Late move reductions.
    LateMoveReductions,
    /// Singular extensions: more depth for a move that is far better than all others.
    SingularExtensions,
    /// Correction history by pawn structure (the position's pawn key).
    PawnCorrection,
    /// Correction history by the last two moves.
    ContinuationCorrection,
}

impl Feature {
    /// The feature with this name, case-insensitive, such as `LateMovePruning`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feature| format!("{feature:?}").eq_ignore_ascii_case(name))
    }
}

/// A set of [`Feature`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// All features.
    pub const ALL: Self = Self(!0);
    /// No features: plain alpha-beta, which returns the same score as exhaustive negamax.
    pub const NONE: Self = Self(0);

    /// All features but those that use a game's own solver for forced wins.
    pub const WITHOUT_SOLVER: Self = Self::ALL
        .without(Feature::RootForcedWins)
        .without(Feature::NodeForcedWins)
        .without(Feature::LeafForcedWins);

    /// This set with `feature` added.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Self {
        Self(self.0 | 1 << feature as u32)
    }

    /// This set without `feature`.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Self {
        Self(self.0 & !(1 << feature as u32))
    }

    /// The intersection with `other`.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether the set contains `feature`.
    #[inline]
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
