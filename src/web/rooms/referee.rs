use std::collections::VecDeque;
use std::time::Duration;

use serde_json::{Value, json};

use crate::base::Side;
use crate::protocol::ServeOptions;
use crate::search::Skill;
use crate::web::pipe::Pipe;

use super::clock::{Clock, TimeControl};
use super::message::Refusal;
use super::new_room::{NewRoom, opening_lines};
use super::standing::Standing;

/// How long the engine thinks in a game without clocks.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// How long it thinks about an offer.
const OFFER_TIME: Duration = Duration::from_millis(500);

/// A rating below full strength varies by so much (`Variety`), as on the board's page.
const VARIETY: u32 = 10;

/// A session of the protocol that holds the game of a room: it knows the rules, and moves for the engine.
#[derive(Debug)]
pub struct Referee {
    pipe: Pipe,
    /// The command that sets up the position in which the game begins.
    start: String,
    /// Searches that have not given their move yet.
    searches: usize,
    /// Whether the move of the last one is wanted.
    is_awaited: bool,
    /// The score that the last one has reported.
    score: Option<Score>,
    found: VecDeque<Found>,
}

/// A score for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// In hundredths.
    Hundredths(i32),
    /// Moves to the end; negative if the side is lost.
    Mate(i32),
}

impl Score {
    /// Whether the side would rather not end the game as a draw.
    pub fn is_better_than_draw(self) -> bool {
        matches!(self, Self::Hundredths(1..) | Self::Mate(1..))
    }

    /// Whether the side would be glad of a draw.
    pub fn is_worse_than_draw(self) -> bool {
        matches!(self, Self::Hundredths(..0) | Self::Mate(..=0))
    }
}

/// What a search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The move; `None` if there is none.
    pub best: Option<String>,
    /// The score.
    pub score: Option<Score>,
}

/// A position of the game.
#[derive(Debug, Clone)]
pub struct Position {
    /// The answer to the command `state`.
    pub state: Value,
    /// What the rules say about it.
    pub standing: Standing,
    /// The side that the protocol calls White.
    white: Side,
}

impl Position {
    fn of(state: Value) -> Option<Self> {
        let read = |name: &str| state.get(name).cloned().and_then(|value| serde_json::from_value(value).ok());
        let standing = Standing {
            turn: read("turn")?,
            ply: usize::try_from(state.get("ply")?.as_u64()?).ok()?,
            verdict: match state.get("verdict")? {
                Value::Null => None,
                verdict => Some(serde_json::from_value(verdict.clone()).ok()?),
            },
        };
        let white = read("white")?;
        Some(Self { state, standing, white })
    }
}

impl Referee {
    /// Opens a session with the game of a room. `held` is dropped when the session has ended.
    ///
    /// # Errors
    /// If there is no such game or position, or no session can be opened.
    pub async fn open(
        new: &NewRoom,
        options: ServeOptions,
        held: impl Send + 'static,
    ) -> Result<(Self, Position), Refusal> {
        let (lines, start) = opening_lines(new)?;
        let broken = |error: std::io::Error| Refusal::Broken(format!("no thread can be started: {error}"));
        let pipe = Pipe::start("room", options, held).map_err(broken)?;
        let found = VecDeque::new();
        let mut referee = Self { pipe, start, searches: 0, is_awaited: false, score: None, found };
        let refused = |answer: &[String]| {
            let text = errors(answer).next()?.to_owned();
            Some(Refusal::Impossible { text, why: json_in(answer, "why") })
        };
        // A size of the board needs a new game.
        let lines = ["uci".to_owned()].into_iter().chain(lines).chain(["position startpos".to_owned()]);
        if let Some(refusal) = refused(&referee.ask(lines.collect()).await?) {
            return Err(refusal);
        }
        let start = match new.moves.as_slice() {
            [] => referee.start.clone(),
            moves => format!("{} moves {}", referee.start, moves.join(" ")),
        };
        let answer = referee.ask(vec![start, "state".to_owned(), "why".to_owned()]).await?;
        if let Some(refusal) = refused(&answer) {
            return Err(refusal);
        }
        let position = position_in(&answer)?;
        // A FEN of another game selects that game.
        if position.state.get("variant").and_then(Value::as_str) != Some(new.variant.as_str()) {
            let text = "the FEN is of another game".to_owned();
            let why = Some(json!({ "code": "other-game" }));
            return Err(Refusal::Impossible { text, why });
        }
        Ok((referee, position))
    }

    /// Sends lines and waits for their answers.
    async fn ask(&mut self, mut lines: Vec<String>) -> Result<Vec<String>, Refusal> {
        lines.push("isready".to_owned());
        self.send(&lines).await?;
        let mut answers = Vec::new();
        loop {
            let Some(message) = self.pipe.answers.recv().await else { return Err(ended()) };
            let mut is_done = false;
            for line in message.lines() {
                if line == "readyok" {
                    is_done = true;
                } else if !self.take_search_line(line) {
                    answers.push(line.to_owned());
                }
            }
            if is_done {
                return Ok(answers);
            }
        }
    }

    async fn send(&mut self, lines: &[String]) -> Result<(), Refusal> {
        self.pipe.commands.send(lines.join("\n")).await.map_err(|_| ended())
    }

    /// Takes a line over that belongs to a search; returns whether it is one.
    fn take_search_line(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("bestmove") => {
                self.searches = self.searches.saturating_sub(1);
                let score = self.score.take();
                if self.searches == 0 && std::mem::take(&mut self.is_awaited) {
                    let best = words.next().filter(|&best| best != "(none)" && best != "0000");
                    self.found.push_back(Found { best: best.map(str::to_owned), score });
                }
                true
            }
            Some("info") if !line.starts_with("info string error") => {
                self.score = score_in(line).or(self.score);
                true
            }
            _ => false,
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the rules forbid it, with the answer to the command `why`.
    pub async fn play(&mut self, text: &str) -> Result<Position, PlayError> {
        let lines = [format!("why {text}"), format!("move {text}"), "state".to_owned()];
        let answer = self.ask(lines.into()).await?;
        let why = json_in(&answer, "why").ok_or_else(ended)?;
        if let Some(words) = errors(&answer).next() {
            return Err(PlayError { refusal: Refusal::Illegal(words.to_owned()), why: Some(why) });
        }
        Ok(position_in(&answer)?)
    }

    /// The answer to the command `why` for a move.
    ///
    /// # Errors
    /// If the session has ended.
    pub async fn why(&mut self, text: &str) -> Result<Value, Refusal> {
        json_in(&self.ask(vec![format!("why {text}")]).await?, "why").ok_or_else(ended)
    }

    /// Takes moves back.
    ///
    /// # Errors
    /// If there are not so many, or the session has ended.
    pub async fn take_back(&mut self, count: usize) -> Result<Position, Refusal> {
        position_in(&self.ask(vec![format!("undo {count}"), "state".to_owned()]).await?)
    }

    /// Sets up the position in which the game began.
    ///
    /// # Errors
    /// If the session has ended.
    pub async fn restart(&mut self) -> Result<Position, Refusal> {
        position_in(&self.ask(vec![self.start.clone(), "state".to_owned()]).await?)
    }

    /// Starts to look for a move for the engine.
    ///
    /// # Errors
    /// If the session has ended.
    pub async fn think(&mut self, level: u32, clock: &Clock, position: &Position) -> Result<(), Refusal> {
        let mut lines = strength_lines(level);
        lines.push(go_line(clock, position.white));
        self.search(lines).await
    }

    /// Starts to think about a draw, at full strength.
    ///
    /// # Errors
    /// If the session has ended.
    pub async fn consider_draw(&mut self) -> Result<(), Refusal> {
        let mut lines = strength_lines(0);
        lines.push(format!("go movetime {}", OFFER_TIME.as_millis()));
        self.search(lines).await
    }

    async fn search(&mut self, lines: Vec<String>) -> Result<(), Refusal> {
        self.halt().await?;
        self.searches += 1;
        self.is_awaited = true;
        self.send(&lines).await
    }

    /// Ends the running search; what it finds is dropped.
    ///
    /// # Errors
    /// If the session has ended.
    pub async fn halt(&mut self) -> Result<(), Refusal> {
        self.is_awaited = false;
        self.found.clear();
        if self.searches > 0 { self.send(&["stop".to_owned()]).await } else { Ok(()) }
    }

    /// Waits for what the running search finds. Nothing is lost if the wait is given up.
    ///
    /// # Errors
    /// If the session has ended.
    pub async fn found(&mut self) -> Result<Found, Refusal> {
        loop {
            if let Some(found) = self.found.pop_front() {
                return Ok(found);
            }
            let Some(message) = self.pipe.answers.recv().await else { return Err(ended()) };
            for line in message.lines() {
                if !self.take_search_line(line) {
                    log::debug!("a room's session said: {line}");
                }
            }
        }
    }
}

/// A move that could not be made.
#[derive(Debug)]
pub struct PlayError {
    /// Why.
    pub refusal: Refusal,
    /// The answer to the command `why`, if the rules forbid the move.
    pub why: Option<Value>,
}

impl From<Refusal> for PlayError {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, why: None }
    }
}

fn ended() -> Refusal {
    Refusal::Broken("its session has ended".to_owned())
}

/// The errors in an answer, in words.
fn errors(answer: &[String]) -> impl Iterator<Item = &str> {
    answer.iter().filter_map(|line| line.strip_prefix("info string error "))
}

/// The object behind a word in an answer.
fn json_in(answer: &[String], word: &str) -> Option<Value> {
    let text = answer.iter().rev().find_map(|line| line.strip_prefix(word)?.strip_prefix(" {"));
    text.and_then(|text| serde_json::from_str(&format!("{{{text}")).ok())
}

fn position_in(answer: &[String]) -> Result<Position, Refusal> {
    if let Some(words) = errors(answer).next() {
        return Err(Refusal::Broken(words.to_owned()));
    }
    json_in(answer, "state").and_then(Position::of).ok_or_else(ended)
}

fn strength_lines(level: u32) -> Vec<String> {
    let option = |name: &str, value: String| format!("setoption name {name} value {value}");
    if level == 0 {
        return vec![option("UCI_LimitStrength", false.to_string()), option("Variety", 0.to_string())];
    }
    let rating = level.clamp(Skill::MIN_ELO, Skill::MAX_ELO);
    vec![
        option("UCI_LimitStrength", true.to_string()),
        option("UCI_Elo", rating.to_string()),
        option("Variety", VARIETY.to_string()),
    ]
}

fn go_line(clock: &Clock, white: Side) -> String {
    let now = std::time::Instant::now();
    match clock.control() {
        TimeControl::None {} => format!("go movetime {}", MOVE_TIME.as_millis()),
        TimeControl::Move { seconds } => {
            let time = Duration::from_secs_f64(seconds / 4.0);
            format!("go movetime {}", time.clamp(Duration::from_millis(50), 2 * MOVE_TIME).as_millis())
        }
        TimeControl::Clock { increment, .. } => {
            let [white, black] = [white, !white].map(|side| clock.left(side, now).as_millis());
            let increment = Duration::from_secs_f64(increment).as_millis();
            format!("go wtime {white} btime {black} winc {increment} binc {increment}")
        }
    }
}

/// The score in a report of a search; `None` if it has none, or is not about the best line.
fn score_in(line: &str) -> Option<Score> {
    let words: Vec<_> = line.split_whitespace().take_while(|&word| word != "pv").collect();
    let after = |name: &str| words.iter().position(|&word| word == name).map(|at| &words[at + 1..]);
    if after("multipv").is_some_and(|rest| rest.first() != Some(&"1")) {
        return None;
    }
    match after("score")? {
        ["cp", value, ..] => value.parse().ok().map(Score::Hundredths),
        ["mate", value, ..] => value.parse().ok().map(Score::Mate),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read() {
        for (line, score) in [
            ("info depth 3 multipv 1 score cp -12 nodes 5 pv e2e4", Some(Score::Hundredths(-12))),
            ("info depth 3 score mate -2 pv e2e4", Some(Score::Mate(-2))),
            ("info depth 3 multipv 2 score cp 5", None),
            ("info depth 3 pv score cp 5", None),
            ("info string score", None),
        ] {
            assert_eq!(score_in(line), score, "{line}");
        }
    }
}
