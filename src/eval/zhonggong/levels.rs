use crate::search::{Level, Levels};

/// How limited strength is played; measured by `scripts/levels`.
pub const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 1075, skill: 38, nodes: 40, oversight: 850 },
    Level { elo: 1388, skill: 62, nodes: 70, oversight: 700 },
    Level { elo: 1506, skill: 72, nodes: 120, oversight: 560 },
    Level { elo: 1652, skill: 83, nodes: 250, oversight: 440 },
    Level { elo: 1902, skill: 103, nodes: 600, oversight: 320 },
    Level { elo: 2101, skill: 119, nodes: 1_500, oversight: 200 },
    Level { elo: 2537, skill: 153, nodes: 4_000, oversight: 110 },
    Level { elo: 2768, skill: 172, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);
