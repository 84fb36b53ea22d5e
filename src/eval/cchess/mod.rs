//! What the evaluations of xiangqi and its relatives share: men and where they stand, followed as moves are made, and
//! what attacks on men are worth.

mod attack_map;
mod balance;
mod evaluator;
mod threats;

pub use attack_map::AttackMap;
pub use balance::{Balance, Placed, Places};
pub use evaluator::{CchessEvaluator, CchessGame};
pub use threats::{ThreatWeights, threats};
