/// Longer lines are truncated.
const LONGEST: usize = 1 << 16;

/// Splits a stream of bytes into lines that end with LF, CR LF or, as Gomocup allows, CR alone. It buffers no more than
/// the last chunk and the beginning of one line.
#[derive(Debug, Default)]
pub struct LineBuffer {
    buffer: Vec<u8>,
    /// The start of the first line that has not been taken.
    start: usize,
    /// There is no line end between `start` and this position.
    searched: usize,
    /// Whether the rest of an overlong line is being skipped.
    skipping: bool,
    /// Whether the last line ended with CR: an LF directly after it belongs to the same line end.
    after_return: bool,
}

impl LineBuffer {
    /// Adds a chunk.
    pub fn add(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// Takes the next complete line. Invalid UTF-8 and control characters are replaced.
    pub fn take(&mut self) -> Option<String> {
        loop {
            let end = self.buffer[self.searched..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let Some(end) = end.map(|end| self.searched + end) else {
                self.searched = self.buffer.len();
                self.cut();
                return None;
            };
            let line = self.buffer[self.start..end].trim_ascii_end();
            let line = line.get(..LONGEST).unwrap_or(line);
            let text = sanitised(line);
            let is_rest_of_end = self.after_return && end == self.start && self.buffer[end] == b'\n';
            self.after_return = self.buffer[end] == b'\r';
            self.start = end + 1;
            self.searched = self.start;
            if !is_rest_of_end && !std::mem::take(&mut self.skipping) {
                return Some(text);
            }
        }
    }

    /// Discards everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Discards an incomplete line that is already too long.
    fn cut(&mut self) {
        if self.skipping || self.buffer.len() - self.start > LONGEST {
            *self = Self { skipping: true, ..Self::default() };
        }
    }
}

/// The text with control characters other than tabs replaced by U+FFFD.
fn sanitised(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let is_control = |c: char| c.is_control() && c != '\t';
    if text.contains(is_control) { text.replace(is_control, "\u{fffd}") } else { text.into_owned() }
}

/// The end of a program's standard error output.
#[derive(Debug, Default)]
pub struct StderrTail(Vec<u8>);

impl StderrTail {
    const LENGTH: usize = 2048;

    /// Adds a chunk.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
        let too_many = self.0.len().saturating_sub(Self::LENGTH);
        self.0.drain(..too_many);
    }

    /// The last lines joined into one, shortened.
    pub fn text(&self) -> String {
        const SHOWN: usize = 300;
        let lines: Vec<_> = self.0.split(|byte| matches!(byte, b'\n' | b'\r')).map(sanitised).collect();
        let lines: Vec<_> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
        let text = lines.join(" / ");
        let hidden = text.chars().count().saturating_sub(SHOWN);
        text.chars().skip(hidden).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_regardless_of_chunk_boundaries() {
        let text = b"one\r\n\ntwo \xff\nthree\rfour\r\r\nfiv";
        for size in 1..=text.len() {
            let mut lines = LineBuffer::default();
            let mut found = Vec::new();
            for chunk in text.chunks(size) {
                lines.add(chunk);
                found.extend(std::iter::from_fn(|| lines.take()));
            }
            assert_eq!(found, ["one", "", "two \u{fffd}", "three", "four", ""], "in chunks of {size}");
        }
    }

    #[test]
    fn control_characters_are_removed_from_lines() {
        let mut lines = LineBuffer::default();
        lines.add(b"a\x1b[2J\tb\x07\xc2\x9b\n");
        assert_eq!(lines.take().as_deref(), Some("a\u{fffd}[2J\tb\u{fffd}\u{fffd}"));
        let mut tail = StderrTail::default();
        tail.add(b"\x1b[31mbroken\x1b[0m\n");
        assert!(!tail.text().contains('\u{1b}'));
    }

    #[test]
    fn long_lines_are_truncated() {
        let mut lines = LineBuffer::default();
        for _ in 0..1000 {
            lines.add(&[b'x'; 10_000]);
            assert_eq!(lines.take(), None);
            assert!(lines.buffer.len() <= LONGEST + 10_000);
        }
        lines.add(b"end\nnext\n");
        assert_eq!(lines.take().as_deref(), Some("next"));
    }

    #[test]
    fn only_the_last_lines_of_stderr_are_kept() {
        let mut tail = StderrTail::default();
        for _ in 0..1000 {
            tail.add(b"noise\n");
        }
        tail.add(b"\npanicked\n at x\n");
        assert!(tail.0.len() <= StderrTail::LENGTH && tail.text().ends_with("noise / panicked / at x"));
    }
}
