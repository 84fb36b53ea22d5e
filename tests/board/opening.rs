//! How the browser gets the page's address, and how the token is kept.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::{DEADLINE, Server, TOKEN};
use crate::folder::Folder;

/// Starts a board whose browser only notes its arguments; returns it, and the address that it prints.
fn start(folder: &Folder, arguments: &[&str]) -> (Child, String) {
    let browser = folder.path("xdg-open");
    let path = folder.path("").display().to_string();
    let script =
        format!("#!/bin/sh\nprintf '%s\\n' \"$@\" >'{path}/new' && mv '{path}/new' '{path}/arguments'\n");
    fs::write(&browser, script).expect("written");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let mut child = folder
        .command("board --port 0 --no-library")
        .args(arguments)
        .env("PATH", format!("{path}:/usr/bin:/bin"))
        .env("XDG_STATE_HOME", folder.path("state"))
        .env_remove("WSL_DISTRO_NAME")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("an address");
    let address = line.trim().strip_prefix("The board is at ").unwrap_or_else(|| panic!("{line}")).to_owned();
    (child, address)
}

/// The address that the browser was started with.
fn opened(folder: &Folder) -> String {
    let begun = Instant::now();
    loop {
        if let Ok(text) = fs::read_to_string(folder.path("arguments")) {
            return text;
        }
        assert!(begun.elapsed() < DEADLINE, "no browser was started");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_browser_is_led_to_the_page_once_without_the_token_in_its_arguments() {
    let folder = Folder::new("login");
    let (child, address) = start(&folder, &["--token", TOKEN]);
    let host = address.strip_prefix("http://").and_then(|rest| rest.split('/').next()).expect("a host");
    let server = Server { child, address: host.parse().expect("an address"), output: None };
    let arguments = opened(&folder);
    assert!(!arguments.contains(TOKEN), "{arguments}");
    let path = arguments.trim().strip_prefix(&format!("http://{host}")).expect("an address of the server");
    let headers = format!("Host: {host}\r\n");
    let foreign = server.get(path, &format!("{headers}Origin: http://evil.example\r\n"));
    assert!(foreign.starts_with("HTTP/1.1 403 "), "{foreign}");
    let wrong = server.get("/login/0123456789abcdef", &headers);
    assert!(wrong.starts_with("HTTP/1.1 403 "), "{wrong}");
    let answer = server.get(path, &headers).to_ascii_lowercase();
    assert!(answer.starts_with("http/1.1 303 "), "{answer}");
    assert!(answer.contains(&format!("location: /{TOKEN}/\r\n")), "{answer}");
    assert!(answer.contains("referrer-policy: no-referrer"), "{answer}");
    let again = server.get(path, &headers);
    assert!(again.starts_with("HTTP/1.1 403 ") && again.contains("once"), "{again}");
    assert!(!again.contains(TOKEN), "{again}");
}

#[test]
fn a_token_that_others_could_read_is_replaced() {
    let folder = Folder::new("exposed");
    let kept = folder.path("state/quadriga/board-token");
    let address = |arguments: &[&str]| {
        let (mut child, address) = start(&folder, arguments);
        child.kill().expect("it runs");
        let output = child.wait_with_output().expect("it ends");
        let path = address.splitn(4, '/').last().expect("a path").to_owned();
        (path, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (first, _) = address(&["--no-open"]);
    let (second, words) = address(&["--no-open"]);
    assert_eq!((first.as_str(), words.as_str()), (second.as_str(), ""));
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o644)).expect("it is ours");
    let (third, words) = address(&["--no-open"]);
    assert_ne!(third, second);
    assert!(words.contains("was readable by other users") && words.contains("board-token"), "{words}");
    assert_eq!(fs::metadata(&kept).expect("it is kept").permissions().mode() & 0o777, 0o600);
    assert_eq!(address(&["--no-open"]).0, third);
}
