use std::io::{self, Read};
use std::path::Path;

use crate::base::files::open_file;

/// The CRC-32 of a whole file.
pub(in crate::lab) fn checksum(path: &Path) -> io::Result<u32> {
    let mut file = open_file(path)?;
    let mut hasher = crc32fast::Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize()),
            count => hasher.update(&buffer[..count]),
        }
    }
}
