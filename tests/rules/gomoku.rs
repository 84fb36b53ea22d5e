//! The rules of gomoku.

use std::fs;
use std::path::Path;

use quadriga::base::{
    FenField, FenProblem, Move, MoveError, MoveList, NodeVerdict, Notation, Observer, Position, Reason, Side,
    Verdict,
};
use quadriga::rules::gomoku::{
    Element, Freestyle, GomokuOptions, GomokuPosition, Point, Renju, Rule, Standard, Threat,
};
use quadriga::rules::perft;
use quadriga::tactics::SearchPosition;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::naive::Naive;
use crate::naive::gomoku::{self as plain, Grid};
use crate::skip::skip;
use crate::{conformance, naive};

fn options() -> GomokuOptions {
    GomokuOptions::default()
}

fn position<R: Rule>(fen: &str) -> GomokuPosition<R> {
    GomokuPosition::from_fen(fen, &options()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn fact<R: Rule>(position: &GomokuPosition<R>, name: &str) -> String {
    let facts = position.facts(&options());
    facts.into_iter().find(|&(fact, _)| fact == name).unwrap_or_else(|| panic!("no fact called {name}")).1
}

/// A crowded position without five: `stones` stones of each side within `width` by `width` points near a corner of that
/// box; nothing where the stones thrown made five.
fn crowded<R: Rule>(rng: &mut SmallRng, size: usize, width: usize, stones: usize) -> Option<String> {
    let mut rows = vec![vec!['.'; size]; size];
    let left = rng.random_range(0..=size - width);
    let bottom = rng.random_range(0..=size - width);
    for stone in ['X', 'O'] {
        let mut left_over = stones;
        while left_over > 0 {
            // White is thrown all over the board, so that Black's rows stay open.
            let (x, y) = if stone == 'X' {
                (left + rng.random_range(0..width), bottom + rng.random_range(0..width))
            } else {
                (rng.random_range(0..size), rng.random_range(0..size))
            };
            if rows[y][x] == '.' {
                rows[y][x] = stone;
                left_over -= 1;
            }
        }
    }
    let ranks: Vec<String> = rows.iter().map(|row| fen_rank(row)).collect();
    let fen = format!("{} b 1", ranks.join("/"));
    let position = GomokuPosition::<R>::from_fen(&fen, &options()).ok()?;
    position.winner().is_none().then(|| position.fen(&options()))
}

fn fen_rank(row: &[char]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for &c in row.iter().chain(&['/']) {
        if c == '.' {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&run.to_string());
            run = 0;
        }
        if c != '/' {
            text.push(c);
        }
    }
    text
}

fn check_against_naive<R: Rule, G: plain::Game>(positions: usize, seed: u64) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut compared = 0;
    let mut forbidden = 0;
    while compared < positions {
        let size = if compared % 10 == 0 { rng.random_range(16..=20) } else { rng.random_range(5..=15) };
        let width = rng.random_range(5..=size.min(9));
        let stones = rng.random_range(2..=width * width / 3);
        let Some(fen) = crowded::<R>(&mut rng, size, width, stones) else { continue };
        compared += naive::compare::<GomokuPosition<R>, Grid<G>>(&[&fen], &options(), 1, 3, rng.random());
        forbidden += position::<R>(&fen).forbidden_points().len();
    }
    assert_eq!(forbidden > positions / 10, R::HAS_FORBIDDEN_POINTS, "{forbidden} forbidden points");
}

#[test]
fn freestyle_agrees_with_the_naive_rules() {
    check_against_naive::<Freestyle, plain::Freestyle>(1500, 1);
}

#[test]
fn standard_agrees_with_the_naive_rules() {
    check_against_naive::<Standard, plain::Standard>(1500, 2);
}

#[test]
fn renju_agrees_with_the_naive_rules() {
    check_against_naive::<Renju, plain::Renju>(1500, 3);
}

/// Cases made by another program, kept beside the repository where they are at hand.
#[test]
fn renju_agrees_with_published_cases() {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let read = |folder: &Path| fs::read_to_string(folder.join("shared/rules/cases/renju.json")).ok();
    let Some(text) = folders.find_map(read) else {
        skip("gomoku::renju_agrees_with_published_cases", "shared/rules/cases/renju.json is not here");
        return;
    };
    let cases: serde_json::Value = serde_json::from_str(&text).expect("the cases are JSON");
    for case in cases.as_array().expect("a list of cases") {
        let fen = case["fen"].as_str().expect("a FEN");
        let position = position::<Renju>(fen);
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let mut moves: Vec<_> = list.iter().map(|&m| position.move_text(m, &options())).collect();
        moves.sort_unstable();
        let expected: Vec<_> =
            case["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(moves, expected, "{fen}");
        let mut forbidden: Vec<_> =
            position.forbidden_points().into_iter().map(|at| at.to_string()).collect();
        forbidden.sort_unstable();
        let expected: Vec<_> =
            case["forbidden"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(forbidden, expected, "{fen}");
    }
}

#[test]
fn perft_from_the_start() {
    fn counts<R: Rule>() {
        let mut position = GomokuPosition::<R>::start(&options());
        for (depth, leaves) in [(0, 1), (1, 225), (2, 50_400), (3, 11_239_200)] {
            assert_eq!(perft(&mut position, depth), leaves);
        }
    }
    counts::<Freestyle>();
    counts::<Standard>();
    counts::<Renju>();
}

#[test]
fn promises_are_kept() {
    fn check<R: Rule>(seed: u64) {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut fens = vec![
            "5/5/5/5/5 b 1".to_owned(),
            GomokuPosition::<R>::start(&GomokuOptions { board_size: 20 }).fen(&options()),
        ];
        while fens.len() < 12 {
            let size = rng.random_range(6..=15);
            fens.extend(crowded::<R>(&mut rng, size, 6, 8));
        }
        let fens: Vec<_> = fens.iter().map(String::as_str).collect();
        conformance::check::<GomokuPosition<R>>(&fens, &options(), 1, 40, seed);
    }
    check::<Freestyle>(11);
    check::<Standard>(12);
    check::<Renju>(13);
}

/// The position of a line of the suite: white stones near the upper edge make up the numbers.
fn suite_position(black: &str, white: &str) -> GomokuPosition<Renju> {
    const SIZE: usize = 15;
    let mut rows = vec![vec!['.'; SIZE]; SIZE];
    let mut place = |name: &str, stone| {
        let file = usize::from(name.as_bytes()[0] - b'a');
        let rank: usize = name[1..].parse().expect("a rank");
        assert_eq!(std::mem::replace(&mut rows[SIZE - rank][file], stone), '.', "{name} is named twice");
    };
    black.split_whitespace().for_each(|name| place(name, 'X'));
    white.split_whitespace().for_each(|name| place(name, 'O'));
    let lacking = black.split_whitespace().count() - white.split_whitespace().count();
    let reserve =
        ["a", "c", "e", "g", "i", "k", "m", "o"].map(|file| [format!("{file}15"), format!("{file}13")]);
    reserve.iter().flatten().take(lacking).for_each(|name| place(name, 'O'));
    let ranks: Vec<String> = rows.iter().map(|row| fen_rank(row)).collect();
    position(&format!("{} b 1", ranks.join("/")))
}

#[test]
fn renju_suite() {
    let suite = include_str!("renju_suite.txt");
    let lines = suite.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut wrong = Vec::new();
    for line in lines {
        let fields: Vec<_> = line.split('|').map(str::trim).collect();
        let [name, black, white, expected] = fields[..] else { panic!("{line}: four fields") };
        let position = suite_position(black, white);
        let expected = expected.replace('-', "none");
        let found = fact(&position, "forbidden");
        if found != expected {
            wrong.push(format!("{name}: {found}, not {expected}\n{}", position.diagram(&options())));
        }
        let plain = Grid::<plain::Renju>::from_fen(&position.fen(&options()));
        assert!(plain.facts().contains(&("forbidden", found)), "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn fen_errors_name_the_field() {
    let problem = |fen: &str| match GomokuPosition::<Freestyle>::from_fen(fen, &options()) {
        Ok(_) => panic!("{fen} was taken"),
        Err(error) => (error.field, error.problem),
    };
    let expect = |fen: &str, field: FenField, matches: fn(&FenProblem) -> bool| {
        let (found, problem) = problem(fen);
        assert_eq!(found, field, "{fen}: {problem:?}");
        assert!(matches(&problem), "{fen}: {problem:?}");
    };
    expect("", FenField::Board, |p| matches!(p, FenProblem::Missing));
    expect("4/4/4/4 b 1", FenField::Board, |p| matches!(p, FenProblem::RankCount { found: 4, .. }));
    expect(&vec!["21"; 21].join("/"), FenField::Board, |p| {
        matches!(p, FenProblem::RankCount { found: 21, .. })
    });
    expect("5/5/4/5/5 b 1", FenField::Board, |p| {
        *p == FenProblem::RankLength { rank: 3, expected: 5, found: 4 }
    });
    expect("5/5/6/5/5 b 1", FenField::Board, |p| {
        matches!(p, FenProblem::RankLength { rank: 3, found: 6, .. })
    });
    expect("5/5/99999999999999999999999/5/5 b 1", FenField::Board, |p| {
        matches!(p, FenProblem::RankLength { rank: 3, .. })
    });
    expect("5/5/XOXOXO/5/5 b 1", FenField::Board, |p| matches!(p, FenProblem::RankLength { found: 6, .. }));
    expect("5/5/4x/5/5 b 1", FenField::Board, |p| *p == FenProblem::UnknownCharacter('x'));
    expect("5/5/05/5/5 b 1", FenField::Board, |p| *p == FenProblem::UnknownCharacter('0'));
    expect("5/5/5/5/5", FenField::SideToMove, |p| *p == FenProblem::Missing);
    expect("5/5/5/5/5 x 1", FenField::SideToMove, |p| matches!(p, FenProblem::Unreadable { .. }));
    for number in ["0", "-1", "+1", "x", "99999999999999999999"] {
        let fen = format!("5/5/5/5/5 b {number}");
        expect(&fen, FenField::MoveNumber, |p| matches!(p, FenProblem::Unreadable { .. }));
    }
    expect("5/5/5/5/5 b 1 1", FenField::Trailing, |p| matches!(p, FenProblem::Unreadable { .. }));
    let impossible = |p: &FenProblem| matches!(p, FenProblem::Impossible(_));
    expect("5/5/2X2/5/5 b 1", FenField::Board, impossible);
    expect("5/5/2O2/5/5 b 1", FenField::Board, impossible);
    expect("5/5/5/5/5 w 1", FenField::Board, impossible);
    expect("XXXXX/5/5/5/OOOOO b 6", FenField::Board, impossible);
    expect("XXXXX/5/5/5/OOOO1 b 6", FenField::Board, impossible);
    expect("7/XXXXX2/7/XXXXX2/7/OOOO1OO/O1OO3 w 10", FenField::Board, impossible);
}

#[test]
fn a_fen_may_lack_its_last_field() {
    let text = "5/5/2X2/2O2/5 b";
    assert_eq!(position::<Renju>(text).fen(&options()), "5/5/2X2/2O2/5 b 2");
}

#[test]
fn mutated_fens_never_panic() {
    let mut rng = SmallRng::seed_from_u64(5);
    let mut taken = 0;
    for _ in 0..4000 {
        let fen = crowded::<Renju>(&mut rng, 9, 6, 6).unwrap_or_else(|| "9/9/9/9/9/9/9/9/9 b 1".to_owned());
        let mut characters: Vec<char> = fen.chars().collect();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..characters.len());
            match rng.random_range(0..4) {
                0 if characters.len() > 1 => drop(characters.remove(at)),
                1 => characters.insert(
                    at,
                    *['X', 'O', '1', '9', '/', ' ', 'b', 'w', '0', '-', 'é'].choose(&mut rng).unwrap(),
                ),
                2 => characters[at] = char::from(rng.random_range(b' '..=b'~')),
                _ => characters.truncate(at.max(1)),
            }
        }
        let text: String = characters.iter().collect();
        if let Ok(position) = GomokuPosition::<Renju>::from_fen(&text, &options()) {
            let again = self::position::<Renju>(&position.fen(&options()));
            assert_eq!(again.key(), position.key(), "{text}");
            taken += 1;
        }
    }
    assert!(taken > 20, "too few mutations leave a position: {taken}");
}

#[test]
fn verdicts() {
    fn verdict<R: Rule>(fen: &str) -> Option<Verdict> {
        let position = position::<R>(fen);
        assert_eq!(position.verdict().is_some(), !position.has_legal_move());
        position.verdict()
    }
    let five = "7/7/7/7/XXXXX2/OOOO3/7 w 5";
    assert_eq!(verdict::<Freestyle>(five), Some(Verdict::win(Side::First, Reason::FiveInARow)));
    let six = "7/7/7/7/XXXXXX1/OOOO1O1/7 w 6";
    assert_eq!(verdict::<Freestyle>(six), Some(Verdict::win(Side::First, Reason::FiveInARow)));
    assert_eq!(verdict::<Standard>(six), None);
    let white_six = "7/7/7/7/OOOOOO1/XXXX1X1/6X b 7";
    assert_eq!(verdict::<Renju>(white_six), Some(Verdict::win(Side::Second, Reason::FiveInARow)));
    assert_eq!(verdict::<Standard>(white_six), None);
    let full = "XXOOX/OOXXO/XXOOX/OOXXO/XXOOX w 13";
    assert_eq!(verdict::<Standard>(full), Some(Verdict::draw(Reason::FullBoard)));
    // The only empty point makes seven of two threes.
    let stuck = "XOOOXXX/OXXXOOO/XOOOOXO/XXX1XXX/XOXOXOX/OOOXXOO/OOXXOOX b 25";
    assert_eq!(verdict::<Renju>(stuck), Some(Verdict::win(Side::Second, Reason::ForbiddenPoint)));
    assert_eq!(position::<Renju>(stuck).no_moves_verdict(), NodeVerdict::Lost);
}

#[test]
fn illegal_moves_say_why() {
    let reason = |position: &GomokuPosition<Renju>, text: &str| match position.parse_move(text, &options()) {
        Err(MoveError::Illegal { reason, .. }) => reason,
        other => panic!("{text}: {other:?}"),
    };
    let double_three = suite_position("g8 i8 h7 h9", "");
    assert!(reason(&double_three, "h8").contains("double three"));
    assert!(reason(&double_three, "g8").contains("not empty"));
    assert!(reason(&suite_position("e8 f8 g8 i8 j8", ""), "H8").contains("overline"));
    let over = position::<Renju>("7/7/7/7/XXXXX2/OOOO3/7 w 5");
    assert!(reason(&over, "a1").contains("over"));
    for text in ["", "h", "8", "h0", "h08", "h+8", "p8", "h16", "hh", "é8", "h99999999999999999999"] {
        let found = double_three.parse_move(text, &options());
        assert!(matches!(found, Err(MoveError::Unreadable { .. })), "{text}: {found:?}");
    }
}

/// Plays out a win that was claimed to take `plies`, against every legal answer.
fn confirm_win<R: Rule>(position: &mut GomokuPosition<R>, first: Move, plies: usize) {
    let here = position.fen(&options());
    assert!(plies % 2 == 1, "{here}: a win ends with a move of the winner");
    assert!(position.is_legal(first), "{here}");
    let winner = position.side_to_move();
    position.make(first, &mut ());
    if plies == 1 {
        assert_eq!(position.winner(), Some(winner), "{here}");
    } else {
        assert_eq!(position.winner(), None, "{here}");
        let mut answers = MoveList::new();
        position.legal_moves(&mut answers);
        for answer in answers {
            position.make(answer, &mut ());
            assert_eq!(position.winner(), None, "{here}: the answer wins");
            let (next, left) =
                position.forced_win(100_000).unwrap_or_else(|| panic!("{here}: the win is lost"));
            assert!(left + 2 <= plies, "{here}: {plies} plies were promised");
            confirm_win(position, next, left);
            position.unmake();
        }
    }
    position.unmake();
}

/// Finds wins in crowded positions and confirms them; returns how many own moves the longest took.
fn confirm_wins<R: Rule>(seed: u64, positions: usize) -> usize {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut longest = 0;
    let mut found = 0;
    while found < positions {
        let Some(fen) = crowded::<R>(&mut rng, 15, 9, 14) else { continue };
        let mut position = position::<R>(&fen);
        let before = position.facts(&options());
        let Some((first, plies)) = position.forced_win(20_000) else { continue };
        assert_eq!(position.fen(&options()), fen, "the search leaves the position as it was");
        assert_eq!(position.facts(&options()), before, "{fen}");
        // Short wins are many: a few of them are enough.
        if plies < 7 && found % 4 != 0 {
            found += 1;
            continue;
        }
        confirm_win(&mut position, first, plies);
        longest = longest.max(plies.div_ceil(2));
        found += 1;
    }
    longest
}

#[test]
fn wins_by_fours_are_wins() {
    assert!(confirm_wins::<Freestyle>(21, 200) >= 5);
    assert!(confirm_wins::<Standard>(22, 200) >= 5);
    assert!(confirm_wins::<Renju>(23, 200) >= 5);
}

/// Positions from the middle of games whose moves are drawn from the candidates, so that threats abound.
fn positions_with_threats<R: Rule>(seed: u64, count: usize) -> Vec<GomokuPosition<R>> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = GomokuPosition::<R>::start(&options());
        while position.winner().is_none() && position.empty_count() > 100 && found.len() < count {
            let mut list = MoveList::new();
            position.quiet_candidates(&mut list);
            list.truncate(12);
            position.noisy_moves(&mut list);
            let Some(&m) = list.choose(&mut rng) else { break };
            position.make(m, &mut ());
            found.push(position.clone());
        }
    }
    found
}

fn check_candidates<R: Rule>(seed: u64) {
    let (mut to_stop, mut to_prevent) = (0, 0);
    for mut position in positions_with_threats::<R>(seed, 3000) {
        let here = position.fen(&options());
        let (own, other) = (position.side_to_move(), !position.side_to_move());
        let fives = |side| position.threat_count(side, Threat::Five);
        let winning_fours = |side| position.threat_count(side, Threat::WinningFour);
        let mut offered = MoveList::new();
        position.noisy_moves(&mut offered);
        position.quiet_candidates(&mut offered);
        assert_eq!(offered.is_empty(), !position.has_legal_move(), "{here}");
        if fives(own) > 0 || position.winner().is_some() || winning_fours(own) > 0 {
            continue;
        }
        let five_threatens = fives(other) > 0;
        if !five_threatens && winning_fours(other) == 0 {
            continue;
        }
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        for m in legal.into_iter().filter(|m| !offered.contains(m)) {
            position.make(m, &mut ());
            let plies = position.forced_win(1).map(|(_, plies)| plies);
            assert!(
                plies.is_some_and(|plies| plies <= 3),
                "{here}: {} saves",
                position.move_text(m, &options())
            );
            position.unmake();
        }
        *(if five_threatens { &mut to_stop } else { &mut to_prevent }) += 1;
    }
    assert!(to_stop > 50 && to_prevent > 50, "{to_stop} fives and {to_prevent} fours to stop");
}

#[test]
fn no_saving_move_is_left_out() {
    check_candidates::<Freestyle>(31);
    check_candidates::<Standard>(32);
    check_candidates::<Renju>(33);
}

#[test]
fn an_empty_board_offers_its_centre() {
    let mut list = MoveList::new();
    let position = GomokuPosition::<Freestyle>::start(&options());
    position.quiet_candidates(&mut list);
    assert_eq!(list.iter().map(|&m| position.move_text(m, &options())).collect::<Vec<_>>(), ["h8"]);
}

/// The stones, and what the empty points offer, side by side and point by point.
#[derive(Debug, Default, PartialEq)]
struct Elements(Vec<(Element, Point)>);

impl<R: Rule> Observer<GomokuPosition<R>> for Elements {
    fn add(&mut self, element: Element, at: Point) {
        self.0.push((element, at));
    }

    fn remove(&mut self, element: Element, at: Point) {
        self.0.retain(|&known| known != (element, at));
    }
}

fn elements<R: Rule>(position: &GomokuPosition<R>) -> Elements {
    let mut elements = Elements::default();
    position.observe_all(&mut elements);
    elements
}

#[test]
fn elements_are_the_same_however_a_position_came_about() {
    fn check<R: Rule>(seed: u64) {
        for position in positions_with_threats::<R>(seed, 400) {
            let fen = position.fen(&options());
            let again = self::position::<R>(&fen);
            assert_eq!(elements(&position), elements(&again), "{fen}");
            for side in Side::BOTH {
                for threat in Threat::ALL {
                    let count = position.threat_count(side, threat);
                    assert_eq!(count, again.threat_count(side, threat), "{fen}: {threat:?} of {side:?}");
                }
            }
        }
    }
    check::<Freestyle>(41);
    check::<Standard>(42);
    check::<Renju>(43);
}
