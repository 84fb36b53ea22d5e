use crate::search::{Level, Levels};

/// How limited strength is played; measured by `scripts/levels`.
pub const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 1049, skill: 36, nodes: 40, oversight: 850 },
    Level { elo: 1363, skill: 60, nodes: 70, oversight: 700 },
    Level { elo: 1484, skill: 70, nodes: 120, oversight: 560 },
    Level { elo: 1635, skill: 82, nodes: 250, oversight: 440 },
    Level { elo: 1888, skill: 102, nodes: 600, oversight: 320 },
    Level { elo: 2092, skill: 118, nodes: 1_500, oversight: 200 },
    Level { elo: 2512, skill: 151, nodes: 4_000, oversight: 110 },
    Level { elo: 2786, skill: 173, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);
