/// A move's text with typographic forms and input method characters replaced by plain ones: full-width letters, digits
/// and signs, dashes, and dots. Annotation symbols and check or mate signs after the move are removed.
pub fn plain_text(text: &str) -> String {
    let mut plain: String = text.chars().filter_map(plain_character).collect();
    while let Some(kept) = last_mark(plain.trim_end()) {
        plain.truncate(kept);
    }
    plain.trim().to_owned()
}

fn plain_character(c: char) -> Option<char> {
    Some(match c {
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0e}' | '\u{fe0f}' => return None,
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21)?,
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' => '-',
        '\u{3002}' | '\u{30fb}' | '\u{b7}' | '\u{2024}' => '.',
        '×' => 'x',
        '\u{3000}' | '\u{a0}' => ' ',
        other => other,
    })
}

/// The length of a text without a sign at its end that is not part of the move.
fn last_mark(text: &str) -> Option<usize> {
    let mut signs = text.char_indices().rev();
    let (at, last) = signs.next()?;
    let before = signs.next().map(|(_, sign)| sign)?;
    let is_mark = match last {
        '!' | '?' | '#' | '‼' | '⁇' | '⁈' | '⁉' => true,
        // A plus is a direction unless a number precedes it, which completes the move.
        '+' | '将' | '將' | '杀' | '殺' | '军' | '軍' => {
            ends_move(before) || matches!((before, last), ('将' | '將', '军' | '軍') | ('+', '+'))
        }
        _ => false,
    };
    is_mark.then_some(at)
}

fn ends_move(sign: char) -> bool {
    sign.is_ascii_digit() || "一二三四五六七八九!?#".contains(sign)
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn typographic_forms_and_marks_are_replaced() {
        for (text, plain) in [
            ("Ｃ２＝５", "C2=5"),
            ("Ｃ２．５", "C2.5"),
            ("ｈ２－ｅ２", "h2-e2"),
            ("炮二平五！？", "炮二平五"),
            ("炮二平五将", "炮二平五"),
            ("炮二平五将军!", "炮二平五"),
            ("马８进７#", "马8进7"),
            ("C2=5+", "C2=5"),
            ("C2=5++!", "C2=5"),
            ("C+=5", "C+=5"),
            ("+C-2", "+C-2"),
            ("将5进1", "将5进1"),
            ("C2–5", "C2-5"),
            ("h2e2+", "h2e2"),
            ("\u{3000}Che2 ", "Che2"),
            ("炮+", "炮+"),
            ("!", "!"),
            ("", ""),
        ] {
            assert_eq!(plain_text(text), plain, "{text}");
        }
    }
}
