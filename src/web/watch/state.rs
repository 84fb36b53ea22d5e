//! What pages are told about a contest, as lines of JSON; `docs/arena.md` describes them.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use serde::Serialize;

use crate::arena::schedule::Format;
use crate::arena::stats::Estimate;
use crate::arena::{
    Cause, Contest, GameRecord, LiveClocks, LiveGame, LiveMove, MoveScore, Results, detail_in_chinese,
};
use crate::base::Side;

/// The number of finished games that are kept; the report has more.
const FINISHED_GAMES: usize = 30;

/// A contest as shown to pages.
pub struct State {
    contest: ContestInfo,
    /// By their indices in the schedule.
    running: BTreeMap<usize, Game>,
    /// The most recent ones, the latest at the end.
    finished: VecDeque<Game>,
    standings: Option<Standings>,
    over: bool,
    report: Option<String>,
}

/// What does not change during a contest.
#[derive(Debug, Clone, Serialize)]
struct ContestInfo {
    event: String,
    variant: &'static str,
    format: &'static str,
}

/// A game with all its moves.
struct Game {
    start: LiveGame,
    moves: Vec<LiveMove>,
    clocks: LiveClocks,
    end: Option<GameEnd>,
}

#[derive(Debug, Clone, Serialize)]
struct GameEnd {
    result: String,
    cause: Cause,
    #[serde(skip_serializing_if = "Option::is_none")]
    blamed: Option<Side>,
    #[serde(skip_serializing_if = "String::is_empty")]
    detail: String,
    /// The same in Chinese.
    #[serde(skip_serializing_if = "String::is_empty")]
    detail_zh: String,
}

/// The results so far.
#[derive(Debug, Clone, Serialize)]
pub struct Standings {
    /// The number of finished games, and of all games, if known.
    games: usize,
    total: Option<usize>,
    /// The best first.
    players: Vec<PlayerScore>,
    /// The difference between the players of a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<EloDifference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtState>,
}

#[derive(Debug, Clone, Serialize)]
struct PlayerScore {
    name: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    /// The rating and half of its 95% confidence interval; omitted in a match, whose difference is in
    /// [`Standings::elo`].
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<[f64; 2]>,
}

#[derive(Debug, Clone, Serialize)]
struct EloDifference {
    player: String,
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Debug, Clone, Serialize)]
struct SprtState {
    ratio: f64,
    bounds: [f64; 2],
}

/// A line for pages.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Snapshot {
        #[serde(flatten)]
        contest: &'a ContestInfo,
        games: Vec<GameView<'a>>,
        standings: Option<&'a Standings>,
        over: bool,
        report: bool,
    },
    Game {
        game: GameView<'a>,
    },
    Move {
        number: usize,
        #[serde(rename = "move")]
        played: &'a LiveMove,
        clocks: ClocksView,
    },
    Standings {
        standings: &'a Standings,
    },
}

#[derive(Serialize)]
struct GameView<'a> {
    number: usize,
    round: usize,
    players: &'a [String; 2],
    start: &'a str,
    fen: &'a str,
    plies: usize,
    opening: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<&'a LiveMove>,
    /// What each side reported with its last move.
    reports: [Option<Report>; 2],
    clocks: ClocksView,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'a GameEnd>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a [LiveMove]>,
}

#[derive(Serialize)]
struct Report {
    score: Option<MoveScore>,
    depth: Option<u32>,
}

/// Times in milliseconds.
#[derive(Serialize)]
struct ClocksView {
    left: [Option<u64>; 2],
    running: Option<Side>,
    /// How long the clock has been running.
    since: u64,
}

impl State {
    /// A contest before its first game.
    pub fn new(contest: &Contest) -> Self {
        Self {
            contest: ContestInfo {
                event: contest.event.clone(),
                variant: contest.variant.name(),
                format: contest.format.name(),
            },
            running: BTreeMap::new(),
            finished: VecDeque::new(),
            standings: None,
            over: false,
            report: None,
        }
    }

    /// Everything but the moves of the games, as a line of JSON.
    pub fn snapshot(&self) -> String {
        json(&Line::Snapshot {
            contest: &self.contest,
            games: self.finished.iter().chain(self.running.values()).map(|game| game.view(false)).collect(),
            standings: self.standings.as_ref(),
            over: self.over,
            report: self.report.is_some(),
        })
    }

    /// A game with its moves, by its number from 1; `None` if it is unknown or no longer kept.
    pub fn game(&self, number: usize) -> Option<String> {
        let index = number.checked_sub(1)?;
        let finished = || self.finished.iter().find(|game| game.start.game == index);
        let game = self.running.get(&index).or_else(finished)?;
        Some(json(&Line::Game { game: game.view(true) }))
    }

    /// The report on the whole contest, an HTML page.
    pub fn report(&self) -> Option<&str> {
        self.report.as_deref()
    }

    /// A game has begun. Returns the line for pages.
    pub fn begin_game(&mut self, start: LiveGame) -> String {
        let game = Game::new(start);
        let line = json(&Line::Game { game: game.view(true) });
        self.running.insert(game.start.game, game);
        line
    }

    /// A move was made. Returns the line for pages.
    pub fn add_move(&mut self, game: usize, played: LiveMove, clocks: LiveClocks) -> String {
        let line = json(&Line::Move { number: game + 1, played: &played, clocks: ClocksView::of(&clocks) });
        if let Some(game) = self.running.get_mut(&game) {
            game.clocks = clocks;
            game.moves.push(played);
        }
        line
    }

    /// A game has ended. Returns the line for pages.
    pub fn end_game(&mut self, record: &GameRecord) -> String {
        // If a player cannot start, its game ends without having begun.
        let mut game = self.running.remove(&record.game).unwrap_or_else(|| Game::of(record));
        let termination = &record.termination;
        game.clocks.running = None;
        game.end = Some(GameEnd {
            result: record.outcome.to_string(),
            cause: termination.cause,
            blamed: termination.blamed,
            detail: termination.detail.clone(),
            detail_zh: detail_in_chinese(&termination.detail),
        });
        let line = json(&Line::Game { game: game.view(false) });
        if self.finished.len() == FINISHED_GAMES {
            self.finished.pop_front();
        }
        self.finished.push_back(game);
        line
    }

    /// The standings have changed. Returns the line for pages.
    pub fn set_standings(&mut self, standings: Standings) -> String {
        let line = json(&Line::Standings { standings: &standings });
        self.standings = Some(standings);
        line
    }

    /// The contest is over; games that have not ended were aborted.
    pub fn finish(&mut self, standings: Standings, report: Option<String>) {
        self.running.clear();
        self.standings = Some(standings);
        self.over = true;
        self.report = report;
    }
}

impl Game {
    fn new(mut start: LiveGame) -> Self {
        Self { moves: std::mem::take(&mut start.opening), clocks: start.clocks, start, end: None }
    }

    /// A game that was not observed, without its moves.
    fn of(record: &GameRecord) -> Self {
        Self::new(LiveGame {
            game: record.game,
            round: record.round,
            players: record.players.clone(),
            start: record.fen.clone(),
            opening: Vec::new(),
            clocks: LiveClocks { left: [None; 2], running: None, at: std::time::Instant::now() },
        })
    }

    fn view(&self, with_moves: bool) -> GameView<'_> {
        let last = self.moves.last();
        let report = |side| {
            let own = |played: &&LiveMove| played.side == side && played.record.time.is_some();
            let LiveMove { record, .. } = self.moves.iter().rev().find(own)?;
            Some(Report { score: record.score, depth: record.depth })
        };
        GameView {
            number: self.start.game + 1,
            round: self.start.round + 1,
            players: &self.start.players,
            start: &self.start.start,
            fen: last.map_or(&self.start.start, |played| &played.fen),
            plies: self.moves.len(),
            opening: self.moves.iter().take_while(|played| played.record.time.is_none()).count(),
            last,
            reports: Side::BOTH.map(report),
            clocks: ClocksView::of(&self.clocks),
            end: self.end.as_ref(),
            moves: with_moves.then_some(&self.moves),
        }
    }
}

impl ClocksView {
    fn of(clocks: &LiveClocks) -> Self {
        let milliseconds = |time: Duration| time.as_millis() as u64;
        Self {
            left: clocks.left.map(|left| left.map(milliseconds)),
            running: clocks.running,
            since: milliseconds(clocks.at.elapsed()),
        }
    }
}

impl Standings {
    /// The standings after this many of `total` games.
    pub fn of(results: &Results, games: usize, total: Option<usize>) -> Self {
        let contest = results.contest();
        let names = contest.names();
        let is_match = contest.format == Format::Match;
        let ratings = (!is_match && results.games() > 0).then(|| results.ratings());
        let player = |player: usize| {
            let total = results.crosstable().total(player);
            PlayerScore {
                name: names[player].to_owned(),
                games: total.games(),
                wins: total.wins,
                draws: total.draws,
                losses: total.losses,
                points: total.points(),
                elo: ratings
                    .as_ref()
                    .map(|ratings| [ratings[player].elo.value, ratings[player].elo.margin()]),
            }
        };
        let elo = results.pair_score().filter(|_| is_match).map(|score| {
            let Estimate { value, low, high } = score.elo();
            EloDifference { player: names[0].to_owned(), value, low, high }
        });
        let sprt = contest.sprt.as_ref().zip(results.log_likelihood_ratio());
        Self {
            games,
            total,
            players: results.ranking().into_iter().map(player).collect(),
            elo,
            sprt: sprt.map(|(sprt, ratio)| SprtState { ratio, bounds: sprt.bounds() }),
        }
    }
}

fn json(line: &Line) -> String {
    serde_json::to_string(line).expect("plain data")
}
