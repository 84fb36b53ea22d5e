//! The statements of the rules pages in `docs` about their positions.
//!
//! A page makes them in comments that begin with `<!-- position`, one `key: value` a line (`scripts/diagrams` draws the
//! positions that have a name):
//!
//! | key | value |
//! | --- | --- |
//! | `fen` | the position |
//! | `moves` | moves to be made first |
//! | `refused` | the code of the problem for which the FEN is refused |
//! | the name of a fact, such as `check` | the fact, as `d` shows it |
//! | `KIND SIDE`, such as `guard second` | the points with this mark |
//! | `legal` | all legal moves |
//! | `count` | the number of legal moves |
//! | `from POINT` | the destinations of all legal moves of the piece there |
//! | `illegal` | moves, each with the code of the reason why it is illegal |
//! | `name MOVE` | the move's name |
//! | `status` | the game's state, as `status` shows it |
//! | `after MOVE` | the same after this move |

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use quadriga::base::{MoveList, Notation, Side};
use quadriga::games::gomoku::{GomokuPosition, Renju};
use quadriga::games::xiangqi::XiangqiPosition;
use quadriga::games::zhonggong::ZhonggongPosition;

/// A page's comment about a position.
#[derive(Debug, PartialEq, Eq)]
struct Claims {
    /// The diagram's name, possibly empty.
    name: String,
    entries: Vec<(String, String)>,
}

impl Claims {
    fn get(&self, key: &str) -> Option<&str> {
        self.entries.iter().find(|(found, _)| found == key).map(|(_, value)| value.as_str())
    }

    /// Checks every entry, and that there are any besides the position and its marks.
    fn check<P: Notation>(&self) {
        let options = P::Options::default();
        let fen = self.get("fen").unwrap_or_else(|| panic!("{self:?}: no FEN"));
        let position = P::read_fen(fen, &options);
        if let Some(code) = self.get("refused") {
            let Err(error) = position else { panic!("{fen} is accepted") };
            assert_eq!(error.problem.code(), code, "{fen}: {error}");
            return;
        }
        let (mut position, _) = position.unwrap_or_else(|error| panic!("{fen}: {error}"));
        for text in self.get("moves").into_iter().flat_map(str::split_whitespace) {
            make(&mut position, text);
        }
        let mut checked = 0;
        for (key, value) in &self.entries {
            if !matches!(key.as_str(), "fen" | "moves" | "marks") {
                assert_eq!(&answer(&position, key, value), value, "{}: {fen}: {key}", self.name);
                checked += 1;
            }
        }
        assert!(checked > 0, "nothing is said about {fen}");
    }
}

/// What the rules say about an entry with this key, in the form of `value`.
fn answer<P: Notation>(position: &P, key: &str, value: &str) -> String {
    let options = P::Options::default();
    let legal = legal_moves(position);
    match key.split_once(' ') {
        Some(("from", point)) => {
            let targets: BTreeSet<_> = legal.iter().filter_map(|text| text.strip_prefix(point)).collect();
            targets.into_iter().collect::<Vec<_>>().join(" ")
        }
        Some(("name", text)) => {
            let m = position.parse_move(text, &options).unwrap_or_else(|error| panic!("{error}"));
            position.move_name(m, &options)
        }
        Some(("after", text)) => {
            let mut after = position.clone();
            make(&mut after, text);
            status(&after)
        }
        Some((kind, side @ ("first" | "second"))) => {
            let side = if side == "first" { Side::First } else { Side::Second };
            let marks = position.marks(&options).into_iter();
            let points = marks.filter(|mark| mark.kind.0 == kind && mark.side == Some(side));
            in_order_of(value, points.flat_map(|mark| mark.points))
        }
        _ => match key {
            "legal" => legal.join(" "),
            "count" => legal.len().to_string(),
            "status" => status(position),
            "illegal" => {
                let reason = |entry: &str| {
                    let text = entry.split(' ').next().unwrap_or_default();
                    let code =
                        position.parse_move(text, &options).map_or_else(|error| error.code(), |_| "legal");
                    format!("{text} {code}")
                };
                value.split(", ").map(reason).collect::<Vec<_>>().join(", ")
            }
            _ => {
                let facts = position.facts(&options).into_iter();
                facts.filter(|(name, _)| *name == key).map(|(_, fact)| fact).collect()
            }
        },
    }
}

/// These points in the order in which `text` names them, the others behind.
fn in_order_of(text: &str, points: impl Iterator<Item = String>) -> String {
    let mut points: Vec<_> = points.collect();
    points.sort_by_key(|point| (text.find(point.as_str()).unwrap_or(usize::MAX), point.clone()));
    points.join(" ")
}

fn make<P: Notation>(position: &mut P, text: &str) {
    let m = position.parse_move(text, &P::Options::default()).unwrap_or_else(|error| panic!("{error}"));
    position.make(m, &mut ());
}

fn legal_moves<P: Notation>(position: &P) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut texts: Vec<_> = moves.iter().map(|&m| position.move_text(m, &P::Options::default())).collect();
    texts.sort_unstable();
    texts
}

fn status<P: Notation>(position: &P) -> String {
    position
        .verdict()
        .map_or("ongoing".to_owned(), |verdict| format!("{} {}", verdict.outcome, verdict.reason))
}

/// Reads the positions of a page, checks that its pictures are theirs, and that the page shows the FEN of each picture.
fn read(page: &str) -> Vec<Claims> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{page}: {error}"));
    let claims: Vec<_> = text.split("<!-- position").skip(1).map(|rest| claims(page, rest)).collect();
    let pictures: BTreeSet<_> = text
        .split("(diagrams/")
        .skip(1)
        .map(|rest| {
            rest.split_once(".svg)").unwrap_or_else(|| panic!("{page}: a broken link to a diagram")).0
        })
        .collect();
    let names: BTreeSet<_> =
        claims.iter().map(|claims| claims.name.as_str()).filter(|name| !name.is_empty()).collect();
    assert_eq!(pictures, names, "{page}: the pictures and the positions with a name");
    for claims in claims.iter().filter(|claims| !claims.name.is_empty()) {
        let fen = claims.get("fen").unwrap_or_default();
        assert!(text.contains(&format!("`{fen}`")), "{page} does not show {fen}");
    }
    claims
}

fn claims(page: &str, text: &str) -> Claims {
    let (text, _) = text.split_once("-->").unwrap_or_else(|| panic!("{page}: a comment without an end"));
    let (name, entries) = text.split_once('\n').unwrap_or_else(|| panic!("{page}: an empty position"));
    let entry = |line: &str| {
        let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("{page}: no entry: {line}"));
        (key.to_owned(), value.to_owned())
    };
    Claims { name: name.trim().to_owned(), entries: entries.lines().map(entry).collect() }
}

#[test]
fn zhonggong_document() {
    let claims = read("zhonggong.md");
    assert!(claims.len() > 40, "only {} positions", claims.len());
    claims.iter().for_each(Claims::check::<ZhonggongPosition>);
    let chinese = read("zhonggong.zh-CN.md");
    for (chinese, english) in chinese.iter().zip(&claims) {
        assert_eq!(chinese, english, "the pages in both languages");
    }
    assert_eq!(chinese.len(), claims.len(), "the positions of both pages");
}

#[test]
fn renju_document() {
    read("renju.md").iter().for_each(Claims::check::<GomokuPosition<Renju>>);
}

#[test]
fn xiangqi_repetition_document() {
    read("xiangqi-repetition.md").iter().for_each(Claims::check::<XiangqiPosition>);
}
