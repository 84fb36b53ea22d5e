//! Commands that programs write into comments for one another: `[%clk 0:01:00]`, `[%csl Gd4,Re5]`, `[%eval 0.31,12]`.

use std::fmt::Write;
use std::time::Duration;

use super::MoveScore;
use super::annotation::{Annotations, Evaluation, Shape};

/// Moves the commands of a comment to `annotations`. Returns the rest of the comment, including commands that are
/// unknown or malformed, or that the move already has.
pub fn take(comment: &str, annotations: &mut Annotations) -> String {
    if !comment.contains("[%") {
        return comment.to_owned();
    }
    let mut rest = String::new();
    let mut text = comment;
    while let Some(start) = text.find("[%") {
        let (before, command) = text.split_at(start);
        rest.push_str(before);
        let Some(end) = command.find(']') else {
            text = command;
            break;
        };
        let (name, value) = command[2..end].split_once([' ', '\t', '\n']).unwrap_or((&command[2..end], ""));
        if !take_one(name, value.trim(), annotations) {
            rest.push_str(&command[..=end]);
        }
        text = &command[end + 1..];
    }
    rest.push_str(text);
    let words: Vec<_> = rest.split_whitespace().collect();
    words.join(" ")
}

fn take_one(name: &str, value: &str, annotations: &mut Annotations) -> bool {
    fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
        let is_new = place.is_none() && value.is_some();
        if is_new {
            *place = value;
        }
        is_new
    }
    match name {
        "clk" => set(&mut annotations.clock, read_time(value)),
        "emt" => set(&mut annotations.elapsed, read_time(value)),
        "eval" => set(&mut annotations.evaluation, read_evaluation(value)),
        "csl" | "cal" => {
            let shapes: Option<Vec<_>> = value.split(',').map(|shape| read_shape(shape.trim())).collect();
            let fits = |shape: &Shape| shape.to.is_some() == (name == "cal");
            let shapes = shapes.filter(|shapes| shapes.iter().all(fits));
            let is_read = shapes.is_some();
            annotations.shapes.extend(shapes.into_iter().flatten());
            is_read
        }
        _ => false,
    }
}

/// The commands that represent the annotations, separated by spaces.
pub fn write(annotations: &Annotations) -> String {
    let mut text = String::new();
    let mut command = |name: &str, value: &str| {
        let blank = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{blank}[%{name} {value}]");
    };
    if let Some(Evaluation { score, depth }) = annotations.evaluation {
        let score = match score {
            MoveScore::Mate(moves) => format!("#{moves}"),
            MoveScore::Cp(_) => score.to_string().trim_start_matches('+').to_owned(),
        };
        let depth = depth.map(|depth| format!(",{depth}")).unwrap_or_default();
        command("eval", &format!("{score}{depth}"));
    }
    if let Some(time) = annotations.clock {
        command("clk", &time_text(time));
    }
    if let Some(time) = annotations.elapsed {
        command("emt", &time_text(time));
    }
    for (name, is_arrow) in [("csl", false), ("cal", true)] {
        let of_kind = annotations.shapes.iter().filter(|shape| shape.to.is_some() == is_arrow);
        let texts: Vec<_> = of_kind.map(shape_text).collect();
        if !texts.is_empty() {
            command(name, &texts.join(","));
        }
    }
    text
}

/// A shape as read by [`take`]: `Gd4`, `Gd2d4`.
pub fn shape_text(shape: &Shape) -> String {
    format!("{}{}{}", shape.colour, shape.from, shape.to.as_deref().unwrap_or_default())
}

/// Reads `1:02:03.5`, as hours, minutes and seconds; hours and minutes may be missing.
pub fn read_time(text: &str) -> Option<Duration> {
    let mut seconds = 0_u64;
    let mut parts = text.split(':');
    let last = parts.next_back()?;
    let whole: Vec<_> = parts.collect();
    if whole.len() > 2 {
        return None;
    }
    for part in whole {
        let number: u64 =
            Some(part).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()?;
        seconds = seconds.checked_mul(60)?.checked_add(number)?;
    }
    let (number, fraction) = last.split_once('.').unwrap_or((last, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if number.is_empty() || !is_number(number) || !is_number(fraction) {
        return None;
    }
    seconds = seconds.checked_mul(60)?.checked_add(number.parse().ok()?)?;
    let nanos: String = fraction.chars().chain("000000000".chars()).take(9).collect();
    // More than a century is not a clock time.
    (seconds < 1 << 32).then(|| Duration::new(seconds, nanos.parse().unwrap_or_default()))
}

/// A time as read by [`read_time`].
pub fn time_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if time.subsec_nanos() > 0 {
        let fraction = format!("{:09}", time.subsec_nanos());
        let _ = write!(text, ".{}", fraction.trim_end_matches('0'));
    }
    text
}

/// Reads `0.31`, `-1.5` or `#-3`, optionally followed by `,DEPTH`.
fn read_evaluation(text: &str) -> Option<Evaluation> {
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score, Some(depth.trim().parse().ok()?)),
        None => (text, None),
    };
    let score = if let Some(moves) = score.trim().strip_prefix('#') {
        MoveScore::Mate(moves.parse().ok()?)
    } else {
        let value: f64 = score.trim().parse().ok()?;
        let hundredths = (value * 100.0).round();
        MoveScore::Cp(Some(hundredths as i32).filter(|_| hundredths.abs() < 1e8)?)
    };
    Some(Evaluation { score, depth })
}

/// A shape as [`shape_text`] writes it.
pub fn read_shape(text: &str) -> Option<Shape> {
    let colour = text.chars().next().filter(char::is_ascii_uppercase)?;
    let (from, rest) = split_point(&text[1..])?;
    let to = match rest {
        "" => None,
        _ => Some(split_point(rest).filter(|(_, rest)| rest.is_empty())?.0.to_owned()),
    };
    Some(Shape { colour, from: from.to_owned(), to })
}

/// A point, and the text after it.
fn split_point(text: &str) -> Option<(&str, &str)> {
    let is_file = text.starts_with(|c: char| c.is_ascii_lowercase());
    let digits = text.get(1..).filter(|_| is_file)?.bytes().take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&digits).then(|| text.split_at(1 + digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_survive_a_round_trip() {
        for (comment, written, left) in [
            ("[%clk 0:00:59.5]", "[%clk 0:00:59.5]", ""),
            ("good [%clk 1:2:3]  move", "[%clk 1:02:03]", "good move"),
            ("[%eval -0.05,12] [%emt 0:00:01]", "[%eval -0.05,12] [%emt 0:00:01]", ""),
            ("[%eval #-3]", "[%eval #-3]", ""),
            ("[%csl Gd4,Ra10] x [%cal Yh3h10]", "[%csl Gd4,Ra10] [%cal Yh3h10]", "x"),
            ("[%clk 0:01] [%clk 0:02]", "[%clk 0:00:01]", "[%clk 0:02]"),
            (
                "[%foo 1] [%csl ??] [%eval x] [%clk -1] [%cal Gd4] [%clk",
                "",
                "[%foo 1] [%csl ??] [%eval x] [%clk -1] [%cal Gd4] [%clk",
            ),
        ] {
            let mut annotations = Annotations::default();
            assert_eq!(take(comment, &mut annotations), left, "{comment}");
            assert_eq!(write(&annotations), written, "{comment}");
            let mut again = Annotations::default();
            take(&write(&annotations), &mut again);
            assert_eq!(again, annotations, "{comment}");
        }
    }
}
