//! Varied play: which moves are drawn, and what is reported of them.

use quadriga::base::{Move, Notation};
use quadriga::engine::Engine;
use quadriga::games::gomoku::Freestyle;
use quadriga::games::{Chess, Xiangqi};
use quadriga::search::{Bound, Limits, SearchGame, SearchOptions, SearchResult, Skill, Variety};

use crate::harness::{Classical, ask_with, is_playable};

fn position<G: SearchGame<Position: Notation>>(fen: &str) -> G::Position {
    let options = <G::Position as Notation>::Options::default();
    G::Position::from_fen(fen, &options).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn start<G: SearchGame<Position: Notation>>() -> G::Position {
    G::Position::start(&<G::Position as Notation>::Options::default())
}

/// Searches with an engine that knows nothing of earlier searches, and checks that the last line is that of the move.
fn search<G: SearchGame>(root: &G::Position, limits: &Limits, options: SearchOptions) -> SearchResult {
    let mut engine = Engine::<G>::new(1, 1).unwrap();
    let (reports, result) = ask_with(&mut engine, root, limits.clone(), options);
    let last = reports.iter().rfind(|report| report.line == 1).expect("a report");
    assert_eq!(last.moves.first().copied(), result.best);
    if limits.depth.is_some() {
        assert_eq!(last.score, result.score);
    }
    assert_eq!(last.bound, Bound::Exact);
    assert!(is_playable(root, &last.moves));
    result
}

fn varied(margin: u32, seed: u64) -> SearchOptions {
    SearchOptions { variety: Some(Variety { margin, seed }), ..SearchOptions::default() }
}

/// The number of moves that are drawn.
fn variations<G: SearchGame>(root: &G::Position, limits: &Limits, margin: u32) -> usize {
    let best = search::<G>(root, limits, SearchOptions::default());
    let mut moves: Vec<Move> = Vec::new();
    for seed in 1..=20 {
        let drawn = search::<G>(root, limits, varied(margin, seed));
        if limits.depth.is_some() {
            assert!(drawn.score >= best.score - margin as i32, "{drawn:?} instead of {best:?}");
        }
        assert!(limits.nodes.is_none_or(|nodes| drawn.nodes <= nodes), "{drawn:?}");
        if seed % 8 == 0 {
            assert_eq!(search::<G>(root, limits, varied(margin, seed)), drawn, "the same seed");
        }
        moves.extend(drawn.best);
    }
    moves.sort();
    moves.dedup();
    moves.len()
}

#[test]
fn good_moves_are_drawn_and_shown_with_their_own_lines() {
    for limits in [
        Limits { depth: Some(6), ..Limits::default() },
        Limits { nodes: Some(6000), ..Limits::default() },
        Limits { soft_nodes: Some(2000), ..Limits::default() },
    ] {
        assert!(variations::<Classical<Chess>>(&start::<Classical<Chess>>(), &limits, 40) > 1, "{limits:?}");
        // The numbers of the search are tuned for the network.
        assert!(variations::<Xiangqi>(&start::<Xiangqi>(), &limits, 40) > 1, "{limits:?}");
        let second = position::<Classical<Freestyle>>("15/15/15/15/15/15/15/7X7/15/15/15/15/15/15/15 w");
        assert!(variations::<Classical<Freestyle>>(&second, &limits, 40) > 1, "{limits:?}");
    }
}

#[test]
fn nothing_is_drawn_where_one_move_stands_out() {
    let depth = Limits { depth: Some(6), ..Limits::default() };
    for fen in [
        // A mate in one, a mate in two, a rook that can be taken, a mate to be prevented, and the only legal move.
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "4k3/8/8/8/3r4/4P3/8/4K3 w - - 0 1",
        "r5k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 0 1",
        "7k/8/8/8/8/8/1r6/K7 w - - 0 1",
    ] {
        let root = position::<Classical<Chess>>(fen);
        let best = search::<Classical<Chess>>(&root, &depth, SearchOptions::default());
        for seed in 1..=5 {
            let result = search::<Classical<Chess>>(&root, &depth, varied(Variety::MOST, seed));
            assert_eq!(result.score.is_decisive(), best.score.is_decisive(), "{fen}");
            assert!(result.score >= best.score - Variety::MOST as i32, "{fen}: {result:?}");
            if best.score.is_decisive() {
                assert_eq!((result.best, result.score), (best.best, best.score), "{fen}");
            }
        }
    }
}

#[test]
fn limited_strength_varies_too() {
    let root = start::<Classical<Chess>>();
    let drawn = |seed| {
        let options = SearchOptions { skill: Skill::from_elo(1500, 3), ..varied(30, seed) };
        search::<Classical<Chess>>(&root, &Limits::default(), options).best
    };
    let mut moves: Vec<_> = (1..=12).map(drawn).collect();
    assert_eq!(drawn(1), moves[0]);
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 1);
}
