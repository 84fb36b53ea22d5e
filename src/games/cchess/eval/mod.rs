//! Shared parts of the evaluations of xiangqi and zhonggong: material and piece-square values, updated incrementally,
//! threats, and network inputs.

mod attack_map;
mod balance;
mod explain;
pub mod features;
mod threats;

pub use attack_map::AttackMap;
pub use balance::{Balance, Placed, Places};
pub use explain::{element_name, named, sum};
pub use threats::{ThreatWeights, threats};
