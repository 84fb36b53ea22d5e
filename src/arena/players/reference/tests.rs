use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::*;
use crate::arena::clock::GameClock;
use crate::base::{Move, MoveList, NoOptions, Outcome, Position, Score, Side};
use crate::games::cchess::Piece;
use crate::games::chess::ChessPosition;
use crate::games::zhonggong::ZhonggongPosition;

fn start() -> ZhonggongPosition {
    ZhonggongPosition::start(&NoOptions)
}

fn position(fen: &str) -> ZhonggongPosition {
    ZhonggongPosition::from_fen(fen, &NoOptions).expect("a sound position")
}

fn found(root: &ZhonggongPosition, depth: u32) -> search::BestMoves {
    let piece_value = piece_values::of::<ZhonggongPosition>(Variant::Zhonggong).expect("a table");
    let [listed, found] = [MoveOrder::Listed, MoveOrder::NoisyFirst]
        .map(|order| search::best_moves(root, piece_value, depth, order, &Control::new(false)));
    assert_eq!((&listed.moves, listed.score), (&found.moves, found.score), "{}", root.fen(&NoOptions));
    found
}

fn legal_moves(position: &ZhonggongPosition) -> MoveList {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

/// The material balance by the letters of the FEN.
fn balance(position: &ZhonggongPosition) -> i32 {
    let fen = position.fen(&NoOptions);
    let board = fen.split(' ').next().expect("a board");
    let piece_value = |letter: char| match letter.to_ascii_uppercase() {
        'K' => 300,
        'R' => 200,
        'C' => 100,
        'N' => 50,
        'P' => 25,
        'A' => 20,
        'B' => 10,
        _ => 0,
    };
    board
        .chars()
        .map(|letter| if letter.is_uppercase() { piece_value(letter) } else { -piece_value(letter) })
        .sum()
}

/// Plain minimax.
fn negamax(position: &mut ZhonggongPosition, depth: u32, ply: usize) -> Score {
    let side = position.side_to_move();
    match position.verdict().map(|verdict| verdict.outcome) {
        Some(Outcome::Draw) => return Score::DRAW,
        Some(Outcome::Win(winner)) if winner == side => return Score::mate_at(ply),
        Some(Outcome::Win(_)) => return Score::mated_at(ply),
        None if depth == 0 => {
            let red = balance(position);
            return Score::new(if side == Side::First { red } else { -red });
        }
        None => {}
    }
    let after = |m: Move| {
        let mut next = position.clone();
        next.make(m, &mut ());
        -negamax(&mut next, depth - 1, ply + 1)
    };
    legal_moves(position).into_iter().map(after).max().expect("a legal move")
}

/// A position after random moves, still undecided; captures are preferred, so that material differs.
fn wander(rng: &mut SmallRng, plies: usize) -> PlayedGame<ZhonggongPosition> {
    let mut game = PlayedGame::new(start());
    for _ in 0..plies {
        let mut moves = legal_moves(game.position());
        if rng.random_bool(0.5) {
            let mut noisy = MoveList::new();
            game.position().noisy_moves(&mut noisy);
            if !noisy.is_empty() {
                moves = noisy;
            }
        }
        let m = *moves.choose(rng).expect("a legal move");
        let mut ahead = game.clone();
        ahead.play(m);
        if ahead.position().verdict().is_some() {
            break;
        }
        game = ahead;
    }
    game
}

#[test]
fn the_score_and_the_best_moves_are_those_of_negamax() {
    let mut rng = SmallRng::seed_from_u64(5);
    for number in 0..60 {
        let walk = rng.random_range(0..80);
        let game = wander(&mut rng, walk);
        let root = game.position();
        let depth = 1 + number % 3;
        let mut best = (-Score::INFINITE, Vec::new());
        for m in legal_moves(root) {
            let mut next = root.clone();
            next.make(m, &mut ());
            let score = -negamax(&mut next, depth - 1, 1);
            if score > best.0 {
                best = (score, Vec::new());
            }
            if score == best.0 {
                best.1.push(m);
            }
        }
        best.1.sort_unstable();
        let found = found(root, depth);
        assert_eq!((found.score, found.moves.to_vec()), best, "{root:?} at depth {depth}");
    }
}

#[test]
fn the_nearest_win_is_preferred() {
    // The fifth pawn reaches home in one step.
    let root = position("PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1");
    for depth in 1..=4 {
        let found = found(&root, depth);
        assert_eq!(found.score, Score::mate_at(1), "depth {depth}");
        let names: Vec<_> = found.moves.iter().map(|&m| root.move_text(m, &NoOptions)).collect();
        assert_eq!(names, ["e8e9"], "depth {depth}");
    }
}

#[test]
fn other_games_have_no_table() {
    assert!(piece_values::of::<ZhonggongPosition>(Variant::Zhonggong).is_some());
    for variant in Variant::ALL.into_iter().filter(|&variant| variant != Variant::Zhonggong) {
        assert!(piece_values::of::<ChessPosition>(variant).is_none(), "{variant}");
    }
    let spec = spec("depth=1");
    let error = Reference::<ChessPosition>::new(&spec, Variant::Chess).err().expect("a refusal");
    assert_eq!(error, PlayerError::Unusable("there is no reference player for chess".to_owned()));
}

#[test]
fn piece_values_are_those_published() {
    let piece_value = piece_values::of::<ZhonggongPosition>(Variant::Zhonggong).expect("a table");
    let of = |letters: &str| -> Vec<i32> {
        letters.chars().map(|letter| piece_value(Piece::from_letter(letter).expect("a piece"))).collect()
    };
    assert_eq!(of("KRCNPAB"), [300, 200, 100, 50, 25, 20, 10]);
    assert_eq!(of("krcnpab"), [-300, -200, -100, -50, -25, -20, -10]);
}

fn spec(time: &str) -> PlayerSpec {
    PlayerSpec {
        name: "reference".to_owned(),
        kind: crate::arena::PlayerKind::Reference,
        options: Vec::new(),
        time: time.parse().expect("a time control"),
        margin: PlayerSpec::MARGIN,
        patience: PlayerSpec::PATIENCE,
    }
}

fn choice(game: &PlayedGame<ZhonggongPosition>, seed: u64) -> Move {
    let mut spec = spec("depth=1");
    spec.options.push(("Seed".to_owned(), seed.to_string()));
    let mut player = Reference::new(&spec, Variant::Zhonggong).expect("a player");
    let clocks = [GameClock::new(spec.time, spec.margin), GameClock::new(spec.time, spec.margin)];
    let stop = AtomicBool::new(false);
    let side = game.position().side_to_move();
    let turn = Turn {
        game,
        side,
        clocks: &clocks,
        wait: Duration::from_mins(1),
        wants_pv: false,
        stop: &stop,
        draw_is_offered: false,
        quotes: &std::cell::RefCell::default(),
    };
    match player.choose(&turn).expect("an answer").action {
        PlayerAction::Move(m) => m,
        other => panic!("{other:?}"),
    }
}

#[test]
fn equal_moves_are_drawn_by_the_seed() {
    let game = PlayedGame::new(start());
    let equal = found(game.position(), 1).moves;
    assert!(equal.len() > 5, "{equal:?}");
    let choices: Vec<_> = (0..60).map(|seed| choice(&game, seed)).collect();
    assert!(choices.iter().all(|m| equal.contains(m)));
    assert!(choices.iter().collect::<BTreeSet<_>>().len() > 5, "{choices:?}");
    assert_eq!(choices, (0..60).map(|seed| choice(&game, seed)).collect::<Vec<_>>(), "seeds repeat");
}

#[test]
fn a_stopped_search_ends_at_once() {
    let control = Control::new(false);
    control.stop();
    let piece_value = piece_values::of::<ZhonggongPosition>(Variant::Zhonggong).expect("a table");
    assert!(search::best_moves(&start(), piece_value, MAX_DEPTH, MoveOrder::Listed, &control).nodes < 1000);
}
