//! The lab: where the engine's numbers come from.
//!
//! [`data`] holds games of self-play in files, from which evaluations are fitted.

pub mod data;
