//! One engine for four board games: zhonggong xiangqi, xiangqi, gomoku and chess.
//!
//! The floors of the house, each importing only from those below it:
//!
//! | floor | module | what lives there |
//! | --- | --- | --- |
//! | 5 | [`arena`] | games between engines, matches and tournaments, and what their results prove |
//! | 5 | [`lab`] | games of self-play, and what is learnt from them |
//! | 4 | [`protocol`] | one session, and the dialects that speak to it |
//! | 3 | [`engine`] | threads, the shared hash table, start and stop |
//! | 2 | [`search`], [`eval`] | the one search, generic; the evaluations, one a game |
//! | 1 | [`rules`] | the rulebooks: positions, moves, games, verdicts |
//! | 0 | [`base`] | the vocabulary all floors share |
//!
//! The arena and the lab are features of the crate, `arena` and `lab`, which are on by default; without them it has the rules, the
//! search and the protocol, and needs far fewer other crates.
//!
//! A game's rules can be used on their own:
//!
//! ```
//! use quadriga::base::{NoOptions, Notation, Position};
//! use quadriga::rules::zhonggong::ZhonggongPosition;
//!
//! let position = ZhonggongPosition::from_fen("PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1", &NoOptions)?;
//! let mut game = quadriga::rules::Game::new(position);
//! game.play(game.position().parse_move("e8e9", &NoOptions)?);
//! let verdict = game.position().verdict().expect("the fifth pawn is home");
//! assert_eq!(verdict.reason.to_string(), "five pawns");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "arena")]
pub mod arena;
pub mod base;
pub mod engine;
pub mod eval;
#[cfg(feature = "lab")]
pub mod lab;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tactics;
