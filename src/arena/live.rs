use std::time::{Duration, Instant};

use serde::Serialize;

use crate::base::{Move, MoveParts, Notation, PlayedGame, Side};

use super::clock::GameClock;
use super::{GameSetup, MoveRecord};

/// An event in a game in progress. The end of the game is known from its [`GameRecord`](super::GameRecord); a game that
/// is aborted has none.
#[derive(Debug, Clone, PartialEq)]
pub enum GameEvent {
    /// Both players are ready, and the clock of the side to move is running.
    Started(Box<LiveGame>),
    /// A player has made a move.
    Moved {
        /// The game's index in the schedule, from 0.
        game: usize,
        /// The move.
        played: Box<LiveMove>,
        /// The clocks after the move.
        clocks: LiveClocks,
    },
}

/// Receives the events of games, on the threads that play them, between the moves. It delays the game but takes no time
/// off the clocks, and should return immediately.
pub type GameObserver = dyn FnMut(GameEvent) + Send;

/// A game that has just started.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveGame {
    /// The game's index in the schedule, from 0.
    pub game: usize,
    /// The round of the tournament, from 0.
    pub round: usize,
    /// The players' names, by side.
    pub players: [String; 2],
    /// The FEN of the position before the opening.
    pub start: String,
    /// The moves of the opening.
    pub opening: Vec<LiveMove>,
    /// The clocks after the opening.
    pub clocks: LiveClocks,
}

/// A move of a game in progress. Points and positions are written as in the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LiveMove {
    /// The move as recorded in the journal.
    #[serde(flatten)]
    pub record: MoveRecord,
    /// The move as players write it.
    pub name: String,
    /// The side that made it.
    pub side: Side,
    /// The point that a piece left; `None` if no piece moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The point where a piece or stone arrived, or where the piece captured by a trade was.
    pub to: String,
    /// The points of the pawns given up in a trade.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub traded: Vec<String>,
    /// The FEN of the position after the move.
    pub fen: String,
}

/// Both clocks of a game at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveClocks {
    /// The time left for each side, on its clock or for its next move; `None` without a time limit.
    pub left: [Option<Duration>; 2],
    /// The side whose clock is running; `None` if the game has ended.
    pub running: Option<Side>,
    /// The moment.
    pub at: Instant,
}

impl LiveGame {
    pub(super) fn of<P: Notation>(
        setup: &GameSetup,
        players: [&str; 2],
        game: &PlayedGame<P>,
        options: &P::Options,
        clocks: &[GameClock; 2],
    ) -> Self {
        let opening = game.all_steps().map(|(before, m, after)| {
            let record = MoveRecord::of_text(before.move_text(m, options));
            LiveMove::of(before, m, after, options, record)
        });
        Self {
            game: setup.game,
            round: setup.round,
            players: players.map(str::to_owned),
            start: game.start().fen(options),
            opening: opening.collect(),
            clocks: LiveClocks::of(clocks, Some(game.position().side_to_move())),
        }
    }
}

impl LiveMove {
    pub(super) fn of<P: Notation>(
        before: &P,
        m: Move,
        after: &P,
        options: &P::Options,
        record: MoveRecord,
    ) -> Self {
        let MoveParts { from, to, traded, .. } = before.move_parts(m, options);
        let (name, side) = (before.move_name(m, options), before.side_to_move());
        Self { record, name, side, from, to, traded, fen: after.fen(options) }
    }
}

impl LiveClocks {
    pub(super) fn of(clocks: &[GameClock; 2], running: Option<Side>) -> Self {
        Self { left: clocks.each_ref().map(GameClock::shown), running, at: Instant::now() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::channel;

    use super::*;
    use crate::arena::contest::example;
    use crate::arena::{Adjudication, GameRunner, TimeControl};
    use crate::games::Variant;

    #[test]
    fn the_events_of_a_game_are_its_start_and_its_moves() {
        let rules = Adjudication { max_plies: Some(20), ..Adjudication::default() };
        let mut players = example().players;
        players[1].time = "60+1".parse().expect("a control");
        players[1].options.push(("SoftNodes".to_owned(), "50".to_owned()));
        assert_eq!(players[0].time, TimeControl::Nodes(100));
        let setup = GameSetup {
            game: 7,
            pair: 3,
            round: 2,
            event: "test".to_owned(),
            fen: None,
            opening: ["e2e4", "e7e5", "g1f3"].map(str::to_owned).to_vec(),
        };
        let mut runner = GameRunner::new(Variant::Chess, Vec::new(), rules);
        let (sender, events) = channel();
        runner.observe(move |event| sender.send(event).expect("the test receives"));
        let stop = AtomicBool::new(false);
        let record = runner.play(&setup, [&players[0], &players[1]], &stop).expect("a game").expect("ended");
        drop(runner);
        let mut events = events.into_iter();
        let Some(GameEvent::Started(start)) = events.next() else { panic!("no start") };
        assert_eq!((start.game, start.round, &start.players), (7, 2, &record.players));
        assert_eq!(start.start, record.fen);
        assert_eq!((start.opening.len(), start.opening[2].name.as_str()), (3, "Nf3"));
        assert_eq!(start.clocks.left, [None, Some(Duration::from_mins(1))]);
        assert_eq!(start.clocks.running, Some(Side::Second));
        let mut moves = start.opening;
        for event in events {
            let GameEvent::Moved { game: 7, played, clocks } = event else { panic!("{event:?}") };
            assert_ne!(clocks.running, Some(played.side));
            assert!(played.record.depth.is_some() && played.record.score.is_some());
            moves.push(*played);
        }
        assert!(moves.windows(2).all(|pair| pair[0].side != pair[1].side && pair[0].fen != pair[1].fen));
        assert_eq!(moves.into_iter().map(|played| played.record).collect::<Vec<_>>(), record.moves);
    }
}
