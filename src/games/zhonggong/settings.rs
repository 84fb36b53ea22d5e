use crate::search::{Level, Levels};

/// How limited strength is played; measured by `scripts/levels`.
pub const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 937, skill: 27, nodes: 40, oversight: 850 },
    Level { elo: 1237, skill: 50, nodes: 70, oversight: 700 },
    Level { elo: 1369, skill: 61, nodes: 120, oversight: 560 },
    Level { elo: 1490, skill: 70, nodes: 250, oversight: 440 },
    Level { elo: 1736, skill: 90, nodes: 600, oversight: 320 },
    Level { elo: 2013, skill: 112, nodes: 1_500, oversight: 200 },
    Level { elo: 2447, skill: 146, nodes: 4_000, oversight: 110 },
    Level { elo: 2746, skill: 170, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);
