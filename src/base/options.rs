use super::OptionError;

/// A user option of a game, as the protocol advertises it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionSpec {
    /// The option's name; case-insensitive.
    pub name: &'static str,
    /// The type and range of its values.
    pub kind: OptionKind,
    /// One line of help.
    pub help: &'static str,
}

/// The possible values of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// The default value.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default value.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of a few words.
    Combo {
        /// The default value.
        default: &'static str,
        /// All words, including the default.
        choices: &'static [&'static str],
    },
}

/// The user's settings for a game; `Default` gives the default values.
pub trait GameOptions: Clone + Default + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// The options of this game in addition to those of every engine.
    const SPECS: &'static [OptionSpec];

    /// Sets the option `name` (one of [`GameOptions::SPECS`], case-insensitive) to the value given as text.
    ///
    /// # Errors
    /// If the value is not valid for the option; the settings are unchanged then.
    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError>;

    /// Sets whether the client selected the game by name (`UCI_Variant`) or assumes an engine that plays only this
    /// game. Clients of the two kinds may write moves differently.
    fn assume_named(&mut self, named: bool) {
        let _ = named;
    }

    /// Reads and writes moves as xboard does from now on.
    fn speak_cecp(&mut self) {}

    /// Takes a FEN from the client into account. Clients of the two kinds may write FENs differently, too.
    fn observe_fen(&mut self, fen: &str) {
        let _ = fen;
    }

    /// The option, as its name and value, that a position from a file needs and that is not set: a file need not say
    /// which kind of chess it is of. `None` if these options do.
    fn required_by(&self, fen: &str) -> Option<(&'static str, &'static str)> {
        let _ = fen;
        None
    }

    /// The options under which a client may have written a list of moves, the most likely first.
    ///
    /// If a game's moves can be written in several ways, this determines which one the client uses: the session takes
    /// the first set of options under which all moves are legal.
    fn readings(&self, moves: &[&str]) -> Vec<Self> {
        let _ = moves;
        vec![self.clone()]
    }
}

/// The options of a game that has none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoOptions;

impl GameOptions for NoOptions {
    const SPECS: &'static [OptionSpec] = &[];

    fn set(&mut self, _name: &str, _value: &str) -> Result<(), OptionError> {
        Ok(())
    }
}

/// Parses the value of a check option as UCI writes it.
///
/// # Errors
/// If `value` is neither `true` nor `false` (case-insensitive).
pub fn parse_check(name: &'static str, value: &str) -> Result<bool, OptionError> {
    if value.eq_ignore_ascii_case("true") {
        Ok(true)
    } else if value.eq_ignore_ascii_case("false") {
        Ok(false)
    } else {
        Err(OptionError { name, value: super::shorten(value), expected: "true or false".to_owned() })
    }
}
