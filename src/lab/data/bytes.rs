//! Reading and writing numbers and strings in the file format.

use crate::base::durable::number_if_right;

use super::DataProblem;

/// The checksum of a number is wrong.
#[derive(Debug)]
pub(super) struct WrongChecksum;

/// Reads values from the front of a byte slice; each is `None` if there are too few bytes.
pub(super) struct ByteReader<'a>(pub(super) &'a [u8]);

impl<'a> ByteReader<'a> {
    pub(super) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    pub(super) fn short(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn word(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number followed by its checksum.
    pub(super) fn checked_word(&mut self) -> Option<Result<u32, WrongChecksum>> {
        Some(number_if_right(self.array()?).ok_or(WrongChecksum))
    }

    pub(super) fn text8(&mut self) -> Option<String> {
        let length = self.byte()?;
        self.text(length.into())
    }

    pub(super) fn text16(&mut self) -> Option<String> {
        let length = self.short()?;
        self.text(length.into())
    }

    fn text(&mut self, length: usize) -> Option<String> {
        String::from_utf8(self.bytes(length)?.to_vec()).ok()
    }
}

pub(super) fn put_text8(bytes: &mut Vec<u8>, text: &str, what: &'static str) -> Result<(), DataProblem> {
    bytes.push(text.len().try_into().map_err(|_| DataProblem::TooLong(what))?);
    bytes.extend_from_slice(text.as_bytes());
    Ok(())
}

pub(super) fn put_text16(bytes: &mut Vec<u8>, text: &str, what: &'static str) -> Result<(), DataProblem> {
    let length = u16::try_from(text.len()).map_err(|_| DataProblem::TooLong(what))?;
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    Ok(())
}
