//! Property tests of all parsers, with shrinking: nothing panics, accepted input is valid, and written output is read
//! back.

mod files;
mod foreign;
mod input;
mod moves;
mod positions;
mod records;
#[path = "../common/scale.rs"]
mod scale;
mod sessions;
mod trees;

/// The property tests of one game.
macro_rules! in_every_game {
    ($($property:ident),+ $(,)?) => {
        $(mod $property {
            use quadriga::games::chess::ChessPosition;
            use quadriga::games::gomoku::{Freestyle, GomokuPosition, Renju, Standard};
            use quadriga::games::xiangqi::XiangqiPosition;
            use quadriga::games::zhonggong::ZhonggongPosition;

            #[test]
            fn chess() {
                super::$property::<ChessPosition>();
            }

            #[test]
            fn xiangqi() {
                super::$property::<XiangqiPosition>();
            }

            #[test]
            fn zhonggong() {
                super::$property::<ZhonggongPosition>();
            }

            #[test]
            fn gomoku() {
                super::$property::<GomokuPosition<Freestyle>>();
            }

            #[test]
            fn standard_gomoku() {
                super::$property::<GomokuPosition<Standard>>();
            }

            #[test]
            fn renju() {
                super::$property::<GomokuPosition<Renju>>();
            }
        })+
    };
}
use in_every_game;
