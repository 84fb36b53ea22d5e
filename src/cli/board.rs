use std::fs;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use quadriga::base::files::folder_of;
use quadriga::library::{LibraryError, LibraryFile};
use quadriga::protocol::SessionLimits;
use quadriga::web::{BoardOptions, HostName, KeptToken, PageAddress, Token, serve_board};

use super::browser;
use super::folders::{library_file, state_folder};

/// The arguments of `board`.
#[derive(Debug, Args)]
pub struct BoardArguments {
    /// The port; if it is in use, the next free one. 0 selects any free port.
    #[arg(long, default_value_t = 7464)]
    port: u16,

    /// The address to listen on; without one, all of this machine (0.0.0.0). With any other than the default, other
    /// machines that know the page's address have access; the addresses by which they reach it are printed.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "0.0.0.0",
        default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// A name by which browsers may address this machine, besides its host name, that name with .local or the domain of
    /// the network, and numeric addresses; may be repeated. Requests to other names are refused.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<HostName>,

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

    /// The file in which the games of all pages are kept [default: games.sqlite in the user's data folder].
    #[arg(long, value_name = "FILE", conflicts_with = "no_library")]
    library: Option<PathBuf>,

    /// Keep no games: each browser keeps its own game alone.
    #[arg(long)]
    no_library: bool,
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
        library: library(arguments)?,
        names: arguments.hosts.clone(),
    };
    serve_board(&options, |address| {
        // The output may be closed.
        let _ = io::stdout().write_all(announcement(address).as_bytes());
        if !arguments.no_open
            && let Err(error) = browser::open(address, state_folder().as_deref())
        {
            errln!("quadriga: cannot start the browser: {error}");
        }
    })?;
    Ok(())
}

/// What the user is told when the server runs.
fn announcement(address: &PageAddress) -> String {
    let mut text = format!("The board is at {}\n", address.page);
    if address.network.iter().any(|other| *other != address.page) {
        text += "Other machines of the network reach it at\n";
        text.extend(address.network.iter().map(|other| format!("    {other}\n")));
        text += "Whoever knows such an address can use the engine. For a game with somebody, use Invite in the page.\n";
    }
    text + "Press Ctrl-C to end it.\n"
}

/// The library of the pages. A file that was named must be one; without the user's own the board works nevertheless.
fn library(arguments: &BoardArguments) -> anyhow::Result<Option<LibraryFile>> {
    if arguments.no_library {
        return Ok(None);
    }
    if let Some(path) = &arguments.library {
        // Where the server is started is where the name is meant.
        let file = LibraryFile::new(std::path::absolute(path).context("--library")?);
        file.open().with_context(|| format!("the library {}", path.display()))?;
        return Ok(Some(file));
    }
    let Some(path) = library_file() else { return Ok(None) };
    let opened = fs::create_dir_all(folder_of(&path)).map_err(LibraryError::from);
    let file = LibraryFile::new(path);
    match opened.and_then(|()| file.open()) {
        // It may be free again before a page needs it.
        Ok(_) | Err(LibraryError::Locked) => Ok(Some(file)),
        Err(error) => {
            errln!(
                "quadriga: the library {}: {error}; games are kept by each browser alone",
                file.path().display()
            );
            Ok(None)
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_of_the_network_are_announced() {
        let page = "http://127.0.0.1:7464/abcdefgh/".to_owned();
        let mut address = PageAddress { page, network: Vec::new(), login: None };
        let alone = "The board is at http://127.0.0.1:7464/abcdefgh/\nPress Ctrl-C to end it.\n";
        assert_eq!(announcement(&address), alone);
        address.network =
            ["10.0.0.5", "laptop.local"].map(|host| format!("http://{host}:7464/abcdefgh/")).into();
        let text = announcement(&address);
        assert!(
            text.contains("\n    http://10.0.0.5:7464/abcdefgh/\n    http://laptop.local:7464/abcdefgh/\n")
        );
        // The only address of a server that listens on one of the network is not repeated.
        address.page = address.network[0].clone();
        address.network.truncate(1);
        assert_eq!(announcement(&address).lines().count(), 2);
    }
}
