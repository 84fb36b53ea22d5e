use super::OptionError;

/// A choice that a game leaves to its user, as a protocol can offer it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionSpec {
    /// The option's name, as clients write it (in any case).
    pub name: &'static str,
    /// What it may be set to.
    pub kind: OptionKind,
    /// One line of help.
    pub help: &'static str,
}

/// The values that an option may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// The value before anybody sets it.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value before anybody sets it.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of a few words.
    Combo {
        /// The value before anybody sets it.
        default: &'static str,
        /// All words, the default among them.
        choices: &'static [&'static str],
    },
}

/// What a game's user has chosen: its defaults, until options are set.
pub trait GameOptions: Clone + Default + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// The options that this game has beside those of every engine.
    const SPECS: &'static [OptionSpec];

    /// Sets the option called `name` (one of [`GameOptions::SPECS`], in any case) to the value that `value` spells.
    ///
    /// # Errors
    /// Where the value is none that the option can have; everything stays as it was.
    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError>;

    /// Learns whether the client called the game by its name (`UCI_Variant`), or takes the engine for one that plays
    /// nothing else: where a game's moves are written in several ways, the two kinds of clients differ.
    fn assume_named(&mut self, named: bool) {
        let _ = named;
    }

    /// The options under which a client may have meant a list of moves, the likeliest first.
    ///
    /// A game whose moves are written in several ways finds out here which of them the client uses: the session
    /// takes the first under which all moves are legal.
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

/// Reads a check option's value as UCI writes it.
///
/// # Errors
/// Where `value` is neither `true` nor `false`, in any case.
pub fn parse_check(name: &'static str, value: &str) -> Result<bool, OptionError> {
    if value.eq_ignore_ascii_case("true") {
        Ok(true)
    } else if value.eq_ignore_ascii_case("false") {
        Ok(false)
    } else {
        Err(OptionError { name, value: super::shorten(value), expected: "true or false".to_owned() })
    }
}
