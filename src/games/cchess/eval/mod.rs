//! Shared parts of the evaluations of xiangqi and zhonggong: material and piece-square values, updated incrementally,
//! threats, and network inputs.

mod attack_map;
mod balance;
mod evaluator;
pub mod features;
mod threats;

pub use attack_map::AttackMap;
pub use balance::{Balance, Placed, Places};
pub use evaluator::{CchessEvaluator, CchessGame};
pub use threats::{ThreatWeights, threats};
