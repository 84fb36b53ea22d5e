//! The texts and names of moves.

use proptest::prelude::*;

use quadriga::base::{GameOptions, Notation};

use crate::in_every_game;
use crate::input::{cases, edited, edits, game, legal_move, picks};

in_every_game!(texts_and_names_are_read_back, other_texts_are_refused_or_legal_moves);

fn texts_and_names_are_read_back<P: Notation>() {
    proptest!(cases(200), |(picks in picks(80), pick in any::<u16>())| {
        let options = P::Options::default();
        let game = game::<P>(&picks);
        let position = game.position();
        if let Some(m) = legal_move(position, pick) {
            prop_assert_eq!(position.parse_move(&position.move_text(m, &options), &options), Ok(m));
            prop_assert_eq!(position.parse_move(&position.move_name(m, &options), &options), Ok(m));
        }
    });
}

/// Whatever move `text` is parsed as must be legal and have a text.
fn check<P: Notation>(position: &P, text: &str) -> Result<(), TestCaseError> {
    let options = P::Options::default();
    if let Ok(m) = position.parse_move(text, &options) {
        prop_assert!(position.is_legal(m), "{text:?} was read as {m:?}");
        prop_assert_eq!(position.parse_move(&position.move_text(m, &options), &options), Ok(m));
        prop_assert!(position.fatal_move(text, &options).is_none());
    } else {
        position.fatal_move(text, &options);
    }
    prop_assert!(!options.readings(&[text]).is_empty());
    Ok(())
}

fn other_texts_are_refused_or_legal_moves<P: Notation>() {
    proptest!(cases(300), |(picks in picks(40), pick in any::<u16>(), edits in edits(), text in ".{0,8}")| {
        let options = P::Options::default();
        let game = game::<P>(&picks);
        let position = game.position();
        check(position, &text)?;
        if let Some(m) = legal_move(position, pick) {
            check(position, &edited(&position.move_text(m, &options), &edits))?;
            check(position, &edited(&position.move_name(m, &options), &edits))?;
        }
    });
}
