//! How deep to search a move: singular extensions and reductions.

use super::SearchGame;
use crate::base::{Move, Score};

use super::features::Feature;
use super::history::HISTORY_LIMIT;
use super::move_picker::Picked;
use super::node::{Node, NodeKind, NonPv};
use super::worker::Worker;
use super::{Bound, Parameters};

/// The result of the singular extension test.
pub enum Extension {
    /// Search the move this many plies deeper; negative to reduce it.
    By(i32),
    /// The node fails high with this score (multicut).
    Cutoff(Score),
}

impl<G: SearchGame> Worker<'_, G> {
    /// The reduction of this move, in 1024ths of a ply.
    #[inline]
    pub(super) fn reduction<K: NodeKind>(
        &self,
        node: &Node,
        picked: Picked,
        number: usize,
        history: i32,
    ) -> i32 {
        let mut reduction = base_reduction(&self.parameters, node.depth, number);
        let parameters = &self.parameters;
        if K::PV || node.on_pv {
            reduction -= parameters.reduction_on_pv;
        }
        if node.expect_cut {
            reduction += parameters.reduction_cut;
        }
        if !node.improving {
            reduction += parameters.reduction_not_improving;
        }
        if picked.noisy {
            reduction -= parameters.reduction_noisy;
        }
        if self.stack[node.ply + 1].cutoffs > 2 {
            reduction += parameters.reduction_refuted;
        }
        if self.stack[node.ply].killers.contains(&Some(picked.m)) {
            reduction -= parameters.reduction_killer;
        }
        reduction - history * parameters.reduction_history / HISTORY_LIMIT
    }

    /// Singular extension: searches a hash move deeper if all other moves are far worse. If they are not, the move may
    /// be reduced or the node cut off.
    #[inline]
    pub(super) fn extension<K: NodeKind>(&mut self, node: &Node, m: Move) -> Extension {
        let &Node { ply, depth, .. } = node;
        if ply >= 2 * self.root_depth as usize {
            return Extension::By(0);
        }
        if self.features.has(Feature::SingularExtensions)
            && depth >= 6
            && node.hash.best == Some(m)
            && node.excluded.is_none()
            && node.hash.depth >= depth - 3
            && let Some((score, Bound::Lower | Bound::Exact)) = node.hash.score
            && !score.is_decisive()
        {
            return self.singularity::<K>(node, m, score);
        }
        Extension::By(0)
    }

    fn singularity<K: NodeKind>(&mut self, node: &Node, m: Move, hash_score: Score) -> Extension {
        let &Node { ply, depth, beta, .. } = node;
        let floor = hash_score - self.parameters.of_win_scale(depth * self.parameters.singular);
        self.stack[ply].excluded = Some(m);
        let score = self.search_node::<NonPv>(floor - 1, floor, (depth - 1) / 2, ply, node.expect_cut);
        self.stack[ply].excluded = None;
        if score < floor {
            let double =
                !K::PV && score < floor - self.parameters.of_win_scale(self.parameters.singular_double);
            Extension::By(1 + i32::from(double))
        } else if score >= beta && !score.is_decisive() {
            Extension::Cutoff(score)
        } else if hash_score >= beta {
            Extension::By(-2)
        } else {
            Extension::By(-i32::from(node.expect_cut))
        }
    }
}

/// Natural logarithms of small numbers, in 1024ths; the entry for 0 is 0, as for 1.
const LOGARITHMS: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < table.len() {
        table[n] = logarithm(n as u64);
        n += 1;
    }
    table
};

/// The natural logarithm of `n` in 1024ths: the binary logarithm, computed digit by digit by repeated squaring, times
/// ln 2.
const fn logarithm(n: u64) -> i32 {
    const DIGITS: u32 = 20;
    const LN_2: u64 = 726_817; // ln 2 in 2^-20
    let whole = n.ilog2();
    let mut mantissa = (n << 31) >> whole; // in [1, 2), 31 binary digits
    let mut log = whole as u64;
    let mut digit = 0;
    while digit < DIGITS {
        mantissa = (mantissa * mantissa) >> 31;
        log <<= 1;
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
            log |= 1;
        }
        digit += 1;
    }
    ((log * LN_2 + (1 << (DIGITS + 9))) >> (DIGITS + 10)) as i32
}

/// The base reduction of the `number`-th move (from 1) of a node with `depth` plies left, in 1024ths of a ply:
/// `reduction_base + reduction_slope · ln depth · ln number`.
#[inline]
pub fn base_reduction(parameters: &Parameters, depth: i32, number: usize) -> i32 {
    let depth = LOGARITHMS[(depth.max(1) as usize).min(LOGARITHMS.len() - 1)];
    let number = LOGARITHMS[number.clamp(1, LOGARITHMS.len() - 1)];
    parameters.reduction_base + ((depth * number) >> 10) * parameters.reduction_slope / 1024
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::parameters::tests::DEFAULTS;

    #[test]
    fn logarithms_are_accurate_to_a_thousandth() {
        for (n, &log) in LOGARITHMS.iter().enumerate().skip(1) {
            let exact = f64::from(n as u32).ln() * 1024.0;
            assert!((f64::from(log) - exact).abs() <= 1.0, "ln {n}: {log} for {exact}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let parameters = &DEFAULTS;
        assert_eq!(base_reduction(parameters, 1, 1), parameters.reduction_base);
        for depth in 1..100 {
            for number in 1..200 {
                let here = base_reduction(parameters, depth, number);
                assert!(
                    here <= base_reduction(parameters, depth + 1, number)
                        && here <= base_reduction(parameters, depth, number + 1)
                );
            }
        }
    }
}
