use super::{DynamicPairings, FULL_SCORE, NextPairing, Pairing, Schedule, Standing};

/// The maximum number of steps of the search for pairings without rematches.
const SEARCH_LIMIT: usize = 200_000;

/// A Swiss tournament: each round pairs players with equal scores, avoiding rematches if possible.
///
/// A meeting consists of one or more pairs of games and is worth one match point, split if it is drawn; a bye is worth
/// a match point, too. Ties are broken by the Buchholz score, the sum of the opponents' match points, where a bye
/// counts as an opponent with the player's own points (FIDE handbook, C.07); then by game points; then by seed, the
/// order in which the players were given.
#[derive(Debug)]
pub struct Swiss {
    rounds: usize,
    pairs: usize,
    players: Vec<SwissPlayer>,
    pairings: DynamicPairings,
    /// The current round, from 0; `rounds` at the end.
    round: usize,
    /// This round's meetings, with the half points so far of the player listed first.
    meetings: Vec<([usize; 2], usize)>,
}

#[derive(Debug, Clone, Default)]
struct SwissPlayer {
    /// Match points, in halves.
    score: usize,
    /// Game points, in halves.
    game_points: usize,
    opponents: Vec<usize>,
    byes: usize,
    /// The number of times that the player was listed first, and so began, minus the number of times that it was not.
    colour_balance: i32,
}

impl Swiss {
    /// A tournament with this many rounds and, per meeting, this many pairs of games (at least one).
    pub fn new(players: usize, rounds: usize, pairs: usize) -> Self {
        let mut swiss = Self {
            rounds: if players < 2 { 0 } else { rounds },
            pairs: pairs.max(1),
            players: vec![SwissPlayer::default(); players],
            pairings: DynamicPairings::default(),
            round: 0,
            meetings: Vec::new(),
        };
        swiss.start_round();
        swiss
    }

    /// The players by match points, then by seed.
    fn by_score(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by_key(|&player| (std::cmp::Reverse(self.players[player].score), player));
        order
    }

    fn start_round(&mut self) {
        if self.round >= self.rounds {
            return;
        }
        let mut order = self.by_score();
        if order.len() % 2 == 1 {
            // The bye goes to the lowest-ranked of the players with the fewest byes.
            let fewest = order.iter().map(|&player| self.players[player].byes).min().unwrap_or(0);
            let place = order.iter().rposition(|&player| self.players[player].byes == fewest);
            let player = order.remove(place.expect("some player has the fewest byes"));
            self.players[player].byes += 1;
            self.players[player].score += 2;
        }
        self.meetings =
            self.pair_up(&order).into_iter().map(|meeting| (self.assign_colours(meeting), 0)).collect();
        for &([one, other], _) in &self.meetings {
            self.players[one].colour_balance += 1;
            self.players[other].colour_balance -= 1;
            self.players[one].opponents.push(other);
            self.players[other].opponents.push(one);
        }
        for _ in 0..self.pairs {
            for &(players, _) in &self.meetings {
                self.pairings.add(self.round, players);
            }
        }
    }

    /// Lists the player first who has begun less often, or the better seed if equal.
    fn assign_colours(&self, [one, other]: [usize; 2]) -> [usize; 2] {
        if self.players[other].colour_balance < self.players[one].colour_balance {
            [other, one]
        } else {
            [one, other]
        }
    }

    /// Pairs an even number of ranked players, with as few rematches as possible.
    fn pair_up(&self, order: &[usize]) -> Vec<[usize; 2]> {
        let most = self.players.iter().map(|player| player.opponents.len()).max().unwrap_or(0);
        for allowed in 0..=most {
            let mut meetings = Vec::with_capacity(order.len() / 2);
            let mut steps = 0;
            if self.complete(order, allowed, &mut meetings, &mut steps) {
                return meetings;
            }
        }
        // If even that search takes too long, pair neighbours in the ranking.
        order.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
    }

    /// Pairs the free players by backtracking: the highest-ranked one with its most preferred opponent that leaves a
    /// complete pairing for the rest. No two players may have met more than `allowed` times.
    fn complete(
        &self,
        free: &[usize],
        allowed: usize,
        meetings: &mut Vec<[usize; 2]>,
        steps: &mut usize,
    ) -> bool {
        let Some(&player) = free.first() else { return true };
        for opponent in self.preferred_opponents(free) {
            *steps += 1;
            if *steps > SEARCH_LIMIT {
                return false;
            }
            let met = self.players[player].opponents.iter().filter(|&&other| other == opponent).count();
            if met > allowed {
                continue;
            }
            let rest: Vec<usize> =
                free.iter().copied().filter(|&other| other != player && other != opponent).collect();
            meetings.push([player, opponent]);
            if self.complete(&rest, allowed, meetings, steps) {
                return true;
            }
            meetings.pop();
        }
        false
    }

    /// The other free players in the order in which the first one would meet them: within its score group from the
    /// middle downwards (upper half against lower half), then upwards; then the lower groups.
    fn preferred_opponents(&self, free: &[usize]) -> Vec<usize> {
        let score = self.players[free[0]].score;
        let group = free.iter().take_while(|&&other| self.players[other].score == score).count();
        let middle = (group / 2).max(1);
        let mut preferred = free[middle.min(group)..group].to_vec();
        preferred.extend(free[1..middle.min(group)].iter().rev());
        preferred.extend(&free[group..]);
        preferred
    }

    fn finish_round(&mut self) {
        for (players, half_points) in std::mem::take(&mut self.meetings) {
            let full = FULL_SCORE * self.pairs;
            for (player, points) in players.into_iter().zip([half_points, full - half_points]) {
                self.players[player].game_points += points;
                self.players[player].score += match (2 * points).cmp(&full) {
                    std::cmp::Ordering::Greater => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => 0,
                };
            }
        }
        self.round += 1;
        self.start_round();
    }

    /// The sum of the opponents' match points, in halves.
    fn buchholz(&self, player: usize) -> usize {
        let SwissPlayer { score, byes, opponents, .. } = &self.players[player];
        byes * score + opponents.iter().map(|&other| self.players[other].score).sum::<usize>()
    }
}

impl Schedule for Swiss {
    fn pairing(&self, number: usize) -> NextPairing {
        self.pairings.get(number, self.round >= self.rounds)
    }

    fn total(&self) -> Option<usize> {
        Some(self.rounds.saturating_mul(self.pairs).saturating_mul(self.players.len() / 2))
    }

    fn record(&mut self, pairing: &Pairing, half_points: usize) {
        self.pairings.record(pairing);
        let meeting = self.meetings.iter_mut().find(|(players, _)| *players == pairing.players);
        meeting.expect("a meeting of this round").1 += half_points;
        if self.pairings.all_recorded() {
            self.finish_round();
        }
    }

    fn standings(&self) -> Option<Vec<Standing>> {
        let mut order = self.by_score();
        let merit = |player: usize| {
            let SwissPlayer { score, game_points, .. } = self.players[player];
            (score, self.buchholz(player), game_points)
        };
        // The sort is stable: the seed decides remaining ties.
        order.sort_by_key(|&player| std::cmp::Reverse(merit(player)));
        let standing = |player| Standing {
            player,
            points: self.players[player].score as f64 / 2.0,
            tie_break: self.buchholz(player) as f64 / 2.0,
            byes: self.players[player].byes,
        };
        Some(order.into_iter().map(standing).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::play_all;
    use super::*;

    /// The player with the lower index wins both games.
    fn lower_number_wins(pairing: &Pairing) -> usize {
        if pairing.players[0] < pairing.players[1] { FULL_SCORE } else { 0 }
    }

    fn meeting(pairing: &Pairing) -> [usize; 2] {
        let mut players = pairing.players;
        players.sort_unstable();
        players
    }

    #[test]
    fn no_pairing_is_repeated_and_the_best_player_wins() {
        for players in 2..20 {
            let rounds = (players as f64).log2().ceil() as usize;
            let mut swiss = Swiss::new(players, rounds, 1);
            let played = play_all(&mut swiss, lower_number_wins);
            let mut met = HashSet::new();
            for pairing in &played {
                assert!(met.insert(meeting(pairing)), "{players} players: {:?} twice", pairing.players);
            }
            assert_eq!(Some(played.len()), swiss.total());
            let standings = swiss.standings().unwrap();
            assert_eq!(standings[0].player, 0);
            assert!((standings[0].points - rounds as f64).abs() < 1e-9);
        }
    }

    #[test]
    fn byes_are_distributed_evenly() {
        let mut swiss = Swiss::new(5, 5, 1);
        let played = play_all(&mut swiss, |pairing| pairing.number % 5);
        // With five rounds and five players, all players meet one another and have one bye.
        assert_eq!(played.len(), 10);
        assert!(swiss.players.iter().all(|player| player.byes == 1 && player.opponents.len() == 4));
        assert!(swiss.standings().unwrap().iter().all(|standing| standing.byes == 1));
        let met: HashSet<_> = played.iter().map(meeting).collect();
        assert_eq!(met.len(), 10);
    }

    #[test]
    fn rematches_occur_only_if_unavoidable() {
        let mut swiss = Swiss::new(4, 5, 1);
        let played = play_all(&mut swiss, lower_number_wins);
        let first_three: HashSet<_> = played[..6].iter().map(meeting).collect();
        assert_eq!((played.len(), first_three.len()), (10, 6));
    }

    #[test]
    fn colours_are_balanced() {
        let mut swiss = Swiss::new(8, 6, 1);
        play_all(&mut swiss, |pairing| (3 * pairing.number + 1) % 5);
        assert!(swiss.players.iter().all(|player| player.colour_balance.abs() <= 2));
    }

    #[test]
    fn buchholz_separates_equal_scores() {
        // First 0 beats 2, and 1 draws with 3; then 0 beats 1, and 2 beats 3.
        let mut swiss = Swiss::new(4, 2, 2);
        play_all(&mut swiss, |pairing| match pairing.players {
            [0, _] | [2, 3] => FULL_SCORE,
            [_, 0] | [3, 2] => 0,
            _ => 2,
        });
        let standings = swiss.standings().unwrap();
        assert_eq!(standings[0].player, 0);
        let merits: Vec<_> = standings.iter().map(|standing| (standing.points, standing.tie_break)).collect();
        assert!(merits.is_sorted_by(|a, b| a >= b), "{merits:?}");
        // Player 1 has met the winner; player 3 has as many points and has not.
        assert!(merits.windows(2).any(|two| two[0].0 - two[1].0 < 0.1 && two[0].1 > two[1].1), "{merits:?}");
    }

    #[test]
    fn a_round_waits_for_the_last_result_of_the_one_before() {
        let mut swiss = Swiss::new(4, 2, 1);
        assert_eq!(swiss.pairing(2), NextPairing::Pending);
        for number in 0..2 {
            let NextPairing::Play(pairing) = swiss.pairing(number) else { panic!() };
            swiss.record(&pairing, 3);
        }
        assert!(matches!(swiss.pairing(2), NextPairing::Play(_)));
    }
}
