use super::{GamePoints, Tally};

/// The results of all players against one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crosstable {
    players: usize,
    /// Row by row: the row's player against the column's, from the row's point of view.
    cells: Vec<Tally>,
}

impl Crosstable {
    /// An empty table for this many players.
    pub fn new(players: usize) -> Self {
        Self { players, cells: vec![Tally::default(); players * players] }
    }

    /// The number of players.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Counts a game between two different players, from the first one's point of view.
    pub fn add_game(&mut self, player: usize, opponent: usize, points: GamePoints) {
        self.cells[player * self.players + opponent].add_game(points);
        self.cells[opponent * self.players + player].add_game(points.reversed());
    }

    /// The games of one player against another, from the first one's point of view.
    pub fn between(&self, player: usize, opponent: usize) -> Tally {
        self.cells[player * self.players + opponent]
    }

    /// All games of a player.
    pub fn total(&self, player: usize) -> Tally {
        (0..self.players).fold(Tally::default(), |sum, opponent| sum + self.between(player, opponent))
    }

    /// The Sonneborn–Berger score: the sum of the opponents' points, weighted by the points scored against them.
    pub fn sonneborn_berger(&self, player: usize) -> f64 {
        (0..self.players)
            .map(|opponent| self.between(player, opponent).points() * self.total(opponent).points())
            .sum()
    }

    /// The players by points, then by Sonneborn–Berger score, then in the order in which they were given.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players).collect();
        let merit = |player: usize| {
            let total = self.total(player);
            // Players of a gauntlet have different numbers of games, so the percentage score comes first.
            (total.score().unwrap_or(0.0), total.points(), self.sonneborn_berger(player))
        };
        order.sort_by(|&a, &b| merit(b).partial_cmp(&merit(a)).expect("finite points"));
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_counts_for_both_players() {
        let mut table = Crosstable::new(3);
        table.add_game(0, 1, GamePoints::Win);
        table.add_game(1, 2, GamePoints::Win);
        table.add_game(2, 0, GamePoints::Draw);
        assert_eq!(table.between(1, 0), Tally { wins: 0, draws: 0, losses: 1 });
        assert_eq!(table.total(0), Tally { wins: 1, draws: 1, losses: 0 });
        assert_eq!(table.ranking(), [0, 1, 2]);
        // Beat the player with 1 point, drew with the one with ½.
        assert!((table.sonneborn_berger(0) - 1.25).abs() < 1e-12);
    }
}
