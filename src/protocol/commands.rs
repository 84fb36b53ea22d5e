//! The tables of commands.

use crate::games::Variant;

/// An entry in a table of commands.
pub(super) struct Command<R: 'static> {
    /// The command's name.
    pub name: &'static str,
    /// Its arguments, as `help` shows them.
    pub arguments: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// How it is executed.
    pub run: R,
}

/// The command of this name in a table.
pub(super) fn find<R>(table: &'static [Command<R>], name: &str) -> Option<&'static Command<R>> {
    table.iter().find(|command| command.name == name)
}

/// The names of a table's commands.
pub(super) fn names<R>(table: &'static [Command<R>]) -> impl Iterator<Item = &'static str> {
    table.iter().map(|command| command.name)
}

/// The lines of help for a table's commands.
pub(super) fn help<R>(table: &'static [Command<R>]) -> Vec<String> {
    let line = |command: &Command<R>| {
        let Command { name, arguments, help, .. } = command;
        format!("  {:<32}{help}", format!("{name} {arguments}"))
    };
    table.iter().map(line).collect()
}

/// The answer to `help`: these commands, between an introduction and a reference.
pub(super) fn help_page(commands: impl IntoIterator<Item = String>) -> Vec<String> {
    let games = Variant::ALL.map(Variant::name).join(", ");
    let mut lines = vec![format!("Quadriga plays {games}."), String::new()];
    lines.extend(commands);
    lines.push(String::new());
    lines.push("quadriga board opens a board in the browser. protocol.md describes all commands.".to_owned());
    lines
}
