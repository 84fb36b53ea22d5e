//! Games in each protocol, and claims of players about results.

use quadriga::games::gomoku::reasons;
use std::time::Duration;

use quadriga::arena::{Cause, MoveScore, PlayerKind, Protocol, Remark};
use quadriga::base::{Outcome, Reason, Side};
use quadriga::games::Variant;

use crate::games::{
    PidFile, assert_blamed, assert_regular, game_runner, impatient, internal, mock, play, play_on, setup,
    texts, try_play, uci,
};

use crate::starting::{problem_with, unnamed};

/// The fastest way to be mated.
const FOOL: &str = "moves=f2f3,g2g4";
const MATE: &str = "moves=e7e5,d8h4";

pub fn mate_ends_a_game() {
    let record = play(&uci("fool", FOOL), &uci("mater", MATE));
    assert_regular(&record, Outcome::Win(Side::Second), Cause::Rule(Reason::CHECKMATE));
    assert_eq!(texts(&record), ["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(record.players, ["fool", "mater"]);
    assert_eq!(record.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!((record.opening_plies, record.event.as_str()), (0, "test"));
}

pub fn openings_and_colours_are_kept() {
    let mut setup = setup();
    setup.fen = Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".to_owned());
    setup.opening = ["e8e7", "e2e4", "e7e6"].map(str::to_owned).to_vec();
    for protocol in [Protocol::Uci, Protocol::Cecp] {
        let white = mock("white", protocol, "chess", "moves=e1d2,d2d3");
        let black = mock("black", protocol, "chess", "moves=e6e5,illegal");
        let record = try_play(&mut game_runner(Variant::Chess), &setup, &white, &black).expect("a game");
        assert_eq!(texts(&record)[..6], ["e8e7", "e2e4", "e7e6", "e1d2", "e6e5", "d2d3"]);
        assert_eq!(record.opening_plies, 3);
        assert_eq!(record.moves[2].time, None);
        assert!(record.moves[3].time.is_some());
    }
}

pub fn clocks_are_told_and_kept() {
    let mut white = uci("white", "late=1:200");
    white.time = "2/10+1".parse().expect("a time control");
    let mut black = uci("black", "");
    black.time = "30".parse().expect("a time control");
    let record = play(&white, &black);
    // The mock reports White's time as its nodes, Black's as its score, and the moves to go as its depth.
    let told = |index: usize| {
        let record = &record.moves[index];
        let Some(MoveScore::Cp(black)) = record.score else { panic!("no score") };
        (record.nodes.expect("nodes"), black as u64, record.depth.expect("a depth"))
    };
    assert_eq!(told(0), (10_000, 30_000, 2));
    let after_first = told(2);
    let taken = record.moves[0].time.expect("a time");
    assert!(taken >= Duration::from_millis(200));
    assert!(
        after_first.0.abs_diff(Duration::from_secs(11).saturating_sub(taken).as_millis() as u64) <= 1,
        "{after_first:?}"
    );
    assert_eq!((after_first.2, told(1).2), (1, 0));
    let after_second = told(4);
    assert!(after_second.0 > after_first.0 + 10_000 && after_second.2 == 2, "{after_second:?}");
    assert!(told(3).1 <= 30_000);
}

pub fn white_has_its_own_clock_where_black_begins() {
    let player = |name, time: &str| {
        let mut player = mock(name, Protocol::Uci, "gomoku", "");
        player.time = time.parse().expect("a time control");
        player
    };
    let (black, white) = (player("black", "10"), player("white", "30"));
    let record = play_on(&mut game_runner(Variant::Gomoku), &black, &white);
    // The mock reports White's time as its nodes, and Black's as its score.
    assert_eq!(record.moves[0].nodes, Some(30_000));
    assert_eq!(record.moves[0].score, Some(MoveScore::Cp(10_000)));
}

pub fn xboard_programs_play() {
    let (fool, mater) =
        (mock("fool", Protocol::Cecp, "chess", FOOL), mock("mater", Protocol::Cecp, "chess", MATE));
    let mut game_runner = game_runner(Variant::Chess);
    for _ in 0..2 {
        let record = play_on(&mut game_runner, &fool, &mater);
        assert_eq!(record.moves[0].score, Some(MoveScore::Cp(17)));
        // In the second game the mocks have used up the moves given to them.
        if record.moves.len() == 4 {
            assert_regular(&record, Outcome::Win(Side::Second), Cause::Rule(Reason::CHECKMATE));
        } else {
            assert_regular(&record, Outcome::Draw, Cause::TooLong);
        }
    }
}

pub fn old_xboard_programs_play() {
    let old = |name, moves| mock(name, Protocol::Cecp, "chess", &format!("old {moves}"));
    let record = play(&old("fool", FOOL), &old("mater", MATE));
    assert_regular(&record, Outcome::Win(Side::Second), Cause::Rule(Reason::CHECKMATE));
}

pub fn false_wins_are_not_believed() {
    for claim in ["0-1_{Black_mates}", "1/2-1/2_{Draw_by_repetition}"] {
        let liar = mock("liar", Protocol::Cecp, "chess", &format!("say=2:{claim}"));
        let record = play(&uci("a", ""), &liar);
        assert_blamed(&record, Side::Second, Cause::FalseClaim);
        assert!(record.termination.detail.contains(&claim.replace('_', " ")), "{:?}", record.termination);
    }
}

pub fn own_losses_are_believed() {
    for word in ["resign", "1-0_{Black_resigns}", "tellics_resign"] {
        let record = play(&uci("a", ""), &mock("b", Protocol::Cecp, "chess", &format!("say=2:{word}")));
        assert_regular(&record, Outcome::Win(Side::First), Cause::Resignation);
    }
    let record = play(&uci("a", "say=1:bestmove_resign"), &uci("b", ""));
    assert_regular(&record, Outcome::Win(Side::Second), Cause::Resignation);
}

pub fn refused_legal_moves_blame_the_refuser() {
    let refuser = mock("refuser", Protocol::Cecp, "chess", "say=1:Illegal_move:_e2e4");
    let record = play(&uci("a", "moves=e2e4"), &refuser);
    assert_blamed(&record, Side::Second, Cause::FalseClaim);
}

pub fn xiangqi_is_played_in_ucci() {
    let first = mock("first", Protocol::Ucci, "xiangqi", "moves=h2e2 say=2:bestmove_h0g2_resign");
    let second = mock("second", Protocol::Ucci, "xiangqi", "moves=h9g7");
    let record = play_on(&mut game_runner(Variant::Xiangqi), &first, &second);
    assert_regular(&record, Outcome::Win(Side::Second), Cause::Resignation);
    assert_eq!(record.moves[1].score, Some(MoveScore::Cp(17)));
    assert_eq!(texts(&record), ["h3e3", "h10g8"]);
}

pub fn the_rulebook_judges_claims_of_a_draw() {
    let pids = PidFile::new();
    let claimer = mock("claimer", Protocol::Ucci, "xiangqi", &format!("say=2:nobestmove {}", pids.word()));
    let other = mock("other", Protocol::Ucci, "xiangqi", "");
    let mut game_runner = game_runner(Variant::Xiangqi);
    let record = play_on(&mut game_runner, &claimer, &other);
    assert_blamed(&record, Side::First, Cause::FalseClaim);
    assert_eq!(record.remarks, [remark(2, Side::First, "nobestmove")]);
    // The program is as good as before.
    assert_eq!(play_on(&mut game_runner, &claimer, &other).termination.blamed, None);
    assert_eq!(pids.pids().len(), 1);
    // Nobody is asked where the rules end the game: a single capture leaves no piece that can cross the river.
    let mut setup = setup();
    setup.fen = Some("3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 0 1".to_owned());
    let claimer = mock("claimer", Protocol::Ucci, "xiangqi", "moves=e0e1 say=2:nobestmove");
    let record = try_play(&mut game_runner, &setup, &claimer, &other).expect("a game");
    assert_eq!((record.outcome, record.remarks.len()), (Outcome::Draw, 0), "{:?}", record.termination);
}

pub fn complaints_are_no_moves() {
    let variant = Variant::Gomoku;
    let complainer = mock("complainer", Protocol::Gomocup, "gomoku", "complain=2:what_was_that?");
    let other = mock("other", Protocol::Gomocup, "gomoku", "");
    let record = play_on(&mut game_runner(variant), &other, &complainer);
    assert_eq!((record.termination.cause, record.moves.len()), (Cause::TooLong, 20));
    assert_eq!(record.remarks, [remark(3, Side::Second, "ERROR what was that?")]);
    let mute = impatient(mock("mute", Protocol::Gomocup, "gomoku", "complain=2:and_now_nothing hang=2"));
    let record = play_on(&mut game_runner(variant), &other, &mute);
    assert_blamed(&record, Side::Second, Cause::Stall);
    assert_eq!(record.termination.detail, "it wrote \"ERROR and now nothing\"");
}

pub fn brittle_programs_are_left_alone_after_a_move() {
    let brittle = |name| mock(name, Protocol::Gomocup, "gomoku", "brittle");
    let mut game_runner = game_runner(Variant::Gomoku);
    let fast = internal("fast", "nodes=1");
    for _ in 0..2 {
        let record = play_on(&mut game_runner, &brittle("a"), &fast);
        assert_eq!((record.termination.blamed, record.remarks), (None, Vec::new()));
    }
}

pub fn records_keep_the_words_that_verdicts_rest_on() {
    let claim = "0-1_{Black_mates_in_the_end}";
    for (protocol, behaviour, words) in [
        (Protocol::Uci, "say=1:bestmove_e2e5_ponder_e7e5", "bestmove e2e5 ponder e7e5"),
        (Protocol::Uci, "say=1:bestmove_resign", "bestmove resign"),
        (Protocol::Cecp, &format!("say=1:{claim}"), "0-1 {Black mates in the end}"),
        (Protocol::Cecp, "say=1:move_e2e5", "move e2e5"),
        (Protocol::Cecp, "say=1:tellics_resign", "tellics resign"),
    ] {
        let record = play(&mock("a", protocol, "chess", behaviour), &uci("b", ""));
        assert_eq!(record.remarks, [remark(0, Side::First, words)], "{:?}", record.termination);
    }
    // A program that complains without end does not fill the journal.
    let long = format!("say=1:bestmove_{}", "x".repeat(10_000));
    let record = play(&uci("a", &long), &uci("b", ""));
    assert_eq!(record.remarks[0].text.len(), 200);
}

pub fn programs_name_themselves() {
    for (protocol, variant, game, name) in [
        (Protocol::Uci, Variant::Chess, "chess", "mock"),
        (Protocol::Ucci, Variant::Xiangqi, "xiangqi", "mock"),
        (Protocol::Cecp, Variant::Chess, "chess", "mock engine"),
        (Protocol::Gomocup, Variant::Gomoku, "gomoku", "mock 1"),
    ] {
        let own = format!("Quadriga {}", env!("CARGO_PKG_VERSION"));
        let mut game_runner = game_runner(variant);
        let other = internal("other", "nodes=1");
        for _ in 0..2 {
            let record = play_on(&mut game_runner, &mock("a", protocol, game, ""), &other);
            assert_eq!(record.engines, [Some(name.to_owned()), Some(own.clone())]);
        }
    }
}

fn remark(ply: usize, side: Side, text: &str) -> Remark {
    Remark { ply, side, text: text.to_owned() }
}

pub fn draws_need_two() {
    let mut game_runner = game_runner(Variant::Chess);
    let record = play_on(&mut game_runner, &uci("a", "draw=2"), &uci("b", "draw=2"));
    assert_regular(&record, Outcome::Draw, Cause::Agreement);
    assert_eq!(record.moves.len(), 4);
    let record = play_on(&mut game_runner, &uci("c", "draw=2 draw=3"), &uci("d", "draw=4"));
    assert_eq!(record.termination.cause, Cause::TooLong);
}

pub fn offers_of_a_draw_are_passed_on() {
    for (variant, game) in [(Variant::Chess, "chess"), (Variant::Xiangqi, "xiangqi")] {
        for accepting in [Protocol::Ucci, Protocol::Cecp] {
            let offerer = mock("offerer", Protocol::Uci, game, "draw=3");
            let other = mock("other", accepting, game, "accept");
            let record = play_on(&mut game_runner(variant), &offerer, &other);
            assert_regular(&record, Outcome::Draw, Cause::Agreement);
            assert_eq!(record.moves.len(), 6, "{accepting:?}");
        }
    }
}

pub fn ranks_are_counted_in_both_ways() {
    let moves = ["moves=h3e3,h1g3", "moves=h10g8"];
    let from_one = moves.map(|moves| mock(moves, Protocol::Uci, "xiangqi", moves));
    let record = play_on(&mut game_runner(Variant::Xiangqi), &from_one[0], &from_one[1]);
    assert_eq!(texts(&record)[..3], ["h3e3", "h10g8", "h1g3"]);
    // A program that offers the variant but counts ranks from 0 needs the option.
    let mut from_zero = mock("zero", Protocol::Uci, "xiangqi", "from-zero moves=h2e2,h0g2");
    from_zero.options.push(("Coordinates".to_owned(), "ranks0-9".to_owned()));
    let record = play_on(&mut game_runner(Variant::Xiangqi), &from_zero, &from_one[1]);
    assert_eq!(texts(&record)[..3], ["h3e3", "h10g8", "h1g3"]);
}

pub fn a_named_protocol_vouches_for_the_game() {
    let only = |name| mock(name, Protocol::Uci, "zhonggong", "one-game");
    let record = play_on(&mut game_runner(Variant::Zhonggong), &only("a"), &only("b"));
    assert_regular(&record, Outcome::Draw, Cause::TooLong);
    let problem = problem_with(Variant::Zhonggong, &unnamed(only("a")));
    assert_eq!(
        problem,
        "it has no option UCI_Variant; if zhonggong is the only game that it plays, set protocol=uci"
    );
    // Another game's moves are illegal moves, as usual.
    let wrong = mock("wrong", Protocol::Uci, "zhonggong", "one-game say=1:bestmove_e2e4");
    let record = play_on(&mut game_runner(Variant::Zhonggong), &wrong, &only("b"));
    assert_blamed(&record, Side::First, Cause::IllegalMove);
}

pub fn this_program_plays_one_game_only() {
    for variant in Variant::ALL {
        let mut spec = mock("one game", Protocol::Uci, variant.name(), "");
        let PlayerKind::Program(program) = &mut spec.kind else { unreachable!() };
        program.command = env!("CARGO_BIN_EXE_quadriga").into();
        program.arguments = vec!["--variant".to_owned(), variant.name().to_owned()];
        spec.time = "nodes=50".parse().expect("a control");
        let record = play_on(&mut game_runner(variant), &spec, &internal("other", "nodes=50"));
        assert_eq!(record.termination.blamed, None, "{variant}: {:?}", record.termination);
        assert!(record.moves.len() > 8, "{variant}: {:?}", record.termination);
    }
}

pub fn gomoku_is_played() {
    let black = mock("black", Protocol::Gomocup, "gomoku", "");
    let row = |name, row: u32| {
        let answers: Vec<_> = (1..=5).map(|number| format!("illegal={number}:{number},{row}")).collect();
        mock(name, Protocol::Gomocup, "gomoku", &answers.join(" "))
    };
    let record = play_on(&mut game_runner(Variant::Gomoku), &row("first", 0), &row("second", 14));
    assert_regular(&record, Outcome::Win(Side::First), Cause::Rule(reasons::FIVE_IN_A_ROW));
    assert_eq!(texts(&record)[..3], ["b15", "b1", "c15"]);
    assert_eq!((record.moves[0].depth, record.moves[0].nodes), (Some(4), Some(3000)));
    // The first player's second stone is where the second player's already stands.
    let thief = mock("thief", Protocol::Gomocup, "gomoku", "illegal=1:1,0");
    assert_blamed(
        &play_on(&mut game_runner(Variant::Gomoku), &row("third", 0), &thief),
        Side::Second,
        Cause::IllegalMove,
    );
    let outside = mock("outside", Protocol::Gomocup, "gomoku", "illegal=1:15,0");
    assert_blamed(
        &play_on(&mut game_runner(Variant::Gomoku), &black, &outside),
        Side::Second,
        Cause::IllegalMove,
    );
    // An opening is sent as a board.
    let mut setup = setup();
    setup.opening = ["h8", "h9", "a1"].map(str::to_owned).to_vec();
    let record = try_play(&mut game_runner(Variant::Gomoku), &setup, &row("fourth", 0), &row("fifth", 14))
        .expect("a game");
    assert_eq!(texts(&record)[..5], ["h8", "h9", "a1", "b1", "b15"]);
}

pub fn forbidden_points_lose() {
    let mut setup = setup();
    // Black has two open twos that cross at h8.
    setup.opening = ["g8", "a1", "i8", "a15", "h7", "o1", "h9", "o15"].map(str::to_owned).to_vec();
    let black = mock("black", Protocol::Gomocup, "renju", "illegal=1:7,7");
    let white = mock("white", Protocol::Gomocup, "renju", "");
    let record = try_play(&mut game_runner(Variant::Renju), &setup, &black, &white).expect("a game");
    assert_blamed(&record, Side::First, Cause::Rule(reasons::FORBIDDEN_POINT));
    let record = try_play(&mut game_runner(Variant::Gomoku), &setup, &black, &white).expect("a game");
    assert_eq!(texts(&record)[8], "h8");
}
