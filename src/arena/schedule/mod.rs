//! The formats of matches and tournaments. All are deterministic: the same players and results lead to the same
//! pairings.

mod knockout;
mod round_robin;
mod swiss;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

pub use knockout::{Knockout, bracket};
pub use round_robin::RoundRobin;
pub use swiss::Swiss;

/// Two games between two players from one opening, with colours swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// The pairing's index in the schedule, from 0.
    pub number: usize,
    /// The round, from 0.
    pub round: usize,
    /// The opening's index, from 0.
    pub opening: usize,
    /// The players' indices; the first one moves first in the first game.
    pub players: [usize; 2],
}

impl Pairing {
    /// The index in the schedule of the pairing's first or second game (0 or 1).
    pub const fn game(&self, game_of_pair: usize) -> usize {
        2 * self.number + game_of_pair
    }

    /// The players of the first or second game (0 or 1); the first one moves first from the starting position.
    pub const fn in_move_order(&self, game_of_pair: usize) -> [usize; 2] {
        let [one, other] = self.players;
        if game_of_pair == 0 { [one, other] } else { [other, one] }
    }
}

/// The answer of a schedule to the request for a pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextPairing {
    /// Play this pairing.
    Play(Pairing),
    /// The pairing depends on results that are not known yet.
    Pending,
    /// There are no more pairings.
    End,
}

/// A player's rank in a format with its own ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// The player's index.
    pub player: usize,
    /// The primary criterion: match points in a Swiss tournament, rounds survived in a knockout.
    pub points: f64,
    /// The secondary criterion: the Buchholz score in a Swiss tournament.
    pub tie_break: f64,
    /// The number of rounds in which the player had no opponent; each counts as a win.
    pub byes: usize,
}

/// The schedule of a contest.
pub trait Schedule: Send {
    /// The pairing with this index. Once made, a pairing never changes.
    fn pairing(&self, number: usize) -> NextPairing;

    /// The total number of pairings, if known from the start.
    fn total(&self) -> Option<usize>;

    /// Records the first player's points over both games of a pairing, in half points from 0 to 4. Called for every
    /// pairing in order.
    fn record(&mut self, pairing: &Pairing, half_points: usize);

    /// The players, best first, if the format has its own ranking.
    fn standings(&self) -> Option<Vec<Standing>> {
        None
    }
}

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two players, with one opening after another.
    #[default]
    #[value(skip)]
    Match,
    /// All players meet one another once per round.
    RoundRobin,
    /// The first players meet all others.
    Gauntlet,
    /// Each round pairs players with equal scores.
    Swiss,
    /// Single elimination.
    Knockout,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Match, Self::RoundRobin, Self::Gauntlet, Self::Swiss, Self::Knockout];

    /// The format's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
            Self::Knockout => "knockout",
        }
    }

    /// Whether pairings depend on results, so that they cannot be divided into shards.
    pub const fn depends_on_results(self) -> bool {
        matches!(self, Self::Swiss | Self::Knockout)
    }
}

/// The maximum number of half points in a pairing.
const FULL_SCORE: usize = 4;

/// The pairings of a format that creates them as results arrive.
#[derive(Debug, Default)]
struct DynamicPairings {
    pairings: Vec<Pairing>,
    /// The number of them that have a result.
    recorded: usize,
}

impl DynamicPairings {
    fn get(&self, number: usize, ended: bool) -> NextPairing {
        match self.pairings.get(number) {
            Some(&pairing) => NextPairing::Play(pairing),
            None if ended => NextPairing::End,
            None => NextPairing::Pending,
        }
    }

    /// Appends a pairing with a new opening.
    fn add(&mut self, round: usize, players: [usize; 2]) {
        let number = self.pairings.len();
        self.pairings.push(Pairing { number, round, opening: number, players });
    }

    fn record(&mut self, pairing: &Pairing) {
        assert_eq!(pairing.number, self.recorded, "results must come in order");
        self.recorded += 1;
    }

    fn all_recorded(&self) -> bool {
        self.recorded == self.pairings.len()
    }
}

#[cfg(test)]
fn play_all(schedule: &mut dyn Schedule, mut half_points: impl FnMut(&Pairing) -> usize) -> Vec<Pairing> {
    let mut played = Vec::new();
    loop {
        match schedule.pairing(played.len()) {
            NextPairing::Play(pairing) => {
                assert_eq!(pairing.number, played.len());
                assert_ne!(pairing.players[0], pairing.players[1]);
                let points = half_points(&pairing);
                schedule.record(&pairing, points);
                played.push(pairing);
            }
            NextPairing::End => return played,
            NextPairing::Pending => panic!("pending although everything before it is known"),
        }
    }
}
