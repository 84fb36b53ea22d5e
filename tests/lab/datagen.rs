//! Self-play is reproducible.

use quadriga::games::gomoku::reasons;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use quadriga::arena::{Adjudication, Cause, Shard};
use quadriga::base::{Outcome, Position};
use quadriga::games::{Game, Variant, with_game};
use quadriga::lab::data::{DataReader, RecordedGame, Replayer};
use quadriga::lab::datagen::{
    DatagenObserver, DatagenOutcome, DatagenSettings, NodeLimit, OpeningRecipe, Recipe, Variety,
    default_win_rule, generate,
};

use crate::harness::Folder;

fn recipe(variant: Variant) -> Recipe {
    Recipe {
        variant,
        options: Vec::new(),
        node_limit: NodeLimit::Nodes(60),
        seed: 7,
        opening: OpeningRecipe::Random { plies: 4..=5, balance: 150, nodes: 50 },
        variety: None,
        random_move_permille: 50,
        adjudication: Adjudication { win: Some(default_win_rule(variant)), draw: None, max_plies: Some(60) },
        dropped: Vec::new(),
        hash_mib: 1,
    }
}

/// A recipe for games in which every move is searched.
fn searched_recipe(variant: Variant) -> Recipe {
    let opening = OpeningRecipe::Random { plies: 0..=0, balance: 150, nodes: 50 };
    Recipe { opening, random_move_permille: 0, ..recipe(variant) }
}

/// Records what it observes, and sets `stop` once a number of games are done.
#[derive(Default)]
struct Witness {
    done: Vec<u32>,
    resumed: Option<(u32, u64)>,
    stop_at: Option<u32>,
    shard: Shard,
    stop: AtomicBool,
}

struct WitnessObserver<'a>(&'a mut Witness, &'a AtomicBool);

impl DatagenObserver for WitnessObserver<'_> {
    fn resumed(&mut self, games: u32, done: u32, torn_bytes: u64) {
        assert!(games <= done);
        self.0.resumed = Some((games, torn_bytes));
    }

    fn game(&mut self, _searched: u64, done: u32) {
        self.0.done.push(done);
        self.1.store(self.0.stop_at.is_some_and(|at| done >= at), Relaxed);
    }

    fn tick(&mut self) {}
}

impl Witness {
    fn generate(
        &mut self,
        recipe: &Recipe,
        games: u32,
        threads: usize,
        file: &Path,
        resume: bool,
    ) -> DatagenOutcome {
        let settings = DatagenSettings { games, shard: self.shard, threads, file: file.to_owned(), resume };
        let stop = std::mem::take(&mut self.stop);
        generate(recipe, &settings, &stop, &mut WitnessObserver(self, &stop)).expect("nothing is in the way")
    }
}

fn make(recipe: &Recipe, games: u32, threads: usize, file: &Path) -> Vec<u8> {
    let generated = Witness::default().generate(recipe, games, threads, file, false);
    assert_eq!(generated.done, games);
    fs::read(file).expect("the file was written")
}

/// Replays all games of a file; they must end as recorded.
fn check(path: &Path) -> Vec<RecordedGame> {
    fn check<G: Game>(item: &Path) -> Vec<RecordedGame> {
        let reader = DataReader::open(item).unwrap();
        let replayer = Replayer::<G::Position>::new(item, reader.header()).unwrap();
        let games = reader.map(|game| {
            let game = game.unwrap();
            let end = replayer.replay(&game, |_, _| {}).unwrap();
            let verdict = end.verdict().map(|verdict| (verdict.outcome, Cause::Rule(verdict.reason)));
            match game.cause {
                Cause::Rule(_) => assert_eq!(verdict, Some((game.outcome, game.cause))),
                _ => assert_eq!(verdict, None),
            }
            game
        });
        games.collect()
    }
    let variant = DataReader::open(path).unwrap().header().variant;
    with_game!(variant, G => check::<G>(path))
}

#[test]
fn self_play_works_for_every_game() {
    let folder = Folder::new("self_play_works_for_every_game");
    for variant in Variant::ALL {
        let (one, two) = (folder.path(&format!("{variant}-1")), folder.path(&format!("{variant}-2")));
        let recipe = recipe(variant);
        let bytes = make(&recipe, 5, 1, &one);
        assert!(bytes == make(&recipe, 5, 2, &two), "{variant}: two threads play other games than one");
        let games = check(&one);
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4], "{variant}");
        for game in games {
            let drawn_by_lot = 4 + game.number as usize % 2;
            assert!(game.plies[..drawn_by_lot].iter().all(|ply| ply.score.is_none()), "{variant}");
            assert!(game.plies[drawn_by_lot..].iter().any(|ply| ply.score.is_some()), "{variant}");
            assert!(
                game.plies.len() <= 60 && (game.cause != Cause::TooLong || game.outcome == Outcome::Draw)
            );
        }
        let other = Recipe { seed: 8, ..recipe.clone() };
        assert!(bytes != make(&other, 5, 1, &folder.path(&format!("{variant}-3"))), "{variant}");
        let soft = Recipe { node_limit: NodeLimit::soft(20), ..recipe };
        let bytes = make(&soft, 3, 1, &folder.path(&format!("{variant}-4")));
        assert!(bytes == make(&soft, 3, 2, &folder.path(&format!("{variant}-5"))), "{variant}: soft nodes");
    }
}

/// What is proved is known to the whole process, and would make a game depend on those that others play.
#[test]
fn self_play_does_without_proofs() {
    let folder = Folder::new("self_play_does_without_proofs");
    make(&searched_recipe(Variant::Gomoku), 1, 1, &folder.path("gomoku"));
    let games = check(&folder.path("gomoku"));
    let score = games[0].plies[0].score.expect("the first move is searched");
    assert!(!score.is_decisive(), "{score:?}");
}

/// Games from one position differ if their first moves vary, and are the same at any number of threads.
#[test]
fn varied_games_begin_with_searched_moves() {
    let folder = Folder::new("varied_games");
    let equal = searched_recipe(Variant::Zhonggong);
    make(&equal, 2, 1, &folder.path("equal"));
    let games = check(&folder.path("equal"));
    assert_eq!(games[0].plies, games[1].plies);
    let varied = Recipe {
        variety: Some(Variety { plies: 6, margin: 200, lines: NonZeroUsize::new(4).unwrap() }),
        ..equal
    };
    let bytes = make(&varied, 6, 1, &folder.path("one"));
    assert!(bytes == make(&varied, 6, 2, &folder.path("two")));
    let games = check(&folder.path("one"));
    assert!(games.iter().all(|game| game.plies.iter().all(|ply| ply.score.is_some())));
    let beginnings: Vec<Vec<_>> =
        games.iter().map(|game| game.plies.iter().take(6).map(|ply| ply.m).collect()).collect();
    for (index, beginning) in beginnings.iter().enumerate() {
        assert!(!beginnings[..index].contains(beginning), "{beginnings:?}");
    }
    let header = DataReader::open(&folder.path("one")).unwrap().header().clone();
    assert!(header.recipe.contains(" vary=6/200/4 "), "{}", header.recipe);
}

#[test]
fn an_interrupted_file_is_continued_to_the_same_bytes() {
    let folder = Folder::new("an_interrupted_file");
    let recipe = recipe(Variant::Zhonggong);
    let whole = make(&recipe, 6, 1, &folder.path("whole"));
    let path = folder.path("torn");
    for part in 0..12 {
        let length = whole.len() * part / 11 - usize::from(part == 11);
        fs::write(&path, &whole[..length]).unwrap();
        let mut witness = Witness::default();
        witness.generate(&recipe, 6, 1 + part % 2, &path, true);
        assert!(fs::read(&path).unwrap() == whole, "cut at {length} of {}", whole.len());
        let (games, _) = witness.resumed.expect("the file was read");
        assert_eq!(witness.done, (games + 1..=6).collect::<Vec<_>>());
    }
    // A run stopped in the middle leaves complete games, and can be extended.
    let path = folder.path("stopped");
    let generated = Witness { stop_at: Some(2), ..Witness::default() }.generate(&recipe, 6, 2, &path, false);
    assert!(generated.done >= 2, "{generated:?}");
    assert_eq!(check(&path).len(), generated.done as usize);
    Witness::default().generate(&recipe, 4, 1, &path, true);
    Witness::default().generate(&recipe, 6, 1, &path, true);
    assert!(fs::read(&path).unwrap() == whole);
}

#[test]
fn excluded_game_ends_are_filtered() {
    let folder = Folder::new("unwanted_endings");
    let path = folder.path("games");
    let adjudication = Adjudication { max_plies: Some(20), ..Adjudication::default() };
    let recipe = Recipe { dropped: vec![Cause::TooLong], adjudication, ..recipe(Variant::Gomoku) };
    let generated = Witness::default().generate(&recipe, 12, 2, &path, false);
    let games = check(&path);
    assert_eq!(games.len() as u32 + generated.dropped, 12);
    assert!(generated.dropped > 0);
    assert!(games.iter().all(|game| game.cause == Cause::Rule(reasons::FIVE_IN_A_ROW)));
    let before = fs::read(&path).unwrap();
    Witness::default().generate(&recipe, 12, 1, &path, true);
    assert!(fs::read(&path).unwrap() == before);
}

/// Wherever the games are played, they are the same.
#[test]
fn merged_shards_equal_a_single_run() {
    let folder = Folder::new("merged_shards");
    let datagen = "datagen --variant gomoku --games 11 --nodes 40 --random 2-3 --balance-nodes 40 --max-plies 30 \
                   --drop too-long --seed 3";
    let done = |words: &str| {
        let (done, text) = folder.outcome(words);
        assert!(done, "{words}: {text}");
        text
    };
    done(&format!("{datagen} --out whole"));
    for shard in 1..=3 {
        done(&format!("{datagen} --shard {shard}/3 --threads 2 --out part-{shard}"));
    }
    // A shard that was cut is refused until it is resumed.
    let part = fs::read(folder.path("part-2")).unwrap();
    fs::write(folder.path("part-2"), &part[..part.len() - 3]).unwrap();
    let merge = "data merge part-3 part-1 part-2 --out merged";
    let (merged, text) = folder.outcome(merge);
    assert!(!merged && text.contains("part-2: 3 of 4 games, 1 missing"), "{text}");
    let (sound, text) = folder.outcome("data part-1 part-2 --check");
    assert!(!sound && text.contains("incomplete: 3 of 4 games"), "{text}");
    let (resumed, text) = folder.outcome(&format!("{datagen} --shard 1/3 --out part-2 --resume"));
    assert!(!resumed && text.contains("another shard: \"2/3\", not \"1/3\""), "{text}");
    done(&format!("{datagen} --shard 2/3 --out part-2 --resume"));
    let text = done(merge);
    assert!(text.contains("3 files merged: "), "{text}");
    assert!(fs::read(folder.path("merged")).unwrap() == fs::read(folder.path("whole")).unwrap());
    let text = done("data merged part-1 --check");
    assert!(text.contains(" games were dropped") && text.contains("shard 1/3 of 11 games"), "{text}");
    let (again, text) = folder.outcome(merge);
    assert!(!again && text.contains("merged: the file already exists"), "{text}");
}

#[test]
fn datagen_and_inspection_commands_run() {
    let folder = Folder::new("datagen_and_inspection_commands_run");
    let datagen = "datagen --variant renju --games 3 --nodes 40 --max-plies 30 --out a --option BoardSize=13";
    let (done, text) = folder.outcome(datagen);
    assert!(done && text.contains("3/3 games"), "{text}");
    let (done, text) = folder.outcome("data a --games 1 --check");
    assert!(done && text.contains("renju BoardSize=13") && text.contains("game 0: "), "{text}");
    assert!(
        text.contains("nodes=40 seed=1 hash=16 opening-plies=8-9") && text.contains("3 games, "),
        "{text}"
    );
    let (done, text) = folder.outcome(&format!("{datagen} --resume"));
    assert!(done && text.contains("3/3 games, 0 positions"), "{text}");
    let refused = |words: &str, reason: &str| {
        let (done, text) = folder.outcome(words);
        assert!(!done && text.contains(reason), "{words}: {text}");
    };
    refused(datagen, "already exists");
    refused(&format!("{datagen} --resume --seed 2"), "another recipe");
    refused("data none", "none: ");
    refused("datagen --variant go --games 1 --nodes 1 --out b", "not one of");
    refused("datagen --variant chess --games 1 --nodes 0 --out b", "--nodes");
    refused("datagen --variant chess --games 1 --out b", "--nodes");
    refused(
        "datagen --variant chess --games 1 --nodes 5 --soft-nodes 6 --out b",
        "must be at least --soft-nodes 6",
    );
    refused("datagen --variant chess --games 1 --nodes 1 --out b --win-rule score=3", "moves");
    refused("datagen --variant chess --games 1 --nodes 1 --out b --win-rule 'score=3 moves=0'", "at least 1");
    refused("datagen --variant chess --games 1 --nodes 1 --out b --draw-rule 'scores=3 moves=1'", "scores");
    refused("datagen --variant chess --games 1 --nodes 1 --out b --random 9-8", "empty range or too long");
    refused(
        "datagen --variant chess --games 1 --nodes 1 --out b --drop luck",
        "not a cause for which games end",
    );
    refused("datagen --variant chess --games 1 --nodes 1 --out b --option Colour=1", "Colour");
    refused("datagen --variant chess --games 1 --nodes 1 --out b --book none.epd", "none.epd");
    let (done, text) =
        folder.outcome("datagen --variant chess --games 1 --soft-nodes 9 --max-plies 12 --out d");
    assert!(done, "{text}");
    let (done, text) = folder.outcome("data d");
    assert!(done && text.contains("nodes=108 soft-nodes=9 seed=1"), "{text}");
    fs::write(folder.path("book.epd"), "startpos moves e2e4\n").unwrap();
    let (done, text) = folder.outcome(
        "datagen --variant chess --games 2 --nodes 30 --max-plies 20 --out c --book book.epd --stray 500",
    );
    assert!(done, "{text}");
    assert!(check(&folder.path("c")).iter().all(|game| game.plies[0].score.is_none()));
    assert!(!folder.path("b").exists(), "a file was begun for settings that make no sense");
}
