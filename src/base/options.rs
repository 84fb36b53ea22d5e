use std::fmt;

use super::{GameOptionError, OptionError, shorten};

/// An option of the engine or of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionSpec {
    /// The option's name; case-insensitive.
    pub name: &'static str,
    /// The type and range of its values, and the default.
    pub kind: OptionKind,
    /// One line of help.
    pub help: &'static str,
}

/// The possible values of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionKind {
    /// An action without a value.
    Button,
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
    /// Any text; empty by default.
    Text,
}

/// A value of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionValue<'v> {
    /// The value of a button.
    None,
    /// The value of a check.
    Check(bool),
    /// The value of a spin.
    Spin(i64),
    /// The value of a combo.
    Choice(&'static str),
    /// The value of a text.
    Text(&'v str),
}

impl fmt::Display for OptionValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => Ok(()),
            Self::Check(on) => on.fmt(f),
            Self::Spin(number) => number.fmt(f),
            Self::Choice(word) => word.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl OptionSpec {
    /// Whether this is the option's name.
    pub const fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The default value.
    pub const fn default(&self) -> OptionValue<'static> {
        match self.kind {
            OptionKind::Button => OptionValue::None,
            OptionKind::Check { default } => OptionValue::Check(default),
            OptionKind::Spin { default, .. } => OptionValue::Spin(default),
            OptionKind::Combo { default, .. } => OptionValue::Choice(default),
            OptionKind::Text => OptionValue::Text(""),
        }
    }

    /// Parses a value in UCI's notation; words are case-insensitive.
    ///
    /// # Errors
    /// If the value is not valid for the option.
    pub fn parse<'v>(&self, value: &'v str) -> Result<OptionValue<'v>, OptionError> {
        let parsed = match self.kind {
            OptionKind::Button => Some(OptionValue::None),
            OptionKind::Check { .. } => value.to_ascii_lowercase().parse().ok().map(OptionValue::Check),
            OptionKind::Spin { min, max, .. } => {
                value.parse().ok().filter(|number| (min..=max).contains(number)).map(OptionValue::Spin)
            }
            OptionKind::Combo { choices, .. } => {
                let choice = choices.iter().find(|choice| choice.eq_ignore_ascii_case(value));
                choice.copied().map(OptionValue::Choice)
            }
            // UCI's notation for an empty text.
            OptionKind::Text => Some(OptionValue::Text(if value == "<empty>" { "" } else { value })),
        };
        parsed.ok_or_else(|| {
            let expected = match self.kind {
                OptionKind::Check { .. } => "true or false".to_owned(),
                OptionKind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
                OptionKind::Combo { choices, .. } => format!("one of {}", choices.join(", ")),
                OptionKind::Button | OptionKind::Text => "expected".to_owned(),
            };
            self.refuse(value, expected)
        })
    }

    /// The error for a value that is not valid for this option.
    pub fn refuse(&self, value: &str, expected: impl Into<String>) -> OptionError {
        OptionError { name: self.name, value: shorten(value), expected: expected.into() }
    }
}

/// The user's settings for a game; `Default` gives the default values.
pub trait GameOptions: Clone + Default + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// The options of this game in addition to those of every engine.
    const SPECS: &'static [OptionSpec];

    /// Stores the value of the option `spec`, which is one of [`GameOptions::SPECS`].
    fn store(&mut self, spec: &OptionSpec, value: OptionValue<'_>);

    /// Sets the option `name` (case-insensitive) to the value given as text. Returns whether the game has this option.
    ///
    /// # Errors
    /// If the value is not valid for the option; the settings are unchanged then.
    fn set(&mut self, name: &str, value: &str) -> Result<bool, OptionError> {
        let Some(spec) = Self::SPECS.iter().find(|spec| spec.is_called(name)) else { return Ok(false) };
        self.store(spec, spec.parse(value)?);
        Ok(true)
    }

    /// The settings with these names and values.
    ///
    /// # Errors
    /// If the game does not have an option, or a value is not valid for it.
    fn of_pairs(pairs: &[(String, String)]) -> Result<Self, GameOptionError> {
        let mut options = Self::default();
        for (name, value) in pairs {
            if !options.set(name, value)? {
                return Err(GameOptionError::Unknown(shorten(name)));
            }
        }
        Ok(options)
    }

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

    /// The option, as name and value, that a position from a file needs and these options do not have, since a file
    /// need not say which kind of chess it contains. `None` if no option is needed.
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

    fn store(&mut self, _spec: &OptionSpec, _value: OptionValue<'_>) {}
}
