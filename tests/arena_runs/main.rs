//! Whole matches and tournaments by the program itself: that nothing is lost when it is killed, that its numbers depend on
//! the games alone, and that its settings, journals and pages are what they should be.

mod books;
mod commands;
mod harness;
mod interruptions;
mod pages;
mod shards;
#[path = "../common/skip.rs"]
mod skip;
