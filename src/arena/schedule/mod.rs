//! Who plays whom, and when: the formats of matches and tournaments. All of them are deterministic: the same players and
//! the same results give the same pairings.

mod knockout;
mod round_robin;
mod swiss;

use serde::{Deserialize, Serialize};

pub use knockout::Knockout;
pub use round_robin::RoundRobin;
pub use swiss::Swiss;

/// Two games between two players from one opening, with colours swapped between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// The pairing's number in its schedule, from 0.
    pub number: usize,
    /// The round, from 0.
    pub round: usize,
    /// The opening's number, from 0.
    pub opening: usize,
    /// The players' numbers; the one named first moves first in the first game.
    pub players: [usize; 2],
}

impl Pairing {
    /// The number of the first or second game (0 or 1) in the whole schedule.
    pub const fn game(&self, game_of_pair: usize) -> usize {
        2 * self.number + game_of_pair
    }

    /// The players of the first or second game (0 or 1) in the order in which they move from the starting position.
    pub const fn in_move_order(&self, game_of_pair: usize) -> [usize; 2] {
        let [one, other] = self.players;
        if game_of_pair == 0 { [one, other] } else { [other, one] }
    }
}

/// What a schedule says when asked for a pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextPairing {
    /// This is to be played.
    Play(Pairing),
    /// It depends on pairings whose results are not known yet.
    Pending,
    /// There is no further pairing.
    End,
}

/// A player's place in a tournament whose format decides it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// The player's number.
    pub player: usize,
    /// What the format ranks by first: match points in a Swiss tournament, rounds survived in a knockout.
    pub points: f64,
    /// What it ranks by next: the Buchholz score in a Swiss tournament.
    pub tie_break: f64,
}

/// A format at work.
pub trait Schedule: Send {
    /// The pairing of this number. What was said once stays.
    fn pairing(&self, number: usize) -> NextPairing;

    /// How many pairings there will be, where that is known from the start.
    fn total(&self) -> Option<usize>;

    /// Learns what the first player of a pairing made of both games, in half points from 0 to 4. Called for every
    /// pairing in the order of their numbers.
    fn record(&mut self, pairing: &Pairing, half_points: usize);

    /// The players from the first place to the last, where the format has a ranking of its own.
    fn standings(&self) -> Option<Vec<Standing>> {
        None
    }
}

/// The formats by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two players, one opening after the other.
    #[default]
    Match,
    /// Everybody against everybody, round after round.
    RoundRobin,
    /// The first players against all others.
    Gauntlet,
    /// Every round pairs players who have done equally well so far.
    Swiss,
    /// Whoever loses is out.
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

    /// Whether the pairings depend on results, so that they cannot be divided among machines beforehand.
    pub const fn depends_on_results(self) -> bool {
        matches!(self, Self::Swiss | Self::Knockout)
    }
}

/// Half points of one pairing.
const FULL_SCORE: usize = 4;

/// The pairings of a format that makes them up as results come in.
#[derive(Debug, Default)]
struct DynamicPairings {
    pairings: Vec<Pairing>,
    /// How many of them have a result.
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

    /// Appends a pairing with an opening of its own.
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
            NextPairing::Pending => panic!("pending though everything before it is known"),
        }
    }
}
