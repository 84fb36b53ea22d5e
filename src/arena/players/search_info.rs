use crate::arena::MoveScore;

/// What a player last reported about its search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchInfo {
    /// Its score.
    pub score: Option<MoveScore>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The nodes visited.
    pub nodes: Option<u64>,
    /// The moves of its principal variation in its own notation, separated by spaces.
    pub pv: String,
}

impl SearchInfo {
    /// Parses an `info` line of UCI or UCCI, without the word `info`. Only the first line of a `MultiPV` search is
    /// used.
    ///
    /// UCCI writes `score 31` for `score cp 31`, and mates as scores near 10000 or 30000, which are kept as they are.
    pub fn read_info(&mut self, words: &str) {
        let mut update = Self { pv: String::new(), ..*self };
        let mut words = words.split_ascii_whitespace().peekable();
        let mut pv = None;
        while let Some(word) = words.next() {
            match word {
                "depth" => update.depth = words.next().and_then(|word| word.parse().ok()).or(update.depth),
                "nodes" => update.nodes = words.next().and_then(|word| word.parse().ok()).or(update.nodes),
                "multipv" if words.peek().is_some_and(|&rank| rank != "1") => return,
                "score" => {
                    let unit = words.peek().copied().filter(|unit| matches!(*unit, "cp" | "mate"));
                    if unit.is_some() {
                        words.next();
                    }
                    if let Some(value) = words.peek().and_then(|word| word.parse().ok()) {
                        let score =
                            if unit == Some("mate") { MoveScore::Mate(value) } else { MoveScore::Cp(value) };
                        update.score = Some(score);
                    }
                }
                // Free text follows.
                "string" => break,
                "pv" => {
                    pv = Some(words.collect::<Vec<_>>().join(" "));
                    break;
                }
                _ => {}
            }
        }
        update.pv = pv.unwrap_or_else(|| std::mem::take(&mut self.pv));
        *self = update;
    }

    /// Parses a line of CECP thinking output: depth, score in centipawns, time in centiseconds, nodes, and the moves.
    /// Returns whether it was such a line.
    ///
    /// Scores of 100000 + N mean a mate in N moves (CECP, section 10).
    pub fn read_thinking(&mut self, line: &str) -> bool {
        const MATE: i32 = 100_000;
        // Some programs mark a depth or score as uncertain, or as part of an incomplete iteration.
        let number =
            |word: &str| word.trim_end_matches(['.', '&', '+', '-', '?', '!', '<', '>']).parse::<i64>().ok();
        let mut words = line.split_ascii_whitespace();
        let numbers = [(); 4].map(|()| words.next().and_then(number));
        let [Some(depth), Some(score), Some(_), Some(nodes)] = numbers else { return false };
        let score = score.clamp(-i64::from(2 * MATE), i64::from(2 * MATE)) as i32;
        self.depth = u32::try_from(depth).ok();
        self.nodes = u64::try_from(nodes).ok();
        self.score = Some(match score {
            MATE.. => MoveScore::Mate((score - MATE).max(1)),
            ..=-100_000 => MoveScore::Mate(score + MATE),
            _ => MoveScore::Cp(score),
        });
        let is_move =
            |word: &&str| !word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '{' | '['));
        self.pv = words.filter(is_move).collect::<Vec<_>>().join(" ");
        true
    }

    /// Parses a message of a Gomocup program in its most common format: `depth 8-12 ev 31 n 5k ...`. Rapfi writes wins
    /// and losses as the number of plies to them, as in `Eval +M7`.
    pub fn read_message(&mut self, words: &str) {
        let lower = words.to_ascii_lowercase();
        if let Some((_, pv)) = lower.split_once(" pv ") {
            pv.trim().clone_into(&mut self.pv);
        }
        let mut words = lower
            .split(|c: char| c.is_ascii_whitespace() || matches!(c, ':' | '=' | ',' | '|'))
            .filter(|word| !word.is_empty());
        while let Some(word) = words.next() {
            let mut number = || words.next();
            match word {
                "depth" => {
                    let value = number().and_then(|word| word.split('-').next()?.parse().ok());
                    self.depth = value.or(self.depth);
                }
                "ev" | "eval" | "score" => {
                    if let Some(word) = number() {
                        self.score = score_of_message(word).or(self.score);
                    }
                }
                "n" | "nodes" => self.nodes = number().and_then(with_unit).or(self.nodes),
                _ => {}
            }
        }
    }
}

/// The score in a Gomocup program's message, in lower case: a number, or `+m` or `-m` and the plies to a win or loss.
fn score_of_message(word: &str) -> Option<MoveScore> {
    let moves = |plies: &str| plies.parse::<u16>().ok().map(|plies| i32::from(plies.div_ceil(2)));
    if let Some(plies) = word.strip_prefix("+m").or_else(|| word.strip_prefix('m')) {
        return moves(plies).map(|moves| MoveScore::Mate(moves.max(1)));
    }
    match word.strip_prefix("-m") {
        Some(plies) => moves(plies).map(|moves| MoveScore::Mate(-moves)),
        None => word.parse().ok().map(MoveScore::Cp),
    }
}

/// A number with an optional suffix `k`, `m` or `g`.
fn with_unit(text: &str) -> Option<u64> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'k' => (&text[..text.len() - 1], 1000),
        b'm' => (&text[..text.len() - 1], 1_000_000),
        b'g' => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uci_lines_are_understood() {
        let mut search_info = SearchInfo::default();
        search_info
            .read_info("depth 7 seldepth 9 multipv 1 score cp -31 lowerbound nodes 12345 nps 5 pv e2e4");
        let expected = SearchInfo {
            score: Some(MoveScore::Cp(-31)),
            depth: Some(7),
            nodes: Some(12345),
            pv: "e2e4".to_owned(),
        };
        assert_eq!(search_info, expected);
        for line in [
            "depth 8 multipv 2 score cp 99 nodes 5",
            "string depth 9 score cp 4",
            "currmove e2e4",
            "",
            "depth x score cp y",
        ] {
            search_info.read_info(line);
            assert_eq!(search_info, expected, "{line}");
        }
        search_info.read_info("depth 9 score mate -3");
        assert_eq!((search_info.score, search_info.depth), (Some(MoveScore::Mate(-3)), Some(9)));
        search_info.read_info("depth 9 score 120 time 5 pv h2e2  h9g7 ");
        assert_eq!((search_info.score, search_info.pv.as_str()), (Some(MoveScore::Cp(120)), "h2e2 h9g7"));
    }

    #[test]
    fn thinking_output_is_understood() {
        let mut search_info = SearchInfo::default();
        assert!(search_info.read_thinking(" 9.  -28   102  84324  1. e4 e5"));
        assert_eq!(
            search_info,
            SearchInfo {
                score: Some(MoveScore::Cp(-28)),
                depth: Some(9),
                nodes: Some(84324),
                pv: "e4 e5".to_owned()
            }
        );
        assert!(search_info.read_thinking("4& 100003 0 12 Qh5#"));
        assert_eq!(search_info.score, Some(MoveScore::Mate(3)));
        assert!(search_info.read_thinking("4 -100002 0 12"));
        assert_eq!(search_info.score, Some(MoveScore::Mate(-2)));
        for line in ["", "move e2e4", "1. e2e4", "9 8 7", "# 1 2 3 4"] {
            assert!(!search_info.read_thinking(line), "{line}");
        }
    }

    #[test]
    fn messages_are_understood() {
        let mut search_info = SearchInfo::default();
        search_info.read_message("Depth 8-15 | Ev: -42 | N 31k | h8 g7");
        assert_eq!(
            search_info,
            SearchInfo {
                score: Some(MoveScore::Cp(-42)),
                depth: Some(8),
                nodes: Some(31_000),
                pv: String::new()
            }
        );
        search_info.read_message("depth 2-3 score 5 nodes 7 nps 9 pv 7,7 8,8");
        assert_eq!((search_info.nodes, search_info.pv.as_str()), (Some(7), "7,7 8,8"));
        search_info.nodes = Some(31_000);
        for (score, expected) in [
            ("+M7", MoveScore::Mate(4)),
            ("-M6", MoveScore::Mate(-3)),
            ("M1", MoveScore::Mate(1)),
            ("+M*", MoveScore::Mate(1)),
            ("-M0", MoveScore::Mate(0)),
            ("+12", MoveScore::Cp(12)),
            ("?", MoveScore::Cp(12)),
        ] {
            search_info.read_message(&format!("Speed 10000 | Depth 6-2 | Eval {score} | Node 10 | Time 0ms"));
            assert_eq!(search_info.score, Some(expected), "{score}");
        }
        search_info.read_message("hello depth n");
        assert_eq!(search_info.nodes, Some(31_000));
    }
}
