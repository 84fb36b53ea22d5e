use thiserror::Error;

/// Why a player gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// It did not say anything useful in time.
    #[error("no answer")]
    Timeout,
    /// Its program ended with an error or was ended by a signal.
    #[error("{0}")]
    Crashed(String),
    /// Its program ended as if it had been told to, or closed its output.
    #[error("{0}")]
    Disconnected(String),
    /// It says that the game is over, or that the opponent's move is illegal, and the rulebook says otherwise.
    #[error("{0}")]
    FalseClaim(String),
    /// It could not be started, or does not play this game, or was given an option that it does not have.
    #[error("{0}")]
    Unusable(String),
    /// Nobody waits for the answer any more.
    #[error("the game was called off")]
    Aborted,
}
