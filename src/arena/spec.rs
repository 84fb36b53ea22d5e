use crate::games::ClientProtocol;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::TimeControl;

/// One player: who it is, how it is reached, and how long it may think.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerSpec {
    /// The name under which it plays, unlike that of any other player of the tournament.
    pub name: String,
    /// How it is reached.
    pub kind: PlayerKind,
    /// The options to set before its first game, as name and value, in this order.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub time: TimeControl,
    /// How much later than allowed its answer may come before it loses on time, in milliseconds.
    #[serde(rename = "margin_ms", with = "super::record::milliseconds")]
    pub margin: Duration,
    /// How much later still a silent player is waited for before it is killed, in milliseconds; also the time that it has
    /// to start and to get ready for a game.
    #[serde(rename = "patience_ms", default = "default_patience", with = "super::record::milliseconds")]
    pub patience: Duration,
}

/// Ten seconds: enough to load a large network.
const fn default_patience() -> Duration {
    PlayerSpec::PATIENCE
}

impl PlayerSpec {
    /// The usual patience.
    pub const PATIENCE: Duration = Duration::from_secs(10);
    /// The usual margin.
    pub const MARGIN: Duration = Duration::from_millis(50);
    /// How many plies a reference player searches where nothing is said.
    pub const REFERENCE_DEPTH: u32 = 5;
}

/// How a player is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// This very engine, inside the process of the arena. It knows the options `Threads` and `Hash`, and the game's own.
    Internal,
    /// A plain player inside the process of the arena, for games that have one: alpha-beta to the depth of its time control
    /// over the men alone. It knows the option `Seed`, by which it draws among moves that it finds equal.
    Reference,
    /// A program of its own.
    Program(Program),
}

/// A program and how it is started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The program: a path, or a name to be found in `PATH`.
    pub command: PathBuf,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The directory to start it in; the arena's own where nothing is said.
    #[serde(default)]
    pub directory: Option<PathBuf>,
    /// Environment variables to set, as name and value.
    #[serde(default)]
    pub environment: Vec<(String, String)>,
    /// What it speaks.
    #[serde(default)]
    pub protocol: Protocol,
}

/// What a program speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// To be found out by trying.
    #[default]
    Auto,
    /// The universal chess interface.
    Uci,
    /// The universal Chinese chess protocol.
    Ucci,
    /// Gomocup's protocol.
    Gomocup,
    /// The chess engine communication protocol, which xboard speaks.
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

    /// The protocol's name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Uci => "uci",
            Self::Ucci => "ucci",
            Self::Gomocup => "gomocup",
            Self::Cecp => "cecp",
        }
    }

    /// The protocol of this name, in any case; `xboard` is another name of CECP.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name.eq_ignore_ascii_case("xboard") { "cecp" } else { name };
        Self::ALL.into_iter().find(|protocol| protocol.name().eq_ignore_ascii_case(name))
    }
}
