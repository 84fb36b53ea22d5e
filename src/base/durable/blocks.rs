use std::io::{self, Read};

/// A number in little-endian byte order, followed by its CRC-32.
pub fn checked_number(number: u32) -> [u8; 8] {
    let number = number.to_le_bytes();
    let mut bytes = [0; 8];
    bytes[..4].copy_from_slice(&number);
    bytes[4..].copy_from_slice(&crc32fast::hash(&number).to_le_bytes());
    bytes
}

/// Reads a [`checked_number`]; `None` if its checksum is wrong.
pub fn number_if_right(bytes: [u8; 8]) -> Option<u32> {
    let number = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    (checked_number(number) == bytes).then_some(number)
}

/// Reads `count` bytes, or as many as are left.
pub fn read_up_to(source: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(count);
    source.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// How the blocks of a file are framed: a block is the length of its body, the body's CRC-32, and the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockFormat {
    /// Whether the length is a [`checked_number`] rather than a plain one.
    pub checks_length: bool,
    /// The minimum length of a body.
    pub min_bytes: usize,
    /// The maximum length of a body, so that a damaged length cannot exhaust the memory.
    pub max_bytes: usize,
}

impl BlockFormat {
    const fn frame_bytes(self) -> usize {
        if self.checks_length { 12 } else { 8 }
    }

    /// Encodes a block; `None` if its body is too long.
    pub fn encode(self, body: &[u8]) -> Option<Vec<u8>> {
        let length = checked_number(u32::try_from(body.len()).ok().filter(|_| body.len() <= self.max_bytes)?);
        let length = if self.checks_length { &length[..] } else { &length[..4] };
        Some([length, &crc32fast::hash(body).to_le_bytes(), body].concat())
    }

    /// The length of a block's body, and its checksum. The error says why the block is torn.
    fn frame(self, frame: &[u8]) -> Result<(usize, u32), &'static str> {
        const TRUNCATED: &str = "it is truncated";
        let (frame, checksum) = frame.split_last_chunk().ok_or(TRUNCATED)?;
        let length = if self.checks_length {
            number_if_right(frame.try_into().map_err(|_| TRUNCATED)?)
                .ok_or("the checksum of its length is wrong")?
        } else {
            u32::from_le_bytes(frame.try_into().map_err(|_| TRUNCATED)?)
        };
        let length = length as usize;
        if !(self.min_bytes..=self.max_bytes).contains(&length) {
            return Err("its length is out of range");
        }
        Ok((length, u32::from_le_bytes(*checksum)))
    }

    /// The first readable block that begins after the first of these bytes.
    fn find<T>(self, bytes: &[u8], decode: impl Fn(&[u8]) -> Result<T, &'static str>) -> Option<T> {
        (1..bytes.len()).find_map(|start| {
            let (frame, rest) = bytes[start..].split_at_checked(self.frame_bytes())?;
            let (length, checksum) = self.frame(frame).ok()?;
            let body = rest.get(..length)?;
            // Most positions cannot be decoded, and decoding fails faster than a checksum.
            let found = decode(body).ok()?;
            (crc32fast::hash(body) == checksum).then_some(found)
        })
    }
}

/// Why a block cannot be read.
#[derive(Debug)]
pub enum BlockError<T> {
    /// An I/O error.
    Io(io::Error),
    /// The block is damaged, not torn.
    Damaged {
        /// What is wrong with it.
        what: &'static str,
        /// The next readable block, if there is one nearby.
        next: Option<T>,
    },
}

impl<T> From<io::Error> for BlockError<T> {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Reads a file block by block.
#[derive(Debug)]
pub struct Blocks<R> {
    source: R,
    format: BlockFormat,
    end: u64,
    torn_bytes: u64,
}

impl<R: Read> Blocks<R> {
    /// The blocks of a source positioned at `start`.
    pub const fn new(source: R, start: u64, format: BlockFormat) -> Self {
        Self { source, format, end: start, torn_bytes: 0 }
    }

    /// The end of the last complete block read so far, in bytes from the beginning of the file.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// The length of the torn block, if one was found.
    pub const fn torn_bytes(&self) -> u64 {
        self.torn_bytes
    }

    /// The next block, decoded; `None` at the end, or if only a torn block is left: one that is truncated or has a
    /// wrong checksum, is no longer than a block, and is not followed by a valid block.
    pub fn next<T>(
        &mut self,
        decode: impl Fn(&[u8]) -> Result<T, &'static str>,
    ) -> Result<Option<T>, BlockError<T>> {
        let mut bytes = read_up_to(&mut self.source, self.format.frame_bytes())?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let (what, may_be_torn) = match self.format.frame(&bytes) {
            Err(what) => (what, true),
            Ok((length, checksum)) => {
                let body = read_up_to(&mut self.source, length)?;
                bytes.extend_from_slice(&body);
                let is_right = crc32fast::hash(&body) == checksum;
                match is_right.then(|| decode(&body)) {
                    None => ("its checksum is wrong", true),
                    Some(Err(what)) => (what, false),
                    Some(Ok(block)) => {
                        self.end += bytes.len() as u64;
                        return Ok(Some(block));
                    }
                }
            }
        };
        // Searching two blocks is enough: a torn block is the last one.
        let max_bytes = self.format.frame_bytes() + self.format.max_bytes;
        bytes.extend(read_up_to(&mut self.source, 2 * max_bytes - bytes.len())?);
        let next = self.format.find(&bytes, decode);
        if may_be_torn && next.is_none() && bytes.len() <= max_bytes {
            self.torn_bytes = bytes.len() as u64;
            return Ok(None);
        }
        Err(BlockError::Damaged { what, next })
    }
}
