//! Files of self-play games and journals, which are read from the disk.
#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;
use quadriga::arena::read_journal;
use quadriga::lab::data::DataReader;

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("quadriga-fuzz-{}", std::process::id()));
    fs::write(&path, bytes).expect("room on the disk");
    let _ = read_journal(&path, |_| {});
    if let Ok(reader) = DataReader::open(&path) {
        let _ = reader.map_while(Result::ok).count();
    }
    fs::remove_file(&path).expect("the file is there");
});
