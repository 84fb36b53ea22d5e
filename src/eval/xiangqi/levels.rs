use crate::search::{Level, Levels};

/// How limited strength is played; measured by `scripts/levels`.
pub const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 881, skill: 22, nodes: 40, oversight: 850 },
    Level { elo: 1163, skill: 45, nodes: 70, oversight: 700 },
    Level { elo: 1277, skill: 54, nodes: 120, oversight: 560 },
    Level { elo: 1412, skill: 64, nodes: 250, oversight: 440 },
    Level { elo: 1590, skill: 78, nodes: 600, oversight: 320 },
    Level { elo: 1830, skill: 97, nodes: 1_500, oversight: 200 },
    Level { elo: 2296, skill: 134, nodes: 4_000, oversight: 110 },
    Level { elo: 2552, skill: 155, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);
