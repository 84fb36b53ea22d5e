//! The report: a self-contained HTML page with tables, charts and a replay of every game.

pub(crate) mod charts;
mod details;
mod replay;
mod script;
mod tables;
mod timeline;
mod words;

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::merge::{MergeError, merge};
use super::output_file::write_file;
use super::schedule::Format;

pub use details::detail_in_chinese;

use replay::{Replay, replay};
use timeline::Timeline;
use words::{both, cause_in_chinese, side_in_chinese, variant_in_chinese};

/// The maximum number of games to replay, so that browsers can open the page; only the last ones are included.
const MOST_REPLAYS: usize = 2000;

/// Why a report cannot be written.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The journals cannot be read or do not belong together.
    #[error(transparent)]
    Journals(#[from] MergeError),
    /// The page cannot be written.
    #[error("report {}: {error}", path.display())]
    Io {
        /// The page.
        path: PathBuf,
        /// Why it cannot be written.
        error: io::Error,
    },
}

/// Writes the report on the contest of these journals.
///
/// # Errors
///
/// If the journals cannot be read, or the page cannot be written.
pub fn write_report(journals: &[PathBuf], to: &Path) -> Result<(), ReportError> {
    let page = report_page(journals)?;
    write_file(to, page.as_bytes()).map_err(|error| ReportError::Io { path: to.to_owned(), error })
}

/// The report on the contest of these journals, as HTML.
///
/// # Errors
///
/// If the journals cannot be read.
pub fn report_page(journals: &[PathBuf]) -> Result<String, MergeError> {
    let mut timeline = Timeline::default();
    let mut replays = std::collections::VecDeque::new();
    let mut games = 0;
    let merged = merge(journals, |record| {
        timeline.add(record);
        games += 1;
        if replays.len() == MOST_REPLAYS {
            replays.pop_front();
        }
        replays.push_back(replay(record));
    })?;
    let results = &merged.results;
    let contest = results.contest();
    let mut replays: Vec<Replay> = replays.into();
    replays.sort_by_key(|replay| replay.number);
    let omitted = match games - replays.len() {
        0 => String::new(),
        left_out => {
            let en = format!("{left_out} earlier games are omitted here; they are in the journal.");
            format!("<p>{}</p>", both(en, format!("较早的 {left_out} 局不在此列，仍在比赛日志中。")))
        }
    };
    let variant = contest.variant.name();
    let causes =
        replays.iter().map(|game| (game.cause.as_str(), cause_in_chinese(&game.cause, variant))).collect();
    let info = contest.variant.info();
    let colours = info.side_names.map(str::to_lowercase);
    let data = PageData { variant: info.board.name(), colours: &colours, causes, games: &replays };
    let [first, second] = info.side_names.map(|name| both(name, side_in_chinese(name)));
    let (games, started) = (results.games(), merged.header.created.strftime("%Y-%m-%d %H:%M UTC"));
    let subtitle = both(
        format!(
            "{variant}, {}, {games} games counted, started {started}, {}",
            contest.format.name(),
            merged.header.program
        ),
        format!(
            "{}，{}，计 {games} 局，始于 {started}，{}",
            variant_in_chinese(variant),
            format_in_chinese(contest.format),
            merged.header.program
        ),
    );
    Ok(fill(
        include_str!("page.html"),
        &[
            ("title", &Escaped(&contest.event).to_string()),
            ("subtitle", &subtitle),
            ("icon", include_str!("../../web/page/icon.svg").trim()),
            ("style", &format!("{}{}{}", script::PAGE_STYLE, script::BOARD_STYLE, include_str!("page.css"))),
            ("numbers", &tables::sections(results, &timeline, info.side_names)),
            ("omitted", &omitted),
            ("first", &first),
            ("second", &second),
            ("first-colour", &colours[0]),
            ("second-colour", &colours[1]),
            ("data", &json_in_html(&data)),
            ("imports", &script::import_map()),
            ("script", &script::script()),
        ],
    ))
}

/// The data for the page's script.
#[derive(serde::Serialize)]
struct PageData<'a> {
    /// The board to draw.
    variant: &'static str,
    /// The colours of the sides.
    colours: &'a [String; 2],
    /// The Chinese words for the causes for which games ended.
    causes: BTreeMap<&'a str, &'a str>,
    games: &'a [Replay],
}

/// Replaces the placeholders `{{name}}` of a template with values. Placeholders in values are not replaced.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut page =
        String::with_capacity(template.len() + values.iter().map(|(_, value)| value.len()).sum::<usize>());
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, after) = behind.split_once("}}").expect("the template's placeholders are closed");
        let value = values.iter().find(|(key, _)| *key == name);
        page.push_str(value.expect("the template's placeholders have values").1);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// JSON for a `script` element, escaped so that it cannot close the element.
fn json_in_html(value: &impl serde::Serialize) -> String {
    let json = serde_json::to_string(value).expect("plain data");
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// Text escaped for HTML.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// The Chinese name of a format.
fn format_in_chinese(format: Format) -> &'static str {
    match format {
        Format::Match => "对抗赛",
        Format::RoundRobin => "循环赛",
        Format::Gauntlet => "车轮战",
        Format::Swiss => "瑞士制",
        Format::Knockout => "淘汰赛",
    }
}

/// Whether the format is a match of two players.
fn is_match(format: Format) -> bool {
    format == Format::Match
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_text_is_not_expanded_again() {
        let page = fill("a {{x}} b {{y}}", &[("x", "{{y}}"), ("y", "1")]);
        assert_eq!(page, "a {{y}} b 1");
    }

    #[test]
    fn engine_output_is_escaped_in_html() {
        assert_eq!(Escaped("<b a='\"'>&\u{7}").to_string(), "&lt;b a=&#39;&quot;&#39;&gt;&amp; ");
        assert_eq!(json_in_html(&"</script>&"), "\"\\u003c/script\\u003e\\u0026\"");
    }
}
