use std::collections::HashMap;
use std::fs;
use std::sync::atomic::AtomicBool;

use super::{FolderError, Progress, TableFolder, open_table};
use crate::arena::Shard;
use crate::base::{MoveList, NoOptions, Notation, Outcome, Position, Side, TestFolder};
use crate::games::cchess::tables::{Material, TableSet, TabledGame};
use crate::games::zhonggong::ZhonggongPosition;

mod xiangqi;

/// The value of a position by plain iteration, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plain {
    /// A win or loss on the board in this number of plies: odd if the side to move wins.
    Decided(u32),
    /// A win by perpetual check.
    RuleWin,
    /// A loss by perpetual check.
    RuleLoss,
    Draw,
}

/// A position of the plain solver, with its moves.
struct Node {
    fen: String,
    side: Side,
    moves: Vec<Edge>,
}

enum Edge {
    /// To another node; whether the move gives check.
    Step(usize, bool),
    /// To fewer pieces.
    Capture(Plain),
}

type Known = HashMap<String, Plain>;

/// The board and the side to move of a position.
fn name_of<P: TabledGame>(position: &P) -> String {
    let fen = position.fen(&P::Options::default());
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// All positions with the material or with its colours exchanged, without regard to symmetry.
fn nodes<P: TabledGame>(material: Material, known: &Known) -> Vec<Node> {
    let mut positions = Vec::new();
    for material in [material, material.flipped()] {
        let layout = P::layout(material).expect("few pieces");
        let mut points = vec![Vec::new()];
        for &piece in layout.pieces() {
            let longer = |points: &Vec<_>| {
                P::domain(piece).map(|at| [points.as_slice(), &[at]].concat()).collect::<Vec<_>>()
            };
            points = points.iter().flat_map(longer).collect();
        }
        for side in Side::BOTH {
            positions.extend(points.iter().filter_map(|points| P::arranged(layout.pieces(), points, side)));
        }
    }
    let mut numbers = HashMap::new();
    positions.retain(|position| {
        let next = numbers.len();
        let mut is_new = false;
        numbers.entry(name_of(position)).or_insert_with(|| {
            is_new = true;
            next
        });
        is_new
    });
    let node = |position: &P| {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let edge = |&m| {
            let mut after = position.clone();
            after.make(m, &mut ());
            let name = name_of(&after);
            match numbers.get(&name) {
                Some(&number) => Edge::Step(number, after.is_checked()),
                None if P::is_dead(after.material()) => {
                    Edge::Capture(if after.has_legal_move() { Plain::Draw } else { Plain::Decided(0) })
                }
                None => Edge::Capture(*known.get(&name).expect("a position with fewer pieces")),
            }
        };
        Node { fen: name_of(position), side: position.side_to_move(), moves: list.iter().map(edge).collect() }
    };
    positions.iter().map(node).collect()
}

/// Adds the values of all positions with this material, given those with fewer pieces.
fn solve_plainly<P: TabledGame>(material: Material, known: &mut Known) {
    let nodes = nodes::<P>(material, known);
    let mut values: Vec<Option<Plain>> = vec![None; nodes.len()];
    let captures = nodes.iter().flat_map(|node| &node.moves).filter_map(|edge| match edge {
        Edge::Capture(Plain::Decided(plies)) => Some(*plies),
        _ => None,
    });
    let longest_capture = captures.max().unwrap_or(0);
    // One more ply in each sweep.
    for plies in 0..=200 {
        let before = values.clone();
        let value_of = |edge: &Edge| match edge {
            Edge::Step(number, _) => before[*number],
            Edge::Capture(value) => Some(*value),
        };
        for (node, value) in nodes.iter().zip(&mut values).filter(|(_, value)| value.is_none()) {
            let after: Vec<_> = node.moves.iter().map(value_of).collect();
            let is = |after: &Option<Plain>, odd: u32| match after {
                Some(Plain::Decided(found)) => *found < plies && found % 2 == odd,
                _ => false,
            };
            if after.iter().any(|after| is(after, 0)) || after.iter().all(|after| is(after, 1)) {
                *value = Some(Plain::Decided(plies));
            }
        }
        if plies > longest_capture + 1 && values == before {
            break;
        }
    }
    for attacker in Side::BOTH {
        let won = won_by_rule(&nodes, attacker, &values);
        for (value, wins) in values.iter_mut().zip(won) {
            if let Some(win) = wins {
                value.get_or_insert(win);
            }
        }
    }
    for (node, value) in nodes.iter().zip(values) {
        known.insert(node.fen.clone(), value.unwrap_or(Plain::Draw));
    }
}

/// The wins of `attacker`, by the definition: play that never ends is won if, from some move on, the defender gives
/// check with each move and the attacker, again and again, does not.
fn won_by_rule(nodes: &[Node], attacker: Side, values: &[Option<Plain>]) -> Vec<Option<Plain>> {
    let is_win = |side: Side, value: Plain| match value {
        Plain::Decided(plies) => (plies % 2 == 1) == (side == attacker),
        Plain::RuleWin => side == attacker,
        Plain::RuleLoss => side != attacker,
        Plain::Draw => false,
    };
    let on_board =
        |(node, value): (&Node, &Option<Plain>)| value.is_some_and(|value| is_win(node.side, value));
    let mut won: Vec<bool> = nodes.iter().zip(values).map(on_board).collect();
    loop {
        let mut forever = vec![true; nodes.len()];
        loop {
            let mut soon = won.clone();
            loop {
                let next: Vec<bool> = nodes
                    .iter()
                    .map(|node| {
                        let wins = |edge: &Edge| match *edge {
                            Edge::Capture(value) => is_win(!node.side, value),
                            Edge::Step(number, _) if won[number] => true,
                            Edge::Step(number, true) => soon[number],
                            Edge::Step(number, false) => node.side == attacker && forever[number],
                        };
                        if node.side == attacker {
                            node.moves.iter().any(wins)
                        } else {
                            node.moves.iter().all(wins)
                        }
                    })
                    .collect();
                if next == soon {
                    break;
                }
                soon = next;
            }
            if soon == forever {
                break;
            }
            forever = soon;
        }
        if forever == won {
            break;
        }
        won = forever;
    }
    let rule = |(node, won): (&Node, bool)| {
        won.then_some(if node.side == attacker { Plain::RuleWin } else { Plain::RuleLoss })
    };
    nodes.iter().zip(won).map(rule).collect()
}

/// A folder with the tables of these materials, and its path.
fn built<P: TabledGame>(name: &str, materials: &[Material]) -> (TableFolder, TestFolder) {
    let path = TestFolder::new(&format!("tables-{name}"));
    let folder = TableFolder::new(path.to_owned());
    let plan = TableFolder::plan::<P>(materials);
    folder.build::<P>(&plan, Shard::WHOLE, 2, &AtomicBool::new(false), |_| {}).expect("tables");
    (folder, path)
}

/// Compares the tables of these materials, and of all that they lead to, with plain iteration.
fn agree_with_plain_iteration<P: TabledGame>(name: &str, materials: &[Material]) {
    let (folder, _path) = built::<P>(name, materials);
    let mut set = TableSet::default();
    let mut known = Known::new();
    for material in TableFolder::plan::<P>(materials) {
        set.add_file::<P>(&folder.file::<P>(material)).expect("a table");
        solve_plainly::<P>(material, &mut known);
    }
    assert!(known.len() > 100);
    for (fen, expected) in &known {
        let position = P::from_fen(fen, &P::Options::default()).expect("a position");
        let found = set.look_up(&position).expect("a value");
        let value = match found.value.plies() {
            None => Plain::Draw,
            Some(_) if found.by_rule && found.value.is_win() => Plain::RuleWin,
            Some(_) if found.by_rule => Plain::RuleLoss,
            Some(plies) => Plain::Decided(plies.into()),
        };
        assert_eq!(value, *expected, "{fen}");
    }
}

fn material(name: &str) -> Material {
    Material::from_name(name).expect("a name")
}

#[test]
fn zhonggong_with_one_piece_agrees_with_plain_iteration() {
    agree_with_plain_iteration::<ZhonggongPosition>("plain", &Material::all(1));
}

// It takes minutes, and gigabytes of memory.
#[cfg(feature = "manual")]
#[test]
fn zhonggong_with_two_pieces_agrees_with_plain_iteration() {
    for name in ["KRvKC", "KPPvK", "KNvKA", "KPvKP", "KNAvK"] {
        agree_with_plain_iteration::<ZhonggongPosition>(name, &[material(name)]);
    }
}

#[test]
fn bare_generals_are_as_the_rules_say() {
    let (folder, _path) = built::<ZhonggongPosition>("bare", &[Material::BARE]);
    let table =
        open_table::<ZhonggongPosition>(&folder.file::<ZhonggongPosition>(Material::BARE)).expect("a table");
    let totals = table.header().totals[0];
    // Of 48 positions with Red to move, 16 are won and 32 lost, all within 4 plies; most share a number with their
    // mirror image.
    assert_eq!((totals.wins, totals.draws, totals.losses), (8, 0, 17));
    assert_eq!((totals.longest_win, totals.longest_loss), (3, 4));
}

#[test]
fn wins_against_perpetual_check_are_won_before_the_referee() {
    let name = "KPvKP";
    let (folder, _path) = built::<ZhonggongPosition>("referee", &[material(name)]);
    let mut set = TableSet::default();
    for material in TableFolder::plan::<ZhonggongPosition>(&[material(name)]) {
        set.add_file::<ZhonggongPosition>(&folder.file::<ZhonggongPosition>(material)).expect("a table");
    }
    let layout = ZhonggongPosition::layout(material(name)).expect("few pieces");
    let mut played = 0;
    for index in 0..layout.size() {
        for side in Side::BOTH {
            let placement = layout.placement(index);
            let position = ZhonggongPosition::arranged(layout.pieces(), placement.points(), side);
            let Some(position) = position else { continue };
            let found = set.look_up(&position).expect("a value");
            if found.by_rule && found.value.plies().is_some() {
                let winner = if found.value.is_win() { side } else { !side };
                assert_eq!(played_out(&set, position, winner, index), Outcome::Win(winner));
                played += 1;
            }
        }
    }
    assert!(played > 100, "{played}");
}

/// The outcome when the winner plays the tables' moves, and the other side checks as long as it can.
fn played_out<P: TabledGame>(set: &TableSet, mut position: P, winner: Side, seed: u64) -> Outcome {
    for ply in 0.. {
        if let Some(verdict) = position.verdict() {
            return verdict.outcome;
        }
        let known = set.position(&position).expect("tables");
        let moves: Vec<_> = if position.side_to_move() == winner {
            known.best(|_| true).into_iter().collect()
        } else {
            let checks = known.moves.iter().filter(|candidate| candidate.gives_check && !candidate.captures);
            let checks: Vec<_> = checks.map(|candidate| candidate.m).collect();
            let all = known.moves.iter().map(|candidate| candidate.m).collect();
            if checks.is_empty() { all } else { checks }
        };
        let chosen = (seed.wrapping_mul(0x9e37_79b9) ^ (ply * 7)) as usize % moves.len();
        position.make(moves[chosen], &mut ());
    }
    unreachable!("a game ends")
}

#[test]
fn every_wrong_value_and_every_damage_is_found() {
    let wanted = material("KRvK");
    let (folder, _path) = built::<ZhonggongPosition>("damage", &[wanted]);
    let (file, stop) = (folder.file::<ZhonggongPosition>(wanted), AtomicBool::new(false));
    folder.check::<ZhonggongPosition>(&file, 1, &stop).expect("a right table");
    let bytes = fs::read(&file).expect("a file");
    for step in 0..40 {
        let mut damaged = bytes.clone();
        let place = step * bytes.len() / 40;
        damaged[place] ^= 1 << (step % 8);
        fs::write(&file, &damaged).expect("a file");
        folder.check::<ZhonggongPosition>(&file, 1, &stop).expect_err(&format!("byte {place}"));
    }
    fs::write(&file, &bytes[..bytes.len() - 1]).expect("a file");
    folder.check::<ZhonggongPosition>(&file, 1, &stop).expect_err("a short file");
    // A damaged table is built again, a good one is not.
    let mut built = Vec::new();
    let plan = TableFolder::plan::<ZhonggongPosition>(&[wanted]);
    for _ in 0..2 {
        let report = |progress: Progress<'_>| {
            if let Progress::Written(header, ..) = progress {
                built.push(header.material);
            }
        };
        folder.build::<ZhonggongPosition>(&plan, Shard::WHOLE, 1, &stop, report).expect("tables");
    }
    assert_eq!(built, [wanted]);
    assert_eq!(fs::read(&file).expect("a file"), bytes);
}

#[test]
fn shards_build_every_table_once() {
    let path = TestFolder::new("tables-shards");
    let folder = TableFolder::new(path.to_owned());
    let plan = TableFolder::plan::<ZhonggongPosition>(&[material("KAvKP")]);
    let names: Vec<_> = plan.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["KvK", "KPvK", "KAvK", "KPvKA"]);
    let stop = AtomicBool::new(false);
    let shard = |index| Shard::new(index, 2).expect("a shard");
    let build = |index| folder.build::<ZhonggongPosition>(&plan, shard(index), 1, &stop, |_| {});
    let error = build(1).expect_err("KvK is missing");
    assert!(matches!(error, FolderError::OtherShard(..)), "{error}");
    build(0).expect("KvK and KAvK");
    build(1).expect("KPvK and KPvKA");
    assert_eq!(folder.files::<ZhonggongPosition>().expect("a folder").len(), 4);
}

/// The plies to a win or loss that can be forced within `depth` plies, by a search of all moves.
fn forced<P: Position>(position: &mut P, depth: u32) -> Option<u32> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    if list.is_empty() {
        return Some(0);
    }
    if depth == 0 {
        return None;
    }
    let mut after = Vec::new();
    for &m in &list {
        position.make(m, &mut ());
        after.push(forced(position, depth - 1));
        position.unmake();
    }
    let fastest = after.iter().flatten().filter(|plies| *plies % 2 == 0).min();
    if let Some(fastest) = fastest {
        return Some(fastest + 1);
    }
    let slowest = after.iter().try_fold(0, |slowest, plies| plies.map(|plies| slowest.max(plies + 1)));
    slowest.filter(|plies| plies % 2 == 0)
}

#[test]
fn searches_of_all_moves_find_the_same_wins() {
    const DEPTH: u32 = 4;
    let names = ["KRvK", "KCvK", "KNvK", "KPvK", "KAvK", "KBvK", "KPvKP", "KNvKA"];
    let (folder, _path) = built::<ZhonggongPosition>("search", &names.map(material));
    let mut set = TableSet::default();
    let mut decided = 0;
    for material in TableFolder::plan::<ZhonggongPosition>(&names.map(material)) {
        set.add_file::<ZhonggongPosition>(&folder.file::<ZhonggongPosition>(material)).expect("a table");
        let layout = ZhonggongPosition::layout(material).expect("few pieces");
        let step = (layout.size() / 40).max(1) as usize;
        for (index, side) in
            (0..layout.size()).step_by(step).flat_map(|index| Side::BOTH.map(|side| (index, side)))
        {
            let placement = layout.placement(index);
            let position = ZhonggongPosition::arranged(layout.pieces(), placement.points(), side);
            let Some(mut position) = position else { continue };
            let found = set.look_up(&position).expect("a value");
            let plies = found.value.plies().filter(|_| !found.by_rule).map(u32::from);
            let expected = plies.filter(|plies| *plies <= DEPTH);
            assert_eq!(forced(&mut position, DEPTH), expected, "{}", position.fen(&NoOptions));
            decided += u32::from(expected.is_some());
        }
    }
    assert!(decided > 40, "{decided}");
}
