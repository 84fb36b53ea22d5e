use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{Path, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::Semaphore;

use crate::protocol::ServeOptions;

use super::access::{Access, Refusal};
use super::{BoardOptions, files, session};

/// The page runs its own scripts only, and connects to this server only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    media-src 'self'; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// What all requests share.
#[derive(Clone)]
pub struct Shared(Arc<Inner>);

struct Inner {
    access: Access,
    serve: ServeOptions,
    free_sessions: Arc<Semaphore>,
}

impl Shared {
    /// The state of a server with these options.
    pub fn new(access: Access, options: &BoardOptions) -> Self {
        let serve = ServeOptions { limits: options.limits, ..ServeOptions::default() };
        Self(Arc::new(Inner { access, serve, free_sessions: Arc::new(Semaphore::new(options.sessions)) }))
    }
}

/// Answers requests for the page, its files and its session, all below `/TOKEN/`.
pub fn router(shared: Shared) -> Router {
    Router::new()
        .route("/{token}/session", get(open_session))
        .route("/{token}/", get(page))
        .route("/{token}/{*path}", get(page_file))
        .fallback(async || refusal(Refusal::Token))
        .layer(middleware::from_fn_with_state(shared.clone(), guard))
        .with_state(shared)
}

/// Refuses requests from elsewhere, and adds the headers that all answers have.
async fn guard(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = match shared.0.access.check_headers(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(reason) => refusal(reason),
    };
    let headers: [(HeaderName, &'static str); 4] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // The address contains the token.
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refusal(reason: Refusal) -> Response {
    log::info!("a request was refused: {reason}");
    (StatusCode::FORBIDDEN, format!("{reason}\n")).into_response()
}

async fn page(state: State<Shared>, Path(token): Path<String>) -> Response {
    page_file(state, Ok(Path((token, String::new())))).await
}

async fn page_file(
    State(shared): State<Shared>,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Response {
    let Ok(Path((token, path))) = path else { return refusal(Refusal::Token) };
    if let Err(reason) = shared.0.access.check_token(&token) {
        return refusal(reason);
    }
    match files::file(&path) {
        Some(file) => ([(CONTENT_TYPE, file.content_type)], Body::from(file.text)).into_response(),
        None => (StatusCode::NOT_FOUND, "The page has no such file.\n").into_response(),
    }
}

async fn open_session(
    State(shared): State<Shared>,
    Path(token): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if let Err(reason) = shared.0.access.check_token(&token) {
        return refusal(reason);
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let Ok(permit) = Arc::clone(&shared.0.free_sessions).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "The server has too many sessions.\n").into_response();
    };
    let options = shared.0.serve.clone();
    upgrade
        .max_message_size(session::MAX_MESSAGE)
        .max_frame_size(session::MAX_MESSAGE)
        .on_upgrade(move |socket| session::run(socket, options, permit))
}
