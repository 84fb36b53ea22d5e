use anyhow::{Context, bail};

/// An option with the words that follow it: `-sprt elo0=0 elo1=5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandOption {
    /// The name with its hyphen; a leading `--` is reduced to `-`.
    pub name: String,
    pub words: Vec<String>,
}

/// Splits a command line into options. A word that begins with a hyphen begins an option, unless it is a number.
pub fn split(words: &[String]) -> anyhow::Result<Vec<CommandOption>> {
    let mut options: Vec<CommandOption> = Vec::new();
    for word in words {
        if word.len() > 1 && word.starts_with('-') && word.parse::<f64>().is_err() {
            let name = format!("-{}", word.trim_start_matches('-'));
            options.push(CommandOption { name, words: Vec::new() });
        } else if let Some(option) = options.last_mut() {
            option.words.push(word.clone());
        } else {
            bail!("{word:?} is not an option: options begin with a hyphen, such as -engine");
        }
    }
    Ok(options)
}

impl CommandOption {
    /// The only word.
    pub fn word(&self) -> anyhow::Result<&str> {
        match self.words.as_slice() {
            [word] => Ok(word),
            [] => bail!("{} needs a value", self.name),
            words => bail!("{} takes one value, not {}", self.name, words.len()),
        }
    }

    /// All words as one text.
    pub fn text(&self) -> String {
        self.words.join(" ")
    }

    /// The only word, as a number.
    pub fn number<T: std::str::FromStr>(&self) -> anyhow::Result<T> {
        let word = self.word()?;
        word.parse().ok().with_context(|| format!("{} {word}: not a valid number", self.name))
    }

    /// The words as keys and values; a word without `=` has no value.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.words.iter().map(|word| match word.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (word.as_str(), None),
        })
    }

    /// The words as keys, which must be among these, and values.
    pub fn values<'a>(&'a self, keys: &[&str]) -> anyhow::Result<Vec<(&'a str, &'a str)>> {
        let read = |(key, value): (&'a str, Option<&'a str>)| match value {
            Some(value) if keys.contains(&key) => Ok((key, value)),
            Some(_) => bail!("{} has no {key}=: it takes {}", self.name, keys.join(", ")),
            None => bail!("{}: {key:?} is not KEY=VALUE", self.name),
        };
        self.pairs().map(read).collect()
    }
}

/// A number, or an error that names the option and the key.
pub fn number<T: std::str::FromStr>(option: &str, key: &str, value: &str) -> anyhow::Result<T> {
    value.parse().ok().with_context(|| format!("{option} {key}={value}: not a valid number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_grouped_by_options() {
        let words =
            shlex::split("-engine cmd=./a name='A b' -sprt elo0=-2 elo1=3 -srand -5 --version").unwrap();
        let options = split(&words).unwrap();
        let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
        assert_eq!(names, ["-engine", "-sprt", "-srand", "-version"]);
        assert_eq!(options[0].words, ["cmd=./a", "name=A b"]);
        assert_eq!(options[1].values(&["elo0", "elo1"]).unwrap(), [("elo0", "-2"), ("elo1", "3")]);
        assert!(options[1].values(&["elo0"]).unwrap_err().to_string().contains("-sprt has no elo1="));
        assert_eq!(options[2].number::<i32>().unwrap(), -5);
        assert!(options[2].number::<u32>().is_err() && options[3].word().is_err());
        assert!(split(&["engine".to_owned()]).is_err());
    }
}
