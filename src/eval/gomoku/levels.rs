use crate::search::{Level, Levels};

/// How limited strength is played in freestyle gomoku; measured by `scripts/levels`.
pub const FREESTYLE: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 939, skill: 27, nodes: 40, oversight: 850 },
    Level { elo: 1241, skill: 51, nodes: 70, oversight: 700 },
    Level { elo: 1473, skill: 69, nodes: 120, oversight: 560 },
    Level { elo: 1643, skill: 83, nodes: 250, oversight: 440 },
    Level { elo: 1875, skill: 101, nodes: 600, oversight: 320 },
    Level { elo: 2277, skill: 133, nodes: 1_500, oversight: 200 },
    Level { elo: 2448, skill: 146, nodes: 4_000, oversight: 110 },
    Level { elo: 2684, skill: 165, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);

/// How limited strength is played in standard gomoku; measured by `scripts/levels`.
pub const STANDARD: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 860, skill: 21, nodes: 40, oversight: 850 },
    Level { elo: 1084, skill: 38, nodes: 70, oversight: 700 },
    Level { elo: 1208, skill: 48, nodes: 120, oversight: 560 },
    Level { elo: 1399, skill: 63, nodes: 250, oversight: 440 },
    Level { elo: 1660, skill: 84, nodes: 600, oversight: 320 },
    Level { elo: 2063, skill: 116, nodes: 1_500, oversight: 200 },
    Level { elo: 2381, skill: 141, nodes: 4_000, oversight: 110 },
    Level { elo: 2647, skill: 162, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);

/// How limited strength is played in renju; measured by `scripts/levels`.
pub const RENJU: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 893, skill: 23, nodes: 40, oversight: 850 },
    Level { elo: 1152, skill: 44, nodes: 70, oversight: 700 },
    Level { elo: 1445, skill: 67, nodes: 120, oversight: 560 },
    Level { elo: 1703, skill: 87, nodes: 250, oversight: 440 },
    Level { elo: 1869, skill: 100, nodes: 600, oversight: 320 },
    Level { elo: 2282, skill: 133, nodes: 1_500, oversight: 200 },
    Level { elo: 2462, skill: 147, nodes: 4_000, oversight: 110 },
    Level { elo: 2693, skill: 166, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);
