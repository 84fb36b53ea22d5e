//! The equivalents of SGF's properties in other formats.

use crate::records::annotation::Nag;

/// Game properties and the equivalent PGN tags. Black moves first, and is White in PGN.
pub const TAGS: &[(&str, &str)] = &[
    ("GN", "Title"),
    ("EV", "Event"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RO", "Round"),
    ("PB", "White"),
    ("PW", "Black"),
    ("BR", "WhiteElo"),
    ("WR", "BlackElo"),
    ("BT", "WhiteTeam"),
    ("WT", "BlackTeam"),
    ("AN", "Annotator"),
    ("SO", "Source"),
    ("US", "Recorder"),
    ("CP", "Copyright"),
    ("ON", "Opening"),
    ("OT", "TimeControl"),
];

/// The tag for a property.
pub fn tag_of(property: &str) -> Option<&'static str> {
    TAGS.iter().find(|(own, _)| *own == property).map(|&(_, tag)| tag)
}

/// The property for a tag.
pub fn property_of(tag: &str) -> Option<&'static str> {
    TAGS.iter().find(|(_, own)| *own == tag).map(|&(property, _)| property)
}

/// Properties that judge a move, with their values, and the equivalent glyphs.
pub const JUDGEMENTS: &[(&str, &str, Nag)] = &[
    ("TE", "1", Nag(1)),
    ("TE", "2", Nag(3)),
    ("BM", "1", Nag(2)),
    ("BM", "2", Nag(4)),
    ("IT", "", Nag(5)),
    ("DO", "", Nag(6)),
    ("DM", "1", Nag(10)),
    ("UC", "1", Nag(13)),
    ("GB", "1", Nag(16)),
    ("GB", "2", Nag(18)),
    ("GW", "1", Nag(17)),
    ("GW", "2", Nag(19)),
];

/// Marks on points, and the colours of the same marks in PGN.
pub const MARKS: &[(&str, char)] = &[("CR", 'G'), ("TR", 'R'), ("SQ", 'B'), ("MA", 'Y')];

/// The colour of SGF's arrows.
pub const ARROW: char = 'G';
