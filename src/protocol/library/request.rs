//! The requests, as a client writes them.

use std::str::FromStr;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::base::{Outcome, shorten};
use crate::games::Variant;
use crate::library::{CollectionFilter, DateText, GameFilter, GameId, PositionKey};
use crate::records::{SentGame, one_line};

use super::Failure;

/// The number of games of an answer, unless the client asks for another one.
const USUAL_LIMIT: usize = 50;

/// The most alternatives of one condition, and the most games that are named by their numbers.
const MOST_ALTERNATIVES: usize = 100;
const MOST_GAMES: usize = 10_000;

/// A request with the client's number for it; null if it has none.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Call {
    pub number: Value,
    pub request: Request,
}

/// What a client asks for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Request {
    Status,
    Collections,
    Search(Search),
    Open(GameId),
    Save(Box<Save>),
    RenameGame { id: GameId, title: String },
    RenameCollection { collection: String, name: String },
    Delete(Vec<GameId>),
    DeleteCollection(String),
    Undelete(Vec<GameId>),
    UndeleteCollection(String),
    Explore(Explore),
    Attach(Attach),
    Attached(Attached),
    Import(Import),
    Export(Export),
    Cancel,
}

impl Request {
    /// Whether it changes the library.
    pub(super) const fn is_change(&self) -> bool {
        !matches!(
            self,
            Self::Status
                | Self::Collections
                | Self::Search(_)
                | Self::Open(_)
                | Self::Explore(_)
                | Self::Attached(_)
                | Self::Export(_)
        )
    }
}

/// One value, or a list of them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

// Deriving it would demand a default value of `T`.
impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl<T> OneOrMany<T> {
    fn into_vec(self) -> Vec<T> {
        match self {
            Self::One(value) => vec![value],
            Self::Many(values) => values,
        }
    }
}

/// Conditions for games.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Conditions {
    games: Vec<GameId>,
    player: OneOrMany<String>,
    variant: OneOrMany<Variant>,
    result: OneOrMany<String>,
    from: Option<String>,
    to: Option<String>,
    event: Option<String>,
    /// The lowest and the highest.
    levels: Option<(Option<i64>, Option<i64>)>,
    collection: Option<String>,
    own: bool,
    position: Option<String>,
    deleted: bool,
}

impl Conditions {
    pub(super) fn filter(self) -> Result<GameFilter, Failure> {
        let (players, variants, results) =
            (self.player.into_vec(), self.variant.into_vec(), self.result.into_vec());
        if [players.len(), variants.len(), results.len()].into_iter().any(|count| count > MOST_ALTERNATIVES) {
            return Err(Failure::new(
                "request",
                format!("at most {MOST_ALTERNATIVES} alternatives can be asked for"),
            ));
        }
        if self.games.len() > MOST_GAMES {
            return Err(Failure::new("request", format!("at most {MOST_GAMES} games can be named")));
        }
        let outcomes = results.into_iter().map(|text| match text.as_str() {
            "*" => Ok(None),
            text => {
                text.parse::<Outcome>().map(Some).map_err(|error| Failure::new("request", error.to_string()))
            }
        });
        let date = |text: Option<String>| {
            let date = text.map(|text| DateText::from_str(&text)).transpose();
            date.map_err(|error| Failure::new("request", error.to_string()))
        };
        let (min_level, max_level) = self.levels.unwrap_or_default();
        Ok(GameFilter {
            games: self.games,
            players,
            outcomes: outcomes.collect::<Result<_, _>>()?,
            from: date(self.from)?,
            to: date(self.to)?,
            event: self.event,
            min_level,
            max_level,
            collection: match self.collection {
                Some(_) if self.own => {
                    return Err(Failure::new("request", "either collection or own expected"));
                }
                Some(name) => CollectionFilter::Named(name),
                None if self.own => CollectionFilter::Own,
                None => CollectionFilter::Any,
            },
            positions: match self.position {
                Some(fen) => PositionKey::all_of_fen(&fen, &variants)?,
                None => Vec::new(),
            },
            variants,
            is_deleted: self.deleted,
        })
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Search {
    pub before: Option<GameId>,
    #[serde(default = "usual_limit")]
    pub limit: usize,
    /// Whether the last positions of the games are answered.
    #[serde(default)]
    pub boards: bool,
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

const fn usual_limit() -> usize {
    USUAL_LIMIT
}

impl Search {
    fn all() -> Self {
        Self { before: None, limit: USUAL_LIMIT, boards: false, rest: Map::new() }
    }

    /// The conditions.
    pub(super) fn filter(self) -> Result<GameFilter, Failure> {
        of_members::<Conditions>(self.rest)?.filter()
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Save {
    pub id: Option<GameId>,
    pub revision: Option<u64>,
    /// A game that one's own games have already is not added once more.
    #[serde(default)]
    pub once: bool,
    pub game: SentGame,
    pub state: Option<Value>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Explore {
    pub fen: String,
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Attach {
    pub id: GameId,
    pub name: String,
    /// Null removes what is attached.
    pub value: Value,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Attached {
    pub name: String,
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Import {
    /// The file's name.
    pub name: Option<String>,
    /// The collection; the person's own games without it.
    pub collection: Option<String>,
    pub format: Option<String>,
    /// The next part of the file as text.
    pub text: Option<String>,
    /// The same as bytes in base64.
    pub data: Option<String>,
    /// Whether more parts follow.
    #[serde(default)]
    pub more: bool,
    /// Whether games that the library has are added once more.
    #[serde(default)]
    pub duplicates: bool,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Export {
    pub format: String,
    #[serde(default)]
    pub names: bool,
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum RenameMembers {
    Game { id: GameId, title: String },
    Collection { collection: String, name: String },
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum DeleteMembers {
    Games { games: Vec<GameId> },
    Collection { collection: String },
}

/// The names of all requests.
const VERBS: &str = "list, search, collections, open, save, rename, delete, undelete, explore, attach, attached, \
     import, export or cancel";

/// Parses the rest of a line: a word, and a JSON object or what stands for it.
///
/// # Errors
///
/// With the client's number, as far as it can be read, if the request cannot be read.
pub(super) fn parse(line: &str) -> Result<Call, (Value, Failure)> {
    let line = line.trim();
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let mut members = match members_of(verb, rest) {
        Ok(members) => members,
        Err(failure) => return Err((Value::Null, failure)),
    };
    let number = members.remove("request").unwrap_or_default();
    if !matches!(number, Value::Null | Value::Number(_) | Value::String(_)) {
        let failure = Failure::new("request", "\"request\" is a number or a text");
        return Err((Value::Null, failure));
    }
    match request_of(verb, members) {
        Ok(request) => Ok(Call { number, request }),
        Err(failure) => Err((number, failure)),
    }
}

/// The members of the object that follows a verb, or those that what people type stands for.
fn members_of(verb: &str, rest: &str) -> Result<Map<String, Value>, Failure> {
    if rest.starts_with('{') {
        return serde_json::from_str(rest).map_err(|error| wrong(&error));
    }
    if rest.is_empty() {
        return Ok(Map::new());
    }
    let (name, value): (&str, Value) = match verb {
        "explore" => ("fen", rest.into()),
        "list" | "search" => match rest.split_once(char::is_whitespace) {
            Some(("position", fen)) => ("position", fen.trim().into()),
            _ => return Err(Failure::new("request", "position and a FEN, or a JSON object expected")),
        },
        "open" => ("id", number(rest)?.into()),
        "delete" | "undelete" => {
            let games = rest.split_whitespace().map(number).collect::<Result<Vec<_>, _>>()?;
            ("games", games.into())
        }
        _ => return Err(Failure::new("request", "a JSON object expected")),
    };
    Ok(Map::from_iter([(name.to_owned(), value)]))
}

fn number(word: &str) -> Result<i64, Failure> {
    word.parse()
        .map_err(|_| Failure::new("request", format!("{:?} is not the number of a game", shorten(word))))
}

fn request_of(verb: &str, members: Map<String, Value>) -> Result<Request, Failure> {
    /// What has only a game's number.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Number {
        id: GameId,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}
    Ok(match verb {
        "" => Request::Status,
        "collections" => {
            let Nothing {} = of_members(members)?;
            Request::Collections
        }
        "list" | "search" if members.is_empty() => Request::Search(Search::all()),
        "list" | "search" => Request::Search(of_members(members)?),
        "open" => Request::Open(of_members::<Number>(members)?.id),
        "save" => Request::Save(Box::new(of_members(members)?)),
        "rename" => match one_of(members, "id and title, or collection and name")? {
            RenameMembers::Game { id, title } => Request::RenameGame { id, title },
            RenameMembers::Collection { collection, name } => Request::RenameCollection { collection, name },
        },
        "delete" => match one_of(members, "games, or a collection")? {
            DeleteMembers::Games { games } => Request::Delete(games),
            DeleteMembers::Collection { collection } => Request::DeleteCollection(collection),
        },
        "undelete" => match one_of(members, "games, or a collection")? {
            DeleteMembers::Games { games } => Request::Undelete(games),
            DeleteMembers::Collection { collection } => Request::UndeleteCollection(collection),
        },
        "explore" => Request::Explore(of_members(members)?),
        "attach" => Request::Attach(of_members(members)?),
        "attached" => Request::Attached(of_members(members)?),
        "import" => Request::Import(of_members(members)?),
        "export" => Request::Export(of_members(members)?),
        "cancel" => {
            let Nothing {} = of_members(members)?;
            Request::Cancel
        }
        other => {
            return Err(Failure::new("request", format!("{:?} is not {VERBS}", shorten(other))));
        }
    })
}

/// A value of these members.
pub(super) fn of_members<T: DeserializeOwned>(members: Map<String, Value>) -> Result<T, Failure> {
    serde_json::from_value(Value::Object(members)).map_err(|error| wrong(&error))
}

/// The same where there are several forms.
fn one_of<T: DeserializeOwned>(members: Map<String, Value>, forms: &str) -> Result<T, Failure> {
    of_members(members).map_err(|_| Failure::new("request", format!("{forms} expected, and nothing else")))
}

fn wrong(error: &serde_json::Error) -> Failure {
    // The message quotes names as they are.
    Failure::new("request", one_line(&error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_stands_for_objects() {
        for (typed, object) in [
            ("open 12", "open {\"id\":12}"),
            ("delete 1 2", "delete {\"games\":[1,2]}"),
            ("explore  8/8 w ", "explore {\"fen\":\"8/8 w\"}"),
            ("search position 8/8 w", "search {\"position\":\"8/8 w\"}"),
            ("list", "list {}"),
        ] {
            assert_eq!(parse(typed), parse(object), "{typed}");
            assert!(parse(typed).is_ok(), "{typed}");
        }
    }

    #[test]
    fn malformed_requests_are_told_with_their_numbers() {
        for (line, number, words) in [
            ("lst", Value::Null, "\"lst\" is not list, search"),
            ("open x", Value::Null, "\"x\" is not the number of a game"),
            ("open {\"request\":7}", 7.into(), "missing field `id`"),
            ("open {\"request\":7,\"id\":1,\"path\":\"/etc\"}", 7.into(), "path"),
            ("open {\"request\":[]}", Value::Null, "\"request\" is a number or a text"),
            ("save {\"request\":\"a\",\"game\":{\"variant\":\"shogi\"}}", "a".into(), "shogi"),
            ("list {", Value::Null, "EOF"),
            ("list all", Value::Null, "position and a FEN"),
            ("rename {\"request\":1,\"id\":1}", 1.into(), "id and title, or collection and name expected"),
            ("attach {\"request\":1,\"id\":1,\"name\":\"a\"}", 1.into(), "missing field `value`"),
            ("attached", Value::Null, "missing field `name`"),
        ] {
            let (found, failure) = parse(line).expect_err(line);
            assert_eq!(found, number, "{line}");
            assert!(failure.text.contains(words), "{line}: {}", failure.text);
        }
    }

    #[test]
    fn conditions_are_checked() {
        for (line, words) in [
            ("list {\"plyer\":\"a\"}", "plyer"),
            ("list {\"from\":\"2025-13\"}", "is not a date"),
            ("list {\"result\":\"2-0\"}", "2-0"),
            ("list {\"own\":true,\"collection\":\"a\"}", "either"),
            ("list {\"position\":\"8/8 w\"}", "FEN"),
        ] {
            let Ok(Call { request: Request::Search(search), .. }) = parse(line) else { panic!("{line}") };
            let failure = search.filter().expect_err(line);
            assert!(failure.text.contains(words), "{line}: {}", failure.text);
        }
    }
}
