use std::future::Future;
use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{Path, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, LOCATION, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::access::{Access, Refusal};
use super::connections::Connection;
use super::files;
use super::login::{LOGIN, Login};
use super::refused;
use super::rooms::{self, Rooms};

/// The page runs only its own scripts, and connects only to this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    media-src 'self'; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// What a server offers to its pages.
pub trait Service: Send + Sync + 'static {
    /// The file of the page; no other HTML file is served.
    const PAGE: &'static str;
    /// The path of the page's WebSocket, below the token.
    const SOCKET: &'static str;
    /// The longest message from a page in bytes.
    const MAX_MESSAGE: usize;

    /// Serves a connected page until it disconnects. Its permit is held until `place` is dropped.
    fn serve(
        self: Arc<Self>,
        socket: WebSocket,
        place: OwnedSemaphorePermit,
    ) -> impl Future<Output = ()> + Send;

    /// What the service does before the first page connects: nothing by default.
    fn prepare(&self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }

    /// Waits until the service ends the server, which it never does by default.
    fn ended(self: Arc<Self>) -> impl Future<Output = ()> + Send {
        std::future::pending()
    }

    /// The rooms for guests, if the server has some.
    fn rooms(&self) -> Option<&Arc<Rooms>> {
        None
    }

    /// A document that is not among the page's files. It may have its own content security policy.
    fn document(&self, path: &str) -> Option<Response> {
        let _ = path;
        None
    }
}

/// What all requests share.
pub struct Site<S> {
    access: Access,
    login: Arc<Login>,
    places: Arc<Semaphore>,
    service: Arc<S>,
}

impl<S: Service> Site<S> {
    /// A server with room for this many simultaneous pages.
    pub fn new(access: Access, login: Arc<Login>, pages: usize, service: Arc<S>) -> Self {
        Self { access, login, places: Arc::new(Semaphore::new(pages)), service }
    }

    /// Answers requests for the page, its files, its WebSocket and other documents, all below `/TOKEN/`, redirects a
    /// browser there from `/login/CODE`, and answers guests below `/game/SECRET/`.
    pub fn router(self) -> Router {
        let site = Arc::new(self);
        let rooms = site.service.rooms().map_or_else(Router::new, |rooms| rooms::routes(Arc::clone(rooms)));
        rooms
            .route(&format!("/{{token}}/{}", S::SOCKET), get(open_socket::<S>))
            .route("/{token}/", get(page::<S>))
            .route("/{token}/{*path}", get(page_file::<S>))
            .fallback(async || no_such_file())
            .layer(middleware::from_fn_with_state(Arc::clone(&site), guard::<S>))
            .with_state(site)
    }
}

impl<S: Service> Site<S> {
    /// Checks whether a request is allowed. Returns the answer to a login, and to a page for which there is no permit;
    /// `None` if the request can be answered by the service.
    fn admit(&self, request: &Request) -> Result<Option<Response>, Refusal> {
        self.access.check_headers(request.headers())?;
        let path = request.uri().path();
        let connection = request.extensions().get::<Connection>();
        if let Some(code) =
            path.strip_prefix('/').and_then(|path| path.strip_prefix(LOGIN)?.strip_prefix('/'))
        {
            let is_redeemed = request.method() == Method::GET
                && connection.is_some_and(|connection| self.login.redeem(code, connection.ends));
            if !is_redeemed {
                return Err(Refusal::Login);
            }
            let to = [(LOCATION, self.access.page_path())];
            return Ok(Some((StatusCode::SEE_OTHER, to).into_response()));
        }
        let is_trusted = if let Some(secret) = self.guest_secret(path) {
            if !self.service.rooms().is_some_and(|rooms| rooms.knows(secret)) {
                return Ok(Some(rooms::no_such_room()));
            }
            connection.is_none_or(Connection::trust_guest)
        } else {
            self.access.check_path(path)?;
            connection.is_none_or(Connection::trust)
        };
        if !is_trusted {
            let words = "The server has too many connections.\n";
            return Ok(Some((StatusCode::SERVICE_UNAVAILABLE, words).into_response()));
        }
        Ok(None)
    }

    /// The secret in the path of a guest.
    fn guest_secret<'a>(&self, path: &'a str) -> Option<&'a str> {
        self.service.rooms()?;
        path.strip_prefix('/')?.strip_prefix(rooms::FOLDER)?.strip_prefix('/')?.split('/').next()
    }
}

/// Refuses requests from elsewhere and those without the token, and adds the common headers to all answers.
async fn guard<S: Service>(State(site): State<Arc<Site<S>>>, request: Request, next: Next) -> Response {
    let mut response = match site.admit(&request) {
        Ok(None) => next.run(request).await,
        Ok(Some(response)) => response,
        Err(reason) => refused::answer(reason, request.headers()),
    };
    let headers: [(HeaderName, &'static str); 4] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // The address contains the token.
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
    ];
    for (name, value) in headers {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

async fn page<S: Service>(state: State<Arc<Site<S>>>, Path(token): Path<String>) -> Response {
    page_file(state, Ok(Path((token, S::PAGE.to_owned())))).await
}

async fn page_file<S: Service>(
    State(site): State<Arc<Site<S>>>,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Response {
    let Ok(Path((_, path))) = path else { return no_such_file() };
    let file = files::file(&path).filter(|file| path == S::PAGE || file.content_type != files::HTML);
    match file {
        Some(file) => ([(CONTENT_TYPE, file.content_type)], file.text.as_str()).into_response(),
        None => site.service.document(&path).unwrap_or_else(no_such_file),
    }
}

fn no_such_file() -> Response {
    (StatusCode::NOT_FOUND, "The page has no such file.\n").into_response()
}

async fn open_socket<S: Service>(
    State(site): State<Arc<Site<S>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let Ok(place) = Arc::clone(&site.places).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "The server has too many sessions.\n").into_response();
    };
    let service = Arc::clone(&site.service);
    upgrade
        .max_message_size(S::MAX_MESSAGE)
        .max_frame_size(S::MAX_MESSAGE)
        .on_upgrade(move |socket| service.serve(socket, place))
}
