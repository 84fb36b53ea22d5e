use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::StringRejection;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::json;

use crate::web::files;

use super::message::Refusal;
use super::{FOLDER, OpenError, Rooms, guest};

/// The page of a room; no other HTML file is served below its address.
const PAGE: &str = "room.html";

/// The longest request for a room, which may hold the moves of a long game, and the longest message of a guest.
const MAX_REQUEST: usize = 64 << 10;
const MAX_MESSAGE: usize = 1 << 10;

/// The JSON's MIME type.
const JSON: &str = "application/json";

/// Answers the host below `/TOKEN/`: `rooms` lists the rooms and opens one, and what is below `game/SECRET/` is the
/// host's way into it. Answers guests below `/game/SECRET/`. Whether the token and the secret are right was checked
/// before.
pub fn routes<S: Clone + Send + Sync + 'static>(rooms: Arc<Rooms>) -> Router<S> {
    Router::new()
        .route("/{token}/rooms", get(list).post(open).layer(DefaultBodyLimit::max(MAX_REQUEST)))
        .route(&format!("/{{token}}/{FOLDER}/{{secret}}"), get(add_slash))
        .route(&format!("/{{token}}/{FOLDER}/{{secret}}/"), get(host_page))
        .route(&format!("/{{token}}/{FOLDER}/{{secret}}/seat"), get(host_socket))
        .route(&format!("/{{token}}/{FOLDER}/{{secret}}/{{*path}}"), get(host_file))
        .route(&format!("/{FOLDER}/{{secret}}"), get(add_slash))
        .route(&format!("/{FOLDER}/{{secret}}/"), get(page))
        .route(&format!("/{FOLDER}/{{secret}}/seat"), get(guest_socket))
        .route(&format!("/{FOLDER}/{{secret}}/{{*path}}"), get(guest_file))
        .with_state(rooms)
}

async fn open(State(rooms): State<Arc<Rooms>>, body: Result<String, StringRejection>) -> Response {
    let body = match body {
        Ok(body) => body,
        Err(rejection) => return rejection.into_response(),
    };
    let (status, answer) = match rooms.open(&body).await {
        Ok(invitation) => (StatusCode::CREATED, invitation.to_json(false)),
        Err(error) => {
            let (status, code) = match &error {
                OpenError::Refused(Refusal::Broken(_)) | OpenError::Secret(_) => {
                    (StatusCode::INTERNAL_SERVER_ERROR, "broken")
                }
                OpenError::Refused(refusal) => (StatusCode::BAD_REQUEST, refusal.code()),
                OpenError::TooMany(_) => (StatusCode::SERVICE_UNAVAILABLE, "too-many"),
            };
            let why = match &error {
                OpenError::Refused(Refusal::Impossible { why, .. }) => why.as_ref(),
                _ => None,
            };
            (status, json!({ "code": code, "text": error.to_string(), "why": why }))
        }
    };
    (status, [(CONTENT_TYPE, JSON)], answer.to_string()).into_response()
}

async fn list(State(rooms): State<Arc<Rooms>>) -> Response {
    ([(CONTENT_TYPE, JSON)], rooms.list().to_string()).into_response()
}

/// Addresses are relative to the folder that a room is; people drop the slash at its end.
async fn add_slash(Path(path): Path<Vec<(String, String)>>) -> Response {
    let secret = path.last().map_or("", |(_, secret)| secret);
    (StatusCode::PERMANENT_REDIRECT, [(LOCATION, format!("{secret}/"))]).into_response()
}

async fn page() -> Response {
    file(PAGE)
}

async fn host_page(State(rooms): State<Arc<Rooms>>, Path((_, secret)): Path<(String, String)>) -> Response {
    if rooms.knows(&secret) { file(PAGE) } else { no_such_room() }
}

async fn guest_file(Path((_, path)): Path<(String, String)>) -> Response {
    file(&path)
}

async fn host_file(Path((_, _, path)): Path<(String, String, String)>) -> Response {
    file(&path)
}

fn file(path: &str) -> Response {
    match files::file(path).filter(|file| path == PAGE || file.content_type != files::HTML) {
        Some(file) => ([(CONTENT_TYPE, file.content_type)], file.text.as_str()).into_response(),
        None => (StatusCode::NOT_FOUND, "The page has no such file.\n").into_response(),
    }
}

/// What is answered to whoever has an address of a room that has ended.
pub fn no_such_room() -> Response {
    let words = "This game has ended, or its address is incomplete. Ask for another one.\n\
        这局棋已经结束，或者地址不完整。请另要一个地址。\n";
    (StatusCode::NOT_FOUND, words).into_response()
}

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

async fn guest_socket(
    State(rooms): State<Arc<Rooms>>,
    Path(secret): Path<String>,
    upgrade: Upgrade,
) -> Response {
    connect(&rooms, &secret, false, upgrade)
}

async fn host_socket(
    State(rooms): State<Arc<Rooms>>,
    Path((_, secret)): Path<(String, String)>,
    upgrade: Upgrade,
) -> Response {
    connect(&rooms, &secret, true, upgrade)
}

fn connect(rooms: &Rooms, secret: &str, is_host: bool, upgrade: Upgrade) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let Some((room, place)) = rooms.find(secret) else { return no_such_room() };
    upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| guest::serve(socket, room, place, is_host))
}
