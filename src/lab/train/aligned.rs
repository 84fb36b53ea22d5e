use std::ops::{Deref, DerefMut};

/// Numbers that start on a cache line, because loads of whole registers that straddle two lines take twice as long.
#[derive(Debug)]
pub(super) struct Aligned {
    /// The numbers, after as many unused ones as needed. The vector never grows, so the numbers do not move.
    storage: Vec<f32>,
    start: usize,
    length: usize,
}

const LINE_BYTES: usize = 64;

impl Aligned {
    /// This many zeros.
    pub fn new(length: usize) -> Self {
        let unused = LINE_BYTES / size_of::<f32>();
        let storage = vec![0.0_f32; length + unused];
        let start = storage.as_ptr().align_offset(LINE_BYTES).min(unused);
        Self { storage, start, length }
    }
}

impl Deref for Aligned {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.storage[self.start..][..self.length]
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.storage[self.start..][..self.length]
    }
}
