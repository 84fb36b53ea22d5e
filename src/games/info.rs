use serde::Serialize;

use crate::base::{Reason, Score, Side};

/// Facts about a game other than its rules, for protocols, records and user interfaces.
#[derive(Debug, Clone, Copy)]
pub struct GameInfo {
    /// The name used by `UCI_Variant`.
    pub name: &'static str,
    /// The kind of board.
    pub board: BoardKind,
    /// How well a FEN fits the game.
    pub fit: fn(&FenShape) -> Fit,
    /// The names of the first and the second side.
    pub side_names: [&'static str; 2],
    /// The side that a FEN writes as `w` and whose clock UCI calls `wtime`.
    pub white: Side,
    /// How a front end that takes board shapes from the engine draws the game; `None` if front ends know the game.
    pub template: Option<Template>,
    /// The variant name in xboard's protocol; `None` for the default game.
    pub cecp_name: Option<&'static str>,
    /// What xboard must be told to draw the game; `None` if it knows the game or cannot play it.
    pub xboard: Option<XboardRules>,
    /// The number of the rule in Gomocup's protocol.
    pub gomocup_rule: Option<u32>,
    /// Whether people play it with the opening rule Swap2, by which one player places stones and the other one chooses.
    pub has_swap2: bool,
    /// The protocols used by engines of this game, the most common first.
    pub protocols: &'static [ClientProtocol],
    /// Whether engines that play only this game use UCI without the option `UCI_Variant`.
    pub has_plain_uci: bool,
    /// The value of the `Variant` tag in PGN records; `None` to omit the tag.
    pub pgn_variant: Option<&'static str>,
    /// The value of the `Game` tag in PGN records.
    pub pgn_game: Option<&'static str>,
    /// Whether PGN records use move names rather than protocol texts.
    pub pgn_names: bool,
    /// The reasons for which games end.
    pub reasons: &'static [Reason],
    /// The kind of its tablebases, if there are any.
    pub tables: Option<TableKind>,
    /// The positions of `bench`: undecided openings, middlegames and endings.
    pub bench: &'static [&'static str],
    /// How likely a win is at a score.
    pub win_curve: WinCurve,
}

impl GameInfo {
    /// Facts about a game unknown to other programs: its name, kind of board, the names of its sides, and the positions
    /// of `bench`. Everything else can be added.
    pub const fn new(
        name: &'static str,
        board: BoardKind,
        side_names: [&'static str; 2],
        bench: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            board,
            fit: |_| Fit::None,
            side_names,
            white: Side::First,
            template: Some(Template::FAIRY),
            cecp_name: Some(name),
            xboard: None,
            gomocup_rule: None,
            has_swap2: false,
            protocols: &[ClientProtocol::Uci],
            has_plain_uci: false,
            pgn_variant: Some(name),
            pgn_game: None,
            pgn_names: false,
            reasons: &[],
            tables: None,
            bench,
            win_curve: WinCurve { half: 100, step: 60 },
        }
    }

    /// The name of a side.
    pub const fn side_name(&self, side: Side) -> &'static str {
        self.side_names[side.index()]
    }

    /// The letter of a side in the side-to-move field of a FEN.
    pub fn fen_letter(&self, side: Side) -> char {
        if side == self.white { 'w' } else { 'b' }
    }

    /// Whether the game is played with stones on a grid.
    pub fn has_stones(&self) -> bool {
        self.board == BoardKind::Stones
    }
}

/// A kind of tablebases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableKind {
    /// Syzygy's, which others generate, at `SyzygyPath`.
    Syzygy,
    /// The program's own, some of which are part of it, and others at `TablePath`.
    Own,
    /// A proof from the start of a game, which is part of the program.
    Solution,
}

impl TableKind {
    /// The option with the folders; `None` if they are in none.
    pub const fn path_option(self) -> Option<&'static str> {
        match self {
            Self::Syzygy => Some("SyzygyPath"),
            Self::Own => Some("TablePath"),
            Self::Solution => None,
        }
    }
}

/// The probability that the side to move wins, as a logistic curve of its score: 1 / (1 + e^((`half` − score) /
/// `step`)). It loses with the probability of a win at the negated score; otherwise the game is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct WinCurve {
    /// The score at which half of the games are won, in evaluation units; not negative.
    pub half: i32,
    /// The increase of the score that multiplies the odds by e, in evaluation units; positive.
    pub step: i32,
}

impl WinCurve {
    /// The probabilities of a win, draw and loss at a score, in thousandths that add up to 1000.
    pub fn chances(self, score: Score) -> [u32; 3] {
        if score.is_decisive() {
            return if score.is_win() { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let Self { half, step } = self;
        let probability = |score: i32| {
            (1000.0 / (1.0 + (f64::from(half - score) / f64::from(step.max(1))).exp())).round() as u32
        };
        let (win, loss) = (probability(score.value()), probability(-score.value()));
        [win, 1000_u32.saturating_sub(win + loss), loss]
    }
}

/// The appearance of a FEN, before any game reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenShape {
    /// The board field, without a pocket.
    pub board: String,
    /// The number of ranks on the board.
    pub ranks: usize,
    /// Whether the third field is a number, or missing.
    pub has_numbers: bool,
}

impl FenShape {
    /// The shape of a FEN; `None` for a text without fields.
    pub fn of(fen: &str) -> Option<Self> {
        let spaced =
            if fen.trim().contains(char::is_whitespace) { fen.to_owned() } else { fen.replace('_', " ") };
        let mut fields = spaced.split_whitespace();
        let board = fields.next()?.split('[').next()?.to_owned();
        let has_numbers = fields.nth(1).is_none_or(|third| third.starts_with(|c: char| c.is_ascii_digit()));
        Some(Self { ranks: board.split('/').count(), board, has_numbers })
    }

    /// How well the FEN fits a game with lettered pieces on this many ranks.
    pub fn fits_pieces(&self, ranks: usize) -> Fit {
        if self.ranks == ranks { Fit::Possible } else { Fit::None }
    }

    /// How well the FEN fits a game with stones, whose empty board consists of numbers only.
    pub fn fits_stones(&self) -> Fit {
        let is_stone = |c: char| matches!(c, 'X' | 'O' | 'x' | 'o');
        let has_stones = self.board.contains(is_stone);
        let fits = self.board.chars().all(|c| c.is_ascii_digit() || c == '/' || is_stone(c));
        if fits && (has_stones || self.has_numbers) { Fit::Good } else { Fit::None }
    }
}

/// How well a FEN fits a game, by its appearance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It belongs to another game.
    None,
    /// It may belong to the game.
    Possible,
    /// It is unlikely to belong to a game that it fits less well.
    Good,
    /// It has features that only this game has.
    Exact,
}

/// The kinds of boards, which differ in how they are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardKind {
    /// Chess's 8×8 squares.
    Squares,
    /// Xiangqi's ten ranks of points with a river.
    River,
    /// Zhonggong's nine ranks of points with one palace.
    CentralPalace,
    /// A grid of points, of any size, for stones.
    Stones,
}

impl BoardKind {
    /// The name of the kind of board in the protocol's `state`.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::River => "river",
            Self::CentralPalace => "palace",
            Self::Stones => "stones",
        }
    }

    /// The board's name for user interfaces.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squares => "chess",
            Self::River => "xiangqi",
            Self::CentralPalace => "zhonggong",
            Self::Stones => "gomoku",
        }
    }
}

/// How xboard draws a game unknown to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// The xboard game whose board and pieces are used.
    pub name: &'static str,
    /// FEN letters that differ in that game, in upper case.
    pub letters: &'static [(char, char)],
}

impl Template {
    /// Xiangqi's pieces; xboard uses other letters for elephants and horses.
    pub const XIANGQI: Self = Self { name: "xiangqi", letters: &[('B', 'E'), ('N', 'H')] };
    /// No pieces of another game.
    pub const FAIRY: Self = Self { name: "fairy", letters: &[] };

    /// The board field of a FEN with the template's letters.
    pub fn translate(&self, board: &str) -> String {
        let letter = |c: char| {
            let found = self.letters.iter().find(|(ours, _)| *ours == c.to_ascii_uppercase());
            match found {
                Some((_, theirs)) if c.is_ascii_lowercase() => theirs.to_ascii_lowercase(),
                Some((_, theirs)) => *theirs,
                None => c,
            }
        };
        board.chars().map(letter).collect()
    }
}

/// The board and the moves of a game unknown to xboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct XboardRules {
    /// The known game whose rules apply otherwise.
    pub parent: &'static str,
    /// The letters of the pieces, first White's and then Black's, in the order of xboard's pictures; `.` for unused
    /// pictures.
    pub letters: &'static str,
    /// How pieces move, in Betza's notation: a letter and its moves, if they differ from those of chess.
    pub moves: &'static [(char, &'static str)],
}

/// The protocols used by engines of these games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientProtocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Chinese Chess Protocol.
    Ucci,
    /// Gomocup's protocol.
    Gomocup,
    /// The Chess Engine Communication Protocol, used by xboard.
    Cecp,
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURVE: WinCurve = WinCurve { half: 100, step: 50 };

    #[test]
    fn the_curve_gives_the_share_of_wins() {
        assert_eq!(CURVE.chances(Score::new(100)), [500, 482, 18]);
        assert_eq!(CURVE.chances(Score::new(150)), [731, 262, 7]);
        assert_eq!(CURVE.chances(Score::DRAW), [119, 762, 119]);
    }

    #[test]
    fn probabilities_are_symmetric_and_add_up_to_1000() {
        for value in [-28_000, -517, -100, -1, 0, 1, 64, 100, 2_000, 28_000] {
            let [win, draw, loss] = CURVE.chances(Score::new(value));
            assert_eq!(win + draw + loss, 1000, "{value}");
            assert_eq!(CURVE.chances(Score::new(-value)), [loss, draw, win], "{value}");
        }
    }

    #[test]
    fn decisive_scores_have_certain_probabilities() {
        assert_eq!(CURVE.chances(Score::mate_at(3)), [1000, 0, 0]);
        assert_eq!(CURVE.chances(Score::rule_loss_at(3)), [0, 0, 1000]);
    }
}
