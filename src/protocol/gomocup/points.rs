//! The names of points.

/// The name of a point in a session: `h8`.
pub(super) fn point_text(x: usize, y: usize) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

/// The point with this name, in Gomocup's notation.
pub(super) fn comma_text(text: &str) -> Option<String> {
    let file = text.bytes().next()?;
    let rank: usize = text.get(1..)?.parse().ok()?;
    Some(format!("{},{}", file.checked_sub(b'a')?, rank.checked_sub(1)?))
}
