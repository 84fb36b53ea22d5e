use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use etcetera::{BaseStrategy, choose_base_strategy};

use quadriga::protocol::SessionLimits;
use quadriga::web::{BoardOptions, KeptToken, Token, serve_board};

use super::browser;

/// The arguments of `board`.
#[derive(Debug, Args)]
pub struct BoardArguments {
    /// The port; if it is in use, the next free one. 0 selects any free port.
    #[arg(long, default_value_t = 7464)]
    port: u16,

    /// The address to listen on. With any address other than the default, other machines that know the page's address
    /// have access.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// Do not open the page in the browser.
    #[arg(long)]
    no_open: bool,

    /// The secret part of the page's address, 8 to 64 letters and digits [default: generated once and kept]. Other
    /// users of this machine can see it in the list of processes.
    #[arg(long)]
    token: Option<String>,

    /// The maximum size of the hash table of a page, in MiB; less if many pages are open, since all of them share 1536
    /// MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    max_hash: usize,

    /// The maximum number of search threads of a page [default: the number of processors].
    #[arg(long, value_name = "N")]
    max_threads: Option<usize>,

    /// The maximum time of a search, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 3600)]
    max_time: u64,

    /// The maximum number of simultaneous pages.
    #[arg(long, value_name = "N", default_value_t = 128)]
    max_sessions: usize,
}

/// Serves the board until the program is interrupted.
///
/// # Errors
/// If the token is invalid or the server cannot start.
pub fn run(arguments: &BoardArguments) -> anyhow::Result<()> {
    let token = match &arguments.token {
        Some(text) => Token::parse(text).context("--token")?,
        None => kept_token()?,
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = SessionLimits {
        hash_mib: arguments.max_hash.max(1),
        threads: arguments.max_threads.unwrap_or(threads).max(1),
        time: Some(Duration::from_secs(arguments.max_time)),
        files: false,
        ..SessionLimits::default()
    };
    let options = BoardOptions {
        address: SocketAddr::new(arguments.listen, arguments.port),
        token,
        limits,
        sessions: arguments.max_sessions,
    };
    serve_board(&options, |address| {
        // The standard output may be closed.
        let _ = writeln!(io::stdout(), "The board is at {}\nPress Ctrl-C to end it.", address.page);
        if !arguments.no_open
            && let Err(error) = browser::open(address, state_folder().as_deref())
        {
            errln!("quadriga: cannot start the browser: {error}");
        }
    })?;
    Ok(())
}

/// The folder for the program's state; `None` if there is none for this user.
fn state_folder() -> Option<PathBuf> {
    let folders = choose_base_strategy().ok()?;
    Some(folders.state_dir().unwrap_or_else(|| folders.data_dir()).join("quadriga"))
}

/// The user's token; a different one on each start if it cannot be kept.
pub fn kept_token() -> anyhow::Result<Token> {
    let Some(folder) = state_folder() else { return Ok(Token::random()?) };
    let path = folder.join("board-token");
    match Token::kept_in(&path) {
        Ok(KeptToken { token, was_exposed }) => {
            if was_exposed {
                errln!(
                    "quadriga: {} was readable by other users; the page has a new address, and the file is now private",
                    path.display()
                );
            }
            Ok(token)
        }
        Err(error) => {
            errln!("quadriga: {error}; the page's address will be different next time");
            Ok(Token::random()?)
        }
    }
}
