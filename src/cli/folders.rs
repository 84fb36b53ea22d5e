//! Where a user's files are kept.

use std::path::PathBuf;

use etcetera::{BaseStrategy, choose_base_strategy};

use quadriga::library::FILE_NAME;

/// The folder for the program's state; `None` if the user has none.
#[cfg(feature = "board")]
pub fn state_folder() -> Option<PathBuf> {
    let folders = choose_base_strategy().ok()?;
    Some(folders.state_dir().unwrap_or_else(|| folders.data_dir()).join("quadriga"))
}

/// The user's own library, in the folder for the program's data; `None` if the user has none.
pub fn library_file() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.data_dir().join("quadriga").join(FILE_NAME))
}
