//! The Gomocup protocol.

use crate::client::Client;

/// The answer to a command that asks for a move; messages may precede it.
fn answer(client: &mut Client) -> (usize, usize) {
    loop {
        let line = client.line();
        if line.starts_with("MESSAGE ") {
            continue;
        }
        let (x, y) = line.split_once(',').unwrap_or_else(|| panic!("{line}\n{}", client.recent()));
        return (x.parse().expect("a number"), y.parse().expect("a number"));
    }
}

/// Whether five of these points are in a row.
fn has_five(points: &[(usize, usize)]) -> bool {
    let from = |&(x, y): &(usize, usize), (dx, dy): (isize, isize)| {
        (0..5).all(|n| {
            let place = (x.checked_add_signed(n * dx), y.checked_add_signed(n * dy));
            matches!(place, (Some(x), Some(y)) if points.contains(&(x, y)))
        })
    };
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    points.iter().any(|point| directions.iter().any(|&direction| from(point, direction)))
}

fn start(size: usize) -> Client {
    let mut client = Client::start();
    assert_eq!(client.ask(&format!("START {size}")), "OK");
    client.send("INFO timeout_turn 50");
    client
}

#[test]
fn complete_game_against_a_trivial_opponent() {
    for (rule, size) in [(0, 20), (1, 15), (4, 15)] {
        let mut client = Client::start();
        client.send(&format!("INFO rule {rule}"));
        client.send("INFO timeout_turn 30");
        client.send("INFO timeout_match 100000");
        client.send("INFO time_left 100000");
        client.send("INFO max_memory 83886080");
        client.send("INFO game_type 1");
        client.send("INFO folder /tmp");
        assert_eq!(client.ask(&format!("START {size}")), "OK");
        let mut taken = Vec::new();
        client.send("BEGIN");
        for turn in 0..30 {
            let point = answer(&mut client);
            assert!(point.0 < size && point.1 < size && !taken.contains(&point), "{taken:?} {point:?}");
            taken.push(point);
            let ours: Vec<_> = taken.iter().step_by(2).copied().collect();
            if has_five(&ours) || turn > 12 {
                break;
            }
            let reply = (0..size).map(|x| (x, 0)).find(|point| !taken.contains(point)).expect("a free point");
            taken.push(reply);
            client.send(&format!("TURN {},{}", reply.0, reply.1));
        }
        client.send("END");
        assert!(client.wait().0.success());
    }
}

#[test]
fn crlf_and_either_case() {
    let mut client = Client::start();
    client.send_bytes(b"START 15\r\n");
    assert_eq!(client.line(), "OK");
    client.send_bytes(b"INFO timeout_turn 0\r\n");
    client.send_bytes(b"turn 7,7\r\n");
    answer(&mut client);
    client.send_bytes(b"end\r\n");
    assert!(client.wait().0.success());
}

#[test]
fn board_command_sets_up_a_position() {
    let mut client = start(15);
    // The opponent has four in a row, closed at one end: only one point defends.
    client.send("BOARD");
    for line in ["3,7,1", "4,7,2", "5,7,2", "6,7,2", "7,7,2", "0,0,1", "14,14,1", "DONE"] {
        client.send(line);
    }
    assert_eq!(answer(&mut client), (8, 7));
    client.send("YXBOARD");
    for line in ["4,4,1", "5,5,2", "DONE"] {
        client.send(line);
    }
    client.send("BEGIN");
    answer(&mut client);
    // Two stones to none: fine where both colours have the same rules.
    for rule in [0, 1, 4] {
        client.send(&format!("INFO rule {rule}"));
        for line in ["BOARD", "1,1,2", "2,2,2", "DONE"] {
            client.send(line);
        }
        if rule == 4 {
            assert!(client.line().starts_with("ERROR "), "renju");
        } else {
            answer(&mut client);
        }
    }
}

/// Lines up to one that is no message.
fn thinking(client: &mut Client) -> Vec<String> {
    let mut lines = vec![client.line()];
    while lines.last().is_some_and(|line| line.starts_with("MESSAGE ")) {
        lines.push(client.line());
    }
    lines
}

#[test]
fn yixin_board_is_understood() {
    let mut client = Client::start();
    // What the program sends at its start.
    client.send("info show_detail 1");
    client.send("yxshowinfo");
    for name in ["MAX_THREAD_NUM", "MAX_HASH_SIZE"] {
        let line = client.line();
        let number = line.strip_prefix(&format!("MESSAGE INFO {name} ")).unwrap_or_else(|| panic!("{line}"));
        assert!(number.parse::<u32>().is_ok_and(|number| number > 0), "{line}");
    }
    for line in [
        "INFO timeout_turn 2000000",
        "INFO timeout_match 100000000",
        "INFO time_left 100000000",
        "INFO max_node -1",
        "INFO max_depth 225",
        "INFO time_increment 0",
        "INFO caution_factor 1",
        "INFO thread_num 2",
        "INFO thread_split_depth 8",
        "INFO hash_size 32768",
        "INFO hash_size 0",
        "INFO pondering 1",
        "INFO vcthread 0",
        "INFO rule 2",
        "yxhashclear",
    ] {
        client.send(line);
    }
    assert_eq!(client.ask("start 15 15"), "OK");
    // Rule 2 is renju: Black must not make two open threes.
    client.send("yxboard");
    for line in ["6,7,1", "0,0,2", "8,7,1", "0,14,2", "7,6,1", "14,0,2", "7,8,1", "14,14,2", "done"] {
        client.send(line);
    }
    assert_eq!(client.ask("yxshowforbid"), "FORBID 0707.");
    // Databases that the engine does not have.
    for line in ["yxquerydatabaseall", "6,7", "0,0", "done", "yxsetdatabase", "games.db"] {
        client.send(line);
    }
    assert_eq!(client.line(), "MESSAGE YXSETDATABASE is not available");

    client.send("INFO max_node 3000");
    for line in ["start 15 15", "yxblock", "7,7", "7,8", "done", "yxblockundo", "7,8", "done"] {
        client.send(line);
    }
    assert_eq!(client.line(), "OK");
    client.send("begin");
    let lines = thinking(&mut client);
    let (point, messages) = lines.split_last().expect("an answer");
    assert_ne!(point, "7,7", "it is blocked");
    let best: Vec<_> =
        messages.iter().filter_map(|line| line.strip_prefix("MESSAGE REALTIME BEST ")).collect();
    assert_eq!(best.last(), Some(&point.as_str()));
    assert!(messages.iter().any(|line| line.contains(&format!(" pv {point}"))), "{messages:?}");
    client.send("yxblockreset");
    client.send("yxnbest 3");
    let lines = thinking(&mut client);
    let depth_1 = lines.iter().filter(|line| line.starts_with("MESSAGE depth 1-")).count();
    assert_eq!(depth_1, 3, "{lines:?}");
    assert_eq!(client.ask("start 15 14"), "ERROR unsupported board size \"15 14\"");
    assert_eq!(client.ask("INFO rule 8"), "MESSAGE unknown rule 8; the rule remains renju");
    client.send("end");
    assert!(client.wait().0.success());
}

/// The score and the moves of an answer to a command for balanced moves.
fn balanced(client: &mut Client, command: &str, moves: usize) -> (i32, Vec<String>) {
    client.send(command);
    let message = client.line();
    let mut words = message.split(' ').skip_while(|word| *word != "score");
    let score = words.nth(1).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{message}"));
    let points: Vec<_> = (0..moves).map(|_| client.line()).collect();
    assert!(message.contains(&format!(" pv {}", points.join(" "))), "{message}: {points:?}");
    (score, points)
}

#[test]
fn balanced_moves_are_found() {
    let mut client = Client::start();
    assert_eq!(client.ask("start 15 15"), "OK");
    for line in ["INFO timeout_turn 100000000", "INFO max_depth 2", "yxboard", "7,7,2", "done"] {
        client.send(line);
    }
    // The moves are made on the engine's board, and so Black cannot take the same point.
    let (even, points) = balanced(&mut client, "yxbalanceone", 1);
    assert!(client.ask(&format!("TURN {}", points[0])).starts_with("ERROR "));
    let set_up = ["start 15 15", "yxboard", "7,7,2", "done"];
    let mut scores = Vec::new();
    for wanted in [-150, even, 10_000] {
        for line in set_up {
            client.send(line);
        }
        assert_eq!(client.line(), "OK");
        scores.push(balanced(&mut client, &format!("yxbalanceone {wanted}"), 1).0);
    }
    // White has worse moves to choose from; none is as good as a score that is not to be had.
    assert!(scores[0] < even && scores[1] == even && scores[2] >= even, "{scores:?} {even}");
    for line in set_up {
        client.send(line);
    }
    assert_eq!(client.line(), "OK");
    let (_, points) = balanced(&mut client, "yxbalancetwo 0", 2);
    assert!(points[0] != points[1] && !points.contains(&"7,7".to_owned()), "{points:?}");
    for point in &points {
        assert!(client.ask(&format!("TURN {point}")).starts_with("ERROR "));
    }
    assert_eq!(client.ask("yxbalanceone x"), "ERROR \"x\" is not a score");
    client.send("END");
    assert!(client.wait().0.success());
}

#[test]
fn yx_words_may_come_first() {
    let mut client = Client::start();
    assert!(client.ask("YXSHOWINFO").starts_with("MESSAGE INFO MAX_THREAD_NUM "));
    client.line();
    assert!(client.ask("yxshowforbid").starts_with("FORBID ."));
}

#[test]
fn moves_are_taken_back() {
    let mut client = start(15);
    client.send("TURN 7,7");
    let (x, y) = answer(&mut client);
    assert_eq!(client.ask("TAKEBACK 7,7"), "ERROR \"7,7\" is not the last move");
    assert_eq!(client.ask(&format!("TAKEBACK {x},{y}")), "OK");
    assert_eq!(client.ask("TAKEBACK 7,7"), "OK");
    client.send("BEGIN");
    answer(&mut client);
    assert_eq!(client.ask("RESTART"), "OK");
    client.send("TURN 7,7");
    answer(&mut client);
}

/// The answer to the stones of a Swap2 opening.
fn swap2(client: &mut Client, stones: &[&str]) -> String {
    client.send("SWAP2BOARD");
    for stone in stones {
        client.send(stone);
    }
    client.send("DONE");
    loop {
        let line = client.line();
        if !line.starts_with("MESSAGE ") {
            return line;
        }
    }
}

#[test]
fn swap2_openings_are_played() {
    for size in [5, 6, 15, 20] {
        let mut client = start(size);
        let answer = swap2(&mut client, &[]);
        let points: Vec<(usize, usize)> = answer
            .split(' ')
            .map(|point| point.split_once(',').expect("a point"))
            .map(|(x, y)| (x.parse().expect("a column"), y.parse().expect("a row")))
            .collect();
        assert!(points.len() == 3 && points.iter().all(|&(x, y)| x < size && y < size), "{answer}");
        assert!(points[0] != points[1] && points[1] != points[2] && points[0] != points[2], "{answer}");
    }
    let mut client = start(15);
    client.send("INFO rule 1");
    // Black has an open three, then White.
    assert_eq!(swap2(&mut client, &["7,7", "0,0", "8,7", "14,14", "9,7"]), "SWAP");
    let stay = swap2(&mut client, &["0,0", "7,7", "14,14", "8,7", "0,14"]);
    assert!(
        stay.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok()),
        "{stay}"
    );
    // Then the manager sends the board.
    client.send("BOARD");
    for line in ["7,7,2", "0,0,1", "8,7,2", "DONE"] {
        client.send(line);
    }
    answer(&mut client);
    assert!(swap2(&mut client, &["7,7"]).starts_with("ERROR "));
    assert!(swap2(&mut client, &["7,7", "7,7", "8,8"]).starts_with("ERROR "));
}

#[test]
fn errors_are_reported() {
    let mut client = Client::start();
    assert!(client.ask("ABOUT").starts_with("name=\"Quadriga\", version=\""));
    assert_eq!(client.ask("TURN 1,1"), "ERROR \"1,1\" is not a point on the board");
    assert_eq!(client.ask("BEGIN"), "ERROR START must come first");
    assert_eq!(client.ask("START 4"), "ERROR unsupported board size \"4\"");
    assert_eq!(client.ask("START many"), "ERROR unsupported board size \"many\"");
    assert_eq!(client.ask("RECTSTART 10,12"), "ERROR unsupported board size \"10,12\"");
    assert_eq!(client.ask("RECTSTART 15,15"), "OK");
    assert_eq!(client.ask("TURN 15,3"), "ERROR \"15,3\" is not a point on the board");
    assert_eq!(client.ask("PASS"), "UNKNOWN PASS");
    client.send("INFO timeout_turn 20");
    client.send("TURN 3,3");
    answer(&mut client);
    assert!(client.ask("TURN 3,3").starts_with("ERROR "));
    client.send("END");
    assert!(client.wait().0.success());
}

#[test]
fn the_end_of_the_input_ends_the_session() {
    let mut client = start(20);
    client.send("INFO timeout_turn 100000");
    client.send("BEGIN");
    client.close_input();
    let (status, lines) = client.wait();
    let error = "ERROR the search was stopped before it finished, 2 s after the end of the input";
    assert!(lines.iter().any(|line| line == error), "{lines:?}");
    assert_eq!(status.code(), Some(1));
}

/// The number of nodes and the expected reply, as columns and rows, in the message before an answer; and the answer.
fn explained_answer(client: &mut Client) -> (u64, Option<String>, (usize, usize)) {
    let message = client.line();
    let mut words = message.split(' ').skip_while(|word| *word != "nodes");
    let nodes = words.nth(1).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{message}"));
    let reply = words.skip_while(|word| *word != "pv").nth(2).map(str::to_owned);
    (nodes, reply, answer(client))
}

/// A free point, the expected one if possible.
fn reply_to(expected: Option<String>, taken: &[String]) -> String {
    let corners = (0..15).map(|x| format!("{x},0"));
    let mut points = expected.into_iter().chain(corners);
    points.find(|point| !taken.contains(point)).expect("a free point")
}

#[test]
fn expected_replies_are_pondered_on() {
    /// Nodes that a search of 5 ms cannot visit.
    const MANY: u64 = 30_000;
    // The proof would answer at once on a board of 15.
    let mut client = start(20);
    client.send("INFO timeout_turn 5");
    client.send("INFO pondering 1");
    client.send("BEGIN");
    let mut taken = Vec::new();
    for _ in 0..20 {
        let (nodes, expected, (x, y)) = explained_answer(&mut client);
        if nodes > MANY {
            client.send("END");
            assert!(client.wait().0.success());
            return;
        }
        taken.push(format!("{x},{y}"));
        let reply = reply_to(expected, &taken);
        std::thread::sleep(std::time::Duration::from_millis(500));
        client.send(&format!("TURN {reply}"));
        taken.push(reply);
    }
    panic!("{}", client.recent());
}

#[test]
fn other_commands_end_pondering() {
    let mut client = start(15);
    client.send("INFO timeout_turn 20");
    client.send("INFO pondering 1");
    client.send("BEGIN");
    let (_, expected, first) = explained_answer(&mut client);
    // A reply that is not expected, and points that are taken.
    let reply = reply_to(None, &[expected.unwrap_or_default()]);
    assert!(client.ask(&format!("TURN {},{}", first.0, first.1)).starts_with("ERROR"));
    client.send(&format!("TURN {reply}"));
    let (_, _, second) = explained_answer(&mut client);
    assert_eq!(client.ask(&format!("TAKEBACK {},{}", second.0, second.1)), "OK");
    assert_eq!(client.ask(&format!("TAKEBACK {reply}")), "OK");
    client.send(&format!("TURN {reply}"));
    answer(&mut client);
    assert_eq!(client.ask("yxshowforbid"), "FORBID .");
    client.send("INFO hash_size 2048");
    for line in ["BOARD", "7,7,1", "7,8,2", "DONE"] {
        client.send(line);
    }
    let (_, expected, third) = explained_answer(&mut client);
    client.send("INFO thread_num 2");
    let taken = ["7,7".to_owned(), "7,8".to_owned(), format!("{},{}", third.0, third.1)];
    client.send(&format!("TURN {}", reply_to(expected, &taken)));
    explained_answer(&mut client);
    client.send("INFO pondering 0");
    assert_eq!(client.ask("RESTART"), "OK");
    client.send("INFO pondering 1");
    client.send("BEGIN");
    assert_eq!(answer(&mut client), first);
    assert_eq!(client.ask("START 19"), "OK");
    client.send("BEGIN");
    answer(&mut client);
    client.send("END");
    let (status, rest) = client.wait();
    assert!(status.success() && rest.is_empty(), "{rest:?}");
}
