//! The weights of xiangqi, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Fitted to 1734056 positions of 18997 games of self-play by `quadriga fit --pull 3000 --rounds 2`,
//! which took the loss from 0.61956 to 0.61938, and that of the games held back from 0.62252 to
//! 0.62223.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=2000 seed=1 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=1000/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=2000 seed=2 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=1000/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 engine=a3e60126 nodes=3000 seed=3 hash=8
//! opening-plies=8-9 balance=150 balance-nodes=1000 win-rule=1000/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 engine=b2f4d93b nodes=3000 seed=5 hash=8
//! opening-plies=8-9 balance=150 balance-nodes=1000 win-rule=1000/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 engine=f75d9438 nodes=3000 seed=6 hash=8
//! opening-plies=8-9 balance=150 balance-nodes=1000 win-rule=1000/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 engine=0f4824e7 nodes=3000 seed=7 hash=8
//! opening-plies=8-9 balance=150 balance-nodes=1000 win-rule=1000/4 max-plies=400`.

use super::weights::Weights;
use crate::eval::classical::t;
use crate::games::cchess::eval::ThreatWeights;

/// What [`crate::search::Parameters::win_scale`] says.
pub const WIN_SCALE: i32 = 200;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    pieces: [t(0, 0), t(118, 41), t(181, 63), t(553, 317), t(1198, 985), t(585, 318), t(142, 9)],
    places: [
        [
            [t(105, -10), t(47, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(27, -12), t(-41, 7), t(0, 0), t(0, 0), t(0, 0)],
            [t(-110, -3), t(-194, 12), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
        ],
        [
            [t(7, 28), t(-20, -15), t(0, 0), t(0, 0), t(0, 0)],
            [t(15, 2), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(7, 28), t(-47, -16), t(0, 0), t(0, 0), t(0, 0)],
            [t(7, 28), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(7, 28), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(7, 28), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(7, 28), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(7, 28), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(7, 28), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(7, 28), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
        ],
        [
            [t(28, -4), t(0, 0), t(7, -18), t(0, 0), t(-23, -34)],
            [t(28, -4), t(0, 0), t(0, 0), t(0, 0), t(-23, -34)],
            [t(56, -26), t(0, 0), t(0, 0), t(0, 0), t(-30, -43)],
            [t(28, -4), t(0, 0), t(0, 0), t(0, 0), t(-23, -34)],
            [t(28, -4), t(-43, -7), t(-32, -30), t(-43, -7), t(-23, -34)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
        ],
        [
            [t(-11, -48), t(-45, 3), t(-44, -43), t(-106, 1), t(-70, -47)],
            [t(-53, -110), t(-26, -10), t(-72, 8), t(-79, -7), t(-52, -58)],
            [t(-10, -5), t(20, 2), t(-31, 9), t(-46, 9), t(-38, -3)],
            [t(31, 10), t(15, -2), t(-29, 26), t(-47, 16), t(-47, 3)],
            [t(81, -2), t(26, 13), t(85, 19), t(-3, 22), t(5, 14)],
            [t(102, -4), t(121, -5), t(71, -3), t(57, 5), t(-3, 10)],
            [t(22, 2), t(183, -23), t(63, -5), t(149, -7), t(17, -2)],
            [t(124, 4), t(136, -28), t(49, -6), t(64, -15), t(60, 15)],
            [t(87, -47), t(112, -6), t(182, -9), t(94, 2), t(47, -21)],
            [t(24, -15), t(11, -7), t(6, 30), t(-28, 1), t(7, 10)],
        ],
        [
            [t(30, 29), t(57, 22), t(43, -6), t(48, -1), t(0, -37)],
            [t(-1, 32), t(32, 57), t(47, 28), t(40, 18), t(31, 0)],
            [t(20, 88), t(55, 54), t(43, 45), t(56, 5), t(28, -1)],
            [t(73, 65), t(71, 61), t(70, 49), t(70, 38), t(42, 30)],
            [t(65, 84), t(81, 57), t(89, 43), t(72, 50), t(28, 54)],
            [t(46, 92), t(68, 69), t(93, 47), t(50, 44), t(24, 63)],
            [t(62, 93), t(98, 59), t(121, 37), t(85, 39), t(56, 48)],
            [t(65, 61), t(90, 77), t(68, 59), t(66, 55), t(45, 65)],
            [t(95, 79), t(87, 58), t(85, 32), t(106, 9), t(49, 12)],
            [t(35, 43), t(75, 35), t(33, 20), t(53, 7), t(24, 24)],
        ],
        [
            [t(76, -9), t(55, -7), t(1, -35), t(-29, -5), t(17, -21)],
            [t(115, -24), t(60, -1), t(87, -33), t(41, -1), t(96, -35)],
            [t(112, -1), t(72, -4), t(82, -14), t(31, 2), t(78, -23)],
            [t(81, 0), t(61, -5), t(89, -33), t(2, 2), t(50, -5)],
            [t(86, -1), t(53, -10), t(59, -40), t(35, -13), t(54, -23)],
            [t(76, 7), t(-4, 9), t(38, -6), t(-2, 16), t(65, -21)],
            [t(25, 3), t(20, -11), t(40, 4), t(24, 0), t(66, -17)],
            [t(-13, -20), t(26, -23), t(-3, -2), t(10, -1), t(62, -21)],
            [t(-42, 7), t(-7, 0), t(-17, 4), t(-17, 5), t(32, -18)],
            [t(24, -27), t(-86, 6), t(-37, -8), t(10, 10), t(113, -26)],
        ],
        [
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(-22, 110), t(0, 0), t(-92, 87), t(0, 0), t(-100, 120)],
            [t(-34, 108), t(0, 0), t(-40, 85), t(0, 0), t(-80, 104)],
            [t(65, 115), t(84, 108), t(41, 100), t(14, 94), t(-26, 97)],
            [t(165, 85), t(143, 94), t(74, 111), t(42, 107), t(-1, 114)],
            [t(173, 103), t(223, 122), t(145, 87), t(70, 76), t(31, 60)],
            [t(229, 75), t(377, 36), t(279, 27), t(198, 36), t(164, 21)],
            [t(-5, -96), t(4, -96), t(41, -79), t(11, -86), t(7, -72)],
        ],
    ],
    pawns_abreast: t(-26, 16),
    mobility: [t(0, 0), t(0, 0), t(0, 0), t(16, 0), t(6, 0), t(3, 0), t(0, 0)],
    horse_trapped: t(4, -25),
    chariot_half_open_file: t(10, 31),
    chariot_open_file: t(27, -9),
    threats: ThreatWeights {
        hanging: [t(0, 0), t(56, 24), t(41, 31), t(51, 59), t(0, 0), t(53, 55), t(10, 37)],
        by_lesser: [t(0, 0), t(0, 0), t(0, 0), t(77, 0), t(70, 0), t(76, 11), t(0, 0)],
    },
    pressure: [0, 0, 0, 20, 15, 0, 20],
    attackers: [0, 0, 10, 29, 39, 31],
    pressure_without_defender: 1,
    hollow_cannon: t(177, -36),
    hollow_cannon_help: t(8, -25),
    side_cannon: t(46, -16),
    cannon_battery: t(40, 77),
    cannon_pin: t(21, 37),
    chariot_battery: t(78, 50),
    chariot_pin: t(36, 0),
    safe_check: [t(0, 0), t(0, 0), t(0, 0), t(109, 0), t(69, 0), t(21, 3), t(0, 0)],
    advisor_missed: [t(49, 38), t(49, 5), t(82, 54)],
    elephant_missed: [t(30, -1), t(19, 10), t(1, 27)],
    tempo: 19,
};
