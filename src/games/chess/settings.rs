use crate::search::{Level, Levels};

/// How limited strength is played; measured by `scripts/levels`. Ratings from 1400 to 2850 are from matches against
/// Stockfish 15.1 with the same `UCI_Elo` at 2 s + 0.02 s, where its ratings above 2300 differ little. Skill levels are
/// from matches between levels.
pub const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 980, skill: 18, nodes: 40, oversight: 850 },
    Level { elo: 1400, skill: 40, nodes: 98, oversight: 630 },
    Level { elo: 1700, skill: 57, nodes: 1_050, oversight: 270 },
    Level { elo: 1830, skill: 70, nodes: 2_600, oversight: 140 },
    Level { elo: 1930, skill: 97, nodes: 5_500, oversight: 85 },
    Level { elo: 2000, skill: 117, nodes: 12_000, oversight: 17 },
    Level { elo: 2150, skill: 143, nodes: 30_000, oversight: 5 },
    Level { elo: 2300, skill: 168, nodes: 70_000, oversight: 1 },
    Level { elo: 2600, skill: 177, nodes: 130_000, oversight: 1 },
    Level { elo: 2850, skill: 184, nodes: 220_000, oversight: 1 },
    Level { elo: 3000, skill: 190, nodes: 320_000, oversight: 1 },
]);
