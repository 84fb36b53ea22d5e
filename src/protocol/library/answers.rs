//! The answers to requests that are executed one after the other.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::games::Variant;
use crate::library::{Attachment, Collection, Entry, Library, SavedGame};
use crate::records::{GameJson, ParsedGame, last_fen};

use super::super::session::Detail;
use super::request::{Attach, Attached, Conditions, Explore, Request, Save, Search, of_members};
use super::{Context, Failure, text};

/// Executes a request.
pub(super) fn answer(library: &mut Library, request: Request, context: &Context) -> Result<String, Failure> {
    let answer = match request {
        Request::Status => {
            let (collections, own) = library.collections()?;
            let games = own + collections.iter().map(|collection| collection.games).sum::<u64>();
            return Ok(text(&Status { games, own, collections: collections.len() }));
        }
        Request::Collections => {
            let (collections, own) = library.collections()?;
            return Ok(text(&Collections { own, collections }));
        }
        Request::Search(search) => return list(library, search),
        Request::Open(id) => return open(library.game(id)?, context),
        Request::Save(save) => self::save(library, *save, context)?,
        Request::RenameGame { id, title } => {
            let revision = library.rename(id, Some(&title))?;
            json!({ "id": id, "revision": revision })
        }
        Request::RenameCollection { collection, name } => {
            library.rename_collection(&collection, &name)?;
            json!({ "collection": name.trim() })
        }
        Request::Delete(games) => json!({ "games": library.delete(&games)? }),
        Request::Undelete(games) => json!({ "games": library.undelete(&games)? }),
        Request::DeleteCollection(name) => {
            let count = library.delete_collection(&name)?;
            json!({ "collection": name, "count": count })
        }
        Request::UndeleteCollection(name) => {
            let count = library.undelete_collection(&name)?;
            json!({ "collection": name, "count": count })
        }
        Request::Explore(explore) => return self::explore(library, explore, context),
        Request::Attach(Attach { id, name, value }) => {
            let value = Some(value).filter(|value| !value.is_null()).map(|value| value.to_string());
            library.attach(id, &name, value.as_deref())?;
            json!({ "id": id })
        }
        Request::Attached(attached) => return self::attached(library, attached),
        Request::Import(_) | Request::Export(_) | Request::Cancel => {
            return Err(Failure::new("failed", "a bug: the request was sent to the wrong thread"));
        }
    };
    Ok(answer.to_string())
}

#[derive(Serialize)]
struct Status {
    games: u64,
    own: u64,
    collections: usize,
}

#[derive(Serialize)]
struct Collections {
    own: u64,
    collections: Vec<Collection>,
}

#[derive(Serialize)]
struct Listed {
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    games: Vec<Entry>,
}

#[derive(Serialize)]
struct Opened {
    entry: Entry,
    game: GameJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<Value>,
}

fn list(library: &Library, search: Search) -> Result<String, Failure> {
    let (before, limit, boards) = (search.before, search.limit, search.boards);
    let filter = search.filter()?;
    let mut games = library.search(&filter, before, limit)?;
    if boards {
        for entry in &mut games {
            // A game that cannot be read any more is listed without its board.
            entry.fen = library.game(entry.id).ok().and_then(|game| last_fen(&game.tree).ok());
        }
    }
    // Further pages belong to the first.
    let total = if before.is_none() { Some(library.count(&filter)?) } else { None };
    Ok(text(&Listed { total, games }))
}

fn open(game: SavedGame, context: &Context) -> Result<String, Failure> {
    let SavedGame { entry, tree, state } = game;
    let game = GameJson::of_tree(&ParsedGame::new(1, tree), &context.numbering)
        .map_err(|error| Failure::because("unreadable", Detail::from(&error), error.to_string()))?;
    let state: Option<Value> = state.and_then(|state| serde_json::from_str(&state).ok());
    Ok(text(&Opened { entry, game, state }))
}

fn save(library: &mut Library, save: Save, context: &Context) -> Result<Value, Failure> {
    let Save { id, revision, once, game, state } = save;
    // What a page does not know of a game stays.
    let before = id.map(|id| library.game(id)).transpose()?.map(|game| game.tree.tags);
    let checked = game
        .check(&context.numbering, before.as_ref())
        .map_err(|error| Failure::because("illegal", Detail::from(&error), error.to_string()))?;
    if once
        && id.is_none()
        && let Some((id, revision)) = library.same_own_game(&checked.tree)?
    {
        return Ok(json!({ "id": id, "revision": revision }));
    }
    let state = state.map(|state| state.to_string());
    let (id, revision) = library.save(id, &checked.tree, state.as_deref(), revision)?;
    let notes: Vec<_> = checked.notes.into_iter().map(|note| note.text).collect();
    let mut answer = json!({ "id": id, "revision": revision });
    if !notes.is_empty() {
        answer["notes"] = notes.into();
    }
    Ok(answer)
}

fn explore(library: &Library, explore: Explore, context: &Context) -> Result<String, Failure> {
    let Explore { fen, mut rest } = explore;
    let variant = match rest.remove("variant") {
        Some(variant) => {
            of_members::<VariantMember>(Map::from_iter([("variant".to_owned(), variant)]))?.variant
        }
        None => Variant::of_fen(&fen, context.variant)
            .ok_or_else(|| Failure::new("fen", format!("{:?} is not a FEN", crate::base::shorten(&fen))))?,
    };
    let filter = of_members::<Conditions>(rest)?.filter()?;
    let explored = library.explore(variant, &fen, &context.numbering, &filter)?;
    Ok(text(&explored))
}

/// A game with what is attached to it.
#[derive(Serialize)]
struct GameAttachment {
    entry: Entry,
    value: Value,
}

#[derive(Serialize)]
struct Attachments {
    attached: Vec<GameAttachment>,
}

fn attached(library: &Library, attached: Attached) -> Result<String, Failure> {
    let Attached { name, rest } = attached;
    let filter = of_members::<Conditions>(rest)?.filter()?;
    let found = library.attachments(&name, &filter)?;
    let attached = found.into_iter().map(|Attachment { entry, value }| GameAttachment {
        entry,
        // What cannot be read any more is as good as gone.
        value: serde_json::from_str(&value).unwrap_or_default(),
    });
    Ok(text(&Attachments { attached: attached.collect() }))
}

#[derive(serde::Deserialize)]
struct VariantMember {
    variant: Variant,
}
