//! Connecting to a player: starting it, detecting its protocol, and setting its options.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::arena::{PlayerKind, PlayerSpec, Program, Protocol};
use crate::base::Notation;
use crate::games::{Game, Variant};

use super::cecp::{self, Cecp};
use super::gomocup::{self, Gomocup};
use super::handshake::handshake;
use super::options::DeclaredOptions;
use super::process::Process;
use super::ucci::Ucci;
use super::uci::Uci;
use super::{Deadline, Internal, Player, PlayerError, Reference};

/// How long to wait for the handshake of each protocol during detection.
const DETECTION_TIMEOUT: Duration = Duration::from_secs(3);

/// A player that is ready for its first game.
pub struct ConnectedPlayer<P: Notation> {
    /// The player.
    pub player: Box<dyn Player<P>>,
    /// The name and version that it reported.
    pub engine: Option<String>,
    /// The names of the options that it declared.
    pub options: Vec<String>,
}

impl<P: Notation> ConnectedPlayer<P> {
    fn new(player: impl Player<P> + 'static, engine: Option<String>) -> Self {
        /// Longer names are cut.
        const LONGEST: usize = 100;
        let engine = engine.map(|name| name.trim().chars().take(LONGEST).collect::<String>());
        Self { player: Box::new(player), engine: engine.filter(|name| !name.is_empty()), options: Vec::new() }
    }

    fn with_options(self, declared: &DeclaredOptions) -> Self {
        Self { options: declared.0.iter().map(|option| option.name.clone()).collect(), ..self }
    }
}

/// This program's name and version.
const OWN_NAME: &str = concat!("Quadriga ", env!("CARGO_PKG_VERSION"));

/// Starts a player for this variant. `protocol` is the protocol to speak; [`Protocol::Auto`] is replaced with the
/// detected one.
///
/// # Errors
///
/// If the player cannot be started, speaks no known protocol, does not play the variant, or refuses an option.
pub fn connect<G: Game>(
    spec: &PlayerSpec,
    variant: Variant,
    protocol: &mut Protocol,
    stop: &AtomicBool,
) -> Result<ConnectedPlayer<G::Position>, PlayerError> {
    let program = match &spec.kind {
        PlayerKind::Internal => {
            return Ok(ConnectedPlayer::new(Internal::<G>::new(spec)?, Some(OWN_NAME.to_owned())));
        }
        PlayerKind::Reference => {
            let name = format!("{OWN_NAME} reference player");
            let values = G::PUBLISHED_VALUES.ok_or_else(|| {
                PlayerError::Unusable(format!("there is no reference player for {variant}"))
            })?;
            return Ok(ConnectedPlayer::new(Reference::new(spec, values)?, Some(name)));
        }
        PlayerKind::Program(program) => program,
    };
    if *protocol != Protocol::Auto {
        return connect_as::<G>(
            program,
            spec,
            variant,
            *protocol,
            &HandshakeSettings { is_protocol_given: true, time: spec.patience, stop },
        )
        .map_err(|failure| failure.into_player_error(*protocol));
    }
    let settings =
        HandshakeSettings { is_protocol_given: false, time: spec.patience.min(DETECTION_TIMEOUT), stop };
    let mut failures = Vec::new();
    for candidate in G::INFO.protocols.iter().copied().map(Protocol::from) {
        // Each attempt starts a new process, so that an earlier attempt cannot have confused the program.
        match connect_as::<G>(program, spec, variant, candidate, &settings) {
            Ok(player) => {
                *protocol = candidate;
                return Ok(player);
            }
            Err(ConnectError::Player(error)) => return Err(error),
            Err(ConnectError::NoHandshake(PlayerError::Aborted)) => return Err(PlayerError::Aborted),
            Err(ConnectError::NoHandshake(error)) => failures.push(format!("{}: {error}", candidate.name())),
        }
    }
    Err(PlayerError::Unusable(format!("it speaks no known protocol ({})", failures.join("; "))))
}

/// Why a connection failed.
enum ConnectError {
    /// The program does not speak the protocol.
    NoHandshake(PlayerError),
    /// The program cannot be started, or speaks the protocol but cannot be used.
    Player(PlayerError),
}

impl ConnectError {
    fn into_player_error(self, protocol: Protocol) -> PlayerError {
        match self {
            Self::NoHandshake(PlayerError::Timeout) => {
                PlayerError::Unusable(format!("it does not answer in {}", protocol.name()))
            }
            Self::NoHandshake(error) | Self::Player(error) => error,
        }
    }
}

impl From<PlayerError> for ConnectError {
    fn from(error: PlayerError) -> Self {
        Self::Player(error)
    }
}

/// The settings of the handshake.
struct HandshakeSettings<'a> {
    /// Whether the user has specified the protocol.
    is_protocol_given: bool,
    /// The time limit.
    time: Duration,
    stop: &'a AtomicBool,
}

/// Starts a program and connects to it with this protocol.
fn connect_as<G: Game>(
    program: &Program,
    spec: &PlayerSpec,
    variant: Variant,
    protocol: Protocol,
    settings: &HandshakeSettings<'_>,
) -> Result<ConnectedPlayer<G::Position>, ConnectError> {
    let mut process = Process::start(program, &spec.name).map_err(|error| {
        PlayerError::Unusable(format!("{} cannot be started: {error}", program.command.display()))
    })?;
    let deadline = Deadline::new(settings.time, settings.stop);
    Ok(match protocol {
        Protocol::Uci | Protocol::Auto => {
            let (declared, name) =
                handshake(&mut process, "uci", &deadline).map_err(ConnectError::NoHandshake)?;
            let options = declared.clone();
            ConnectedPlayer::new(Uci::new(process, declared, spec, variant)?, name).with_options(&options)
        }
        Protocol::Ucci => {
            let (declared, name) =
                handshake(&mut process, "ucci", &deadline).map_err(ConnectError::NoHandshake)?;
            ConnectedPlayer::new(Ucci::new(process, &declared, spec)?, name).with_options(&declared)
        }
        Protocol::Gomocup => {
            let name = gomocup::handshake(&mut process, &deadline).map_err(ConnectError::NoHandshake)?;
            ConnectedPlayer::new(Gomocup::new(process, spec), name)
        }
        Protocol::Cecp => {
            let features = cecp::handshake(&mut process, &deadline, settings.is_protocol_given)
                .map_err(ConnectError::NoHandshake)?;
            let name = features.name.clone();
            let options = features.options.clone();
            ConnectedPlayer::new(Cecp::new(process, features, spec, variant)?, name).with_options(&options)
        }
    })
}
