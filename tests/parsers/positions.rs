//! FEN.

use proptest::prelude::*;

use quadriga::base::{MoveList, Notation};

use crate::in_every_game;
use crate::input::{cases, edited, edits, game, picks};

in_every_game!(fens_of_games_are_read_back, changed_fens_are_refused_or_sound, any_text_may_be_a_fen);

/// Checks that a position is consistent in everything that it reports.
fn check<P: Notation>(position: &P) -> Result<(), TestCaseError> {
    let options = P::Options::default();
    let fen = position.fen(&options);
    prop_assert_eq!(position.key(), position.recomputed_key(), "{}", fen);
    let again =
        P::from_fen(&fen, &options).map_err(|error| TestCaseError::fail(format!("{fen}: {error}")))?;
    prop_assert_eq!(again.fen(&options), fen);
    prop_assert_eq!(again.key(), position.key());
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    prop_assert!(moves.iter().all(|&m| position.is_legal(m)));
    prop_assert_eq!(position.legal_count(), moves.len());
    prop_assert_eq!(again.verdict().is_some(), position.verdict().is_some());
    prop_assert!(!position.diagram(&options).is_empty());
    position.facts(&options);
    let mut made = position.clone();
    for &m in &moves {
        made.make(m, &mut ());
        prop_assert_eq!(made.key(), made.recomputed_key());
        made.unmake();
    }
    prop_assert_eq!(made.fen(&options), position.fen(&options));
    Ok(())
}

fn fens_of_games_are_read_back<P: Notation>() {
    proptest!(cases(100), |(picks in picks(120))| {
        let mut position = game::<P>(&picks).position().clone();
        let options = P::Options::default();
        position.forget_moves();
        let fen = position.fen(&options);
        let again = P::from_fen(&fen, &options).map(|again| (again.key(), again.fen(&options)));
        prop_assert_eq!(again, Ok((position.key(), fen)));
    });
}

fn changed_fens_are_refused_or_sound<P: Notation>() {
    proptest!(cases(300), |(picks in picks(60), edits in edits())| {
        let options = P::Options::default();
        let fen = game::<P>(&picks).position().fen(&options);
        if let Ok((position, _)) = P::read_fen(&edited(&fen, &edits), &options) {
            check(&position)?;
        }
    });
}

fn any_text_may_be_a_fen<P: Notation>() {
    proptest!(cases(300), |(text in ".{0,100}")| {
        if let Ok((position, _)) = P::read_fen(&text, &P::Options::default()) {
            check(&position)?;
        }
    });
}
