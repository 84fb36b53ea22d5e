//! The search: generic over the game, silent, reporting to a listener.
//!
//! One iterative-deepening alpha-beta search for every game, compiled anew for each evaluation. The way through it:
//! [`search`] starts the threads, each of which has a `Worker` that iterates over depths (`worker`), searches the
//! root's moves (`root`), the nodes below (`node`, with `pruning`, `depth` and `learning`) and what lies beyond the
//! last ply (`quiescence`). Beside them stand
//! what they remember (`hash_table`, `history`, `stack`, `pv`), the order of moves (`move_picker`), and when to end
//! (`limits`, `time`, `control`). `parameters` holds the numbers that steer it all, `features` the switches.

mod aspiration;
mod control;
mod correction;
mod evaluator;
mod extensions;
mod features;
mod hash_probe;
mod hash_table;
mod history;
mod history_update;
mod iteration;
mod limits;
mod move_picker;
mod node;
mod parameters;
mod polling;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod report;
mod reporting;
mod root;
mod skill;
mod stack;
mod thread_data;
mod threads;
mod time;
mod verdict_score;
mod worker;

pub use control::Control;
pub use evaluator::Evaluator;
pub use features::{Feature, Features};
pub use hash_table::{HashEntry, HashTable, HashTableError};
pub use limits::{Clock, Limits};
pub use parameters::{Overrides, ParameterError, ParameterSpec, Parameters};
pub use report::{Bound, Listener, Report, SearchResult};
pub use skill::Skill;
pub use thread_data::ThreadData;
pub use threads::{STACK_BYTES, give_up, search};
pub use time::{Stability, TimeBudget};
