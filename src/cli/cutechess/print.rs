//! The lines that scripts expect from cutechess-cli and fastchess.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};

use quadriga::arena::stats::{GamePoints, Tally};
use quadriga::arena::{Contest, ContestObserver, GameEvent, GameRecord, JournalSummary, Results};
use quadriga::base::files::open_output;
use quadriga::base::{Side, printable};
use quadriga::records::{MoveStyle, RecordFormat, write};

use super::Program;
use super::lines::{EloLine, decimal, description, draw_ratio, sprt_line};
use super::translate::Printing;

const RULE: &str = "--------------------------------------------------";

/// Prints the progress of a contest on standard output and appends its games to a PGN file.
pub struct MatchPrinter {
    printing: Printing,
    names: Vec<String>,
    /// The names, safe for terminals.
    printed_names: Vec<String>,
    /// For each player, over all its games.
    tallies: Vec<Tally>,
    games: usize,
    /// The number of all games, if known from the start.
    total: Option<usize>,
    /// The indices of the games in progress.
    running: HashSet<usize>,
    pgn: Option<(PathBuf, File)>,
    /// The games that could not be written to the PGN file.
    unwritten: usize,
}

impl MatchPrinter {
    /// Opens the PGN file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn new(contest: &Contest, printing: Printing, pgn: Option<(PathBuf, bool)>) -> anyhow::Result<Self> {
        let open = |(path, is_emptied): (PathBuf, bool)| {
            let mut options = OpenOptions::new();
            let options = options.create(true).write(true).append(!is_emptied).truncate(is_emptied);
            let file = open_output(options, &path).with_context(|| path.display().to_string())?;
            anyhow::Ok((path, file))
        };
        Ok(Self {
            printing,
            names: contest.names().into_iter().map(str::to_owned).collect(),
            printed_names: contest.names().into_iter().map(|name| printable(name).into_owned()).collect(),
            tallies: vec![Tally::default(); contest.players.len()],
            games: 0,
            total: None,
            running: HashSet::new(),
            pgn: pgn.map(open).transpose()?,
            unwritten: 0,
        })
    }

    /// Prints the final results.
    ///
    /// # Errors
    ///
    /// If games could not be written to the PGN file.
    pub fn finish(&self, results: &Results, interrupted: bool) -> anyhow::Result<()> {
        let interval = self.printing.rating_interval;
        if interval == 0 || !self.games.is_multiple_of(interval) {
            print(&self.ratings(results));
        }
        if interrupted {
            errln!("Interrupted");
        }
        print(match self.printing.style {
            Program::Cutechess => "Finished match\n",
            Program::Fastchess => "Tournament finished\n",
        });
        if let Some((path, _)) = self.pgn.as_ref().filter(|_| self.unwritten > 0) {
            bail!("{}: {} games could not be written; the journal has them", path.display(), self.unwritten);
        }
        Ok(())
    }

    fn announce(&self, game: usize, players: &[String; 2]) {
        let [white, black] = players.each_ref().map(|name| printable(name));
        let number = game + 1;
        let total = self.total.unwrap_or(number);
        print(&format!("Started game {number} of {total} ({white} vs {black})\n"));
    }

    fn is_match(&self) -> bool {
        self.names.len() == 2
    }

    fn count(&mut self, record: &GameRecord) {
        for side in Side::BOTH {
            let player = self.names.iter().position(|name| name == record.player(side));
            if let Some(player) = player {
                self.tallies[player].add_game(GamePoints::of(record.outcome, side));
            }
        }
        self.games += 1;
    }

    fn write_pgn(&mut self, record: &GameRecord) {
        let Some((path, file)) = &mut self.pgn else { return };
        let text = write(record, RecordFormat::Pgn { moves: MoveStyle::Coordinates });
        let written = text.map_err(|error| error.to_string());
        let length = file.metadata().map(|data| data.len());
        let written =
            written.and_then(|text| file.write_all(text.as_bytes()).map_err(|error| error.to_string()));
        if let Err(error) = written {
            self.unwritten += 1;
            // A partial game would damage the next one.
            if let Ok(length) = length {
                let _ = file.set_len(length);
            }
            errln!("quadriga: {}: game {}: {error}", path.display(), record.game + 1);
        }
    }

    fn ratings(&self, results: &Results) -> String {
        match self.printing.style {
            _ if !self.is_match() => self.table(),
            Program::Cutechess => format!("{}\n{}", self.elo_line(results), sprt_line(results)),
            Program::Fastchess => format!("{RULE}\n{}{RULE}\n", self.block(results)),
        }
    }

    /// `Score of A vs B: 5 - 3 - 2  [0.600] 10`.
    fn score_line(&self) -> String {
        let Tally { wins, draws, losses } = self.tallies[0];
        let score = self.tallies[0].score().unwrap_or(0.5);
        let [one, other] = [&self.printed_names[0], &self.printed_names[1]];
        format!("Score of {one} vs {other}: {wins} - {losses} - {draws}  [{score:.3}] {}\n", self.games)
    }

    /// `Elo difference: 70.4 +/- 190.2, LOS: 76.0 %, DrawRatio: 20.0 %`. The margin is that of pairs of games as soon
    /// as it can be estimated.
    fn elo_line(&self, results: &Results) -> String {
        let tally = self.tallies[0];
        let elo = EloLine::of(tally, results);
        format!(
            "Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %",
            decimal(elo.value, 1),
            decimal(elo.margin, 1),
            decimal(elo.superiority, 1),
            decimal(draw_ratio(tally), 1),
        )
    }

    /// The results block of fastchess.
    fn block(&self, results: &Results) -> String {
        let tally = self.tallies[0];
        let elo = EloLine::of(tally, results);
        let normalised = results.pair_score().map(|score| score.normalised_elo());
        let (normalised, margin) =
            normalised.map_or((f64::NAN, f64::NAN), |estimate| (estimate.value, estimate.margin()));
        let Tally { wins, draws, losses } = tally;
        let pairs = results.pairs().counts;
        let mut text = format!("Results of {} vs {}:\n", self.printed_names[0], self.printed_names[1]);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "Elo: {} +/- {}, nElo: {} +/- {}",
            decimal(elo.value, 2),
            decimal(elo.margin, 2),
            decimal(normalised, 2),
            decimal(margin, 2),
        );
        let pairs_ratio = (pairs[3] + pairs[4]) as f64 / (pairs[0] + pairs[1]) as f64;
        let drawn_pairs = 100.0 * pairs[2] as f64 / pairs.iter().sum::<u64>() as f64;
        let _ = writeln!(
            text,
            "LOS: {} %, DrawRatio: {} %, PairsRatio: {}",
            decimal(elo.superiority, 2),
            decimal(drawn_pairs, 2),
            decimal(pairs_ratio, 2),
        );
        let points = tally.points();
        let share = decimal(100.0 * points / tally.games() as f64, 2);
        let _ = writeln!(
            text,
            "Games: {}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({share} %)",
            tally.games(),
        );
        let _ = writeln!(text, "Ptnml(0-2): {pairs:?}");
        if let (Some(sprt), Some(ratio)) = (results.contest().sprt, results.log_likelihood_ratio()) {
            let ([low, high], [elo0, elo1]) = (sprt.bounds(), sprt.elo());
            let fraction = 100.0 * if ratio < 0.0 { -ratio / low } else { ratio / high };
            let _ = writeln!(
                text,
                "LLR: {ratio:.2} ({fraction:.1}%) ({low:.2}, {high:.2}) [{elo0:.2}, {elo1:.2}]"
            );
        }
        text
    }

    /// The table of a tournament, best score first.
    fn table(&self) -> String {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let score = |player: &usize| self.tallies[*player].score().unwrap_or(-1.0);
        order.sort_by(|one, other| score(other).total_cmp(&score(one)));
        let mut text = format!(
            "{:<4} {:<25} {:>7} {:>7} {:>7} {:>7} {:>7}\n",
            "Rank", "Name", "Elo", "+/-", "Games", "Score", "Draw"
        );
        for (place, player) in (1..).zip(order) {
            let tally = self.tallies[player];
            let elo = EloLine::of_games(tally);
            let share = 100.0 * tally.score().unwrap_or(f64::NAN);
            let _ = writeln!(
                text,
                "{place:>4} {:<25} {:>7} {:>7} {:>7} {:>6}% {:>6}%",
                self.printed_names[player],
                decimal(elo.value, 0),
                decimal(elo.margin, 0),
                tally.games(),
                decimal(share, 1),
                decimal(draw_ratio(tally), 1),
            );
        }
        text
    }
}

impl ContestObserver for MatchPrinter {
    fn resumed(&mut self, _summary: &JournalSummary) {}

    fn note(&mut self, words: &str) {
        errln!("Note: {words}");
    }

    fn game(&mut self, record: &GameRecord, results: &Results) {
        self.count(record);
        self.write_pgn(record);
        let number = record.game + 1;
        let [white, black] = record.players.each_ref().map(|name| printable(name));
        if !self.running.remove(&record.game) {
            // A game whose player did not start was not announced.
            self.announce(record.game, &record.players);
        }
        let mut text = format!(
            "Finished game {number} ({white} vs {black}): {} {{{}}}\n",
            record.outcome,
            description(record.outcome, &record.termination)
        );
        let is_cutechess = self.printing.style == Program::Cutechess;
        if is_cutechess && self.is_match() && self.games.is_multiple_of(self.printing.score_interval) {
            text += &self.score_line();
        }
        let interval = self.printing.rating_interval;
        if interval > 0 && self.games.is_multiple_of(interval) {
            text += &self.ratings(results);
        }
        print(&text);
    }

    fn tick(&mut self, _results: &Results) {}

    fn begin(&mut self, results: &Results) {
        self.total = results.total_games();
    }

    fn observes_moves(&self) -> bool {
        true
    }

    fn game_event(&mut self, event: GameEvent) {
        if let GameEvent::Started(game) = event {
            self.announce(game.game, &game.players);
            self.running.insert(game.game);
        }
    }
}

fn print(text: &str) {
    out!("{text}");
}
