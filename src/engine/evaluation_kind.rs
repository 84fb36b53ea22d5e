/// Which evaluation the engine plays with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EvaluationKind {
    /// The game's network, or the hand-written evaluation if there is none.
    #[default]
    Network,
    /// The hand-written evaluation.
    Classical,
}

impl EvaluationKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Network, Self::Classical];

    /// The names of all kinds, in the same order.
    pub const NAMES: &'static [&'static str] = &[Self::Network.name(), Self::Classical.name()];

    /// The kind's name, as a value of the option `Evaluation`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Classical => "classical",
        }
    }

    /// The kind with this name, case-insensitive.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }
}
