//! The UCI protocol, command by command.

use std::time::{Duration, Instant};

use crate::client::{Client, DEADLINE, value};

#[test]
fn engine_identifies_itself_and_lists_options() {
    let mut client = Client::start();
    client.send("uci");
    let lines = client.until("uciok");
    assert!(lines[0].starts_with("id name Quadriga ") && lines[1].starts_with("id author "), "{lines:?}");
    let (networks, options): (Vec<_>, Vec<_>) =
        lines[2..lines.len() - 1].iter().partition(|line| line.starts_with("info string network chess-"));
    assert!(networks.len() <= 1, "{networks:?}");
    for line in &options {
        assert!(line.starts_with("option name "), "{line}");
        assert!(line.len() < 1000, "UCI2WB misreads longer lines: {line}");
    }
    for name in [
        "Threads type spin",
        "Hash type spin",
        "Clear Hash type button",
        "Move Overhead type spin",
        "MultiPV type spin",
        "Ponder type check",
        "UCI_Variant type combo default chess ",
        "UCI_Chess960 type check default false",
        "UCI_LimitStrength type check",
        "UCI_Elo type spin",
        "Skill Level type spin",
        "UCI_AnalyseMode type check",
        "UCI_ShowWDL type check",
        "Contempt type spin default 0 min -500 max 500",
        "nodestime type spin",
        "Coordinates type combo default auto",
        "BoardSize type spin default 15",
    ] {
        let declared = options.iter().filter(|line| line.starts_with(&format!("option name {name}"))).count();
        assert_eq!(declared, 1, "{name}: {options:?}");
    }
}

/// More threads than any machine has processors; the command's time counts from its arrival.
#[test]
fn a_crowd_of_threads_answers_in_time() {
    let mut client = Client::start();
    client.send("setoption name Threads value 512\nposition startpos");
    client.ready();
    for _ in 0..3 {
        let begin = Instant::now();
        client.go("movetime 100");
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    }
    client.send("setoption name Threads value 1");
    client.go("depth 3");
}

#[test]
fn info_lines_contain_all_standard_fields() {
    let mut client = Client::start();
    let (best, lines) = client.go("depth 6");
    let last = lines.iter().rev().find(|line| line.contains(" score ")).expect("a score");
    for name in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time", "cp"] {
        let number = value(last, name).unwrap_or_else(|| panic!("no {name}: {last}"));
        assert!(number.parse::<i64>().is_ok(), "{name}: {last}");
    }
    assert_eq!(value(last, "depth"), Some("6"));
    assert_eq!(value(last, "pv"), Some(best.as_str()));
}

#[test]
fn mate_scores_are_counted_in_moves() {
    let mut client = Client::start();
    for (fen, score, best) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", " score mate 1 ", Some("d1d8")),
        ("6k1/8/8/8/8/8/1r6/r6K w - - 0 1", " score mate -", None),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", " score mate 2 ", None),
    ] {
        client.send(&format!("position fen {fen}"));
        let (found, lines) = client.go("depth 8");
        if let Some(best) = best {
            assert_eq!(found, best);
        }
        if found == "(none)" {
            continue;
        }
        assert!(
            lines.iter().rev().find(|l| l.contains(" score ")).expect("a score").contains(score),
            "{lines:?}"
        );
    }
}

#[test]
fn every_line_of_multipv_begins_with_another_move() {
    let mut client = Client::start();
    client.send("setoption name MultiPV value 4");
    let (_, lines) = client.go("depth 4");
    let mut firsts: Vec<_> = lines
        .iter()
        .filter(|line| value(line, "depth") == Some("4") && line.contains(" pv "))
        .filter(|line| !line.contains("bound"))
        .map(|line| (value(line, "multipv").expect("a rank"), value(line, "pv").expect("a move")))
        .collect();
    firsts.sort_unstable();
    firsts.dedup_by_key(|(rank, _)| *rank);
    assert_eq!(firsts.iter().map(|(rank, _)| *rank).collect::<Vec<_>>(), ["1", "2", "3", "4"], "{lines:?}");
    let mut moves: Vec<_> = firsts.iter().map(|(_, m)| *m).collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 4, "{lines:?}");
}

#[test]
fn only_searchmoves_are_searched() {
    let mut client = Client::start();
    let (best, _) = client.go("depth 4 searchmoves a2a3 h2h3");
    assert!(["a2a3", "h2h3"].contains(&best.as_str()), "{best}");
    let (best, lines) = client.go("searchmoves a2a5 h2h3 depth 2");
    assert_eq!(best, "h2h3");
    assert!(
        lines[0].starts_with("info string error searchmoves: ") && lines[0].contains("a2a5"),
        "{lines:?}"
    );
    let (best, lines) = client.go("searchmoves a2a5 depth 2");
    assert_eq!(best, "0000");
    assert_eq!(
        lines.last().map(String::as_str),
        Some("info string error searchmoves: none of the moves is legal")
    );
}

#[test]
fn wdl_is_reported_if_enabled() {
    let mut client = Client::start();
    assert!(client.go("depth 3").1.iter().all(|line| !line.contains(" wdl ")));
    client.send("setoption name uci_showwdl value TRUE");
    let (_, lines) = client.go("depth 3");
    let line = lines.iter().find(|line| line.contains(" wdl ")).expect("chances");
    let mut words = line.split(' ').skip_while(|word| *word != "wdl").skip(1);
    let sum: u32 =
        (0..3).map(|_| words.next().and_then(|word| word.parse::<u32>().ok()).expect("a number")).sum();
    assert_eq!(sum, 1000);
}

#[test]
fn currmove_is_reported_in_long_searches() {
    let mut client = Client::start();
    client.send("go infinite");
    let end = std::time::Instant::now() + DEADLINE;
    let line = loop {
        let line = client.line();
        if line.contains(" currmove ") {
            break line;
        }
        assert!(std::time::Instant::now() < end, "no current move");
    };
    assert!(value(&line, "currmovenumber").is_some_and(|n| n.parse::<u32>().is_ok()), "{line}");
    client.send("stop");
    client.until("bestmove ");
}

#[test]
fn search_is_reproducible_after_ucinewgame() {
    let mut client = Client::start();
    let nodes = |client: &mut Client| {
        let (best, lines) = client.go("depth 7");
        let last = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("nodes");
        (best, value(last, "nodes").map(str::to_owned))
    };
    let first = nodes(&mut client);
    client.send("ucinewgame");
    assert_eq!(nodes(&mut client), first);
    client.send("setoption name Clear Hash");
    assert_eq!(nodes(&mut client), first);
}

#[test]
fn perft_counts() {
    let mut client = Client::start();
    client.send("go perft 3");
    let lines = client.until("Nodes searched");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 8902"));
    assert_eq!(lines.len(), 21);
    let total: u64 = lines[..20]
        .iter()
        .map(|line| line.split_once(": ").expect("a move").1.parse::<u64>().expect("a count"))
        .sum();
    assert_eq!(total, 8902);
    assert_eq!(client.ask("go perft 0"), "Nodes searched: 1");
}

#[test]
fn perft_can_be_stopped_and_does_not_block() {
    let mut client = Client::start();
    client.send("go perft 12");
    client.ready();
    client.send("stop");
    let lines = client.until("info string error ");
    assert_eq!(
        lines.last().map(String::as_str),
        Some("info string error perft was stopped before it finished")
    );
    assert_eq!(client.ready(), Vec::<String>::new());
}

/// The first move of the last principal variation, or of the best of the last ones.
fn last_variation(lines: &[String]) -> Option<&str> {
    let mut lines = lines.iter().rev().filter(|line| line.contains(" multipv 1 "));
    lines.find_map(|line| line.split_once(" pv ")?.1.split(' ').next())
}

#[test]
fn best_move_begins_the_last_variation() {
    for variant in ["chess", "xiangqi", "zhonggong", "gomoku", "gomoku-standard", "renju"] {
        let mut client = Client::playing(variant);
        for options in ["", "Threads value 3", "MultiPV value 3", "Skill Level value 2"] {
            if !options.is_empty() {
                client.send(&format!("setoption name {options}"));
            }
            client.send("ucinewgame");
            client.send("position startpos");
            for number in 0..20 {
                let (best, lines) = client.go(&format!("nodes {}", 1 + 173 * number));
                assert_eq!(last_variation(&lines), Some(best.as_str()), "{variant} {options}: {lines:?}");
                if number % 4 == 3 {
                    client.send(&format!("move {best}"));
                }
            }
        }
    }
}

#[test]
fn the_shortest_time_suffices_for_a_win_in_one_move() {
    let mut client = Client::start();
    client.send("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    for limits in ["movetime 1", "wtime 1 btime 1", "movetime 0"] {
        assert_eq!(client.go(limits).0, "d1d8", "{limits}");
        client.send("ucinewgame");
    }
}

#[test]
fn castling_rights_that_cannot_be_are_ignored() {
    let mut client = Client::start();
    let answer = client.ask("position fen 4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1");
    assert_eq!(
        answer,
        "info string position: castling rights Qkq, which are impossible in this position, are ignored"
    );
    assert!(client.legal().contains(&"e1g1".to_owned()));
    for end in ["w", "w K", "w K -", "w K - 0"] {
        client.send(&format!("position fen 4k3/8/8/8/8/8/8/4K2R {end}"));
        assert_eq!(client.ready(), Vec::<String>::new(), "{end}");
        assert_eq!(client.legal().contains(&"e1g1".to_owned()), end != "w", "{end}");
    }
    let answer = client.ask("position fen 4k3/8/8/8/8/8/8/4K2R w X - 0 1");
    assert!(answer.starts_with("info string error position: FEN, castling rights: "), "{answer}");
    let answer = client.ask("position fen 4k3/8/8/8/8/8/8/1R2K3 w B - 0 1");
    assert!(answer.contains("UCI_Chess960"), "{answer}");
    client.send("position fen 4k3/8/8/8/8/8/8/R4K2 w Q e3 4 9");
    let lines = client.ready();
    assert_eq!(
        lines,
        [
            "info string position: castling rights Q, which need the option UCI_Chess960, are ignored",
            "info string position: en passant square e3, which no pawn can just have passed, is ignored",
        ]
    );
    let why = client.ask("why");
    assert!(
        why.starts_with("why {\"accepted\":true,\"remarks\":[{\"code\":\"ignored-chess960-rights\""),
        "{why}"
    );
    client.send("d");
    let lines = client.until("status ");
    assert!(lines.contains(&"Fen: 4k3/8/8/8/8/8/8/R4K2 w - - 4 9".to_owned()), "{lines:?}");
}

#[test]
fn limits_that_cannot_be_read_never_make_a_search_endless() {
    let mut client = Client::start();
    client.send("setoption name nodestime value 1");
    let (best, lines) = client.go("depth five");
    assert!(lines[0].starts_with("info string error go: "), "{lines:?}");
    assert!(client.legal().contains(&best), "{best}");
}

#[test]
fn banned_moves_are_not_chosen() {
    let mut client = Client::start();
    client.send("position fen 7k/8/8/8/8/8/8/R6K w - - 0 1");
    let (best, _) = client.go("depth 3");
    client.send(&format!("banmoves {best} a1a1"));
    let (other, _) = client.go("depth 3");
    assert_ne!(best, other);
    let all = client.legal().join(" ");
    client.send(&format!("banmoves {all}"));
    let (none, lines) = client.go("depth 3");
    assert_eq!(none, "0000");
    assert!(lines[0].contains("all legal moves are banned"), "{lines:?}");
    client.send("position fen 7k/8/8/8/8/8/8/R6K w - - 0 1");
    assert_eq!(client.go("depth 3").0, best);
}

#[test]
fn unusual_gui_commands_are_accepted() {
    let mut client = Client::start();
    client.send("debug on");
    client.send("position startpos moves e2e4");
    let position = "info string position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(client.line(), position);
    client.send("debug off");
    assert_eq!(client.ask("register later"), "info string no registration is needed");
    assert_eq!(client.ready(), Vec::<String>::new());
    // UCI: unknown words before a command are ignored.
    assert_eq!(client.ask("joho isready"), "info string error unknown command \"joho\"");
    assert_eq!(client.line(), "readyok");
    assert_eq!(client.ask("xyzzy"), "info string error unknown command \"xyzzy\"");
    assert_eq!(client.ready(), Vec::<String>::new());
}

#[test]
fn a_fen_without_its_keyword() {
    let mut client = Client::start();
    client.send("position 7k/8/8/8/8/8/8/KR6 w - - 0 1 moves b1g1");
    assert_eq!(client.legal(), ["h8h7"]);
}

#[test]
fn chess960_castles_onto_the_rook() {
    let mut client = Client::start();
    let fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
    client.send("setoption name UCI_Chess960 value true");
    client.send(&format!("position fen {fen}"));
    let moves = client.legal();
    assert!(moves.contains(&"e1g1".to_owned()) && moves.contains(&"e1b1".to_owned()), "{moves:?}");
    client.send(&format!("position fen {fen} moves e1b1 e8g8"));
    let lines = {
        client.send("d");
        client.until("status ")
    };
    assert!(
        lines.iter().any(|line| line.starts_with("Fen: 1r3rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR2R1 w - - ")),
        "{lines:?}"
    );
}
