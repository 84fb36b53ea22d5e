use std::path::{Path, PathBuf};

use crate::base::Notation;

use super::{DataError, DataHeader, DataProblem, GamePly, RecordedGame};

/// Replays recorded games according to their rules.
#[derive(Debug, Clone)]
pub struct Replayer<P: Notation> {
    path: PathBuf,
    options: P::Options,
    start: P,
}

impl<P: Notation> Replayer<P> {
    /// A replayer for the games of a file with this header, which must be games of `P`; `path` is for error messages.
    ///
    /// # Errors
    ///
    /// If the header sets options that `P` does not have.
    pub fn new(path: &Path, header: &DataHeader) -> Result<Self, DataError> {
        let options = header.typed_options::<P>().map_err(DataError::at(path))?;
        let start = P::start(&options);
        Ok(Self { path: path.to_owned(), options, start })
    }

    /// The game's options.
    pub const fn options(&self) -> &P::Options {
        &self.options
    }

    /// Calls `visit` with every position in which a move was made, and that ply; returns the last position. Positions
    /// have the history that the rules need.
    ///
    /// # Errors
    ///
    /// If the initial position is invalid or a move is illegal, after calling `visit` for the plies before it.
    pub fn replay(&self, game: &RecordedGame, mut visit: impl FnMut(&P, GamePly)) -> Result<P, DataError> {
        let mut position = match &game.fen {
            None => self.start.clone(),
            Some(fen) => P::from_fen(fen, &self.options)
                .map_err(|error| DataProblem::Fen { game: game.number, error })
                .map_err(DataError::at(&self.path))?,
        };
        for (ply, step) in (1..).zip(&game.plies) {
            if !position.is_legal(step.m) {
                let problem = DataProblem::IllegalMove { game: game.number, ply, bits: step.m.bits() };
                return Err(DataError::at(&self.path)(problem));
            }
            visit(&position, *step);
            position.make(step.m, &mut ());
            position.forget_moves();
        }
        Ok(position)
    }
}
