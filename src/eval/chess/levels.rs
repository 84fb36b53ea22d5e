use crate::search::{Level, Levels};

/// How limited strength is played; measured by `scripts/levels`. Ratings from 1400 to 2850 are from matches against
/// Stockfish 15.1 with the same `UCI_Elo` at 2 s + 0.02 s, where its ratings above 2300 differ little. Skill levels are from
/// matches between levels.
pub const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 980, skill: 28, nodes: 40, oversight: 850 },
    Level { elo: 1400, skill: 57, nodes: 78, oversight: 718 },
    Level { elo: 1700, skill: 83, nodes: 450, oversight: 390 },
    Level { elo: 1830, skill: 111, nodes: 1_500, oversight: 200 },
    Level { elo: 1940, skill: 138, nodes: 3_500, oversight: 90 },
    Level { elo: 2000, skill: 152, nodes: 7_500, oversight: 25 },
    Level { elo: 2300, skill: 171, nodes: 40_000, oversight: 4 },
    Level { elo: 2600, skill: 182, nodes: 120_000, oversight: 1 },
    Level { elo: 2850, skill: 187, nodes: 200_000, oversight: 1 },
    Level { elo: 3000, skill: 190, nodes: 300_000, oversight: 1 },
]);
