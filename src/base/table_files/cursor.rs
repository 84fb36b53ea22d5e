use std::borrow::Cow;
use std::io;

use super::TableFile;

/// Reads the numbers in a file's header one after the other, in little-endian byte order.
#[derive(Debug)]
pub struct Cursor<'a> {
    file: &'a TableFile,
    at: u64,
}

impl<'a> Cursor<'a> {
    /// A cursor at the beginning of a file.
    pub const fn new(file: &'a TableFile) -> Self {
        Self { file, at: 0 }
    }

    /// The offset of the next byte.
    pub const fn at(&self) -> u64 {
        self.at
    }

    /// The next bytes.
    ///
    /// # Errors
    /// If the file ends earlier, or cannot be read.
    pub fn bytes(&mut self, count: usize) -> io::Result<Cow<'a, [u8]>> {
        let bytes = self.file.read(self.at, count)?;
        self.at += count as u64;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let bytes = self.bytes(N)?;
        bytes.as_ref().try_into().map_err(|_| io::ErrorKind::UnexpectedEof.into())
    }

    /// The next number of one byte.
    ///
    /// # Errors
    /// As for [`Cursor::bytes`].
    pub fn u8(&mut self) -> io::Result<u8> {
        self.array().map(u8::from_le_bytes)
    }

    /// The next number of two bytes.
    ///
    /// # Errors
    /// As for [`Cursor::bytes`].
    pub fn u16(&mut self) -> io::Result<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// The next number of four bytes.
    ///
    /// # Errors
    /// As for [`Cursor::bytes`].
    pub fn u32(&mut self) -> io::Result<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// The next number of eight bytes.
    ///
    /// # Errors
    /// As for [`Cursor::bytes`].
    pub fn u64(&mut self) -> io::Result<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// Skips bytes until the offset is a multiple of `unit`.
    pub const fn align(&mut self, unit: u64) {
        self.at = self.at.next_multiple_of(unit);
    }

    /// Skips bytes, possibly beyond the end of the file. `None` if the offset overflows.
    #[must_use]
    pub fn skip(&mut self, count: u64) -> Option<()> {
        self.at = self.at.checked_add(count).filter(|at| *at < u64::MAX / 2)?;
        Some(())
    }
}
