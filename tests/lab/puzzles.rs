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

/// The puzzles of zhonggong that have a theme.
fn with_theme(theme: &str) -> Vec<quadriga::lab::puzzles::Puzzle> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page/puzzles/zhonggong.txt");
    let file = PuzzleFile::parse(&fs::read_to_string(path).unwrap()).unwrap();
    file.puzzles.into_iter().filter(|puzzle| puzzle.themes.iter().any(|name| name == theme)).collect()
}

#[test]
fn there_are_puzzles_with_trades() {
    let trades = with_theme("trade");
    assert!(trades.len() >= 12, "{}", trades.len());
    assert!(trades.iter().all(|puzzle| puzzle.moves.iter().step_by(2).any(|text| text.contains('x'))));
}

#[test]
#[cfg(feature = "tables")]
fn the_tables_prove_every_answer_of_the_endings() {
    use quadriga::base::{NoOptions, Notation, PlayedGame};
    use quadriga::games::cchess::tables::{TableValue, TabledGame};
    use quadriga::games::zhonggong::ZhonggongPosition;

    let endings = with_theme("ending");
    assert!(endings.len() >= 12, "{}", endings.len());
    for puzzle in endings {
        let start = ZhonggongPosition::from_fen(&puzzle.fen, &NoOptions).unwrap();
        let mut line = PlayedGame::new(start);
        let moves: Vec<_> = puzzle.moves.iter().map(String::as_str).collect();
        line.play_texts(&moves, &NoOptions).unwrap();
        for (position, m) in line.steps().step_by(2) {
            let known = ZhonggongPosition::tables().position(position).expect("a table");
            // A win or a draw, for the opponent who is to move after it.
            let achieves = |value: TableValue| {
                if known.found.value.is_win() { value.is_loss() } else { value == TableValue::DRAW }
            };
            let ends = |value: TableValue| value.plies() == Some(0);
            let right = known.moves.iter().find(|known| known.m == m).expect("a legal move").after.value;
            assert!(achieves(right), "{puzzle}");
            for other in known.moves.iter().filter(|other| other.m != m) {
                let value = other.after.value;
                assert!(
                    !achieves(value) || (ends(right) && ends(value)),
                    "{puzzle}: {}",
                    position.move_text(other.m, &NoOptions)
                );
            }
        }
    }
}

#[test]
fn composed_puzzles_show_their_theme_and_are_the_same_again() {
    let folder = Folder::new("composed");
    let compose = "puzzles --compose zhonggong --theme ending --count 2 --nodes 3000 --positions 2000";
    for (out, threads) in [("one.txt", 1), ("two.txt", 2)] {
        let output = folder.run(&format!("{compose} --threads {threads} --out {out}"));
        assert!(output.status.success(), "{output:?}");
    }
    let text = fs::read_to_string(folder.path("one.txt")).unwrap();
    assert_eq!(text, fs::read_to_string(folder.path("two.txt")).unwrap());
    let file = PuzzleFile::parse(&text).unwrap();
    assert_eq!(file.puzzles.len(), 2);
    assert!(file.puzzles.iter().all(|puzzle| puzzle.themes.iter().any(|theme| theme == "ending")));
    let output = folder.run("puzzles --compose chess --theme fork --out no.txt");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && words.contains("there is none"), "{words}");
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
            nodes: 1000,
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
    let output = folder.run("puzzles games --count 3 --nodes 1000 --out written.txt");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(fs::read_to_string(folder.path("written.txt")).unwrap(), file.to_string());
    let output = folder.run("puzzles games --out games");
    assert!(
        !output.status.success() && String::from_utf8_lossy(&output.stderr).contains("--out"),
        "{output:?}"
    );
}
