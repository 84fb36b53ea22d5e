//! The bracket of a knockout, derived from its results.

use super::results::Results;
use super::schedule::{Format, bracket};

/// A meeting of two players in a round of a knockout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BracketMeeting {
    /// The players, the better seed first; `None` for one who is not known yet, and for the missing opponent of a bye.
    pub players: [Option<usize>; 2],
    /// Whether one of them has a bye.
    pub is_bye: bool,
    /// The player who advances, once the round is over.
    pub winner: Option<usize>,
}

/// The meetings of all rounds in the order of the bracket; `None` if the contest is not a knockout.
pub(super) fn bracket_of(results: &Results) -> Option<Vec<Vec<BracketMeeting>>> {
    if results.contest().format != Format::Knockout {
        return None;
    }
    let players = results.contest().players.len();
    let mut survived = vec![0.0; players];
    for standing in results.standings()? {
        survived[standing.player] = standing.points;
    }
    let mut places: Vec<Option<usize>> =
        bracket(players).into_iter().map(|seed| (seed < players).then_some(seed)).collect();
    let mut rounds = Vec::new();
    while places.len() >= 2 {
        let round = rounds.len();
        let meetings: Vec<BracketMeeting> = places
            .chunks_exact(2)
            .map(|pair| {
                let players = [pair[0], pair[1]];
                let is_bye = round == 0 && players.contains(&None);
                let mut known = players.into_iter().flatten();
                let winner = known.find(|&player| is_bye || survived[player] > round as f64);
                BracketMeeting { players, is_bye, winner }
            })
            .collect();
        places = meetings.iter().map(|meeting| meeting.winner).collect();
        rounds.push(meetings);
    }
    Some(rounds)
}

/// The name of a round, counted from 0, out of this many.
pub(super) fn round_name(round: usize, rounds: usize) -> String {
    match rounds - round {
        1 => "Final".to_owned(),
        2 => "Semi-finals".to_owned(),
        _ => format!("Round {}", round + 1),
    }
}

/// A meeting as text, with the players' points if they have played.
pub(super) fn meeting_text(results: &Results, meeting: &BracketMeeting) -> String {
    let names = results.contest().names();
    let name = |player: Option<usize>| player.map_or("?", |player| names[player]);
    match meeting.players {
        [Some(player), None] | [None, Some(player)] if meeting.is_bye => format!("{} (bye)", names[player]),
        [Some(one), Some(other)] if results.crosstable().between(one, other).games() > 0 => {
            let points = |one, other| results.crosstable().between(one, other).points();
            format!("{} {} – {} {}", names[one], points(one, other), points(other, one), names[other])
        }
        [one, other] => format!("{} – {}", name(one), name(other)),
    }
}
