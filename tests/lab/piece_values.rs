//! What pieces are worth by the evaluations.

use crate::harness::Folder;

#[test]
fn values_are_printed_as_markdown() {
    let folder = Folder::new("piece_values");
    let generate = |variant: &str| {
        let command =
            format!("datagen --variant {variant} --games 30 --soft-nodes 30 --threads 2 --out {variant}");
        let (done, text) = folder.outcome(&command);
        assert!(done, "{text}");
    };
    generate("zhonggong");
    let (done, text) = folder.outcome("data values zhonggong --threads 2");
    assert!(done, "{text}");
    let row = |name: &str| -> Vec<String> {
        let beginning = format!("| {name} |");
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(&beginning))
            .unwrap_or_else(|| panic!("{name}: {text}"));
        line.split('|').map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect()
    };
    let number = |name: &str, column: usize| -> f64 { row(name)[column].parse().unwrap() };
    // Early in the game, by each evaluation and by the searches.
    for column in 0..3 {
        assert!(number("R", column) > number("P", column), "{text}");
    }
    for name in ["A", "B", "C", "N", "liberty", "guard", "the move", "variance explained"] {
        assert_eq!(row(name).len(), 6, "{text}");
    }
    assert!(!text.contains("| K |"), "there is always one: {text}");
    assert_eq!(folder.outcome("data values zhonggong"), (true, text.clone()), "threads change nothing");

    generate("gomoku");
    let (done, text) = folder.outcome("data values gomoku");
    assert!(!done && text.contains("no pieces of different kinds"), "{text}");
    let (done, text) = folder.outcome("data values zhonggong --every 0");
    assert!(!done && text.contains("invalid value '0' for '--every"), "{text}");
}
