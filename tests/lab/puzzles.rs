//! Puzzles: those of the board, and how they are made.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use quadriga::games::Variant;
use quadriga::lab::puzzles::{PuzzleFile, PuzzleSettings, RATINGS, find_puzzles};

use crate::harness::Folder;

#[test]
fn the_puzzles_of_the_board_are_lines_of_legal_moves() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page/puzzles");
    let mut variants = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let file = PuzzleFile::parse(&fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(path.file_stem().unwrap().to_str(), Some(file.variant.name()));
        assert!(file.puzzles.iter().all(|puzzle| RATINGS.contains(&puzzle.rating)));
        variants.push(file.variant);
    }
    for variant in [Variant::Chess, Variant::Xiangqi, Variant::Zhonggong, Variant::Gomoku, Variant::Renju] {
        assert!(variants.contains(&variant), "{variant}");
    }
}

#[test]
fn the_same_games_give_the_same_puzzles_at_any_number_of_threads() {
    let folder = Folder::new("puzzles");
    let games = folder.path("games");
    let made =
        "datagen --variant gomoku --games 12 --nodes 60 --random 4 --seed 3 --max-plies 60 --out games";
    assert!(folder.run(made).status.success());
    let find = |threads| {
        let settings = PuzzleSettings {
            count: NonZeroUsize::new(3).unwrap(),
            nodes: 3000,
            threads: NonZeroUsize::new(threads).unwrap(),
        };
        let mut looked_through = 0;
        let found =
            find_puzzles(std::slice::from_ref(&games), &settings, &AtomicBool::new(false), |done, _| {
                looked_through = done;
            });
        assert_eq!(looked_through, 12);
        found.unwrap()
    };
    let file = find(1);
    assert_eq!(find(2), file);
    assert_eq!(PuzzleFile::parse(&file.to_string()).unwrap(), file);
    assert!(!file.puzzles.is_empty(), "twelve games of weak players have no puzzle");
    let output = folder.run("puzzles games --count 3 --nodes 3000 --out written.txt");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(fs::read_to_string(folder.path("written.txt")).unwrap(), file.to_string());
    let output = folder.run("puzzles games --out games");
    assert!(
        !output.status.success() && String::from_utf8_lossy(&output.stderr).contains("--out"),
        "{output:?}"
    );
}
