use super::{NextPairing, Pairing, Schedule};

/// A match, round-robin or gauntlet: the same pairings in every round, with one opening per round.
#[derive(Debug)]
pub struct RoundRobin {
    rounds: usize,
    /// The pairings of a round.
    meetings: Vec<[usize; 2]>,
}

impl RoundRobin {
    /// All players meet one another in every round. With two players, this is a match.
    pub fn new(players: usize, rounds: usize) -> Self {
        Self { rounds, meetings: circle(players) }
    }

    /// Each of the first `challengers` players meets each of the others.
    pub fn gauntlet(players: usize, challengers: usize, rounds: usize) -> Self {
        let meetings = (challengers..players)
            .flat_map(|opponent| (0..challengers).map(move |challenger| [challenger, opponent]))
            .collect();
        Self { rounds, meetings }
    }
}

impl Schedule for RoundRobin {
    fn pairing(&self, number: usize) -> NextPairing {
        if self.meetings.is_empty() || number >= self.rounds.saturating_mul(self.meetings.len()) {
            return NextPairing::End;
        }
        let round = number / self.meetings.len();
        let [one, other] = self.meetings[number % self.meetings.len()];
        // The player who begins alternates between rounds, so that an incomplete pairing favours no one.
        let players = if round.is_multiple_of(2) { [one, other] } else { [other, one] };
        NextPairing::Play(Pairing { number, round, opening: round, players })
    }

    fn total(&self) -> Option<usize> {
        Some(self.rounds.saturating_mul(self.meetings.len()))
    }

    fn record(&mut self, _pairing: &Pairing, _half_points: usize) {}
}

/// All pairs of players by the circle method: the first player is fixed, the others rotate, and opposite places meet,
/// so that no one waits long for the next game.
fn circle(players: usize) -> Vec<[usize; 2]> {
    // With an odd number of players, one of them has a bye.
    let places = players + players % 2;
    let mut meetings = Vec::with_capacity(players * players.saturating_sub(1) / 2);
    for turn in 0..places.saturating_sub(1) {
        let at = |place: usize| if place == 0 { 0 } else { (place - 1 + turn) % (places - 1) + 1 };
        for place in 0..places / 2 {
            let (one, other) = (at(place), at(places - 1 - place));
            if one < players && other < players {
                meetings.push([one.min(other), one.max(other)]);
            }
        }
    }
    meetings
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::play_all;
    use super::*;

    #[test]
    fn every_pair_of_players_meets_once_per_round() {
        for players in 2..9 {
            let mut met = HashMap::new();
            let mut schedule = RoundRobin::new(players, 3);
            let played = play_all(&mut schedule, |_| 2);
            assert_eq!(Some(played.len()), schedule.total());
            for pairing in played {
                let mut meeting = pairing.players;
                meeting.sort_unstable();
                *met.entry((pairing.round, meeting)).or_insert(0) += 1;
                assert_eq!(pairing.opening, pairing.round);
            }
            assert_eq!(met.len(), 3 * players * (players - 1) / 2);
            assert!(met.values().all(|&times| times == 1));
        }
    }

    #[test]
    fn a_match_swaps_colours_in_each_pair() {
        let schedule = RoundRobin::new(2, 2);
        let NextPairing::Play(first) = schedule.pairing(0) else { panic!() };
        let NextPairing::Play(second) = schedule.pairing(1) else { panic!() };
        assert_eq!([first.in_move_order(0), first.in_move_order(1)], [[0, 1], [1, 0]]);
        assert_eq!([second.in_move_order(0), second.in_move_order(1)], [[1, 0], [0, 1]]);
        assert_eq!([first.game(0), first.game(1), second.game(0)], [0, 1, 2]);
        assert_eq!(schedule.pairing(2), NextPairing::End);
    }

    #[test]
    fn challengers_do_not_meet_each_other() {
        let mut schedule = RoundRobin::gauntlet(5, 2, 1);
        let mut meetings: Vec<_> = play_all(&mut schedule, |_| 4).iter().map(|p| p.players).collect();
        meetings.sort_unstable();
        assert_eq!(meetings, [[0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4]]);
    }
}
