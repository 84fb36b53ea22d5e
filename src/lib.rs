//! One engine for four board games: zhonggong xiangqi, xiangqi, gomoku and chess.
//!
//! Modules are arranged in layers; each imports only from its own layer and those below it:
//!
//! | layer | module | contents |
//! | --- | --- | --- |
//! | 9 | [`lab`] | self-play games, and fitting, training and tuning with them |
//! | 9 | [`web`] | the server of the board, a page in the browser |
//! | 8 | [`arena`] | matches and tournaments between engines, and their statistics |
//! | 8 | [`protocol`] | sessions, and the protocols UCI, UCCI, Gomocup and CECP |
//! | 7 | [`library`] | every game that was played or opened, in a database |
//! | 6 | [`records`] | one tree of a game, and every file format into it and out of it |
//! | 5 | [`engine`] | search threads, the shared hash table, starting and stopping searches |
//! | 4 | [`games`] | a folder for each game: rules, tactics, evaluation, facts |
//! | 3 | [`eval`] | what evaluations share: networks, weights, tapered values |
//! | 2 | [`search`] | the search, generic over games, and what it asks of a game |
//! | 1 | [`base`] | the types shared by all layers, and what every game implements |
//!
//! The examples show how to use the crate: `rules` uses only the rules, `search` searches, `match` plays a match within
//! the process. `connect_four` is a new game, compiled with the feature `example-game`.
//!
//! The arena, the lab, the library and the board are behind the features `arena`, `lab`, `library` and `board`, which
//! are on by default; the records are behind `records`, which `arena` and `library` include. Without these features the
//! crate contains the rules, the search and the protocols, and needs far fewer dependencies.
//!
//! A game's rules can be used on their own:
//!
//! ```
//! use quadriga::base::{NoOptions, Notation, PlayedGame, Position};
//! use quadriga::games::zhonggong::ZhonggongPosition;
//!
//! let position = ZhonggongPosition::from_fen("PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1", &NoOptions)?;
//! let mut game = PlayedGame::new(position);
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
#[cfg(feature = "library")]
pub mod library;
pub mod protocol;
#[cfg(feature = "records")]
pub mod records;
pub mod search;
#[cfg(feature = "board")]
pub mod web;
