//! The rules of gomoku.

use std::fs;
use std::path::Path;

use quadriga::base::{MoveList, Position};
use quadriga::rules::gomoku::{Freestyle, GomokuOptions, GomokuPosition, Renju, Rule, Standard};
use quadriga::rules::perft;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::naive::Naive;
use crate::naive::gomoku::{self as plain, Grid};
use crate::{conformance, naive};

fn options() -> GomokuOptions {
    GomokuOptions::default()
}

fn position<R: Rule>(fen: &str) -> GomokuPosition<R> {
    GomokuPosition::from_fen(fen, &options()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn fact<R: Rule>(position: &GomokuPosition<R>, name: &str) -> String {
    let facts = position.facts(&options());
    facts.into_iter().find(|&(fact, _)| fact == name).unwrap_or_else(|| panic!("no fact called {name}")).1
}

/// A crowded position without five: `stones` stones of each side within `width` by `width` points near a corner of that
/// box; nothing where the stones thrown made five.
fn crowded<R: Rule>(rng: &mut SmallRng, size: usize, width: usize, stones: usize) -> Option<String> {
    let mut rows = vec![vec!['.'; size]; size];
    let left = rng.random_range(0..=size - width);
    let bottom = rng.random_range(0..=size - width);
    for stone in ['X', 'O'] {
        let mut left_over = stones;
        while left_over > 0 {
            // White is thrown all over the board, so that Black's rows stay open.
            let (x, y) = if stone == 'X' {
                (left + rng.random_range(0..width), bottom + rng.random_range(0..width))
            } else {
                (rng.random_range(0..size), rng.random_range(0..size))
            };
            if rows[y][x] == '.' {
                rows[y][x] = stone;
                left_over -= 1;
            }
        }
    }
    let ranks: Vec<String> = rows.iter().map(|row| fen_rank(row)).collect();
    let fen = format!("{} b 1", ranks.join("/"));
    let position = GomokuPosition::<R>::from_fen(&fen, &options()).ok()?;
    position.winner().is_none().then(|| position.fen(&options()))
}

fn fen_rank(row: &[char]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for &c in row.iter().chain(&['/']) {
        if c == '.' {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&run.to_string());
            run = 0;
        }
        if c != '/' {
            text.push(c);
        }
    }
    text
}

fn check_against_naive<R: Rule, G: plain::Game>(positions: usize, seed: u64) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut compared = 0;
    let mut forbidden = 0;
    while compared < positions {
        let size = rng.random_range(5..=20);
        let width = rng.random_range(5..=size.min(9));
        let stones = rng.random_range(2..=width * width / 3);
        let Some(fen) = crowded::<R>(&mut rng, size, width, stones) else { continue };
        compared += naive::compare::<GomokuPosition<R>, Grid<G>>(&[&fen], &options(), 1, 3, rng.random());
        forbidden += position::<R>(&fen).forbidden_points().len();
    }
    println!("{compared} positions, {forbidden} forbidden points");
    assert_eq!(forbidden > positions / 10, R::HAS_FORBIDDEN_POINTS);
}

#[test]
fn freestyle_agrees_with_the_naive_rules() {
    check_against_naive::<Freestyle, plain::Freestyle>(1500, 1);
}

#[test]
fn standard_agrees_with_the_naive_rules() {
    check_against_naive::<Standard, plain::Standard>(1500, 2);
}

#[test]
fn renju_agrees_with_the_naive_rules() {
    check_against_naive::<Renju, plain::Renju>(3000, 3);
}

/// Cases made by another program, kept beside the repository where they are at hand.
#[test]
fn renju_agrees_with_published_cases() {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let read = |folder: &Path| fs::read_to_string(folder.join("shared/rules/cases/renju.json")).ok();
    let Some(text) = folders.find_map(read) else { return };
    let cases: serde_json::Value = serde_json::from_str(&text).expect("the cases are JSON");
    for case in cases.as_array().expect("a list of cases") {
        let fen = case["fen"].as_str().expect("a FEN");
        let position = position::<Renju>(fen);
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let mut moves: Vec<_> = list.iter().map(|&m| position.move_text(m, &options())).collect();
        moves.sort_unstable();
        let expected: Vec<_> =
            case["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(moves, expected, "{fen}");
        let mut forbidden: Vec<_> =
            position.forbidden_points().into_iter().map(|at| at.to_string()).collect();
        forbidden.sort_unstable();
        let expected: Vec<_> =
            case["forbidden"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(forbidden, expected, "{fen}");
    }
}

#[test]
fn perft_from_the_start() {
    fn counts<R: Rule>() {
        let mut position = GomokuPosition::<R>::start(&options());
        for (depth, leaves) in [(0, 1), (1, 225), (2, 50_400), (3, 11_239_200)] {
            assert_eq!(perft(&mut position, depth), leaves);
        }
    }
    counts::<Freestyle>();
    counts::<Standard>();
    counts::<Renju>();
}

#[test]
fn promises_are_kept() {
    fn check<R: Rule>(seed: u64) {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut fens = vec![
            "5/5/5/5/5 b 1".to_owned(),
            GomokuPosition::<R>::start(&GomokuOptions { board_size: 20 }).fen(&options()),
        ];
        while fens.len() < 12 {
            let size = rng.random_range(6..=15);
            fens.extend(crowded::<R>(&mut rng, size, 6, 8));
        }
        let fens: Vec<_> = fens.iter().map(String::as_str).collect();
        conformance::check::<GomokuPosition<R>>(&fens, &options(), 1, 40, seed);
    }
    check::<Freestyle>(11);
    check::<Standard>(12);
    check::<Renju>(13);
}

/// The position of a line of the suite: white stones near the upper edge make up the numbers.
fn suite_position(black: &str, white: &str) -> GomokuPosition<Renju> {
    const SIZE: usize = 15;
    let mut rows = vec![vec!['.'; SIZE]; SIZE];
    let mut place = |name: &str, stone| {
        let file = usize::from(name.as_bytes()[0] - b'a');
        let rank: usize = name[1..].parse().expect("a rank");
        assert_eq!(std::mem::replace(&mut rows[SIZE - rank][file], stone), '.', "{name} is named twice");
    };
    black.split_whitespace().for_each(|name| place(name, 'X'));
    white.split_whitespace().for_each(|name| place(name, 'O'));
    let lacking = black.split_whitespace().count() - white.split_whitespace().count();
    let reserve =
        ["a", "c", "e", "g", "i", "k", "m", "o"].map(|file| [format!("{file}15"), format!("{file}13")]);
    reserve.iter().flatten().take(lacking).for_each(|name| place(name, 'O'));
    let ranks: Vec<String> = rows.iter().map(|row| fen_rank(row)).collect();
    position(&format!("{} b 1", ranks.join("/")))
}

#[test]
fn renju_suite() {
    let suite = include_str!("renju_suite.txt");
    let lines = suite.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut wrong = Vec::new();
    for line in lines {
        let fields: Vec<_> = line.split('|').map(str::trim).collect();
        let [name, black, white, expected] = fields[..] else { panic!("{line}: four fields") };
        let position = suite_position(black, white);
        let expected = expected.replace('-', "none");
        let found = fact(&position, "forbidden");
        if found != expected {
            wrong.push(format!("{name}: {found}, not {expected}\n{}", position.diagram(&options())));
        }
        let plain = Grid::<plain::Renju>::from_fen(&position.fen(&options()));
        assert!(plain.facts().contains(&("forbidden", found)), "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
