//! The checksum at the end of a table's file.
//!
//! Sources: R. de Man's `tbcheck`, <https://github.com/syzygy1/tb>, which defines it as the `CityHashCrc128` of the
//! `CityHashCrc256` values of all 16 MiB blocks; G. Pike and J. Alakuijala, "`CityHash`",
//! <https://github.com/google/cityhash>, for both functions. Only contents of at most 16 MiB are supported here, which
//! have a single `CityHashCrc256`.

/// The constants of the hash functions.
const K0: u64 = 0xc3a5c85c97cb3127;
const K1: u64 = 0xb492b66fbe98f273;
const K3: u64 = 0xc949d7c7509e6557;
const MIXER: u64 = 0x9ddfea08eb382d69;

/// The number of bytes consumed by a step.
const STEP: usize = 40;
/// Shorter contents are padded with zeros.
const LEAST: usize = 6 * STEP;

/// The checksum of contents of at most 16 MiB.
pub fn checksum(contents: &[u8]) -> [u8; 16] {
    let [low, high] = short_hash(long_hash(contents)).map(u64::to_le_bytes);
    let mut sum = [0; 16];
    sum[..8].copy_from_slice(&low);
    sum[8..].copy_from_slice(&high);
    sum
}

/// `CityHashCrc256`.
fn long_hash(contents: &[u8]) -> [u64; 4] {
    if contents.len() >= LEAST {
        return long_hash_of_many(contents, 0);
    }
    let mut filled = [0; LEAST];
    filled[..contents.len()].copy_from_slice(contents);
    long_hash_of_many(&filled, !(contents.len() as u32))
}

/// `CityHashCrc256` of at least 240 bytes.
fn long_hash_of_many(contents: &[u8], seed: u32) -> [u64; 4] {
    let length = contents.len() as u64;
    let seed = u64::from(seed);
    let c = mixed(word(contents, 96).wrapping_add(K0), length);
    let d = word(contents, 120).wrapping_mul(K0).wrapping_add(length);
    let mut state = State {
        words: [
            word(contents, 56).wrapping_add(K0),
            word(contents, 96).wrapping_add(K0),
            c,
            d,
            word(contents, 184).wrapping_add(seed),
            c.wrapping_add(d),
        ],
        sums: [seed as u32, 0, 0, 0, 0],
    };
    let (rounds, rest) = contents.split_at(contents.len() / LEAST * LEAST);
    for (number, bytes) in rounds.chunks_exact(STEP).enumerate() {
        // Every other step mixes less.
        let is_light = number % 2 == 0;
        state.step(bytes, if is_light { 1 } else { K0 }, u32::from(is_light));
    }
    let last = rest.len() % STEP;
    for bytes in rest[..rest.len() - last].chunks_exact(STEP) {
        state.step(bytes, K0, 0);
    }
    if last > 0 {
        state.step(&contents[contents.len() - STEP..], K0, 0);
    }
    state.finish([c, d])
}

struct State {
    words: [u64; 6],
    sums: [u32; 5],
}

impl State {
    fn step(&mut self, bytes: &[u8], factor: u64, twist: u32) {
        const ROTATIONS: [u32; 5] = [41, 27, 41, 33, 25];
        let old = self.words;
        for (number, rotation) in ROTATIONS.into_iter().enumerate() {
            let rotated = old[number + 1].rotate_right(rotation ^ twist);
            let word = rotated.wrapping_mul(factor).wrapping_add(word(bytes, 8 * number));
            self.words[number] = word;
            self.sums[number] = crc_of_word(self.sums[number], word);
        }
        self.words[5] = old[0];
    }

    #[allow(clippy::many_single_char_names, reason = "the names are from the source")]
    fn finish(self, [first, second]: [u64; 2]) -> [u64; 4] {
        let [a, b, c, d, e, t] = self.words;
        let [f, g, h, i, j] = self.sums.map(u64::from);
        let j = j.wrapping_add(i << 32);
        let a = mixed(a, j);
        let h = h.wrapping_add(g << 32);
        let b = b.wrapping_add(h);
        let c = mixed(c, f).wrapping_add(i);
        let d = mixed(d, e.wrapping_add(first));
        let j = j.wrapping_add(e);
        let i = i.wrapping_add(mixed(h, t));
        let e = mixed(a, d).wrapping_add(j);
        let f = mixed(b, c).wrapping_add(a);
        let g = mixed(j, i).wrapping_add(c);
        let one = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
        let a = folded(a.wrapping_add(g).wrapping_mul(K0)).wrapping_mul(K0).wrapping_add(b);
        let two = second.wrapping_add(a).wrapping_add(one);
        let a = folded(a.wrapping_mul(K0)).wrapping_mul(K0).wrapping_add(c);
        let three = a.wrapping_add(two);
        let a = folded(a.wrapping_add(e).wrapping_mul(K0)).wrapping_mul(K0);
        [one, two, three, a.wrapping_add(three)]
    }
}

/// `CityHashCrc128` of these four words.
fn short_hash([a, b, c, d]: [u64; 4]) -> [u64; 2] {
    const LENGTH: u32 = 16;
    let first = folded((a ^ K3).wrapping_mul(K1)).wrapping_mul(K1);
    let rest = mixed(c, d.wrapping_add(LENGTH.into()).rotate_right(LENGTH)) ^ d;
    let second = b.wrapping_mul(K1).wrapping_add(rest);
    let third = folded(first.wrapping_add(c));
    let one = mixed(first, second);
    let two = mixed(third, b);
    [one ^ two, mixed(two, one)]
}

/// Mixes two words into one.
const fn mixed(one: u64, other: u64) -> u64 {
    let first = folded((one ^ other).wrapping_mul(MIXER));
    folded((other ^ first).wrapping_mul(MIXER)).wrapping_mul(MIXER)
}

const fn folded(word: u64) -> u64 {
    word ^ word >> 47
}

/// The eight bytes starting here, which must exist.
fn word(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
}

/// Adds eight bytes to a CRC-32C, without inversion, by the byte's position and value.
static CRC: [[u32; 256]; 8] = crc_table();

fn crc_of_word(sum: u32, word: u64) -> u32 {
    let bytes = (word ^ u64::from(sum)).to_le_bytes();
    bytes.iter().zip(CRC.iter().rev()).fold(0, |sum, (&byte, table)| sum ^ table[usize::from(byte)])
}

const fn crc_table() -> [[u32; 256]; 8] {
    const POLYNOMIAL: u32 = 0x82f63b78;
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut places = 0;
        while places < 8 {
            let mut bit = 0;
            while bit < 8 {
                sum = if sum & 1 == 1 { sum >> 1 ^ POLYNOMIAL } else { sum >> 1 };
                bit += 1;
            }
            table[places][byte] = sum;
            places += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crcs_agree_with_the_standard() {
        // CRC-32C of eight bytes; the inversions at both ends are not part of the step.
        let sum = !crc_of_word(!0, u64::from_le_bytes(*b"12345678"));
        assert_eq!(sum, 0x6087809a);
    }
}
