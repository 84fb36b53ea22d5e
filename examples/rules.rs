//! The rules of a game without a search: positions, legal moves, move names, verdicts.
//!
//! `cargo run --example rules`

use quadriga::base::{MoveList, NoOptions, Notation, PlayedGame, Position};
use quadriga::games::xiangqi::{XiangqiOptions, XiangqiPosition};
use quadriga::games::zhonggong::ZhonggongPosition;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Moves are parsed as coordinates or as traditional names.
    let options = XiangqiOptions::default();
    let mut game = PlayedGame::new(XiangqiPosition::start(&options));
    game.play_texts(&["炮二平五", "马8进7", "h1g3"], &options)?;
    println!("{}", game.position().diagram(&options));
    game.undo(1)?;

    let position = game.position();
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    println!("{} legal moves, among them:", moves.len());
    for &m in moves.iter().take(5) {
        println!("  {} {}", position.move_text(m, &options), position.move_name(m, &options));
    }

    // The parts of a trade in zhonggong.
    let position = ZhonggongPosition::from_fen("P1P6/9/4c4/4k4/9/4K4/9/9/9 w - - 0 1", &NoOptions)?;
    let trade = position.parse_move("a9c9xe7", &NoOptions)?;
    let parts = position.move_parts(trade, &NoOptions);
    println!("the pawns on {} leave with the piece on {}", parts.traded.join(" and "), parts.to);

    // An illegal move gets an error that gives the reason.
    if let Err(error) = position.parse_move("e4e9", &NoOptions) {
        println!("{error}");
    }
    if let Err(error) = ZhonggongPosition::from_fen("9/9/9/9/9/9/9/9/9 w - - 0 1", &NoOptions) {
        println!("{error}");
    }
    Ok(())
}
