//! The encoding of texts from outside: UTF-8, which some programs prefix with a byte order mark.

/// The byte order mark in UTF-8, where it has no meaning.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The byte order marks of UTF-16, low byte first and high byte first.
const UTF16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// The error message for text in UTF-16.
pub const UTF16_IS_UNREADABLE: &str = "the text is encoded in UTF-16, but UTF-8 is expected";

/// The bytes of a text without its byte order mark, if any.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Whether the beginning of a text is in UTF-16: every other byte is zero, as with ASCII characters, or half of those
/// after a byte order mark. A mark alone is not enough, as the rest might be anything.
pub fn is_utf16(beginning: &[u8]) -> bool {
    let (marked, text) = UTF16_MARKS
        .iter()
        .find_map(|mark| beginning.strip_prefix(*mark))
        .map_or((false, beginning), |rest| (true, rest));
    let zeros = |offset: usize| text.iter().skip(offset).step_by(2).filter(|&&byte| byte == 0).count();
    let others = |offset: usize| text.iter().skip(offset).step_by(2).count();
    let is_wide = |offset: usize| {
        let (zero, plain) = (zeros(offset), zeros(1 - offset));
        let is_enough =
            if marked { zero > 0 && 2 * zero >= others(offset) } else { zero >= 2 && zero == others(offset) };
        is_enough && plain == 0
    };
    is_wide(0) || is_wide(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str) -> (Vec<u8>, Vec<u8>) {
        let units = || text.encode_utf16();
        (units().flat_map(u16::to_le_bytes).collect(), units().flat_map(u16::to_be_bytes).collect())
    }

    #[test]
    fn utf16_is_recognised_with_and_without_a_mark() {
        for text in
            ["uci", "\u{feff}uci", "\u{feff}go", "position startpos moves e2e4", "\u{feff}move 炮二平五"]
        {
            let (low, high) = utf16(text);
            assert!(is_utf16(&low) && is_utf16(&high), "{text:?}");
            // As a line that ends with the first byte of its line end, or with its carriage return.
            assert!(is_utf16(&[&low[..], b"\r\0"].concat()), "{text:?}");
        }
    }

    #[test]
    fn other_texts_are_not_utf16() {
        let texts: [&[u8]; 10] = [
            b"",
            b"uci",
            b"\xef\xbb\xbfuci",
            b"\xff\xfeuci",
            b"\xff\xfe",
            b"\xff\xfe\0\x80\x1b[31m",
            b"\0",
            b"go\0\0depth",
            "炮二平五".as_bytes(),
            b"\0\0\0\0",
        ];
        for text in texts {
            assert!(!is_utf16(text), "{text:?}");
        }
    }

    #[test]
    fn only_a_mark_at_the_beginning_is_removed() {
        assert_eq!(without_mark("\u{feff}uci".as_bytes()), b"uci");
        assert_eq!(without_mark("uci\u{feff}".as_bytes()), "uci\u{feff}".as_bytes());
        assert_eq!(without_mark(b"\xef\xbb"), b"\xef\xbb");
    }
}
