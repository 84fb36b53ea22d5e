use crate::games::ClientProtocol;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::TimeControl;

/// A player: its name, how to run it, and its time control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerSpec {
    /// A name unique in the contest.
    pub name: String,
    /// How to run it.
    pub kind: PlayerKind,
    /// The options to set before its first game, as names and values, in this order.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// Its time control.
    pub time: TimeControl,
    /// By how much an answer may be late without losing the game, in milliseconds.
    #[serde(rename = "margin_ms", with = "super::record::milliseconds")]
    pub margin: Duration,
    /// How long to wait after that before killing a silent player, in milliseconds; also the time limit for starting
    /// and for getting ready for a game.
    #[serde(rename = "patience_ms", default = "default_patience", with = "super::record::milliseconds")]
    pub patience: Duration,
}

/// Ten seconds: enough to load a large network.
const fn default_patience() -> Duration {
    PlayerSpec::PATIENCE
}

impl PlayerSpec {
    /// The command line in the form used in settings: `self`, `reference`, or a program with its arguments, quoted as
    /// for a shell.
    pub fn command_line(&self) -> String {
        let program = match &self.kind {
            PlayerKind::Internal => return "self".to_owned(),
            PlayerKind::Reference => return "reference".to_owned(),
            PlayerKind::Program(program) => program,
        };
        let command = program.command.to_string_lossy();
        let words = std::iter::once(&*command).chain(program.arguments.iter().map(String::as_str));
        // A word with a zero byte can neither be quoted nor started.
        shlex::try_join(words).unwrap_or_else(|_| command.into_owned())
    }

    /// Whether it is a program whose protocol was set to this one, rather than detected.
    pub fn names_protocol(&self, protocol: Protocol) -> bool {
        matches!(&self.kind, PlayerKind::Program(program) if program.protocol == protocol)
    }

    /// The default patience.
    pub const PATIENCE: Duration = Duration::from_secs(10);
    /// The default margin.
    pub const MARGIN: Duration = Duration::from_millis(50);
    /// The default depth of a reference player.
    pub const REFERENCE_DEPTH: u32 = 5;
}

/// How to run a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// This engine, inside the process. Its options include `Threads`, `Hash` and the game's own.
    Internal,
    /// The reference player, inside the process, for games that have one: alpha-beta with a material evaluation, to the
    /// depth of its time control. Its option `Seed` selects among moves with equal scores.
    Reference,
    /// An external program.
    Program(Program),
}

/// An external program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The executable: a path, or a name to look up in `PATH`.
    pub command: PathBuf,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The working directory; `None` for the arena's own.
    pub directory: Option<PathBuf>,
    /// Environment variables to set, as names and values.
    #[serde(default)]
    pub environment: Vec<(String, String)>,
    /// Its protocol.
    #[serde(default)]
    pub protocol: Protocol,
}

/// The protocol of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// Detected by trial.
    #[default]
    Auto,
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Chinese Chess Interface.
    Ucci,
    /// The Gomocup protocol.
    Gomocup,
    /// The Chess Engine Communication Protocol, also known as the xboard protocol.
    Cecp,
}

impl From<ClientProtocol> for Protocol {
    fn from(protocol: ClientProtocol) -> Self {
        match protocol {
            ClientProtocol::Uci => Self::Uci,
            ClientProtocol::Ucci => Self::Ucci,
            ClientProtocol::Gomocup => Self::Gomocup,
            ClientProtocol::Cecp => Self::Cecp,
        }
    }
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Uci, Self::Ucci, Self::Gomocup, Self::Cecp];

    /// The protocol's name, in lowercase.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Uci => "uci",
            Self::Ucci => "ucci",
            Self::Gomocup => "gomocup",
            Self::Cecp => "cecp",
        }
    }

    /// The protocol with this name, case-insensitive; `xboard` is an alias for `cecp`.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name.eq_ignore_ascii_case("xboard") { "cecp" } else { name };
        Self::ALL.into_iter().find(|protocol| protocol.name().eq_ignore_ascii_case(name))
    }
}
