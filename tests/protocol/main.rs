//! Tests of the binary from a client's view: each starts it and communicates with it.

mod breakages;
mod cecp;
mod client;
mod command_line;
mod documents;
#[cfg(feature = "syzygy")]
#[path = "../common/endings/mod.rs"]
mod endings;
mod floods;
mod games;
mod garbage;
mod gomocup;
mod levels;
mod limits;
mod options;
mod own_commands;
mod people;
#[cfg(feature = "records")]
mod record;
#[path = "../common/scale.rs"]
mod scale;
#[cfg(feature = "syzygy")]
#[path = "../common/skip.rs"]
mod skip;
mod slow_clients;
#[cfg(feature = "solutions")]
mod solution;
mod state;
#[cfg(feature = "syzygy")]
mod syzygy;
#[cfg(feature = "tables")]
mod tables;
mod transcripts;
mod ucci;
mod uci;
mod variants;
mod variety;
