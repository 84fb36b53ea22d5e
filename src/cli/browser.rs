//! Starts the browser with the board's page without revealing the page's address to others: the arguments of a program
//! can be seen by all users of the machine.

use std::io;
use std::path::Path;

use quadriga::web::{PageAddress, write_private};

/// The file that leads to the page, in the user's folder for the program's state.
const FILE: &str = "open-board.html";

/// Opens the page in the browser: by an address that is valid for one use or, if there is none, by a file that only the
/// user can read.
///
/// # Errors
/// If the browser cannot be started, or the file cannot be written.
pub fn open(address: &PageAddress, state_folder: Option<&Path>) -> io::Result<()> {
    if let Some(login) = &address.login {
        return open::that_detached(login);
    }
    let folder = state_folder.ok_or_else(|| io::Error::other("there is no folder for the file to open"))?;
    let path = folder.join(FILE);
    write_private(&path, &leading_to(&address.page))?;
    open::that_detached(path)
}

/// A page that leads to this address, which contains no character with a meaning in HTML.
fn leading_to(address: &str) -> String {
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<title>Quadriga</title>\n\
         <a href=\"{address}\">Quadriga</a>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_leads_to_the_page() {
        let text = leading_to("http://127.0.0.1:7464/abcdefgh/");
        assert_eq!(text.matches("http://127.0.0.1:7464/abcdefgh/\"").count(), 2);
    }
}
