//! The search: one iterative-deepening alpha-beta search for all games, monomorphised for each evaluator. It prints
//! nothing and reports to a [`Listener`].
//!
//! Control flow, from the outside in:
//! - `threads`: [`Search`] runs a search on all threads (Lazy SMP); `helpers`: the threads other than the main one;
//!   `vote`: the selection of the result;
//! - `worker`: the state of one thread, with its methods in the following files, and the data kept between searches;
//! - `iteration`: iterative deepening with aspiration windows; `root`: the root moves;
//! - `node`: the interior nodes, with `hash_probe` (hash cutoffs), `verdict_score` (mates, draws and contempt),
//!   `tablebases`, `pruning` and `extensions` (with the reductions);
//! - `quiescence`: quiescence search at the leaves;
//! - `polling`: checks of the limits; `report`: reports to the listener, and results.
//!
//! Data: `hash_table` (the shared transposition table), `history` (history and correction tables, and their updates),
//! `stack` (with the principal variations), `move_picker` (staged move generation).
//!
//! What the search asks of a game: `game` (its position, evaluation and settings). Its interface: `limits` (with the
//! options), `time` (time management), `control` (stop and ponder hit), `limited_strength`, `variety`, `parameters`
//! (tunable numbers), `features` (switches).

mod control;
mod extensions;
mod features;
mod game;
mod hash_probe;
mod hash_table;
mod helpers;
mod history;
mod iteration;
mod limited_strength;
mod limits;
mod move_picker;
mod node;
mod parameters;
mod polling;
mod pruning;
mod quiescence;
mod report;
mod root;
mod stack;
mod tablebases;
mod threads;
mod time;
mod variety;
mod verdict_score;
mod vote;
mod worker;

pub use control::Control;
pub use features::{Feature, Features};
pub use game::{Evaluator, ProofSearch, SearchGame, SearchPosition, SearchSettings, WeightsOf};
pub use hash_table::{HashEntry, HashTable, HashTableError};
pub use helpers::{Helpers, TaskSenders, ThreadsError};
pub use limited_strength::{Level, Levels, Rating, Skill};
pub use limits::{Clock, Limits, SearchOptions};
pub use parameters::{Overrides, Parameters};
pub use report::{Bound, Listener, Report, SearchResult};
pub use tablebases::{
    Distance, LoadedTables, SearchTables, TableEntry, TableMoves, TableResult, TableRules, TablesError,
};
pub use threads::{STACK_BYTES, Search, SearchThreads};
pub use time::{Stability, TimeBudget};
pub use variety::Variety;
pub use worker::ThreadData;
