use std::collections::BTreeSet;
use std::time::Duration;

use crate::arena::players::options::{DeclaredOption, DeclaredOptions};
use crate::arena::players::process::Process;
use crate::arena::players::{Deadline, PlayerError};

/// A program that has not named a feature by then has none: it follows the first version of the protocol.
const FIRST_FEATURE: Duration = Duration::from_secs(2);
/// GNU Chess 6 loses a line that comes while it still acts on `xboard`.
const PAUSE: Duration = Duration::from_millis(250);
/// A program that asks for more time to get ready is given this much.
const MORE_TIME: Duration = Duration::from_mins(1);

/// Something that a program may do or want.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CecpFeature {
    /// It answers `ping`.
    Ping,
    /// It takes a position by `setboard`.
    Setboard,
    /// It wants moves in standard algebraic notation.
    San,
    /// It wants moves behind the word `usermove`.
    Usermove,
    /// It wants to be told the clocks.
    Time,
    /// It can play more than one game.
    Reuse,
    /// It wants to be told of the opponent's offers of a draw.
    Draw,
    /// It takes the opponent's name.
    Name,
    /// It takes a limit for its memory.
    Memory,
    /// It takes a number of threads.
    Smp,
}

impl CecpFeature {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "ping" => Self::Ping,
            "setboard" => Self::Setboard,
            "san" => Self::San,
            "usermove" => Self::Usermove,
            "time" => Self::Time,
            "reuse" => Self::Reuse,
            "draw" => Self::Draw,
            "name" => Self::Name,
            "memory" => Self::Memory,
            "smp" => Self::Smp,
            _ => return None,
        })
    }
}

/// What a program says that it can do, in answer to `protover 2`.
#[derive(Debug, Clone)]
pub struct CecpFeatures {
    present: BTreeSet<CecpFeature>,
    /// The games that it plays.
    pub variants: Vec<String>,
    /// The options that it has.
    pub options: DeclaredOptions,
}

/// What the protocol takes for granted where a program does not say otherwise.
impl Default for CecpFeatures {
    fn default() -> Self {
        Self {
            present: BTreeSet::from([CecpFeature::Time, CecpFeature::Reuse, CecpFeature::Draw]),
            variants: vec!["normal".to_owned()],
            options: DeclaredOptions::default(),
        }
    }
}

/// Greets a program in CECP, and returns its features. One that names none is taken for one of the protocol's first
/// version where `is_protocol_given` says that its user knows that it speaks the protocol.
///
/// # Errors
/// Where it does not speak CECP.
pub fn handshake(
    process: &mut Process,
    deadline: &Deadline<'_>,
    is_protocol_given: bool,
) -> Result<CecpFeatures, PlayerError> {
    process.send("xboard");
    let pause = deadline.at_most(PAUSE);
    loop {
        match process.line(&pause) {
            Ok(_) => {}
            Err(PlayerError::Timeout) => break,
            Err(error) => return Err(error),
        }
    }
    process.send("protover 2");
    let mut features = CecpFeatures::default();
    let mut wait = deadline.at_most(FIRST_FEATURE);
    let mut has_features = false;
    loop {
        let line = match process.line(&wait) {
            Ok(line) => line,
            // Programs that name features but never say that they are done have said all there is.
            Err(PlayerError::Timeout) if has_features || is_protocol_given => return Ok(features),
            Err(error) => return Err(error),
        };
        // There may be a prompt before it.
        let Some((_, text)) = line.split_once("feature ") else { continue };
        has_features = true;
        for (name, value) in pairs(text) {
            match (name.as_str(), value.as_str()) {
                ("done", "1") => return Ok(features),
                ("done", _) => wait = Deadline::new(MORE_TIME, deadline.stop),
                _ => {
                    let known = features.apply(&name, &value);
                    process.send(&format!("{} {name}", if known { "accepted" } else { "rejected" }));
                }
            }
        }
    }
}

impl CecpFeatures {
    /// Whether the program has it.
    pub fn has(&self, feature: CecpFeature) -> bool {
        self.present.contains(&feature)
    }

    /// Takes in one feature, and says whether it is one that means something here.
    fn apply(&mut self, name: &str, value: &str) -> bool {
        if let Some(feature) = CecpFeature::from_name(name) {
            if value == "1" {
                self.present.insert(feature);
            } else {
                self.present.remove(&feature);
            }
            return true;
        }
        match name {
            "variants" => {
                self.variants =
                    value.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
            }
            "option" => match DeclaredOption::read_feature(value) {
                Some(option) => self.options.0.push(option),
                None => return false,
            },
            // Known, but of no use to an arena, which sends no signals and has no opponents from the internet.
            "myname" | "playother" | "sigint" | "sigterm" | "analyze" | "colors" | "ics" | "pause"
            | "nps" | "debug" | "egt" | "exclude" | "setscore" | "highlight" => {}
            _ => return false,
        }
        true
    }
}

/// The pairs of `name=value` and `name="value in words"`.
fn pairs(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let name = name.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        found.push((name, value.to_owned()));
        rest = after.trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_understood() {
        let mut features = CecpFeatures::default();
        let text = "ping=1 setboard=1 san=0 variants=\"normal,nocastle xiangqi\" option=\"A B -spin 1 0 9\" sigint=0 blah=1 done=1";
        let taken: Vec<_> = pairs(text).iter().map(|(name, value)| features.apply(name, value)).collect();
        assert_eq!(taken, [true, true, true, true, true, true, false, false]);
        let has = [CecpFeature::Ping, CecpFeature::Setboard, CecpFeature::San, CecpFeature::Reuse]
            .map(|feature| features.has(feature));
        assert_eq!(has, [true, true, false, true]);
        assert_eq!(features.variants, ["normal", "nocastle", "xiangqi"]);
        assert!(features.options.find("a b").is_some());
    }

    #[test]
    fn broken_features_are_passed_over() {
        assert_eq!(pairs("ping"), []);
        assert_eq!(pairs("a=\"b"), [("a".to_owned(), "b".to_owned())]);
        assert_eq!(pairs("x y=1"), [("y".to_owned(), "1".to_owned())]);
    }
}
