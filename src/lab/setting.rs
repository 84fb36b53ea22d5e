use thiserror::Error;

/// A setting is out of range.
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

/// Checks settings: the name, the value and the valid range of each, and whether the value is in it.
///
/// # Errors
///
/// The first setting that is out of range.
pub(super) fn check<const COUNT: usize>(
    settings: [(&'static str, f64, bool, &'static str); COUNT],
) -> Result<(), SettingError> {
    match settings.into_iter().find(|&(_, _, is_right, _)| !is_right) {
        Some((name, value, _, range)) => Err(SettingError { name, value, range }),
        None => Ok(()),
    }
}
