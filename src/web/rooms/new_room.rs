use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::games::Variant;

use super::clock::TimeControl;
use super::message::{Occupant, Refusal, is_move_text};

/// The options of games that a host may set.
const GAME_OPTIONS: [&str; 3] = ["UCI_Chess960", "Coordinates", "BoardSize"];

/// The longest FEN and the longest value of an option, in bytes.
const LONGEST_FEN: usize = 1000;
const LONGEST_VALUE: usize = 20;

/// An opening that is not played move by move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningRule {
    /// One player places three stones, the other one chooses a colour, or places two more and lets the first choose.
    Swap2,
}

/// The game that a host opens a room for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The name of the game, as in `UCI_Variant`.
    pub variant: String,
    /// Options of the game, such as `BoardSize`, by their names.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The FEN from which it begins, if not the usual one.
    pub start: Option<String>,
    /// The moves that have been made already.
    #[serde(default)]
    pub moves: Vec<String>,
    /// How the opening is played, if not move by move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningRule>,
    /// The players' time.
    pub control: TimeControl,
    /// Who plays the first side.
    pub first: Occupant,
    /// Who plays the second side.
    pub second: Occupant,
}

impl NewRoom {
    /// Checks whether the game can begin with the opening that the host asks for.
    ///
    /// # Errors
    /// If it cannot.
    pub fn check_opening(&self) -> Result<(), Refusal> {
        let Some(OpeningRule::Swap2) = self.opening else { return Ok(()) };
        let swaps = |variant: &Variant| variant.info().has_swap2;
        let is_played_so = Variant::from_name(&self.variant).as_ref().is_some_and(swaps);
        if !is_played_so || self.start.is_some() || !self.moves.is_empty() {
            let names: Vec<_> = Variant::ALL.into_iter().filter(swaps).map(Variant::name).collect();
            let words = format!("Swap2 begins on an empty board of {}", names.join(" or "));
            return Err(Refusal::Malformed(words));
        }
        let is_engine = |occupant: Occupant| matches!(occupant, Occupant::Engine { .. });
        if is_engine(self.first) || is_engine(self.second) {
            return Err(Refusal::OpeningOfPeople);
        }
        Ok(())
    }
}

/// The lines that select the game of a room and set up its position.
///
/// # Errors
/// If the request holds what cannot stand in such lines.
pub fn opening_lines(new: &NewRoom) -> Result<(Vec<String>, String), Refusal> {
    let malformed = |text: &str| Refusal::Malformed(text.to_owned());
    let is_word = |text: &str, longest: usize| is_move_text(text) && text.len() <= longest;
    if !is_word(&new.variant, LONGEST_VALUE) {
        return Err(malformed("the name of the game is one word"));
    }
    let mut lines = vec![format!("setoption name UCI_Variant value {}", new.variant)];
    for (name, value) in &new.options {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Bool(_) | Value::Number(_) => value.to_string(),
            _ => String::new(),
        };
        if !GAME_OPTIONS.contains(&name.as_str()) || !is_word(&text, LONGEST_VALUE) {
            let named = GAME_OPTIONS.join(", ");
            return Err(Refusal::Malformed(format!("the options of a game are {named}, each with one word")));
        }
        lines.push(format!("setoption name {name} value {text}"));
    }
    let start = match &new.start {
        None => "position startpos".to_owned(),
        Some(fen)
            if fen.len() <= LONGEST_FEN && !fen.trim().is_empty() && !fen.chars().any(char::is_control) =>
        {
            format!("position fen {fen}")
        }
        Some(_) => return Err(malformed("a FEN is one line of at most 1000 bytes")),
    };
    if !new.moves.iter().all(|text| is_move_text(text)) || new.start.as_deref().is_some_and(names_moves) {
        return Err(malformed("each move is one word of at most 40 bytes"));
    }
    Ok((lines, start))
}

/// Whether what follows a FEN in its line would be read as moves.
fn names_moves(fen: &str) -> bool {
    fen.split_whitespace().any(|word| word == "moves")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_host_adds_lines_or_options() {
        let new = |text: &str| serde_json::from_str::<NewRoom>(text).expect("a room");
        let rest = r#""control":{"kind":"none"},"first":{"kind":"person"},"second":{"kind":"person"}"#;
        for fields in [
            r#""variant":"chess\nquit""#,
            r#""variant":"""#,
            r#""variant":"chess","options":{"Hash":1024}"#,
            r#""variant":"chess","options":{"EvalFile":"/etc/passwd"}"#,
            r#""variant":"chess","options":{"UCI_Chess960":"true\nquit"}"#,
            r#""variant":"chess","options":{"UCI_Chess960":[true]}"#,
            r#""variant":"chess","start":"8/8\nquit""#,
            r#""variant":"chess","start":" ""#,
            r#""variant":"chess","start":"8/8 w - - moves e2e4""#,
            r#""variant":"chess","moves":["e2e4\nquit"]"#,
            r#""variant":"chess","moves":["e2e4 e7e5"]"#,
        ] {
            let refused = opening_lines(&new(&format!("{{{fields},{rest}}}")));
            assert_eq!(refused.map_err(|refusal| refusal.code()), Err("malformed"), "{fields}");
        }
        let lines = opening_lines(&new(&format!(
            r#"{{"variant":"gomoku","options":{{"BoardSize":15}},"moves":["h8"],{rest}}}"#
        )));
        let expected = ["setoption name UCI_Variant value gomoku", "setoption name BoardSize value 15"];
        assert_eq!(lines, Ok((expected.map(str::to_owned).to_vec(), "position startpos".to_owned())));
    }

    #[test]
    fn swap2_is_for_people_on_an_empty_board() {
        let code = |fields: &str| {
            let new: NewRoom = serde_json::from_str(&format!(
                r#"{{"opening":"swap2","control":{{"kind":"none"}},"first":{{"kind":"person"}},{fields}}}"#
            ))
            .expect("a room");
            new.check_opening().map_err(|refusal| refusal.code())
        };
        let person = r#""second":{"kind":"person"}"#;
        for variant in ["gomoku", "gomoku-standard"] {
            assert_eq!(code(&format!(r#""variant":"{variant}",{person}"#)), Ok(()));
        }
        for fields in [r#""variant":"renju""#, r#""variant":"gomoku","moves":["h8"]"#] {
            assert_eq!(code(&format!("{fields},{person}")), Err("malformed"), "{fields}");
        }
        let engine = r#""variant":"gomoku","second":{"kind":"engine","level":0}"#;
        assert_eq!(code(engine), Err("opening-of-people"));
    }
}
