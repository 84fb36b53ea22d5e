//! Servers for pages in the browser: the board, on which people play, learn and analyse, and a page for watching the
//! games of a contest.
//!
//! A server knows no rules. It serves the page's files, which are embedded in the program, and connects each page by a
//! WebSocket: the board to a session of the [protocol](crate::protocol), the other page to the events of the contest.
//!
//! - `access` decides who may connect: by the token in the address, the `Host` and the `Origin`; `token` keeps the
//!   token from one start to the next.
//! - `connections` accepts connections, up to a limit, and reserves permits for clients that know the token; `router`
//!   answers requests. `login` redirects the browser that the program starts to the page.
//! - `hosts` knows the names and the addresses of this machine.
//! - `files` embeds the page.
//! - `session` connects a WebSocket to a session, which `pipe` runs; `socket` has what every WebSocket needs.
//! - `rooms` has games between people on several machines.
//! - `watch` serves the games of a contest.

mod access;
mod connections;
mod files;
mod hosts;
mod login;
mod pipe;
mod refused;
mod rooms;
mod router;
mod session;
mod socket;
mod token;
#[cfg(feature = "arena")]
mod watch;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use thiserror::Error;
use tokio::net::TcpListener;

use crate::base::share_memory_arenas;
use crate::library::LibraryFile;
use crate::protocol::SessionLimits;

use access::Access;
use hosts::{Addresses, OwnNames};
use login::{LOGIN, Login};
use rooms::{GUEST_CONNECTIONS, Keeper, RoomLimits, Rooms};
use router::{Service, Site};
use session::Sessions;

pub use hosts::{HostName, HostNameError};
pub use token::{KeptToken, Token, TokenError, write_private};
#[cfg(feature = "arena")]
pub use watch::{WatchOptions, Watcher};

/// How the board's server runs.
#[derive(Debug, Clone)]
pub struct BoardOptions {
    /// The address and the port to listen on. If the port is taken, the next free one of [`PORT_ATTEMPTS`] is used;
    /// port 0 is any free port.
    pub address: SocketAddr,
    /// The secret part of the page's address.
    pub token: Token,
    /// What each page's session may use.
    pub limits: SessionLimits,
    /// The maximum number of simultaneous sessions. Further pages are refused.
    pub sessions: usize,
    /// The library that all pages share, if there is one. Games between people are kept beside it.
    pub library: Option<LibraryFile>,
    /// Names of this machine that the system does not know, such as one that a dynamic DNS gives it.
    pub names: Vec<HostName>,
}

/// The number of consecutive ports to try.
pub const PORT_ATTEMPTS: u16 = 20;

/// Why a server cannot start or continue.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The server cannot listen on any of the ports.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The first address tried.
        address: SocketAddr,
        /// Why it failed.
        error: io::Error,
    },
    /// The system lacks resources for the server.
    #[error("the server cannot start: {0}")]
    Start(io::Error),
}

/// The connections that a page uses besides its WebSocket, to load its files.
const FILE_CONNECTIONS: usize = 1;

/// The connections allowed beyond those of all pages.
const SPARE_CONNECTIONS: usize = 64;

/// The addresses of a page.
#[derive(Debug, Clone)]
pub struct PageAddress {
    /// The page's address on this machine, including the token.
    pub page: String,
    /// The page's addresses for other machines, numeric ones first; empty if only this machine reaches the server.
    pub network: Vec<String>,
    /// An address that leads to the page once. It can be shown to anyone, as only the user who runs the server can use
    /// it. `None` where the system does not reveal the owner of a connection.
    pub login: Option<String>,
}

/// Serves the board until a page shuts it down. `ready` is called once with the page's address.
///
/// # Errors
/// If the server cannot start.
pub fn serve_board(options: &BoardOptions, ready: impl FnOnce(&PageAddress)) -> Result<(), ServerError> {
    let BoardOptions { address, token, limits, sessions, library, names } = options;
    share_memory_arenas();
    let keeper = library.as_ref().map(|library| Keeper::beside(library.path()));
    let service = |addresses| {
        Arc::new(Sessions::new(
            *limits,
            library.clone(),
            Rooms::new(RoomLimits::default(), *limits, addresses, keeper),
        ))
    };
    serve(*address, token, names, *sessions, service, ready)
}

/// Runs a server until its service ends it, with room for so many pages, on a machine with these names besides its own.
/// `ready` is called once with the page's address.
fn serve<S: Service>(
    address: SocketAddr,
    token: &Token,
    names: &[HostName],
    pages: usize,
    service: impl FnOnce(Addresses) -> Arc<S>,
    ready: impl FnOnce(&PageAddress),
) -> Result<(), ServerError> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ServerError::Start)?;
    runtime.block_on(async {
        let listener = listen(address).await?;
        let address = listener.local_addr().map_err(ServerError::Start)?;
        let login = Arc::new(Login::new());
        let code = login.make_code().unwrap_or_else(|error| {
            log::warn!("{error}");
            None
        });
        let names = OwnNames::of_system(names);
        let addresses = Addresses::new(address, names.clone());
        let page = |root: String| format!("{root}{token}/");
        let access = Access::new(address.port(), token.clone(), names);
        let service = service(addresses.clone());
        // A guest who came before that would be told that the game has ended.
        service.prepare().await;
        let site = Site::new(access, Arc::clone(&login), pages, Arc::clone(&service));
        let login = code.map(|code| format!("{}{LOGIN}/{code}", addresses.own()));
        let network = addresses.network().into_iter().map(page).collect();
        ready(&PageAddress { page: page(addresses.own()), network, login });
        let connections = (1 + FILE_CONNECTIONS) * pages + SPARE_CONNECTIONS;
        tokio::select! {
            () = connections::accept(listener, site.router(), [connections, GUEST_CONNECTIONS]) => {}
            () = service.ended() => {}
        }
        Ok(())
    })
}

async fn listen(address: SocketAddr) -> Result<TcpListener, ServerError> {
    let mut first = None;
    // Port 0 is any free port, so there is no next one to try.
    let attempts = if address.port() == 0 { 1 } else { PORT_ATTEMPTS };
    for offset in 0..attempts {
        let Some(port) = address.port().checked_add(offset) else { break };
        match TcpListener::bind(SocketAddr::new(address.ip(), port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => {
                let taken = error.kind() == io::ErrorKind::AddrInUse;
                first.get_or_insert(error);
                if !taken {
                    break;
                }
            }
        }
    }
    let error = first.unwrap_or_else(|| io::Error::from(io::ErrorKind::AddrInUse));
    Err(ServerError::Listen { address, error })
}
