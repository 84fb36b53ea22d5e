//! The board: a server for a page in the browser on which people play, learn and analyse.
//!
//! The server knows no rules. It serves the page's files, which are embedded in the program, and connects each page by
//! a WebSocket to a session of the [protocol](crate::protocol).
//!
//! - `access` decides who may connect: by the token in the address, the `Host` and the `Origin`; `token` keeps the
//!   token from one start to the next.
//! - `connections` accepts connections, up to a limit; `router` answers requests.
//! - `files` embeds the page.
//! - `session` connects a WebSocket to a session.

mod access;
mod connections;
mod files;
mod router;
mod session;
mod token;

use std::io;
use std::net::SocketAddr;

use thiserror::Error;
use tokio::net::TcpListener;

use crate::protocol::SessionLimits;

use access::Access;
use router::Shared;

pub use token::{Token, TokenError};

/// How the server runs.
#[derive(Debug, Clone)]
pub struct BoardOptions {
    /// The address and the port to listen on. If the port is taken, the next free one of [`PORT_ATTEMPTS`] is used;
    /// port 0 is any free port.
    pub address: SocketAddr,
    /// The secret part of the page's address.
    pub token: Token,
    /// What each page's session may use.
    pub limits: SessionLimits,
    /// The number of sessions at a time. Further pages are refused.
    pub sessions: usize,
    /// The number of connections at a time, sessions included. Further ones are refused.
    pub connections: usize,
}

/// The number of ports that are tried, one after the other.
pub const PORT_ATTEMPTS: u16 = 20;

/// A server that cannot start or go on.
#[derive(Debug, Error)]
pub enum BoardError {
    /// None of the ports can be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The first address tried.
        address: SocketAddr,
        /// Why it failed.
        #[source]
        error: io::Error,
    },
    /// The system has no resources left for the server.
    #[error("the server cannot start: {0}")]
    Start(#[source] io::Error),
}

/// Runs the server until the process ends. `ready` is called once with the page's address.
///
/// # Errors
/// If the server cannot start.
pub fn serve_board(options: &BoardOptions, ready: impl FnOnce(&str)) -> Result<(), BoardError> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(BoardError::Start)?;
    runtime.block_on(async {
        let listener = listen(options.address).await?;
        let address = listener.local_addr().map_err(BoardError::Start)?;
        let shared = Shared::new(Access::new(address.port(), options.token.clone()), options);
        ready(&page_address(address, &options.token));
        connections::accept(listener, router::router(shared), options.connections).await;
        Ok(())
    })
}

async fn listen(address: SocketAddr) -> Result<TcpListener, BoardError> {
    let mut first = None;
    for offset in 0..PORT_ATTEMPTS {
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
    Err(BoardError::Listen { address, error })
}

/// The address of the page as a browser on this machine opens it.
fn page_address(address: SocketAddr, token: &Token) -> String {
    let ip = match address.ip() {
        ip if ip.is_unspecified() && ip.is_ipv4() => std::net::Ipv4Addr::LOCALHOST.into(),
        ip if ip.is_unspecified() => std::net::Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}/{token}/", SocketAddr::new(ip, address.port()))
}
