use crate::search::{Level, Levels};

/// How limited strength is played in gomoku and renju; measured by `scripts/levels`.
pub const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 906, skill: 24, nodes: 40, oversight: 850 },
    Level { elo: 1175, skill: 46, nodes: 70, oversight: 700 },
    Level { elo: 1402, skill: 63, nodes: 120, oversight: 560 },
    Level { elo: 1615, skill: 80, nodes: 250, oversight: 440 },
    Level { elo: 1881, skill: 101, nodes: 600, oversight: 320 },
    Level { elo: 2223, skill: 128, nodes: 1_500, oversight: 200 },
    Level { elo: 2467, skill: 148, nodes: 4_000, oversight: 110 },
    Level { elo: 2698, skill: 166, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);
