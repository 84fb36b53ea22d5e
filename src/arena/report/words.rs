//! Texts of the report in English and Chinese. Both stand in the page, and its style shows those of one language.

use std::fmt::Display;

use super::Escaped;

/// The page's own texts, whose words for games and for the causes of their ends the report shares.
const PAGE_TEXTS: [&str; 2] =
    [include_str!("../../web/page/texts/zh.js"), include_str!("../../web/page/texts/watch.zh.js")];

/// A text in both languages, as HTML.
pub(super) fn both(en: impl Display, zh: impl Display) -> String {
    in_element("span", &en.to_string(), &zh.to_string())
}

/// A text in both languages, for a `text` of an SVG.
pub(super) fn both_in_svg(en: impl Display, zh: impl Display) -> String {
    in_element("tspan", &en.to_string(), &zh.to_string())
}

/// The name of an element for those who cannot see it, as its attributes. The page's script changes the language.
pub(super) fn label(en: impl Display, zh: impl Display) -> String {
    let (en, zh) = (en.to_string(), zh.to_string());
    format!("aria-label=\"{}\" data-zh=\"{}\"", Escaped(&en), Escaped(&zh))
}

fn in_element(element: &str, en: &str, zh: &str) -> String {
    if en == zh {
        return Escaped(en).to_string();
    }
    let (en, zh) = (Escaped(en), Escaped(zh));
    format!("<{element} lang=\"en\">{en}</{element}><{element} lang=\"zh-CN\">{zh}</{element}>")
}

/// The Chinese name of a side, of which the English one is given.
pub(super) fn side_in_chinese(name: &str) -> &str {
    page_text(&format!("side.{}", name.to_lowercase())).unwrap_or(name)
}

/// The Chinese name of a game.
pub(super) fn variant_in_chinese(name: &str) -> &str {
    page_text(&format!("variant.{name}")).unwrap_or(name)
}

/// Why a game ended, in Chinese.
pub(super) fn cause_in_chinese<'a>(cause: &'a str, variant: &str) -> &'a str {
    let key = format!("reason.{}", cause.replace(' ', "-"));
    page_text(&format!("{key}.{variant}")).or_else(|| page_text(&key)).unwrap_or(cause)
}

/// Why a move is illegal, in Chinese, by the code of the reason.
pub(super) fn reason_in_chinese(code: &str) -> Option<&'static str> {
    page_text(&format!("why.{code}"))
}

/// The text of a key in the page's Chinese texts.
fn page_text(key: &str) -> Option<&'static str> {
    let start = format!("\"{key}\": \"");
    PAGE_TEXTS
        .iter()
        .flat_map(|texts| texts.lines())
        .find_map(|line| line.trim().strip_prefix(&start)?.strip_suffix("\","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_needs_no_translation_stands_once() {
        assert_eq!(both("+12.5", "+12.5"), "+12.5");
        assert_eq!(both("a<b", "甲"), "<span lang=\"en\">a&lt;b</span><span lang=\"zh-CN\">甲</span>");
    }

    #[test]
    fn the_words_of_the_page_are_found() {
        assert_eq!(side_in_chinese("Red"), "红方");
        assert_eq!(variant_in_chinese("gomoku-standard"), "标准五子棋");
        assert_eq!(cause_in_chinese("stalemate", "xiangqi"), "困毙");
        assert_eq!(cause_in_chinese("stalemate", "chess"), "逼和");
        assert_eq!(cause_in_chinese("time forfeit", "chess"), "超时判负");
        assert_eq!(cause_in_chinese("something else", "chess"), "something else");
    }
}
