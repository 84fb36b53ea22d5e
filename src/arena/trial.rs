//! What can be checked about a contest before its first game.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::games::{Game, with_game};

use super::openings::{OpeningSource, Openings};
use super::players::connect;
use super::{Adjudication, Contest, GameRunner, GameSetup, PlayerKind, PlayerSpec, Protocol, TimeControl};

/// The number of moves of each player in a typical game, for estimates.
const MOVES_OF_GAME: u32 = 50;

/// The number of plies played to measure the time per move.
const MEASURED_PLIES: usize = 8;

/// The findings about a player that was started and has quit again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerTrial {
    /// The name and version that it reported.
    pub engine: Option<String>,
    /// The protocol that it speaks; `None` for a player inside the process.
    pub protocol: Option<Protocol>,
    /// The names of the options that it declared.
    pub options: Vec<String>,
    /// The time that it took to start.
    pub start: Duration,
}

/// Starts each player of a contest, one after the other; returns for each what was found, or what is wrong.
pub fn try_players(contest: &Contest, stop: &AtomicBool) -> Vec<Result<PlayerTrial, String>> {
    contest
        .players
        .iter()
        .map(|spec| with_game!(contest.variant, G => try_player::<G>(contest, spec, stop)))
        .collect()
}

fn try_player<G: Game>(
    contest: &Contest,
    spec: &PlayerSpec,
    stop: &AtomicBool,
) -> Result<PlayerTrial, String> {
    let program = match &spec.kind {
        PlayerKind::Internal | PlayerKind::Reference => None,
        PlayerKind::Program(program) => Some(program.protocol),
    };
    let mut protocol = program.unwrap_or_default();
    let begun = Instant::now();
    let mut connected =
        connect::<G>(spec, contest.variant, &mut protocol, stop).map_err(|error| error.to_string())?;
    let start = begun.elapsed();
    connected.player.quit();
    Ok(PlayerTrial {
        engine: connected.engine,
        protocol: program.map(|_| protocol),
        options: connected.options,
        start,
    })
}

/// The approximate duration of a game of a contest, with 50 moves by each of its players. If a time control does not
/// determine the time per move, a few moves are played to measure it.
///
/// # Errors
///
/// What is wrong, if the openings are invalid or no game can be played.
pub fn expected_time(contest: &Contest, stop: &AtomicBool) -> Result<Option<Duration>, String> {
    let openings = Openings::new(contest.variant, &contest.options, &contest.openings, contest.seed);
    let mut generator =
        openings.and_then(|openings| openings.generator()).map_err(|error| error.to_string())?;
    let known: Option<Vec<Duration>> = contest.players.iter().map(|spec| time_of_player(spec.time)).collect();
    if let Some(times) = known {
        return Ok(Some(mean_of_players(&times)));
    }
    let opening = generator.opening(0);
    let adjudication =
        Adjudication { max_plies: Some(opening.moves.len() + MEASURED_PLIES), ..Adjudication::default() };
    let mut runner = GameRunner::new(contest.variant, contest.options.clone(), adjudication);
    let setup = GameSetup {
        game: 0,
        pair: 0,
        round: 0,
        event: contest.event.clone(),
        fen: opening.fen,
        opening: opening.moves,
    };
    let mut times = Vec::new();
    for spec in &contest.players {
        if let Some(time) = time_of_player(spec.time) {
            times.push(time);
            continue;
        }
        let opponent = PlayerSpec { name: format!("{} again", spec.name), ..spec.clone() };
        let record = runner.play(&setup, [spec, &opponent], stop).map_err(|error| error.to_string())?;
        let Some(record) = record else { return Ok(None) };
        if !record.termination.cause.is_regular() {
            let termination = &record.termination;
            return Err(format!("player {}: {} {}", spec.name, termination.cause, termination.detail));
        }
        let spent: Vec<Duration> = record.moves.iter().filter_map(|made| made.time).collect();
        let moves = u32::try_from(spent.len()).unwrap_or(u32::MAX).max(1);
        times.push((spent.iter().sum::<Duration>() / moves).saturating_mul(MOVES_OF_GAME));
    }
    Ok(Some(mean_of_players(&times)))
}

/// The time of both players in a game, each being the average of the players' times.
fn mean_of_players(times: &[Duration]) -> Duration {
    let sum = times.iter().fold(Duration::ZERO, |sum, &time| sum.saturating_add(time));
    sum.saturating_mul(2) / u32::try_from(times.len()).unwrap_or(u32::MAX).max(1)
}

/// The maximum time of a player in a game, if its time control determines it. Players usually leave part of the clock
/// unused, so this is an overestimate.
fn time_of_player(control: TimeControl) -> Option<Duration> {
    match control {
        TimeControl::Clock { base, increment, moves } => {
            let periods = moves.map_or(1, |moves| MOVES_OF_GAME.div_ceil(moves));
            Some(base.saturating_mul(periods).saturating_add(increment.saturating_mul(MOVES_OF_GAME)))
        }
        TimeControl::MoveTime(time) => Some(time.saturating_mul(MOVES_OF_GAME)),
        TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
    }
}

/// The openings of a contest in words.
pub fn describe_openings(source: &OpeningSource) -> String {
    match source {
        OpeningSource::Start => "the initial position".to_owned(),
        OpeningSource::Random(random) => format!("{} random plies", random.plies),
        OpeningSource::Book(book) => format!("the book {}", book.path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_follows_from_the_control() {
        let time =
            |text: &str| time_of_player(text.parse().expect("a time control")).map(|time| time.as_secs());
        assert_eq!(time("10+0.1"), Some(15));
        assert_eq!(time("40/60"), Some(120));
        assert_eq!(time("movetime=2"), Some(100));
        assert_eq!(time("nodes=5"), None);
    }
}
