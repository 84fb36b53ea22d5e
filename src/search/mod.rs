//! The search: one iterative-deepening alpha-beta search for all games, monomorphised for each evaluator. It prints
//! nothing and reports to a [`Listener`].
//!
//! Control flow, from the outside in:
//! - `threads`: [`search`] has all threads search (Lazy SMP); `helpers`: the threads besides the main one; `vote`: the
//!   selection of the result;
//! - `worker`: the state of one thread, whose methods are in the files that follow;
//! - `iteration`: iterative deepening; `aspiration`: aspiration windows; `root`: the root moves;
//! - `node`: the interior nodes, with `hash_probe` (hash cutoffs), `correction` (corrected static evaluation),
//!   `verdict_score` (mates, draws and contempt), `tables` (endgame tables), `pruning`, `extensions`, `reductions` and
//!   `history_update`;
//! - `quiescence`: quiescence search at the leaves;
//! - `polling`: checks of the limits; `reporting`: reports to the listener.
//!
//! Data: `hash_table` (the shared transposition table), `history` (history and correction tables), `stack`, `pv`,
//! `move_picker` (staged move generation), `scored_moves` (moves by score), `thread_data` (what a thread keeps between
//! searches), `evaluator` (the interface of the static evaluation).
//!
//! Interface: `limits`, `time` (time management), `control` (stop and ponder hit), `skill` (limited strength), `variety`,
//! `report` (reports and results), `parameters` (tunable numbers), `features` (switches).

mod aspiration;
mod control;
mod correction;
mod evaluator;
mod extensions;
mod features;
mod game;
mod hash_probe;
mod hash_table;
mod helpers;
mod history;
mod history_update;
mod iteration;
mod limits;
mod move_picker;
mod node;
mod parameters;
mod polling;
mod position;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod report;
mod reporting;
mod root;
mod scored_moves;
mod skill;
mod stack;
mod tablebases;
mod tables;
mod thread_data;
mod threads;
mod time;
mod variety;
mod verdict_score;
mod vote;
mod worker;

pub use control::Control;
pub use evaluator::Evaluator;
pub use features::{Feature, Features};
pub use game::{SearchGame, SearchSettings, WeightsOf};
pub use hash_table::{HashEntry, HashTable, HashTableError};
pub use helpers::{Helpers, TaskSenders, ThreadsError};
pub use limits::{Clock, Limits};
pub use parameters::{Overrides, Parameters};
pub use position::{ProofSearch, SearchPosition};
pub use report::{Bound, Listener, Report, SearchResult};
pub use skill::{Level, Levels, Rating, Skill};
pub use tablebases::{LoadedTables, TableMoves, TableResult, TableRules, TablesError};
pub use thread_data::ThreadData;
pub use threads::{STACK_BYTES, SearchThreads, give_up, search};
pub use time::{Stability, TimeBudget};
pub use variety::Variety;
