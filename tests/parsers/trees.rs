//! Games with variations, comments and marks lose nothing that a format can hold.

use std::time::Duration;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use quadriga::base::{Notation, Outcome};
use quadriga::games::Variant;
use quadriga::games::chess::ChessPosition;
use quadriga::games::gomoku::{Freestyle, GomokuPosition};
use quadriga::games::xiangqi::XiangqiPosition;
use quadriga::games::zhonggong::ZhonggongPosition;
use quadriga::records::{
    Annotations, Evaluation, GameTree, MoveScore, MoveStyle, Nag, NodeId, ParsedGame, RecordFormat, Shape,
    Step, check, parse, write_tree,
};

use crate::input::{cases, legal_move};

/// Comments as both formats hold them: words with single blanks, and every kind of bracket.
fn comment() -> impl Strategy<Value = String> {
    vec("[a-z\u{4e00}-\u{4e20}()\\[\\]{};:%$!?.\"\\\\0-9]{1,6}", 1..5).prop_map(|words| words.join(" "))
}

fn comments() -> impl Strategy<Value = Vec<String>> {
    vec(comment(), 0..3).prop_map(|mut comments| {
        // What begins with `[%` may be meant for a program.
        comments.retain(|text| !text.contains("[%"));
        comments
    })
}

fn shapes() -> impl Strategy<Value = Vec<Shape>> {
    let point = || "[a-h][1-8]";
    let shape = (select(vec!['G', 'R', 'Y', 'B']), point(), option::of(point()));
    vec(shape.prop_map(|(colour, from, to)| Shape { colour, from, to }), 0..3).prop_map(|mut shapes| {
        // Points are written before arrows.
        shapes.sort_by_key(|shape| shape.to.is_some());
        shapes
    })
}

fn annotations() -> impl Strategy<Value = Annotations> {
    let time = || option::of((0..400_000_u64).prop_map(|tenths| Duration::from_millis(100 * tenths)));
    let score = prop_oneof![(-9999..9999).prop_map(MoveScore::Cp), (-50..50).prop_map(MoveScore::Mate)];
    let evaluation =
        option::of((score, option::of(1..99_u32)).prop_map(|(score, depth)| Evaluation { score, depth }));
    let nags = vec((1..140_u8).prop_map(Nag), 0..3);
    (comments(), comments(), nags, shapes(), time(), time(), evaluation).prop_map(
        |(before, after, nags, shapes, clock, elapsed, evaluation)| Annotations {
            before,
            after,
            nags,
            shapes,
            clock,
            elapsed,
            evaluation,
            ..Annotations::default()
        },
    )
}

/// A tree of legal moves: each node is added behind one of those before it, most often the last.
fn tree<P: Notation>(variant: Variant, parts: &[(Index, u16, Option<Annotations>)]) -> GameTree {
    let options = P::Options::default();
    let mut tree = GameTree::new(variant);
    let start = P::start(&options);
    tree.start = Some(start.fen(&options));
    let mut nodes = vec![(NodeId::ROOT, start)];
    for (parent, pick, said) in parts {
        // Small numbers go on from the last node.
        let at = if pick % 4 > 0 { nodes.len() - 1 } else { parent.index(nodes.len()) };
        let (node, mut position) = nodes[at].clone();
        let Some(m) = legal_move(&position, *pick).filter(|_| position.verdict().is_none()) else { continue };
        let text = position.move_text(m, &options);
        if tree.children(node).any(|child| tree.step(child).text() == Some(&text)) {
            continue;
        }
        let added = tree.add(node, Step::Move { text, played: Some(m) });
        if let Some(said) = said {
            *tree.annotations_mut(added) = said.clone();
        }
        position.make(m, &mut ());
        position.forget_moves();
        nodes.push((added, position));
    }
    tree
}

fn trees(variants: &'static [Variant]) -> impl Strategy<Value = GameTree> {
    let part = (any::<Index>(), any::<u16>(), option::of(annotations()));
    let outcome = option::of(select(Outcome::ALL.to_vec()));
    (select(variants), vec(part, 0..40), comments(), outcome, "[a-z \"\\\\\\]é甲]{1,12}").prop_map(
        |(variant, parts, start, outcome, name)| {
            let mut tree = match variant {
                Variant::Chess => tree::<ChessPosition>(variant, &parts),
                Variant::Xiangqi => tree::<XiangqiPosition>(variant, &parts),
                Variant::Zhonggong => tree::<ZhonggongPosition>(variant, &parts),
                _ => tree::<GomokuPosition<Freestyle>>(variant, &parts),
            };
            tree.annotations_mut(NodeId::ROOT).after = start;
            tree.outcome = outcome;
            let name = format!("x{}", name.trim_end());
            for tag in ["Event", "White", "Black", "Annotator"] {
                tree.tags.set(tag, name.clone());
            }
            tree
        },
    )
}

/// Writes the game and reads it again.
fn again(tree: &GameTree, format: RecordFormat) -> Result<ParsedGame, TestCaseError> {
    let written = write_tree(tree, format).expect("the format holds the game");
    let fail = |error: &dyn std::fmt::Display| TestCaseError::fail(format!("{error}: {}", written.text));
    prop_assert_eq!(&written.lost, &Vec::<String>::new(), "{}", written.text);
    let mut games = parse(&written.text, format);
    let game = games.next().expect("a game").map_err(|error| fail(&error))?;
    prop_assert!(games.next().is_none(), "{}", written.text);
    check(game).map_err(|error| fail(&error))
}

/// What a tree says about its nodes.
fn said(tree: &GameTree) -> Vec<(bool, bool, Option<&str>, &Annotations)> {
    let of_node = |node| {
        let (next, other) = (tree.next(node).is_some(), tree.next_sibling(node).is_some());
        (next, other, tree.step(node).text(), tree.annotations(node))
    };
    tree.nodes().map(of_node).collect()
}

#[test]
fn pgn_loses_nothing() {
    const VARIANTS: &[Variant] = &[Variant::Chess, Variant::Xiangqi, Variant::Zhonggong, Variant::Gomoku];
    proptest!(cases(200), |(tree in trees(VARIANTS))| {
        for moves in [MoveStyle::Coordinates, MoveStyle::Names] {
            let format = RecordFormat::Pgn { moves };
            let game = again(&tree, format)?;
            prop_assert_eq!(&game.notes, &Vec::new());
            prop_assert_eq!(said(&game.tree), said(&tree));
            prop_assert_eq!(game.tree.outcome, tree.outcome);
            for (name, value) in tree.tags.iter() {
                prop_assert_eq!(game.tree.tags.get(name), Some(value));
            }
            // What was read once is the same ever after, tags and their order included.
            prop_assert_eq!(again(&game.tree, format)?.tree, game.tree);
        }
    });
}

#[test]
fn sgf_loses_nothing() {
    proptest!(cases(200), |(mut tree in trees(&[Variant::Gomoku]))| {
        // A node of SGF has one comment, and glyphs for six judgements.
        for node in tree.nodes().collect::<Vec<_>>() {
            let said = tree.annotations_mut(node);
            said.before.clear();
            said.after.truncate(1);
            said.nags.retain(|nag| nag.0 <= 6);
            said.nags.dedup();
        }
        let game = again(&tree, RecordFormat::Sgf)?;
        prop_assert_eq!(&game.notes, &Vec::new());
        let outline = |tree: &GameTree| -> Vec<_> {
            said(tree).into_iter().map(|(next, other, text, said)| {
                let mut said = said.clone();
                said.nags.sort_unstable();
                said.nags.dedup();
                said.shapes.sort_by_key(|shape| format!("{shape:?}"));
                (next, other, text.map(str::to_owned), said)
            }).collect()
        };
        prop_assert_eq!(outline(&game.tree), outline(&tree));
        prop_assert_eq!(game.tree.outcome, tree.outcome);
        prop_assert_eq!(again(&game.tree, RecordFormat::Sgf)?.tree, game.tree);
    });
}

#[test]
fn deep_nesting_is_read() {
    let depth = 100_000;
    let pgn = format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let game = parse(&pgn, RecordFormat::PGN).next().expect("a game").expect("it is readable");
    assert_eq!(game.tree.len(), depth + 2);
    let game = check(game).expect("it is legal");
    let written = write_tree(&game.tree, RecordFormat::PGN).expect("PGN holds it");
    assert_eq!(written.text.matches('(').count(), depth);
    let sgf = format!("(;GM[4]SZ[15];B[hh]{}{})", "(;W[aa]C[x]".repeat(depth), ")".repeat(depth));
    let game = parse(&sgf, RecordFormat::Sgf).next().expect("a game").expect("it is readable");
    assert!(game.tree.len() > depth);
    // Every second stone stands on an occupied point.
    assert!(check(game).is_err());
}
