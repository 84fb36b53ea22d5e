use super::{agree_with_plain_iteration, built, material};
use crate::base::Side;
use crate::games::cchess::PieceKind;
use crate::games::cchess::tables::{TableValue, TabledGame};
use crate::games::xiangqi::XiangqiPosition;
use crate::lab::tables::open_table;

#[test]
fn one_attacker_agrees_with_plain_iteration() {
    agree_with_plain_iteration::<XiangqiPosition>("xiangqi", &["KRvK", "KPvK", "KNvK", "KCvK"].map(material));
}

#[test]
fn defenders_agree_with_plain_iteration() {
    agree_with_plain_iteration::<XiangqiPosition>("defenders", &["KPvKA", "KCAvK"].map(material));
}

/// The positions of a table with this side to move, each with the ranks of Red's pawns, and whether Red wins.
fn results(name: &str, side: Side) -> Vec<(Vec<usize>, bool)> {
    let wanted = material(name);
    let (folder, _path) = built::<XiangqiPosition>(&format!("theory-{name}-{side:?}"), &[wanted]);
    let table = open_table::<XiangqiPosition>(&folder.file::<XiangqiPosition>(wanted)).expect("a table");
    let (layout, values) = (table.layout(), table.values(side).expect("values"));
    let result = |(index, &value): (usize, &TableValue)| {
        let placement = layout.placement(index as u64);
        XiangqiPosition::arranged(layout.pieces(), placement.points(), side)?;
        let placed = layout.pieces().iter().zip(placement.points());
        let pawns = placed.filter(|(piece, _)| piece.kind == PieceKind::Pawn && piece.side == Side::First);
        let wins = if side == Side::First { value.is_win() } else { value.is_loss() };
        Some((pawns.map(|(_, at)| at.rank()).collect(), wins))
    };
    values.iter().enumerate().filter_map(result).collect()
}

/// The positions with Red to move that Red wins, of all.
fn red_wins(name: &str) -> (usize, usize) {
    let results = results(name, Side::First);
    (results.iter().filter(|(_, wins)| *wins).count(), results.len())
}

#[test]
fn endings_have_the_results_that_the_literature_gives() {
    // A cannon needs a piece to jump over.
    assert_eq!(red_wins("KCvK").0, 0);
    let (won, all) = red_wins("KCAvK");
    assert_eq!(won, all);
    // A horse beats an advisor, unless it is lost at once.
    let (won, all) = red_wins("KNvKA");
    assert!(all - won < all / 100, "{won} of {all}");
    // Two elephants hold against it.
    let (won, all) = red_wins("KNvKBB");
    assert!(won < all / 100, "{won} of {all}");
    // A chariot beats two advisors.
    let (won, all) = red_wins("KRvKAA");
    assert_eq!(won, all);
    // A pawn beats the general alone, but not from the last rank.
    let pawn = results("KPvK", Side::First);
    assert!(pawn.iter().all(|(ranks, wins)| !(*wins && ranks[0] == 9)));
    assert!(pawn.iter().filter(|(ranks, _)| ranks[0] < 9).all(|(_, wins)| *wins));
}

#[test]
fn the_longest_wins_are_those_of_other_tables() {
    // From the tables of H. Pham (2018), which were made by another program.
    for (name, plies) in
        [("KRvK", 3), ("KNvK", 13), ("KPvK", 19), ("KNvKA", 37), ("KRvKAA", 19), ("KCAvK", 17)]
    {
        let wanted = material(name);
        let (folder, _path) = built::<XiangqiPosition>(&format!("longest-{name}"), &[wanted]);
        let table = open_table::<XiangqiPosition>(&folder.file::<XiangqiPosition>(wanted)).expect("a table");
        assert_eq!(table.header().totals[0].longest_win, plies, "{name}");
    }
}

// It takes minutes, and gigabytes of memory.
#[cfg(feature = "manual")]
#[test]
fn xiangqi_with_two_pieces_agrees_with_plain_iteration() {
    for name in ["KPvKP", "KNvKP", "KNvKB"] {
        agree_with_plain_iteration::<XiangqiPosition>(name, &[material(name)]);
    }
}
