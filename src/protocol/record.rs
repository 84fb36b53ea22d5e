//! The command `record`: writes the game of a session in a file format, and reads games in one.

use std::io::Cursor;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::base::{Outcome, shorten};
use crate::records::{
    self, Cause, GameJson, MoveStyle, ParsedGame, RecordFormat, SentGame, Termination, WritableGame,
};

use super::errors::OwnCommandError;
use super::limits::MAX_GAME_MOVES;
use super::record_error::RecordError;
use super::session::{Detail, Session};

/// The maximum number of games in an answer.
const MAX_GAMES: usize = 500;

/// What to write.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct WriteRequest {
    format: String,
    #[serde(default)]
    names: bool,
    players: Option<[String; 2]>,
    event: Option<String>,
    date: Option<Date>,
    outcome: Option<Outcome>,
    cause: Option<String>,
    /// The game to write, with all that is said about it, instead of that of the session.
    game: Option<SentGame>,
}

/// What to read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadRequest {
    /// The format; `None` to detect it from the contents.
    format: Option<String>,
    /// The contents as text.
    text: Option<String>,
    /// The contents as bytes, in base64.
    data: Option<String>,
    /// The file's name; its extension decides if the contents do not determine the format.
    name: Option<String>,
}

/// A game that cannot be read.
#[derive(Debug, Serialize)]
pub(super) struct RefusedGame {
    /// The number of the game in the file, from 1.
    number: usize,
    #[serde(flatten)]
    detail: Detail,
}

/// The answer to the command, as `protocol.md` describes it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum RecordAnswer {
    Written {
        format: String,
        text: String,
        /// What the format cannot hold.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        lost: Vec<String>,
        /// What the game had that is against the rules, and was left out.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        notes: Vec<String>,
    },
    Read {
        format: String,
        games: Vec<GameJson>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        refused: Vec<RefusedGame>,
        #[serde(skip_serializing_if = "is_zero")]
        omitted: usize,
    },
}

/// Executes the command: `arguments` are the name of a format or a JSON object.
///
/// # Errors
/// If the arguments are malformed, there is no game to write, the format cannot represent the game, or the text cannot
/// be read.
pub(super) fn answer(arguments: &str, session: &Session) -> Result<RecordAnswer, OwnCommandError> {
    if !arguments.starts_with('{') {
        if arguments.is_empty() {
            return Err(RecordError::NoFormat.into());
        }
        return write(WriteRequest { format: arguments.to_owned(), ..WriteRequest::default() }, session);
    }
    let members: Map<String, Value> = serde_json::from_str(arguments).map_err(RecordError::from)?;
    let is_to_be_read = members.contains_key("text") || members.contains_key("data");
    let members = Value::Object(members);
    if is_to_be_read {
        Ok(read(serde_json::from_value(members).map_err(RecordError::from)?, session)?)
    } else {
        write(serde_json::from_value(members).map_err(RecordError::from)?, session)
    }
}

fn format_of(name: &str) -> Result<RecordFormat, RecordError> {
    RecordFormat::from_name(name).ok_or_else(|| RecordError::Format(shorten(name)))
}

fn write(request: WriteRequest, session: &Session) -> Result<RecordAnswer, OwnCommandError> {
    let WriteRequest { format, names, players, event, date, outcome, cause, game } = request;
    let mut notation = format_of(&format)?;
    if !notation.is_writable() {
        return Err(RecordError::OnlyRead(notation.name()).into());
    }
    if let (RecordFormat::Pgn { moves }, true) = (&mut notation, names) {
        *moves = MoveStyle::Names;
    }
    if let Some(game) = game {
        if players.is_some() || event.is_some() || date.is_some() || outcome.is_some() || cause.is_some() {
            return Err(RecordError::TwoDescriptions.into());
        }
        return Ok(write_sent(game, notation, session)?);
    }
    let cause = cause.map(|name| name.parse()).transpose().map_err(RecordError::Cause)?;
    if cause.is_some() && outcome.is_none() {
        return Err(RecordError::NoOutcome.into());
    }
    let game = session.game()?;
    let line = game.line(session.settings());
    let (outcome, cause) = match game.verdict() {
        Some(verdict) => (Some(verdict.outcome), Some(Cause::Rule(verdict.reason))),
        None => (outcome, cause),
    };
    let termination = cause.map(|cause| Termination { cause, blamed: None, detail: String::new() });
    let players = players.as_ref().map_or(["?"; 2], |players| players.each_ref().map(String::as_str));
    let game = WritableGame {
        engines: Default::default(),
        event: event.as_deref(),
        round: None,
        number: None,
        variant: session.variant(),
        options: &line.options,
        players,
        time_controls: None,
        fen: &line.start,
        opening_plies: None,
        moves: &line.moves,
        outcome,
        termination: termination.as_ref(),
        date,
        started: None,
        duration: None,
    };
    let text = records::write(game, notation).map_err(RecordError::Notation)?;
    let format = notation.name().to_ascii_lowercase();
    Ok(RecordAnswer::Written { format, text, lost: Vec::new(), notes: Vec::new() })
}

/// Writes a game that the client has sent.
fn write_sent(game: SentGame, format: RecordFormat, session: &Session) -> Result<RecordAnswer, RecordError> {
    let ParsedGame { line, tree, notes } = game.check(&session.settings().numbering(), None)?;
    let found = tree.plies();
    if found > MAX_GAME_MOVES {
        return Err(RecordError::TooManyMoves { line, found });
    }
    let written = records::write_tree(&tree, format)?;
    Ok(RecordAnswer::Written {
        format: format.name().to_ascii_lowercase(),
        text: written.text,
        lost: written.lost,
        notes: notes.into_iter().map(|note| note.text).collect(),
    })
}

/// Reads the games of a file, including those after a game that is refused.
///
/// # Errors
/// If the file is in no known format, or none of its games can be read.
fn read(request: ReadRequest, session: &Session) -> Result<RecordAnswer, RecordError> {
    let ReadRequest { format, text, data, name } = request;
    let format = format.map(|name| format_of(&name)).transpose()?;
    let contents = match (text, data) {
        (Some(text), None) => text.into_bytes(),
        (None, Some(data)) => {
            BASE64_STANDARD.decode(data).map_err(|error| RecordError::Base64(error.to_string()))?
        }
        _ => return Err(RecordError::NoText),
    };
    let opened = records::open(Cursor::new(contents), format, name.as_deref().map(Path::new))?;
    let (mut games, mut refused, mut omitted) = (Vec::new(), Vec::new(), 0);
    let mut first_error = None;
    for (number, game) in (1..).zip(opened.games) {
        if games.len() + refused.len() == MAX_GAMES {
            omitted += 1;
            continue;
        }
        match game.map_err(RecordError::from).and_then(|game| read_game(game, session)) {
            Ok(game) => games.push(game),
            Err(error) => {
                refused.push(RefusedGame { number, detail: Detail::from(&error) });
                first_error.get_or_insert(error);
            }
        }
    }
    if let Some(error) = first_error.filter(|_| games.is_empty()) {
        return Err(error);
    }
    let format = opened.format.name().to_ascii_lowercase();
    Ok(RecordAnswer::Read { format, games, refused, omitted })
}

fn read_game(game: ParsedGame, session: &Session) -> Result<GameJson, RecordError> {
    let (line, found) = (game.line, game.tree.plies());
    if found > MAX_GAME_MOVES {
        return Err(RecordError::TooManyMoves { line, found });
    }
    let mut game = records::check(game)?;
    if let Err(error) = records::plain_moves(&game.tree) {
        game.note(
            line,
            "line-stops",
            format!("the game stops there, and the rest is kept in its tree: {error}"),
        );
    }
    Ok(GameJson::of_tree(&game, &session.settings().numbering())?)
}

// The signature is prescribed by serde.
#[expect(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}
