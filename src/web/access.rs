use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use thiserror::Error;

use super::Token;
use super::hosts::OwnNames;

/// Who may use the server: requests that know the token and come from the server's own page.
///
/// A foreign page in the same browser may send requests to this server too. Its `Origin` differs; and if it has a name
/// of its own point to this machine (DNS rebinding), its `Host` is that name. So the `Host` must be one that no foreign
/// page can have: `localhost`, a numeric address, which is not looked up, or a name of this machine.
#[derive(Debug, Clone)]
pub struct Access {
    port: u16,
    token: Token,
    names: OwnNames,
}

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The `Host` is not an address of this machine.
    #[error(
        "the Host of the request is not an address of this server (a name that it lacks is added by --host)"
    )]
    Host,
    /// Another page sent the request.
    #[error("the Origin of the request is another page")]
    Origin,
    /// The code of a login is wrong or has already been used, or another user sent the request.
    #[error(
        "this address can be used once, by the user who runs the program: open the address that it printed"
    )]
    Login,
    /// The token is missing or wrong.
    #[error("the address lacks the token: open the address that the program printed")]
    Token,
}

impl Refusal {
    /// The same in Chinese.
    pub fn in_chinese(self) -> &'static str {
        match self {
            Self::Host => "请求的 Host 不是本服务器的地址",
            Self::Origin => "请求的 Origin 是别的网页",
            Self::Login => "此网址只能由运行程序的用户打开一次：请打开程序显示的网址",
            Self::Token => "网址中缺少密钥：请打开程序显示的完整网址",
        }
    }
}

impl Access {
    /// The rules for a server on this port with this token, on a machine with these names.
    pub fn new(port: u16, token: Token, names: OwnNames) -> Self {
        Self { port, token, names }
    }

    /// Checks the headers of a request.
    ///
    /// # Errors
    /// If the request must be refused.
    pub fn check_headers(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).ok_or(Refusal::Host)?;
        if !self.is_own_host(host) {
            return Err(Refusal::Host);
        }
        // Programs other than browsers send no Origin, and no page can trick them.
        let own = headers
            .get(ORIGIN)
            .is_none_or(|origin| origin.to_str().is_ok_and(|origin| origin == format!("http://{host}")));
        if own { Ok(()) } else { Err(Refusal::Origin) }
    }

    /// Checks the token at the beginning of a request's path.
    ///
    /// # Errors
    /// If the token is missing or wrong.
    pub fn check_path(&self, path: &str) -> Result<(), Refusal> {
        let token = path.strip_prefix('/').and_then(|path| path.split('/').next()).unwrap_or_default();
        if self.token.matches(token) { Ok(()) } else { Err(Refusal::Token) }
    }

    /// The path of the page.
    pub fn page_path(&self) -> String {
        format!("/{}/", self.token)
    }

    /// Whether a `Host` is `localhost`, a numeric address or a name of this machine, with this server's port. Another
    /// name could belong to anybody.
    fn is_own_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_own = name.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok();
        port == Some(self.port) && (is_own || self.names.contains(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(host: Option<&str>, origin: Option<&str>) -> Result<(), Refusal> {
        let names = OwnNames::of_system(&["board.example".parse().expect("a name")]);
        let access = Access::new(8080, Token::parse("abcdefgh").expect("a token"), names);
        let mut headers = HeaderMap::new();
        for (name, value) in [(HOST, host), (ORIGIN, origin)] {
            if let Some(value) = value {
                headers.insert(name, value.parse().expect("a header"));
            }
        }
        access.check_headers(&headers)
    }

    #[test]
    fn only_numeric_hosts_localhost_and_own_names_are_accepted() {
        for host in [
            "127.0.0.1:8080",
            "localhost:8080",
            "[::1]:8080",
            "192.168.1.7:8080",
            "board.example:8080",
            "Board.Example.:8080",
        ] {
            assert_eq!(check(Some(host), None), Ok(()), "{host}");
        }
        for host in [
            "evil.example:8080",
            "evil.local:8080",
            "evil.board.example:8080",
            "board.example",
            "board.example:8081",
            "127.0.0.1:8081",
            "127.0.0.1",
            "localhost",
            "",
            ":8080",
            "[::1]",
            "a:b:8080",
        ] {
            assert_eq!(check(Some(host), None), Err(Refusal::Host), "{host}");
        }
        assert_eq!(check(None, None), Err(Refusal::Host));
    }

    #[test]
    fn other_pages_are_refused() {
        let host = Some("127.0.0.1:8080");
        assert_eq!(check(host, Some("http://127.0.0.1:8080")), Ok(()));
        for origin in ["https://127.0.0.1:8080", "http://localhost:8080", "http://evil.example", "null", ""] {
            assert_eq!(check(host, Some(origin)), Err(Refusal::Origin), "{origin}");
        }
    }
}
