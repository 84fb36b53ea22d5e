use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use serde::Serialize;

/// The maximum length of a line, in MiB. A game of 10,000 plies with long variations is shorter.
const MAX_LINE_MIB: u64 = 32;

/// The start of a line's last member, the CRC-32 of all bytes before it as 8 hexadecimal digits.
const CHECKSUM: &[u8] = b",\"crc\":\"";

/// A value as a line of JSON, including its line end.
#[cfg(feature = "lab")]
pub fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Like [`line()`], for an object, with a checksum as its last member.
pub fn checked_line(object: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(object)?;
    // Remove the brace that closes the object.
    line.pop();
    let checksum = crc32fast::hash(&line);
    line.extend_from_slice(CHECKSUM);
    line.extend_from_slice(format!("{checksum:08x}\"}}\n").as_bytes());
    Ok(line)
}

/// Splits a line into the part covered by its checksum, and whether the checksum is right; `None` if there is none.
pub fn split_checksum(line: &[u8]) -> (&[u8], Option<bool>) {
    let line = line.trim_ascii_end();
    let split = || {
        let rest = line.strip_suffix(b"\"}")?;
        let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(8)?)?;
        let covered = rest.strip_suffix(CHECKSUM)?;
        let stated = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        Some((covered, Some(stated == Some(crc32fast::hash(covered)))))
    };
    split().unwrap_or_else(|| (line.strip_suffix(b"}").unwrap_or(line), None))
}

/// Reads a file line by line.
#[derive(Debug)]
pub struct Lines<'a> {
    reader: BufReader<&'a File>,
    text: Vec<u8>,
    number: usize,
    end: u64,
    torn_bytes: u64,
}

impl<'a> Lines<'a> {
    /// The lines from this byte on.
    pub fn from(mut file: &'a File, start: u64) -> io::Result<Self> {
        file.seek(SeekFrom::Start(start))?;
        Ok(Self { reader: BufReader::new(file), text: Vec::new(), number: 0, end: start, torn_bytes: 0 })
    }

    /// Reads the next line; `false` at the end, or if only a torn line is left.
    pub fn advance(&mut self) -> io::Result<bool> {
        let length = read_line(&mut self.reader, &mut self.text)? as u64;
        if !self.text.ends_with(b"\n") {
            self.torn_bytes = length;
            return Ok(false);
        }
        self.number += 1;
        self.end += length;
        Ok(true)
    }

    /// The last line read, torn or not.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The number of the last line read, from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The end of the last complete line, in bytes from the beginning of the file.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// The length of the torn line, if one was found.
    pub const fn torn_bytes(&self) -> u64 {
        self.torn_bytes
    }

    /// Whether a line with invalid contents is the last one, and so may have been damaged by a crash. If so, it counts
    /// as torn.
    pub fn is_torn(&mut self) -> io::Result<bool> {
        let is_last = self.reader.fill_buf()?.is_empty();
        if is_last {
            self.torn_bytes = self.text.len() as u64;
            self.end -= self.torn_bytes;
        }
        Ok(is_last)
    }

    /// Whether the last line read may be the torn first line of a file that begins with these bytes, or an empty one.
    pub fn is_torn_beginning(&self, beginning: &[u8]) -> bool {
        self.number == 0 && (self.text.starts_with(beginning) || beginning.starts_with(&self.text))
    }
}

/// Reads a line with its line end, if any, replacing the contents of `line`; returns its length.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    let limit = MAX_LINE_MIB << 20;
    let length = reader.take(limit + 1).read_until(b'\n', line)?;
    if length as u64 > limit {
        line.clear();
        let message = format!("a line has more than {MAX_LINE_MIB} MiB");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_refused() {
        let limit = (MAX_LINE_MIB << 20) as usize;
        let mut line = Vec::new();
        let mut text = vec![b'x'; limit - 1];
        text.push(b'\n');
        assert_eq!(read_line(&mut &text[..], &mut line).expect("a line"), limit);
        text.insert(0, b'x');
        let error = read_line(&mut &text[..], &mut line).expect_err("too long").to_string();
        assert_eq!(error, "a line has more than 32 MiB");
    }

    #[test]
    fn checksums_cover_the_line() {
        let line = checked_line(&serde_json::json!({ "game": 1 })).expect("JSON");
        assert_eq!(split_checksum(&line), (&b"{\"game\":1"[..], Some(true)));
        let wrong = String::from_utf8(line).expect("UTF-8").replace('1', "2");
        assert_eq!(split_checksum(wrong.as_bytes()).1, Some(false));
        assert_eq!(split_checksum(b"{\"game\":1}\n"), (&b"{\"game\":1"[..], None));
    }
}
