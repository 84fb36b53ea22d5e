//! Watching a contest in the browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use quadriga::arena::{Config, Results, report_page};
use quadriga::web::{Token, WatchOptions, Watcher};

/// The default port.
const PORT: u16 = 7465;

/// The maximum number of simultaneous pages.
const PAGES: usize = 128;

/// How soon an interrupt is noticed.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Debug, Args)]
#[command(next_help_heading = "Watching")]
pub struct WatchArguments {
    /// Serve a page with the running games, the standings and, at the end, the report [default: 127.0.0.1:7465].
    ///
    /// An address, a port, or both; if the port is in use, the next free one. With any address other than the default,
    /// other machines that know the page's address have access. When the contest is over, the page is served until
    /// Ctrl-C.
    #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1, default_missing_value = "7465",
        value_parser = parse_address)]
    watch: Option<SocketAddr>,

    /// The secret part of the page's address, 8 to 64 letters and digits [default: that of the board].
    /// Other users of this machine can see it in the list of processes.
    #[arg(long, value_name = "TOKEN", requires = "watch")]
    watch_token: Option<String>,

    /// Exit when the contest is over, instead of serving the report until Ctrl-C.
    #[arg(long, requires = "watch")]
    watch_exit: bool,
}

/// Reads `ADDRESS:PORT`, `ADDRESS` or `PORT`.
fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let port = || text.parse().map(|port| SocketAddr::new(local, port));
    let address = || text.parse().map(|address: IpAddr| SocketAddr::new(address, PORT));
    text.parse()
        .or_else(|_| port())
        .or_else(|_| address())
        .map_err(|_| "not an address and a port, such as 127.0.0.1:7465, or either of them".to_owned())
}

impl WatchArguments {
    /// Starts serving the contest, if requested.
    pub fn start(&self, config: &Config) -> anyhow::Result<Option<Watcher>> {
        let Some(address) = self.watch else { return Ok(None) };
        let token = match &self.watch_token {
            Some(text) => Token::parse(text).context("--watch-token")?,
            None => super::board::kept_token()?,
        };
        let options = WatchOptions { address, token, pages: PAGES };
        let watcher = Watcher::start(&options, &config.contest, config.run_settings.shard)?;
        errln!("The games can be watched at {}", watcher.address());
        Ok(Some(watcher))
    }

    /// Shows the results and the report to the pages until the user interrupts the program.
    pub fn finish(
        &self,
        watcher: &mut Watcher,
        config: &Config,
        results: &Results,
        stop: &AtomicBool,
    ) -> anyhow::Result<()> {
        if self.watch_exit || stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        watcher.finish(results, Some(report_page(slice::from_ref(&config.run_settings.journal))?));
        errln!("The report can be read at {}report until Ctrl-C.", watcher.address());
        while !stop.load(Ordering::Relaxed) {
            sleep(INTERRUPT_INTERVAL);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_may_lack_a_part() {
        for (text, address) in [
            ("7000", "127.0.0.1:7000"),
            ("0.0.0.0", "0.0.0.0:7465"),
            ("192.168.1.7:80", "192.168.1.7:80"),
            ("::1", "[::1]:7465"),
            ("[::1]:9", "[::1]:9"),
        ] {
            assert_eq!(parse_address(text).map(|address| address.to_string()), Ok(address.to_owned()));
        }
        for text in ["", "65536", "host:80", ":80", "--pin"] {
            assert!(parse_address(text).is_err(), "{text}");
        }
    }
}
