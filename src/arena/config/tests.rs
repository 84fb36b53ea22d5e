use super::*;
use crate::arena::openings::BookOrder;
use crate::arena::stats::{EloScale, Sprt};

const EVERYTHING: &str = r#"
    event = "test"
    variant = "xiangqi"
    format = "match"
    rounds = 500
    pairs = 2
    tie-breaks = 3
    challengers = 1
    seed = 7
    concurrency = 2
    pin = [0, 1]
    shard = "2/4"
    journal = "test.jsonl"
    resume = true
    report = "test.html"
    records = ["test.pgn"]
    move-names = true
    options = { BoardSize = 15 }

    [each]
    time = "10+0.1"
    margin = 30
    patience = 3000
    options.Hash = 16

    [[player]]
    name = "new"
    command = "./new --fast"
    arguments = ["-x"]
    directory = "/tmp"
    environment = { A = "b" }
    protocol = "ucci"
    options = { Hash = 32, Ponder = false }

    [[player]]
    command = "self"
    time = "nodes=5000"

    [openings]
    book = "book.epd"
    order = "random"
    start = 3
    plies = 6

    [adjudication]
    win = { score = 600, moves = 4 }
    draw = { score = 10, moves = 8, from-move = 40 }
    max-plies = 300
    tablebases = { path = "tables", pieces = 5 }

    [sprt]
    elo0 = 0
    elo1 = 5
    scale = "normalised"
"#;

fn load(text: &str, overrides: &str) -> Result<Config, ConfigError> {
    let mut table: toml::Table = text.parse().unwrap();
    overlay(&mut table, overrides.parse().unwrap());
    Config::load(None, table)
}

#[test]
fn every_setting_can_be_read_from_a_file() {
    let config = load(EVERYTHING, "").unwrap();
    let Contest { players, sprt, adjudication, openings, .. } = &config.contest;
    assert_eq!(players[0].name, "new");
    let PlayerKind::Program(program) = &players[0].kind else { panic!() };
    assert_eq!(
        (program.command.to_str(), program.arguments.join(" ")),
        (Some("./new"), "--fast -x".to_owned())
    );
    assert_eq!(program.protocol, Protocol::Ucci);
    let options = |index: usize| {
        players[index].options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
    };
    assert_eq!(options(0), ["Hash=32", "Ponder=false"]);
    assert_eq!(players[0].margin, Duration::from_millis(30));
    assert_eq!(players[1].patience, Duration::from_secs(3));
    assert_eq!((players[1].name.as_str(), &players[1].kind), ("self", &PlayerKind::Internal));
    assert_eq!(players[1].time, TimeControl::Nodes(5000));
    assert_eq!(options(1), ["Hash=16"]);
    assert_eq!(*sprt, Sprt::new(0.0, 5.0, 0.05, 0.05, EloScale::Normalised).ok());
    assert_eq!(adjudication.draw.unwrap().from_move, 40);
    let tablebases = TablebaseRule { path: "tables".to_owned(), pieces: Some(5), move_limit: true };
    assert_eq!(config.contest.tablebases, Some(tablebases));
    let OpeningSource::Book(book) = openings else { panic!() };
    assert_eq!(
        (book.format, book.order, book.start, book.plies),
        (BookFormat::Epd, BookOrder::Random, 3, Some(6))
    );
    assert_eq!(config.run_settings.pinning, Pinning::Cores(vec![0, 1]));
    assert_eq!(config.run_settings.shard.to_string(), "2/4");
    assert_eq!((config.records, config.record_moves), (vec![PathBuf::from("test.pgn")], MoveStyle::Names));
}

#[test]
fn command_line_overrides_the_file() {
    let config = load(EVERYTHING, "seed = 8\neach.margin = 0\nopenings.start = 0").unwrap();
    assert_eq!((config.contest.seed, config.contest.players[1].margin), (8, Duration::ZERO));
    let OpeningSource::Book(book) = &config.contest.openings else { panic!() };
    assert_eq!((book.start, book.order), (0, BookOrder::Random));
}

#[test]
fn player_words_are_parsed_into_tables() {
    let table =
        parse_words(r#"name=new command="./new --x" time=10 option.Hash=16 option."Move Overhead"=5"#);
    let expected: toml::Table = toml::toml! {
        name = "new"
        command = "./new --x"
        time = 10
        options = { Hash = 16, "Move Overhead" = 5 }
    };
    assert_eq!(table.unwrap(), expected);
    assert!(matches!(parse_words("name"), Err(ConfigError::Word(_))));
    assert!(matches!(parse_words("=x"), Err(ConfigError::Word(_))));
    assert!(matches!(parse_words("name='x"), Err(ConfigError::Quotes(_))));
}

#[test]
fn unknown_names_and_bad_values_are_errors() {
    let players = "player = [{ command = \"self\", time = 1 }, { command = \"self\", time = 1 }]\n";
    let fails = |text: &str, expected: &str| {
        let error = load(&format!("{players}{text}"), "").expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    };
    fails("round = 5", "unknown field `round`");
    fails("[openings]\nrandom = 4\nbok = 'x'", "unknown field `bok`");
    fails("variant = 'go'", "go");
    fails("[each]\ntime = 'soon'", "soon");
    fails("[openings]\nbook = 'x.epd'\nrandom = 3", "exclude");
    fails("[openings]\nbook = 'x.txt'", "format");
    fails("records = ['games.txt']", ".pgn, .sgf or .psq");
    fails("resume = true", "name the journal");
    fails("[sprt]\nelo0 = 5\nelo1 = 0", "less than");
    let internal = "player = [{ command = 'self', time = 1, protocol = 'uci' }, { command = 'x', time = 1 }]";
    let error = load(internal, "").expect_err(internal).to_string();
    assert!(error.contains("has no setting protocol"), "{error}");
    assert_eq!(load(players, "").unwrap().contest.names(), ["self", "self 2"]);
    let reference = load("player = [{ command = 'reference' }]", "").unwrap().contest.players.remove(0);
    assert_eq!((reference.name.as_str(), &reference.kind), ("reference", &PlayerKind::Reference));
    assert_eq!(reference.time, TimeControl::Depth(5));
    let directory = "player = [{ name = 'r', command = 'reference', directory = '/' }]";
    let error = load(directory, "").expect_err(directory).to_string();
    assert_eq!(error, "player \"r\" is \"reference\", which has no setting directory");
    assert!(matches!(load("player = [{ command = 'x' }]", ""), Err(ConfigError::NoTime(_))));
    assert!(matches!(load("player = [{ time = 1 }]", ""), Err(ConfigError::NoCommand(1))));
}
