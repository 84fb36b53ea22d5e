use std::collections::BTreeSet;
use std::time::Duration;

use serde::Deserialize;
use serde::de::IntoDeserializer;

use crate::arena::players::options::{DeclaredOption, DeclaredOptions};
use crate::arena::players::process::Process;
use crate::arena::players::{Deadline, PlayerError};

/// A program that has not sent any feature within this time has none: it speaks version 1 of the protocol.
const FIRST_FEATURE: Duration = Duration::from_secs(2);
/// GNU Chess 6 loses a line that arrives while it is still processing `xboard`.
const PAUSE: Duration = Duration::from_millis(250);
/// How long a program that asks for more time (`done=0`) may take to get ready.
const MORE_TIME: Duration = Duration::from_mins(1);

/// A feature that a program may announce.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CecpFeature {
    /// It answers `ping`.
    Ping,
    /// It accepts positions via `setboard`.
    Setboard,
    /// It expects moves in standard algebraic notation.
    San,
    /// It expects moves to be prefixed with `usermove`.
    Usermove,
    /// It wants to receive the clock times.
    Time,
    /// It can play more than one game per process.
    Reuse,
    /// It wants to receive the opponent's draw offers.
    Draw,
    /// It accepts the opponent's name.
    Name,
    /// It accepts a memory limit.
    Memory,
    /// It accepts a number of threads.
    Smp,
}

impl CecpFeature {
    fn from_name(name: &str) -> Option<Self> {
        Self::deserialize(IntoDeserializer::<serde::de::value::Error>::into_deserializer(name)).ok()
    }
}

/// The features that a program announces in reply to `protover 2`.
#[derive(Debug, Clone)]
pub struct CecpFeatures {
    present: BTreeSet<CecpFeature>,
    /// The variants that it plays.
    pub variants: Vec<String>,
    /// The options that it declares.
    pub options: DeclaredOptions,
    /// Its name.
    pub name: Option<String>,
}

/// The protocol's defaults.
impl Default for CecpFeatures {
    fn default() -> Self {
        Self {
            present: BTreeSet::from([CecpFeature::Time, CecpFeature::Reuse, CecpFeature::Draw]),
            variants: vec!["normal".to_owned()],
            options: DeclaredOptions::default(),
            name: None,
        }
    }
}

/// Performs the CECP handshake and returns the program's features. A program that announces none is assumed to speak
/// version 1 if `is_protocol_given` (the user has specified the protocol).
///
/// # Errors
///
/// If it does not speak CECP.
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
            // Programs that send features but never `done=1` have sent all of them.
            Err(PlayerError::Timeout) if has_features || is_protocol_given => return Ok(features),
            Err(error) => return Err(error),
        };
        // A prompt may precede it.
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
    /// Whether the program has the feature.
    pub fn has(&self, feature: CecpFeature) -> bool {
        self.present.contains(&feature)
    }

    /// Applies one feature; returns whether it is supported.
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
            "myname" => self.name = Some(value.to_owned()),
            // Known, but irrelevant to the arena.
            "playother" | "sigint" | "sigterm" | "analyze" | "colors" | "ics" | "pause" | "nps" | "debug"
            | "egt" | "exclude" | "setscore" | "highlight" => {}
            _ => return false,
        }
        true
    }
}

/// Parses `name=value` and `name="quoted value"`.
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
        let text = "ping=1 setboard=1 san=0 variants=\"normal,nocastle xiangqi\" \
                    option=\"A B -spin 1 0 9\" sigint=0 blah=1 done=1";
        let taken: Vec<_> = pairs(text).iter().map(|(name, value)| features.apply(name, value)).collect();
        assert_eq!(taken, [true, true, true, true, true, true, false, false]);
        let has = [CecpFeature::Ping, CecpFeature::Setboard, CecpFeature::San, CecpFeature::Reuse]
            .map(|feature| features.has(feature));
        assert_eq!(has, [true, true, false, true]);
        assert_eq!(features.variants, ["normal", "nocastle", "xiangqi"]);
        assert!(features.options.find("a b").is_some());
    }

    #[test]
    fn malformed_features_are_ignored() {
        assert_eq!(pairs("ping"), []);
        assert_eq!(pairs("a=\"b"), [("a".to_owned(), "b".to_owned())]);
        assert_eq!(pairs("x y=1"), [("y".to_owned(), "1".to_owned())]);
    }
}
