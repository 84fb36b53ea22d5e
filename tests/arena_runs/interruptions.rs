use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::{Child, Stdio};
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::harness::{Folder, QUICK, moves};
use crate::scale::{scaled, seed};

/// How often the run is killed, and how many of the kills must hit a run that has played some of its games and not all.
const KILLS: usize = 8;
const EFFECTIVE_KILLS: usize = 3;

#[test]
fn no_game_is_lost_when_the_arena_is_killed() {
    let folder = Folder::new("kill");
    let games_in_all = scaled(40);
    let words = format!("{QUICK} --rounds {} --concurrency 2 --seed {}", games_in_all / 2, seed(1));
    let expected = folder.succeed(&format!("{words} --journal whole.jsonl"));
    let finished_lines =
        || fs::read_to_string(folder.path("killed.jsonl")).map_or(0, |text| text.matches('\n').count());
    let mut rng = SmallRng::seed_from_u64(seed(1));
    let mut effective = 0;
    let mut games_before = 0;
    for _ in 0..scaled(KILLS) {
        let mut program = folder
            .command(&format!("{words} --journal killed.jsonl --resume"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // The header and the games so far, and at least one game more: then at any moment.
        let enough = 1 + games_before + rng.random_range(1..=2);
        let is_running = |program: &mut Child| program.try_wait().expect("a child's state").is_none();
        while finished_lines() < enough && is_running(&mut program) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(rng.random_range(0..30)));
        let was_running = is_running(&mut program);
        program.kill().expect("it can be killed");
        program.wait().expect("it is gone");
        let (reading, games) = folder.journal("killed.jsonl");
        assert_eq!(reading.games, games.len());
        assert!(games.len() >= games_before, "{games_before} games were finished, {} are left", games.len());
        games_before = games.len();
        effective += usize::from(was_running && (1..games_in_all).contains(&games.len()));
    }
    assert!(
        effective >= scaled(EFFECTIVE_KILLS),
        "only {effective} kills hit the run between its first game and its last"
    );
    let found = folder.succeed(&format!("{words} --journal killed.jsonl --resume"));
    assert_eq!(found, expected, "the numbers must be those of a run that nobody disturbed");
    let (_, whole) = folder.journal("whole.jsonl");
    let (_, killed) = folder.journal("killed.jsonl");
    assert_eq!(whole.len(), games_in_all);
    assert_eq!(moves(&killed), moves(&whole));
}

#[test]
fn truncated_last_line_is_detected_and_dropped() {
    let folder = Folder::new("torn");
    let words = format!("{QUICK} --rounds 3 --journal torn.jsonl");
    let expected = folder.succeed(&words);
    let whole = folder.read("torn.jsonl");
    let last = whole[..whole.len() - 1].rfind('\n').expect("several lines") + 1;
    // Truncated in the middle, truncated just before its end, and overwritten with zeros by the file system.
    let torn = [
        whole.as_bytes()[..last + 100].to_vec(),
        whole.as_bytes()[..whole.len() - 1].to_vec(),
        [&whole.as_bytes()[..last], &[0; 512]].concat(),
    ];
    for bytes in torn {
        fs::write(folder.path("torn.jsonl"), &bytes).unwrap();
        let (summary, games) = folder.journal("torn.jsonl");
        assert_eq!((summary.torn_bytes, games.len()), ((bytes.len() - last) as u64, 5));
        let output = folder.run(&format!("{words} --resume"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("is incomplete"), "{said}");
        assert_eq!(folder.journal("torn.jsonl").1.len(), 6);
    }
    // An incomplete header counts as no header.
    fs::write(folder.path("torn.jsonl"), &whole.as_bytes()[..50]).unwrap();
    assert_eq!(folder.succeed(&format!("{words} --resume")), expected);
}

#[test]
fn other_journals_are_refused() {
    let folder = Folder::new("refused");
    folder.succeed(&format!("{QUICK} --rounds 1 --journal j.jsonl"));
    let again = format!("{QUICK} --journal j.jsonl");
    assert!(folder.fail(&format!("{again} --rounds 1")).contains("already exists"));
    let differs = folder.fail(&format!("{again} --rounds 1 --resume --seed 2"));
    assert!(differs.contains("other settings: seed"), "{differs}");
    assert!(folder.fail(&format!("{again} --rounds 1 --resume --shard 1/2")).contains("shard 1/1, not 1/2"));
    let text = folder.read("j.jsonl");
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1] = "{\"game\":";
    folder.write("damaged.jsonl", &(lines.join("\n") + "\n"));
    let damaged = folder.fail(&format!("{QUICK} --rounds 1 --journal damaged.jsonl --resume"));
    assert!(damaged.contains("line 2 is not a game record"), "{damaged}");
    folder.write("other.jsonl", "hello\nworld\n");
    let other = folder.fail(&format!("{QUICK} --rounds 1 --journal other.jsonl --resume"));
    assert!(other.contains("does not begin with a journal header"), "{other}");
    folder.write("letter.jsonl", "Dear Sir,");
    let other = folder.fail(&format!("{QUICK} --rounds 1 --journal letter.jsonl --resume"));
    assert!(other.contains("does not begin with a journal header"), "{other}");
    assert_eq!(folder.read("letter.jsonl"), "Dear Sir,");
    folder.write("later.jsonl", "{\"journal\":999}\n");
    assert!(folder.fail("merge later.jsonl").contains("version 999"));
    let mut file = OpenOptions::new().append(true).open(folder.path("j.jsonl")).unwrap();
    file.write_all(text.lines().nth(1).unwrap().as_bytes()).and_then(|()| file.write_all(b"\n")).unwrap();
    let twice = folder.fail(&format!("{again} --rounds 1 --resume"));
    assert!(twice.contains("repeats game"), "{twice}");
}

#[test]
fn finished_run_is_extended_by_more_rounds() {
    let folder = Folder::new("extended");
    let rounds = |rounds: usize| format!("{QUICK} --rounds {rounds} --journal j.jsonl --resume");
    folder.succeed(&rounds(2));
    let (_, before) = folder.journal("j.jsonl");
    let expected = folder.succeed(&format!("{QUICK} --rounds 4 --journal whole.jsonl"));
    assert_eq!(folder.succeed(&rounds(4)), expected);
    let (summary, games) = folder.journal("j.jsonl");
    assert_eq!((games.len(), summary.header.contest.rounds), (8, 4));
    assert_eq!(summary.header.fingerprint, folder.journal("whole.jsonl").0.header.fingerprint);
    assert_eq!(moves(&games), moves(&folder.journal("whole.jsonl").1));
    assert!(before.iter().all(|(game, record)| games[game] == *record), "no game is played again");

    assert!(folder.fail(&rounds(3)).contains("other settings: rounds"), "no game may be dropped");
    let other = folder.fail(&format!("{} --seed 2", rounds(5)));
    assert!(other.contains("rounds, seed"), "{other}");
    let swiss = |rounds: usize| {
        format!(
            "tournament --format swiss --rounds {rounds} --time nodes=20 --random 0 --max-plies 4 --resume \
             --journal s.jsonl --player command=self --player command=self --player command=self"
        )
    };
    assert!(folder.succeed(&swiss(1)).contains("Byes, each counted as a round won: self 3 (1)"));
    assert!(folder.fail(&swiss(2)).contains("other settings: rounds"));
}

#[test]
fn journal_is_locked_against_a_second_writer() {
    let folder = Folder::new("writer");
    let file =
        OpenOptions::new().create(true).truncate(false).write(true).open(folder.path("j.jsonl")).unwrap();
    file.lock().unwrap();
    let said = folder.fail(&format!("{QUICK} --rounds 1 --journal j.jsonl --resume"));
    assert!(said.contains("another process"), "{said}");
}

#[cfg(unix)]
#[test]
fn interrupt_ends_the_run_cleanly() {
    let folder = Folder::new("interrupt");
    let words = format!("{QUICK} --rounds 400 --concurrency 2 --journal j.jsonl");
    let program = folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let enough = || fs::read_to_string(folder.path("j.jsonl")).is_ok_and(|text| text.lines().count() > 4);
    for _ in 0..600 {
        if enough() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let status = std::process::Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(status.unwrap().success());
    let output = program.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("--resume."), "{said}");
    let (summary, games) = folder.journal("j.jsonl");
    assert!(summary.torn_bytes == 0 && games.len() >= 4 && games.len() < 800);
}

#[cfg(unix)]
#[test]
fn second_interrupt_kills_all_players() {
    let folder = Folder::new("interrupt-twice");
    // A program that answers nothing and does not notice that its input was closed.
    folder.write(
        "unresponsive.sh",
        "while read -r line; do\n case $line in\n  uci) echo uciok;;\n  isready) echo readyok;;\n  \
         go*) echo $$ > unresponsive.pid; exec sleep 600;;\n esac\ndone\n",
    );
    let words = "match --time movetime=300 --random 0 --rounds 1 --journal j.jsonl \
                 --player 'name=unresponsive command=\"sh unresponsive.sh\" protocol=uci' \
                 --player 'name=b command=self'";
    let mut program = folder.command(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let wait_until = |what: &mut dyn FnMut() -> bool| {
        (0..600).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            what()
        })
    };
    let pid = || fs::read_to_string(folder.path("unresponsive.pid")).ok().filter(|pid| pid.ends_with('\n'));
    assert!(wait_until(&mut || pid().is_some()), "the program was never asked");
    for _ in 0..2 {
        let kill = std::process::Command::new("kill").args(["-INT", &program.id().to_string()]).status();
        assert!(kill.is_ok());
    }
    assert!(wait_until(&mut || program.try_wait().is_ok_and(|status| status.is_some())), "it does not end");
    let pid = pid().expect("it stands there");
    let is_running = || {
        // Zombies do not count as running.
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
    };
    assert!(wait_until(&mut || !is_running()), "the program was left behind");
}
