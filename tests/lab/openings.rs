//! The opening tree of self-play games.

use std::fs;
use std::path::{Path, PathBuf};

use quadriga::arena::Cause;
use quadriga::base::{Notation, Outcome, Position, Score, Side};
use quadriga::games::{Game, Variant, with_game};
use quadriga::lab::data::{DataHeader, DataPlan, DataWriter, GamePly, RecordedGame};
use quadriga::lab::openings::{Continuation, OpeningLimits, OpeningMove, opening_tree};
use quadriga::lab::selection::SelectionError;

use crate::harness::Folder;

const FIRST: Outcome = Outcome::Win(Side::First);
const SECOND: Outcome = Outcome::Win(Side::Second);

/// Writes games, each an outcome and moves; a move is followed by its score, or by nothing if it was not searched.
fn write(path: &Path, variant: Variant, games: &[(Outcome, &str)]) -> PathBuf {
    fn write<G: Game>(path: &Path, variant: Variant, games: &[(Outcome, &str)]) {
        let plan = Some(DataPlan::whole(games.len() as u32));
        let recipe = format!("made-for={variant}");
        let header = DataHeader { variant, options: Vec::new(), recipe, plan };
        let mut writer = DataWriter::create(path, &header).unwrap();
        for (number, (outcome, moves)) in (0..).zip(games) {
            let options = Default::default();
            let mut position = G::Position::start(&options);
            let plies = moves.split_whitespace().map(|word| {
                let (text, score) = word.split_once(':').unwrap_or((word, ""));
                let m = position.parse_move(text, &options).unwrap();
                position.make(m, &mut ());
                GamePly { m, score: score.parse().ok().map(Score::new) }
            });
            let plies = plies.collect();
            let game =
                RecordedGame { number, outcome: *outcome, cause: Cause::AdjudicatedWin, fen: None, plies };
            writer.append(&game).unwrap();
        }
        writer.finish().unwrap();
    }
    with_game!(variant, G => write::<G>(path, variant, games));
    path.to_owned()
}

const ALL: OpeningLimits = OpeningLimits { plies: 10, min_games: 1, min_share: 0.0 };

/// Text, games, score in percent, and the search's score.
fn facts(played: &OpeningMove) -> (&str, u32, u32, Option<f64>) {
    (&played.text, played.games, (100.0 * played.score).round() as u32, played.search)
}

fn next(played: &OpeningMove) -> &[OpeningMove] {
    match &played.next {
        Continuation::Moves(moves) => moves,
        Continuation::Transposition(line) => panic!("{} transposes to {line:?}", played.text),
    }
}

#[test]
fn moves_are_counted_from_the_view_of_the_mover() {
    let folder = Folder::new("opening_moves");
    let file = write(
        &folder.path("games"),
        Variant::Chess,
        &[
            (FIRST, "e2e4:20 e7e5:-30 g1f3:40"),
            (SECOND, "e2e4:20 c7c5:-10 g1f3:32000"),
            (Outcome::Draw, "e2e4:20 e7e5:-10"),
            (FIRST, "d2d4:20"),
        ],
    );
    let tree = opening_tree(&[file], ALL).unwrap();
    assert_eq!((tree.games, tree.other_games), (4, 0));
    let [first, second] = &tree.moves[..] else { panic!("{:?}", tree.moves) };
    // The search after the move says −30, −10 and −10 for the other side.
    assert_eq!(facts(first), ("e2e4", 3, 50, Some(50.0 / 3.0)));
    assert!((first.share - 0.75).abs() < 1e-9);
    assert_eq!(first.name.as_deref(), Some("e4"));
    assert_eq!(facts(second), ("d2d4", 1, 100, None));
    let [open, sicilian] = next(first) else { panic!("{first:?}") };
    assert_eq!(facts(open), ("e7e5", 2, 25, Some(-40.0)));
    // A decisive score is no part of a mean.
    assert_eq!(facts(sicilian), ("c7c5", 1, 100, None));
    assert!((open.share - 2.0 / 3.0).abs() < 1e-9);
}

#[test]
fn transpositions_and_mirror_images_are_one_position() {
    let folder = Folder::new("opening_transpositions");
    let file = write(
        &folder.path("xiangqi"),
        Variant::Xiangqi,
        &[
            (FIRST, "h3e3:1 h10g8:2 g4g5:3 i10h10:4"),
            (FIRST, "b3e3:1 b10c8:2 c4c5:3 a10b10:4"),
            (SECOND, "g4g5:1 h10g8:2 h3e3:3 i10h10:4"),
            (SECOND, "c4c5:1 b10c8:2 b3e3:3 i7i6:4"),
        ],
    );
    let tree = opening_tree(&[file], ALL).unwrap();
    assert_eq!(tree.moves.len(), 2);
    let cannon = tree.moves.iter().find(|played| played.text == "h3e3").unwrap();
    let pawn = tree.moves.iter().find(|played| played.text == "g4g5").unwrap();
    assert_eq!((cannon.games, pawn.games), (2, 2));
    assert_eq!(cannon.name.as_deref(), Some("炮二平五"));
    let (earlier, later) = if tree.moves[0].text == "h3e3" { (cannon, pawn) } else { (pawn, cannon) };
    let [reply] = next(earlier) else { panic!("{earlier:?}") };
    assert_eq!(reply.text, "h10g8");
    let [third] = next(reply) else { panic!("{reply:?}") };
    // The answers of all four games, and the moves of one side's view.
    let answers = next(third);
    assert_eq!(answers.len(), 2);
    assert_eq!(facts(&answers[0]), ("i10h10", 3, 33, None));
    assert_eq!(facts(&answers[1]), ("a7a6", 1, 100, None));
    let [reply] = next(later) else { panic!("{later:?}") };
    let [third] = next(reply) else { panic!("{reply:?}") };
    let line = [earlier.text.as_str(), "h10g8", later.text.as_str()].map(str::to_owned).to_vec();
    assert_eq!(third.next, Continuation::Transposition(line));
    // Chess has no such symmetry.
    let file = write(&folder.path("chess"), Variant::Chess, &[(FIRST, "e2e4:1"), (FIRST, "d2d4:1")]);
    assert_eq!(opening_tree(&[file], ALL).unwrap().moves.len(), 2);
}

#[test]
fn moves_that_were_not_searched_are_no_choices() {
    let folder = Folder::new("opening_random_moves");
    let games = [
        (FIRST, "e4e5 e8a8:10 e3e4:5"),
        (SECOND, "e4e5:1 e8a8:20 e3e4:5"),
        (SECOND, "i1i2:1"),
        (FIRST, "c3c4 g7g6"),
    ];
    let file = write(&folder.path("games"), Variant::Zhonggong, &games);
    let tree = opening_tree(&[file], ALL).unwrap();
    assert_eq!(tree.games, 4);
    let first = tree.moves.iter().find(|played| played.text == "e4e5").unwrap();
    assert_eq!((tree.moves.len(), first.games, first.share), (2, 1, 0.5));
    // What the engine answered to the random move counts; of two mirror images, the one on the right is shown.
    let [answer] = next(first) else { panic!("{first:?}") };
    assert_eq!(facts(answer), ("e8i8", 2, 50, Some(-5.0)));
    assert!((answer.share - 1.0).abs() < 1e-9);
}

#[test]
fn limits_cut_the_tree() {
    let folder = Folder::new("opening_limits");
    let mut games = vec![(FIRST, "e2e4:1 e7e5:1 g1f3:1"); 9];
    games.push((FIRST, "d2d4:1 d7d5:1"));
    let file = write(&folder.path("games"), Variant::Chess, &games);
    let texts = |limits| {
        let tree = opening_tree(std::slice::from_ref(&file), limits).unwrap();
        tree.moves.iter().map(|played| played.text.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(texts(ALL), "e2e4 d2d4");
    assert_eq!(texts(OpeningLimits { min_games: 2, ..ALL }), "e2e4");
    assert_eq!(texts(OpeningLimits { min_share: 0.1, ..ALL }), "e2e4 d2d4");
    assert_eq!(texts(OpeningLimits { min_share: 0.11, ..ALL }), "e2e4");
    let tree = opening_tree(std::slice::from_ref(&file), OpeningLimits { plies: 2, ..ALL }).unwrap();
    let answers = next(&tree.moves[0]);
    assert!(next(&answers[0]).is_empty());
    // The score after the last ply counts nevertheless.
    assert_eq!(answers[0].search, Some(-1.0));
}

#[test]
fn the_tree_is_printed_as_markdown() {
    let folder = Folder::new("opening_markdown");
    write(&folder.path("a"), Variant::Xiangqi, &[(FIRST, "h3e3:1 h10g8:-22 h1g3:3"), (SECOND, "h3e3:1")]);
    let (done, text) = folder.outcome("data openings a --min-games 1");
    assert!(done, "{text}");
    for line in [
        "# Opening tree of xiangqi",
        "made-for=xiangqi",
        "| 1. h3e3 | 炮二平五 | 2 | 100% | 50% | +22 |",
        "## 1. h3e3 炮二平五",
        "| 1… h10g8 | 马8进7 | 1 | 100% | 0% | -3 |",
        "| · 2. h1g3 | 马二进三 | 1 | 100% | 100% | — |",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    let (done, printed) = folder.outcome("data openings a --min-games 1 --out tree.md");
    assert!(done && printed.is_empty(), "{printed}");
    assert_eq!(fs::read_to_string(folder.path("tree.md")).unwrap(), text);
    // By default, moves of so few games are left out.
    let (done, text) = folder.outcome("data openings a");
    assert!(done && !text.contains("| 1. h3e3"), "{text}");
    write(&folder.path("b"), Variant::Chess, &[(FIRST, "e2e4:1")]);
    let (done, text) = folder.outcome("data openings a b");
    assert!(!done && text.contains("b: it contains games of chess, but the first file"), "{text}");
    let (done, text) = folder.outcome("data openings a --plies 0");
    assert!(!done && text.contains("--plies"), "{text}");
    let twice = opening_tree(&[folder.path("a"), folder.path("a")], ALL);
    assert!(matches!(twice, Err(SelectionError::SameGames { .. })), "{twice:?}");
}
