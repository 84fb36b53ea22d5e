use std::fmt;

/// The mean losses over the positions that are fitted to or trained on, and over those of the games held back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Losses {
    /// Over the positions used. In training, each is measured when it is visited during the epoch.
    pub training: f64,
    /// Over the positions held back; in training, after the epoch.
    pub held_back: f64,
}

/// Both with the precision of the format.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.training.fmt(f)?;
        f.write_str(", held back ")?;
        self.held_back.fmt(f)
    }
}
