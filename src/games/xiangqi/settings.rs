use crate::search::{Level, Levels};

/// How limited strength is played; measured by `scripts/levels`.
pub const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 836, skill: 19, nodes: 40, oversight: 850 },
    Level { elo: 1150, skill: 44, nodes: 70, oversight: 700 },
    Level { elo: 1250, skill: 51, nodes: 120, oversight: 560 },
    Level { elo: 1351, skill: 59, nodes: 250, oversight: 440 },
    Level { elo: 1545, skill: 75, nodes: 600, oversight: 320 },
    Level { elo: 1869, skill: 100, nodes: 1_500, oversight: 200 },
    Level { elo: 2230, skill: 129, nodes: 4_000, oversight: 110 },
    Level { elo: 2578, skill: 157, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);
