//! Mistakes of engines that break clients, one test each.

use std::time::Duration;

use crate::client::{Client, best_move};

/// How long to wait for a line that must not be written.
const A_WHILE: Duration = Duration::from_millis(400);

/// Mate in one: `d1d8`.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const CHECKMATE: &str = "3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 1 1";

fn errors(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info string error ")).collect()
}

#[test]
fn answers_are_flushed_while_the_input_stays_open() {
    let mut client = Client::start();
    client.send("uci");
    client.until("uciok");
    client.send("isready");
    assert_eq!(client.line(), "readyok");
}

#[test]
fn lines_of_two_threads_are_not_interleaved() {
    let mut client = Client::start();
    client.send("go infinite");
    for _ in 0..200 {
        client.send("isready");
    }
    let mut ready = 0;
    while ready < 200 {
        let line = client.line();
        match line.as_str() {
            "readyok" => ready += 1,
            line => assert!(line.starts_with("info depth "), "{line:?}"),
        }
    }
    client.send("stop");
    client.until("bestmove ");
}

#[test]
fn either_line_end_is_read() {
    let mut client = Client::start();
    client.send_bytes(b"position startpos moves e2e4\r\nisready\r\n");
    assert_eq!(client.line(), "readyok");
    client.send_bytes(b"go depth 1\r\n");
    client.until("bestmove ");
    client.send_bytes(b"quit\r\n");
    assert!(client.wait().0.success());
}

#[test]
fn the_last_line_needs_no_end() {
    let mut client = Client::start();
    client.send_bytes(b"isready");
    client.close_input();
    let (status, lines) = client.wait();
    assert!(status.success());
    assert_eq!(lines, ["readyok"]);
}

#[test]
fn isready_is_answered_while_searching() {
    let mut client = Client::start();
    client.send("go infinite");
    client.until("info depth 2 ");
    assert!(client.ready().iter().all(|line| line.starts_with("info depth ")));
    client.send("stop");
    client.until("bestmove ");
}

#[test]
fn every_go_is_answered_by_one_bestmove() {
    let mut client = Client::start();
    for limits in
        ["depth 3", "nodes 500", "movetime 20", "wtime 500 btime 500", "mate 1", "depth 2 searchmoves a2a3"]
    {
        let (best, _) = client.go(limits);
        assert!(best.len() >= 4, "{limits}: {best}");
        assert_eq!(client.ready(), Vec::<String>::new(), "{limits}");
    }
    client.assert_silent(A_WHILE);
}

#[test]
fn stop_when_idle_is_not_answered() {
    let mut client = Client::start();
    client.send("stop");
    client.send("ponderhit");
    client.send("stop");
    assert_eq!(client.ready(), Vec::<String>::new());
    client.go("depth 2");
    client.send("stop");
    assert_eq!(client.ready(), Vec::<String>::new());
    client.assert_silent(A_WHILE);
}

#[test]
fn infinite_search_waits_for_stop() {
    // A mate, a single legal move and no legal move leave the search nothing to do.
    for fen in [BACK_RANK, "7k/8/8/8/8/8/r7/K7 w - - 0 1", STALEMATE, CHECKMATE] {
        for limits in ["infinite", "ponder", "ponder wtime 10 btime 10", "infinite depth 1"] {
            let mut client = Client::start();
            client.send(&format!("position fen {fen}"));
            client.send(&format!("go {limits}"));
            let before = client.ready();
            assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{limits} {before:?}");
            while let Ok(Some(line)) = client.try_line(A_WHILE / 4) {
                assert!(line.starts_with("info "), "{fen}, {limits}: {line}");
                if line.contains("depth 200 ") {
                    break;
                }
            }
            client.send("stop");
            client.until("bestmove ");
            assert_eq!(client.ready(), Vec::<String>::new());
        }
    }
}

#[test]
fn ponder_search_continues_until_ponderhit() {
    let mut client = Client::start();
    client.send("position startpos moves e2e4 e7e5");
    client.send("go ponder wtime 200 btime 200");
    client.until("info depth 1 ");
    client.ready();
    client.send("ponderhit");
    client.until("bestmove ");
    client.send("go ponder movetime 10");
    client.send("stop");
    client.until("bestmove ");
    assert_eq!(client.ready(), Vec::<String>::new());
}

#[test]
fn bestmove_belongs_to_the_latest_position() {
    let mut client = Client::start();
    client.send("go infinite");
    client.send(&format!("position fen {BACK_RANK}"));
    client.send("go depth 3");
    // The first search is ended by the new position, and answered.
    client.until("bestmove ");
    let answer = client.until("bestmove ");
    assert_eq!(best_move(answer.last().expect("an answer")), "d1d8");
    assert_eq!(client.ready(), Vec::<String>::new());
}

#[test]
fn position_with_an_illegal_move_is_rejected_as_a_whole() {
    let mut client = Client::start();
    client.send("position startpos moves e2e4");
    client.send("position startpos moves e2e4 e7e5 e4e5 d7d6");
    let lines = client.ready();
    assert_eq!(errors(&lines).len(), 1, "{lines:?}");
    assert!(lines[0].contains("move 3 of 4") && lines[0].contains("e4e5"), "{lines:?}");
    // Neither the legal part of the game nor the previous position is searched.
    for limits in ["depth 3", "movetime 10", "wtime 1000 btime 1000"] {
        let (best, lines) = client.go(limits);
        assert_eq!(best, "0000");
        assert_eq!(errors(&lines).len(), lines.len());
    }
    client.send("position startpos moves e2e4 e7e5");
    assert_ne!(client.go("depth 2").0, "0000");
}

#[test]
fn rejected_position_does_not_end_an_infinite_search() {
    let mut client = Client::start();
    client.send("position fen 8/8/8 w - - 0 1");
    assert_eq!(errors(&client.ready()).len(), 1);
    for (limits, end) in
        [("infinite", "stop"), ("ponder", "stop"), ("ponder", "ponderhit"), ("infinite", "go depth 1")]
    {
        client.send(&format!("go {limits}"));
        client.until("info string error ");
        client.assert_silent(A_WHILE);
        client.send(end);
        assert_eq!(client.line(), "bestmove 0000");
    }
    client.until("bestmove 0000");
    assert_eq!(client.ready(), Vec::<String>::new());
}

#[test]
fn no_legal_move() {
    let mut client = Client::start();
    for (fen, score) in [(CHECKMATE, "info depth 0 score mate 0"), (STALEMATE, "info depth 0 score cp 0")] {
        client.send(&format!("position fen {fen}"));
        let (best, lines) = client.go("depth 5");
        assert_eq!(best, "(none)");
        assert_eq!(lines, [score]);
    }
}

#[test]
fn extreme_numbers_are_accepted() {
    let mut client = Client::start();
    let huge = "123456789012345678901234567890123456789012345678901234567890";
    for limits in [
        "wtime -1000 btime -1000".to_owned(),
        "wtime 0 btime 0 winc 0 binc 0".to_owned(),
        format!("movetime 10 wtime {huge} btime {huge} winc {huge} binc {huge} movestogo {huge}"),
        format!("depth 2 nodes {huge} mate {huge}"),
        "depth -7".to_owned(),
        "nodes 0".to_owned(),
        "movetime -1".to_owned(),
        "mate 0".to_owned(),
        format!("movestogo 0 wtime 100 btime 100 winc -{huge}"),
    ] {
        let (best, lines) = client.go(&limits);
        assert!(best.len() >= 4, "{limits}: {best}");
        assert!(errors(&lines).is_empty(), "{limits}: {lines:?}");
    }
    for (command, answer) in [
        (format!("go perft {huge}"), "info string error perft 4294967295 is deeper than the limit of 30"),
        ("go perft -1".to_owned(), "info string error go perft: a depth expected, not \"-1\""),
    ] {
        assert_eq!(client.ask(&command), answer);
    }
    for name in ["Hash", "Threads", "MultiPV", "Move Overhead"] {
        for value in [huge, "-1", "x", ""] {
            let answer = client.ask(&format!("setoption name {name} value {value}"));
            assert!(answer.starts_with(&format!("info string error option {name}: ")), "{answer}");
        }
    }
}

/// The nodes of a search with these limits after `ucinewgame`.
fn nodes_under(client: &mut Client, limits: &str) -> u64 {
    client.send("ucinewgame");
    let (_, lines) = client.go(limits);
    let last = lines.iter().rfind(|line| line.starts_with("info depth ")).expect("a report");
    let mut words = last.split(' ').skip_while(|&word| word != "nodes").skip(1);
    words.next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no nodes in {last:?}"))
}

#[test]
fn the_clock_of_the_side_to_move_is_used() {
    let mut client = Client::start();
    client.send("setoption name nodestime value 10");
    for (moves, own, other) in [("", "w", "b"), (" moves e2e4", "b", "w")] {
        client.send(&format!("position startpos{moves}"));
        let [long, short, less] = [
            format!("{own}time 60000 {other}time 1000"),
            format!("{own}time 1000 {other}time 60000"),
            format!("{own}time 1000 {other}time 60000 {own}inc 5000"),
        ]
        .map(|limits| nodes_under(&mut client, &limits));
        assert!(long > 4 * short, "{own}: {long} nodes with a minute, {short} with a second");
        assert!(less > short, "{own}: {less} nodes with an increment, {short} without");
    }
}

#[test]
fn missing_clock_defaults_to_the_opponents() {
    let mut client = Client::start();
    client.send("setoption name nodestime value 10");
    client.send("position startpos moves e2e4");
    for (missing, given) in [
        ("wtime 30000", "wtime 30000 btime 30000"),
        ("wtime 3000 winc 100", "wtime 3000 winc 100 btime 3000"),
        ("winc 500 binc 500 wtime 3000", "winc 500 binc 500 wtime 3000 btime 3000"),
    ] {
        let found = nodes_under(&mut client, missing);
        assert_eq!(found, nodes_under(&mut client, given), "{missing}");
        let tenth = missing.replace("000", "00");
        assert!(nodes_under(&mut client, &tenth) < found, "{tenth} is less than {missing}");
    }
}

#[test]
fn garbage_bytes() {
    let mut client = Client::start();
    client.send_bytes(b"\xff\xfe\0\x80\x1b[31m\n");
    assert!(client.line().starts_with("info string error unknown command "));
    client.send_bytes(b"position fen \xf0\x9f\x99\x82 w - - 0 1\n");
    assert!(client.line().starts_with("info string error position: "));
    client.send_bytes(b"position\0startpos\0moves\te2e4\x01\n");
    assert_eq!(client.ask("status"), "status ongoing");
    client.send_bytes(b"\n\r\n   \n\0\n");
    assert_eq!(client.ready(), Vec::<String>::new());
}

#[test]
fn lines_of_a_megabyte() {
    let mut client = Client::start();
    for line in ["x".repeat(1_000_000), "x ".repeat(500_000), "x".repeat(3_000_000)] {
        let answer = client.ask(&line);
        assert!(answer.starts_with("info string error "), "{answer:.200}");
        assert!(answer.len() < 200, "an error is short, whatever it is about");
    }
    client.send(&format!("setoption name {} value {}", "y ".repeat(200_000), "z".repeat(200_000)));
    assert!(client.line().starts_with("info string error no option is called "));
    client.send(&format!("position fen {}", "9".repeat(900_000)));
    assert!(client.line().starts_with("info string error position: "));
    client.send(&format!("go depth 1 {}", "wtime ".repeat(1000)));
    client.until("bestmove ");
    client.ready();
}

#[test]
fn ten_thousand_moves() {
    let mut client = Client::start();
    // Knights move out and back, with a pawn move now and then, so that no rule ends the game early.
    let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let moves: Vec<_> = (0..10_000).map(|ply| round[ply % round.len()]).collect();
    client.send(&format!("position startpos moves {}", moves.join(" ")));
    assert_eq!(client.ready(), Vec::<String>::new());
    assert_eq!(client.ask("status"), "status 1/2-1/2 repetition");
    let (best, _) = client.go("depth 3");
    assert_eq!(best.len(), 4);
    client.send("undo 9999");
    client.line();
    assert!(client.ask("status") == "status ongoing");
    client.send(&format!("position startpos moves {} e2e5", moves.join(" ")));
    assert!(client.line().contains("move 10001 of 10001"));
}

#[test]
fn the_end_of_the_input_ends_the_session() {
    for last in ["", "go infinite", "go ponder", "position fen nonsense"] {
        let mut client = Client::start();
        client.send(last);
        client.close_input();
        let (status, lines) = client.wait();
        assert!(status.success(), "{last}: {status}");
        let answers = lines.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers, usize::from(last.starts_with("go ")), "{last}");
    }
}

#[test]
fn piped_commands_are_all_executed() {
    for (lines, last) in [
        ("position startpos moves f2f3 e7e5 g2g4\ngo depth 4\n", "bestmove d8h4"),
        ("go perft 3\n", "Nodes searched: 8902"),
        ("go perft 3\nquit\n", "Nodes searched: 8902"),
        ("bench 1\n", "nps"),
        // Alone, the standard depth takes longer than work of unknown length may.
        ("bench\nquit\n", "nps"),
        ("speedtest 3\nquit\n", "a second"),
        ("go depth 3\n", "bestmove"),
    ] {
        let mut client = Client::start();
        client.send_bytes(lines.as_bytes());
        client.close_input();
        let (status, answers) = client.wait();
        assert!(status.success());
        assert!(answers.last().is_some_and(|line| line.contains(last)), "{answers:?}");
        assert!(!answers.iter().any(|line| line.contains("error")), "{answers:?}");
    }
}

#[test]
fn quit_ends_a_search_at_once() {
    for last in ["go infinite", "go depth 100"] {
        let mut client = Client::start();
        client.send(last);
        let lines = client.quit();
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
    }
}

#[test]
fn work_that_the_end_of_the_session_cuts_off_is_reported() {
    for (lines, error) in [
        ("go perft 20\nquit\n", "info string error perft was stopped before it finished"),
        ("bench 90\n", "info string error bench was stopped before it finished"),
        ("ucci\nbench 90\nquit\n", "info message error bench was stopped before it finished"),
        ("speedtest 3000\nquit\n", "info string error speedtest was stopped before it finished"),
        (
            "go depth 100\n",
            "info string error the search was stopped before it finished, 2 s after the end of the input",
        ),
    ] {
        let mut client = Client::start();
        client.send_bytes(lines.as_bytes());
        client.close_input();
        let (status, answers) = client.wait();
        assert_eq!(status.code(), Some(1), "{lines:?}: {answers:?}");
        assert!(answers.iter().any(|line| line == error), "{lines:?}: {answers:?}");
        // What was counted until then is no result.
        for result in ["Bench:", "Nodes searched:", "Speed:"] {
            assert!(!answers.iter().any(|line| line.starts_with(result)), "{lines:?}: {answers:?}");
        }
    }
}

#[test]
fn work_ended_by_the_client_is_not_cut_off() {
    let mut client = Client::start();
    client.send("bench 90\nstop\nbench 90\nposition startpos");
    for _ in 0..2 {
        assert_eq!(client.line(), "info string error bench was stopped before it finished");
    }
    client.quit();
}

#[test]
fn disconnect_without_quit_ends_the_engine() {
    use std::process::{Command, Stdio};
    use std::thread;
    let mut child = Command::new(crate::client::PROGRAM)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    let feeding = thread::spawn(move || {
        use std::io::Write;
        // Continues until the engine stops reading.
        while input.write_all(b"isready\n").is_ok() {}
    });
    let output = child.wait_with_output().expect("the engine ends");
    feeding.join().expect("feeding ends");
    assert!(output.status.success(), "{}", output.status);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
