use std::num::NonZeroU64;

use super::*;
use crate::games::Variant;
use crate::games::gomoku::Freestyle;
use crate::games::gomoku::solution::Answer;
use crate::lab::solve::Start;
use crate::lab::solve::question::coordinates;

fn settings() -> SolveSettings {
    SolveSettings::new(Variant::Gomoku)
}

fn tree_with(settings: &SolveSettings) -> Tree<Freestyle> {
    Tree::new(&Start::default().stones(Variant::Gomoku).unwrap(), None, settings)
}

fn tree() -> Tree<Freestyle> {
    tree_with(&settings())
}

/// Enters the answer to the next question, which must be this one.
fn answer(tree: &mut Tree<Freestyle>, question: &Question, finding: &Finding) {
    let task = tree.select().expect("a question");
    assert_eq!(task.question, *question);
    tree.enter(&task, finding).expect("a fitting answer");
}

fn replies(open: &[(Coordinates, u32)], complete: bool) -> Finding {
    Finding::Replies { open: open.to_vec(), plies: 6, complete }
}

const CENTRE: Coordinates = (7, 7);

#[test]
fn a_move_is_proved_when_all_replies_are() {
    let at = Point::new(7, 7);
    let mut tree = tree();
    answer(&mut tree, &Question::Attack, &Finding::Move(CENTRE, 600));
    // The two replies are images of each other.
    answer(&mut tree, &Question::Zone(at), &replies(&[((7, 8), 500), ((8, 7), 500)], false));
    assert_eq!((tree.len(), tree.openings()), (2, (0, 1)));
    answer(&mut tree, &Question::Attack, &Finding::Win(9));
    answer(&mut tree, &Question::Rest(at), &replies(&[((0, 0), 900)], true));
    assert_eq!((tree.result(), tree.openings()), (None, (1, 2)));
    answer(&mut tree, &Question::Attack, &Finding::Win(13));
    assert_eq!((tree.result(), tree.openings()), (Some(true), (2, 2)));
    assert!(tree.select().is_none());
    let Proof { moves, plies, .. } = tree.proof_moves();
    assert_eq!(plies, 15);
    assert_eq!(moves.iter().map(|(_, answer)| *answer).collect::<Vec<_>>(), [Answer { at, plies }]);
}

#[test]
fn the_hardest_reply_comes_first_and_may_refute_the_move() {
    let at = Point::new(7, 7);
    let mut tree = tree();
    answer(&mut tree, &Question::Attack, &Finding::Move(CENTRE, 600));
    answer(&mut tree, &Question::Zone(at), &replies(&[((7, 8), 800), ((8, 8), 300)], true));
    let task = tree.select().unwrap();
    assert_eq!(task.stones.canonical_key().0, task.key);
    tree.enter(&task, &Finding::NoMove).unwrap();
    // The move does not win; another one may.
    answer(&mut tree, &Question::Another(vec![at]), &Finding::NoMove);
    assert_eq!(tree.result(), Some(false));
}

#[test]
fn the_move_of_a_book_replaces_the_engines_and_the_easiest_reply_comes_first() {
    let start = Start::default().stones(Variant::Gomoku).unwrap();
    let book = Book::read("startpos moves g7", Variant::Gomoku).unwrap();
    let mut tree = tree_with(&SolveSettings { book: Arc::new(book), ..settings() });
    let at = Point::new(6, 6);
    answer(&mut tree, &Question::Attack, &Finding::Move(CENTRE, 600));
    assert_eq!(tree.open_replies(&start), None);
    let open = [((7, 8), 300), ((8, 9), 800), ((7, 7), 500)];
    answer(&mut tree, &Question::Zone(at), &replies(&open, true));
    let replies = |tree: &Tree<Freestyle>| {
        let (m, replies) = tree.open_replies(&start).expect("a first move");
        assert_eq!(m, at);
        replies.into_iter().map(coordinates).collect::<Vec<_>>()
    };
    // One of two images.
    assert_eq!(replies(&tree).len(), 3);
    answer(&mut tree, &Question::Attack, &Finding::Win(9));
    assert!(!replies(&tree).contains(&(8, 9)) && !replies(&tree).contains(&(9, 8)));
    answer(&mut tree, &Question::Attack, &Finding::Win(9));
    assert_eq!(replies(&tree).len(), 1);
    assert!(!replies(&tree).contains(&(7, 7)));
    answer(&mut tree, &Question::Attack, &Finding::Win(9));
    assert_eq!(tree.result(), Some(true));
}

#[test]
fn a_move_that_resists_for_long_gives_way_to_another() {
    let at = Point::new(7, 7);
    let mut tree = tree();
    answer(&mut tree, &Question::Attack, &Finding::Move(CENTRE, 500));
    answer(&mut tree, &Question::Zone(at), &replies(&[((7, 8), 500)], true));
    let is_asked_next = |tree: &mut Tree<Freestyle>, expected: Question| {
        let task = tree.select().expect("a question");
        tree.release(&task);
        tree.update(task.node);
        task.question == expected
    };
    assert!(is_asked_next(&mut tree, Question::Attack));
    // What was asked in vain about the position after the reply; its proof number has not changed.
    let State::Open { candidates, .. } = &tree.nodes[0].state else { panic!("a move is known") };
    assert_eq!(candidates[0].work, 2);
    set_work(&mut tree, 0, 10_000);
    assert!(is_asked_next(&mut tree, Question::Another(vec![at])));
}

/// Sets the number of questions that were asked about a move of the start.
fn set_work(tree: &mut Tree<Freestyle>, candidate: usize, work: u32) {
    let State::Open { candidates, .. } = &mut tree.nodes[0].state else { panic!("a move is known") };
    candidates[candidate].work = work;
}

#[test]
fn the_move_of_a_long_search_is_tried_alone_until_it_resists_or_is_refuted() {
    let long_nodes = NonZeroU64::new(SolveSettings::LONG_NODES);
    let mut tree = tree_with(&SolveSettings { long_nodes, ..settings() });
    let [short, long, longer] = [Point::new(7, 7), Point::new(6, 6), Point::new(8, 6)];
    answer(&mut tree, &Question::Attack, &Finding::Move(CENTRE, 900));
    answer(&mut tree, &Question::Zone(short), &replies(&[((7, 8), 900)], true));
    set_work(&mut tree, 0, 2_000);
    answer(&mut tree, &Question::Long(Vec::new()), &Finding::Move(coordinates(long), 300));
    // The reply to the first move would be easier.
    answer(&mut tree, &Question::Zone(long), &replies(&[((7, 8), 300)], true));
    set_work(&mut tree, 1, 30_000);
    answer(&mut tree, &Question::Long(vec![long]), &Finding::Move(coordinates(longer), 300));
    answer(&mut tree, &Question::Zone(longer), &Finding::Refuted);
    set_work(&mut tree, 1, 600_000);
    answer(&mut tree, &Question::Long(vec![long, longer]), &Finding::NoMove);
    // The reply to the first trusted move refutes it; the first move remains.
    answer(&mut tree, &Question::Attack, &Finding::NoMove);
    let task = tree.select().expect("a question");
    let after_short = Start::parse("startpos moves h8 h9").stones(Variant::Gomoku).unwrap();
    assert_eq!((&task.question, task.key), (&Question::Attack, after_short.canonical_key().0));
    tree.enter(&task, &Finding::Win(9)).unwrap();
    assert_eq!(tree.result(), Some(true));
}

#[test]
fn without_long_searches_none_is_asked_for() {
    let mut tree = tree();
    answer(&mut tree, &Question::Attack, &Finding::Move(CENTRE, 900));
    answer(&mut tree, &Question::Zone(Point::new(7, 7)), &replies(&[((7, 8), 900)], true));
    set_work(&mut tree, 0, u32::MAX);
    let task = tree.select().expect("a question");
    assert_eq!(task.question, Question::Another(vec![Point::new(7, 7)]));
}

#[test]
fn a_question_is_asked_once_at_a_time() {
    let mut tree = tree();
    answer(&mut tree, &Question::Attack, &Finding::Move(CENTRE, 600));
    let task = tree.select().unwrap();
    assert!(tree.select().is_none(), "nothing else can be asked");
    tree.enter(&task, &replies(&[((7, 8), 500), ((8, 8), 500)], true)).unwrap();
    let [first, second] = [tree.select().unwrap(), tree.select().unwrap()];
    assert_ne!(first.key, second.key);
}

#[test]
fn answers_that_do_not_fit_are_refused() {
    let mut tree = tree();
    let task = tree.select().unwrap();
    assert!(tree.enter(&task, &Finding::Move((15, 3), 600)).is_err(), "outside the board");
    assert!(tree.enter(&task, &Finding::Refuted).is_err(), "an answer to another question");
    tree.enter(&task, &Finding::Move(CENTRE, 600)).unwrap();
    let task = tree.select().unwrap();
    assert!(tree.enter(&task, &replies(&[(CENTRE, 600)], true)).is_err(), "an occupied point");
    assert!(tree.enter(&task, &Finding::Win(3)).is_err(), "an answer to another question");
}

#[test]
fn worse_expectations_are_harder_to_prove() {
    let proofs: Vec<_> = (0..=1000).map(first_proof).collect();
    assert!(proofs.is_sorted_by(|harder, easier| harder >= easier));
    assert_eq!((first_proof(1000), first_proof(500), first_proof(0)), (4, 64, 1024));
}
