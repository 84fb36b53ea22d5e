use std::fmt::Write;

use serde::Serialize;

use crate::base::{Notation, Position, Side};
use crate::games::{Game, with_game};
use crate::records::game_options;

use super::super::GameRecord;
use super::detail_in_chinese;

/// A game for the page's script. The script knows no rules: every move lists the changes to the board.
#[derive(Debug, Serialize)]
pub(super) struct Replay {
    /// The game's number, from 1.
    pub number: usize,
    players: [String; 2],
    outcome: String,
    pub cause: String,
    /// The cause with its details, and any remarks of the programs.
    #[serde(skip_serializing_if = "String::is_empty")]
    ending: String,
    /// The same in Chinese, without the cause.
    #[serde(skip_serializing_if = "String::is_empty")]
    ending_zh: String,
    /// The board at the start, as in a FEN.
    board: String,
    /// Whether the second player moves first from there.
    second_begins: bool,
    moves: Vec<ReplayMove>,
}

/// The maximum number of programs' remarks shown with a game; the journal has all of them.
const MOST_REMARKS: usize = 3;

/// A move, serialised as a list to keep the page small.
#[derive(Debug, Serialize)]
struct ReplayMove(
    /// The move by its name.
    String,
    /// The changed points: the index of each, counted from the top left, and its piece, or a full stop if empty.
    String,
    /// The score, formatted.
    Option<String>,
    /// The depth in plies.
    Option<u32>,
    /// The time in milliseconds.
    Option<u64>,
    /// Nodes.
    Option<u64>,
);

/// The replay of a game. A record that cannot be replayed to the end (which the arena never writes) is truncated.
pub(super) fn replay(record: &GameRecord) -> Replay {
    let (board, second_begins, moves) = with_game!(record.variant, G => walk::<G>(record));
    let termination = &record.termination;
    let mut ending = String::new();
    if let Some(side) = termination.blamed {
        let _ = write!(ending, "{} by {}", termination.cause, record.player(side));
    }
    if !termination.detail.is_empty() {
        let cause = if ending.is_empty() { termination.cause.to_string() } else { String::new() };
        let _ = write!(ending, "{cause}: {}", termination.detail);
    }
    let mut ending_zh = Vec::new();
    if let Some(side) = termination.blamed {
        ending_zh.push(record.player(side).to_owned());
    }
    if !termination.detail.is_empty() {
        ending_zh.push(detail_in_chinese(&termination.detail));
    }
    let mut ending_zh = ending_zh.join("，");
    let mut separator = if ending.is_empty() { "" } else { "; " };
    for remark in record.remarks.iter().take(MOST_REMARKS) {
        let _ = write!(ending, "{separator}{} wrote {:?}", record.player(remark.side), remark.text);
        separator = "; ";
        let before = if ending_zh.is_empty() { "" } else { "；" };
        let _ = write!(ending_zh, "{before}{} 写道 {:?}", record.player(remark.side), remark.text);
    }
    Replay {
        number: record.game + 1,
        players: record.players.clone(),
        outcome: record.outcome.to_string(),
        cause: termination.cause.to_string(),
        ending,
        ending_zh,
        board,
        second_begins,
        moves,
    }
}

fn walk<G: Game>(record: &GameRecord) -> (String, bool, Vec<ReplayMove>) {
    let options = game_options::<G>(&record.options);
    let Ok(mut position) = G::Position::from_fen(&record.fen, &options) else { return Default::default() };
    let start = board_field(&position.fen(&options));
    let second_begins = position.side_to_move() == Side::Second;
    let mut board = points(&start);
    let mut moves = Vec::with_capacity(record.moves.len());
    for played in &record.moves {
        let Ok(m) = position.parse_move(&played.text, &options) else { break };
        let name = position.move_name(m, &options);
        position.make(m, &mut ());
        let after = points(&board_field(&position.fen(&options)));
        let score = played.score.map(|score| score.to_string());
        let time = played.time.map(|time| time.as_millis() as u64);
        moves.push(ReplayMove(name, changes(&board, &after), score, played.depth, time, played.nodes));
        board = after;
    }
    (start, second_begins, moves)
}

fn board_field(fen: &str) -> String {
    fen.split_whitespace().next().unwrap_or_default().to_owned()
}

/// The piece on each point, row by row from the top; a full stop if the point is empty.
fn points(board: &str) -> Vec<char> {
    let mut points = Vec::new();
    let mut run = 0;
    for c in board.chars() {
        if let Some(digit) = c.to_digit(10) {
            run = 10 * run + digit as usize;
            continue;
        }
        points.extend(std::iter::repeat_n('.', run));
        run = 0;
        if c != '/' {
            points.push(c);
        }
    }
    points.extend(std::iter::repeat_n('.', run));
    points
}

fn changes(before: &[char], after: &[char]) -> String {
    let differ = before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after);
    let mut changes = String::new();
    for (place, (_, letter)) in differ {
        let _ = write!(changes, "{place}{letter}");
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_any_size_are_compared_point_by_point() {
        let before = points("r3k2r/8/15");
        assert_eq!(before.len(), 8 + 8 + 15);
        let after = points("r4rk1/8/7X7");
        assert_eq!(changes(&before, &after), "4.5r6k7.23X");
        assert_eq!(changes(&after, &after), "");
    }
}
