//! Measures how fast chess moves are read and written in SAN: `cargo run --release --example san_speed`.

use quadriga::base::{MoveList, Notation, Position};
use quadriga::games::chess::{ChessOptions, ChessPosition};
use std::time::Instant;
fn main() {
    let options = ChessOptions::default();
    let mut seed = 12345u64;
    let mut games: Vec<Vec<(String, quadriga::base::Move)>> = Vec::new();
    for _ in 0..200 {
        let mut position = ChessPosition::start(&options);
        let mut game = Vec::new();
        for _ in 0..80 {
            if position.verdict().is_some() {
                break;
            }
            let mut list = MoveList::new();
            position.legal_moves(&mut list);
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let m = list[(seed >> 33) as usize % list.len()];
            game.push((position.move_name(m, &options), m));
            position.make(m, &mut ());
            position.forget_moves();
        }
        games.push(game);
    }
    let total: usize = games.iter().map(Vec::len).sum();
    let time = |label: &str, f: &dyn Fn(&ChessPosition, &(String, quadriga::base::Move)) -> usize| {
        let mut best = f64::MAX;
        let mut sum = 0;
        for _ in 0..5 {
            let start = Instant::now();
            for game in &games {
                let mut position = ChessPosition::start(&options);
                for entry in game {
                    sum += f(&position, entry);
                    position.make(entry.1, &mut ());
                    position.forget_moves();
                }
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("{label}: {:.1} ns a move ({total} moves, {sum})", best * 1e9 / total as f64);
        best
    };
    let base = time("make alone", &|_, _| 0);
    let parse = time("parse", &|p, e| {
        assert_eq!(p.parse_move(&e.0, &options), Ok(e.1));
        1
    });
    let name = time("name", &|p, e| {
        assert_eq!(p.move_name(e.1, &options), e.0);
        1
    });
    let both = time("parse and name", &|p, e| {
        let m = p.parse_move(&e.0, &options).unwrap();
        p.move_name(m, &options).len()
    });
    println!(
        "net: parse {:.0} ns, name {:.0} ns, both {:.0} ns",
        (parse - base) * 1e9 / total as f64,
        (name - base) * 1e9 / total as f64,
        (both - base) * 1e9 / total as f64
    );
}
