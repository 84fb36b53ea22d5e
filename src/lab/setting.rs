use thiserror::Error;

/// The error for a setting that is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("{name} is {value}, but must be {range}")]
pub struct SettingError {
    /// The setting's name on the command line.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// The valid range.
    pub range: &'static str,
}

/// A setting to check.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    error: SettingError,
    is_valid: bool,
}

impl Setting {
    /// A setting with its name and value, and whether it is in the described range.
    pub(super) const fn new(name: &'static str, value: f64, is_valid: bool, range: &'static str) -> Self {
        Self { error: SettingError { name, value, range }, is_valid }
    }

    /// A number that must be positive and finite.
    pub(super) fn positive(name: &'static str, value: f64) -> Self {
        Self::new(name, value, is_positive(value), "more than 0")
    }

    /// A share from 0 to 1, inclusive.
    pub(super) fn share(name: &'static str, value: f64) -> Self {
        Self::new(name, value, (0.0..=1.0).contains(&value), "from 0 to 1")
    }

    /// A share between 0 and 1, exclusive.
    pub(super) fn part(name: &'static str, value: f64) -> Self {
        Self::new(name, value, is_positive(value) && value < 1.0, "between 0 and 1")
    }

    /// A count that must be at least one.
    pub(super) const fn count(name: &'static str, value: usize) -> Self {
        Self::new(name, value as f64, value > 0, "at least 1")
    }
}

fn is_positive(value: f64) -> bool {
    value.is_finite() && value > 0.0
}

/// Checks settings.
///
/// # Errors
///
/// The first setting that is out of range.
pub(super) fn check(settings: impl IntoIterator<Item = Setting>) -> Result<(), SettingError> {
    match settings.into_iter().find(|setting| !setting.is_valid) {
        Some(Setting { error, .. }) => Err(error),
        None => Ok(()),
    }
}
