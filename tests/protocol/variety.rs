//! Varied play: sessions differ, and a seed repeats one.

use crate::client::Client;

const SEED: &str = "info string VarietySeed ";

/// The first moves of a session that plays against itself, and the seeds that it reports.
fn moves(variant: &str, options: &[&str]) -> (Vec<String>, Vec<String>) {
    let mut client = Client::playing(variant);
    for option in options {
        client.send(&format!("setoption name {option}"));
    }
    let told: Vec<_> =
        client.ready().into_iter().filter_map(|line| Some(line.strip_prefix(SEED)?.to_owned())).collect();
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..4 {
        client.send(&format!("position startpos moves {}", moves.join(" ")));
        let (best, lines) = client.go("nodes 4000");
        let last = lines.iter().rfind(|line| line.contains(" pv ")).expect("a line");
        assert!(format!("{last} ").contains(&format!(" pv {best} ")), "{best}: {last}");
        moves.push(best);
    }
    (moves, told)
}

#[test]
fn sessions_differ_and_can_be_repeated() {
    for variant in ["chess", "xiangqi"] {
        let usual = moves(variant, &[]).0;
        assert_eq!(moves(variant, &["Variety value 0", "VarietySeed value 9"]), (usual, Vec::new()));
        let mut seen = Vec::new();
        for _ in 0..6 {
            let (played, told) = moves(variant, &["Variety value 30"]);
            assert_eq!(told.len(), 1, "{told:?}");
            let seed = format!("VarietySeed value {}", told[0]);
            if seen.is_empty() {
                let (again, told) = moves(variant, &[&seed, "Variety value 30"]);
                assert_eq!((&again, told.len()), (&played, 0), "{seed}");
            }
            seen.push(played);
        }
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 1, "{variant}: always {seen:?}");
    }
}
