//! The game that a list of moves belongs to.

use crate::base::{GameOptions, Notation, Position};
use crate::games::{BoardKind, Game, Variant, with_game};

use super::game_options;
use super::recognise::{looks_like_move, points_of};

/// The game in which all these moves are legal from its usual start; if there is none, the one in whose notation all of
/// them are written and whose rules allow the most of them. `None` if no game's moves are written that way.
pub(super) fn variant_of_moves(words: &[&str]) -> Option<Variant> {
    if words.is_empty() {
        return None;
    }
    // Zhonggong comes last, because its notation is the same as that of xiangqi.
    let mut candidates = Variant::ALL;
    candidates.sort_by_key(|variant| variant.info().board == BoardKind::CentralPalace);
    let written_so = |variant: &Variant| words.iter().all(|word| looks_like_move(word, Some(*variant)));
    let mut best: Option<(usize, Variant)> = None;
    for variant in candidates.into_iter().filter(written_so) {
        let texts = if variant.info().has_stones() { points_of(words) } else { owned(words) };
        let legal = with_game!(variant, G => legal_moves::<G>(&texts, &[]));
        if legal == texts.len() {
            return Some(variant);
        }
        if best.is_none_or(|(most, _)| legal > most) {
            best = Some((legal, variant));
        }
    }
    best.map(|(_, variant)| variant)
}

/// Another game, on a board of another kind, whose moves are written like all of these and whose rules allow them.
/// Games of chess are seldom named, so that what is legal in chess is chess, and what is written like a game of chess
/// may be one with an illegal move rather than stones. Words of two points each, such as `a1a2`, are moves of pieces
/// rather than pairs of stones.
pub(super) fn other_reading(words: &[&str], chosen: Variant) -> Option<Variant> {
    let info = chosen.info();
    let may_be = |variant: &Variant| {
        let texts = if variant.info().has_stones() { points_of(words) } else { owned(words) };
        let are_pairs = variant.info().has_stones() && texts.len() > words.len();
        words.iter().all(|word| looks_like_move(word, Some(*variant)))
            && !are_pairs
            && (info.has_stones() && *variant == Variant::Chess
                || with_game!(*variant, G => legal_moves::<G>(&texts, &[])) == texts.len())
    };
    let others = Variant::ALL.into_iter().filter(|variant| variant.info().board != info.board);
    others.filter(|_| !words.is_empty() && chosen != Variant::Chess).find(may_be)
}

/// The code and the words of the note that a game was recognised by its moves alone, which fit another one, too.
pub(super) fn guess_note(words: &[&str], chosen: Variant) -> Option<(&'static str, String)> {
    let other = other_reading(words, chosen)?;
    let text =
        format!("nothing names the game: it is read as {chosen}, but the moves could also be of {other}");
    Some(("variant-guessed", text))
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Counts the moves at the beginning of a list that are legal from the usual start.
pub(super) fn legal_moves<G: Game>(moves: &[String], options: &[(String, String)]) -> usize {
    let options = game_options::<G>(options);
    let texts: Vec<_> = moves.iter().map(String::as_str).collect();
    let count = |reading: &_| {
        let mut position = G::Position::start(&options);
        let is_legal = |text: &&&str| {
            let Ok(m) = position.parse_move(text, reading) else { return false };
            position.make(m, &mut ());
            position.forget_moves();
            true
        };
        texts.iter().take_while(is_legal).count()
    };
    options.readings(&texts).iter().map(count).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_fit_several_games_are_told() {
        for (moves, chosen, other) in [
            ("e5", Variant::Gomoku, Some(Variant::Chess)),
            ("e4 e5", Variant::Chess, None),
            ("e4 e5 d4 exd4", Variant::Chess, None),
            ("h8 h9 i8", Variant::Gomoku, None),
            ("a2a3", Variant::Chess, None),
            ("e2e4 e7e5", Variant::Chess, None),
            ("a1a2", Variant::Xiangqi, Some(Variant::Zhonggong)),
            ("炮二平五 马8进7", Variant::Xiangqi, None),
            ("", Variant::Chess, None),
        ] {
            let words: Vec<_> = moves.split_whitespace().collect();
            assert_eq!(other_reading(&words, chosen), other, "{moves}");
        }
    }

    #[test]
    fn game_of_a_list_is_the_one_whose_rules_allow_it() {
        for (moves, variant) in [
            ("e4 e5 Nf3", Some(Variant::Chess)),
            ("e2e4 e7e5", Some(Variant::Chess)),
            ("h2e2 h9g7", Some(Variant::Xiangqi)),
            ("h2e2 h7e7", Some(Variant::Xiangqi)),
            ("H2-E2 H9-G7", Some(Variant::Xiangqi)),
            ("炮二平五 马8进7", Some(Variant::Xiangqi)),
            ("C2.5 H8+7", Some(Variant::Xiangqi)),
            ("h8 h9 i8", Some(Variant::Gomoku)),
            ("h8 g7 f6", Some(Variant::Gomoku)),
            ("H8H9I8", Some(Variant::Gomoku)),
            ("e4 e5 Nf9", None),
            ("a word", None),
            ("", None),
        ] {
            let words: Vec<_> = moves.split_whitespace().collect();
            assert_eq!(variant_of_moves(&words), variant, "{moves}");
        }
    }
}
