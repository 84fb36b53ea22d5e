//! How the engine describes itself to a CECP client: its features and options, and the boards of games that xboard does
//! not know.

use crate::games::{TableKind, Variant};
use crate::protocol::session::Session;

/// The name of chess in the protocol.
const CHESS: &str = "normal";
/// The name of Chess960.
const CHESS960: &str = "fischerandom";

/// A game that a client has selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct VariantChoice {
    pub variant: Variant,
    pub is_chess960: bool,
}

/// The lines that answer `protover`.
pub(super) fn lines(session: &Session) -> Vec<String> {
    // xboard does not know the rules of stone games and would end them with an error, so it is not offered any.
    let is_fixed = session.settings().fixed_variant().is_some();
    let offered = names(session).filter(|(_, choice)| is_fixed || !choice.variant.info().has_stones());
    let names: Vec<_> = offered.map(|(name, _)| name).collect();
    let mut lines = vec![
        "feature done=0".to_owned(),
        concat!("feature myname=\"Quadriga ", env!("CARGO_PKG_VERSION"), "\"").to_owned(),
        format!("feature variants=\"{}\"", names.join(",")),
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0".to_owned(),
        "feature reuse=1 analyze=1 colors=0 ics=0 name=0 pause=0 nps=0 debug=1 memory=1 smp=1 exclude=1"
            .to_owned(),
    ];
    if session
        .settings()
        .fixed_variant()
        .is_none_or(|variant| variant.info().tables == Some(TableKind::Syzygy))
    {
        lines.push("feature egt=\"syzygy\"".to_owned());
    }
    let options = session.settings().cecp_declarations();
    lines.extend(options.iter().map(|option| format!("feature option=\"{option}\"")));
    lines.push("feature done=1".to_owned());
    lines
}

/// The games that the client may select, by their names in the protocol.
fn names(session: &Session) -> impl Iterator<Item = (&'static str, VariantChoice)> {
    let fixed = session.settings().fixed_variant();
    let variants =
        Variant::ALL.into_iter().filter(move |variant| fixed.is_none_or(|fixed| *variant == fixed));
    variants.flat_map(|variant| {
        let name = variant.info().cecp_name;
        let choice = VariantChoice { variant, is_chess960: false };
        let chess960 = name.is_none().then_some((CHESS960, VariantChoice { is_chess960: true, ..choice }));
        [(name.unwrap_or(CHESS), choice)].into_iter().chain(chess960)
    })
}

/// The game with this name, which may be preceded by the size of the board (`9x9+0_zhonggong`).
pub(super) fn variant(name: &str, session: &Session) -> Option<VariantChoice> {
    let name = match name.split_once('_') {
        Some((size, name)) if size.starts_with(|c: char| c.is_ascii_digit()) => name,
        _ => name,
    };
    names(session).find(|(known, _)| *known == name).map(|(_, choice)| choice)
}

/// The lines that describe the board of the current game and the moves of its pieces, if xboard does not know the game.
pub(super) fn setup_lines(session: &Session) -> Vec<String> {
    let Some((rules, shape)) = session.variant().info().xboard.zip(session.board_shape()) else {
        return Vec::new();
    };
    let (files, ranks, letters, parent, fen) =
        (shape.files, shape.ranks, rules.letters, rules.parent, shape.start);
    let setup = format!("setup ({letters}) {files}x{ranks}+0_{parent} {fen}");
    let moves = rules.moves.iter().map(|(letter, moves)| format!("piece {letter}& {moves}"));
    [setup].into_iter().chain(moves).collect()
}
