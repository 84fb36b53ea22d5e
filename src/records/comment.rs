//! A comment with what a player reported about a move: `+0.31/12 0.523s 12345n`, each part if known. In PGN, the
//! principal variation may follow, as in fastchess: `+0.31/12 0.523s 12345n, pv="e4 e5"`.

use std::time::Duration;

use super::time_control::{Seconds, seconds};
use super::{MoveRecord, MoveScore};

/// The start of a principal variation, which ends at a quotation mark.
const PV: &str = "pv=\"";

/// The comment on a move; `None` if nothing is known.
pub fn write(record: &MoveRecord) -> Option<String> {
    let mut parts = Vec::new();
    match (record.score, record.depth) {
        (Some(score), Some(depth)) => parts.push(format!("{score}/{depth}")),
        (Some(score), None) => parts.push(score.to_string()),
        (None, Some(depth)) => parts.push(format!("/{depth}")),
        (None, None) => {}
    }
    parts.extend(record.time.map(|time| format!("{}s", Seconds(time))));
    parts.extend(record.nodes.map(|nodes| format!("{nodes}n")));
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Appends a principal variation to a comment.
pub fn append_pv(comment: &mut String, moves: &[String]) {
    if moves.is_empty() {
        return;
    }
    if !comment.is_empty() {
        comment.push_str(", ");
    }
    comment.push_str(PV);
    comment.push_str(&moves.join(" "));
    comment.push('"');
}

/// Adds the information in a comment to a move. A principal variation and anything else in the comment is ignored.
pub fn read(comment: &str, record: &mut MoveRecord) {
    let comment = comment.split(PV).next().unwrap_or_default();
    for word in comment.split([' ', '\t', '\n', '\r', ',']).filter(|word| !word.is_empty()) {
        if let Some(nodes) = word.strip_suffix('n').and_then(|digits| digits.parse().ok()) {
            record.nodes = Some(nodes);
        } else if let Some(time) = word.strip_suffix('s').and_then(seconds) {
            record.time = Some(time);
        } else {
            let (score, depth) = word.split_once('/').unwrap_or((word, ""));
            let known_score = read_score(score);
            if known_score.is_none() && !score.is_empty() {
                continue;
            }
            record.score = known_score.or(record.score);
            record.depth = depth.parse().ok().or(record.depth);
        }
    }
}

/// Parses a score as [`MoveScore`] displays it: always with a sign.
fn read_score(text: &str) -> Option<MoveScore> {
    let (is_negative, size) = match text.split_at_checked(1)? {
        ("+", size) => (false, size),
        ("-", size) => (true, size),
        _ => return None,
    };
    let signed = |value: u32| {
        let value = i64::from(value);
        i32::try_from(if is_negative { -value } else { value }).ok()
    };
    if let Some(moves) = size.strip_prefix('M') {
        return moves.parse().ok().and_then(signed).map(MoveScore::Mate);
    }
    let (whole, hundredths) = size.split_once('.')?;
    let hundredths: u32 = Some(hundredths).filter(|text| text.len() == 2)?.parse().ok()?;
    let whole: u32 = whole.parse().ok()?;
    whole.checked_mul(100)?.checked_add(hundredths).and_then(signed).map(MoveScore::Cp)
}

/// A time in whole milliseconds.
pub fn milliseconds(time: Option<Duration>) -> u128 {
    time.unwrap_or_default().as_millis()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_survive_a_round_trip() {
        let scores = [MoveScore::Cp(31), MoveScore::Cp(-5), MoveScore::Cp(-12_345), MoveScore::Cp(0)];
        let mates = [MoveScore::Mate(1), MoveScore::Mate(-12), MoveScore::Mate(0)];
        for score in scores.into_iter().chain(mates).map(Some).chain([None]) {
            for (depth, time, nodes) in
                [(Some(7), Some(523_001), Some(99)), (None, Some(0), None), (Some(1), None, Some(0))]
            {
                let time = time.map(Duration::from_micros);
                let record = MoveRecord { text: String::new(), score, depth, time, nodes, pv: Vec::new() };
                let mut comment = write(&record).expect("something is known");
                append_pv(&mut comment, &["+0.99/99".to_owned(), "7n".to_owned()]);
                let mut again = MoveRecord::default();
                read(&comment, &mut again);
                assert_eq!(again, record, "{comment}");
            }
        }
        assert_eq!(write(&MoveRecord::of_text("e2e4")), None);
    }

    #[test]
    fn foreign_comments_are_ignored() {
        for comment in [
            "",
            "a good move!",
            "book",
            "[%clk 0:01:00]",
            "+x/3",
            "1/2",
            "5",
            "n",
            "s",
            "+1.5",
            "+99999999999.00",
        ] {
            let mut record = MoveRecord::default();
            read(comment, &mut record);
            assert_eq!(record, MoveRecord::default(), "{comment}");
        }
        let mut record = MoveRecord::default();
        read("+0.20/14 1.2s, White mates", &mut record);
        assert_eq!((record.score, record.depth), (Some(MoveScore::Cp(20)), Some(14)));
    }
}
