use quadriga::arena::openings::{BookFormat, BookOrder, OpeningSource};
use quadriga::arena::schedule::Format;
use quadriga::arena::stats::EloScale;
use quadriga::arena::{Config, DrawRule, PlayerKind, Protocol, TablebaseRule, TimeControl, WinRule};
use quadriga::games::Variant;

use super::Program;
use super::translate::{Translation, translate};

fn translation(line: &str, program: Program) -> (Translation, Config) {
    let words = shlex::split(line).expect("matching quotes");
    let translation = translate(&words, program).expect(line);
    let config = Config::load(None, translation.settings.clone()).expect(line);
    config.contest.validate().expect(line);
    (translation, config)
}

#[track_caller]
fn refused(line: &str, expected: &str) {
    let words = shlex::split(line).expect("matching quotes");
    let error = translate(&words, Program::Cutechess).expect_err(line);
    assert!(format!("{error:#}").contains(expected), "{line}: {error:#}");
}

const ENGINES: &str = "-engine cmd=./a -engine cmd=./b -each tc=1+0.01";

#[test]
fn worker_of_a_testing_site_is_understood() {
    let line = "-recover -repeat -games 2 -rounds 100 -tournament gauntlet -srand 1234 -ratinginterval 5 \
                -resign movecount=3 score=600 -draw movenumber=34 movecount=8 score=20 -variant standard \
                -concurrency 4 -openings file=UHO_4060_v2.epd format=epd order=random plies=16 start=3 \
                -site https://example.org/tests -event 'Batch 7: new vs base' -pgnout results.pgn \
                -engine name=new cmd=./sf_1 dir=engines option.Hash=16 option.nodestime=600 \
                -engine name=base cmd=./sf_2 dir=engines option.Hash=16 arg=--quiet arg='-n 1' \
                -each proto=uci tc=0/10+0.1 option.Threads=1 option.Hash=8";
    let (translation, config) = translation(line, Program::Cutechess);
    let contest = &config.contest;
    assert_eq!((contest.format, contest.rounds, contest.seed), (Format::Match, 100, 1234));
    assert_eq!((contest.variant, contest.event.as_str()), (Variant::Chess, "Batch 7: new vs base"));
    assert_eq!(contest.names(), ["new", "base"]);
    let base = &contest.players[1];
    let PlayerKind::Program(program) = &base.kind else { panic!() };
    assert_eq!(program.command.to_str(), Some("./sf_2"));
    assert_eq!(program.arguments, ["--quiet", "-n 1"]);
    assert_eq!(
        (program.directory.as_ref().unwrap().to_str(), program.protocol),
        (Some("engines"), Protocol::Uci)
    );
    assert_eq!(base.time, "10+0.1".parse().unwrap());
    let options = |player: usize| {
        let options = contest.players[player].options.iter();
        options.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(options(0), "nodestime=600 Threads=1 Hash=8", "the settings of -each take precedence");
    assert_eq!(options(1), "Threads=1 Hash=8");
    assert_eq!(contest.adjudication.win, Some(WinRule { score: 600, moves: 3, one_sided: true }));
    assert_eq!(contest.adjudication.draw, Some(DrawRule { score: 20, moves: 8, from_move: 34 }));
    let OpeningSource::Book(book) = &contest.openings else { panic!() };
    assert_eq!(
        (book.format, book.order, book.start, book.plies),
        (BookFormat::Epd, BookOrder::Random, 2, Some(16))
    );
    assert_eq!(config.run_settings.concurrency, 4);
    assert_eq!(translation.ignored, ["-site"]);
    assert_eq!(translation.printing.rating_interval, 5);
    let (pgn, is_emptied) = translation.pgn.unwrap();
    assert_eq!((pgn.to_str(), is_emptied), (Some("results.pgn"), false));
}

#[test]
fn example_of_fastchess_is_understood() {
    let line = "-engine cmd=Engine1.exe name=Engine1 option.Threads=1 -engine cmd=Engine2.exe name=Engine2 \
                -openings file=UHO_Lichess_4852_v1.epd order=random -each tc=300+5 -resign movecount=3 score=600 \
                -draw movenumber=34 movecount=8 score=20 -sprt elo0=0 elo1=2 alpha=0.05 beta=0.1 \
                -rounds 100000 -concurrency 3 -pgnout notation=san nodes=true pv=true file=./games/sprt.pgn \
                -output format=cutechess -use-affinity 0,2-4 -log file=log level=warn -startup-ms 500 -ping-ms 90000";
    let (translation, config) = translation(line, Program::Fastchess);
    let sprt = config.contest.sprt.unwrap();
    assert_eq!((sprt.scale(), config.contest.rounds), (EloScale::Normalised, 100_000));
    assert!((sprt.bounds()[1] - (0.9_f64 / 0.05).ln()).abs() < 1e-12);
    assert_eq!(translation.printing.style, Program::Cutechess);
    assert_eq!(translation.ignored, ["-pgnout nodes=true", "-log"]);
    assert_eq!(translation.pgn.unwrap().0.to_str(), Some("./games/sprt.pgn"));
    assert!(config.run_settings.keep_pv);
    assert_eq!(config.contest.players[0].patience.as_millis(), 90_000);
    let OpeningSource::Book(book) = &config.contest.openings else { panic!() };
    assert_eq!(book.format, BookFormat::Epd);
}

#[test]
fn examples_of_the_manual_are_understood() {
    let line = "-engine cmd=sloppy -engine cmd=sloppy -each proto=xboard tc=40/60 -rounds 10";
    let (first, config) = translation(line, Program::Cutechess);
    assert_eq!((config.contest.names(), config.contest.rounds), (vec!["sloppy", "sloppy 2"], 5));
    assert_eq!(config.contest.openings, OpeningSource::Start);
    assert_eq!(first.notes, ["every opening is played twice, as with -repeat"]);
    let PlayerKind::Program(program) = &config.contest.players[0].kind else { panic!() };
    assert_eq!(program.protocol, Protocol::Cecp);
    let (_, config) = translation(
        "-engine name=Atak cmd=Atak32.exe dir=C:\\\\atak proto=xboard -engine cmd='my glaurung' proto=uci \
         option.Threads=1 -each tc=40/1:30+1",
        Program::Cutechess,
    );
    assert_eq!(config.contest.players[0].time, "40/90+1".parse().unwrap());
    let PlayerKind::Program(program) = &config.contest.players[1].kind else { panic!() };
    assert_eq!((program.command.to_str(), program.arguments.len()), (Some("my glaurung"), 0));
}

#[test]
fn numbers_of_games_are_those_of_the_program() {
    let pairs = |words: &str, program| translation(&format!("{ENGINES} {words}"), program).1.contest.rounds;
    for (words, cutechess, fastchess) in [
        ("", 1, 2),
        ("-rounds 10", 5, 10),
        ("-rounds 10 -repeat", 5, 10),
        ("-rounds 10 -games 2 -repeat", 10, 10),
        ("-rounds 5 -games 4", 10, 10),
        ("-rounds 7 -games 1", 4, 4),
    ] {
        assert_eq!(pairs(words, Program::Cutechess), cutechess, "{words}");
        assert_eq!(pairs(words, Program::Fastchess), fastchess, "{words}");
    }
}

#[test]
fn limits_variants_and_formats_are_translated() {
    let config = |words: &str| translation(words, Program::Cutechess).1.contest;
    let players = config("-engine cmd=self tc=inf depth=6 -engine cmd=./b st=0.5 timemargin=20").players;
    assert_eq!((&players[0].kind, players[0].time), (&PlayerKind::Internal, TimeControl::Depth(6)));
    assert_eq!(players[1].time, "movetime=0.5".parse().unwrap());
    assert_eq!(players[1].margin.as_millis(), 20);
    for (name, variant) in [
        ("standard", Variant::Chess),
        ("xiangqi", Variant::Xiangqi),
        ("gomoku", Variant::GomokuStandard),
        ("gomokufreestyle", Variant::Gomoku),
        ("zhonggong", Variant::Zhonggong),
    ] {
        assert_eq!(config(&format!("{ENGINES} -variant {name}")).variant, variant);
    }
    let chess960 = config(&format!("{ENGINES} -variant fischerandom"));
    assert_eq!(chess960.options, [("UCI_Chess960".to_owned(), "true".to_owned())]);
    let three = format!("{ENGINES} -engine cmd=./c");
    let gauntlet = config(&format!("{three} -tournament gauntlet -rounds 4 -games 2 -seeds 2"));
    assert_eq!((gauntlet.format, gauntlet.rounds, gauntlet.challengers), (Format::Gauntlet, 4, 2));
    let seeded = config(&format!("{ENGINES} -srand 18446744073709551615"));
    assert_eq!(seeded.seed, u64::MAX >> 1);
    let knockout = config(&format!("{three} -tournament knockout -games 4"));
    assert_eq!((knockout.format, knockout.pairs), (Format::Knockout, 2));
    assert_eq!(config(&three).format, Format::RoundRobin);
    let adjudication =
        config(&format!("{ENGINES} -maxmoves 150 -resign movecount=2 score=400 twosided=true"));
    assert_eq!(adjudication.adjudication.max_plies, Some(300));
    assert_eq!(adjudication.adjudication.win, Some(WinRule { score: 400, moves: 2, one_sided: false }));
    let sprt = config(&format!("{ENGINES} -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05")).sprt.unwrap();
    assert_eq!(sprt.scale(), EloScale::Elo);
    assert_eq!(config(&format!("{ENGINES} -maxmoves 0")).adjudication.max_plies, None);
    let tables =
        config(&format!("{ENGINES} -tb /tables -tbpieces 5 -tbignore50 -tbadjudicate BOTH")).tablebases;
    let expected = TablebaseRule { path: "/tables".to_owned(), pieces: Some(5), move_limit: false };
    assert_eq!(tables, Some(expected));
    assert_eq!(config(&format!("{ENGINES} -tbpieces 5")).tablebases, None);
}

#[test]
fn unsupported_options_are_named_in_the_error() {
    refused("-engine cmd=./a tc=1", "at least two engines");
    refused("-engine cmd=./a -engine cmd=./b", "engine 1 has no limit");
    refused("-engine name=x tc=1 -engine cmd=./b tc=1", "x has no cmd=");
    refused("-engine cmd=./a tc=1 nodes=100 -engine cmd=./b tc=1", "several limits (tc, nodes)");
    refused("-engine cmd=./a tc=hg5 -engine cmd=./b", "hourglass");
    refused("-engine cmd=./a tc=soon -engine cmd=./b", "soon");
    refused("-engine cmd=./a whitepov -engine cmd=./b", "whitepov is not supported");
    refused("-engine cmd=./a speed=3", "-engine has no speed");
    refused("-engine conf=a", "write cmd= and proto=");
    refused("-engine cmd=./a proto=usi", "proto=usi");
    for (words, expected) in [
        ("-variant shogi", "-variant shogi"),
        ("-tournament pyramid", "-tournament pyramid"),
        ("-noswap", "-noswap"),
        ("-repeat 3", "-repeat 3"),
        ("-epdout x.epd", "-epdout"),
        ("-frobnicate 3", "unknown option -frobnicate"),
        ("-openings format=epd", "needs file="),
        ("-openings file=x order=reverse", "order=reverse"),
        ("-openings file=x start=0", "counted from 1"),
        ("-sprt elo0=0", "needs elo1="),
        ("-sprt elo0=0 elo1=5 model=bayesian", "bayesian"),
        ("-sprt elo0=zero elo1=5", "elo0=zero"),
        ("-rounds 0", "-rounds 0"),
        ("-rounds many", "many"),
        ("-rounds 18446744073709551615 -games 2", "not a valid number"),
        ("-concurrency", "needs a value"),
        ("-pgnout", "needs a file"),
        ("-use-affinity 1-x", "list of cores"),
        ("-config file=config.json", "-config"),
    ] {
        refused(&format!("{ENGINES} {words}"), expected);
    }
    refused(&format!("{ENGINES} -engine cmd=./c -sprt elo0=0 elo1=5"), "exactly two engines");
}
