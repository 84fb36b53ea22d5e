//! Relabelling: the same games with the scores of other searches.

use std::fs;

use quadriga::lab::data::{DataReader, RecordedGame};

use crate::harness::Folder;

const DATAGEN: &str = "datagen --games 9 --seed 3 --random 2-3 --balance-nodes 40 --max-plies 30 --stray 100";

fn done(folder: &Folder, words: &str) -> String {
    let (done, text) = folder.outcome(words);
    assert!(done, "{words}: {text}");
    text
}

fn games(folder: &Folder, name: &str) -> Vec<RecordedGame> {
    DataReader::open(&folder.path(name)).unwrap().collect::<Result<_, _>>().unwrap()
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.path(name)).unwrap()
}

/// Whether a game has the same moves, result and searched positions as another one.
fn is_same_but_for_scores(one: &RecordedGame, other: &RecordedGame) -> bool {
    let without_scores = |game: &RecordedGame| {
        let plies = game.plies.iter().map(|ply| (ply.m, ply.score.is_some())).collect::<Vec<_>>();
        (game.number, game.outcome, game.cause, game.fen.clone(), plies)
    };
    without_scores(one) == without_scores(other)
}

#[test]
fn relabelling_changes_scores_only() {
    let folder = Folder::new("relabelling_changes_scores_only");
    for variant in ["zhonggong", "gomoku", "chess"] {
        done(&folder, &format!("{DATAGEN} --variant {variant} --nodes 60 --out {variant}"));
        let old = games(&folder, variant);
        // The search that gave the old scores gives them again.
        done(&folder, &format!("data relabel {variant} --nodes 60 --out {variant}-same"));
        assert_eq!(games(&folder, &format!("{variant}-same")), old);
        done(&folder, &format!("data relabel {variant} --soft-nodes 80 --out {variant}-new"));
        let new = games(&folder, &format!("{variant}-new"));
        assert_eq!(new.len(), old.len());
        assert!(new.iter().zip(&old).all(|(new, old)| is_same_but_for_scores(new, old)), "{variant}");
        assert!(new != old, "{variant}");
        let checksum = crc32fast::hash(&bytes(&folder, variant));
        let header = DataReader::open(&folder.path(&format!("{variant}-new"))).unwrap().header().clone();
        let recipe = format!(" nodes=960 soft-nodes=80 hash=16 relabelled={checksum:08x}");
        assert!(header.recipe.ends_with(&recipe), "{}", header.recipe);
        done(&folder, &format!("data {variant}-new --check"));
    }
}

#[test]
fn threads_and_interruptions_do_not_change_relabelled_files() {
    let folder = Folder::new("relabelling_is_reproducible");
    done(&folder, &format!("{DATAGEN} --variant xiangqi --nodes 60 --drop too-long --out a"));
    done(
        &folder,
        &format!("{DATAGEN} --variant xiangqi --nodes 60 --seed 4 --shard 2/3 --out b")
            .replace("--seed 3 ", ""),
    );
    let relabel = "data relabel a b --nodes 90";
    done(&folder, &format!("{relabel} --out whole"));
    let whole = bytes(&folder, "whole");
    done(&folder, &format!("{relabel} --threads 3 --out threads"));
    assert!(bytes(&folder, "threads") == whole);
    for part in 0..5 {
        let length = whole.len() * part / 5;
        fs::write(folder.path("torn"), &whole[..length]).unwrap();
        done(&folder, &format!("{relabel} --threads 2 --out torn --resume"));
        assert!(bytes(&folder, "torn") == whole, "cut at {length} of {}", whole.len());
    }
    // Dropped games keep their numbers, and those of the second file follow.
    let (first, second) = (games(&folder, "a"), games(&folder, "b"));
    let numbers = games(&folder, "whole").iter().map(|game| game.number).collect::<Vec<_>>();
    let expected = first.iter().map(|game| game.number).chain(second.iter().map(|game| 9 + game.number / 3));
    assert_eq!(numbers, expected.collect::<Vec<_>>());
    assert!(first.len() < 9, "no game was dropped");
}

#[test]
fn unsuitable_files_are_not_relabelled() {
    let folder = Folder::new("relabelling_refuses");
    done(&folder, &format!("{DATAGEN} --variant gomoku --nodes 40 --out games"));
    done(&folder, &format!("{DATAGEN} --variant renju --nodes 40 --out others"));
    let refused = |words: &str, reason: &str| {
        let (done, text) = folder.outcome(words);
        assert!(!done && text.contains(reason), "{words}: {text}");
    };
    let whole = bytes(&folder, "games");
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(folder.path("damaged"), damaged).unwrap();
    refused("data relabel damaged --nodes 9 --out new", "damaged: the record at byte");
    fs::write(folder.path("cut"), &whole[..whole.len() - 3]).unwrap();
    refused("data relabel cut --nodes 9 --out new", "cut: 8 of 9 games");
    refused("data relabel cut --nodes 9 --out new", "--allow-incomplete");
    refused("data relabel games --nodes 9 --selected --every 0 --out new", "invalid value '0' for '--every");
    for limit in ["0", "-1", "inf", "NaN", "four"] {
        let line = format!("data relabel games --nodes 9 --selected --score-limit={limit} --out new");
        refused(&line, "a score limit is a number of win scales, more than 0");
    }
    refused("data relabel games --nodes 9 --every 2 --out new", "--selected");
    refused("data relabel none --nodes 9 --out new", "none: ");
    refused("data relabel games others --nodes 9 --out new", "others: it contains games of renju");
    refused("data relabel games games --nodes 9 --out new", "contain the same games");
    refused("data relabel games --out new", "--nodes");
    assert!(!folder.path("new").exists());
    refused("data relabel games --nodes 9 --out games", "games: the file already exists");
    refused("data relabel games --nodes 9 --out games --resume", "another recipe");
    assert!(bytes(&folder, "games") == whole);
    done(&folder, "data relabel games --nodes 9 --out new");
    refused("data relabel games --nodes 8 --out new --resume", "another recipe");
}

#[test]
fn games_of_an_incomplete_file_are_relabelled_if_allowed() {
    let folder = Folder::new("relabelling_incomplete");
    done(&folder, &format!("{DATAGEN} --variant gomoku --nodes 40 --out games"));
    let whole = bytes(&folder, "games");
    fs::write(folder.path("cut"), &whole[..whole.len() - 3]).unwrap();
    done(&folder, "data relabel cut --nodes 9 --allow-incomplete --out new");
    let (old, new) = (games(&folder, "games"), games(&folder, "new"));
    assert_eq!(new.len(), 8);
    assert!(old.iter().zip(&new).all(|(one, other)| is_same_but_for_scores(one, other)));
    // The new file is a complete one.
    done(&folder, "data relabel new --nodes 9 --out again");
}

#[test]
fn only_selected_positions_are_searched_again() {
    let folder = Folder::new("relabelling_selected");
    done(&folder, &format!("{DATAGEN} --variant xiangqi --nodes 60 --out games"));
    let text = done(&folder, "data sample games");
    let selected = text.lines().find_map(|line| line.trim().strip_prefix("selected: ")).expect("a line");
    let selected = selected.split(' ').next().expect("a number").parse::<usize>().expect("a number");
    let searched = |name: &str| {
        games(&folder, name).iter().flat_map(|game| &game.plies).filter(|ply| ply.score.is_some()).count()
    };
    done(&folder, "data relabel games --nodes 60 --selected --out new");
    assert!(0 < selected && selected < searched("games"), "{text}");
    assert_eq!(searched("new"), selected);
    done(&folder, "data relabel games --nodes 60 --selected --every 3 --out third");
    let third = searched("third");
    assert!(selected / 3 <= third + 9 && third <= selected / 3 + 9, "{third} of {selected}");
    let (old, new) = (games(&folder, "games"), games(&folder, "new"));
    let moves = |game: &RecordedGame| game.plies.iter().map(|ply| ply.m).collect::<Vec<_>>();
    assert!(old.iter().zip(&new).all(|(one, other)| moves(one) == moves(other)));
}
