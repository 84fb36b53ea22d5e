//! One engine for four board games: zhonggong xiangqi, xiangqi, gomoku and chess.
//!
//! The floors of the house, each importing only from those below it:
//!
//! | floor | module | what lives there |
//! | --- | --- | --- |
//! | 5 | [`arena`] | games between engines, matches and tournaments, and what their results prove |
//! | 4 | [`protocol`] | one session, and the dialects that speak to it |
//! | 3 | [`engine`] | threads, the shared hash table, start and stop |
//! | 2 | [`search`], [`eval`] | the one search, generic; the evaluations, one a game |
//! | 1 | [`rules`] | the rulebooks: positions, moves, games, verdicts |
//! | 0 | [`base`] | the vocabulary all floors share |

pub mod arena;
pub mod base;
pub mod engine;
pub mod eval;
pub mod protocol;
pub mod rules;
pub mod search;
