//! Properties of everything that reads text or bytes, on random input that is made small where it fails: nothing
//! panics, what is accepted is sound, and what was written is read back.

mod files;
mod input;
mod moves;
mod positions;
mod records;
mod sessions;

/// The tests of properties in every game.
macro_rules! in_every_game {
    ($($property:ident),+ $(,)?) => {
        $(mod $property {
            use quadriga::rules::chess::ChessPosition;
            use quadriga::rules::gomoku::{Freestyle, GomokuPosition, Renju, Standard};
            use quadriga::rules::xiangqi::XiangqiPosition;
            use quadriga::rules::zhonggong::ZhonggongPosition;

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
