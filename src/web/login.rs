//! Passes the page's address to the browser that this program starts, without exposing the token in the browser's
//! arguments, which all users of the machine can see: the browser opens an address with a one-time code instead, and is
//! redirected to the page.
//!
//! The code is invalid after the first request of the same user, and expires soon. As it is not secret, the owner of
//! the connection is checked as well, which is possible on Linux. On other systems there is no code.
//!
//! A file that only the user can read and that redirects to the page would need none of this. But on Linux, browsers
//! installed as snaps cannot read files in hidden folders or in `/tmp`, a file anywhere else would clutter the user's
//! home, and a program that opens addresses on another machine cannot open files at all.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::base::lock;

use super::token::{Token, TokenError};

/// The path before the code. Every token is longer.
pub const LOGIN: &str = "login";

/// The lifetime of the code: a browser may take long to start.
const LIFE: Duration = Duration::from_mins(2);

/// A code that gives access to the page once.
#[derive(Debug)]
pub struct Login {
    code: Mutex<Option<(Token, Instant)>>,
}

impl Login {
    /// A login without a code.
    pub fn new() -> Self {
        Self { code: Mutex::default() }
    }

    /// A new code, which replaces any earlier one; `None` where the owner of a connection cannot be determined.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn make_code(&self) -> Result<Option<Token>, TokenError> {
        if !cfg!(target_os = "linux") {
            return Ok(None);
        }
        let code = Token::random()?;
        *lock(&self.code) = Some((code.clone(), Instant::now()));
        Ok(Some(code))
    }

    /// Whether this is the code, sent over a connection of this user or of the superuser. If so, the code is used up.
    pub fn redeem(&self, text: &str, ends: [SocketAddr; 2]) -> bool {
        self.redeem_as(text, || is_trusted_owner(ends))
    }

    fn redeem_as(&self, text: &str, is_trusted: impl FnOnce() -> bool) -> bool {
        let mut code = lock(&self.code);
        code.take_if(|(_, made)| made.elapsed() > LIFE);
        // A stranger who has seen the code does not use it up.
        code.take_if(|(code, _)| code.matches(text) && is_trusted()).is_some()
    }
}

/// Whether the client's end of a connection belongs to the user of this process, or to the superuser, who can read the
/// token anyway. `ends`: the client's address and the server's.
fn is_trusted_owner(ends: [SocketAddr; 2]) -> bool {
    match (owner(ends), own_user()) {
        (Ok(Some(owner)), Ok(own)) => owner == own || owner == 0,
        (Ok(None), _) => false,
        (Err(error), _) | (_, Err(error)) => {
            log::warn!("the owner of a connection cannot be determined: {error}");
            false
        }
    }
}

#[cfg(unix)]
fn own_user() -> io::Result<u32> {
    Ok(std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self")?))
}

#[cfg(not(unix))]
fn own_user() -> io::Result<u32> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The user who owns the client's end of a connection on this machine; `None` if no such connection is known.
fn owner(ends: [SocketAddr; 2]) -> io::Result<Option<u32>> {
    let ends = ends.map(canonical);
    let mut found = None;
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
        match std::fs::read_to_string(table) {
            Ok(text) => found = found.or_else(|| owner_in_table(&text, ends)),
            // The kernel may lack IPv6.
            Err(error) if error.kind() == io::ErrorKind::NotFound && table.ends_with('6') => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// Converts an IPv4 address embedded in IPv6 to IPv4.
fn canonical(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

/// The owner of the socket with these addresses, its own and its peer's, in a table of the kernel: a line for each
/// socket with its number, its own address, its peer's, four more fields, and the owner (proc(5)).
fn owner_in_table(table: &str, [local, remote]: [SocketAddr; 2]) -> Option<u32> {
    table.lines().find_map(|line| {
        let fields: Vec<_> = line.split_whitespace().collect();
        let [_, own, peer, _, _, _, _, user, ..] = fields[..] else { return None };
        (address(own)? == local && address(peer)? == remote).then(|| user.parse().ok())?
    })
}

/// An address as the kernel writes it: hexadecimal words in the machine's byte order, a colon, the port.
fn address(text: &str) -> Option<SocketAddr> {
    let (words, port) = text.split_once(':')?;
    let word = |at: usize| u32::from_str_radix(words.get(at..at + 8)?, 16).ok().map(u32::to_ne_bytes);
    let ip: IpAddr = match words.len() {
        8 => word(0)?.into(),
        32 => {
            let mut bytes = [0; 16];
            for (at, four) in bytes.chunks_exact_mut(4).enumerate() {
                four.copy_from_slice(&word(8 * at)?);
            }
            bytes.into()
        }
        _ => return None,
    };
    Some(canonical(SocketAddr::new(ip, u16::from_str_radix(port, 16).ok()?)))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn the_owner_of_a_connection_is_known() {
        for host in ["127.0.0.1:0", "[::1]:0"] {
            let Ok(listener) = TcpListener::bind(host) else { continue };
            let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let (_server, peer) = listener.accept().unwrap();
            let ends = [peer, client.peer_addr().unwrap()];
            assert_eq!(owner(ends).unwrap(), Some(own_user().unwrap()), "{host}");
            assert!(is_trusted_owner(ends));
            let [one, other] = ends;
            assert_eq!(owner([SocketAddr::new(one.ip(), 1), other]).unwrap(), None);
        }
    }

    #[test]
    #[cfg(target_endian = "little")]
    fn tables_of_the_kernel() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n\
            0: 0100007F:1D28 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0\n\
            1: 0100007F:D431 0100007F:1D28 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0\n\
            2: 0000000000000000FFFF00000100007F:D432 0000000000000000FFFF00000100007F:1D28 01 0:0 0:0 0 1001 0 3\n\
            3: 00000000000000000000000001000000:D433 00000000000000000000000001000000:1D28 01 0:0 0:0 0 1002 0 4\n";
        let ends = |one: &str, other: &str| [one.parse().unwrap(), other.parse().unwrap()];
        for (ends, owner) in [
            (ends("127.0.0.1:54321", "127.0.0.1:7464"), Some(1000)),
            (ends("127.0.0.1:54322", "127.0.0.1:7464"), Some(1001)),
            (ends("[::1]:54323", "[::1]:7464"), Some(1002)),
            (ends("127.0.0.1:54324", "127.0.0.1:7464"), None),
            (ends("127.0.0.2:54321", "127.0.0.1:7464"), None),
        ] {
            assert_eq!(owner_in_table(table, ends), owner, "{ends:?}");
        }
        assert_eq!(owner_in_table("x\n1: zz:1 q 1 2 3 4 5\n", ends("127.0.0.1:1", "127.0.0.1:2")), None);
    }

    #[test]
    fn a_code_is_good_for_one_use_by_this_user() {
        let login = Login::new();
        assert!(!login.redeem_as("", || true));
        let code = login.make_code().unwrap().expect("Linux").to_string();
        assert!(!login.redeem_as(&code, || false));
        assert!(!login.redeem_as("abcdefgh", || true));
        assert!(login.redeem_as(&code, || true));
        assert!(!login.redeem_as(&code, || true));
    }
}
