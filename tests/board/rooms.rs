//! Rooms as the host, players, spectators and strangers meet them.

#[path = "kept_rooms.rs"]
mod kept;

use std::io::{Read, Write};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message};

use super::{Page, Server, TOKEN, status_of};

/// The answer to a request for a room.
struct Opened {
    status: u16,
    body: Value,
}

impl Server {
    fn post_room(&self, token: &str, body: &str) -> Opened {
        let mut stream = self.connect();
        let head = format!(
            "POST /{token}/rooms HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        // The server may answer before it has read everything.
        let _ = stream.write_all((head + body).as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or_default();
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        Opened { status, body: serde_json::from_str(body).unwrap_or_default() }
    }

    /// Opens a room for two people, with more fields of the request.
    fn room(&self, fields: &Value) -> Value {
        let mut request = json!({
            "variant": "chess", "control": { "kind": "none" },
            "first": { "kind": "person" }, "second": { "kind": "person" },
        });
        for (name, value) in fields.as_object().expect("fields") {
            request[name] = value.clone();
        }
        let opened = self.post_room(TOKEN, &request.to_string());
        assert_eq!(opened.status, 201, "{}", opened.body);
        opened.body
    }

    fn try_enter(&self, path: &str) -> Result<Guest, Error> {
        let request = format!("ws://{}/{path}seat", self.address).into_client_request().expect("a request");
        Self::open(request).map(Guest)
    }

    fn enter(&self, room: &Value, place: &str) -> Guest {
        self.try_enter(room[place].as_str().expect("a path")).expect("a place")
    }

    /// The same for the host, who knows the token.
    fn enter_as_host(&self, room: &Value, place: &str) -> Guest {
        self.try_enter(&format!("{TOKEN}/{}", room[place].as_str().expect("a path"))).expect("a place")
    }
}

/// Somebody in a room.
struct Guest(Page);

impl Guest {
    fn ask(&mut self, message: &Value) {
        self.0.send(&message.to_string());
    }

    /// Reads up to a message for which the condition holds.
    fn until(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            match self.0.socket.read().expect("a message") {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    if is_wanted(&message) {
                        return message;
                    }
                }
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    fn room_where(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        self.until(|message| message["type"] == "room" && is_wanted(message))
    }

    fn at_ply(&mut self, ply: usize) -> Value {
        self.room_where(|room| room["state"]["ply"] == ply)
    }

    fn play(&mut self, text: &str, ply: usize) {
        self.ask(&json!({ "type": "move", "move": text, "ply": ply }));
    }

    /// The code with which a message is refused.
    fn refusal(&mut self, message: &Value) -> String {
        self.ask(message);
        let refused = self.until(|answer| answer["type"] == "refused");
        refused["code"].as_str().expect("a code").to_owned()
    }
}

/// Plays a game of moves between two guests, and returns the last state.
fn play_all(first: &mut Guest, second: &mut Guest, moves: &str) -> Value {
    let mut last = first.at_ply(0);
    for (ply, text) in moves.split_whitespace().enumerate() {
        if ply % 2 == 0 {
            first.play(text, ply);
        } else {
            second.play(text, ply);
        }
        last = first.at_ply(ply + 1);
        assert_eq!(second.at_ply(ply + 1)["state"], last["state"]);
    }
    last
}

#[test]
fn two_people_play_to_the_mate_before_a_spectator() {
    let server = Server::start(&[]);
    let room = server.room(&json!({}));
    let mut host = server.enter_as_host(&room, "first");
    let welcome = host.until(|message| message["type"] == "welcome");
    assert_eq!((&welcome["role"], &welcome["host"]), (&json!("first"), &json!(true)));
    assert_eq!(welcome["invitation"]["second"], room["second"]);
    // Nobody moves before the other player has come.
    assert_eq!(host.refusal(&json!({ "type": "move", "move": "f2f3", "ply": 0 })), "not-begun");
    let mut guest = server.enter(&room, "second");
    let welcome = guest.until(|message| message["type"] == "welcome");
    assert_eq!((&welcome["role"], &welcome["host"]), (&json!("second"), &json!(false)));
    assert_eq!(welcome.get("invitation"), None, "a guest learns no other address");
    let mut spectator = server.enter(&room, "watch");
    assert_eq!(host.room_where(|room| room["spectators"] == 1)["begun"], true);

    assert_eq!(guest.refusal(&json!({ "type": "move", "move": "e7e5", "ply": 0 })), "not-your-turn");
    assert_eq!(spectator.refusal(&json!({ "type": "move", "move": "e2e4", "ply": 0 })), "spectator");
    for text in ["e2e5", "Qh5", "xyz", "炮二平五"] {
        host.play(text, 0);
        let refused = host.until(|message| message["type"] == "refused");
        assert_eq!(
            (&refused["code"], &refused["why"]["legal"]),
            (&json!("illegal"), &json!(false)),
            "{text}"
        );
    }
    // In any notation; a move for another position is not made.
    host.play("f3", 0);
    guest.at_ply(1);
    assert_eq!(guest.refusal(&json!({ "type": "move", "move": "e7e5", "ply": 3 })), "outdated");
    guest.play("e5", 1);
    host.at_ply(2);
    host.play("g2g4", 2);
    guest.at_ply(3);
    guest.play("Qh4#", 3);
    let result = json!({ "result": "0-1", "reason": "checkmate", "winner": "second" });
    for player in [&mut host, &mut guest, &mut spectator] {
        assert_eq!(player.at_ply(4)["result"], result);
    }
    assert_eq!(host.refusal(&json!({ "type": "resign" })), "over");

    // A rematch is played with sides exchanged, from the same addresses.
    host.ask(&json!({ "type": "offer", "offer": "rematch" }));
    guest.room_where(|room| room["offer"] == json!({ "kind": "rematch", "by": "first" }));
    guest.ask(&json!({ "type": "accept", "offer": "rematch" }));
    let welcome = guest.until(|message| message["type"] == "welcome");
    assert_eq!(welcome["role"], "first");
    let welcome = host.until(|message| message["type"] == "welcome");
    assert_eq!((&welcome["role"], &welcome["invitation"]["first"]), (&json!("second"), &room["second"]));
    guest.at_ply(0);
    guest.play("e2e4", 0);
    host.at_ply(1);
}

#[test]
fn offers_are_asked_and_answered() {
    let server = Server::start(&[]);
    let room = server.room(&json!({ "variant": "gomoku", "options": { "BoardSize": 15 } }));
    let [mut first, mut second] = ["first", "second"].map(|side| server.enter(&room, side));
    let last = play_all(&mut first, &mut second, "h8 h9 i8");
    assert_eq!(last["state"]["start"].as_str().map(|fen| fen.starts_with("15/15")), Some(true));

    let offer = |kind: &str| json!({ "type": "offer", "offer": kind });
    let answer = |answer: &str, kind: &str| json!({ "type": answer, "offer": kind });
    assert_eq!(second.refusal(&answer("accept", "draw")), "no-offer");
    first.ask(&offer("take-back"));
    second.room_where(|room| room["offer"] == json!({ "kind": "take-back", "by": "first" }));
    assert_eq!(first.refusal(&answer("accept", "take-back")), "no-offer", "its own");
    second.ask(&answer("decline", "take-back"));
    first.room_where(|room| room["happening"]["kind"] == "declined");
    assert_eq!(first.refusal(&offer("take-back")), "declined");
    // The other player's last move, and the answer to it.
    second.ask(&offer("take-back"));
    first.room_where(|room| room["offer"]["by"] == "second");
    first.ask(&answer("accept", "take-back"));
    let state = second.at_ply(1);
    assert_eq!(
        (&state["state"]["turn"], &state["happening"]["kind"]),
        (&json!("second"), &json!("accepted"))
    );
    first.at_ply(1);

    second.ask(&offer("draw"));
    first.room_where(|room| room["offer"]["kind"] == "draw");
    second.ask(&json!({ "type": "withdraw" }));
    first.room_where(|room| room["offer"].is_null() && room["happening"]["kind"] == "withdrawn");
    second.ask(&offer("draw"));
    first.room_where(|room| room["offer"]["kind"] == "draw");
    first.ask(&answer("accept", "draw"));
    let over = second.room_where(|room| !room["result"].is_null());
    assert_eq!(over["result"], json!({ "result": "1/2-1/2", "reason": "agreement" }));
}

#[test]
fn a_lost_player_comes_back_to_the_same_seat() {
    let server = Server::start(&[]);
    let room = server.room(&json!({ "control": { "kind": "clock", "base": 600, "increment": 5 } }));
    let [mut first, mut second] = ["first", "second"].map(|side| server.enter(&room, side));
    let clocks = play_all(&mut first, &mut second, "e2e4 e7e5")["clocks"].clone();
    assert_eq!(clocks["running"], "first");
    assert!(clocks["second"].as_u64().is_some_and(|left| left > 600_000), "the increment: {clocks}");
    drop(second);
    first.room_where(|room| room["second"]["present"] == false);
    // The game waits for nobody: the one who is there may go on.
    first.play("g1f3", 2);
    assert_eq!(first.at_ply(3)["clocks"]["running"], "second");
    let mut second = server.enter(&room, "second");
    second.at_ply(3);
    first.room_where(|room| room["second"]["present"] == true);
    second.play("b8c6", 3);
    first.at_ply(4);

    // The newest page has the seat, and the older one is told.
    let mut newer = server.enter(&room, "second");
    assert_eq!(second.0.close_reason(), "another page has taken this seat");
    newer.at_ply(4);
    first.play("f1b5", 4);
    newer.at_ply(5);
}

#[test]
fn time_runs_on_the_server() {
    let server = Server::start(&[]);
    let room = server.room(&json!({ "control": { "kind": "move", "seconds": 0.3 } }));
    let [mut first, mut second] = ["first", "second"].map(|side| server.enter(&room, side));
    first.at_ply(0);
    second.room_where(|room| room["begun"] == true);
    // The first move takes no time. After it the other side does nothing, and loses.
    std::thread::sleep(Duration::from_millis(400));
    first.play("e2e4", 0);
    let over = second.room_where(|room| !room["result"].is_null());
    assert_eq!(over["result"], json!({ "result": "1-0", "reason": "time", "winner": "first" }));
    assert_eq!((&over["clocks"]["second"], &over["clocks"]["running"]), (&json!(0), &json!(null)));
    assert_eq!(second.refusal(&json!({ "type": "move", "move": "e7e5", "ply": 1 })), "over");
}

#[test]
fn the_host_seats_the_engine() {
    let server = Server::start(&[]);
    let room = server.room(&json!({ "control": { "kind": "move", "seconds": 60 } }));
    let mut host = server.enter_as_host(&room, "first");
    let mut guest = server.enter(&room, "second");
    let engine = json!({ "kind": "engine", "level": 900 });
    let seat = |side: &str| json!({ "type": "seat", "side": side, "occupant": engine });
    assert_eq!(guest.refusal(&seat("second")), "not-host");
    assert_eq!(guest.refusal(&json!({ "type": "close" })), "not-host");
    assert_eq!(host.refusal(&seat("second")), "taken");
    drop(guest);
    host.room_where(|room| room["second"]["present"] == false);
    host.ask(&seat("second"));
    host.room_where(|room| room["second"]["occupant"] == engine);
    assert_eq!(host.refusal(&seat("first")), "two-engines");
    host.play("e2e4", 0);
    assert_eq!(host.at_ply(2)["state"]["turn"], "first");
    // It lets moves be taken back, and agrees to no early draw.
    host.ask(&json!({ "type": "offer", "offer": "take-back" }));
    host.at_ply(0);
    host.ask(&json!({ "type": "offer", "offer": "draw" }));
    host.room_where(|room| room["happening"]["kind"] == "declined");
    // Who comes to its seat watches until the host makes room.
    let mut guest = server.enter(&room, "second");
    assert_eq!(guest.refusal(&json!({ "type": "resign" })), "engine-seat");
    host.ask(&json!({ "type": "seat", "side": "second", "occupant": { "kind": "person" } }));
    host.room_where(|room| room["second"]["occupant"]["kind"] == "person");
    host.play("d2d4", 0);
    guest.at_ply(1);
    guest.ask(&json!({ "type": "resign" }));
    host.room_where(|room| room["result"]["reason"] == "resignation");
    host.ask(&json!({ "type": "close" }));
    assert_eq!(guest.0.close_reason(), "the host has ended the game");
    let error = server.try_enter(room["second"].as_str().expect("a path")).err().expect("ended");
    assert_eq!(status_of(&error), 404);
}

#[test]
fn the_engine_answers_a_draw_offer_by_its_score() {
    let server = Server::start(&[]);
    // A side that has lost its queen may have a draw from nobody; the one that has won it may.
    let moves: Vec<_> = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7".split(' ').collect();
    for (start, is_accepted) in [
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", false),
    ] {
        let room = server.room(&json!({
            "start": start, "moves": moves, "second": { "kind": "engine", "level": 0 },
        }));
        let mut player = server.enter(&room, "first");
        player.at_ply(10);
        player.ask(&json!({ "type": "offer", "offer": "draw" }));
        // Something that is refused meanwhile does not keep it from answering.
        assert_eq!(player.refusal(&json!({ "type": "move", "move": "a1h8", "ply": 10 })), "illegal");
        let answered = player.room_where(|room| !room["happening"].is_null());
        assert_eq!(answered["result"]["reason"] == "agreement", is_accepted, "{start}");
    }
}

#[test]
fn a_secret_of_a_room_reaches_nothing_else() {
    let server = Server::start(&[]);
    let room = server.room(&json!({}));
    let host = format!("Host: {}\r\n", server.address);
    let status = |path: &str| {
        let answer = server.get(path, &host);
        answer.split(' ').nth(1).and_then(|word| word.parse::<u16>().ok()).unwrap_or_default()
    };
    for place in ["first", "second", "watch"] {
        let path = room[place].as_str().expect("a path");
        let secret = path.strip_prefix("game/").and_then(|path| path.strip_suffix('/')).expect("a secret");
        assert_eq!(secret.len(), 32);
        // The page and its files, without their slash too, and nothing else.
        assert_eq!(status(&format!("/{path}")), 200);
        assert_eq!(status(&format!("/game/{secret}")), 308);
        assert_eq!(status(&format!("/{path}board/index.js")), 200);
        for name in ["index.html", "watch.html", "session", "rooms", "../", "room/index.html", "learn", TOKEN]
        {
            let status = status(&format!("/{path}{name}"));
            assert!([403, 404].contains(&status), "{path}{name}: {status}");
        }
        // The host has the page and its files there, too.
        assert_eq!(status(&format!("/{TOKEN}/{path}")), 200);
        assert_eq!(status(&format!("/{TOKEN}/{path}room/index.js")), 200);
        assert_eq!(status(&format!("/{TOKEN}/game/{secret}")), 308);
        // It is no token of the board.
        for path in [format!("/{secret}/"), format!("/{secret}/session"), format!("/{secret}/rooms")] {
            assert_eq!(status(&path), 403, "{path}");
        }
        assert_eq!(status_of(&Server::open(server.request(secret)).err().expect("refused")), 403);
        assert_eq!(server.post_room(secret, "{}").status, 403);
        // Nor does it make its owner the host.
        let error = server.try_enter(&format!("{secret}/{path}")).err().expect("refused");
        assert_eq!(status_of(&error), 403);
    }
    // The token is no secret of a room, and neither is anything else.
    for secret in [TOKEN, "", "0123456789abcdef0123456789abcdef", "session"] {
        assert_eq!(status(&format!("/game/{secret}/")), 404, "{secret}");
        let error = server.try_enter(&format!("game/{secret}/")).err().expect("refused");
        assert_eq!(status_of(&error), 404);
        let error = server.try_enter(&format!("{TOKEN}/game/{secret}/")).err().expect("refused");
        assert_eq!(status_of(&error), 404);
    }
    // A page of another origin cannot use it.
    let path = room["first"].as_str().expect("a path");
    let mut request = format!("ws://{}/{path}seat", server.address).into_client_request().expect("a request");
    request.headers_mut().insert("Origin", "http://evil.example".parse().expect("a header"));
    assert_eq!(status_of(&Server::open(request).err().expect("refused")), 403);

    // Commands of the engine are none of a guest's.
    let mut guest = server.enter(&room, "first");
    for text in ["go infinite", "uci", "quit", r#"{"type":"go"}"#, r#"{"type":"setoption"}"#, "", "{", "[]"] {
        guest.0.send(text);
        let refused = guest.until(|message| message["type"] == "refused");
        assert_eq!(refused["code"], "malformed", "{text}");
    }
    assert_eq!(guest.refusal(&json!({ "type": "move", "move": "e2e4\ngo infinite", "ply": 0 })), "malformed");
    assert_eq!(guest.refusal(&json!({ "type": "why", "move": "e2e4 e7e5" })), "malformed");
    let _ = guest.0.socket.send(Message::text("x".repeat(5000)));
    assert!(!guest.0.close_reason().is_empty());
    let mut guest = server.enter(&room, "first");
    guest.0.socket.send(Message::binary(vec![1, 2, 3])).expect("sent");
    assert_eq!(guest.0.close_reason(), "a message must be text");
    server.enter(&room, "first").at_ply(0);
}

#[test]
fn impossible_rooms_are_refused_with_the_reason() {
    let server = Server::start(&[]);
    let person = json!({ "kind": "person" });
    let engine = json!({ "kind": "engine", "level": 1200 });
    let request = |fields: Value| {
        let mut request = json!({
            "variant": "xiangqi", "control": { "kind": "none" }, "first": person, "second": person,
        });
        for (name, value) in fields.as_object().expect("fields") {
            request[name] = value.clone();
        }
        request.to_string()
    };
    for (body, code, words) in [
        (String::new(), "malformed", "EOF"),
        ("position startpos".to_owned(), "malformed", "expected"),
        (request(json!({ "variant": "draughts" })), "illegal", "draughts"),
        (request(json!({ "start": "9/9 w" })), "illegal", "FEN"),
        (request(json!({ "start": "8/8/8/8/8/8/8/8 w - - 0 1" })), "illegal", "king"),
        (request(json!({ "moves": ["h3h9"] })), "illegal", "h3h9"),
        (request(json!({ "control": { "kind": "clock", "base": 0, "increment": 0 } })), "malformed", "time"),
        (request(json!({ "control": { "kind": "egg" } })), "malformed", "egg"),
        (request(json!({ "first": engine, "second": engine })), "two-engines", "person"),
        (request(json!({ "options": { "Threads": 64 } })), "malformed", "options"),
        (request(json!({ "secret": "abcdefgh" })), "malformed", "secret"),
    ] {
        let opened = server.post_room(TOKEN, &body);
        let text = opened.body["text"].as_str().unwrap_or_default();
        assert_eq!((opened.status, opened.body["code"].as_str()), (400, Some(code)), "{body}: {text}");
        assert!(text.contains(words), "{body}: {text}");
    }
    assert_eq!(server.post_room("wrong567890", &request(json!({}))).status, 403);
    assert_eq!(server.post_room(TOKEN, &" ".repeat(100_000)).status, 413);
    // A game that is over is none.
    let mated = request(json!({
        "variant": "chess", "start": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    }));
    assert_eq!(server.post_room(TOKEN, &mated).body["code"], "over");
}

#[test]
fn rooms_and_spectators_are_limited() {
    let server = Server::start(&[]);
    let rooms: Vec<_> = (0..32).map(|_| server.room(&json!({}))).collect();
    let request = json!({
        "variant": "chess", "control": { "kind": "none" },
        "first": { "kind": "person" }, "second": { "kind": "person" },
    });
    let opened = server.post_room(TOKEN, &request.to_string());
    assert_eq!((opened.status, opened.body["code"].as_str()), (503, Some("too-many")));
    // A room whose game is over, and in which nobody is, makes room for another one.
    let [mut first, mut second] = ["first", "second"].map(|side| server.enter(&rooms[7], side));
    second.room_where(|room| room["begun"] == true);
    second.ask(&json!({ "type": "resign" }));
    first.room_where(|room| !room["result"].is_null());
    assert_eq!(server.post_room(TOKEN, &request.to_string()).status, 503);
    drop(second);
    first.room_where(|room| room["second"]["present"] == false);
    drop(first);
    let begun = std::time::Instant::now();
    while server.post_room(TOKEN, &request.to_string()).status != 201 {
        assert!(begun.elapsed() < super::DEADLINE, "no room is given up");
        std::thread::sleep(Duration::from_millis(50));
    }
    let error = server.try_enter(rooms[7]["first"].as_str().expect("a path")).err().expect("given up");
    assert_eq!(status_of(&error), 404);
    // The host finds the others again.
    let list = server.get(&format!("/{TOKEN}/rooms"), &format!("Host: {}\r\n", server.address));
    let (_, body) = list.split_once("\r\n\r\n").expect("a body");
    let list: Value = serde_json::from_str(body).expect("JSON");
    assert_eq!(list.as_array().map(Vec::len), Some(32));
    assert_eq!((&list[0]["variant"], &list[0]["invitation"]["watch"]), (&json!("chess"), &rooms[0]["watch"]));

    let mut spectators: Vec<_> = (0..16).map(|_| server.enter(&rooms[0], "watch")).collect();
    for spectator in &mut spectators {
        spectator.at_ply(0);
    }
    let mut one_more = server.enter(&rooms[0], "watch");
    assert_eq!(one_more.0.close_reason(), "there are too many spectators already");
}

#[test]
fn a_flood_of_a_guest_delays_no_other() {
    let server = Server::start(&[]);
    let room = server.room(&json!({}));
    let [mut first, mut second] = ["first", "second"].map(|side| server.enter(&room, side));
    let mut spectator = server.enter(&room, "watch");
    for _ in 0..2000 {
        // Nothing is read meanwhile.
        spectator.ask(&json!({ "type": "why", "move": "e2e4" }));
    }
    assert_eq!(play_all(&mut first, &mut second, "e2e4 e7e5 g1f3")["state"]["ply"], 3);
    assert_eq!(server.page().ask("isready", "readyok"), "readyok");
}
