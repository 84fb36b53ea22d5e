//! A process that briefly outlives this one, to kill any remaining player programs however this process ends.
//!
//! It is a shell that learns the process groups of all running programs from a pipe. When the pipe closes, which the
//! system does even after `kill -9`, it kills those groups. Programs that have left their group are found by a variable
//! in their environment, on systems with `/proc`.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::LazyLock;

/// The variable in the environment of all programs of this process.
pub const MARK: &str = "QUADRIGA_RUN";

/// Reads `+ GROUP` and `- GROUP` until its input ends, then kills all remaining groups, and all processes with the
/// mark, which is its first argument.
const SCRIPT: &str = r#"
trap '' HUP INT TERM QUIT
groups=
while read -r sign group; do
    if [ "$sign" = + ]; then
        groups="$groups $group"
    else
        left=
        for own in $groups; do [ "$own" = "$group" ] || left="$left $own"; done
        groups=$left
    fi
done
for group in $groups; do kill -9 -- "-$group" 2>/dev/null; done
for environment in $(grep -a -l -s -F -e "$1" /proc/[0-9]*/environ); do
    process=${environment#/proc/}
    kill -9 "${process%/environ}" 2>/dev/null
done
"#;

static VALUE: LazyLock<String> = LazyLock::new(|| {
    let process = std::process::id();
    format!("{process}-{:016x}", RandomState::new().hash_one(process))
});

/// The value of [`MARK`], different in each process.
pub fn mark() -> &'static str {
    &VALUE
}

/// The shell's input.
#[derive(Debug)]
pub struct Guardian(Option<ChildStdin>);

impl Guardian {
    /// Starts the shell. Without it, programs only end on their own if this process is killed.
    pub fn start() -> Self {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "sh", &format!("{MARK}={}", mark())]).current_dir("/");
        // It must survive an interrupt from the terminal, and must not keep any output of this process open.
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        match command.spawn() {
            Ok(mut child) => Self(child.stdin.take()),
            Err(error) => {
                log::warn!("cannot start the process that ends the programs if this one is killed: {error}");
                Self(None)
            }
        }
    }

    /// Reports that a process group is running.
    pub fn add(&mut self, group: i32) {
        self.send('+', group);
    }

    /// Reports that a process group has ended.
    pub fn remove(&mut self, group: i32) {
        self.send('-', group);
    }

    fn send(&mut self, sign: char, group: i32) {
        if let Some(pipe) = &mut self.0
            && let Err(error) = pipe.write_all(format!("{sign} {group}\n").as_bytes())
        {
            log::warn!("the process that ends the programs is gone: {error}");
            self.0 = None;
        }
    }
}
