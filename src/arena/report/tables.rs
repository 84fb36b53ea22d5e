//! The report's tables and charts.

use std::fmt::Write;

use super::super::bracket::{bracket_of, meeting_text, round_name};
use super::super::openings::{BookOrder, OpeningSource, RandomSettings};
use super::super::results::Results;
use super::super::schedule::Format;
use super::super::stats::{SprtDecision, Tally};
use super::super::summary::{byes, estimate, mark, warnings};
use super::super::{Adjudication, DrawRule, WinRule};
use super::charts::{Curve, bars, curves};
use super::timeline::Timeline;
use super::words::{both, cause_in_chinese, label, side_in_chinese};
use super::{Escaped, is_match};

/// The maximum number of players with a curve, which are the best ones.
const MOST_CURVES: usize = 8;

/// Everything below the list of games.
pub(super) fn sections(results: &Results, timeline: &Timeline, sides: [&str; 2]) -> String {
    let mut html = String::new();
    if is_match(results.contest().format) {
        match_numbers(&mut html, results);
        match_charts(&mut html, results, timeline);
    } else {
        standings(&mut html, results);
        bracket_table(&mut html, results);
        crosstable(&mut html, results);
        tournament_chart(&mut html, results, timeline);
    }
    for warning in warnings(results) {
        let _ = write!(html, "<p><strong>{}</strong></p>", Escaped(&warning));
    }
    terminations(&mut html, results);
    by_side(&mut html, results, timeline, sides);
    settings(&mut html, results);
    html
}

/// A row of a table of two columns, both as HTML.
fn row(html: &mut String, name: &str, value: &str) {
    let _ = write!(html, "<tr><th scope=\"row\">{name}</th><td class=\"text\">{value}</td></tr>");
}

fn heading(html: &mut String, en: &str, zh: &str) {
    let _ = write!(html, "<h2>{}</h2>", both(en, zh));
}

/// The cell of a table's head.
fn head(html: &mut String, class: &str, en: &str, zh: &str) {
    let _ = write!(html, "<th scope=\"col\"{class}>{}</th>", both(en, zh));
}

/// The class of cells with words.
const TEXT: &str = " class=\"text\"";

fn match_numbers(html: &mut String, results: &Results) {
    let names = results.contest().names();
    let tally = results.crosstable().between(0, 1);
    heading(html, &format!("{} against {}", names[0], names[1]), &format!("{} 对 {}", names[0], names[1]));
    shares(html, &tally);
    html.push_str("<div class=\"scroll\" tabindex=\"0\"><table>");
    let share =
        |comma: &str| tally.score().map_or_else(String::new, |score| format!("{comma}{:.1}%", 100.0 * score));
    let (points, games) = (tally.points(), tally.games());
    row(
        html,
        &both("Score", "得分"),
        &both(format!("{points} of {games}{}", share(", ")), format!("{points} / {games}{}", share("，"))),
    );
    let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
    row(
        html,
        &both("Games", "对局"),
        &both(
            format!("{wins} won, {draws} drawn, {losses} lost"),
            format!("{wins} 胜 {draws} 和 {losses} 负"),
        ),
    );
    row(
        html,
        &both("Distinct games", "不重复的对局"),
        &(results.games() - results.repeated_games()).to_string(),
    );
    let pairs = results.pairs().counts.map(|count| count.to_string()).join(", ");
    row(html, &both("Pairs with 0, ½, 1, 1½, 2 points", "得 0、½、1、1½、2 分的局对"), &pairs);
    if let Some(score) = results.pair_score() {
        let mark = mark(results);
        let zh_mark = if mark.is_empty() { "" } else { "（不可靠：对局有重复）" };
        let superiority = format!("{:.1}%", 100.0 * score.likelihood_of_superiority());
        let marked = |value: &str| both(format!("{value}{mark}"), format!("{value}{zh_mark}"));
        row(html, &both("Elo", "等级分差（Elo）"), &marked(&estimate(&score.elo())));
        row(html, &both("Normalised Elo", "归一化 Elo"), &marked(&estimate(&score.normalised_elo())));
        row(html, &both("Likelihood of superiority", "占优概率"), &marked(&superiority));
    }
    if let (Some(sprt), Some(ratio)) = (results.contest().sprt, results.log_likelihood_ratio()) {
        let [elo0, elo1] = sprt.elo();
        let [low, high] = sprt.bounds();
        let (decision, zh_decision) = match results.decision() {
            SprtDecision::Open => ("no decision", "尚无结论"),
            SprtDecision::AcceptH0 => ("H0 is accepted", "接受 H0"),
            SprtDecision::AcceptH1 => ("H1 is accepted", "接受 H1"),
            SprtDecision::Undefined => ("undefined", "无法计算"),
        };
        let en = format!(
            "[{elo0}, {elo1}]: log-likelihood ratio {ratio:+.3} between {low:+.3} and {high:+.3}, {decision}"
        );
        let zh =
            format!("[{elo0}, {elo1}]：对数似然比 {ratio:+.3}，界限 {low:+.3} 与 {high:+.3}，{zh_decision}");
        row(html, &both("SPRT", "SPRT 检验"), &both(en, zh));
    }
    html.push_str("</table></div>");
}

/// Wins, draws and losses as a bar.
fn shares(html: &mut String, tally: &Tally) {
    let parts = [("wins", "胜", tally.wins), ("draws", "和", tally.draws), ("losses", "负", tally.losses)];
    let en = parts.map(|(name, _, count)| format!("{count} {name}")).join(", ");
    let zh = parts.map(|(_, name, count)| format!("{count} {name}")).join("，");
    let _ = write!(html, "<div class=\"shares\" role=\"img\" {}>", label(en, zh));
    for (name, _, count) in parts {
        let _ = write!(html, "<span class=\"{name}\" style=\"flex:{count}\"></span>");
    }
    html.push_str("</div>");
}

fn match_charts(html: &mut String, results: &Results, timeline: &Timeline) {
    let samples = timeline.of_match(results);
    let (mut points, mut band) = (Vec::new(), Vec::new());
    for sample in &samples {
        let Some(elo) = sample.elo.filter(|elo| elo.value.is_finite()) else { continue };
        points.push((sample.games as f64, elo.value));
        band.push((elo.low, elo.high));
    }
    if points.len() >= 2 {
        heading(html, "Elo over time", "等级分差的变化");
        let curve = Curve { points, band, name: String::new() };
        let words =
            label("Elo after each game, with 95% confidence interval", "每局之后的等级分差及 95% 置信区间");
        html.push_str(&curves(&words, &[curve], &[0.0]));
    }
    let points: Vec<(f64, f64)> =
        samples.iter().filter_map(|sample| Some((sample.games as f64, sample.ratio?))).collect();
    if let (true, Some(sprt)) = (points.len() >= 2, results.contest().sprt) {
        heading(html, "Log-likelihood ratio over time", "对数似然比的变化");
        let curve = Curve { points, band: Vec::new(), name: String::new() };
        let words = label("Log-likelihood ratio after each game", "每局之后的对数似然比");
        html.push_str(&curves(&words, &[curve], &sprt.bounds()));
    }
}

fn standings(html: &mut String, results: &Results) {
    let names = results.contest().names();
    let ratings = results.ratings();
    let standings = results.standings();
    let own_columns: &[(&str, &str)] = match results.contest().format {
        Format::Swiss => &[("Match points", "场分"), ("Buchholz", "对手分")],
        Format::Knockout => &[("Rounds", "轮次")],
        _ => &[],
    };
    heading(html, "Standings", "积分榜");
    html.push_str("<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>");
    let columns = [
        ("#", "#"),
        ("Player", "棋手"),
        ("Games", "局数"),
        ("Won", "胜"),
        ("Drawn", "和"),
        ("Lost", "负"),
        ("Points", "积分"),
        ("%", "%"),
        ("Elo", "Elo"),
        ("95%", "95%"),
    ];
    for &(en, zh) in columns.iter().chain(own_columns) {
        head(html, if en == "Player" { TEXT } else { "" }, en, zh);
    }
    html.push_str("</tr></thead><tbody>");
    let ranking = results.ranking();
    for (place, &player) in ranking.iter().enumerate() {
        let total = results.crosstable().total(player);
        let rating = &ratings[player];
        let mark = if rating.determined { "" } else { "?" };
        let _ = write!(
            html,
            "<tr><td>{}</td><td class=\"text\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{:.1}</td><td>{:+.1}{mark}</td><td>±{:.1}</td>",
            place + 1,
            Escaped(names[player]),
            total.games(),
            total.wins,
            total.draws,
            total.losses,
            total.points(),
            100.0 * total.score().unwrap_or(0.0),
            rating.elo.value,
            rating.elo.margin(),
        );
        if let Some(standing) = standings.as_ref().map(|standings| standings[place]) {
            for value in [standing.points, standing.tie_break].iter().take(own_columns.len()) {
                let _ = write!(html, "<td>{value}</td>");
            }
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    if ratings.iter().any(|rating| !rating.determined) {
        let en = "? The results alone do not determine a finite rating; every player was given one imaginary draw.";
        let zh = "? 仅凭成绩无法确定有限的等级分，已给每位棋手加上一局虚拟和棋。";
        let _ = write!(html, "<p class=\"faint\">{}</p>", both(en, zh));
    }
    if let Some(byes) = byes(results) {
        let zh = byes.replace("Byes, each counted as a round won: ", "轮空，各计一轮胜：");
        let _ = write!(html, "<p class=\"faint\">{}</p>", both(format!("{byes}."), format!("{zh}。")));
    }
    let rows: Vec<_> = ranking
        .iter()
        .map(|&player| {
            let elo = ratings[player].elo;
            (names[player], elo.value, elo.low, elo.high)
        })
        .collect();
    heading(html, "Ratings", "等级分");
    let words = label("Ratings with 95% confidence intervals", "等级分及 95% 置信区间");
    html.push_str(&bars(&words, &rows));
}

/// The rounds of a knockout side by side.
fn bracket_table(html: &mut String, results: &Results) {
    let Some(rounds) = bracket_of(results) else { return };
    heading(html, "Bracket", "对阵表");
    html.push_str("<div class=\"scroll\" tabindex=\"0\"><table class=\"bracket\"><thead><tr>");
    for round in 0..rounds.len() {
        let zh = match rounds.len() - round {
            1 => "决赛".to_owned(),
            2 => "半决赛".to_owned(),
            _ => format!("第 {} 轮", round + 1),
        };
        head(html, TEXT, &round_name(round, rounds.len()), &zh);
    }
    html.push_str("</tr></thead><tbody>");
    for row in 0..rounds.first().map_or(0, Vec::len) {
        html.push_str("<tr>");
        for (round, meetings) in
            rounds.iter().enumerate().filter(|(round, _)| row.is_multiple_of(1 << *round))
        {
            let meeting = &meetings[row >> round];
            let text = meeting_text(results, meeting);
            let _ = write!(
                html,
                "<td class=\"text\" rowspan=\"{}\">{}",
                1 << round,
                both(&text, text.replace("(bye)", "（轮空）"))
            );
            if let Some(winner) = meeting.winner.filter(|_| !meeting.is_bye) {
                let _ = write!(html, "<br><strong>{}</strong>", Escaped(results.contest().names()[winner]));
            }
            html.push_str("</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
}

fn crosstable(html: &mut String, results: &Results) {
    let names = results.contest().names();
    let ranking = results.ranking();
    heading(html, "Crosstable", "循环成绩表");
    html.push_str("<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>");
    head(html, "", "#", "#");
    head(html, TEXT, "Player", "棋手");
    for place in 1..=ranking.len() {
        let _ = write!(html, "<th scope=\"col\">{place}</th>");
    }
    html.push_str("</tr></thead><tbody>");
    for (place, &player) in ranking.iter().enumerate() {
        let _ = write!(
            html,
            "<tr><td>{}</td><th scope=\"row\" class=\"text\">{}</th>",
            place + 1,
            Escaped(names[player])
        );
        for &opponent in &ranking {
            let tally = results.crosstable().between(player, opponent);
            let _ = match (player == opponent, tally.games()) {
                (true, _) => write!(html, "<td class=\"self\"></td>"),
                (false, 0) => write!(html, "<td class=\"faint\">–</td>"),
                (false, games) => write!(
                    html,
                    "<td title=\"+{} ={} −{}\">{}/{games}</td>",
                    tally.wins,
                    tally.draws,
                    tally.losses,
                    tally.points()
                ),
            };
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
}

fn tournament_chart(html: &mut String, results: &Results, timeline: &Timeline) {
    let names = results.contest().names();
    let all = timeline.of_tournament(results);
    let chosen: Vec<Curve> = results
        .ranking()
        .into_iter()
        .take(MOST_CURVES)
        .map(|player| {
            let last = all[player].len().saturating_sub(1).max(1) as f64;
            let at = |index: usize| index as f64 / last * results.games() as f64;
            let points =
                all[player].iter().enumerate().map(|(index, &points)| (at(index).round(), points)).collect();
            Curve { points, band: Vec::new(), name: names[player].to_owned() }
        })
        .collect();
    if results.games() > 0 {
        heading(html, "Points over time", "积分的变化");
        let words = label("Points of the players after each game", "每局之后各棋手的积分");
        html.push_str(&curves(&words, &chosen, &[]));
    }
}

fn terminations(html: &mut String, results: &Results) {
    heading(html, "How games ended", "终局原因");
    html.push_str("<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>");
    head(html, "", "By", "原因");
    head(html, "", "Games", "局数");
    head(html, "", "%", "%");
    html.push_str("</tr></thead><tbody>");
    let variant = results.contest().variant.name();
    for (name, count) in results.terminations() {
        let share = 100.0 * count as f64 / results.games().max(1) as f64;
        let cause = both(name, cause_in_chinese(name, variant));
        let _ = write!(html, "<tr><td>{cause}</td><td>{count}</td><td>{share:.1}</td></tr>");
    }
    html.push_str("</tbody></table></div>");
    let left_out = results.left_out();
    if left_out > 0 {
        let en = format!(
            "{left_out} games do not count: the other game of their pair is missing, \
             or they were played after the SPRT's decision."
        );
        let zh = format!("{left_out} 局不计入：同对的另一局缺失，或在 SPRT 得出结论之后才下。");
        let _ = write!(html, "<p class=\"faint\">{}</p>", both(en, zh));
    }
}

/// The results by side, regardless of the players.
fn by_side(html: &mut String, results: &Results, timeline: &Timeline, [first, second]: [&str; 2]) {
    let tally = timeline.of_first_side(results);
    let share = |count: u64| 100.0 * count as f64 / tally.games().max(1) as f64;
    let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
    let [won, drawn, lost] = [wins, draws, losses].map(|count| format!("{:.1}%", share(count)));
    let en = format!(
        "{first} won {wins} games ({won}), {second} {losses} ({lost}); {draws} were drawn ({drawn})."
    );
    let (first, second) = (side_in_chinese(first), side_in_chinese(second));
    let zh =
        format!("{first}胜 {wins} 局（{won}），{second}胜 {losses} 局（{lost}），和 {draws} 局（{drawn}）。");
    let _ = write!(html, "<p>{}</p>", both(en, zh));
}

/// A description of the openings, in both languages.
fn openings(source: &OpeningSource) -> String {
    match source {
        OpeningSource::Start => both("the initial position", "初始局面"),
        OpeningSource::Random(RandomSettings { plies, balance, nodes }) => both(
            format!("{plies} random plies, imbalance at most {balance} in a search of {nodes} nodes"),
            format!("随机 {plies} 着，搜索 {nodes} 节点后失衡不超过 {balance}"),
        ),
        OpeningSource::Book(book) => {
            let name = book.path.file_name().unwrap_or_default().to_string_lossy();
            let (order, zh_order) = match book.order {
                BookOrder::Sequential => ("in order", "依序"),
                BookOrder::Random => ("shuffled", "乱序"),
            };
            both(
                format!("the book {name}, {order}, from index {}", book.start),
                format!("开局库 {name}，{zh_order}，自第 {} 条起", book.start),
            )
        }
    }
}

/// A description of the adjudication rules, in both languages.
fn adjudication(rules: &Adjudication) -> String {
    let mut parts = Vec::new();
    if let Some(WinRule { score, moves, one_sided }) = rules.win {
        let (who, zh_who) = if one_sided { (" of the loser", "负方") } else { ("", "") };
        parts.push((
            format!("win: score {score} for {moves} moves{who}"),
            format!("判胜：{zh_who}评分 {score} 持续 {moves} 着"),
        ));
    }
    if let Some(DrawRule { score, moves, from_move }) = rules.draw {
        parts.push((
            format!("draw: score within {score} for {moves} moves, from move {from_move} on"),
            format!("判和：自第 {from_move} 着起评分在 {score} 以内持续 {moves} 着"),
        ));
    }
    if let Some(plies) = rules.max_plies {
        parts.push((format!("draw after {plies} plies"), format!("满 {plies} 着判和")));
    }
    if parts.is_empty() {
        return both("none", "无");
    }
    let (en, zh): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    both(en.join("; "), zh.join("；"))
}

fn settings(html: &mut String, results: &Results) {
    let contest = results.contest();
    heading(html, "Settings", "设置");
    html.push_str("<div class=\"scroll\" tabindex=\"0\"><table>");
    for (index, player) in contest.players.iter().enumerate() {
        let mut text = results.engine(index).map_or_else(String::new, |engine| format!("{engine}, "));
        let _ = write!(
            text,
            "{}, {}, margin {} ms",
            player.command_line(),
            player.time,
            player.margin.as_millis()
        );
        for (name, value) in &player.options {
            let _ = write!(text, ", {name} = {value}");
        }
        row(html, &Escaped(&player.name).to_string(), &Escaped(&text).to_string());
    }
    for (name, value) in &contest.options {
        row(html, &Escaped(name).to_string(), &Escaped(value).to_string());
    }
    row(html, &both("Openings", "开局"), &openings(&contest.openings));
    row(html, &both("Adjudication", "裁定"), &adjudication(&contest.adjudication));
    row(html, &both("Rounds", "轮数"), &contest.rounds.to_string());
    row(html, &both("Seed", "随机种子"), &contest.seed.to_string());
    row(html, &both("Fingerprint", "指纹"), &Escaped(&contest.fingerprint()).to_string());
    html.push_str("</table></div>");
}
