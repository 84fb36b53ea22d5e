use super::{DynamicPairings, FULL_SCORE, NextPairing, Pairing, Schedule, Standing};

/// A knockout tournament. Players are seeded in the order given; if their number is not a power of two, the best seeds
/// have a bye in the first round.
///
/// A meeting consists of a number of pairs of games. If it is drawn, tie-break pairs are played one at a time until one
/// is decisive; if all of them are drawn, the better seed advances.
#[derive(Debug)]
pub struct Knockout {
    pairs: usize,
    tie_breaks: usize,
    pairings: DynamicPairings,
    round: usize,
    /// The meetings of this round in bracket order.
    meetings: Vec<Meeting>,
    /// The round in which each player lost; the number of rounds for the winner.
    survived: Vec<usize>,
    ended: bool,
}

#[derive(Debug)]
enum Meeting {
    /// Won by this player, by a bye or by play.
    Won(usize),
    /// Undecided.
    Open {
        players: [usize; 2],
        /// The first player's points minus the second's, in half points.
        lead: i64,
        pairs_played: usize,
    },
}

impl Knockout {
    /// A knockout with this many pairs (at least one) and at most this many tie-break pairs per meeting.
    pub fn new(players: usize, pairs: usize, tie_breaks: usize) -> Self {
        let mut knockout = Self {
            pairs: pairs.max(1),
            tie_breaks,
            pairings: DynamicPairings::default(),
            round: 0,
            meetings: Vec::new(),
            survived: vec![0; players],
            ended: false,
        };
        knockout.start_round(&bracket(players));
        knockout
    }

    /// Pairs neighbours; if a seed has no player, the other one has a bye.
    fn start_round(&mut self, places: &[usize]) {
        let players = self.survived.len();
        if places.len() < 2 {
            self.ended = true;
            return;
        }
        self.meetings = places
            .chunks_exact(2)
            .map(|pair| match [pair[0].min(pair[1]), pair[0].max(pair[1])] {
                [one, other] if other >= players => Meeting::Won(one),
                players => Meeting::Open { players, lead: 0, pairs_played: 0 },
            })
            .collect();
        for _ in 0..self.pairs {
            for meeting in &self.meetings {
                if let Meeting::Open { players, .. } = meeting {
                    self.pairings.add(self.round, *players);
                }
            }
        }
    }

    fn finish_round(&mut self) {
        let winners: Vec<usize> = std::mem::take(&mut self.meetings)
            .into_iter()
            .map(|meeting| match meeting {
                Meeting::Won(player) => player,
                Meeting::Open { players, .. } => players[0],
            })
            .collect();
        self.round += 1;
        for &winner in &winners {
            self.survived[winner] = self.round;
        }
        self.start_round(&winners);
    }
}

impl Schedule for Knockout {
    fn pairing(&self, number: usize) -> NextPairing {
        self.pairings.get(number, self.ended)
    }

    fn total(&self) -> Option<usize> {
        None
    }

    fn record(&mut self, pairing: &Pairing, half_points: usize) {
        self.pairings.record(pairing);
        for meeting in &mut self.meetings {
            let Meeting::Open { players, lead, pairs_played } = meeting else { continue };
            let ours = players.contains(&pairing.players[0]);
            if !ours {
                continue;
            }
            let gain = 2 * half_points as i64 - FULL_SCORE as i64;
            *lead += if pairing.players[0] == players[0] { gain } else { -gain };
            *pairs_played += 1;
            if *pairs_played < self.pairs {
                continue;
            }
            if *lead != 0 || *pairs_played >= self.pairs.saturating_add(self.tie_breaks) {
                *meeting = Meeting::Won(if *lead < 0 { players[1] } else { players[0] });
            } else {
                let [one, other] = *players;
                let swapped = (*pairs_played - self.pairs).is_multiple_of(2);
                self.pairings.add(self.round, if swapped { [other, one] } else { [one, other] });
            }
        }
        if self.pairings.all_recorded() {
            self.finish_round();
        }
    }

    fn standings(&self) -> Option<Vec<Standing>> {
        let mut order: Vec<usize> = (0..self.survived.len()).collect();
        order.sort_by_key(|&player| (std::cmp::Reverse(self.survived[player]), player));
        // The best seeds have a bye in the first round if the bracket has empty places.
        let [players, places] = [order.len(), order.len().next_power_of_two()];
        let standing = |player| Standing {
            player,
            points: self.survived[player] as f64,
            tie_break: 0.0,
            byes: usize::from(player < places - players),
        };
        Some(order.into_iter().map(standing).collect())
    }
}

/// The seeds of this many players, counted from 0, in bracket order, padded to a power of two. The best two can only
/// meet in the final, the best four in the semi-finals, and so on.
pub fn bracket(players: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < players {
        let size = 2 * seeds.len();
        seeds = seeds.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    seeds
}

#[cfg(test)]
mod tests {
    use super::super::play_all;
    use super::*;

    #[test]
    fn bracket_separates_the_top_seeds() {
        assert_eq!(bracket(4), [0, 3, 1, 2]);
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        assert_eq!(bracket(5).len(), 8);
    }

    #[test]
    fn better_seed_advances_in_every_meeting() {
        for players in 1..18 {
            let mut knockout = Knockout::new(players, 1, 2);
            let played =
                play_all(&mut knockout, |p| if p.players[0] < p.players[1] { FULL_SCORE } else { 0 });
            assert_eq!(played.len(), players - 1, "everyone except the winner loses once");
            let standings = knockout.standings().unwrap();
            assert_eq!(standings[0].player, 0);
            if players > 1 {
                assert_eq!(standings[1].player, 1);
            }
        }
    }

    #[test]
    fn drawn_meetings_are_followed_by_tie_breaks() {
        // The first pair and the first tie-break are drawn; then the worse seed wins.
        let mut knockout = Knockout::new(2, 1, 3);
        let played = play_all(&mut knockout, |p| match p.number {
            0 | 1 => 2,
            _ if p.players[0] == 1 => FULL_SCORE,
            _ => 0,
        });
        assert_eq!(played.len(), 3);
        assert_eq!(knockout.standings().unwrap()[0].player, 1);
    }

    #[test]
    fn better_seed_advances_if_all_tie_breaks_are_drawn() {
        let mut knockout = Knockout::new(3, 2, 1);
        let played = play_all(&mut knockout, |_| 2);
        // Two meetings of two pairs and one tie-break each.
        assert_eq!(played.len(), 6);
        let byes = |standing: &Standing| (standing.player, standing.byes);
        let standings: Vec<_> = knockout.standings().unwrap().iter().map(byes).collect();
        assert_eq!(standings[0], (0, 1));
        assert!(standings.contains(&(1, 0)) && standings.contains(&(2, 0)));
    }

    #[test]
    fn scores_add_up_over_the_pairs_of_a_meeting() {
        let mut knockout = Knockout::new(2, 3, 0);
        play_all(&mut knockout, |p| [3, 0, 2][p.number]);
        assert_eq!(knockout.standings().unwrap()[0].player, 1);
    }
}
