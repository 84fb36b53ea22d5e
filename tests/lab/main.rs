//! The lab: files of self-play games hold what was put into them, and are the same however they were made.

mod data;
mod datagen;
mod fit;
mod harness;
mod tune;
