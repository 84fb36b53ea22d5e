//! `manual`: writes the manual pages and the shell completions for packages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;

#[derive(Debug, Args)]
pub struct ManualArguments {
    /// The folder to write `man/` and `completions/` to.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// Writes the manual pages and shell completions of a command line.
///
/// # Errors
///
/// If a file cannot be written.
pub fn run(arguments: &ManualArguments, command: &Command) -> anyhow::Result<()> {
    let subfolder = |name: &str| -> anyhow::Result<PathBuf> {
        let path = arguments.folder.join(name);
        fs::create_dir_all(&path).with_context(|| format!("{} cannot be created", path.display()))?;
        Ok(path)
    };
    write_pages(command, &subfolder("man")?)?;
    let completions = subfolder("completions")?;
    for shell in [Shell::Bash, Shell::Elvish, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
        clap_complete::generate_to(shell, &mut command.clone(), "quadriga", &completions)
            .with_context(|| format!("the completions for {shell} cannot be written"))?;
    }
    Ok(())
}

/// Writes a page for the command and one for each of its subcommands.
fn write_pages(command: &Command, folder: &Path) -> anyhow::Result<()> {
    clap_mangen::generate_to(command.clone(), folder)
        .with_context(|| format!("the manual pages cannot be written to {}", folder.display()))
}
