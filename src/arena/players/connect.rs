//! How a player comes to the table: it is started, greeted in the protocol that it speaks, and given its options.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::arena::{PlayerKind, PlayerSpec, Program, Protocol};
use crate::games;
use crate::games::Variant;

use super::cecp::{self, Cecp};
use super::gomocup::{self, Gomocup};
use super::greeting::greet;
use super::process::Process;
use super::ucci::Ucci;
use super::uci::Uci;
use super::{Fault, Internal, Patience, Player, Reference};

/// A program that may speak another protocol is not waited for longer than this.
const TRIAL: Duration = Duration::from_secs(3);

/// Starts a player for this game. `protocol` is what the program speaks, and says so afterwards where it was to be found
/// out.
///
/// # Errors
/// Where it cannot be started, speaks no known protocol, does not play the game, or does not have an option.
pub fn connect<G: games::Game>(
    spec: &PlayerSpec,
    variant: Variant,
    protocol: &mut Protocol,
    stop: &AtomicBool,
) -> Result<Box<dyn Player<G::Position>>, Fault> {
    let program = match &spec.kind {
        PlayerKind::Internal => return Ok(Box::new(Internal::<G>::new(spec)?)),
        PlayerKind::Reference => return Ok(Box::new(Reference::<G::Position>::new(spec, variant)?)),
        PlayerKind::Program(program) => program,
    };
    if *protocol != Protocol::Auto {
        return speak::<G>(
            program,
            spec,
            variant,
            *protocol,
            &Greeting { by_name: true, time: spec.patience, stop },
        )
        .map_err(|failure| failure.into_fault(*protocol));
    }
    let greeting = Greeting { by_name: false, time: spec.patience.min(TRIAL), stop };
    // Programs of the most common protocol are found first, and silent ones cost the least time.
    let mut failures = Vec::new();
    for candidate in G::INFO.protocols.iter().copied().map(Protocol::from) {
        // Each trial has a program of its own, which no earlier trial has confused.
        match speak::<G>(program, spec, variant, candidate, &greeting) {
            Ok(player) => {
                *protocol = candidate;
                return Ok(player);
            }
            Err(Failure::Fault(fault)) => return Err(fault),
            Err(Failure::NoGreeting(Fault::CalledOff)) => return Err(Fault::CalledOff),
            Err(Failure::NoGreeting(fault)) => failures.push(format!("{}: {fault}", candidate.name())),
        }
    }
    Err(Fault::Unfit(format!("it speaks no known protocol ({})", failures.join("; "))))
}

/// Why a program could not be won as a player.
enum Failure {
    /// It does not speak the protocol.
    NoGreeting(Fault),
    /// It cannot be started, or it does speak the protocol, but something else is wrong.
    Fault(Fault),
}

impl Failure {
    fn into_fault(self, protocol: Protocol) -> Fault {
        match self {
            Self::NoGreeting(Fault::Silent) => {
                Fault::Unfit(format!("it does not answer in {}", protocol.name()))
            }
            Self::NoGreeting(fault) | Self::Fault(fault) => fault,
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// How a program is greeted.
struct Greeting<'a> {
    /// The user has said what it speaks.
    by_name: bool,
    /// How long it may take to answer.
    time: Duration,
    stop: &'a AtomicBool,
}

/// Starts a program and speaks to it in this protocol.
fn speak<G: games::Game>(
    program: &Program,
    spec: &PlayerSpec,
    variant: Variant,
    protocol: Protocol,
    greeting: &Greeting<'_>,
) -> Result<Box<dyn Player<G::Position>>, Failure> {
    let mut process = Process::start(program, &spec.name)
        .map_err(|error| Fault::Unfit(format!("{} cannot be started: {error}", program.command.display())))?;
    let patience = Patience::new(greeting.time, greeting.stop);
    Ok(match protocol {
        Protocol::Uci | Protocol::Auto => {
            let declared = greet(&mut process, "uci", &patience).map_err(Failure::NoGreeting)?;
            Box::new(Uci::new(process, declared, spec, variant)?)
        }
        Protocol::Ucci => {
            let declared = greet(&mut process, "ucci", &patience).map_err(Failure::NoGreeting)?;
            Box::new(Ucci::new(process, &declared, spec)?)
        }
        Protocol::Gomocup => {
            gomocup::greet(&mut process, &patience).map_err(Failure::NoGreeting)?;
            Box::new(Gomocup::new(process, spec))
        }
        Protocol::Cecp => {
            let features =
                cecp::greet(&mut process, &patience, greeting.by_name).map_err(Failure::NoGreeting)?;
            Box::new(Cecp::new(process, features, spec, variant)?)
        }
    })
}
