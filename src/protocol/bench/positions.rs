use crate::rules::Variant;

/// The positions of a game's bench: openings, middlegames and endings, of which none is decided.
pub(super) const fn of(variant: Variant) -> &'static [&'static str] {
    match variant {
        Variant::Chess => CHESS,
        Variant::Xiangqi => XIANGQI,
        Variant::Zhonggong => ZHONGGONG,
        Variant::Gomoku | Variant::GomokuStandard | Variant::Renju => STONES,
    }
}

/// Most are known from perft suites.
const CHESS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/4kpp1/3p4/p2P1P2/P3K1P1/8/8 w - - 0 1",
    "6k1/5ppp/1r2p3/3pP3/1p1P4/1P2KP2/R5PP/8 b - - 4 31",
];

const XIANGQI: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R b - - 0 5",
    "r2akabnr/3n5/b1c4c1/p3p1p1p/2p6/9/P1P1P1P1P/2C4C1/R3A4/1NBAK1BNR w - - 8 5",
    "r1bakab1r/2n6/4c3n/p1p1p1p1p/3c5/9/P1P1P1P1P/1C2B1C2/R3R4/1N1AKABN1 w - - 14 8",
    "1n1a1ab2/4k4/b8/p1p3p1p/9/2P6/P3P1P1P/4B4/4A4/2BAK2N1 w - - 6 30",
    "3ak4/4a4/4b4/4p4/2b6/2B3P2/4P4/4B2N1/4A4/3AK2c1 b - - 10 52",
    "2bak4/4a4/4b1n2/p7p/4r4/2R6/P7P/4B1N2/4A4/2BAK4 w - - 4 40",
];

const ZHONGGONG: &[&str] = &[
    "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1",
    "rnbacabnr/9/2p1p1p1p/p3k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 3",
    "rnbacabnr/4c4/2p1p3p/p3k1p2/9/P3K4/2P1P1P1P/3C5/RNBACABNR w - - 4 3",
    "1nbacabnr/r1c6/p1p1p1p2/4k3p/9/3K5/1PP2PP1P/4C4/RNBACABNR w - - 6 4",
    "r1bacabn1/c7r/2n6/2p1p4/P3k1p2/4KP1P1/RP2P4/1CA5R/1NB1CABN1 w - - 1 17",
    "2r2a3/9/1n2b4/3k2p2/9/4K1P2/2N1B4/9/3A1R3 w - - 4 40",
    "2P3P2/9/3a5/4k4/9/3K5/4B4/9/4R3r w - - 0 60",
];

/// Both freestyle and renju can arise here: no overline, no forbidden point that is taken.
const STONES: &[&str] = &[
    "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b 1",
    "15/15/15/15/15/15/15/7X7/15/15/15/15/15/15/15 w 1",
    "15/15/15/15/15/15/8O6/7X7/8X6/15/15/15/15/15/15 w 2",
    "15/15/15/15/15/5O9/6OX7/7XO6/6X1X6/7O7/15/15/15/15/15 b 5",
    "15/15/15/15/6O1X6/5X1XO6/6OXX6/5OXO7/6O8/15/15/15/15/15/15 b 7",
];
