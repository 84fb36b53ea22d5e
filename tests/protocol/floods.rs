//! Clients that send more than anybody can use: long games, many requests at once. Sessions stay quick and small.

use crate::client::Client;

#[test]
fn a_byte_order_mark_before_the_first_line_is_skipped_in_every_dialect() {
    for (first, answer) in [
        ("uci", "id name Quadriga"),
        ("isready", "readyok"),
        ("ucci", "id name Quadriga"),
        ("START 15", "OK"),
        ("ABOUT", "name=\"Quadriga\""),
        ("xboard\nping 1", "pong 1"),
        ("\nxboard\nping 1", "pong 1"),
        ("\r\n\r\nSTART 15", "OK"),
    ] {
        let mut client = Client::start();
        client.send_bytes("\u{feff}".as_bytes());
        client.send(first);
        let line = client.line();
        assert!(line.starts_with(answer), "{first}: {line}");
    }
}

#[test]
fn utf16_is_an_error_that_ends_the_session() {
    let words = "the text is encoded in UTF-16, but UTF-8 is expected; the session ends";
    for text in ["uci\nisready\n", "\u{feff}uci\r\nisready\r\n", "\u{feff}xboard\n"] {
        let units = || text.encode_utf16();
        for bytes in [
            units().flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
            units().flat_map(u16::to_be_bytes).collect(),
        ] {
            let mut client = Client::start();
            client.send_bytes(&bytes);
            let (status, lines) = client.wait();
            assert_eq!(lines, [format!("info string error {words}")], "{text:?}");
            assert!(status.success());
        }
    }
}
