use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use thiserror::Error;

use crate::base::shorten;

use super::{Prepared, WeightSet};
use crate::eval::GameEvaluation;

/// Why a text does not describe weights of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// A line is not a name and a number.
    #[error("line {line}: a weight's name and its value expected, not {found:?}")]
    Unreadable {
        /// The line's number, from 1.
        line: usize,
        /// The line, shortened if it is long.
        found: String,
    },
    /// The evaluation has no such weight.
    #[error("line {line}: the evaluation has no weight called {name:?}")]
    Unknown {
        /// The line's number, from 1.
        line: usize,
        /// The name, shortened if it is long.
        name: String,
    },
    /// The text contains no weight.
    #[error("it contains no weight")]
    Empty,
    /// A weight was given before.
    #[error("line {line}: {name} is given twice")]
    Twice {
        /// The line's number, from 1.
        line: usize,
        /// The name.
        name: String,
    },
}

/// The weights of `weights` as text: one line per weight, with its name and value.
pub fn write_weights(weights: &impl WeightSet) -> String {
    let mut text = String::new();
    for weight in weights.weights() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {}", weight.name, weight.value);
    }
    text
}

/// The checksum of the names and values of weights: the CRC-32 of [`write_weights`].
pub fn weights_checksum(weights: &impl WeightSet) -> u32 {
    crc32fast::hash(write_weights(weights).as_bytes())
}

/// The built-in weights of an evaluation, changed according to a text: one line for each weight that differs, with its
/// name and value. Empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// If a line is not a weight of this evaluation, a weight is given twice, or none is given.
pub fn read_weights<E: GameEvaluation>(text: &str) -> Result<Arc<Prepared<E::WeightSet>>, WeightsError> {
    let built_in = E::FITTED.weights();
    let index: HashMap<&str, usize> =
        built_in.iter().enumerate().map(|(index, weight)| (weight.name.as_str(), index)).collect();
    let mut values: Vec<_> = built_in.iter().map(|weight| weight.value).collect();
    let mut given = vec![false; values.len()];
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let entry = content.rsplit_once(char::is_whitespace);
        let Some((name, value)) = entry.and_then(|(name, value)| Some((name.trim(), value.parse().ok()?)))
        else {
            return Err(WeightsError::Unreadable { line, found: shorten(content) });
        };
        let Some(&index) = index.get(name) else {
            return Err(WeightsError::Unknown { line, name: shorten(name) });
        };
        if std::mem::replace(&mut given[index], true) {
            return Err(WeightsError::Twice { line, name: name.to_owned() });
        }
        values[index] = value;
    }
    if !given.contains(&true) {
        return Err(WeightsError::Empty);
    }
    Ok(Arc::new(Prepared::new(E::FITTED.with_values(&values))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Chess, Zhonggong};

    #[test]
    fn written_weights_are_read_back() {
        let text = write_weights(&Chess::FITTED);
        let read = read_weights::<Chess>(&text).expect("weights");
        assert_eq!(*read.weights(), Chess::FITTED);
    }

    #[test]
    fn only_the_given_weights_change() {
        let all = Zhonggong::FITTED.weights();
        let text = format!("# a comment\n\n  {} {}\r\n", all[3].name, all[3].value + 7);
        let read = read_weights::<Zhonggong>(&text).expect("weights");
        for (index, (before, after)) in all.iter().zip(read.weights().weights()).enumerate() {
            assert_eq!(after.value - before.value, if index == 3 { 7 } else { 0 }, "{}", before.name);
        }
    }

    #[test]
    fn texts_without_weights_are_refused() {
        for text in ["", "\n\n", "# nothing\n", " \t\r\n"] {
            assert_eq!(read_weights::<Chess>(text).err(), Some(WeightsError::Empty), "{text:?}");
        }
    }

    #[test]
    fn wrong_lines_are_named() {
        let name = &Chess::FITTED.weights()[0].name;
        for (text, expected) in [
            ("\nx", "line 2: a weight's name and its value expected, not \"x\"".to_owned()),
            ("no such weight 3", "line 1: the evaluation has no weight called \"no such weight\"".to_owned()),
            (&format!("{name} 1\n{name} 2"), format!("line 2: {name} is given twice")),
            (
                &format!("{name} 99999999999"),
                format!(
                    "line 1: a weight's name and its value expected, not \"{}\"",
                    shorten(&format!("{name} 99999999999"))
                ),
            ),
        ] {
            let error = read_weights::<Chess>(text).expect_err(text);
            assert_eq!(error.to_string(), expected);
        }
    }
}
