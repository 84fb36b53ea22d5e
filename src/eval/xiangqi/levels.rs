use crate::search::{Level, Levels};

/// How limited strength is played; measured by `scripts/levels`.
pub const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 902, skill: 24, nodes: 40, oversight: 850 },
    Level { elo: 1204, skill: 48, nodes: 70, oversight: 700 },
    Level { elo: 1325, skill: 57, nodes: 120, oversight: 560 },
    Level { elo: 1467, skill: 69, nodes: 250, oversight: 440 },
    Level { elo: 1656, skill: 84, nodes: 600, oversight: 320 },
    Level { elo: 1912, skill: 104, nodes: 1_500, oversight: 200 },
    Level { elo: 2439, skill: 146, nodes: 4_000, oversight: 110 },
    Level { elo: 2719, skill: 168, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);
