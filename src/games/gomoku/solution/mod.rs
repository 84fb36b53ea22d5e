//! Solutions: files that hold, for each position that the winner can meet, up to symmetry, the winner's move. Where a
//! file has no move, a search for threats finds the win ([`WinFinder`](super::tactics::WinFinder)).
//!
//! A file begins with a line of text: the words `quadriga-solution`, the version of the format, the variant, the
//! numbers of positions that the two stages of the search for threats may visit, the number of records, and the number
//! of starting positions. A line follows for each starting position, with the maximum number of plies to the win and
//! the position as board and side to move. Then come the records of ten bytes in ascending order of their keys, and the
//! CRC-32 of everything before it as four bytes. Numbers are little-endian. A record holds
//!
//! - eight bytes: the canonical key, see [`Stones::canonical_key`];
//! - two bytes: from the highest bit on, nine bits for the winner's move in the canonical image, file + 20 × rank, both
//!   from 0, and seven for half of the maximum number of plies to the win, which is odd, rounded down.
//!
//! Keys are that long since not only the positions of a file must be told apart: those after every reply are looked up,
//! hundreds of times as many.
//!
//! Keys are combined by exclusive or from numbers of the generator `SplitMix64` with the seed
//! `0x0073_6f6c_7574_696f`: 400 for Black's stones, 400 for White's, in the order of the numbers of points, and one
//! for White to move.

mod embedded;
mod file;
mod proved;
mod stones;
mod symmetry;

pub use embedded::embedded;
pub use file::{Answer, Solution, SolutionError, SolutionHeader, SolvedPosition};
pub use stones::Stones;
pub use symmetry::Symmetry;
