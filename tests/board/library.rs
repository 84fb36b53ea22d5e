//! Pages that share a library.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Page, Server};
use crate::folder::Folder;

impl Page {
    /// Sends a request; returns the answer, or the error.
    fn library(&mut self, verb: &str, mut members: Value) -> Result<Value, Value> {
        members["request"] = "t".into();
        self.send(&format!("library {verb} {members}"));
        loop {
            let line = self.until("library ");
            let mut line: Value = serde_json::from_str(&line["library ".len()..]).expect("JSON");
            assert_eq!(line["request"], "t");
            if let Some(answer) = line.get_mut("answer") {
                return Ok(answer.take());
            }
            if let Some(error) = line.get_mut("error") {
                return Err(error.take());
            }
        }
    }
}

fn code(answer: Result<Value, Value>) -> String {
    answer.expect_err("an error")["code"].as_str().expect("a code").to_owned()
}

#[test]
fn pages_and_servers_share_a_library() {
    let folder = Folder::new("shared-library");
    let (one, other) = (Server::with_library(&folder), Server::with_library(&folder));
    let mut pages = [one.page(), one.page(), other.page()];
    for (number, page) in pages.iter_mut().enumerate() {
        let game = json!({ "variant": "renju", "moves": ["h8"], "players": [format!("P{number}"), "?"] });
        let saved = page.library("save", json!({ "game": game })).expect("saved");
        assert_eq!(saved, json!({ "id": number + 1, "revision": 1 }));
    }
    for page in &mut pages {
        let list = page.library("list", json!({})).expect("a list");
        let names: Vec<_> =
            list["games"].as_array().expect("a list").iter().map(|game| &game["players"][0]).collect();
        assert_eq!(names, ["P2", "P1", "P0"]);
    }
    // Two pages have the same game open.
    let game = json!({ "variant": "renju", "moves": ["h8", "i9"] });
    let [first, .., last] = &mut pages;
    let saved = first.library("save", json!({ "id": 3, "revision": 1, "game": game })).expect("saved");
    assert_eq!(saved["revision"], 2);
    assert_eq!(code(last.library("save", json!({ "id": 3, "revision": 1, "game": game }))), "changed");
    assert_eq!(
        last.library("open", json!({ "id": 3 })).expect("a game")["game"]["moves"],
        json!(["h8", "i9"])
    );
}

#[test]
fn a_page_without_a_library_is_told_so() {
    let server = Server::start(&[]);
    let mut page = server.page();
    assert_eq!(page.ask("library", "library"), "library none");
    assert_eq!(code(page.library("list", json!({}))), "none");
}

#[test]
fn a_search_goes_on_while_the_library_is_used_and_closed_pages_lose_nothing() {
    let folder = Folder::new("search-library");
    let server = Server::with_library(&folder);
    let mut page = server.page();
    page.send("go infinite");
    for _ in 0..20 {
        page.library("save", json!({ "game": { "variant": "chess", "moves": ["e2e4"] } })).expect("saved");
    }
    assert!(page.ask("stop", "bestmove").starts_with("bestmove "));
    // The page is closed before it has read the answers.
    for _ in 0..50 {
        page.send("library save {\"game\":{\"variant\":\"chess\",\"moves\":[\"d2d4\"]}}");
    }
    page.send("quit");
    while page.socket.read().is_ok() {}
    let total = server.page().library("list", json!({})).expect("a list")["total"].clone();
    assert_eq!(total, 70);
}

#[test]
fn files_are_imported_in_parts_and_exported() {
    let folder = Folder::new("parts-library");
    let server = Server::with_library(&folder);
    let mut page = server.page();
    let game = "[Event \"x\"]\n\n1. e4 e5 {a comment of some length} 2. Nf3 Nc6 *\n\n";
    let pgn: String = (0..3000).map(|number| game.replace('x', &number.to_string())).collect();
    let parts: Vec<_> = pgn.as_bytes().chunks(64 << 10).collect();
    for (number, part) in parts.iter().enumerate() {
        let part = String::from_utf8_lossy(part);
        let request =
            json!({ "request": 1, "collection": "c", "text": part, "more": number + 1 < parts.len() });
        let import = if number == 0 {
            request
        } else {
            json!({ "request": 1, "text": part, "more": request["more"] })
        };
        page.send(&format!("library import {import}"));
        assert!(page.until("library ").contains("\"progress\""));
    }
    let answer: Value = serde_json::from_str(&page.until("library ")["library ".len()..]).expect("JSON");
    assert_eq!((&answer["answer"]["added"], &answer["answer"]["refused"]), (&json!(3000), &json!(0)));
    // The export comes in parts as well, which are valid PGN together.
    page.send("library export {\"request\":2,\"format\":\"pgn\"}");
    let mut exported = String::new();
    loop {
        let line: Value = serde_json::from_str(&page.until("library ")["library ".len()..]).expect("JSON");
        match line.get("part") {
            Some(part) => exported.push_str(part.as_str().expect("a text")),
            None => break assert_eq!(line["answer"]["games"], 3000),
        }
    }
    assert_eq!(exported.matches("{a comment of some length}").count(), 3000);
    // An import whose end never comes is given up.
    page.send("library import {\"request\":3,\"text\":\"1. d4 *\\n\",\"more\":true}");
    assert!(page.until("library ").contains("\"progress\""));
    page.send("library cancel {\"request\":3}");
    assert!(page.until("library ").contains("\"cancelled\""));
    assert_eq!(page.library("list", json!({})).expect("a list")["total"], 3000);
}

#[test]
fn hostile_requests_are_refused() {
    let folder = Folder::new("hostile-library");
    let server = Server::with_library(&folder);
    let mut page = server.page();
    for (verb, members, expected) in [
        ("save", json!({ "game": { "variant": "chess", "moves": ["e2e5"] } }), "illegal"),
        ("save", json!({ "game": { "variant": "chess", "nodes": [{ "parent": 3 }] } }), "illegal"),
        ("save", json!({ "path": "/etc/passwd", "game": { "variant": "chess" } }), "request"),
        ("save", json!({ "id": 9, "game": { "variant": "chess" } }), "no-game"),
        ("open", json!({ "id": "1 OR 1" }), "request"),
        ("list", json!({ "collection": "'; DROP TABLE game; --" }), "no-collection"),
        ("list", json!({ "player": "%'", "limit": -1 }), "request"),
        ("explore", json!({ "fen": "x" }), "fen"),
        ("export", json!({ "format": "xqf" }), "request"),
        ("export", json!({ "format": "pgn", "output": "/tmp/x" }), "request"),
        ("import", json!({ "data": "?" }), "request"),
        ("import", json!({ "text": "hello" }), "unreadable"),
        ("rename", json!({ "collection": "a", "name": "b" }), "no-collection"),
        ("drop", json!({}), "request"),
    ] {
        assert_eq!(code(page.library(verb, members.clone())), expected, "{verb} {members}");
    }
    for many in [json!({ "player": vec!["x"; 40_000] }), json!({ "games": vec![1; 40_000] })] {
        assert_eq!(code(page.library("list", many)), "request");
    }
    assert_eq!(page.library("list", json!({ "games": vec![1; 10_000] })).expect("a list")["total"], 0);
    assert_eq!(page.library("list", json!({})).expect("a list")["total"], 0);
    // A flood is refused in part, and the session goes on.
    let save = format!(
        "library save {{\"game\":{{\"variant\":\"chess\",\"facts\":{{\"A\":\"{}\"}}}}}}\n",
        "x".repeat(100_000)
    );
    for _ in 0..60 {
        page.send(&save);
    }
    assert_eq!(page.ask("isready", "readyok"), "readyok");
    std::thread::sleep(Duration::from_millis(100));
    drop(page);
    assert!(server.page().library("list", json!({})).is_ok());
}
