use thiserror::Error;

/// Why a player gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// It gave no valid answer in time.
    #[error("no answer")]
    Timeout,
    /// Its program exited with an error or was killed by a signal.
    #[error("{0}")]
    Crashed(String),
    /// Its program exited regularly or closed its output.
    #[error("{0}")]
    Disconnected(String),
    /// It claims that the game is over or that the opponent's move is illegal, and the rules say otherwise.
    #[error("{0}")]
    FalseClaim(String),
    /// It could not be started, does not play this variant, or refused an option.
    #[error("{0}")]
    Unusable(String),
    /// The game was aborted.
    #[error("the game was aborted")]
    Aborted,
}
