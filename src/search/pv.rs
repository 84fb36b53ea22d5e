use crate::base::{MAX_PLY, Move};

/// The principal variations of the nodes between the root and the current one (a triangular PV table: the variation at
/// `ply` has at most `MAX_PLY - ply` moves).
#[derive(Debug)]
pub struct PvTable {
    lines: Vec<[Move; MAX_PLY + 1]>,
    lengths: [usize; MAX_PLY + 2],
}

impl PvTable {
    /// Creates a table of empty variations.
    pub fn new() -> Self {
        Self { lines: vec![[Move::NONE; MAX_PLY + 1]; MAX_PLY + 2], lengths: [0; MAX_PLY + 2] }
    }

    /// The variation at this ply.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply][..self.lengths[ply]]
    }

    /// Clears the variation at this ply.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// Sets the variation at this ply to `first` followed by the variation at the next ply.
    pub fn extend_from_child(&mut self, ply: usize, first: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let length = self.lengths[ply + 1].min(MAX_PLY);
        let line = &mut upper[ply];
        line[0] = first;
        line[1..=length].copy_from_slice(&lower[0][..length]);
        self.lengths[ply] = length + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pv_is_built_from_the_leaf() {
        let mut table = PvTable::new();
        for ply in (0..=MAX_PLY).rev() {
            table.clear(ply + 1);
        }
        for ply in (0..MAX_PLY).rev() {
            table.extend_from_child(ply, Move::from_bits(ply as u16 + 1));
        }
        assert_eq!(table.line(0).len(), MAX_PLY);
        assert_eq!(table.line(0)[9], Move::from_bits(10));
        table.clear(1);
        table.extend_from_child(0, Move::from_bits(3));
        assert_eq!(table.line(0), [Move::from_bits(3)]);
    }
}
