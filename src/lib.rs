//! One engine for four board games: zhonggong xiangqi, xiangqi, gomoku and chess.
//!
//! The floors of the house, each importing only from those below it:
//!
//! | floor | module | what lives there |
//! | --- | --- | --- |
//! | 8 | [`arena`] | games between engines, matches and tournaments, and what their results prove |
//! | 8 | [`lab`] | games of self-play, and what is learnt from them |
//! | 8 | [`web`] | the server of the board, a page in the browser |
//! | 7 | [`protocol`] | one session, and the dialects that speak to it |
//! | 6 | [`engine`] | threads, the shared hash table, start and stop |
//! | 5 | [`games`] | what each game is made of, and the facts that programs need |
//! | 4 | [`eval`] | the evaluations, one a game |
//! | 3 | [`search`] | the one search, generic |
//! | 2 | [`tactics`] | what a search wants to know of a game beyond its rules |
//! | 1 | [`rules`] | the rulebooks: positions, moves, games, verdicts |
//! | 0 | [`base`] | the vocabulary all floors share |
//!
//! The examples beside the source show what can be done with it: `rules` needs the rules alone, `search` searches,
//! `match` plays a match inside the process, `new_game` adds a game.
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
//! let mut game = quadriga::rules::PlayedGame::new(position);
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
pub mod games;
#[cfg(feature = "lab")]
pub mod lab;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tactics;
#[cfg(feature = "board")]
pub mod web;
