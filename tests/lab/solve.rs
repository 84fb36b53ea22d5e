//! Proofs that gomoku positions are won, and their check.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quadriga::base::{Notation, Position};
use quadriga::games::gomoku::solution::Solution;
use quadriga::games::gomoku::{Freestyle, GomokuOptions, GomokuPosition, Point, Renju, Rule, Standard};
use quadriga::lab::solve::{CheckError, CheckReport, CheckSettings, Part, check};

use crate::harness::Folder;

/// A position that continuous threats alone do not win within the effort of the tests, but a few other moves do.
const POSITION: &str = "startpos moves h8 h9 j9 i8 i10 g9 j10 f9";
const EFFORT: &str = "--effort 400 --nodes 3000";

fn checked(bytes: &[u8], part: Part) -> Result<CheckReport, CheckError> {
    let settings = CheckSettings { part, threads: NonZeroUsize::MIN };
    check(bytes, &settings, &AtomicBool::new(false), |_, _| {})
}

/// The bytes with a checksum that fits them.
fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Where the records of a proof with one starting position begin.
fn first_record(bytes: &[u8]) -> usize {
    let mut ends = (0..bytes.len()).filter(|&index| bytes[index] == b'\n');
    ends.nth(1).expect("two lines") + 1
}

/// The bytes of a record: a key, and the answer from the least significant byte on.
const RECORD_BYTES: usize = KEY_BYTES + 2;
const KEY_BYTES: usize = 8;

/// Replaces the move of the first record by one in the corner, on no line with another stone.
fn play_in_the_corner(records: &mut [u8]) {
    records[KEY_BYTES] &= 0x7f;
    records[KEY_BYTES + 1] = 0;
}

/// Checks a random thousandth of the solution of this rule that is part of the program.
fn check_a_thousandth<R: Rule>(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/gomoku/solution").join(file);
    let bytes = fs::read(path).unwrap();
    assert!(bytes.len() <= 4 << 20, "{} bytes", bytes.len());
    let count = Solution::from_bytes::<R>(&bytes).unwrap().len() / 1000;
    let report = checked(&bytes, Part::Sample { count, seed: rand::random() }).unwrap();
    assert_eq!(report.checked, count);
    let starts: Vec<_> = report.starts.iter().map(|(fen, _)| fen.as_str()).collect();
    assert_eq!(
        starts,
        [GomokuPosition::<R>::start(&GomokuOptions::default())
            .fen(&GomokuOptions::default())
            .trim_end_matches(" 1")]
    );
}

#[test]
fn a_thousandth_of_the_solution_of_gomoku_is_right() {
    check_a_thousandth::<Freestyle>("freestyle.solution");
}

#[test]
fn a_thousandth_of_the_solution_of_standard_gomoku_is_right() {
    check_a_thousandth::<Standard>("standard.solution");
}

#[test]
fn a_thousandth_of_the_solution_of_renju_is_right() {
    check_a_thousandth::<Renju>("renju.solution");
}

#[test]
fn a_proof_is_found_and_passes_the_check_in_parts() {
    let folder = Folder::new("a_proof_is_found");
    for variant in ["gomoku", "gomoku-standard", "renju"] {
        let (done, text) = folder
            .outcome(&format!("solve --variant {variant} {POSITION} {EFFORT} --out {variant} --threads 2"));
        assert!(done && text.contains("Proved: the side to move wins in at most "), "{text}");
        let bytes = fs::read(folder.path(variant)).unwrap();
        let all = checked(&bytes, Part::All).unwrap();
        assert_eq!((all.variant.name(), all.checked), (variant, all.records));
        assert!(all.records > 1 && all.won_by_threats > 0, "{all:?}");
        // The parts are the whole.
        let count = NonZeroUsize::new(3).unwrap();
        let parts = (0..3).map(|index| checked(&bytes, Part::Share { index, count }).unwrap());
        let sum = parts.fold((0, 0), |sum, part| (sum.0 + part.checked, sum.1 + part.replies));
        assert_eq!(sum, (all.records, all.replies));
        let sample = checked(&bytes, Part::Sample { count: 2, seed: 5 }).unwrap();
        assert_eq!(sample.checked, 2);
        let (done, text) = folder.outcome(&format!("solve --check {variant} --sample 1 --seed 9"));
        assert!(done && text.contains(&format!("1 of {} positions checked", all.records)), "{text}");
    }
}

#[test]
fn damaged_proofs_are_refused() {
    let folder = Folder::new("damaged_proofs");
    let (done, text) = folder.outcome(&format!("solve {POSITION} {EFFORT} --out proof"));
    assert!(done, "{text}");
    let bytes = fs::read(folder.path("proof")).unwrap();
    for number in 0..100 {
        let mut damaged = bytes.clone();
        let index = number * 7919 % bytes.len();
        damaged[index] ^= 1 << (number % 8);
        assert!(matches!(checked(&damaged, Part::All), Err(CheckError::File(_))), "byte {index}");
    }
    // Wrong contents with a checksum that is right.
    let start = first_record(&bytes);
    let count = (bytes.len() - start - 4) / RECORD_BYTES;
    let line = String::from_utf8(bytes[..start].to_vec()).unwrap();
    for number in 0..count {
        let at = start + RECORD_BYTES * number;
        let fewer = line.replacen(&format!(" {count} "), &format!(" {} ", count - 1), 1);
        let missing = [fewer.as_bytes(), &bytes[start..at], &bytes[at + RECORD_BYTES..]].concat();
        assert!(checked(&resealed(missing), Part::All).is_err(), "without record {number}");
        let mut unreachable = bytes.clone();
        unreachable[at + 2] ^= 1;
        assert!(checked(&resealed(unreachable), Part::All).is_err(), "another key in record {number}");
        let mut shorter = bytes.clone();
        assert!(shorter[at + KEY_BYTES] & 0x7f > 0, "a record's position is not won at once");
        shorter[at + KEY_BYTES] -= 1;
        let error = checked(&resealed(shorter), Part::All).unwrap_err();
        assert!(matches!(error, CheckError::Longer { .. }), "{error}");
    }
    let solution = Solution::from_bytes::<Freestyle>(&bytes).unwrap();
    let plies = solution.header.starts[0].plies;
    let shorter = line.replacen(&format!("\n{plies} "), &format!("\n{} ", plies - 2), 1);
    let shorter = [shorter.as_bytes(), &bytes[start..]].concat();
    assert!(matches!(checked(&resealed(shorter), Part::All), Err(CheckError::Longer { .. })));
}

#[test]
fn a_move_that_does_not_win_is_refused() {
    let folder = Folder::new("a_wrong_move");
    let (done, text) = folder.outcome(&format!("solve {POSITION} {EFFORT} --out proof"));
    assert!(done, "{text}");
    let bytes = fs::read(folder.path("proof")).unwrap();
    let start = first_record(&bytes);
    for at in (start..bytes.len() - 4).step_by(RECORD_BYTES) {
        let mut damaged = bytes.clone();
        play_in_the_corner(&mut damaged[at..]);
        let error = checked(&resealed(damaged), Part::All).unwrap_err();
        let is_told = matches!(
            error,
            CheckError::NoWin { .. } | CheckError::Refuted { .. } | CheckError::Unreachable(_)
        );
        assert!(is_told, "{error}");
    }
}

#[test]
fn a_known_proof_is_used_and_kept() {
    let folder = Folder::new("a_known_proof");
    let (done, text) = folder.outcome(&format!("solve {POSITION} {EFFORT} --out first"));
    assert!(done, "{text}");
    let first = checked(&fs::read(folder.path("first")).unwrap(), Part::All).unwrap();
    // A position of its own, won by threats, and one that leads to the first.
    let steps = [
        ("startpos moves h8 a1 i9 a3 g7 a5", "second", 2, true),
        ("startpos moves h8 h9 j9 i8 i10 g9", "third", 2, false),
    ];
    let mut known = "first".to_owned();
    for (position, out, starts, is_same) in steps {
        let (done, text) = folder.outcome(&format!("solve {position} {EFFORT} --with {known} --out {out}"));
        assert!(done, "{text}");
        let report = checked(&fs::read(folder.path(out)).unwrap(), Part::All).unwrap();
        assert_eq!(report.starts.len(), starts, "{report:?}");
        assert_eq!(report.records == first.records, is_same, "{report:?}");
        out.clone_into(&mut known);
    }
    // What is proved is not searched again.
    let words = format!("solve {POSITION} {EFFORT} --with third --out again --journal new");
    let (done, text) = folder.outcome(&words);
    assert!(done, "{text}");
    assert_eq!(fs::read_to_string(folder.path("new")).unwrap().lines().count(), 1, "no finding");
    // Proofs of other kinds are not mixed.
    let cases = [
        (
            format!("solve {POSITION} --effort 77 --with first --out wrong --journal j1"),
            "has effort 400, not 77",
        ),
        (
            format!(
                "solve {POSITION} {EFFORT} --variant gomoku-standard --with first --out wrong --journal j2"
            ),
            "has variant gomoku, not gomoku-standard",
        ),
        (format!("solve 5/5/5/5/5 b {EFFORT} --with first --out wrong --journal j3"), "has board 15, not 5"),
        (
            format!("solve {POSITION} {EFFORT} --with first.journal --out wrong --journal j4"),
            "not a file of a solution",
        ),
        (format!("solve {POSITION} {EFFORT} --with missing --out wrong --journal j5"), "missing"),
    ];
    for (words, message) in cases {
        let (done, text) = folder.outcome(&words);
        assert!(!done && text.contains(message), "{words}: {text}");
    }
    assert!(!folder.path("wrong").exists());
}

#[test]
fn a_guide_is_tried_first_and_not_trusted() {
    let folder = Folder::new("a_guide");
    let (done, text) = folder.outcome(&format!("solve {POSITION} {EFFORT} --out guide"));
    assert!(done, "{text}");
    let mut wrong = fs::read(folder.path("guide")).unwrap();
    let guide = Solution::from_bytes::<Freestyle>(&wrong).unwrap();
    let start = &guide.header.starts[0].stones;
    let (number, _) = guide.find(start).expect("a record");
    let at = first_record(&wrong) + RECORD_BYTES * number;
    play_in_the_corner(&mut wrong[at..]);
    fs::write(folder.path("wrong"), resealed(wrong)).unwrap();
    for (guide, is_wrong) in [("guide", false), ("wrong", true)] {
        let words =
            format!("solve --variant gomoku-standard {POSITION} {EFFORT} --guide {guide} --out {guide}.out");
        let (done, text) = folder.outcome(&words);
        assert!(done, "{text}");
        checked(&fs::read(folder.path(&format!("{guide}.out"))).unwrap(), Part::All).unwrap();
        let journal = fs::read_to_string(folder.path(&format!("{guide}.out.journal"))).unwrap();
        let first = journal.lines().nth(1).expect("a finding");
        assert_eq!(first.contains("[0,0]"), is_wrong, "{first}");
    }
    let found = Solution::from_bytes::<Standard>(&fs::read(folder.path("guide.out")).unwrap()).unwrap();
    let answer = |solution: &Solution| solution.find(start).map(|(_, answer)| answer.at);
    assert!(answer(&guide).is_some());
    assert_eq!(answer(&guide), answer(&found));
}

#[test]
fn the_move_of_a_book_is_tried_first() {
    /// The position after White's four, and its mirror image with a corner, which does not stop the four.
    const FOUR: &str = "startpos moves h8 h9 j9 i8 i10 g9 j10 f9 i9 e9";
    const LINE: &str = "startpos moves h8 h9 f9 g8 g10 i9 f10 j9 g9 k9 o1";
    let folder = Folder::new("a_book");
    let words = format!("solve {FOUR} {EFFORT} --out");
    let (done, text) = folder.outcome(&format!("{words} proof"));
    assert!(done, "{text}");
    fs::write(folder.path("book"), format!("# A book\n\n  {LINE}\n")).unwrap();
    let (done, text) = folder.outcome(&format!("{words} other --book book"));
    assert!(done, "{text}");
    let other = fs::read(folder.path("other")).unwrap();
    checked(&other, Part::All).unwrap();
    // The first question after the first move is about the replies to it, in the canonical image.
    let asks_for_a_corner = |name: &str| {
        let journal = fs::read_to_string(folder.path(name)).unwrap();
        let line = journal.lines().nth(2).expect("a second finding");
        ["[0,0]", "[0,14]", "[14,0]", "[14,14]"]
            .iter()
            .any(|corner| line.contains(&format!("{{\"zone\":{corner}}}")))
    };
    assert!(asks_for_a_corner("other.journal"));
    assert!(!asks_for_a_corner("proof.journal"));
    let start = |bytes: &[u8]| {
        let solution = Solution::from_bytes::<Freestyle>(bytes).unwrap();
        solution.find(&solution.header.starts[0].stones).map(|(_, answer)| answer.at)
    };
    let is_inner = |at: Point| (1..14).contains(&at.file()) && (1..14).contains(&at.rank());
    assert!(start(&other).is_some_and(is_inner), "the corner does not win");
    // A journal serves searches with other books and with none.
    for (journal, book) in [("other", ""), ("proof", "--book book"), ("other", "--book book")] {
        let (done, text) = folder.outcome(&format!("{words} again --journal {journal}.journal {book}"));
        assert!(done, "{text}");
        assert!(checked(&fs::read(folder.path("again")).unwrap(), Part::All).is_ok(), "{journal} {book}");
    }
}

#[test]
fn mistakes_in_a_book_are_told() {
    let folder = Folder::new("mistakes_in_a_book");
    let cases: [(&[u8], &str); 7] = [
        (b"startpos moves h8 i9\nstartpos moves h8 h8", "book: line 2: move 2 of 2"),
        (b"\nstartpos\n", "book: line 2: no moves"),
        (b"h8 i9", "book: line 1: the position: FEN, board"),
        (b"startpos moves h8 i9 i7\nstartpos moves h8 i9 i8", "book: line 2: another move than in line 1"),
        // An image of the position.
        (b"moves h8 i9 i7\n#\nmoves h8 g9 h7", "book: line 3: another move than in line 1"),
        (b"startpos moves h8 i9 z9", "book: line 1: move 3 of 3"),
        (b"\xff\xfe", "book: it is not UTF-8 text"),
    ];
    for (text, message) in cases {
        fs::write(folder.path("book"), text).unwrap();
        let (done, told) = folder.outcome("solve startpos --out proof --book book");
        assert!(!done && told.contains(message), "{}: {told}", String::from_utf8_lossy(text));
    }
    for (words, message) in [("--book missing", "missing"), ("--check book --book book", "--book")] {
        let (done, told) = folder.outcome(&format!("solve --out proof {words}"));
        assert!(!done && told.contains(message), "{words}: {told}");
    }
    assert!(!folder.path("proof").exists());
    // The same move twice is no contradiction, in whichever image it is written, also in symmetric positions.
    let lines = "moves h8 a1 i9 a3 g7 a5 j10\nmoves h8 o1 g9 o3 i7 o5 f10\nmoves h8 i8 i9\nmoves h8 i8 i7\n";
    fs::write(folder.path("book"), lines).unwrap();
    let (done, told) = folder.outcome("solve moves h8 a1 i9 a3 g7 a5 --out proof --book book");
    assert!(done, "{told}");
}

#[test]
fn a_killed_search_goes_on() {
    let folder = Folder::new("a_killed_search");
    let words = format!("solve {POSITION} {EFFORT} --out proof");
    let journal = folder.path("proof.journal");
    let mut child = folder
        .command(&words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    // A few findings: a line has about a hundred bytes.
    while fs::metadata(&journal).map_or(0, |data| data.len()) < 1000 {
        assert!(begun.elapsed() < Duration::from_mins(1), "nothing is found");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("a running program");
    child.wait().expect("its end");
    let kept = fs::read(&journal).unwrap();
    // The last line is cut, too.
    fs::write(&journal, &kept[..kept.len() - 3]).unwrap();
    let (done, text) = folder.outcome(&words);
    assert!(done && text.contains("Resuming: ") && text.contains("incomplete"), "{text}");
    let end = kept[..kept.len() - 3].iter().rposition(|&byte| byte == b'\n').unwrap();
    assert!(fs::read(&journal).unwrap().starts_with(&kept[..end]));
    assert!(checked(&fs::read(folder.path("proof")).unwrap(), Part::All).is_ok());
    // What is known already is not searched again.
    let before = fs::metadata(&journal).unwrap().len();
    let (done, text) = folder.outcome(&words);
    assert!(done, "{text}");
    assert_eq!(fs::metadata(&journal).unwrap().len(), before);
}

#[test]
fn wins_by_threats_need_no_records() {
    let folder = Folder::new("no_records");
    let (done, text) = folder.outcome("solve startpos moves h8 a1 i9 a3 g7 a5 --out proof");
    assert!(done && text.contains("0 positions"), "{text}");
    let report = checked(&fs::read(folder.path("proof")).unwrap(), Part::All).unwrap();
    assert_eq!((report.records, report.checked), (0, 0));
    // White wins, too, where it can.
    for variant in ["gomoku", "renju"] {
        let (done, text) = folder
            .outcome(&format!("solve --variant {variant} startpos moves a1 h8 a3 i9 a5 g7 c2 --out white"));
        assert!(done && text.contains("Proved"), "{text}");
        assert!(checked(&fs::read(folder.path("white")).unwrap(), Part::All).is_ok());
        fs::remove_file(folder.path("white.journal")).unwrap();
    }
}

#[test]
fn mistakes_are_told() {
    let folder = Folder::new("mistakes");
    fs::write(folder.path("text"), "a text").unwrap();
    let cases = [
        ("solve --variant chess startpos --out proof", "chess cannot be solved"),
        ("solve --variant xiangqi startpos --out proof", "xiangqi cannot be solved"),
        ("solve startpos moves h8 h8 --out proof", "move 2 of 2"),
        ("solve nonsense --out proof", "the position: FEN, board: 1 ranks where 5 to 20 are needed\n"),
        ("solve startpos moves h8 a1 i8 a2 j8 a3 k8 a4 l8 --out proof", "the game is over"),
        ("solve startpos", "--out"),
        ("solve startpos --out proof --journal text", "not a journal"),
        ("solve startpos --out proof --guide missing", "missing"),
        (
            "solve startpos --out proof --guide text",
            "quadriga: text: the proof: not a file of a solution: \
             it does not begin with a line \"quadriga-solution …\"\n",
        ),
        ("solve --check missing", "missing"),
        ("solve --check text --guide text", "--guide"),
        ("solve --check text", "not a file of a solution"),
        ("solve --check text --share 4/3", "3/8"),
        ("solve --check text --share 1/3 --sample 3", "--sample"),
        ("solve startpos --out proof --share 1/3", "--share"),
        ("solve startpos --out proof --sample 3", "--sample"),
        ("solve startpos --out proof --seed 3", "--seed"),
    ];
    for (words, message) in cases {
        let (done, text) = folder.outcome(words);
        assert!(!done && text.contains(message), "{words}: {text}");
    }
    assert!(!folder.path("proof").exists());
    // A journal of other settings is not mixed with this search.
    let (done, text) = folder.outcome("solve startpos moves h8 a1 i9 a3 g7 a5 --out proof");
    assert!(done, "{text}");
    let (done, text) = folder.outcome("solve startpos moves h8 a1 i9 a3 g7 a5 --out proof --effort 77");
    assert!(!done && text.contains("other settings"), "{text}");
}

#[test]
fn a_solution_answers_all_images_of_a_position() {
    let folder = Folder::new("images");
    let (done, text) = folder.outcome(&format!("solve {POSITION} {EFFORT} --out proof"));
    assert!(done, "{text}");
    let solution = Solution::from_bytes::<Freestyle>(&fs::read(folder.path("proof")).unwrap()).unwrap();
    let start = &solution.header.starts[0].stones;
    for symmetry in quadriga::games::gomoku::solution::Symmetry::all() {
        let (_, answer) = solution.find(&start.image(symmetry)).expect("a record");
        let position: GomokuPosition<Freestyle> = start.image(symmetry).position();
        assert!(position.is_legal(answer.at.to_move()), "{symmetry:?}");
    }
    let empty = GomokuPosition::<Freestyle>::start(&GomokuOptions::default());
    assert!(solution.find(&quadriga::games::gomoku::solution::Stones::of(&empty)).is_none());
}
