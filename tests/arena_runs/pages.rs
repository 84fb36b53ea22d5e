use std::fs;

use quadriga::records::{self, MoveStyle, RecordFormat};

use crate::harness::Folder;

const NASTY: &str = "</script><script>alert(1)</script>&amp;\"'";

fn page(folder: &Folder, words: &str) -> String {
    folder.succeed(&format!("{words} --journal j.jsonl --report page.html"));
    folder.read("page.html")
}

#[test]
fn player_names_are_escaped_in_html() {
    let folder = Folder::new("nasty");
    let config = format!(
        "event = {0}\nvariant = 'gomoku'\nrounds = 1\neach.time = 'nodes=50'\nopenings.random = 0\n\
         player = [{{ name = {0}, command = 'self' }}, {{ name = 'b', command = 'self' }}]\n",
        toml::Value::from(NASTY)
    );
    folder.write("m.toml", &config);
    let page = page(&folder, "match --config m.toml");
    assert!(!page.contains("<script>alert"), "the name stands there unescaped");
    assert_eq!(
        page.matches("<script").count(),
        3,
        "the page has its data, its own script and its imports only"
    );
    assert!(page.contains("&lt;/script&gt;"));
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).expect("the page's data is JSON");
    assert!(data["games"][0]["players"].as_array().unwrap().contains(&NASTY.into()));
}

#[test]
fn reports_are_self_contained_and_show_every_game() {
    for (variant, points) in [("chess", 64), ("xiangqi", 90), ("zhonggong", 81), ("renju", 225)] {
        let folder = Folder::new(&format!("page-{variant}"));
        let words = format!(
            "match --variant {variant} --time nodes=60 --rounds 2 --random 2 --balance-nodes 100 --max-plies 60 \
             --player 'name=a command=self' --player 'name=b command=self' --sprt 'elo0=0 elo1=5'"
        );
        let page = page(&folder, &words);
        for word in ["http://", "https://", "src=", "@import", "url("] {
            // The SVG namespace is not loaded, and gradients are within the page.
            let found = page.replace("http://www.w3.org/2000/svg", "").replace("url(#", "").contains(word);
            assert!(!found, "{variant}: the page refers to something else: {word}");
        }
        for word in ["Score", "Pairs with 0", "SPRT", "How games ended", "Settings"] {
            assert!(page.contains(word), "{variant}: {word}");
        }
        let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        let games = data["games"].as_array().unwrap();
        let (_, records) = folder.journal("j.jsonl");
        assert_eq!(games.len(), records.len());
        for (game, record) in games.iter().zip(records.values()) {
            assert_eq!(game["moves"].as_array().unwrap().len(), record.moves.len());
            let board = game["board"].as_str().unwrap();
            let width: usize = board
                .split('/')
                .next()
                .unwrap()
                .chars()
                .fold((0, 0), |(sum, run), c| match c.to_digit(10) {
                    Some(digit) => (sum + 10 * run + digit as usize - run, 10 * run + digit as usize),
                    None => (sum + 1, 0),
                })
                .0;
            assert_eq!(board.split('/').count() * width, points, "{board}");
            for change in game["moves"].as_array().unwrap() {
                assert!(!change[1].as_str().unwrap().is_empty(), "a move that changes nothing");
            }
        }
    }
}

#[test]
fn tournament_reports_have_tables_and_charts() {
    let folder = Folder::new("page-tournament");
    let players =
        "--player 'name=a command=self' --player 'name=b command=self' --player 'name=c command=self'";
    let page = page(
        &folder,
        &format!("tournament --variant gomoku --time nodes=60 --rounds 2 --random 2 {players}"),
    );
    for word in ["Standings", "Crosstable", "Ratings", "Points over time", "How games ended"] {
        assert!(page.contains(word), "{word}");
    }
    assert!(!page.contains("NaN") && !page.contains("{{"));
}

#[cfg(unix)]
#[test]
fn pgn_files_name_openings_and_keep_principal_variations() {
    let folder = Folder::new("pv");
    let (najdorf, black) = ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "name=b command=self");
    folder.write("book.pgn", &format!("[Event \"book\"]\n\n{najdorf} *\n"));
    let program = env!("CARGO_BIN_EXE_quadriga");
    let words = format!(
        "match --time nodes=300 --rounds 1 --book book.pgn --max-plies 16 --player '{black}' --player \
         'name=a command=\"{program}\" protocol=uci'"
    );
    folder.succeed(&format!("{words} --journal with.jsonl --records with.pgn --pv"));
    let pgn = folder.read("with.pgn");
    assert_eq!(pgn.matches("[ECO \"B9").count(), 2, "{pgn}");
    assert_eq!(pgn.matches("[Opening \"Sicilian Defence\"]").count(), 2, "{pgn}");
    assert_eq!(pgn.matches("[Variation \"Najdorf Variation").count(), 2, "{pgn}");
    let (_, games) = folder.journal("with.jsonl");
    for record in games.values() {
        let (opening, played) = record.moves.split_at(record.opening_plies);
        assert!(opening.iter().all(|made| made.pv.is_empty()) && played.len() == 6);
        assert!(played.iter().all(|made| made.pv.first() == Some(&made.text)), "{played:?}");
        assert!(played.iter().any(|made| made.pv.len() > 1), "{played:?}");
    }
    assert_eq!(pgn.matches("pv=\"").count(), 12, "{pgn}");
    // Other programs' moves of the variations are moves of PGN as well, and all comments are read again.
    let read = records::read(&pgn, RecordFormat::Pgn { moves: MoveStyle::Coordinates }).expect("our own PGN");
    for (game, record) in read.iter().zip(games.values()) {
        for (read, written) in game.tree.records().iter().zip(&record.moves) {
            assert_eq!((read.score, read.depth, read.nodes), (written.score, written.depth, written.nodes));
        }
    }
    folder.succeed("verify with.jsonl");
    folder.succeed(&format!("{words} --journal without.jsonl --records without.pgn"));
    let pgn = folder.read("without.pgn");
    assert!(!pgn.contains("pv=") && !folder.read("without.jsonl").contains("\"pv\""), "{pgn}");

    // Positions of Chess960 and of other games have no such names.
    folder.succeed(&format!(
        "match --time nodes=50 --rounds 1 --random 0 --option UCI_Chess960=true --max-plies 4 --player '{black}' \
         --player 'name=a command=self' --records 960.pgn"
    ));
    assert!(!folder.read("960.pgn").contains("[ECO"));
}

#[test]
fn games_are_written_in_the_notation_that_a_file_asks_for() {
    let folder = Folder::new("records");
    let players = "--player 'name=a command=self' --player 'name=b command=self' --max-plies 60 --random 2";
    let words = format!("match --variant xiangqi --time nodes=60 --rounds 1 {players} --journal x.jsonl");
    folder.succeed(&format!("{words} --records x.pgn --move-names"));
    let pgn = folder.read("x.pgn");
    let read = records::read(&pgn, RecordFormat::Pgn { moves: MoveStyle::Names }).expect("our own PGN");
    let (_, games) = folder.journal("x.jsonl");
    assert_eq!(read.len(), games.len());
    for (game, record) in read.iter().zip(games.values()) {
        let played: Vec<_> = record.moves.iter().map(|played| &played.text).collect();
        assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), played);
    }
    assert!(pgn.contains('平') || pgn.contains('进'), "{pgn}");
    folder.succeed("merge x.jsonl --records again.pgn --move-names");
    assert_eq!(folder.read("again.pgn"), pgn);

    let words = format!("match --variant gomoku --time nodes=60 --rounds 1 {players} --journal g.jsonl");
    folder.succeed(&format!("{words} --records g.sgf --records g.psq"));
    assert_eq!(records::read(&folder.read("g.sgf"), RecordFormat::Sgf).expect("our own SGF").len(), 2);
    for file in ["g-0001.psq", "g-0002.psq"] {
        assert!(fs::metadata(folder.path(file)).is_ok_and(|file| file.len() > 0), "{file}");
    }
    assert!(folder.fail("merge x.jsonl --records x.sgf").contains("SGF"));
    assert!(folder.fail("merge x.jsonl --records x.txt").contains(".pgn, .sgf or .psq"));
}
