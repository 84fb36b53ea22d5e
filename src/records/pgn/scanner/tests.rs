use super::*;

fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner::new(text.as_bytes()).unwrap();
    std::iter::from_fn(|| scanner.next().unwrap()).collect()
}

fn m(text: &str) -> Token {
    Token::Move(text.to_owned())
}

#[test]
fn words_are_classified() {
    let nag = |number| Token::Nag(Nag(number));
    for (text, expected) in [
        ("12.Nf3!?", vec![Token::Number, m("Nf3"), nag(5)]),
        ("d4$1$14", vec![m("d4"), nag(1), nag(14)]),
        ("e5*", vec![m("e5"), Token::Result(None)]),
        ("1．炮二平五！？", vec![Token::Number, m("炮二平五"), nag(5)]),
        ("１。炮二平五？", vec![Token::Number, m("炮二平五"), nag(2)]),
        ("e8(Q)+ e1(N)", vec![m("e8(Q)+"), m("e1(N)")]),
        ("e4(e3)", vec![m("e4"), Token::Open, m("e3"), Token::Close]),
        ("-- Z0 <>", vec![Token::Pass, Token::Pass, Token::Pass]),
        ("Nf3+- Kd2±!", vec![m("Nf3"), nag(18), m("Kd2"), nag(16), nag(1)]),
        ("C2.5 C2=5 +C=5", vec![m("C2.5"), m("C2=5"), m("+C=5")]),
        ("1-0", vec![Token::Result(Some(Outcome::Win(crate::base::Side::First)))]),
        ("½–½ 0,5:0,5", vec![Token::Result(Some(Outcome::Draw)); 2]),
        ("0-0-0 0–0", vec![m("0-0-0"), m("0–0")]),
        ("$999", vec![Token::Skipped("\"$999\" is not a glyph from $0 to $255".to_owned())]),
        ("\u{feff}e4\u{200b}e5", vec![m("e4"), m("e5")]),
    ] {
        assert_eq!(tokens(text), expected, "{text}");
    }
}

#[test]
fn tags_are_read_with_any_quotes() {
    for (text, value) in [
        (r#"[Event "a"]"#, "a"),
        (r#"[Event "a \"b\" \\ c"]"#, r#"a "b" \ c"#),
        (r#"[Event "a "b" c"]"#, r#"a "b" c"#),
        (r#"[Event "C:\games"]"#, r"C:\games"),
        (r#"[Event  "a" ]"#, "a"),
        ("[Event “a”]", "a"),
        (r#"[Event ""]"#, ""),
        (r#"[Event "a]"]"#, "a]"),
    ] {
        assert_eq!(tokens(text), [Token::Tag("Event".to_owned(), value.to_owned())], "{text}");
    }
    assert_eq!(tokens("[pgn] e4 [/pgn]"), [Token::Remark, m("e4"), Token::Remark]);
    assert!(matches!(&tokens("[x]")[..], [Token::Skipped(_)]));
}
