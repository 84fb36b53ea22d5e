//! The time and nodes that the players spent on their moves.

use std::fmt;
use std::time::Duration;

use crate::base::printable;

use super::GameRecord;

/// The totals of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct MoveCost {
    moves: u64,
    time: Duration,
    /// Wider than the type of a player's report, so that sums cannot overflow.
    nodes: u128,
}

/// The mean time and nodes per move of each player over all games added, without opening moves. Displayed as one line
/// per player, in order of first appearance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoveCosts(Vec<(String, MoveCost)>);

impl MoveCosts {
    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        let starting_side = record.starting_side();
        for (index, made) in record.moves.iter().enumerate() {
            let Some(time) = made.time else { continue };
            let cost = self.of(record.player(GameRecord::mover(starting_side, index)));
            cost.moves += 1;
            cost.time = cost.time.saturating_add(time);
            cost.nodes += u128::from(made.nodes.unwrap_or(0));
        }
    }

    fn of(&mut self, player: &str) -> &mut MoveCost {
        let known = self.0.iter().position(|(name, _)| name == player);
        let index = known.unwrap_or_else(|| {
            self.0.push((player.to_owned(), MoveCost::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

impl fmt::Display for MoveCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (player, cost) in &self.0 {
            let moves = cost.moves as f64;
            let milliseconds = 1000.0 * cost.time.as_secs_f64() / moves;
            write!(f, "{}: {milliseconds:.3} ms per move", printable(player))?;
            if cost.nodes > 0 {
                write!(f, ", {:.0} nodes", cost.nodes as f64 / moves)?;
            }
            writeln!(f, " ({} moves)", cost.moves)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Cause, MoveRecord, Termination};
    use crate::base::{Outcome, Side};
    use crate::games::Variant;

    fn game(variant: Variant, fen: &str, players: [&str; 2], moves: &[(u64, u64)]) -> GameRecord {
        let made = |&(millis, nodes): &(u64, u64)| MoveRecord {
            time: Some(Duration::from_millis(millis)),
            nodes: Some(nodes),
            ..MoveRecord::default()
        };
        GameRecord {
            game: 0,
            pair: 0,
            round: 0,
            event: String::new(),
            variant,
            options: Vec::new(),
            players: players.map(str::to_owned),
            time_controls: ["nodes=1", "nodes=1"].map(|text| text.parse().expect("a control")),
            fen: fen.to_owned(),
            opening_plies: 1,
            moves: std::iter::once(MoveRecord::of_text("x")).chain(moves.iter().map(made)).collect(),
            outcome: Outcome::Win(Side::First),
            termination: Termination { cause: Cause::Resignation, blamed: None, detail: String::new() },
            load: None,
            engines: [None, None],
            remarks: Vec::new(),
            started: jiff::Timestamp::UNIX_EPOCH,
            duration: Duration::ZERO,
        }
    }

    #[test]
    fn means_are_over_moves_and_not_over_games() {
        let mut move_costs = MoveCosts::default();
        assert_eq!(move_costs.to_string(), "");
        move_costs.add(&game(Variant::Chess, "board w - -", ["a", "b"], &[(10, 5), (1, 0)]));
        move_costs.add(&game(Variant::Chess, "board b - -", ["a", "b"], &[(2, 0), (40, 10), (3, 0)]));
        move_costs.add(&game(Variant::Gomoku, "board b 0", ["b", "a"], &[(70, 15)]));
        assert_eq!(
            move_costs.to_string(),
            "b: 25.000 ms per move, 8 nodes (2 moves)\na: 19.000 ms per move, 4 nodes (4 moves)\n"
        );
    }

    #[test]
    fn absurd_reports_do_not_overflow() {
        let mut move_costs = MoveCosts::default();
        let most = (0, u64::MAX);
        move_costs.add(&game(Variant::Chess, "board w - -", ["a", "b"], &[most; 6]));
        assert!(move_costs.to_string().contains("18446744073709551616 nodes (3 moves)"), "{move_costs}");
    }
}
