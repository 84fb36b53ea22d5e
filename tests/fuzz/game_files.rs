//! Files of games in any format, binary ones included, and what is written of them.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use quadriga::records::{RecordFormat, check, open, write_tree};

fuzz_target!(|bytes: &[u8]| {
    let formats = [None, Some(RecordFormat::Xqf), Some(RecordFormat::Cbr), Some(RecordFormat::RenLib)];
    for format in formats {
        let Ok(opened) = open(Cursor::new(bytes.to_vec()), format, None) else { continue };
        for game in opened.games.flatten().filter_map(|game| check(game).ok()) {
            for format in RecordFormat::all() {
                let _ = write_tree(&game.tree, format);
            }
        }
    }
});
