use crate::base::{Notation, PlayedGame};

/// The `position` command of UCI and UCCI, extended as the game proceeds.
#[derive(Debug)]
pub struct PositionCommand<P: Notation> {
    options: P::Options,
    text: String,
    moves: usize,
}

impl<P: Notation> PositionCommand<P> {
    /// The command for a game that starts from `start` (`startpos`, `fen …`), with moves written under these options.
    pub fn new(start: &str, options: P::Options) -> Self {
        Self { options, text: format!("position {start}"), moves: 0 }
    }

    /// The options under which moves are written.
    pub const fn options(&self) -> &P::Options {
        &self.options
    }

    /// The command for the current state of the game.
    pub fn update(&mut self, game: &PlayedGame<P>) -> &str {
        for (before, m) in game.steps().skip(self.moves) {
            self.text.push_str(if self.moves == 0 { " moves " } else { " " });
            self.text.push_str(&before.move_text(m, &self.options));
            self.moves += 1;
        }
        &self.text
    }
}
