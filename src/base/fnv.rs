/// The 64-bit FNV-1a hash of bytes, which is the same on every machine and in every release.
///
/// Source: G. Fowler, L. Noll, K. Vo, "The FNV Non-Cryptographic Hash Algorithm".
#[derive(Debug, Clone, Copy)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of all bytes added.
    pub const fn value(self) -> u64 {
        self.0
    }

    /// The same with all bits depending on all bytes.
    pub const fn mixed(self) -> u64 {
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
