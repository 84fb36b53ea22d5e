//! Tests of what the library knows about a position.

use super::*;

#[test]
fn moves_from_a_position_are_counted() {
    let folder = Folder::new("explore");
    let mut library = folder.library();
    import(&mut library, None, GAMES);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let explored = library.explore(Variant::Chess, start, &[], &GameFilter::default()).expect("an answer");
    let moves: Vec<_> = explored
        .moves
        .iter()
        .map(|m| (m.text.as_str(), m.name.as_str(), m.games, m.first, m.draws, m.second))
        .collect();
    assert_eq!(moves, [("d2d4", "d4", 1, 0, 0, 0), ("e2e4", "e4", 1, 1, 0, 0), ("g1f3", "Nf3", 1, 0, 1, 0)]);
    assert_eq!((explored.total, ids(&explored.games)), (3, vec![3, 2, 1]));
    // Both orders of moves lead here; one of the games ends.
    let later = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1";
    let explored = library.explore(Variant::Chess, later, &[], &GameFilter::default()).expect("an answer");
    assert_eq!((explored.total, explored.moves.len(), explored.moves[0].name.as_str()), (2, 1, "d4"));
    let numbering = [("Coordinates".to_owned(), "ranks0-9".to_owned())];
    let xiangqi = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let explored =
        library.explore(Variant::Xiangqi, xiangqi, &numbering, &GameFilter::default()).expect("an answer");
    assert_eq!((explored.moves[0].text.as_str(), explored.moves[0].second), ("h2e2", 1));
    assert!(matches!(
        library.explore(Variant::Chess, "x", &[], &GameFilter::default()),
        Err(LibraryError::Fen(_))
    ));
}

#[test]
fn explored_moves_have_the_mean_scores_and_ratings_of_games_that_have_them() {
    let folder = Folder::new("explore-scores");
    let mut library = folder.library();
    let text = "[WhiteElo \"2000\"]\n[BlackElo \"?\"]\n\n1. e4 {[%eval 0.30,12]} e5 {[%eval #5]} 1-0\n\n\
                [WhiteElo \"2301\"]\n\n1. e4 {[%eval -0.11]} (1. d4 {[%eval 9]}) c5 0-1\n\n\
                [WhiteElo \"1\"]\n\n1. d4 {calm} d5 *\n";
    import(&mut library, None, text);
    let explore = |fen: &str| {
        let explored = library.explore(Variant::Chess, fen, &[], &GameFilter::default()).expect("an answer");
        explored.moves.into_iter().map(|m| (m.text, m.games, m.score, m.rating)).collect::<Vec<_>>()
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        explore(start),
        [("e2e4".to_owned(), 2, Some(10), Some(2151)), ("d2d4".to_owned(), 1, None, Some(1))]
    );
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(explore(after), [("c7c5".to_owned(), 1, None, None), ("e7e5".to_owned(), 1, None, None)]);
}

#[test]
fn mirror_images_are_explored_together() {
    let folder = Folder::new("explore-mirror");
    let mut library = folder.library();
    let game = |moves: &str, result: &str| {
        format!("[Variant \"zhonggong\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n")
    };
    let text = game("1. c3c4 i9i8 2. a1a2", "1-0") + &game("1. g3g4 a9a8 2. i1i2", "0-1");
    let (report, told) = import(&mut library, None, &text);
    assert_eq!(report.added, 2, "{told:?}");
    let explore = |fen: &str| {
        let explored =
            library.explore(Variant::Zhonggong, fen, &[], &GameFilter::default()).expect("an answer");
        assert_eq!((explored.total, explored.games.len()), (2, 2), "{fen}");
        explored.moves.into_iter().map(|m| (m.text, m.games, m.first, m.second)).collect::<Vec<_>>()
    };
    let start = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1";
    assert_eq!(explore(start), [("g3g4".to_owned(), 2, 1, 1)]);
    let left = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/2P1K4/P3P1P1P/4C4/RNBACABNR b - - 0 1";
    assert_eq!(explore(left), [("i9i8".to_owned(), 2, 1, 1)]);
    let right = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K1P2/P1P1P3P/4C4/RNBACABNR b - - 0 1";
    assert_eq!(explore(right), [("a9a8".to_owned(), 2, 1, 1)]);
}
