//! A match within one process: two configurations of this engine play gomoku, and the referee checks every move.
//!
//! `cargo run --release --example match`

use std::sync::atomic::AtomicBool;

use quadriga::arena::{
    Adjudication, GameRunner, GameSetup, PlayerKind, PlayerSpec, TimeControl, parse_words,
};
use quadriga::base::{Outcome, Side};
use quadriga::games::Variant;

fn player(
    name: &str,
    time: &str,
    options: &[(&str, &str)],
) -> Result<PlayerSpec, Box<dyn std::error::Error>> {
    Ok(PlayerSpec {
        name: name.to_owned(),
        kind: PlayerKind::Internal,
        options: options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
        time: time.parse::<TimeControl>()?,
        margin: PlayerSpec::MARGIN,
        patience: PlayerSpec::PATIENCE,
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let full = player("full", "nodes=2000", &[])?;
    let reduced = player("without proofs", "nodes=2000", &[("Without", "LeafForcedWins")])?;
    // Player settings can be parsed from the words of the command line, too.
    println!("{:?}", parse_words("nodes=2000 option.Without=LeafForcedWins")?);

    let mut runner = GameRunner::new(Variant::Gomoku, Vec::new(), Adjudication::default());
    let stop = AtomicBool::new(false);
    let openings = [["h8", "i9", "j7"], ["h8", "h9", "f9"], ["h8", "g7", "i6"]];
    let mut points = 0.0;
    let mut games = 0;
    for opening in openings {
        for full_begins in [true, false] {
            let setup = GameSetup {
                game: games,
                pair: games / 2,
                round: games / 2,
                event: "example".to_owned(),
                fen: None,
                opening: opening.iter().map(|&m| m.to_owned()).collect(),
            };
            let players = if full_begins { [&full, &reduced] } else { [&reduced, &full] };
            let Some(record) = runner.play(&setup, players, &stop)? else { continue };
            let full_side = if full_begins { Side::First } else { Side::Second };
            points += match record.outcome {
                Outcome::Win(side) if side == full_side => 1.0,
                Outcome::Win(_) => 0.0,
                Outcome::Draw => 0.5,
            };
            games += 1;
            println!(
                "{}: {} by {}",
                record.players.join(" against "),
                record.outcome,
                record.termination.cause
            );
        }
    }
    println!("{points} points of {games} for {}", full.name);
    Ok(())
}
