//! The lab: where the engine's numbers come from.
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`data`] | files of self-play games: the format in full, a reader, a writer, and replaying under the rules |
//! | [`datagen`] | self-play that fills them |
//! | [`fit`] | fitting of the hand-written evaluations to such games |
//! | [`tune`] | tuning of the search's numbers by games between them |
//!
//! The way to a new evaluation begins with games of its own. Ten thousand of them at 5000 nodes a move:
//!
//! ```sh
//! quadriga datagen --variant xiangqi --games 10000 --nodes 5000 --seed 1 --threads 2 --out xiangqi-1.games
//! quadriga data xiangqi-1.games --check
//! ```
//!
//! The file says in its header how it was made: the recipe. The same recipe and the same program give the same file, byte for
//! byte, whatever the number of threads; an interrupted run is continued with `--resume`. Several machines share the work by
//! taking a seed each.
//!
//! The hand-written evaluation is fitted to such games; with `--write` its new weights go into the source, and after the next
//! build the engine plays with them. The sentences at the top of each `fitted.rs` say how it was made:
//!
//! ```sh
//! quadriga fit xiangqi-1.games --threads 2 --write
//! ```
//!
//! Numbers that no position tells, such as the search's margins, are tuned by games: [`tune`].

pub mod data;
pub mod datagen;
mod exclusive;
pub mod fit;
pub mod tune;
