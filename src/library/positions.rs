//! The positions of a game, by keys that do not change.

use crate::base::{FenError, Fnv, GameOptions, Notation, Position, shorten};
use crate::games::{Game, Variant, with_game};
use crate::records::{GameTree, Step, game_options};

use super::error::LibraryError;

/// The key of a position in the index.
///
/// It is a hash of the position's FEN as the program writes it, without the counters, and of the variant: the 64-bit
/// FNV-1a hash (Fowler, Noll, Vo, Eastlake: The FNV Non-Cryptographic Hash Algorithm) of `chess rnbq… w KQkq -`, put
/// through the finaliser of `SplitMix64`. Unlike the keys of the search it does not depend on tables that a later
/// version may have otherwise. A test holds the values fixed; if the FENs of a game ever change, the schema needs a new
/// version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey(i64);

impl PositionKey {
    /// The key of the position that a FEN describes, as other programs write it.
    ///
    /// # Errors
    ///
    /// If it is no FEN of the variant.
    pub fn of_fen(fen: &str, variant: Variant) -> Result<Self, FenError> {
        with_game!(variant, G => read_position::<G>(fen).map(|(position, options)| {
            Self::of_position::<G>(variant, &position, &options)
        }))
    }

    /// The keys of the positions that a FEN describes in the variants that it can be one of: `variants`, or all if
    /// there are none. The games of stones share their FENs.
    ///
    /// # Errors
    ///
    /// If it is no FEN of any of them.
    pub fn all_of_fen(fen: &str, variants: &[Variant]) -> Result<Vec<Self>, LibraryError> {
        let variants = if variants.is_empty() { &Variant::ALL[..] } else { variants };
        let fitting: Vec<_> = variants
            .iter()
            .copied()
            .filter(|&variant| Variant::of_fen(fen, variant) == Some(variant))
            .collect();
        let keys: Vec<_> = fitting.iter().map(|&variant| Self::of_fen(fen, variant)).collect();
        if keys.is_empty() {
            return Err(LibraryError::NotFen(shorten(fen)));
        }
        let mut error = None;
        let found: Vec<_> =
            keys.into_iter().filter_map(|key| key.map_err(|other| error = Some(other)).ok()).collect();
        match error {
            Some(error) if found.is_empty() => Err(error.into()),
            _ => Ok(found),
        }
    }

    /// The key of a position.
    pub(super) fn of_position<G: Game>(
        variant: Variant,
        position: &G::Position,
        options: &<G::Position as Notation>::Options,
    ) -> Self {
        let fen = position.fen(options);
        let mut hash = Fnv::default();
        hash.add(variant.name().as_bytes());
        // Counters are the fields that are numbers.
        let fields = fen.split(' ').filter(|field| !field.bytes().all(|byte| byte.is_ascii_digit()));
        for field in fields {
            hash.add(b" ");
            hash.add(field.as_bytes());
        }
        Self(hash.mixed() as i64)
    }

    /// The number in the database.
    pub(super) const fn number(self) -> i64 {
        self.0
    }
}

/// A position that a FEN describes, and the options that it needs.
pub(super) fn read_position<G: Game>(
    fen: &str,
) -> Result<(G::Position, <G::Position as Notation>::Options), FenError> {
    let mut options = <G::Position as Notation>::Options::default();
    if let Some((name, value)) = options.required_by(fen)
        && let Err(error) = options.set(name, value)
    {
        log::warn!("{error}");
    }
    Ok((G::Position::read_fen(fen, &options)?.0, options))
}

/// A position of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GamePosition {
    pub key: PositionKey,
    /// The number of plies before it.
    pub ply: u32,
    /// The move that the game continues with, in protocol notation under the default options.
    pub next: Option<String>,
}

/// The positions of a checked game's main line, each where it first occurs, in the order of their keys. Null moves and
/// edited boards end the line, as no game is played on behind them.
pub(super) fn positions_of(tree: &GameTree) -> Vec<GamePosition> {
    let mut positions = with_game!(tree.variant, G => line_of::<G>(tree));
    positions.sort_by_key(|position| (position.key, position.ply));
    positions.dedup_by_key(|position| position.key);
    positions
}

fn line_of<G: Game>(tree: &GameTree) -> Vec<GamePosition> {
    let options = game_options::<G>(&tree.options);
    let written = <G::Position as Notation>::Options::default();
    // The tree was checked.
    let Ok(mut position) = G::Position::start_or(tree.start.as_deref(), &options) else { return Vec::new() };
    let mut found = Vec::with_capacity(tree.len());
    let mut line = tree.main_line();
    loop {
        let key = PositionKey::of_position::<G>(tree.variant, &position, &written);
        let played = line.next().and_then(|node| match tree.step(node) {
            &Step::Move { played, .. } => played,
            Step::Start | Step::Pass | Step::Setup(_) => None,
        });
        let next = played.map(|m| position.move_text(m, &written));
        found.push(GamePosition { key, ply: found.len() as u32, next });
        let Some(m) = played else { return found };
        position.make(m, &mut ());
        position.forget_moves();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{RecordFormat, read};

    /// Files have them: they must never change.
    #[test]
    fn keys_are_the_same_in_all_versions() {
        let keys = Variant::ALL.map(|variant| {
            let start = with_game!(variant, G => {
                let options = <<G as Game>::Position as Notation>::Options::default();
                <G as Game>::Position::start(&options).fen(&options)
            });
            (variant.name(), PositionKey::of_fen(&start, variant).expect("a FEN").number())
        });
        let expected = [
            ("chess", 2449933930207354345),
            ("xiangqi", -733208733926105565),
            ("zhonggong", -2077451964216285060),
            ("gomoku", -857065338376803808),
            ("gomoku-standard", 4893414951538907147),
            ("renju", -68462864025574642),
        ];
        for expected in expected {
            assert!(keys.contains(&expected), "{expected:?} of {keys:?}");
        }
    }

    #[test]
    fn counters_and_what_cannot_be_do_not_matter() {
        let key = |fen: &str| PositionKey::of_fen(fen, Variant::Chess).expect("a FEN");
        let start = key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 30"), start);
        assert_eq!(key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -"), start);
        assert_ne!(key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"), start);
        assert_ne!(key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"), start);
        // Nobody can capture on e3.
        let after = key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
        assert_eq!(key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), after);
        let stones = |variant| PositionKey::of_fen("5/5/2X2/5/5 w 2", variant).expect("a FEN");
        assert_ne!(stones(Variant::Gomoku), stones(Variant::Renju));
    }

    #[test]
    fn positions_of_a_game_are_found_by_their_fens() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 *";
        let tree = read(text, RecordFormat::PGN).expect("a game").remove(0).tree;
        let positions = positions_of(&tree);
        // Those after 3... Nb8 and 4. Nf3 were there before.
        assert_eq!(positions.len(), 6);
        assert!(positions.is_sorted_by_key(|position| position.key));
        let key = PositionKey::of_fen(
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            Variant::Chess,
        );
        let found = positions.iter().find(|position| Ok(position.key) == key).expect("the position");
        assert_eq!((found.ply, found.next.as_deref()), (2, Some("g1f3")));
    }
}
