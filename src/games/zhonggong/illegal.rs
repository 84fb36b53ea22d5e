//! The reasons why a move of zhonggong xiangqi is illegal.

use crate::base::Illegality;

pub static GAME_OVER: Illegality = Illegality::new("game-over", "the game is over: five pawns are at home");
pub static NO_PIECE: Illegality = Illegality::new("no-piece", "no piece of the side to move stands there");
pub static SAME_POINT: Illegality = Illegality::new("same-point", "origin and destination are the same");
pub static UNREACHABLE: Illegality =
    Illegality::new("unreachable", "the piece there does not move like that");
pub static GENERAL_CAPTURE: Illegality = Illegality::new("general-capture", "generals are never captured");
pub static NO_LIBERTY: Illegality = Illegality::new("no-liberty", "it leaves your general without a liberty");
pub static LEAVES_CHECK: Illegality = Illegality::new("leaves-check", "it leaves your general in check");
pub static TETHERED: Illegality =
    Illegality::new("tethered", "it removes a guard that your general needs, and leaves it in check");
pub static PAWN_NAMED_TWICE: Illegality = Illegality::new("pawn-twice", "a pawn is named twice");
pub static NO_HOME_PAWNS: Illegality = Illegality::new(
    "no-home-pawns",
    "only your pawns on the opponent's back rank can be traded, one to four of them",
);
pub static NOTHING_TO_TRADE_FOR: Illegality =
    Illegality::new("nothing-to-trade-for", "there is no enemy piece to trade for");
pub static NOT_TRADED: Illegality =
    Illegality::new("not-traded", "generals, advisors and elephants cannot be traded for");
pub static WRONG_PRICE: Illegality =
    Illegality::new("wrong-price", "a pawn costs one pawn, a cannon two, a horse three, a chariot four");
