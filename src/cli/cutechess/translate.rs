//! Translates a command line of cutechess-cli or fastchess into the arena's settings.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};

use quadriga::arena::schedule::Format;

use super::Program;
use super::engines::Engine;
use super::words::{CommandOption, number, split};

/// The plies of an opening if none are given, as in cutechess-cli: the whole game of any sensible book.
const ALL_PLIES: i64 = 1024;

/// The supported variants: their names in cutechess-cli and in this program, and the latter. In cutechess-cli, `gomoku`
/// is won by exactly five in a row.
const VARIANTS: [(&str, &str); 10] = [
    ("standard", "chess"),
    ("chess", "chess"),
    ("fischerandom", "chess"),
    ("xiangqi", "xiangqi"),
    ("zhonggong", "zhonggong"),
    ("gomoku", "gomoku-standard"),
    ("gomoku-standard", "gomoku-standard"),
    ("gomokufreestyle", "gomoku"),
    ("gomoku-freestyle", "gomoku"),
    ("renju", "renju"),
];

/// What to print while games are played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printing {
    pub style: Program,
    /// Print the ratings after every this many games; 0: only at the end.
    pub rating_interval: usize,
    /// Print the score after every this many games.
    pub score_interval: usize,
}

/// A translated command line.
#[derive(Debug, Clone)]
pub struct Translation {
    /// The structure of the arena's settings file.
    pub settings: toml::Table,
    pub printing: Printing,
    /// The file to which games are appended, and whether it is truncated first.
    pub pgn: Option<(PathBuf, bool)>,
    /// Options without effect.
    pub ignored: Vec<String>,
    /// How play differs from the other program's.
    pub notes: Vec<String>,
}

/// Translates a command line.
///
/// # Errors
///
/// If an option is unknown, not supported, or has an invalid value.
pub fn translate(words: &[String], program: Program) -> anyhow::Result<Translation> {
    let mut translator = Translator::new(program);
    for option in split(words)? {
        translator.read(&option)?;
    }
    translator.finish()
}

struct Translator {
    program: Program,
    engines: Vec<Engine>,
    each: Engine,
    format: Format,
    seeds: Option<i64>,
    rounds: Option<u64>,
    games: Option<u64>,
    repeats: bool,
    seed: Option<u64>,
    patience: Option<i64>,
    sprt: Option<toml::Table>,
    tablebases: toml::Table,
    translation: Translation,
}

impl Translator {
    fn new(program: Program) -> Self {
        let rating_interval = if program == Program::Fastchess { 10 } else { 0 };
        Self {
            program,
            engines: Vec::new(),
            each: Engine::default(),
            format: Format::RoundRobin,
            seeds: None,
            rounds: None,
            games: None,
            repeats: false,
            seed: None,
            patience: None,
            sprt: None,
            tablebases: toml::Table::new(),
            translation: Translation {
                settings: toml::Table::new(),
                printing: Printing { style: program, rating_interval, score_interval: 1 },
                pgn: None,
                ignored: Vec::new(),
                notes: Vec::new(),
            },
        }
    }

    fn set(&mut self, key: &str, value: impl Into<toml::Value>) {
        self.translation.settings.insert(key.to_owned(), value.into());
    }

    fn ignore(&mut self, option: &CommandOption) {
        self.translation.ignored.push(option.name.clone());
    }

    fn read(&mut self, option: &CommandOption) -> anyhow::Result<()> {
        match option.name.as_str() {
            "-engine" => self.engines.push(Engine::read(option, &mut self.translation.ignored)?),
            "-each" => self.each = Engine::read(option, &mut self.translation.ignored)?,
            "-variant" => self.variant(option.word()?)?,
            "-tournament" => {
                self.format = match option.word()? {
                    "round-robin" | "roundrobin" => Format::RoundRobin,
                    "gauntlet" => Format::Gauntlet,
                    "knockout" => Format::Knockout,
                    other => {
                        bail!("-tournament {other} is not supported: use round-robin, gauntlet or knockout")
                    }
                }
            }
            "-seeds" => self.seeds = Some(option.number()?),
            "-rounds" => self.rounds = Some(option.number()?),
            "-games" => self.games = Some(option.number()?),
            "-repeat" if option.words.is_empty() => self.repeats = true,
            "-repeat" => match option.number::<u32>()? {
                2 => self.repeats = true,
                other => bail!("-repeat {other} is not supported: every opening is played twice"),
            },
            "-noswap" => bail!("-noswap is not supported: every opening is played with both colours"),
            "-concurrency" => self.set("concurrency", option.number::<u32>()?),
            "-event" => self.set("event", option.text()),
            "-srand" => self.seed = Some(option.number()?),
            "-sprt" => self.sprt = Some(sprt(option, self.program)?),
            "-openings" => self.openings(option)?,
            "-resign" | "-draw" => self.adjudicate(option)?,
            "-maxmoves" => match option.number::<u32>()? {
                0 => {}
                moves => self.set_adjudication("max-plies", 2 * i64::from(moves)),
            },
            "-tb" => self.set_tablebases("path", option.text()),
            "-tbpieces" => self.set_tablebases("pieces", option.number::<u32>()?),
            "-tbignore50" => self.set_tablebases("move-limit", false),
            "-tbadjudicate" if option.word()? == "BOTH" => {}
            "-pgnout" => self.pgn(option)?,
            "-ratinginterval" => self.translation.printing.rating_interval = option.number()?,
            "-scoreinterval" => self.translation.printing.score_interval = option.number::<usize>()?.max(1),
            "-output" => match option.values(&["format"])?.last() {
                Some((_, "cutechess")) => self.translation.printing.style = Program::Cutechess,
                Some((_, "fastchess")) => self.translation.printing.style = Program::Fastchess,
                _ => bail!("-output {}: use format=cutechess or format=fastchess", option.text()),
            },
            "-startup-ms" | "-ucinewgame-ms" | "-ping-ms" => {
                self.patience = self.patience.max(Some(option.number()?));
            }
            "-use-affinity" => self.pin(option)?,
            "-wait" if option.word()? == "0" => {}
            // A player that has crashed is always restarted, and the contest continues.
            "-recover" | "-force-concurrency" | "-bookmode" => {}
            "-site" | "-wait" | "-reverse" | "-tbadjudicate" | "-outcomeinterval" | "-resultformat"
            | "-debug" | "-log" | "-autosaveinterval" | "-report" | "-strict" | "-testEnv" | "-crc32"
            | "-check-mate-pvs" | "-show-latency" => self.ignore(option),
            "-config" if !option.pairs().any(|(key, _)| key == "file") => self.ignore(option),
            "-config" => {
                bail!("-config file= is not supported: journals are resumed by `quadriga match --resume`")
            }
            "-epdout" | "-quick" | "-compliance" | "-engines" => bail!("{} is not supported", option.name),
            name => bail!("unknown option {name}"),
        }
        Ok(())
    }

    fn variant(&mut self, name: &str) -> anyhow::Result<()> {
        let Some((_, ours)) = VARIANTS.into_iter().find(|(known, _)| *known == name) else {
            let names = VARIANTS.map(|(known, _)| known).join(", ");
            bail!("-variant {name} is not supported: use one of {names}");
        };
        self.set("variant", ours);
        if name == "fischerandom" {
            self.set("options", toml::toml! { UCI_Chess960 = "true" });
        }
        if name == "gomoku" {
            let note = "-variant gomoku is won by exactly five stones, as in cutechess; \
                        with gomokufreestyle, more than five win as well";
            self.translation.notes.push(note.to_owned());
        }
        Ok(())
    }

    fn openings(&mut self, option: &CommandOption) -> anyhow::Result<()> {
        let mut openings = toml::Table::new();
        let mut plies = ALL_PLIES;
        for (key, value) in option.values(&["file", "format", "order", "plies", "start", "policy"])? {
            match (key, value) {
                ("file", path) => {
                    openings.insert("book".to_owned(), path.into());
                }
                ("format", "epd" | "pgn" | "gomocup") | ("order", "sequential" | "random") => {
                    openings.insert(key.to_owned(), value.into());
                }
                ("plies", plies_given) => plies = number("-openings", key, plies_given)?,
                ("start", start) => {
                    let start: i64 = number("-openings", key, start)?;
                    if start < 1 {
                        bail!("-openings start={start}: openings are counted from 1");
                    }
                    openings.insert("start".to_owned(), (start - 1).into());
                }
                ("policy", policy) => self.translation.ignored.push(format!("-openings policy={policy}")),
                _ => bail!("-openings {key}={value} is not supported"),
            }
        }
        let Some(book) = openings.get("book").and_then(toml::Value::as_str).map(str::to_ascii_lowercase)
        else {
            bail!("-openings needs file=");
        };
        let is_known = [".epd", ".fen", ".pgn"].iter().any(|extension| book.ends_with(extension));
        if !openings.contains_key("format") && (self.program == Program::Cutechess || !is_known) {
            openings.insert("format".to_owned(), "pgn".into());
        }
        openings.insert("plies".to_owned(), plies.into());
        self.set("openings", openings);
        Ok(())
    }

    fn adjudicate(&mut self, option: &CommandOption) -> anyhow::Result<()> {
        let is_draw = option.name == "-draw";
        let keys: &[&str] =
            if is_draw { &["movenumber", "movecount", "score"] } else { &["movecount", "score", "twosided"] };
        let mut rule = toml::Table::new();
        rule.insert("moves".to_owned(), 1.into());
        rule.insert("score".to_owned(), 0.into());
        if !is_draw {
            rule.insert("one-sided".to_owned(), true.into());
        }
        for (key, value) in option.values(keys)? {
            let (key, value): (_, toml::Value) = match key {
                "twosided" => {
                    let two_sided: bool = number(&option.name, key, value)?;
                    ("one-sided", (!two_sided).into())
                }
                "movecount" => ("moves", number::<i64>(&option.name, key, value)?.max(1).into()),
                "movenumber" => ("from-move", number::<i64>(&option.name, key, value)?.into()),
                _ => ("score", number::<i64>(&option.name, key, value)?.into()),
            };
            rule.insert(key.to_owned(), value);
        }
        self.set_adjudication(if is_draw { "draw" } else { "win" }, rule);
        Ok(())
    }

    fn set_adjudication(&mut self, key: &str, value: impl Into<toml::Value>) {
        let table =
            self.translation.settings.entry("adjudication").or_insert_with(|| toml::Table::new().into());
        if let toml::Value::Table(table) = table {
            table.insert(key.to_owned(), value.into());
        }
    }

    fn set_tablebases(&mut self, key: &str, value: impl Into<toml::Value>) {
        self.tablebases.insert(key.to_owned(), value.into());
    }

    fn pgn(&mut self, option: &CommandOption) -> anyhow::Result<()> {
        let mut path = None;
        let mut is_emptied = false;
        for (key, value) in option.pairs() {
            match (key, value) {
                ("fi", None) => {}
                ("min", _) => self.translation.ignored.push("-pgnout min".to_owned()),
                (word, None) if path.is_none() => path = Some(PathBuf::from(word)),
                ("file", Some(file)) => path = Some(file.into()),
                ("append", Some(append)) => is_emptied = append == "false",
                ("pv", Some("true")) => self.set("pv", true),
                ("notation", Some("san")) | (_, Some("false")) => {}
                (key, Some(value)) => self.translation.ignored.push(format!("-pgnout {key}={value}")),
                (word, None) => bail!("-pgnout has no {word}"),
            }
        }
        let path = path.context("-pgnout needs a file")?;
        self.translation.pgn = Some((path, is_emptied));
        Ok(())
    }

    /// `3,5,7-11,13`, or nothing for all cores.
    fn pin(&mut self, option: &CommandOption) -> anyhow::Result<()> {
        let text = option.text();
        if text.is_empty() {
            self.set("pin", true);
            return Ok(());
        }
        let mut cores = toml::value::Array::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let [first, last] = [first, last].map(|core| core.trim().parse::<u16>());
            let (Ok(first), Ok(last)) = (first, last) else {
                bail!("-use-affinity {text}: not a list of cores such as 3,5,7-11");
            };
            cores.extend((first..=last).map(|core| i64::from(core).into()));
        }
        self.set("pin", cores);
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<Translation> {
        let count = self.engines.len();
        if count < 2 {
            bail!("at least two engines are needed; {count} given");
        }
        if self.sprt.is_some() && count > 2 {
            bail!("-sprt needs exactly two engines; {count} were given");
        }
        let numbered = (1..).zip(std::mem::take(&mut self.engines));
        let players =
            numbered.map(|(number, engine)| engine.player(&self.each, number).map(toml::Value::Table));
        let players = players.collect::<anyhow::Result<toml::value::Array>>()?;
        self.set("player", players);
        let pairs = i64::try_from(self.pairs_of_games()?).context("-rounds")?;
        match self.format {
            Format::Knockout => self.set("pairs", pairs),
            _ => self.set("rounds", pairs),
        }
        if self.format == Format::Gauntlet && count > 2 {
            self.set("challengers", self.seeds.unwrap_or(1).max(1));
        }
        let format = if count == 2 && self.format != Format::Knockout { Format::Match } else { self.format };
        self.set("format", format.name());
        if let Some(sprt) = self.sprt.take() {
            self.set("sprt", sprt);
        }
        if self.tablebases.contains_key("path") {
            let tablebases = std::mem::take(&mut self.tablebases);
            self.set_adjudication("tablebases", tablebases);
        }
        if let Some(patience) = self.patience {
            self.set("each", toml::toml! { patience = patience });
        }
        if !self.translation.settings.contains_key("openings") {
            self.set("openings", toml::toml! { random = 0 });
        }
        let seed = self.seed.unwrap_or_else(|| {
            // As in the other programs, the openings differ from run to run.
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
            now.as_secs() ^ u64::from(now.subsec_nanos())
        });
        // Integers in a settings file have at most 63 bits.
        self.set("seed", i64::try_from(seed & (u64::MAX >> 1))?);
        Ok(self.translation)
    }

    /// The number of pairs of games per encounter of two players.
    fn pairs_of_games(&mut self) -> anyhow::Result<u64> {
        let (rounds, games) = match self.program {
            Program::Cutechess => (1, 1),
            Program::Fastchess => (2, 2),
        };
        if self.format == Format::Knockout && self.rounds.is_some() {
            self.translation.ignored.push("-rounds".to_owned());
        }
        let rounds = if self.format == Format::Knockout { 1 } else { self.rounds.unwrap_or(rounds) };
        let games = self.games.unwrap_or(games);
        let Some(total) = rounds.checked_mul(games).filter(|&total| total > 0) else {
            bail!("-rounds {rounds} -games {games}: not a valid number of games");
        };
        let pairs = total.div_ceil(2);
        if !total.is_multiple_of(2) {
            let note = format!("every opening is played twice, so {} games instead of {total}", 2 * pairs);
            self.translation.notes.push(note);
        } else if !self.repeats
            && self.program == Program::Cutechess
            && self.games.is_none_or(|games| games < 2)
        {
            self.translation.notes.push("every opening is played twice, as with -repeat".to_owned());
        }
        Ok(pairs)
    }
}

fn sprt(option: &CommandOption, program: Program) -> anyhow::Result<toml::Table> {
    let mut sprt = toml::Table::new();
    let scale = if program == Program::Fastchess { "normalised" } else { "elo" };
    sprt.insert("scale".to_owned(), scale.into());
    for (key, value) in option.values(&["elo0", "elo1", "alpha", "beta", "model"])? {
        if key == "model" {
            let scale = match value {
                "normalized" | "normalised" => "normalised",
                "logistic" => "elo",
                _ => bail!("-sprt model={value} is not supported: use normalized or logistic"),
            };
            sprt.insert("scale".to_owned(), scale.into());
        } else {
            sprt.insert(key.to_owned(), number::<f64>("-sprt", key, value)?.into());
        }
    }
    for key in ["elo0", "elo1"] {
        if !sprt.contains_key(key) {
            bail!("-sprt needs {key}=");
        }
    }
    Ok(sprt)
}
