//! The mock engine's side of the four protocols.

use std::io::{BufRead, Write, stdin, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use quadriga::base::{GameOptions, MoveList, Notation, PlayedGame};
use quadriga::games::chess::ChessPosition;
use quadriga::games::gomoku::{Freestyle, GomokuPosition};
use quadriga::games::xiangqi::XiangqiPosition;
use quadriga::games::zhonggong::ZhonggongPosition;

use crate::behaviour::{Answer, Behaviour, hang};

/// Serves a protocol: the first word names it, the second the variant, the rest the misbehaviour.
pub fn serve(words: &[String]) -> ExitCode {
    let behaviour = Behaviour::read(words.get(2..).unwrap_or_default());
    let game = words.get(1).map(String::as_str);
    if behaviour.has_habit("mute") {
        hang();
    }
    match (words.first().map(String::as_str), game) {
        (Some("gomocup"), _) => gomocup(behaviour),
        (Some(dialect), Some("chess")) => Mock::<ChessPosition>::new(behaviour, dialect).serve(),
        (Some(dialect), Some("gomoku")) => Mock::<GomokuPosition<Freestyle>>::new(behaviour, dialect).serve(),
        (Some(dialect), Some("xiangqi")) => Mock::<XiangqiPosition>::new(behaviour, dialect).serve(),
        (Some(dialect), Some("zhonggong")) => Mock::<ZhonggongPosition>::new(behaviour, dialect).serve(),
        _ => return ExitCode::from(2),
    }
    ExitCode::SUCCESS
}

fn say(line: &str) {
    let mut stdout = stdout().lock();
    if stdout.write_all(format!("{line}\n").as_bytes()).and_then(|()| stdout.flush()).is_err() {
        std::process::exit(1);
    }
}

struct Mock<P: Notation> {
    behaviour: Behaviour,
    dialect: String,
    options: P::Options,
    game: PlayedGame<P>,
    /// CECP: do not answer moves.
    is_forced: bool,
    /// Offer a draw with the next move.
    accepts_draw: bool,
    games: u32,
}

impl<P: Notation> Mock<P> {
    fn new(behaviour: Behaviour, dialect: &str) -> Self {
        let mut options = P::Options::default();
        if P::Options::SPECS.iter().any(|spec| spec.name == "Coordinates") {
            let from_one = dialect == "uci" && !behaviour.has_habit("from-zero");
            options.set("Coordinates", if from_one { "ranks1-10" } else { "ranks0-9" }).expect("a choice");
        }
        let game = PlayedGame::new(P::start(&options));
        Self {
            behaviour,
            dialect: dialect.to_owned(),
            options,
            game,
            is_forced: false,
            accepts_draw: false,
            games: 0,
        }
    }

    fn serve(mut self) {
        for line in stdin().lock().lines() {
            let Ok(line) = line else { break };
            match self.dialect.as_str() {
                "uci" => self.uci(&line),
                "ucci" => self.ucci(&line),
                _ => self.cecp(&line),
            }
        }
        self.behaviour.leave();
    }

    fn any_move(&mut self) -> String {
        if let Some(text) = self.behaviour.moves.pop() {
            return text;
        }
        let mut list = MoveList::new();
        self.game.position().legal_moves(&mut list);
        list.first()
            .map_or_else(|| "(none)".to_owned(), |&m| self.game.position().move_text(m, &self.options))
    }

    /// Executes `position …` of UCI and UCCI.
    fn set_up(&mut self, text: &str) {
        let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let position = match start.trim().strip_prefix("fen ") {
            Some(fen) => P::from_fen(fen, &self.options).expect("a readable FEN"),
            None => P::start(&self.options),
        };
        self.game = PlayedGame::new(position);
        let moves: Vec<_> = moves.split_ascii_whitespace().collect();
        self.game.play_texts(&moves, &self.options).expect("legal moves");
    }

    /// Answers a `go` of UCI or UCCI, reporting `info`.
    fn think(&mut self, info: &str) {
        let answer = self.behaviour.asked();
        if let Answer::Line(line) = answer {
            return say(&line);
        }
        let text = if let Answer::Text(text) = &answer { text.clone() } else { self.any_move() };
        say(&format!("info {info} pv x"));
        let accepts = std::mem::take(&mut self.accepts_draw);
        let draw = if accepts || matches!(answer, Answer::MoveAndDraw) { " draw" } else { "" };
        let again = if matches!(answer, Answer::MoveTwice) { "\nbestmove a1a1" } else { "" };
        say(&format!("bestmove {text}{draw}{again}"));
    }

    fn uci(&mut self, line: &str) {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "uci" => {
                say("id name mock");
                say("option name Hash type spin default 16 min 1 max 64");
                if !self.behaviour.has_habit("one-game") {
                    say("option name UCI_Variant type combo default chess var chess var xiangqi var gomoku");
                }
                say("uciok");
            }
            "isready" => say("readyok"),
            "position" => self.set_up(rest),
            // It reports the clock times that it was sent.
            "go" => {
                let number = |key: &str| {
                    let mut words = rest.split_ascii_whitespace().skip_while(|&word| word != key);
                    words.nth(1).unwrap_or("0").to_owned()
                };
                let (nodes, depth, score) = (number("wtime"), number("movestogo"), number("btime"));
                self.think(&format!("depth {depth} nodes {nodes} score cp {score}"));
            }
            "quit" => self.behaviour.leave(),
            _ => {}
        }
    }

    fn ucci(&mut self, line: &str) {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "ucci" => {
                say("id name mock");
                say("option usemillisec type check default false");
                say("ucciok");
            }
            "isready" => say("readyok"),
            "position" => self.set_up(rest),
            "go" => {
                self.accepts_draw = rest.starts_with("draw ") && self.behaviour.has_habit("accept");
                self.think("depth 5 score 17 nodes 1234");
            }
            "quit" => self.behaviour.leave(),
            _ => {}
        }
    }

    fn cecp(&mut self, line: &str) {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "protover" if !self.behaviour.has_habit("old") => {
                let reuse = u8::from(!self.behaviour.has_habit("once"));
                say(&format!(
                    "feature ping=1 setboard=1 usermove=1 reuse={reuse} variants=\"normal,xiangqi\""
                ));
                say("feature myname=\"mock engine\" option=\"Style -combo calm /// *wild\" done=1");
            }
            "ping" => say(&format!("pong {rest}")),
            "new" => {
                self.games += 1;
                if self.behaviour.has_habit("once") && self.games > 1 {
                    std::process::exit(0);
                }
                self.game = PlayedGame::new(P::start(&self.options));
                self.is_forced = false;
            }
            "setboard" => {
                self.game = PlayedGame::new(P::from_fen(rest, &self.options).expect("a readable FEN"));
            }
            "force" => self.is_forced = true,
            "go" => {
                self.is_forced = false;
                self.answer();
            }
            "usermove" => self.receive_move(rest),
            "draw" if self.behaviour.has_habit("accept") => say("offer draw"),
            "quit" => self.behaviour.leave(),
            "xboard" | "protover" | "accepted" | "rejected" | "level" | "st" | "sd" | "time" | "otim"
            | "easy" | "post" | "computer" | "variant" | "result" => {}
            _ if self.behaviour.has_habit("old")
                && self.game.position().parse_move(line, &self.options).is_ok() =>
            {
                self.receive_move(line);
            }
            _ => say(&format!("Error (unknown command): {line}")),
        }
    }

    fn receive_move(&mut self, text: &str) {
        self.game.play_texts(&[text], &self.options).expect("a legal move");
        if !self.is_forced {
            self.answer();
        }
    }

    /// Makes a move in CECP.
    fn answer(&mut self) {
        if self.game.position().verdict().is_some() {
            say("1/2-1/2 {the game is over}");
            return;
        }
        let answer = self.behaviour.asked();
        match answer {
            Answer::Move | Answer::MoveTwice | Answer::MoveAndDraw => {
                let text = self.any_move();
                self.game.play_texts(&[&text], &self.options).expect("a legal move");
                say("5 17 1 1234 x");
                if self.behaviour.has_habit("old") {
                    say(&format!("1. ... {text}\nMy move is : {text}"));
                } else {
                    say(&format!("move {text}"));
                }
                // Like many programs, it also announces the result.
                if self.game.position().verdict().is_some() {
                    say("0-1 {Black mates}");
                }
            }
            Answer::Text(text) => say(&format!("move {text}")),
            Answer::Line(line) => say(&line),
        }
    }
}

/// A brittle program misreads commands within this time of its move. It is less than the pause that the arena makes.
const SOON: Duration = Duration::from_millis(15);

/// Serves the Gomocup protocol.
fn gomocup(mut behaviour: Behaviour) {
    let mut size = 15;
    let mut board: Vec<(usize, usize)> = Vec::new();
    let mut is_listing = false;
    let mut moved: Option<Instant> = None;
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        let is_soon = moved.take().is_some_and(|moved| moved.elapsed() < SOON);
        if is_soon && behaviour.has_habit("brittle") {
            say("ERROR too soon");
        }
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let stone = |text: &str| {
            let mut numbers = text.split(',').map(|number| number.trim().parse().expect("a number"));
            (numbers.next().expect("a column"), numbers.next().expect("a row"))
        };
        match command {
            "ABOUT" => say("name=\"mock\", version=\"1\""),
            "START" if rest == "20" => say("ERROR unsupported size"),
            "START" => {
                size = rest.parse().expect("a size");
                board.clear();
                say("OK");
            }
            "BOARD" => {
                board.clear();
                is_listing = true;
            }
            "BEGIN" | "TURN" | "DONE" => {
                is_listing = false;
                if command == "TURN" {
                    board.push(stone(rest));
                }
                let text = match behaviour.asked() {
                    Answer::Text(text) | Answer::Line(text) => text,
                    Answer::Move | Answer::MoveTwice | Answer::MoveAndDraw => {
                        behaviour.moves.pop().unwrap_or_else(|| {
                            let free = (0..size * size).map(|index| (index % size, index / size));
                            let (column, row) =
                                free.into_iter().find(|point| !board.contains(point)).expect("room");
                            format!("{column},{row}")
                        })
                    }
                };
                say("MESSAGE depth 4 ev 12 n 3k");
                if text.contains(',') {
                    board.push(stone(&text));
                }
                moved = Some(Instant::now());
                say(&text);
            }
            "INFO" => {}
            "END" => behaviour.leave(),
            _ if is_listing => board.push(stone(&line)),
            _ => say("UNKNOWN command"),
        }
    }
}
