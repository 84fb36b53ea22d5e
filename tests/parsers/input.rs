//! Random games, and random changes to texts and bytes.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use quadriga::base::{Move, MoveList, Notation, PlayedGame};

use crate::scale::scaled;

/// The number of cases of each property.
pub fn cases(cases: u32) -> ProptestConfig {
    let cases = scaled(cases as usize) as u32;
    // As many as that may be rejected, as they end a session, say.
    let limits = ProptestConfig { cases, max_global_rejects: cases.max(1024), ..ProptestConfig::default() };
    ProptestConfig { failure_persistence: None, ..limits }
}

/// A random game: each number picks one of the legal moves.
pub fn picks(plies: usize) -> impl Strategy<Value = Vec<u16>> {
    vec(any::<u16>(), 0..plies)
}

/// The game given by these picks, up to its end.
pub fn game<P: Notation>(picks: &[u16]) -> PlayedGame<P> {
    let mut game = PlayedGame::new(P::start(&P::Options::default()));
    for &pick in picks {
        let Some(m) = legal_move(game.position(), pick) else { break };
        if game.position().verdict().is_some() {
            break;
        }
        game.play(m);
    }
    game
}

/// One of the legal moves.
pub fn legal_move<P: Notation>(position: &P, pick: u16) -> Option<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let index = usize::from(pick).checked_rem(moves.len())?;
    moves.get(index).copied()
}

/// A change at one place of a text.
#[derive(Debug, Clone)]
pub struct Edit<T> {
    at: Index,
    change: Change<T>,
}

#[derive(Debug, Clone)]
enum Change<T> {
    Delete,
    Insert(T),
    Replace(T),
    /// Repeats the rest a few times.
    Repeat(usize, usize),
    /// Drops the rest.
    Cut,
}

fn edit_with<T: Clone + std::fmt::Debug + 'static>(
    item: impl Strategy<Value = T> + Clone + 'static,
) -> impl Strategy<Value = Edit<T>> {
    let change = prop_oneof![
        4 => Just(Change::Delete),
        4 => item.clone().prop_map(Change::Insert),
        8 => item.prop_map(Change::Replace),
        2 => (1..12_usize, 1..20_usize).prop_map(|(length, times)| Change::Repeat(length, times)),
        1 => Just(Change::Cut),
    ];
    (any::<Index>(), change).prop_map(|(at, change)| Edit { at, change })
}

/// Characters with a meaning in some format, and sometimes any other.
fn character() -> impl Strategy<Value = char> + Clone {
    const USUAL: &str =
        "rnbakcpqRNBAKCPQXOxo0123456789/ -+=wb.#\"'{}[]();:,\\\n\t\u{0}abcdefghi进平退炮车马兵前后一二三四五";
    prop_oneof![9 => select(USUAL.chars().collect::<Vec<_>>()), 1 => any::<char>()]
}

/// Changes to a text.
pub fn edits() -> impl Strategy<Value = Vec<Edit<char>>> {
    vec(edit_with(character()), 0..6)
}

/// Changes to bytes.
pub fn byte_edits() -> impl Strategy<Value = Vec<Edit<u8>>> {
    vec(edit_with(any::<u8>()), 0..6)
}

/// The text with these changes applied.
pub fn edited(text: &str, edits: &[Edit<char>]) -> String {
    edited_items(text.chars().collect(), edits).into_iter().collect()
}

/// The items with these changes applied.
pub fn edited_items<T: Copy>(mut items: Vec<T>, edits: &[Edit<T>]) -> Vec<T> {
    for Edit { at, change } in edits {
        let at = at.index(items.len() + 1);
        let is_inside = at < items.len();
        match change {
            Change::Delete if is_inside => drop(items.remove(at)),
            Change::Replace(item) if is_inside => items[at] = *item,
            Change::Insert(item) => items.insert(at, *item),
            Change::Repeat(length, times) => {
                let end = (at + length).min(items.len());
                let part = items[at..end].repeat(*times);
                items.splice(at..at, part);
            }
            Change::Cut => items.truncate(at),
            Change::Delete | Change::Replace(_) => {}
        }
    }
    items
}
