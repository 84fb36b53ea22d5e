//! The command `convert`.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::harness::Folder;

const TWO: &str = "[Event \"a\"]\n[White \"Ann Fox\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n\
                   1. e4 {good} e5 (1... c5 $1) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
                   [Event \"b\"]\n[White \"Cy\"]\n[Black \"Ann Fox\"]\n\n1. d4 d5 *\n";

fn games(json: &str) -> Vec<Value> {
    let answer: Value = serde_json::from_str(json).expect("JSON");
    answer["games"].as_array().expect("a list").clone()
}

#[test]
fn games_are_converted_and_selected() {
    let folder = Folder::new("convert");
    folder.write("two.pgn", TWO);
    folder.write("book.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 3; fmvn 4;\n");
    let all = games(&folder.succeed("convert --to json two.pgn book.epd"));
    assert_eq!(all.len(), 3);
    assert_eq!(all[0]["moves"].as_array().map(Vec::len), Some(7));
    assert_eq!(all[0]["nodes"][1]["comments"][0], "good");
    assert!(all[2]["start"].as_str().is_some_and(|fen| fen.ends_with(" 3 4")));
    // PGN again has all of it.
    folder.succeed("convert two.pgn --output again.pgn");
    let again = folder.read("again.pgn");
    assert!(
        again.contains("1. e4 {good} 1... e5 (1... c5 $1) 2. Qh5") && again.contains("4. Qxf7# 1-0"),
        "{again}"
    );
    assert_eq!(folder.succeed("convert again.pgn"), again);
    for (words, selected) in [
        ("--player fox", 2),
        ("--player cy", 1),
        ("--result 1-0", 1),
        ("--result '*'", 1),
        ("--result 1-0 --result '*'", 2),
        ("--number 2", 1),
        ("--number 2-", 1),
        ("--number 3-9", 0),
        ("--min-plies 3", 1),
        ("--max-plies 1", 0),
        ("--game chess", 2),
        ("--game renju", 0),
        ("--position 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1'", 1),
    ] {
        let found = games(&folder.succeed(&format!("convert --to json two.pgn {words}"))).len();
        assert_eq!(found, selected, "{words}");
    }
    assert!(!folder.succeed("convert --no-variations --no-comments two.pgn").contains(['{', '(', '$']));
    assert_eq!(folder.succeed("convert --check two.pgn book.epd"), "3 games, 3 selected, 0 refused\n");
    folder.succeed("convert --split two.pgn -o one.pgn");
    assert!(folder.read("one-0001.pgn").contains("Qxf7#") && folder.read("one-0002.pgn").contains("1. d4"));
}

#[test]
fn standard_input_is_read() {
    let folder = Folder::new("convert-stdin");
    for words in ["convert --to json", "convert --to json -"] {
        let mut command = folder.command(words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        child.stdin.take().expect("piped").write_all(b"h8h9i8i9\n").expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(games(&String::from_utf8_lossy(&output.stdout))[0]["variant"], "gomoku");
    }
}

#[test]
fn bad_games_are_reported_and_the_others_converted() {
    let folder = Folder::new("convert-bad");
    folder.write("bad.pgn", &format!("1. e4 e4 *\n\n{TWO}"));
    let output = folder.run("convert --to json bad.pgn");
    let (text, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!((output.status.code(), games(&text).len()), (Some(1), 2));
    assert!(
        told.contains("bad.pgn: game 1, line 1: move 2 of 2") && told.contains("1 of 3 games refused"),
        "{told}"
    );
    folder.write("prose.txt", "Dear Sir,\nthank you for your letter.\n");
    assert!(folder.fail("convert prose.txt").contains("no game was found"));
    assert!(folder.fail("convert missing.pgn").contains("missing.pgn"));
    assert!(folder.fail("convert bad.pgn --to xqf").contains("not one of"));
    assert!(folder.fail("convert bad.pgn --number x").contains("range"));
    assert!(folder.fail("convert bad.pgn -o games.unknown").contains("--to"));
    // What a format cannot hold is told; a game that it cannot hold at all is refused.
    let output = folder.run("convert --to moves bad.pgn --number 2");
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("cannot represent it: variations"),
        "{output:?}"
    );
    folder.write("two.pgn", TWO);
    assert!(folder.fail("convert --to sgf two.pgn").contains("SGF cannot represent chess"));
    // A file may be replaced by what is made of it.
    folder.succeed("convert two.pgn -o two.pgn");
    assert!(folder.read("two.pgn").contains("Qxf7#"));
}

#[test]
fn gomoku_goes_to_sgf_and_back() {
    let folder = Folder::new("convert-gomoku");
    folder.write("g.txt", "h8 h9 i8 i9 j8\n");
    folder.succeed("convert g.txt -o g.sgf");
    folder.succeed("convert g.sgf -o g.psq");
    let psq = folder.read("g-0001.psq");
    assert!(psq.starts_with("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n"), "{psq}");
    assert_eq!(folder.succeed("convert --quiet --to moves g-0001.psq").trim(), "h8h9i8i9j8");
}
