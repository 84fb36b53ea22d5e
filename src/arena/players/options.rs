//! Options declared by programs, to detect a wrong name or value before the first game.

use crate::base::GameOptions;
use crate::games::xiangqi::COORDINATES;

use super::error::PlayerError;

/// An option that a program has declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredOption {
    /// Its name as the program writes it.
    pub name: String,
    kind: OptionKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum OptionKind {
    Check,
    Spin {
        min: i64,
        max: i64,
    },
    Combo(Vec<String>),
    Button,
    /// Anything.
    Text,
}

impl DeclaredOption {
    /// Parses the text after `option` in UCI (`name X type spin default 1 min 1 max 8`) and UCCI (the same without
    /// `name`).
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix("name ").unwrap_or(text);
        let (name, rest) = match text.split_once(" type ") {
            Some((name, rest)) => (name.trim(), rest.trim()),
            None => return None,
        };
        let kind = rest.split_ascii_whitespace().next()?;
        let number = |key: &str| {
            let mut words = rest.split_ascii_whitespace().skip_while(|&word| word != key);
            words.nth(1).and_then(|word| word.parse().ok())
        };
        let kind = match kind {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin {
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            "combo" => OptionKind::Combo(choices(rest)),
            "button" => OptionKind::Button,
            _ => OptionKind::Text,
        };
        Some(Self { name: name.to_owned(), kind })
    }

    /// Parses an option in the form in which CECP programs declare it: `X -spin 1 1 8`.
    pub fn read_feature(text: &str) -> Option<Self> {
        let (name, rest) = text.split_once(" -")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let kind = match kind {
            "check" => OptionKind::Check,
            "spin" | "slider" => {
                let numbers: Vec<i64> =
                    rest.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
                let limit = |index: usize, or: i64| numbers.get(index).copied().unwrap_or(or);
                OptionKind::Spin { min: limit(1, i64::MIN), max: limit(2, i64::MAX) }
            }
            "combo" => {
                let clean = |choice: &str| choice.trim().trim_start_matches('*').to_owned();
                OptionKind::Combo(rest.split("///").map(clean).collect())
            }
            "button" | "save" | "reset" => OptionKind::Button,
            _ => OptionKind::Text,
        };
        Some(Self { name: name.trim().to_owned(), kind })
    }

    /// Whether the option has this name, case-insensitive.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Whether the option is a button, without a value.
    pub fn is_button(&self) -> bool {
        self.kind == OptionKind::Button
    }

    /// Whether the option is true or false.
    pub fn is_check(&self) -> bool {
        self.kind == OptionKind::Check
    }

    /// Checks a value.
    ///
    /// # Errors
    ///
    /// If the value is not valid: a description of the valid values.
    pub fn accepts(&self, value: &str) -> Result<(), String> {
        let fits = match &self.kind {
            OptionKind::Check => value.eq_ignore_ascii_case("true") || value.eq_ignore_ascii_case("false"),
            OptionKind::Spin { min, max } => {
                value.parse().is_ok_and(|value: i64| (min..=max).contains(&&value))
            }
            OptionKind::Combo(choices) => {
                choices.is_empty() || choices.iter().any(|choice| choice.eq_ignore_ascii_case(value))
            }
            OptionKind::Button | OptionKind::Text => true,
        };
        if fits {
            return Ok(());
        }
        Err(match &self.kind {
            OptionKind::Check => "true or false".to_owned(),
            OptionKind::Spin { min, max } => format!("a whole number from {min} to {max}"),
            OptionKind::Combo(choices) => format!("one of {}", choices.join(", ")),
            OptionKind::Button | OptionKind::Text => String::new(),
        })
    }
}

/// The choices, each introduced by `var`; they may contain spaces.
fn choices(text: &str) -> Vec<String> {
    let spaced = format!(" {text} ");
    spaced
        .split(" var ")
        .skip(1)
        .map(|choice| choice.trim().to_owned())
        .filter(|choice| !choice.is_empty())
        .collect()
}

/// The options that a program has declared.
#[derive(Debug, Clone, Default)]
pub struct DeclaredOptions(pub Vec<DeclaredOption>);

impl DeclaredOptions {
    /// The option with this name.
    pub fn find(&self, name: &str) -> Option<&DeclaredOption> {
        self.0.iter().find(|option| option.is_called(name))
    }

    /// The option with this name, if the value is valid for it.
    ///
    /// # Errors
    ///
    /// If there is no such option, or the value is not valid.
    pub fn check(&self, name: &str, value: &str) -> Result<&DeclaredOption, PlayerError> {
        let Some(option) = self.find(name) else {
            return Err(PlayerError::Unusable(format!("it has no option called {name:?}")));
        };
        option.accepts(value).map_err(|expected| {
            PlayerError::Unusable(format!("option {}: {value:?} is not {expected}", option.name))
        })?;
        Ok(option)
    }
}

/// The game's options with this numbering of ranks, if the game has the option.
pub fn with_coordinates<O: GameOptions>(options: &O, value: &str) -> O {
    let mut options = options.clone();
    if let Err(error) = options.set(COORDINATES, value) {
        log::warn!("{error}");
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uci_options_are_understood() {
        let spin = DeclaredOption::read("name Move Overhead type spin default 10 min 0 max 5000")
            .expect("an option");
        assert!(spin.is_called("move overhead") && spin.accepts("5000").is_ok());
        assert_eq!(spin.accepts("5001").expect_err("too large"), "a whole number from 0 to 5000");
        assert!(spin.accepts("x").is_err());
        let combo = DeclaredOption::read("name UCI_Variant type combo default chess var chess var 5x5 chess")
            .expect("an option");
        assert!(combo.accepts("5X5 Chess").is_ok() && combo.accepts("xiangqi").is_err());
        let check = DeclaredOption::read("usemillisec type check default false").expect("an option");
        assert!(
            check.is_called("usemillisec") && check.accepts("TRUE").is_ok() && check.accepts("1").is_err()
        );
        assert!(DeclaredOption::read("name Clear Hash type button").expect("an option").is_button());
        assert_eq!(DeclaredOption::read("name nothing"), None);
    }

    #[test]
    fn feature_options_are_understood() {
        let combo =
            DeclaredOption::read_feature("Style -combo solid /// *normal /// wild").expect("an option");
        assert!(combo.accepts("normal").is_ok() && combo.accepts("mad").is_err());
        let spin = DeclaredOption::read_feature("Eval Cache -spin 4 1 64").expect("an option");
        assert!(spin.is_called("eval cache") && spin.accepts("64").is_ok() && spin.accepts("0").is_err());
        assert!(DeclaredOption::read_feature("Log -check 0").expect("an option").is_check());
    }
}
