//! A round of a network's training by `scripts/round`.

use std::fs;
use std::process::Command;

use crate::harness::Folder;

/// Runs the script with few games of little effort; returns whether it succeeded, and its output.
fn round(folder: &Folder, cores: &str, words: &str) -> (bool, String) {
    let output = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/round"))
        .args(["-e", env!("CARGO_BIN_EXE_quadriga"), "-c", cores, "-g", "24", "-n", "20", "-w", "32", "-r"])
        .args(["-E", "2", "-b", "256", "-N", "40", "-p", "2", "-T", "nodes=30", "-P", "1"])
        .args(words.split_whitespace())
        .arg(folder.path("round"))
        .arg("xiangqi")
        .env_remove("RUST_LOG")
        .output()
        .expect("the script starts");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text.into_owned())
}

#[test]
fn a_round_is_continued_to_the_same_row() {
    let folder = Folder::new("a_round_is_continued");
    let (done, text) = round(&folder, "2", "-i 7");
    assert!(done, "{text}");
    let read = |name: &str| fs::read(folder.path("round").join(name)).expect(name);
    let row = String::from_utf8(read("row.md")).expect("text");
    assert!(text.contains(&row), "{text}");
    let cells: Vec<_> = row.trim().trim_matches('|').split('|').map(str::trim).collect();
    let [round_number, variant, data, form, training, kept, loss, hand_written, matches, _] = cells[..]
    else {
        panic!("{row}")
    };
    assert_eq!((round_number, variant, form, training), ("7", "xiangqi", "2 × 32, residual", "2, 1"));
    assert!(data.starts_with("self-play 1 (") && ["1", "2"].contains(&kept), "{row}");
    assert!(loss.parse::<f64>().is_ok_and(|loss| loss > 0.0), "{row}");
    assert!(hand_written.parse::<f64>().is_ok_and(|loss| loss > 0.0), "{row}");
    assert!(matches.contains("by nodes (4 games)") && matches.ends_with("by clock (2 games)"), "{row}");
    // What was interrupted on the way is completed, and what is complete is not made again.
    let names = ["xiangqi-20-1.games", "xiangqi-32r.net", "nodes.jsonl", "clock.jsonl"];
    let files = names.map(read);
    for (name, bytes) in names.iter().zip(&files) {
        let path = folder.path("round").join(name);
        if *name == names[1] {
            fs::remove_file(&path).expect("a network");
        } else {
            fs::write(&path, &bytes[..bytes.len() * 2 / 3]).expect("room on the disk");
        }
    }
    let (done, text) = round(&folder, "1", "-i 7");
    assert!(done, "{text}");
    assert!(read(names[0]) == files[0] && read(names[1]) == files[1], "{text}");
    assert_eq!(String::from_utf8(read("row.md")).expect("text"), row);
    let (done, text) = round(&folder, "1", "-i 7 -n 30");
    assert!(!done && text.contains("holds another round: xiangqi games=24 soft-nodes=20"), "{text}");
}

#[test]
fn a_round_may_begin_with_an_earlier_network() {
    let [first, second] = ["an_earlier_round", "a_later_round"].map(Folder::new);
    let (done, text) = round(&first, "2", "");
    assert!(done, "{text}");
    let earlier = first.path("round").join("xiangqi-32r.net");
    let (done, text) = round(&second, "2", &format!("-H 5 -l 0.0003 -I {}", earlier.display()));
    assert!(done, "{text}");
    let settings = fs::read_to_string(second.path("round").join("settings.txt")).expect("settings");
    assert!(settings.contains(&format!("horizon=5 initial={} rate=0.0003", earlier.display())), "{settings}");
    let network =
        |folder: &Folder| fs::read(folder.path("round").join("xiangqi-32r.net")).expect("a network");
    let recipe = String::from_utf8_lossy(&network(&second)).into_owned();
    assert!(network(&first) != network(&second) && recipe.contains("\nhorizon=5\n"), "{recipe}");
}
