//! Engines as `-engine` and `-each` describe them, and the arena's players that they become.

use anyhow::{Context, bail};

use quadriga::arena::{Protocol, TimeControl};

use super::words::{CommandOption, number};

/// The settings of an `-engine` or `-each`.
#[derive(Debug, Clone, Default)]
pub struct Engine {
    name: Option<String>,
    command: Option<String>,
    arguments: Vec<String>,
    directory: Option<String>,
    protocol: Option<String>,
    options: Vec<(String, String)>,
    /// The name and value of each limit, except for a clock without an end.
    limits: Vec<(&'static str, String)>,
    margin: Option<i64>,
}

impl Engine {
    /// Reads the words of an `-engine` or `-each`. Those without effect here are added to `ignored`.
    pub fn read(option: &CommandOption, ignored: &mut Vec<String>) -> anyhow::Result<Self> {
        let mut engine = Self::default();
        for (key, value) in option.pairs() {
            engine.set(option, (key, value), ignored)?;
        }
        Ok(engine)
    }

    fn set(
        &mut self,
        option: &CommandOption,
        (key, value): (&str, Option<&str>),
        ignored: &mut Vec<String>,
    ) -> anyhow::Result<()> {
        let text =
            || value.map(str::to_owned).with_context(|| format!("{}: {key} needs a value", option.name));
        match key {
            "name" => self.name = Some(text()?),
            "cmd" => self.command = Some(text()?),
            "dir" => self.directory = Some(text()?),
            "arg" => self.arguments.push(text()?),
            "args" => {
                let words = shlex::split(&text()?);
                self.arguments.extend(words.with_context(|| format!("{}: quotes in args=", option.name))?);
            }
            "proto" => {
                let name = text()?;
                let protocol = Protocol::from_name(&name);
                let names = Protocol::ALL.map(Protocol::name).join(", ");
                let protocol = protocol.with_context(|| format!("proto={name}: use {names} or xboard"))?;
                self.protocol = Some(protocol.name().to_owned());
            }
            "tc" => {
                let tc = text()?;
                if tc.contains("hg") {
                    bail!("tc={tc}: hourglass clocks are not supported");
                }
                self.limits.retain(|(name, _)| *name != "tc");
                if !matches!(tc.as_str(), "inf" | "infinite") {
                    // No number of moves.
                    let tc = ["0/", "inf/", "infinite/"]
                        .iter()
                        .find_map(|none| tc.strip_prefix(none))
                        .unwrap_or(&tc);
                    tc.parse::<TimeControl>().context("tc")?;
                    self.limits.push(("tc", tc.to_owned()));
                }
            }
            "st" => self.limit("st", format!("movetime={}", text()?))?,
            "nodes" => self.limit("nodes", format!("nodes={}", text()?))?,
            "depth" | "plies" => self.limit("depth", format!("depth={}", text()?))?,
            "timemargin" => self.margin = Some(number(&option.name, key, &text()?)?),
            "restart" if value == Some("on") => ignored.push("restart=on".to_owned()),
            "restart" | "trust" => {}
            "tscale" | "stderr" | "debug" => ignored.push(key.to_owned()),
            "conf" => bail!("conf= needs cutechess's list of engines; write cmd= and proto= instead"),
            "initstr" | "ponder" | "book" | "bookdepth" | "whitepov" => bail!("{key} is not supported"),
            _ => match key.split_once('.') {
                Some(("option", name)) if !name.is_empty() => {
                    self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                    self.options.push((name.to_owned(), text()?));
                }
                _ => bail!("{} has no {key}", option.name),
            },
        }
        Ok(())
    }

    fn limit(&mut self, name: &'static str, control: String) -> anyhow::Result<()> {
        control.parse::<TimeControl>()?;
        self.limits.retain(|(known, _)| *known != name);
        self.limits.push((name, control));
        Ok(())
    }

    /// This engine with the settings of `-each`, which take precedence over its own, as in cutechess-cli and fastchess.
    fn with(mut self, each: &Self) -> Self {
        self.arguments.extend(each.arguments.iter().cloned());
        for (name, value) in &each.options {
            self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            self.options.push((name.clone(), value.clone()));
        }
        for limit in &each.limits {
            self.limits.retain(|(known, _)| *known != limit.0);
            self.limits.push(limit.clone());
        }
        Self {
            name: each.name.clone().or(self.name),
            command: each.command.clone().or(self.command),
            directory: each.directory.clone().or(self.directory),
            protocol: each.protocol.clone().or(self.protocol),
            margin: each.margin.or(self.margin),
            ..self
        }
    }

    /// The arena's player.
    ///
    /// # Errors
    ///
    /// If the command is missing, or there is not exactly one limit.
    pub fn player(self, each: &Self, number: usize) -> anyhow::Result<toml::Table> {
        let engine = self.with(each);
        let called = engine.name.clone().unwrap_or_else(|| format!("engine {number}"));
        let command = engine.command.with_context(|| format!("{called} has no cmd="))?;
        let mut player = toml::Table::new();
        let mut set = |key: &str, value: Option<toml::Value>| {
            if let Some(value) = value {
                player.insert(key.to_owned(), value);
            }
        };
        let time = match engine.limits.as_slice() {
            [(_, control)] => control.clone(),
            [] => bail!("{called} has no limit: set tc=, st=, nodes= or depth="),
            limits => {
                let names: Vec<&str> = limits.iter().map(|(name, _)| *name).collect();
                bail!("{called} has several limits ({}): only one at a time is supported", names.join(", "));
            }
        };
        set("time", Some(time.into()));
        set("name", engine.name.map(Into::into));
        set("margin", engine.margin.map(Into::into));
        // The arena's own players have neither a protocol nor a folder.
        if matches!(command.as_str(), "self" | "reference") {
            set("command", Some(command.into()));
        } else {
            let quoted = shlex::try_quote(&command).with_context(|| format!("{called}: cmd="))?.into_owned();
            set("command", Some(quoted.into()));
            set("protocol", engine.protocol.map(Into::into));
            set("directory", engine.directory.map(Into::into));
        }
        let arguments: toml::value::Array = engine.arguments.into_iter().map(Into::into).collect();
        set("arguments", (!arguments.is_empty()).then(|| arguments.into()));
        let options: toml::Table =
            engine.options.into_iter().map(|(name, value)| (name, value.into())).collect();
        set("options", (!options.is_empty()).then(|| options.into()));
        Ok(player)
    }
}
