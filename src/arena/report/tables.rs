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
use super::{Escaped, is_match};

/// The maximum number of players with a curve; the best ones have one.
const MOST_CURVES: usize = 8;

/// Everything above the list of games.
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

fn row(html: &mut String, name: &str, value: &str) {
    let _ = write!(
        html,
        "<tr><th scope=\"row\">{}</th><td class=\"text\">{}</td></tr>",
        Escaped(name),
        Escaped(value)
    );
}

fn match_numbers(html: &mut String, results: &Results) {
    let names = results.contest().names();
    let tally = results.crosstable().between(0, 1);
    let _ = write!(html, "<h2>{} against {}</h2>", Escaped(names[0]), Escaped(names[1]));
    shares(html, &tally);
    html.push_str("<div class=\"scroll\"><table>");
    let share = tally.score().map_or_else(String::new, |score| format!(", {:.1}%", 100.0 * score));
    row(html, "Score", &format!("{} of {}{share}", tally.points(), tally.games()));
    row(html, "Games", &format!("{} won, {} drawn, {} lost", tally.wins, tally.draws, tally.losses));
    row(html, "Distinct games", &(results.games() - results.repeated_games()).to_string());
    let pairs = results.pairs().counts.map(|count| count.to_string()).join(", ");
    row(html, "Pairs with 0, ½, 1, 1½, 2 points", &pairs);
    if let Some(score) = results.pair_score() {
        let mark = mark(results);
        let superiority = 100.0 * score.likelihood_of_superiority();
        row(html, "Elo", &format!("{}{mark}", estimate(&score.elo())));
        row(html, "Normalised Elo", &format!("{}{mark}", estimate(&score.normalised_elo())));
        row(html, "Likelihood of superiority", &format!("{superiority:.1}%{mark}"));
    }
    if let (Some(sprt), Some(ratio)) = (results.contest().sprt, results.log_likelihood_ratio()) {
        let [elo0, elo1] = sprt.elo();
        let [low, high] = sprt.bounds();
        let decision = match results.decision() {
            SprtDecision::Open => "no decision",
            SprtDecision::AcceptH0 => "H0 is accepted",
            SprtDecision::AcceptH1 => "H1 is accepted",
            SprtDecision::Undefined => "which cannot be computed",
        };
        let text = format!(
            "[{elo0}, {elo1}]: log-likelihood ratio {ratio:+.3} between {low:+.3} and {high:+.3}, {decision}"
        );
        row(html, "SPRT", &text);
    }
    html.push_str("</table></div>");
}

/// Wins, draws and losses as a bar.
fn shares(html: &mut String, tally: &Tally) {
    let parts = [("wins", tally.wins), ("draws", tally.draws), ("losses", tally.losses)];
    let words: Vec<String> = parts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let _ = write!(html, "<div class=\"shares\" role=\"img\" aria-label=\"{}\">", words.join(", "));
    for (name, count) in parts {
        let _ =
            write!(html, "<span class=\"{name}\" style=\"flex:{count}\" title=\"{count} {name}\"></span>");
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
        html.push_str("<h2>Elo over time</h2>");
        let curve = Curve { points, band, name: String::new() };
        html.push_str(&curves(
            "Elo after each game, with 95% confidence interval",
            "games",
            &[curve],
            &[0.0],
        ));
    }
    let points: Vec<(f64, f64)> =
        samples.iter().filter_map(|sample| Some((sample.games as f64, sample.ratio?))).collect();
    if let (true, Some(sprt)) = (points.len() >= 2, results.contest().sprt) {
        html.push_str("<h2>Log-likelihood ratio over time</h2>");
        let curve = Curve { points, band: Vec::new(), name: String::new() };
        html.push_str(&curves("Log-likelihood ratio after each game", "games", &[curve], &sprt.bounds()));
    }
}

fn standings(html: &mut String, results: &Results) {
    let names = results.contest().names();
    let ratings = results.ratings();
    let standings = results.standings();
    let own_columns: &[&str] = match results.contest().format {
        Format::Swiss => &["Match points", "Buchholz"],
        Format::Knockout => &["Rounds"],
        _ => &[],
    };
    html.push_str("<h2>Standings</h2><div class=\"scroll\"><table><thead><tr>");
    for name in ["#", "Player", "Games", "Won", "Drawn", "Lost", "Points", "%", "Elo", "95%"]
        .iter()
        .chain(own_columns)
    {
        let class = if *name == "Player" { " class=\"text\"" } else { "" };
        let _ = write!(html, "<th scope=\"col\"{class}>{name}</th>");
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
        html.push_str(
            "<p class=\"faint\">? The results alone do not determine a finite rating; \
             every player was given one imaginary draw.</p>",
        );
    }
    if let Some(byes) = byes(results) {
        let _ = write!(html, "<p class=\"faint\">{}.</p>", Escaped(&byes));
    }
    let rows: Vec<_> = ranking
        .iter()
        .map(|&player| {
            let elo = ratings[player].elo;
            (names[player], elo.value, elo.low, elo.high)
        })
        .collect();
    html.push_str("<h2>Ratings</h2>");
    html.push_str(&bars("Ratings with 95% confidence intervals", &rows));
}

/// The rounds of a knockout side by side.
fn bracket_table(html: &mut String, results: &Results) {
    let Some(rounds) = bracket_of(results) else { return };
    html.push_str("<h2>Bracket</h2><div class=\"scroll\"><table class=\"bracket\"><thead><tr>");
    for round in 0..rounds.len() {
        let _ = write!(html, "<th scope=\"col\" class=\"text\">{}</th>", round_name(round, rounds.len()));
    }
    html.push_str("</tr></thead><tbody>");
    for row in 0..rounds.first().map_or(0, Vec::len) {
        html.push_str("<tr>");
        for (round, meetings) in
            rounds.iter().enumerate().filter(|(round, _)| row.is_multiple_of(1 << *round))
        {
            let meeting = &meetings[row >> round];
            let text = meeting_text(results, meeting);
            let _ = write!(html, "<td class=\"text\" rowspan=\"{}\">{}", 1 << round, Escaped(&text));
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
    html.push_str(
        "<h2>Crosstable</h2><div class=\"scroll\"><table><thead><tr>\
         <th scope=\"col\">#</th><th scope=\"col\" class=\"text\">Player</th>",
    );
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
                    "<td title=\"{} won, {} drawn, {} lost\">{}/{games}</td>",
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
        html.push_str("<h2>Points over time</h2>");
        html.push_str(&curves("Points of the players after each game", "games", &chosen, &[]));
    }
}

fn terminations(html: &mut String, results: &Results) {
    html.push_str(
        "<h2>How games ended</h2><div class=\"scroll\"><table><thead><tr>\
         <th scope=\"col\">By</th><th scope=\"col\">Games</th><th scope=\"col\">%</th></tr></thead><tbody>",
    );
    for (name, count) in results.terminations() {
        let share = 100.0 * count as f64 / results.games().max(1) as f64;
        let _ = write!(html, "<tr><td>{}</td><td>{count}</td><td>{share:.1}</td></tr>", Escaped(name));
    }
    html.push_str("</tbody></table></div>");
    if results.left_out() > 0 {
        let _ = write!(
            html,
            "<p class=\"faint\">{} games do not count: the other game of their pair is missing, \
             or they were played after the SPRT's decision.</p>",
            results.left_out()
        );
    }
}

/// The results of the sides, whoever played them.
fn by_side(html: &mut String, results: &Results, timeline: &Timeline, [first, second]: [&str; 2]) {
    let tally = timeline.of_first_side(results);
    let share = |count: u64| 100.0 * count as f64 / tally.games().max(1) as f64;
    let _ = write!(
        html,
        "<p>{first} won {} games ({:.1}%), {second} {} ({:.1}%); {} were drawn ({:.1}%).</p>",
        tally.wins,
        share(tally.wins),
        tally.losses,
        share(tally.losses),
        tally.draws,
        share(tally.draws)
    );
}

/// A description of the openings.
fn openings(source: &OpeningSource) -> String {
    match source {
        OpeningSource::Start => "the initial position".to_owned(),
        OpeningSource::Random(RandomSettings { plies, balance, nodes }) => {
            format!("{plies} random plies, imbalance at most {balance} in a search of {nodes} nodes")
        }
        OpeningSource::Book(book) => {
            let name = book.path.file_name().unwrap_or_default().to_string_lossy();
            let order = match book.order {
                BookOrder::Sequential => "in order",
                BookOrder::Random => "shuffled",
            };
            format!("the book {name}, {order}, from index {}", book.start)
        }
    }
}

/// A description of the adjudication rules.
fn adjudication(rules: &Adjudication) -> String {
    let mut parts = Vec::new();
    if let Some(WinRule { score, moves, one_sided }) = rules.win {
        let who = if one_sided { " of the loser" } else { "" };
        parts.push(format!("win: score {score} for {moves} moves{who}"));
    }
    if let Some(DrawRule { score, moves, from_move }) = rules.draw {
        parts.push(format!("draw: score within {score} for {moves} moves, from move {from_move} on"));
    }
    if let Some(plies) = rules.max_plies {
        parts.push(format!("draw after {plies} plies"));
    }
    if parts.is_empty() { "none".to_owned() } else { parts.join("; ") }
}

fn settings(html: &mut String, results: &Results) {
    let contest = results.contest();
    html.push_str("<h2>Settings</h2><div class=\"scroll\"><table>");
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
        row(html, &player.name, &text);
    }
    for (name, value) in &contest.options {
        row(html, name, value);
    }
    row(html, "Openings", &openings(&contest.openings));
    row(html, "Adjudication", &adjudication(&contest.adjudication));
    row(html, "Rounds", &contest.rounds.to_string());
    row(html, "Seed", &contest.seed.to_string());
    row(html, "Fingerprint", &contest.fingerprint());
    html.push_str("</table></div>");
}
