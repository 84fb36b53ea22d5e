//! A PGN writer.

use std::time::Duration;

use crate::base::{Move, Notation, Position, Side};
use crate::games::{Game, GameVisitor, Variant, visit_game};
use crate::rules::PlayedGame;

use super::openings::Opening;
use super::{
    Cause, MoveRecord, MoveStyle, NotationError, Termination, WritableGame, comment, game_options, one_line,
};

/// The maximum line length of the move text (PGN, section 8.2.1).
const WIDTH: usize = 79;

/// The result of an unfinished game.
const UNFINISHED: &str = "*";

/// The value of the tag `Variant` for a game; `None` for chess.
pub(super) fn variant_tag(variant: Variant, options: &[(String, String)]) -> Option<&'static str> {
    let is_960 = options
        .iter()
        .any(|(name, value)| name.eq_ignore_ascii_case("UCI_Chess960") && value.eq_ignore_ascii_case("true"));
    if is_960 { Some("Chess960") } else { variant.info().pgn_variant }
}

/// Writes a game: the seven-tag roster first, then supplemental tags of the standard and our own.
pub(super) fn write(game: &WritableGame<'_>, style: MoveStyle) -> Result<String, NotationError> {
    let Written { tokens, is_usual_start, opening } = visit_game(game.variant, Moves { game, style })?;
    let mut tags = Vec::new();
    let mut tag = |name: &str, value: &str| {
        let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        tags.push(format!("[{name} \"{value}\"]\n"));
    };
    let [first, second] = game.players;
    let result = game.outcome.map_or_else(|| UNFINISHED.to_owned(), |outcome| outcome.to_string());
    tag("Event", game.event.unwrap_or("?"));
    tag("Site", "?");
    tag(
        "Date",
        &game.date.map_or_else(|| "????.??.??".to_owned(), |date| date.strftime("%Y.%m.%d").to_string()),
    );
    tag("Round", &game.round.map_or_else(|| "-".to_owned(), |round| round.to_string()));
    tag("White", first);
    tag("Black", second);
    tag("Result", &result);
    if let Some(variant) = variant_tag(game.variant, game.options) {
        tag("Variant", variant);
    }
    if let Some(name) = game.variant.info().pgn_game {
        tag("Game", name);
        tag(game.variant.info().side_name(Side::First), first);
    }
    if !is_usual_start {
        tag("SetUp", "1");
        tag("FEN", game.fen);
    }
    if let Some(Opening { code, name, variation }) = opening {
        tag("ECO", code);
        tag("Opening", name);
        if let Some(variation) = variation {
            tag("Variation", variation);
        }
    }
    for (name, value) in game.options {
        tag(name, value);
    }
    for (side, engine) in ["White", "Black"].into_iter().zip(game.engines) {
        for (what, value) in
            [("Engine", engine.name), ("Command", engine.command), ("Options", engine.options)]
        {
            if let Some(value) = value {
                tag(&format!("{side}{what}"), value);
            }
        }
    }
    if let Some([first, second]) =
        game.time_controls.map(|controls| controls.map(|control| control.to_string()))
    {
        if first == second {
            tag("TimeControl", &first);
        } else {
            tag("WhiteTimeControl", &first);
            tag("BlackTimeControl", &second);
        }
    }
    if let Some(started) = game.started {
        tag("UTCDate", &started.strftime("%Y.%m.%d").to_string());
        tag("UTCTime", &started.strftime("%H:%M:%S").to_string());
    }
    if let Some(duration) = game.duration {
        tag("GameDuration", &duration_text(duration));
    }
    if let Some(number) = game.number {
        tag("GameNumber", &number.to_string());
    }
    tag("PlyCount", &game.moves.len().to_string());
    if let Some(plies) = game.opening_plies {
        tag("OpeningPlies", &plies.to_string());
    }
    if let Some(termination) = game.termination {
        tag("Termination", standard_termination(termination.cause));
        tag("TerminationDetails", &details(termination, game.players));
    }
    Ok(format!("{}\n{}\n\n", tags.concat(), wrapped(&tokens, &result)))
}

fn duration_text(duration: Duration) -> String {
    let millis = duration.as_millis();
    let (seconds, millis) = (millis / 1000, millis % 1000);
    format!("{:02}:{:02}:{:02}.{millis:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The termination as defined by the standard (PGN, section 9.8.1).
const fn standard_termination(cause: Cause) -> &'static str {
    match cause {
        Cause::AdjudicatedWin | Cause::AdjudicatedDraw | Cause::EndgameTables | Cause::TooLong => {
            "adjudication"
        }
        Cause::TimeForfeit | Cause::Stall => "time forfeit",
        Cause::IllegalMove | Cause::FalseClaim => "rules infraction",
        Cause::Crash | Cause::Disconnect | Cause::NoStart => "abandoned",
        Cause::Rule(_) | Cause::Resignation | Cause::Agreement => "normal",
    }
}

/// The cause with its details, and the side to blame.
fn details(termination: &Termination, players: [&str; 2]) -> String {
    let mut text = match termination.blamed {
        Some(side) => format!("{} by {}", termination.cause, players[side.index()]),
        None => termination.cause.to_string(),
    };
    if !termination.detail.is_empty() {
        text.push_str(": ");
        text.push_str(&termination.detail);
    }
    text
}

/// Wraps the moves, their comments and the result.
fn wrapped(tokens: &[String], result: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in tokens.iter().flat_map(|token| token.split(' ')).chain([result]) {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text
}

/// Converts the moves and their comments to tokens.
struct Moves<'a> {
    game: &'a WritableGame<'a>,
    style: MoveStyle,
}

/// The moves of a game, and what follows from them for its tags.
struct Written {
    /// The moves with their numbers and comments.
    tokens: Vec<String>,
    /// Whether the game begins at the standard initial position.
    is_usual_start: bool,
    /// The opening of the last position that the table of openings has.
    opening: Option<Opening>,
}

impl GameVisitor for Moves<'_> {
    type Output = Result<Written, NotationError>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { game: written, style } = self;
        let options = game_options::<G>(written.options);
        let start = G::Position::from_fen(written.fen, &options)
            .map_err(|error| NotationError::Fen { line: 1, error })?;
        let is_usual_start = start.fen(&options) == G::Position::start(&options).fen(&options);
        let mut game = PlayedGame::new(start);
        let texts: Vec<_> = written.moves.iter().map(|played| played.text.as_str()).collect();
        game.play_texts(&texts, &options).map_err(|error| NotationError::Move { line: 1, error })?;
        let by_name = written.variant.info().pgn_names || style == MoveStyle::Names;
        let mut tokens = Vec::new();
        let mut number = first_number(written.fen);
        let mut says_number = true;
        for ((before, m), said) in game.steps().zip(written.moves) {
            let side = before.side_to_move();
            if side == Side::First {
                tokens.push(format!("{number}."));
            } else if says_number {
                tokens.push(format!("{number}..."));
            }
            let text_of = |position: &G::Position, m| {
                if by_name { position.move_name(m, &options) } else { position.move_text(m, &options) }
            };
            tokens.push(text_of(before, m));
            let pv = pv_texts(before, said, &options, text_of);
            says_number = append_comment(&mut tokens, said, &pv);
            if side == Side::Second {
                number += 1;
            }
        }
        // The names are those of the standard game.
        let is_standard = variant_tag(written.variant, written.options).is_none();
        let positions = game.steps().map(|(before, _)| before).chain([game.position()]);
        let known =
            positions.filter_map(|position| Opening::of_position(position.key())).filter(|_| is_standard);
        Ok(Written { opening: known.last(), tokens, is_usual_start })
    }
}

/// The principal variation of a move made at `start`, as far as it is legal, written by `text_of`.
fn pv_texts<P: Notation>(
    start: &P,
    said: &MoveRecord,
    options: &P::Options,
    text_of: impl Fn(&P, Move) -> String,
) -> Vec<String> {
    let mut texts = Vec::with_capacity(said.pv.len());
    if said.pv.is_empty() {
        return texts;
    }
    let mut position = start.clone();
    for text in &said.pv {
        let Ok(m) = position.parse_move(text, options) else { break };
        texts.push(text_of(&position, m));
        position.make(m, &mut ());
        position.forget_moves();
    }
    texts
}

/// Appends the comment on a move; returns whether there is one.
fn append_comment(tokens: &mut Vec<String>, said: &MoveRecord, pv: &[String]) -> bool {
    let mut comment = comment::write(said).unwrap_or_default();
    comment::append_pv(&mut comment, pv);
    if comment.is_empty() {
        return false;
    }
    tokens.push(format!("{{{comment}}}"));
    true
}

/// The number of the first move: the last field of the FEN.
fn first_number(fen: &str) -> u32 {
    fen.split_ascii_whitespace().next_back().and_then(|word| word.parse().ok()).unwrap_or(1)
}
