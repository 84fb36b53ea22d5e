//! The operations of EPD (Edwards, Standard: Portable Game Notation, 1994, section 16.2): `opcode operand operand;`,
//! where an operand may be quoted.

use thiserror::Error;

use crate::base::shorten;

/// An operation: its opcode and its operands, without quotes.
pub type Operation = (String, Vec<String>);

/// Why operations cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
pub enum OperationError {
    /// An operation does not begin with a name.
    #[error("{0:?} is not the name of an operation")]
    Opcode(String),
    /// A quoted operand has no end.
    #[error("the quotation {0:?} has no end")]
    Unclosed(String),
}

/// The maximum number of operations in a record.
const MOST: usize = 1000;

/// Reads operations. The last semicolon may be missing; a quoted operand may contain semicolons.
///
/// # Errors
/// If an opcode is not a name, or a quotation does not end.
pub fn read_operations(text: &str) -> Result<Vec<Operation>, OperationError> {
    let mut operations = Vec::new();
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    loop {
        let ends = rest.is_empty() || rest.starts_with(';');
        if ends && !words.is_empty() {
            let operands = words.split_off(1);
            operations.push((words.remove(0), operands));
        }
        if rest.is_empty() || operations.len() > MOST {
            return Ok(operations);
        }
        let length = if ends {
            1
        } else if words.is_empty() {
            let opcode = word(rest);
            if !is_name(opcode) {
                return Err(OperationError::Opcode(shorten(opcode)));
            }
            words.push(opcode.to_owned());
            opcode.len()
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let end = quoted.find('"').ok_or_else(|| OperationError::Unclosed(shorten(rest)))?;
            words.push(quoted[..end].to_owned());
            end + 2
        } else {
            let operand = word(rest);
            words.push(operand.to_owned());
            operand.len()
        };
        rest = rest[length..].trim_start();
    }
}

/// The text up to the next space or semicolon.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| c == ';' || c.is_whitespace()).unwrap_or(text.len());
    &text[..end]
}

/// Whether a word can be an opcode: letters, digits and underscores, beginning with a letter.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a word is one of the standard's opcodes.
pub(super) fn is_standard(word: &str) -> bool {
    const OPCODES: [&str; 31] = [
        "acd",
        "acn",
        "acs",
        "am",
        "bm",
        "ce",
        "dm",
        "draw_accept",
        "draw_claim",
        "draw_offer",
        "draw_reject",
        "eco",
        "fmvn",
        "hmvc",
        "id",
        "nic",
        "noop",
        "pm",
        "pv",
        "rc",
        "resign",
        "sm",
        "tcgs",
        "tcri",
        "tcsi",
        "eval",
        "depth",
        "wdl",
        "result",
        "ply",
        "fen",
    ];
    let numbered = matches!(word.as_bytes(), [b'c' | b'v', b'0'..=b'9']);
    numbered || OPCODES.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        let joined = |(opcode, operands): Operation| (opcode, operands.join("|"));
        read_operations(text).expect(text).into_iter().map(joined).collect()
    }

    #[test]
    fn operands_are_words_or_quotations() {
        let expected = [("bm", "Nf3|e4"), ("id", "x; y;"), ("c0", "a  b|c"), ("noop", ""), ("ce", "-12")]
            .map(|(opcode, operands)| (opcode.to_owned(), operands.to_owned()));
        for end in ["", ";", " ; ", ";;"] {
            let text = format!("bm Nf3 e4; id \"x; y;\";c0 \"a  b\" c; noop ;  ce -12{end}");
            assert_eq!(read(&text), expected, "{text}");
        }
        assert!(read("").is_empty() && read(" ; ").is_empty());
    }

    #[test]
    fn errors_name_what_is_wrong() {
        assert_eq!(read_operations("bm e4; 12 x;"), Err(OperationError::Opcode("12".to_owned())));
        assert_eq!(read_operations("id \"x; y"), Err(OperationError::Unclosed("\"x; y".to_owned())));
    }
}
