//! `DhtmlXQ`, the text format for games of dpxq.com, used by Chinese forums and programs: tags such as
//! `[DhtmlXQ_movelist]7747…[/DhtmlXQ_movelist]`. A point is two digits, the file from the left and the rank from the
//! top, both from 0. `move_P_N_I` is variation I, whose first move replaces the Nth of line P; the main line is number
//! 0. `commentN` and `commentI_N` belong to the Nth move of the main line and of variation I. Source: the description
//! in the viewer's own page, <http://www.dpxq.com/hldcg/share/>.

mod reader;
mod writer;

pub(super) use reader::parse;
pub(super) use writer::write;

const NAME: &str = "DhtmlXQ";

/// The format's tag names and PGN's.
const TAGS: [(&str, &str); 15] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("round", "Round"),
    ("table", "Board"),
    ("red", "Red"),
    ("redname", "Red"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("black", "Black"),
    ("blackname", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("open", "Opening"),
    ("remark", "Annotator"),
];

/// The usual start as written in files, with the pieces in two orders.
const USUAL_STARTS: [&str; 2] = [
    "0919293949596979891777062646668600102030405060708012720323436383",
    "8979695949392919097717866646260600102030405060708012720323436383",
];

/// Whether a text is in this format.
pub(super) fn is_dhtmlxq(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    ["[dhtmlxq_movelist]", "[dhtmlxq_binit]", "[dhtmlxq_move_0_1_0]"].iter().any(|tag| lower.contains(tag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Outcome, Side};
    use crate::records::NotationError;
    use crate::records::parsed::ParsedGame;
    use crate::records::tree::{GameTree, NodeId};

    fn read(text: &str) -> ParsedGame {
        parse(text).remove(0).expect("a game")
    }

    fn moves(tree: &GameTree) -> Vec<&str> {
        tree.main_moves().collect()
    }

    const LINES: &str = "text [DhtmlXQ]\n[DhtmlXQ_title]a \\u005bb[/DhtmlXQ_title][DhtmlXQ_red]湖北 洪智[/DhtmlXQ_red]\n\
        [DhtmlXQ_redname]洪智[/DhtmlXQ_redname][DhtmlXQ_date]2021-12-05[/DhtmlXQ_date]\n\
        [DhtmlXQ_blacktime][/DhtmlXQ_time][DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
        [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
        [DhtmlXQ_movelist]7747724279678070[/DhtmlXQ_movelist]\n\
        [DhtmlXQ_move_1_3_2]1727[/DhtmlXQ_move_1_3_2]\n\
        [DhtmlXQ_move_0_2_1]70626769[/DhtmlXQ_move_0_2_1]\n\
        [DhtmlXQ_move_9_2_8]7062[/DhtmlXQ_move_9_2_8]\n\
        [DhtmlXQ_comment0]first||second[/DhtmlXQ_comment0][DhtmlXQ_comment1_2]x[/DhtmlXQ_comment1_2]\n\
        [DhtmlXQ_comment77]lost[/DhtmlXQ_comment77]\n[/DhtmlXQ] text";

    #[test]
    fn tags_lines_and_comments_are_read() {
        let game = read(LINES);
        let tree = &game.tree;
        assert_eq!(moves(tree), ["h3e3", "h8e8", "h1g3", "i10h10"]);
        assert_eq!(tree.tags.get("Title"), Some("a [b"));
        assert_eq!((tree.tags.get("Red"), tree.tags.get("redname")), (Some("湖北 洪智"), Some("洪智")));
        assert_eq!(
            (tree.tags.get("Date"), tree.outcome),
            (Some("2021.12.05"), Some(Outcome::Win(Side::First)))
        );
        assert_eq!((tree.start.as_deref(), game.line), (None, 1));
        assert_eq!(tree.annotations(NodeId::ROOT).after, ["first\nsecond"]);
        let first = tree.next(NodeId::ROOT).expect("a move");
        let variation = tree.children(first).nth(1).expect("a variation");
        assert_eq!(tree.step(variation).text(), Some("h10g8"));
        assert_eq!(tree.annotations(variation).after, ["x"]);
        let nested: Vec<_> = tree.children(variation).filter_map(|node| tree.step(node).text()).collect();
        assert_eq!(nested, ["g3g1", "b3c3"]);
        let codes: Vec<_> = game.notes.iter().map(|note| note.code).collect();
        assert_eq!(codes, ["variation-skipped", "comment-skipped"]);
    }

    #[test]
    fn several_games_and_other_starts_are_read() {
        let bare = "[DhtmlXQ_binit]9999999945999999999999999999999999999999409999999999999999999999[/DhtmlXQ_binit]\
                    [DhtmlXQ_movelist]4041[/DhtmlXQ_movelist]";
        let games = parse(&format!("{LINES}{bare}<p>[dhtmlxqhtml]{bare}"));
        assert_eq!(games.len(), 3);
        let second = games[1].as_ref().expect("a game");
        assert_eq!(second.tree.start.as_deref(), Some("4k4/9/9/9/9/4K4/9/9/9/9 b - - 0 1"));
        assert_eq!(moves(&second.tree), ["e10e9"]);
        assert!(is_dhtmlxq(LINES) && is_dhtmlxq(bare) && !is_dhtmlxq("DhtmlXQ of dpxq.com [Event \"x\"]"));
    }

    #[test]
    fn starts_with_missing_digits_are_the_usual_one_if_they_can_be() {
        let with = |start: &str| {
            format!("[DhtmlXQ_binit]{start}[/DhtmlXQ_binit][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]")
        };
        for start in ["", USUAL_STARTS[0], USUAL_STARTS[1]] {
            let game = read(&with(start));
            assert_eq!((game.tree.start, game.notes.len()), (None, 0), "{start}");
        }
        for start in USUAL_STARTS {
            let game = read(&with(&start.replacen('6', "", 1)));
            assert_eq!((game.tree.start, game.notes[0].code), (None, "start-repaired"), "{start}");
        }
    }

    #[test]
    fn broken_games_are_errors() {
        for text in [
            "[DhtmlXQ_movelist]774[/DhtmlXQ_movelist]",
            "[DhtmlXQ_movelist]a747[/DhtmlXQ_movelist]",
            "[DhtmlXQ_movelist]9747[/DhtmlXQ_movelist]",
            "[DhtmlXQ_binit]0919[/DhtmlXQ_binit]",
            "[DhtmlXQ_fen]0/0/0/0/0/0/0/0/0/0/K[/DhtmlXQ_fen]",
            "[DhtmlXQ_binit]0909999945999999999999999999999999999999409999999999999999999999[/DhtmlXQ_binit]",
        ] {
            assert!(matches!(parse(text).remove(0), Err(NotationError::Unreadable { .. })), "{text}");
        }
        assert!(parse("nothing").is_empty() && parse("[DhtmlXQ_movelist").is_empty());
    }

    #[test]
    fn long_chains_of_variations_are_read() {
        let mut text = "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]".to_owned();
        for id in (1..20_000).rev() {
            text += "[DhtmlXQ_move_";
            text.extend([&format!("{}_{}_{id}", id - 1, id + 1), "]7747[/DhtmlXQ_move_x]"]);
        }
        let game = read(&text);
        assert_eq!((game.tree.len(), game.notes.len()), (20_001, 0));
    }

    #[test]
    fn written_games_are_read_back() {
        let mut tree = read(LINES).tree;
        tree.annotations_mut(NodeId::ROOT).after = vec!["a|b||c [x] \\u0041\nd".to_owned()];
        tree.tags.set("owner", "x");
        let written = write(&tree).expect("a text");
        assert!(written.lost.is_empty(), "{:?}", written.lost);
        let again = read(&written.text);
        assert!(again.notes.is_empty(), "{:?}", again.notes);
        assert_eq!(write(&again.tree), Ok(written));
        let tags = |tree: &GameTree| {
            let mut tags: Vec<_> = tree.tags.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
            tags.sort();
            tags
        };
        assert_eq!(tags(&again.tree), tags(&tree));
        assert_eq!((again.tree.len(), again.tree.outcome), (tree.len(), tree.outcome));
        assert_eq!(again.tree.annotations(NodeId::ROOT), tree.annotations(NodeId::ROOT));
    }
}
