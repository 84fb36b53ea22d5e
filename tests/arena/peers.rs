//! Games against Debian's engines, if installed: each plays both colours, also from an opening, to the end or for some
//! moves, and nobody may be blamed for anything.

use std::path::PathBuf;
use std::time::Duration;

use libtest_mimic::{Completion, Trial};
use quadriga::arena::{Adjudication, GameRunner, PlayerKind, PlayerSpec, Program, Protocol, SetupError};
use quadriga::games::Variant;

use crate::games::{internal, setup, try_play};
use crate::skip::skip;

/// Debian's engines: program, arguments, variant. Their protocols are detected.
///
/// GNU Chess speaks two protocols. It must not be called with `-x`, as it buffers its output then.
const PEERS: [(&str, &[&str], Variant); 11] = [
    ("stockfish", &[], Variant::Chess),
    ("gnuchess", &[], Variant::Chess),
    ("gnuchess", &["--uci"], Variant::Chess),
    ("toga2", &[], Variant::Chess),
    ("glaurung", &[], Variant::Chess),
    ("phalanx", &[], Variant::Chess),
    ("fairymax", &[], Variant::Chess),
    ("hoichess", &[], Variant::Chess),
    ("fairy-stockfish", &[], Variant::Xiangqi),
    ("hoixiangqi", &[], Variant::Xiangqi),
    ("maxqi", &[], Variant::Xiangqi),
];

/// One test per engine, skipped if it is not installed.
pub fn trials() -> Vec<Trial> {
    let trials = PEERS.into_iter().map(|(name, arguments, variant)| {
        let label = format!("peers::{}", [&[name], arguments].concat().join(" "));
        Trial::ignorable_test(label.clone(), move || {
            let Some(command) = find(name) else {
                let reason = format!("{name} is not installed");
                skip(&label, &reason);
                return Ok(Completion::ignored_with(reason));
            };
            // Some engines write files into the working directory.
            let folder =
                format!("quadriga-peer-{}-{}", std::process::id(), [&[name], arguments].concat().concat());
            let folder = std::env::temp_dir().join(folder);
            std::fs::create_dir_all(&folder).expect("a folder");
            let program = Program {
                command,
                arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
                directory: Some(folder.clone()),
                environment: Vec::new(),
                protocol: Protocol::Auto,
            };
            let spec = PlayerSpec {
                kind: PlayerKind::Program(program),
                options: Vec::new(),
                margin: Duration::from_secs(5),
                ..internal(name, "0.5+0.02")
            };
            play_pair(&spec, variant);
            std::fs::remove_dir_all(&folder).expect("the folder is there");
            Ok(Completion::Completed)
        })
    });
    trials.collect()
}

/// The path of a program, if installed; Debian's games are not in the default path.
fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// How often a program is started again that crashes at once: Fairy-Max 5.0b does in half of its starts, depending on
/// the addresses that it gets.
const STARTS: usize = 20;

/// Whether a program was killed by its own fault before it could play.
fn crashed(error: &SetupError) -> bool {
    matches!(error, SetupError::Player { problem, .. } if problem.contains("killed by signal 11"))
}

fn play_pair(peer: &PlayerSpec, variant: Variant) {
    let own = internal("own", "nodes=1000");
    let rules = Adjudication { max_plies: Some(40), ..Adjudication::default() };
    let mut game_runner = GameRunner::new(variant, Vec::new(), rules);
    let opening: &[&str] = match variant {
        Variant::Chess => &["e2e4", "e7e5", "g1f3"],
        _ => &["h3e3", "h10g8", "h1g3"],
    };
    let from_start = setup();
    let mut from_opening = setup();
    from_opening.opening = opening.iter().map(|&text| text.to_owned()).collect();
    for (setup, players) in
        [(&from_start, [&own, peer]), (&from_opening, [peer, &own]), (&from_opening, [&own, peer])]
    {
        let mut play = || try_play(&mut game_runner, setup, players[0], players[1]);
        let mut played = play();
        for _ in 0..STARTS {
            if !played.as_ref().is_err_and(crashed) {
                break;
            }
            played = play();
        }
        let record = played.expect("a game that can be played");
        let moves = crate::games::texts(&record);
        assert!(record.termination.cause.is_regular(), "{:?} after {moves:?}", record.termination);
        assert!(record.moves.len() > opening.len());
    }
}
