//! Property tests of the formats: written games are read back, nothing panics, and deep trees are read.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;

use crate::base::Outcome;

use super::parsed::ParsedGame;
use super::tree::{GameTree, NodeId, Step};
use super::xiangqi_files::{BoardPoint, add_move, new_tree, set_outcome};
use super::{NotationError, cbr, dhtmlxq, move_list, renlib, wxf_file, xqf};

type Games = Vec<Result<ParsedGame, NotationError>>;

/// A tree as text for comparison: depth, move and comments of its nodes.
fn outline(tree: &GameTree) -> Vec<(usize, Option<String>, Vec<String>)> {
    let mut depths = std::collections::HashMap::new();
    tree.nodes()
        .map(|node| {
            let depth = tree.parent(node).and_then(|parent| depths.get(&parent)).map_or(0, |depth| depth + 1);
            depths.insert(node, depth);
            (depth, tree.step(node).text().map(str::to_owned), tree.annotations(node).after.clone())
        })
        .collect()
}

fn point() -> impl Strategy<Value = BoardPoint> {
    (0..9_usize, 0..10_usize).prop_map(|(file, rank)| BoardPoint { file, rank })
}

/// Comments in characters that all formats can represent.
fn comment() -> impl Strategy<Value = String> {
    "[a-z\u{4e00}-\u{4e40}|\\[\\]\\\\{} \n]{0,12}".prop_map(|text| text.trim().to_owned())
}

/// Trees of moves, which need not be legal.
fn trees() -> impl Strategy<Value = GameTree> {
    let node = (any::<Index>(), point(), point(), comment());
    let outcome = prop_oneof![Just(None), prop::sample::select(Outcome::ALL.to_vec()).prop_map(Some)];
    (prop::collection::vec(node, 0..40), comment(), outcome).prop_map(|(parts, start, outcome)| {
        let mut tree = new_tree();
        let mut nodes = vec![NodeId::ROOT];
        let say = |tree: &mut GameTree, node, text: String| {
            if !text.is_empty() {
                tree.annotations_mut(node).after.push(text);
            }
        };
        say(&mut tree, NodeId::ROOT, start);
        for (parent, from, to, text) in parts.into_iter().filter(|(_, from, to, _)| from != to) {
            let parent = nodes[parent.index(nodes.len())];
            let node = add_move(&mut tree, parent, [from, to]);
            say(&mut tree, node, text);
            nodes.push(node);
        }
        set_outcome(&mut tree, outcome);
        tree
    })
}

fn only(mut games: Games) -> ParsedGame {
    assert_eq!(games.len(), 1);
    games.remove(0).expect("a game")
}

#[test]
fn trees_are_read_back() {
    proptest!(Config::with_cases(100), |(tree in trees(), keys: [u8; 9], version in 10..=18_u8)| {
        let written = dhtmlxq::write(&tree).expect("a text");
        prop_assert!(written.lost.is_empty(), "{:?}", written.lost);
        let read = [
            only(xqf::parse(&xqf::tests::write(&tree, version, keys))),
            only(cbr::parse(&cbr::tests::write(&tree, 1))),
            only(cbr::parse(&cbr::tests::write(&tree, 2))),
            only(dhtmlxq::parse(&written.text)),
        ];
        for game in read {
            prop_assert_eq!(outline(&game.tree), outline(&tree));
            prop_assert_eq!(game.tree.outcome, tree.outcome);
        }
    });
}

#[test]
fn points_are_read_back() {
    proptest!(Config::with_cases(100), |(points in prop::collection::vec((0..20_u8, 1..=20_u8), 1..40))| {
        let mut tree = GameTree::new(crate::games::Variant::Gomoku);
        let mut at = NodeId::ROOT;
        for (file, rank) in points {
            at = tree.add(at, Step::of_text(format!("{}{rank}", char::from(b'a' + file))));
        }
        let game = only(move_list::parse(&move_list::write(&tree).expect("a text").text));
        if game.tree.variant.info().has_stones() {
            prop_assert_eq!(outline(&game.tree), outline(&tree));
        }
    });
}

/// Runs all readers on the same bytes.
fn read_all(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let games = [
        xqf::parse(bytes),
        cbr::parse(bytes),
        renlib::parse(bytes),
        dhtmlxq::parse(&text),
        wxf_file::parse(&text),
        move_list::parse(&text),
    ];
    for game in games.into_iter().flatten().flatten() {
        assert!(game.tree.len() <= GameTree::MAX_NODES && game.tree.nodes().count() == game.tree.len());
    }
    let _ = (xqf::is_xqf(bytes), cbr::is_cbr(bytes), renlib::is_renlib(bytes));
    let _ = (dhtmlxq::is_dhtmlxq(&text), wxf_file::is_wxf_file(&text), move_list::is_move_list(&text));
}

#[test]
fn arbitrary_files_do_not_panic() {
    const BEGINNINGS: [&[u8]; 6] = [
        b"",
        b"XQ\x12",
        b"CCBridge Record\0\0\0\0\x02",
        b"CCBridgeLibrary\0",
        b"\xffRenLib\xff\x03\x04",
        b"RED\tA\nSTART{",
    ];
    let beginning = prop::sample::select(BEGINNINGS.to_vec());
    let rest = prop::collection::vec(any::<u8>(), 0..3000);
    proptest!(Config::with_cases(200), |(beginning in beginning, zeros in 0..2500_usize, rest in rest)| {
        read_all(&[beginning, &vec![0; zeros], &rest].concat());
    });
    let words = "(\\[/?DhtmlXQ(_(binit|movelist|move_[0-3]_[0-3]_[0-3]|comment[0-3]|red))?\\]|[0-9]{2,4}|\
                 START\\{|\\}END|\n|RED|;|h8|e2e4|炮二平五|C2\\.5|\\{| ){0,40}";
    proptest!(Config::with_cases(200), |(text in words)| {
        read_all(text.as_bytes());
    });
}

#[test]
fn changed_files_do_not_panic() {
    let changes = prop::collection::vec((any::<Index>(), any::<u8>()), 1..8);
    proptest!(Config::with_cases(100), |(tree in trees(), keys: [u8; 9], changes in changes, cut in any::<Index>())| {
        let text = dhtmlxq::write(&tree).expect("a text").text.into_bytes();
        for mut file in [xqf::tests::write(&tree, 18, keys), cbr::tests::write(&tree, 2), text] {
            for (at, byte) in &changes {
                let at = at.index(file.len());
                file[at] = *byte;
            }
            read_all(&file);
            file.truncate(cut.index(file.len()));
            read_all(&file);
        }
    });
}

#[test]
fn deeply_nested_variations_are_read() {
    let point = |rank| BoardPoint { file: 0, rank };
    let mut tree = new_tree();
    let mut at = NodeId::ROOT;
    for _ in 0..100_000 {
        add_move(&mut tree, at, [point(0), point(1)]);
        at = add_move(&mut tree, at, [point(1), point(0)]);
    }
    let games = [
        xqf::parse(&xqf::tests::write(&tree, 18, [7; 9])),
        cbr::parse(&cbr::tests::write(&tree, 2)),
        dhtmlxq::parse(&dhtmlxq::write(&tree).expect("a text").text),
    ];
    for game in games {
        let game = only(game);
        assert_eq!((game.tree.len(), game.notes.len(), game.tree.plies()), (200_001, 0, 1));
    }
}
