//! Rooms that outlive their server, and the Swap2 opening.

use serde_json::{Value, json};

use super::play_all;
use crate::folder::Folder;
use crate::{Server, TOKEN, status_of};

#[test]
fn games_outlive_a_killed_server_if_there_is_a_library() {
    let folder = Folder::new("kept-rooms");
    let server = Server::with_library(&folder);
    let room = server.room(&json!({ "control": { "kind": "clock", "base": 300, "increment": 0 } }));
    let [mut first, mut second] = ["first", "second"].map(|side| server.enter(&room, side));
    assert_eq!(second.room_where(|room| room["begun"] == true)["kept"], true);
    play_all(&mut first, &mut second, "e2e4 e7e5 g1f3");
    first.ask(&json!({ "type": "offer", "offer": "draw" }));
    second.room_where(|room| room["offer"]["kind"] == "draw");
    // It is killed, not ended.
    drop(server);

    let server = Server::with_library(&folder);
    let mut first = server.enter(&room, "first");
    let waiting = first.at_ply(3);
    assert_eq!((&waiting["interrupted"], &waiting["begun"]), (&json!(true), &json!(false)));
    assert_eq!(waiting["clocks"]["running"], Value::Null);
    let mut host = server.enter_as_host(&room, "watch");
    let welcome = host.until(|message| message["type"] == "welcome");
    assert_eq!(welcome["invitation"]["second"], room["second"]);
    let mut second = server.enter(&room, "second");
    let going = second.room_where(|room| room["begun"] == true);
    assert_eq!((&going["interrupted"], &going["offer"]["by"]), (&json!(false), &json!("first")));
    assert_eq!(going["clocks"]["running"], "second");
    second.play("b8c6", 3);
    assert_eq!(first.at_ply(4)["happening"]["kind"], "declined");
    first.ask(&json!({ "type": "resign" }));
    second.room_where(|room| room["result"]["reason"] == "resignation");
    second.ask(&json!({ "type": "offer", "offer": "rematch" }));
    first.room_where(|room| room["offer"]["kind"] == "rematch");
    first.ask(&json!({ "type": "accept", "offer": "rematch" }));
    second.room_where(|room| room["swapped"] == true && room["state"]["ply"] == 0);
    drop(server);

    // The exchanged sides are kept, too.
    let server = Server::with_library(&folder);
    let mut first = server.enter(&room, "first");
    assert_eq!(first.until(|message| message["type"] == "welcome")["role"], "second");
    let mut host = server.enter_as_host(&room, "watch");
    host.at_ply(0);
    host.ask(&json!({ "type": "close" }));
    assert_eq!(host.0.close_reason(), "the host has ended the game");
    drop(server);
    let server = Server::with_library(&folder);
    let gone = server.try_enter(room["first"].as_str().expect("a path")).err().expect("it has ended");
    assert_eq!(status_of(&gone), 404);
    drop(server);

    let server = Server::start(&[]);
    let room = server.room(&json!({}));
    assert_eq!(server.enter(&room, "first").at_ply(0)["kept"], false);
}

#[test]
fn two_people_play_swap2_and_the_opening_outlives_the_server() {
    let folder = Folder::new("swap2-rooms");
    let server = Server::with_library(&folder);
    let room = server.room(&json!({ "variant": "gomoku", "opening": "swap2" }));
    let [mut opener, mut chooser] = ["first", "second"].map(|side| server.enter(&room, side));
    opener.room_where(|room| room["begun"] == true);
    for (ply, text) in ["h8", "i9", "g6"].into_iter().enumerate() {
        let early = json!({ "type": "move", "move": "a1", "ply": ply });
        assert_eq!(chooser.refusal(&early), "not-your-turn");
        opener.play(text, ply);
        opener.at_ply(ply + 1);
    }
    assert_eq!(opener.refusal(&json!({ "type": "move", "move": "a1", "ply": 3 })), "choice-first");
    assert_eq!(opener.refusal(&json!({ "type": "choose", "choice": "first" })), "no-choice");
    let choosing = chooser.at_ply(3);
    assert_eq!(choosing["opening"]["choices"], json!(["second", "first", "two"]));
    chooser.ask(&json!({ "type": "choose", "choice": "two" }));
    chooser.room_where(|room| room["opening"]["phase"] == "two");
    chooser.play("a1", 3);
    opener.at_ply(4);
    drop(server);

    let server = Server::with_library(&folder);
    let [mut opener, mut chooser] = ["first", "second"].map(|side| server.enter(&room, side));
    chooser.room_where(|room| room["begun"] == true && room["opening"]["actor"] == "second");
    chooser.play("a15", 4);
    assert_eq!(opener.at_ply(5)["opening"]["choices"], json!(["second", "first"]));
    opener.ask(&json!({ "type": "choose", "choice": "second" }));
    let welcome = opener.until(|message| message["type"] == "welcome" && message["role"] == "second");
    assert_eq!(welcome["host"], false);
    let done = chooser.room_where(|room| room["opening"]["phase"] == "done");
    assert_eq!((&done["opening"]["opener"], &done["opening"]["stones"]), (&json!("second"), &json!(5)));
    opener.play("h9", 5);
    chooser.at_ply(6);
    drop(server);

    let server = Server::start(&[]);
    let request = |variant: &str, second: Value| {
        let person = json!({ "kind": "person" });
        let none = json!({ "kind": "none" });
        json!({ "variant": variant, "opening": "swap2", "control": none, "first": person, "second": second })
    };
    let renju = server.post_room(TOKEN, &request("renju", json!({ "kind": "person" })).to_string());
    assert_eq!((renju.status, &renju.body["code"]), (400, &json!("malformed")));
    let engine = json!({ "kind": "engine", "level": 0 });
    let engine = server.post_room(TOKEN, &request("gomoku", engine).to_string());
    assert_eq!((engine.status, &engine.body["code"]), (400, &json!("opening-of-people")));
}
