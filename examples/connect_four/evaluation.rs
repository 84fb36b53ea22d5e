use super::position::{COLUMNS, ConnectFourPosition, Point, ROWS};
use crate::base::Position;
use crate::eval::Evaluation;

/// Counts the rows of four points that only one side has stones on, each by how many stones are there.
#[derive(Debug, Clone, Copy)]
pub struct OpenFours;

impl Evaluation for OpenFours {
    type Position = ConnectFourPosition;

    const WIN_SCALE: i32 = 60;

    fn evaluate(position: &ConnectFourPosition) -> i32 {
        const VALUES: [i32; 4] = [0, 1, 4, 12];
        let side = position.side_to_move();
        let [own, other] = [side, !side].map(|side| position.stones[side.index()]);
        let value = |row: u64| match ((own & row).count_ones(), (other & row).count_ones()) {
            (count, 0) => VALUES[count.min(3) as usize],
            (0, count) => -VALUES[count.min(3) as usize],
            _ => 0,
        };
        rows().map(value).sum()
    }
}

/// All rows of four points, as bits.
fn rows() -> impl Iterator<Item = u64> {
    let starts = (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)));
    starts.flat_map(|(column, row)| {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().filter_map(move |(right, up)| {
            let point = |step: usize| {
                let row = row.checked_add_signed(up * step as isize)?;
                Point::new(column + right * step, row)
            };
            (0..4).map(|step| point(step).map(Point::bit)).sum::<Option<u64>>()
        })
    })
}
