//! Opens the board's page in the browser without revealing its address to others: all users of the machine can see the
//! arguments of a program.

use std::io;
use std::path::Path;

use quadriga::web::{PageAddress, write_private};

/// The file that redirects to the page, in the user's folder for the program's state.
const FILE: &str = "open-board.html";

/// Opens the page in the browser: through an address that is valid for one use or, if there is none, through a file
/// that only the user can read.
///
/// # Errors
/// If the browser cannot be started, or the file cannot be written.
pub fn open(address: &PageAddress, state_folder: Option<&Path>) -> io::Result<()> {
    if let Some(login) = &address.login {
        return open::that_detached(login);
    }
    let folder =
        state_folder.ok_or_else(|| io::Error::other("no folder for the file that opens the page"))?;
    let path = folder.join(FILE);
    write_private(&path, &leading_to(&address.page))?;
    open::that_detached(path)
}

/// An HTML page that redirects to this address, which must not contain any character special in HTML.
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
    fn the_file_redirects_to_the_page() {
        let text = leading_to("http://127.0.0.1:7464/abcdefgh/");
        assert_eq!(text.matches("http://127.0.0.1:7464/abcdefgh/\"").count(), 2);
    }
}
