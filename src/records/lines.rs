//! The lines of a text in any encoding, read incrementally: UTF-8, UTF-16, GB18030, Big5 and the other encodings that
//! browsers support.

use std::io::{self, Read};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, Decoder, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

/// The number of bytes read at a time, and examined to determine the encoding.
const CHUNK: usize = 1 << 16;

/// A longer line is returned in parts, cut between words.
const LONGEST_LINE: usize = 1 << 20;

/// The parts of a text that are read in an encoding other than UTF-8.
#[derive(Clone, Copy)]
enum Other {
    Nothing,
    /// Lines that are not UTF-8.
    Lines(&'static Encoding),
    /// All lines that are not ASCII: a line in another encoding may happen to be valid UTF-8.
    Everything(&'static Encoding),
}

/// Reads the lines of a text. Lines end with LF, CR or both.
pub struct TextLines<R> {
    reader: R,
    /// Bytes that were read but not returned yet: UTF-8 if there is a decoder, otherwise as in the file.
    bytes: Vec<u8>,
    /// The start of the next line in `bytes`.
    at: usize,
    /// Whether the reader has ended.
    has_ended: bool,
    /// Decodes UTF-16, in which line ends are not single bytes.
    decoder: Option<Decoder>,
    /// The parts that are read in an encoding other than UTF-8.
    other: Other,
    /// The first line that was not UTF-8.
    first_other: Option<usize>,
    /// The number of the last line returned.
    number: usize,
    /// Whether the last line ended with CR, so that LF may follow.
    after_cr: bool,
    /// Whether the last part returned did not reach the end of its line.
    is_cut: bool,
}

impl<R: Read> TextLines<R> {
    /// Starts reading.
    ///
    /// # Errors
    ///
    /// If reading fails.
    pub fn new(reader: R) -> io::Result<Self> {
        let mut lines = Self {
            reader,
            bytes: Vec::new(),
            at: 0,
            has_ended: false,
            decoder: None,
            other: Other::Nothing,
            first_other: None,
            number: 0,
            after_cr: false,
            is_cut: false,
        };
        lines.fill()?;
        if let Some(encoding) = utf16_of(&lines.bytes) {
            let mut decoder = encoding.new_decoder_with_bom_removal();
            let raw = std::mem::take(&mut lines.bytes);
            decode(&mut decoder, &raw, lines.has_ended, &mut lines.bytes);
            lines.decoder = Some(decoder);
        } else if is_mostly_other(&lines.bytes) {
            lines.other = Other::Everything(likely_encoding(&lines.bytes));
        }
        Ok(lines)
    }

    /// The number of the last line, from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The encoding used for lines that were not UTF-8, and the first such line.
    pub fn other_encoding(&self) -> Option<(&'static str, usize)> {
        let other = match self.other {
            Other::Nothing => None,
            Other::Lines(encoding) | Other::Everything(encoding) => Some(encoding.name()),
        };
        other.zip(self.first_other)
    }

    /// Appends the next line to `line`, with LF at the end unless it is cut. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// If reading fails.
    pub fn next(&mut self, line: &mut String) -> io::Result<bool> {
        if !self.is_cut {
            self.number += 1;
        }
        let mut searched = 0;
        loop {
            if self.after_cr && self.at < self.bytes.len() {
                self.after_cr = false;
                if self.bytes[self.at] == b'\n' {
                    self.at += 1;
                }
            }
            let rest = &self.bytes[self.at..];
            let end = rest[searched..].iter().position(|&byte| byte == b'\n' || byte == b'\r');
            if let Some(end) = end.map(|end| searched + end) {
                self.after_cr = rest[end] == b'\r';
                self.give(end, line);
                self.at += 1;
                line.push('\n');
                self.is_cut = false;
                return Ok(true);
            }
            searched = rest.len();
            if searched >= LONGEST_LINE {
                let blank = rest.iter().rposition(|&byte| byte == b' ').map_or(searched, |blank| blank + 1);
                self.give(blank, line);
                self.is_cut = true;
                return Ok(true);
            }
            if self.has_ended {
                self.give(searched, line);
                self.is_cut = false;
                return Ok(searched > 0);
            }
            self.fill()?;
        }
    }

    /// Appends the next `length` bytes to `line`, and advances.
    fn give(&mut self, length: usize, line: &mut String) {
        let bytes = &self.bytes[self.at..self.at + length];
        let utf8 = std::str::from_utf8(bytes);
        let other = match (utf8, self.other) {
            (Ok(text), Other::Nothing | Other::Lines(_)) => {
                line.push_str(text);
                None
            }
            (Ok(text), Other::Everything(_)) if text.is_ascii() => {
                line.push_str(text);
                None
            }
            (_, Other::Lines(other) | Other::Everything(other)) => Some(other),
            (Err(_), Other::Nothing) => {
                let other = likely_encoding(&self.bytes[self.at..]);
                self.other = Other::Lines(other);
                Some(other)
            }
        };
        if let Some(other) = other {
            self.first_other.get_or_insert(self.number);
            line.push_str(&other.decode_without_bom_handling(&self.bytes[self.at..self.at + length]).0);
        }
        self.at += length;
    }

    /// Reads another chunk.
    fn fill(&mut self) -> io::Result<()> {
        self.bytes.drain(..std::mem::take(&mut self.at));
        let mut chunk = vec![0; CHUNK];
        let mut length = 0;
        while length < CHUNK && !self.has_ended {
            match self.reader.read(&mut chunk[length..]) {
                Ok(0) => self.has_ended = true,
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        match &mut self.decoder {
            Some(decoder) => decode(decoder, &chunk[..length], self.has_ended, &mut self.bytes),
            None => self.bytes.extend_from_slice(&chunk[..length]),
        }
        Ok(())
    }
}

fn decode(decoder: &mut Decoder, raw: &[u8], last: bool, to: &mut Vec<u8>) {
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length(raw.len()).unwrap_or_default());
    let _ = decoder.decode_to_string(raw, &mut text, last);
    to.extend_from_slice(text.as_bytes());
}

/// Detects UTF-16 by its byte order mark, or by every other byte being zero where the text must be ASCII.
fn utf16_of(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [0xff, 0xfe, ..] => return Some(UTF_16LE),
        [0xfe, 0xff, ..] => return Some(UTF_16BE),
        _ => {}
    }
    let pairs: Vec<_> = bytes.chunks_exact(2).take(64).collect();
    let zeros = |index: usize| pairs.iter().filter(|pair| pair[index] == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    if pairs.len() >= 2 && second * 2 > pairs.len() && first == 0 {
        Some(UTF_16LE)
    } else if pairs.len() >= 2 && first * 2 > pairs.len() && second == 0 {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Whether more lines at the beginning of a text are not UTF-8 than are, not counting ASCII lines.
fn is_mostly_other(beginning: &[u8]) -> bool {
    let mut balance = 0_i32;
    // The last line may be incomplete.
    for line in beginning.split_inclusive(|&byte| byte == b'\n') {
        let is_whole = line.ends_with(b"\n") || beginning.len() < CHUNK;
        if is_whole && !line.is_ascii() {
            balance += if std::str::from_utf8(line).is_ok() { -1 } else { 1 };
        }
    }
    balance > 0
}

/// Characters typical of records of Chinese chess and unlikely in other texts with the same bytes: pieces and
/// directions.
const TELLING: &str = "炮砲包車车俥馬马傌兵卒將将帥帅士仕象相進进退平前後后紅红黑勝胜和負负";

/// The most likely encoding of a text that is not UTF-8.
fn likely_encoding(bytes: &[u8]) -> &'static Encoding {
    let bytes = &bytes[..bytes.len().min(CHUNK)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    let count = |encoding: &'static Encoding| {
        let text = encoding.decode_without_bom_handling(bytes).0;
        text.chars().filter(|&c| TELLING.contains(c)).count()
    };
    let guess = if guess == UTF_8 { encoding_rs::WINDOWS_1252 } else { guess };
    // In such short texts, move names are better evidence than letter frequencies.
    [(count(guess), 1, guess), (count(GB18030), 2, GB18030), (count(BIG5), 0, BIG5)]
        .into_iter()
        .max_by_key(|&(telling, preference, _)| {
            (telling, if telling == 0 { usize::from(preference == 1) * 3 } else { preference })
        })
        .map_or(guess, |(_, _, encoding)| encoding)
}

/// A whole text, decoded as by [`TextLines`]; the encoding used for lines that were not UTF-8, and the first such line.
pub fn decode_text(bytes: &[u8]) -> (String, Option<(&'static str, usize)>) {
    let mut text = String::with_capacity(bytes.len());
    let mut lines = TextLines::new(bytes).expect("memory can be read");
    while lines.next(&mut text).expect("memory can be read") {}
    (text, lines.other_encoding())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &str = "[Red \"甲\"]\n1. 炮二平五 马8进7\n2. 马二进三 车9平8 *\n";

    fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        encoding.encode(text).0.into_owned()
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2], mark: bool) -> Vec<u8> {
        let mark = mark.then_some('\u{feff}');
        let text: String = mark.into_iter().chain(text.chars()).collect();
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn encodings_are_detected() {
        let latin = "[White \"Müller, José\"]\n1. e4 {très bon} *\n";
        for (text, bytes) in [
            (NAMES, NAMES.as_bytes().to_vec()),
            (NAMES, encoded(NAMES, GB18030)),
            (
                &NAMES.replace(['马', '进', '车'], "馬"),
                encoded(&NAMES.replace(['马', '进', '车'], "馬"), BIG5),
            ),
            (NAMES, utf16(NAMES, u16::to_le_bytes, true)),
            (NAMES, utf16(NAMES, u16::to_be_bytes, true)),
            (latin, utf16(latin, u16::to_le_bytes, false)),
            (latin, utf16(latin, u16::to_be_bytes, false)),
            (latin, encoded(latin, encoding_rs::WINDOWS_1252)),
        ] {
            assert_eq!(decode_text(&bytes).0, text);
        }
        // `郑惟桐` in GB18030 happens to be UTF-8, too.
        let names = "[Red \"许银川\"]\n[Black \"郑惟桐\"]\n[Event \"决赛\"]\n";
        assert_eq!(decode_text(&encoded(names, GB18030)).0, names);
        // One line in another encoding does not affect the others.
        let mut mixed = "1. e4 {ž}\n".as_bytes().to_vec();
        mixed.extend(encoded("{Müller und Söhne}\n", encoding_rs::WINDOWS_1252));
        let (text, other) = decode_text(&mixed);
        assert_eq!(text, "1. e4 {ž}\n{Müller und Söhne}\n");
        assert_eq!(other.map(|(_, line)| line), Some(2));
    }

    #[test]
    fn lines_end_with_any_sign_and_are_numbered() {
        let mut lines = TextLines::new(&b"a\r\nb\rc\n\n\rd"[..]).unwrap();
        let mut found = Vec::new();
        loop {
            let mut line = String::new();
            if !lines.next(&mut line).unwrap() {
                break;
            }
            found.push((lines.number(), line));
        }
        let expected = [(1, "a\n"), (2, "b\n"), (3, "c\n"), (4, "\n"), (5, "\n"), (6, "d")];
        assert_eq!(found, expected.map(|(number, line)| (number, line.to_owned())));
    }

    #[test]
    fn long_lines_come_in_parts_between_words() {
        let text = "Nf3 ".repeat(LONGEST_LINE / 2);
        let mut lines = TextLines::new(text.as_bytes()).unwrap();
        let (mut line, mut parts) = (String::new(), 0);
        loop {
            let before = line.len();
            if !lines.next(&mut line).unwrap() {
                break;
            }
            parts += 1;
            assert!(line.len() - before <= LONGEST_LINE + CHUNK && lines.number() == 1);
        }
        assert!(parts > 1 && line == text);
    }
}
