//! The binary as its clients meet it: every test starts it and speaks to it.

mod breakages;
mod client;
mod command_line;
mod games;
mod garbage;
mod gomocup;
mod options;
mod own_commands;
mod transcripts;
mod ucci;
mod uci;
mod variants;
