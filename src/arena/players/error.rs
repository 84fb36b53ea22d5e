use thiserror::Error;

/// Why a player did not answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// It gave no valid answer in time.
    #[error("no answer")]
    Timeout,
    /// Its program exited with an error or was killed by a signal.
    #[error("{0}")]
    Crashed(String),
    /// Its program exited normally or closed its output.
    #[error("{0}")]
    Disconnected(String),
    /// It claims that the game is over or that the opponent's move is illegal, contrary to the rules.
    #[error("{0}")]
    FalseClaim(String),
    /// It could not be started, does not play this variant, or refused an option.
    #[error("{0}")]
    Unusable(String),
    /// The game was aborted.
    #[error("the game was aborted")]
    Aborted,
}
