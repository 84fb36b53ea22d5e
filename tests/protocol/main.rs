//! The binary as its clients meet it: every test starts it and speaks to it.

mod breakages;
mod client;
mod command_line;
mod games;
mod garbage;
mod gomocup;
mod limits;
mod options;
mod own_commands;
mod slow_clients;
mod state;
mod transcripts;
mod ucci;
mod uci;
mod variants;
