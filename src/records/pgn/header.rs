//! Derives a game's rules from its tags, and otherwise recognises the variant.

use crate::base::shorten;
use crate::games::Variant;
use crate::games::xiangqi::COORDINATES;
use crate::records::moves_game::{guess_note, variant_of_moves};
use crate::records::parsed::ParsedGame;
use crate::records::tags::Tags;
use crate::records::tree::GameTree;
use crate::records::{NotationError, ReadProblem};

use super::scanner::{Ending, result_of};

const CHESS960: &str = "UCI_Chess960";

/// The number of moves examined to recognise a game without tags.
const TELLING_MOVES: usize = 12;

/// The tags from which a game's variant, options, start and result are read; players have separate ones.
pub const TOLD_APART: &[&str] =
    &["Variant", "Game", CHESS960, "BoardSize", COORDINATES, "FEN", "SetUp", "Result"];

/// Interprets a game's tags.
pub fn interpret(mut game: ParsedGame) -> Result<ParsedGame, NotationError> {
    let line = game.line;
    let tree = &mut game.tree;
    let mut guessed = None;
    tree.start = tree.tags.get("FEN").map(str::trim).filter(|fen| !fen.is_empty()).map(str::to_owned);
    let (variant, is_960) = if let Some(named) = named_variant(tree) {
        named.map_err(|name| NotationError::Unreadable {
            line,
            problem: ReadProblem::Variant(shorten(&name)),
        })?
    } else {
        let first: Vec<_> = tree.main_moves().take(TELLING_MOVES).collect();
        let variant = variant_of_moves(&first).unwrap_or(Variant::Chess);
        guessed = guess_note(&first, variant);
        (variant, false)
    };
    tree.variant = variant;
    if is_960 {
        tree.options.push((CHESS960.to_owned(), "true".to_owned()));
    }
    for name in ["BoardSize", COORDINATES] {
        tree.options.extend(tree.tags.get(name).map(|value| (name.to_owned(), value.to_owned())));
    }
    // ICCS counts ranks from 0; the other formats that xiangqi programs name here, "WXF" and "Chinese", are read
    // without the tag.
    if is_format(&tree.tags, &["ICCS"]) && tree.tags.get(COORDINATES).is_none() {
        tree.options.push((COORDINATES.to_owned(), "ranks0-9".to_owned()));
    }
    let said = tree.tags.get("Result").map(str::trim);
    let of_tag = said.and_then(result_of).and_then(|Ending(outcome)| outcome);
    if let (Some(at_end), Some(of_tag)) = (tree.outcome, of_tag)
        && at_end != of_tag
    {
        let text =
            format!("the tag Result says {of_tag}, but the moves end with {at_end}, which takes precedence");
        game.note(line, "results-differ", text);
    }
    game.tree.outcome = game.tree.outcome.or(of_tag);
    if let Some((code, text)) = guessed {
        game.note(line, code, text);
    }
    Ok(game)
}

fn is_format(tags: &Tags, names: &[&str]) -> bool {
    let format = tags.get("Format").unwrap_or_default();
    names.iter().any(|name| format.eq_ignore_ascii_case(name))
}

/// The game's variant as tags or the start tell it, and whether it is Chess960; the error is the name of an unknown
/// variant.
fn named_variant(tree: &GameTree) -> Option<Result<(Variant, bool), String>> {
    let tags = &tree.tags;
    // This is the only tag reserved for variants: an unknown name means an unknown game.
    if let Some(name) = tags.get("Variant").filter(|name| !name.trim().is_empty()) {
        return Some(variant_of(name).ok_or_else(|| name.to_owned()));
    }
    if let Some(known) = tags.get("Game").and_then(variant_of) {
        return Some(Ok(known));
    }
    let of_fen = |current| tree.start.as_deref().and_then(|fen| Variant::of_fen(fen, current));
    if tags.get("Red").is_some() || is_format(tags, &["ICCS", "WXF", "Chinese", "中文"]) {
        return Some(Ok((of_fen(Variant::Xiangqi).unwrap_or(Variant::Xiangqi), false)));
    }
    of_fen(Variant::Chess).map(|variant| Ok((variant, false)))
}

/// The names of variants in other programs' tags.
fn variant_of(name: &str) -> Option<(Variant, bool)> {
    let plain = name.trim().to_lowercase().replace([' ', '-', '_'], "");
    Some(match plain.as_str() {
        "chess" | "standard" | "normal" | "fromposition" | "orthodox" | "西洋棋" | "国际象棋" => {
            (Variant::Chess, false)
        }
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "frc" => {
            (Variant::Chess, true)
        }
        "xiangqi" | "chinesechess" | "cchess" | "xianqi" | "象棋" | "中国象棋" | "中國象棋" => {
            (Variant::Xiangqi, false)
        }
        "中宫象棋" | "中宮象棋" | "zhonggongxiangqi" => (Variant::Zhonggong, false),
        "五子棋" | "gobang" | "fiveinarow" | "freestyle" => (Variant::Gomoku, false),
        "连珠" | "連珠" => (Variant::Renju, false),
        _ => (Variant::ALL.into_iter().find(|variant| variant.name().replace('-', "") == plain)?, false),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_variants_are_known() {
        for (name, variant) in [
            ("Standard", Some((Variant::Chess, false))),
            ("Fischerandom", Some((Variant::Chess, true))),
            ("Gomoku-Standard", Some((Variant::GomokuStandard, false))),
            ("Chinese Chess", Some((Variant::Xiangqi, false))),
            ("中国象棋", Some((Variant::Xiangqi, false))),
            ("shogi", None),
        ] {
            assert_eq!(variant_of(name), variant, "{name}");
        }
    }
}
