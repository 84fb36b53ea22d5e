//! The games: the types that make up each game, and facts about it. The list below is the only place that maps variants
//! to their types.

pub mod cchess;
pub mod chess;
#[cfg(any(test, feature = "example-game"))]
#[path = "../../examples/connect_four/mod.rs"]
pub mod connect_four;
pub mod gomoku;
mod info;
pub mod xiangqi;
pub mod zhonggong;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base::{Notation, PlayedGame, Position, Reason};
use crate::eval::{GameEvaluation, GameEvaluator};
use crate::search::{SearchGame, SearchPosition, SearchSettings};

pub use chess::Chess;
#[cfg(any(test, feature = "example-game"))]
pub use connect_four::ConnectFour;
pub use gomoku::{Gomoku, GomokuStandard, Renju};
pub use info::{
    BoardKind, ClientProtocol, FenShape, Fit, GameInfo, TableKind, Template, WinCurve, XboardRules,
};
pub use xiangqi::Xiangqi;
pub use zhonggong::Zhonggong;

/// A game. It must provide rules, a notation, tactics and an evaluation; everything else has a default.
pub trait Game: Sized + 'static {
    /// The rules, their notation, and what the search needs beyond them.
    type Position: SearchPosition + Notation;

    /// The hand-written evaluation, with the inputs of the game's network if it can have one;
    /// [`Plain`](crate::eval::Plain) turns a function into one.
    type Evaluation: GameEvaluation<Position = Self::Position>;

    /// How the game is searched.
    const SETTINGS: SearchSettings;

    /// Facts about the game.
    const INFO: GameInfo;

    /// What a puzzle's solution shows that only this game knows, as short words such as `fork`. The solver is to move
    /// at the start of the line; each second move is the opponent's.
    fn themes(line: &PlayedGame<Self::Position>) -> Vec<&'static str> {
        let _ = line;
        Vec::new()
    }

    /// How positions are made that may show a theme which games seldom do, for puzzles.
    const COMPOSERS: &'static [Composer] = &[];

    /// The piece values of the program with which the game was first published, for the arena's reference player;
    /// `None` if there is no such program.
    const PUBLISHED_VALUES: Option<PieceValue<Self::Position>> = None;
}

/// Makes random positions that may show a theme.
#[derive(Debug, Clone, Copy)]
pub struct Composer {
    /// The theme, one of [`Game::themes`].
    pub theme: &'static str,
    /// A FEN, which may be that of no legal position. Its argument gives a random number below another one.
    pub fen: fn(&mut dyn FnMut(usize) -> usize) -> String,
}

/// A game is played with its hand-written evaluation, a network, or both.
impl<G: Game> SearchGame for G {
    type Position = G::Position;
    type Evaluator = GameEvaluator<G::Evaluation>;

    const SETTINGS: SearchSettings = G::SETTINGS;
}

/// The evaluation that a game is played with.
pub type EvaluatorOf<G> = GameEvaluator<<G as Game>::Evaluation>;

/// A piece's value: positive for pieces of the first side, in the game's own units.
pub type PieceValue<P> = fn(<P as Position>::Element) -> i32;

/// Declares [`Variant`] and [`with_game!`]; each entry gives a game's documentation and the type that implements
/// [`Game`]. The first argument is a dollar sign, for the patterns of `with_game!`; the games after the semicolon are
/// conditional.
macro_rules! games {
    (
        ($d:tt) $($(#[doc = $doc:literal])+ $game:ident,)+;
        #[cfg($cfg:meta)] $($(#[doc = $more_doc:literal])+ $more:ident,)+
    ) => {
        /// The games that the engine plays, named as in `UCI_Variant`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Variant {
            $($(#[doc = $doc])+ $game,)+
            $($(#[doc = $more_doc])+ #[cfg($cfg)] $more,)+
        }

        impl Variant {
            /// All variants; the first is the default of clients.
            pub const ALL: [Self; [$(Self::$game,)+ $(#[cfg($cfg)] Self::$more,)+].len()] =
                [$(Self::$game,)+ $(#[cfg($cfg)] Self::$more,)+];
        }

        #[cfg(not($cfg))]
        games!(@with_game ($d) $($game)+);
        #[cfg($cfg)]
        games!(@with_game ($d) $($game)+ $($more)+);
    };
    // The condition is evaluated where the macro is declared, not where it is used.
    (@with_game ($d:tt) $($game:ident)+) => {
        /// Evaluates an expression for the game of a variant known at run time: `with_game!(variant, G =>
        /// f::<G>(argument))` calls `f` for the type that implements [`Game`](crate::games::Game).
        #[macro_export]
        macro_rules! with_game {
            ($d variant:expr, $d G:ident => $d value:expr) => {
                match $d variant {
                    $($crate::games::Variant::$game => {
                        type $d G = $crate::games::$game;
                        $d value
                    })+
                }
            };
        }
        pub use with_game;
    };
}

games! {
    ($)
    /// Chess, including Chess960.
    Chess,
    /// Xiangqi.
    Xiangqi,
    /// Zhonggong xiangqi.
    Zhonggong,
    /// Freestyle gomoku: five or more in a row win.
    Gomoku,
    /// Standard gomoku: exactly five in a row win.
    GomokuStandard,
    /// Renju: freestyle for White; Black needs exactly five and has forbidden points.
    Renju,
    ;
    #[cfg(any(test, feature = "example-game"))]
    /// Connect Four, an example of a new game.
    ConnectFour,
}

/// Evaluates an expression for the position type of a variant that has [tables](cchess::tables), as an `Option`:
/// `with_tabled_game!(variant, P => f::<P>(argument))`.
#[cfg(feature = "tables")]
#[macro_export]
macro_rules! with_tabled_game {
    ($variant:expr, $P:ident => $value:expr) => {
        match $variant {
            $crate::games::Variant::Zhonggong => {
                type $P = $crate::games::zhonggong::ZhonggongPosition;
                Some($value)
            }
            $crate::games::Variant::Xiangqi => {
                type $P = $crate::games::xiangqi::XiangqiPosition;
                Some($value)
            }
            _ => None,
        }
    };
}
#[cfg(feature = "tables")]
pub use with_tabled_game;

impl Variant {
    /// Facts about the game.
    pub const fn info(self) -> &'static GameInfo {
        with_game!(self, G => &<G as Game>::INFO)
    }

    /// The variant's name in the protocol.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The name of the network that the engine plays with by default; `None` if that is the hand-written evaluation.
    pub fn network(self) -> Option<String> {
        with_game!(self, G => <G as Game>::Evaluation::embedded().name())
    }

    /// The variant with this name, case-insensitive.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.name().eq_ignore_ascii_case(name))
    }

    /// The reasons for which games of any variant end; reasons common to several variants are repeated.
    pub fn reasons() -> impl Iterator<Item = Reason> {
        Self::ALL.into_iter().flat_map(|variant| variant.info().reasons.iter().copied())
    }

    /// The game that a FEN belongs to, by its appearance. Several games can share a format; `current` is returned if it
    /// is one of them.
    pub fn of_fen(fen: &str, current: Self) -> Option<Self> {
        let shape = FenShape::of(fen)?;
        let fit = |variant: Self| (variant.info().fit)(&shape);
        let best = Self::ALL.into_iter().map(fit).max().filter(|&best| best > Fit::None)?;
        [current].into_iter().chain(Self::ALL).find(|&variant| fit(variant) == best)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::eval::network::FeatureSet;
    use crate::search::Skill;

    #[test]
    fn game_is_detected_from_a_fen() {
        let cases = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Some(Variant::Chess)),
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", Some(Variant::Xiangqi)),
            ("rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1", Some(Variant::Zhonggong)),
            ("5/5/2X2/5/5 w 2", Some(Variant::Gomoku)),
            ("8/8/8/8/8/8/8/8 b 1", Some(Variant::Gomoku)),
            ("8/8/8/8/8/8/8/8 w - - 0 1", Some(Variant::Chess)),
            ("9/9/9/9/9/9/9/9/9/9 w - - 0 1", Some(Variant::Xiangqi)),
            ("rnbqkbnr/pppppppp w", None),
            ("5/5/2X2/5/5[]_w_2", Some(Variant::Gomoku)),
            ("4k4/9/9/9/9/9/9/9/9/4K4[] w", Some(Variant::Xiangqi)),
            ("", None),
        ];
        for (fen, variant) in cases {
            assert_eq!(Variant::of_fen(fen, Variant::Chess), variant, "{fen}");
        }
        assert_eq!(Variant::of_fen("5/5/5/5/5 b 1", Variant::Renju), Some(Variant::Renju));
    }

    #[test]
    fn codes_and_numbers_of_reasons_are_unique() {
        let reasons: HashSet<_> = Variant::reasons().collect();
        let codes: HashSet<_> = reasons.iter().map(|reason| reason.code).collect();
        let numbers: HashSet<_> = reasons.iter().map(|reason| reason.number).collect();
        assert_eq!((codes.len(), numbers.len()), (reasons.len(), reasons.len()));
        assert!(numbers.iter().all(|&number| number < 64));
    }

    #[test]
    fn embedded_networks_are_valid() {
        fn name<G: Game>() -> Option<String> {
            let network = G::Evaluation::embedded().network()?;
            assert_eq!(network.form().input_count, <G::Evaluation as GameEvaluation>::FeatureSet::ROWS);
            Some(network.name())
        }
        for variant in Variant::ALL {
            assert_eq!(with_game!(variant, G => name::<G>()), variant.network(), "{variant}");
        }
    }

    #[test]
    fn levels_of_every_game_span_the_range_of_ratings_and_grow() {
        for variant in Variant::ALL {
            let levels = with_game!(variant, G => <G as Game>::SETTINGS.levels).0;
            assert_eq!(levels.first().map(|level| level.elo), Some(Skill::MIN_ELO), "{variant}");
            assert_eq!(levels.last().map(|level| level.elo), Some(Skill::MAX_ELO), "{variant}");
            assert_eq!(levels.first().map(|level| level.skill), Some(0), "{variant}");
            assert_eq!(
                levels.last().map(|level| level.skill),
                Some(10 * (Skill::MAX_SKILL - 1)),
                "{variant}"
            );
            for pair in levels.windows(2) {
                let (low, high) = (pair[0], pair[1]);
                assert!(low.elo < high.elo && low.skill < high.skill, "{variant}: {}", high.elo);
                assert!(
                    low.nodes <= high.nodes && low.oversight >= high.oversight,
                    "{variant}: {}",
                    high.elo
                );
            }
        }
    }

    #[test]
    fn metadata_of_every_game_is_consistent() {
        for variant in Variant::ALL {
            let info = variant.info();
            assert_eq!(Variant::from_name(&info.name.to_uppercase()), Some(variant));
            assert!(!info.bench.is_empty() && !info.protocols.is_empty());
            for fen in info.bench {
                assert_eq!(Variant::of_fen(fen, variant), Some(variant), "{fen}");
            }
        }
    }
}
