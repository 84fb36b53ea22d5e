//! The details of a game's end in Chinese. Journals keep what the referee wrote in English.

use super::words::reason_in_chinese;

/// What the referee writes, with `{}` for what differs, and the same in Chinese. More specific texts come first.
const DETAILS: [(&str, &str); 29] = [
    ("late by {} s", "超时 {} 秒"),
    ("a move with the bits {}", "编码为 {} 的着法"),
    ("it claims a draw, but by the rules the game continues", "它声称和棋，但按规则对局尚未结束"),
    ("it said {}", "它说 {}"),
    ("it wrote {}", "它写道 {}"),
    ("the program was killed by signal {}; stderr: {}", "程序被信号 {} 终止；标准错误：{}"),
    ("the program was killed by signal {}", "程序被信号 {} 终止"),
    ("the program exited with code {}; stderr: {}", "程序退出，返回值 {}；标准错误：{}"),
    ("the program exited with code {}", "程序退出，返回值 {}"),
    ("the program exited", "程序自行退出"),
    ("the program closed its output", "程序关闭了输出"),
    ("its search ended without an answer", "搜索结束而没有结果"),
    ("its search panicked", "搜索崩溃"),
    ("it plays only one game per process", "它每个进程只能下一局"),
    ("{} could mean several moves", "{} 可以指多种着法"),
    ("{} is not a move: {}", "{} 不是着法"),
    ("there is no reference player for {}", "{} 没有参考棋手"),
    ("it speaks no known protocol ({})", "它不用任何已知的协议（{}）"),
    ("it does not answer in {}", "它不用 {} 协议回答"),
    ("{} cannot be started: {}", "{} 无法启动：{}"),
    ("it rejects {}: {}", "它不接受 {}：{}"),
    ("it refuses a board of size {}: {}", "它不接受大小为 {} 的棋盘：{}"),
    (
        "it has no option UCI_Variant; if {} is the only game that it plays, set protocol=uci",
        "它没有 UCI_Variant 选项；如果它只下 {}，请设置 protocol=uci",
    ),
    ("it has no option called {}", "它没有名为 {} 的选项"),
    ("it does not play {}", "它不下 {}"),
    ("it cannot set up a position", "它不能摆局面"),
    ("its protocol (cecp) has no node limit", "它的协议（cecp）不能限制节点数"),
    ("the Gomocup protocol does not support {}", "Gomocup 协议不支持 {}"),
    ("option {}: {} is not {}", "选项 {}：{} 不是 {}"),
];

/// Why the rules forbid a move, by the words of all games, with the code of the reason.
const REASONS: [(&str, &str); 28] = [
    ("no piece of the side to move stands there", "no-piece"),
    ("origin and destination are the same", "same-point"),
    ("the piece there does not move like that", "unreachable"),
    ("generals are never captured", "general-capture"),
    ("it leaves your general without a liberty", "no-liberty"),
    ("it leaves your general in check", "leaves-check"),
    ("it removes a guard that your general needs, and leaves it in check", "tethered"),
    ("a pawn is named twice", "pawn-twice"),
    ("there is no enemy piece to trade for", "nothing-to-trade-for"),
    ("generals, advisors and elephants cannot be traded for", "not-traded"),
    ("a pawn costs one pawn, a cannon two, a horse three, a chariot four", "wrong-price"),
    ("there is no piece at the origin", "no-piece"),
    ("the piece is the opponent's", "opponents-piece"),
    ("a piece of the same side is at the destination", "own-piece-on-target"),
    ("the piece does not reach the destination", "unreachable"),
    ("the general would be open to capture", "leaves-check"),
    ("the game is over: five pawns are at home", "game-over"),
    ("the game is over", "game-over"),
    ("the point is not empty", "occupied"),
    ("a double three is forbidden to Black", "three-three"),
    ("a double four is forbidden to Black", "four-four"),
    ("an overline is forbidden to Black", "overline"),
    ("the promotion piece is missing", "promotion-missing"),
    ("no pawn can be promoted to that piece there", "promotion-impossible"),
    ("the king would be open to capture", "leaves-check"),
    ("the king is in check", "in-check"),
    ("the piece cannot go there", "unreachable"),
    ("no legal move has this name", "unknown-name"),
];

/// The detail in Chinese; as it is if it is nothing that the referee writes.
pub fn detail_in_chinese(detail: &str) -> String {
    if let Some(found) = parts(detail, "illegal move {}: {}") {
        let code = REASONS.iter().find(|(words, _)| *words == found[1]).map(|(_, code)| *code);
        let reason = code.and_then(reason_in_chinese).unwrap_or(found[1]);
        return format!("{}：{}", found[0], reason.trim_end_matches('。'));
    }
    let known = DETAILS.iter().find_map(|(english, chinese)| Some((parts(detail, english)?, chinese)));
    let Some((found, chinese)) = known else { return detail.to_owned() };
    let mut found = found.into_iter();
    let mut pieces = chinese.split("{}");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + found.next().unwrap_or_default() + piece)
}

/// What stands in a text at the places `{}` of a pattern; `None` if it does not match.
fn parts<'a>(text: &'a str, pattern: &str) -> Option<Vec<&'a str>> {
    let mut literals = pattern.split("{}");
    let mut rest = text.strip_prefix(literals.next()?)?;
    let mut found = Vec::new();
    let mut literals = literals.peekable();
    while let Some(literal) = literals.next() {
        let is_last = literals.peek().is_none();
        let end = if is_last { rest.len().checked_sub(literal.len())? } else { rest.find(literal)? };
        found.push(rest.get(..end)?);
        rest = rest[end..].strip_prefix(literal)?;
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Notation;
    use crate::games::{Game, Variant, with_game};

    #[test]
    fn what_the_referee_writes_has_a_chinese_text() {
        for (english, chinese) in [
            ("late by 0.120 s", "超时 0.120 秒"),
            ("the program was killed by signal 9; stderr: a: b", "程序被信号 9 终止；标准错误：a: b"),
            ("the program exited with code 3", "程序退出，返回值 3"),
            ("the program exited", "程序自行退出"),
            ("it said \"1-0 {White wins}\"", "它说 \"1-0 {White wins}\""),
            ("\"zzz\" is not a move: expected e2e4", "\"zzz\" 不是着法"),
            ("illegal move e1e2: the king is in check", "e1e2：正被将军，必须应将"),
            ("something else: 3", "something else: 3"),
        ] {
            assert_eq!(detail_in_chinese(english), chinese);
        }
        for (english, chinese) in DETAILS {
            assert!(english.matches("{}").count() >= chinese.matches("{}").count(), "{english}");
            let example = english.replace("{}", "x");
            assert_ne!(detail_in_chinese(&example), example);
        }
        for (words, code) in REASONS {
            assert!(reason_in_chinese(code).is_some(), "{code}");
            let text = detail_in_chinese(&format!("illegal move x: {words}"));
            assert!(!text.contains(words), "{text}");
        }
    }

    /// Every move between two points in the first position: no reason lacks a text.
    #[test]
    fn every_reason_of_an_illegal_move_has_a_chinese_text() {
        fn check<P: Notation>() {
            let options = P::Options::default();
            let position = P::start(&options);
            let points: Vec<String> =
                ('a'..='i').flat_map(|file| (1..=9).map(move |rank| format!("{file}{rank}"))).collect();
            for from in &points {
                for to in &points {
                    if let Err(error) = position.parse_move(&format!("{from}{to}"), &options) {
                        let english = error.to_string();
                        assert_ne!(detail_in_chinese(&english), english);
                        let reason = english.rsplit(": ").next().unwrap_or_default();
                        assert!(!detail_in_chinese(&english).contains(reason), "{english}");
                    }
                }
            }
        }
        for variant in [Variant::Chess, Variant::Xiangqi, Variant::Zhonggong, Variant::Renju] {
            with_game!(variant, G => check::<<G as Game>::Position>());
        }
    }
}
