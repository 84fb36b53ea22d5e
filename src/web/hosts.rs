//! The names and the addresses of this machine, by which browsers on other machines reach the page.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use thiserror::Error;

/// The longest name of a machine, in bytes (RFC 1035, section 2.3.4).
const LONGEST_NAME: usize = 253;

/// The name of a machine, in small letters and without a dot at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostName(String);

/// A text that cannot be the name of a machine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is not the name of a machine: letters, digits and hyphens, in parts that dots separate")]
pub struct HostNameError(String);

impl FromStr for HostName {
    type Err = HostNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.strip_suffix('.').unwrap_or(text);
        let is_label = |label: &str| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        };
        if name.len() <= LONGEST_NAME && name.split('.').all(is_label) {
            Ok(Self(name.to_ascii_lowercase()))
        } else {
            Err(HostNameError(text.chars().take(80).collect()))
        }
    }
}

/// The names by which this machine may be addressed: those that it has itself, and those that its user gives it.
///
/// The names that a machine has itself are its host name, alone, with `.local` (multicast DNS, RFC 6762) and with the
/// domains that the system is in. Any other name could be one that a foreign page points to this machine.
#[derive(Debug, Clone, Default)]
pub struct OwnNames {
    names: Vec<String>,
    /// The first part of the host name; empty if the machine has none.
    short: String,
}

impl OwnNames {
    /// The names that the system knows, and `further` ones.
    pub fn of_system(further: &[HostName]) -> Self {
        let host = gethostname::gethostname().to_string_lossy().into_owned();
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        Self::new(&host, &read("/etc/hosts"), &read("/etc/resolv.conf"), further)
    }

    /// `hosts` and `resolver` are the contents of `/etc/hosts` and `/etc/resolv.conf`.
    fn new(host: &str, hosts: &str, resolver: &str, further: &[HostName]) -> Self {
        let mut names: Vec<_> = further.iter().map(|name| name.0.clone()).collect();
        let Ok(HostName(host)) = host.parse() else { return Self { names, short: String::new() } };
        let short = host.split('.').next().unwrap_or_default().to_owned();
        let lines = |text: &str| -> Vec<Vec<String>> {
            let code = text.lines().map(|line| line.split(['#', ';']).next().unwrap_or_default());
            code.map(|line| line.split_whitespace().map(str::to_ascii_lowercase).collect()).collect()
        };
        // The full name stands on the line of the short one; other lines may name any machine.
        let of_hosts =
            lines(hosts).into_iter().filter(|words| words.iter().skip(1).any(|word| *word == short));
        let of_hosts = of_hosts.flat_map(|words| words.into_iter().skip(1));
        let domains = lines(resolver)
            .into_iter()
            .filter(|words| words.first().is_some_and(|word| word == "search" || word == "domain"));
        let domains = domains.flat_map(|words| words.into_iter().skip(1));
        let with_domain = domains.filter_map(|domain| {
            let domain = domain.trim_matches('.');
            (!domain.is_empty()).then(|| format!("{short}.{domain}"))
        });
        let own = |name: &String| name.strip_prefix(&short).is_some_and(|rest| rest.starts_with('.'));
        names.extend(of_hosts.chain(with_domain).filter(own));
        names.extend([format!("{short}.local"), short.clone(), host]);
        names.sort_unstable();
        names.dedup();
        Self { names, short }
    }

    /// Whether this is a name of the machine, in whatever letters.
    pub fn contains(&self, name: &str) -> bool {
        let Ok(HostName(name)) = name.parse() else { return false };
        self.names.contains(&name) || self.is_renamed(&name)
    }

    /// Whether this is the host name with a number and `.local`: if two machines of a network have the same name, one
    /// of them is called so (RFC 6762, section 9).
    fn is_renamed(&self, name: &str) -> bool {
        let number = name.strip_suffix(".local").and_then(|name| name.strip_prefix(&self.short));
        let number = number.filter(|_| !self.short.is_empty()).and_then(|rest| rest.strip_prefix('-'));
        number.is_some_and(|digits| {
            (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
        })
    }

    /// The name by which machines of the same network know this one, if they know it by one.
    fn local(&self) -> Option<String> {
        (!self.short.is_empty() && self.short != "localhost").then(|| format!("{}.local", self.short))
    }
}

/// The addresses of a server, as the networks of the machine are at each moment.
#[derive(Debug, Clone)]
pub struct Addresses {
    listening: SocketAddr,
    names: OwnNames,
}

impl Addresses {
    /// Of a server that listens on this address, on a machine with these names.
    pub fn new(listening: SocketAddr, names: OwnNames) -> Self {
        Self { listening, names }
    }

    fn root(&self, ip: IpAddr) -> String {
        format!("http://{}/", SocketAddr::new(ip, self.listening.port()))
    }

    /// The root of the server's addresses for a browser on this machine.
    pub fn own(&self) -> String {
        self.root(match self.listening.ip() {
            ip if ip.is_unspecified() && ip.is_ipv4() => Ipv4Addr::LOCALHOST.into(),
            ip if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        })
    }

    /// The roots of the addresses by which other machines reach the server, such as `http://192.168.1.7:7464/`: those
    /// with numbers first. None if only this machine reaches it.
    pub fn network(&self) -> Vec<String> {
        let ip = self.listening.ip();
        if !ip.is_unspecified() {
            return if is_of_network(ip) { vec![self.root(ip)] } else { Vec::new() };
        }
        let found = if_addrs::get_if_addrs().unwrap_or_else(|error| {
            log::warn!("the addresses of this machine cannot be listed: {error}");
            Vec::new()
        });
        let found = found.into_iter().filter(if_addrs::Interface::is_oper_up).map(|interface| interface.ip());
        let mut roots: Vec<_> = reachable(ip, found.collect()).into_iter().map(|ip| self.root(ip)).collect();
        if !roots.is_empty() {
            roots.extend(self.names.local().map(|name| format!("http://{name}:{}/", self.listening.port())));
        }
        roots
    }
}

/// Of the addresses of this machine, those by which other machines reach a server that listens on `listening`, the
/// likeliest first.
fn reachable(listening: IpAddr, mut addresses: Vec<IpAddr>) -> Vec<IpAddr> {
    // A server on `::` also accepts connections of IPv4, and one on `0.0.0.0` no others.
    addresses.retain(|ip| is_of_network(*ip) && (ip.is_ipv4() || listening.is_ipv6()));
    let rank = |ip: &IpAddr| match ip {
        IpAddr::V4(ip) if ip.is_link_local() => 3,
        IpAddr::V4(ip) if ip.is_private() => 0,
        IpAddr::V4(_) => 1,
        IpAddr::V6(_) => 2,
    };
    addresses.sort_by_key(|ip| (rank(ip), *ip));
    addresses.dedup();
    addresses
}

/// Whether another machine can reach this address. A link-local address of IPv6 is none that a browser can open, as it
/// needs the name of an interface.
fn is_of_network(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => !ip.is_loopback() && ip != Ipv4Addr::UNSPECIFIED,
        IpAddr::V6(ip) => !ip.is_loopback() && ip != Ipv6Addr::UNSPECIFIED && !ip.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_a_machine_are_its_own() {
        let hosts =
            "127.0.0.1 localhost\n127.0.1.1 Laptop.example.org laptop # laptop\n10.0.0.9 evil.example\n";
        let resolver = "; comment\nnameserver 10.0.0.1\nsearch fritz.box home.arpa.\ndomain lan\n";
        let further = ["chess.example.com".parse().expect("a name")];
        let names = OwnNames::new("laptop", hosts, resolver, &further);
        for name in [
            "laptop",
            "LAPTOP",
            "laptop.local",
            "laptop.local.",
            "Laptop.Local",
            "laptop-2.local",
            "laptop.example.org",
            "laptop.fritz.box",
            "laptop.home.arpa",
            "laptop.lan",
            "chess.example.com",
        ] {
            assert!(names.contains(name), "{name}");
        }
        for name in [
            "",
            ".",
            "evil.example",
            "laptop.evil.example",
            "laptop.local.evil.example",
            "evil.local",
            "local",
            "laptopp",
            "laptop-.local",
            "laptop-x.local",
            "laptop-2",
            "laptop..local",
            "fritz.box",
            "localhost.evil.example",
            "example.com",
        ] {
            assert!(!names.contains(name), "{name}");
        }
    }

    #[test]
    fn a_full_host_name_has_a_short_one_too() {
        let names = OwnNames::new("mini.local", "", "", &[]);
        assert!(names.contains("mini.local") && names.contains("mini"));
        let names = OwnNames::new("node7.cluster.example", "", "", &[]);
        assert!(names.contains("node7.cluster.example") && names.contains("node7.local"));
        assert!(!names.contains("cluster.example"));
    }

    #[test]
    fn a_machine_without_a_name_accepts_none() {
        for host in ["", "a b", "ü"] {
            let names = OwnNames::new(host, "", "search example.org\n", &[]);
            for name in ["", "local", ".local", "example.org", "-1.local"] {
                assert!(!names.contains(name), "{host:?}: {name:?}");
            }
            assert_eq!(names.local(), None);
        }
    }

    #[test]
    fn texts_that_are_no_names_are_refused() {
        for text in ["", ".", "a..b", "a b", "a/b", "a:80", "ü.example", &"x".repeat(64), &"x.".repeat(200)]
        {
            assert!(text.parse::<HostName>().is_err(), "{text:?}");
        }
        assert_eq!("Board.Example.".parse(), Ok(HostName("board.example".to_owned())));
    }

    #[test]
    fn only_addresses_that_others_reach_are_listed() {
        let parse = |texts: &[&str]| -> Vec<IpAddr> {
            texts.iter().map(|text| text.parse().expect("an address")).collect()
        };
        let all = parse(&[
            "127.0.0.1",
            "::1",
            "fe80::1",
            "fd00::7",
            "169.254.3.4",
            "203.0.113.9",
            "192.168.1.7",
            "10.0.0.5",
        ]);
        let four = ["10.0.0.5", "192.168.1.7", "203.0.113.9", "169.254.3.4"];
        assert_eq!(reachable(Ipv4Addr::UNSPECIFIED.into(), all.clone()), parse(&four));
        let both = ["10.0.0.5", "192.168.1.7", "203.0.113.9", "fd00::7", "169.254.3.4"];
        assert_eq!(reachable(Ipv6Addr::UNSPECIFIED.into(), all), parse(&both));
    }

    #[test]
    fn a_server_on_one_address_has_one_root() {
        let names = OwnNames::new("laptop", "", "", &[]);
        let addresses = |text: &str| Addresses::new(text.parse().expect("an address"), names.clone());
        let roots = |text: &str| addresses(text).network();
        assert_eq!(roots("192.168.1.7:7464"), ["http://192.168.1.7:7464/"]);
        assert_eq!(roots("[fd00::7]:7464"), ["http://[fd00::7]:7464/"]);
        for own in ["127.0.0.1:7464", "127.0.0.53:80", "[::1]:7464", "[fe80::1]:7464"] {
            assert_eq!(roots(own), Vec::<String>::new(), "{own}");
        }
        assert_eq!(addresses("0.0.0.0:7464").own(), "http://127.0.0.1:7464/");
        assert_eq!(addresses("[::]:7464").own(), "http://[::1]:7464/");
        assert_eq!(addresses("192.168.1.7:80").own(), "http://192.168.1.7:80/");
        let all = roots("0.0.0.0:7464");
        assert!(
            all.is_empty() || all.last().is_some_and(|root| root == "http://laptop.local:7464/"),
            "{all:?}"
        );
    }
}
