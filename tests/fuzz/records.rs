//! Games as PGN, SGF and PSQ, time controls and words of settings.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadriga::records::{RecordFormat, read};
use quadriga::arena::{TimeControl, parse_words};

fuzz_target!(|text: &str| {
    for format in RecordFormat::all() {
        let _ = read(text, format);
    }
    let _ = parse_words(text);
    if let Ok(control) = text.parse::<TimeControl>() {
        assert_eq!(control.to_string().parse(), Ok(control));
    }
});
