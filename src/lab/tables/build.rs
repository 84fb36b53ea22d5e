use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering::Relaxed};

use thiserror::Error;

use crate::base::{MoveList, Side, lock};
use crate::games::cchess::tables::{
    Header, Layer, Material, TableValue, TabledGame, is_capture, write_table,
};

use super::grid::{Grid, INVALID, UNKNOWN};
use super::perpetual::{self, Core};
use super::smaller::{Capture, Smaller, checked_plies};

/// Why a table cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// There are more pieces than a table can have.
    #[error("{0} has too many pieces")]
    TooLarge(Material),
    /// A win takes too long for the format.
    #[error("a win in {0} takes more than {most} plies", most = TableValue::MOST_PLIES)]
    TooLong(Material),
    /// There are more different values than the format can hold.
    #[error("{0} has more than 256 different values for one side to move")]
    TooManyValues(Material),
    /// A smaller table does not have a position that a capture leads to, or is damaged.
    #[error("the tables that {0} leads to are not complete")]
    Smaller(Material),
    /// The build was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// Builds the table of a material on this many threads; returns the file.
///
/// # Errors
/// If the table cannot be built, or `stop` was set.
pub fn build_table<P: TabledGame>(
    material: Material,
    smaller: &Smaller,
    threads: usize,
    stop: &AtomicBool,
) -> Result<(Header, Vec<u8>), BuildError> {
    let grid = Grid::new::<P>(material, threads).ok_or(BuildError::TooLarge(material))?;
    let build = Build { grid, smaller, stop, material, problem: Mutex::new(None), most: AtomicU16::new(0) };
    build.start::<P>()?;
    build.levels::<P>(0)?;
    let mut layers = Vec::new();
    if smaller.set().has_layers() {
        build.captures_by_rule::<P>(&mut layers)?;
    }
    while build.perpetual_checks::<P>(&mut layers)? {}
    build.finish::<P>(layers)
}

struct Build<'s> {
    grid: Grid,
    smaller: &'s Smaller,
    stop: &'s AtomicBool,
    material: Material,
    problem: Mutex<Option<BuildError>>,
    /// The greatest number of plies in use.
    most: AtomicU16,
}

/// What the moves of a position lead to.
#[derive(Default)]
struct Moves {
    /// The number of moves that are not captures.
    steps: usize,
    /// The fastest win by a capture.
    win: Option<u32>,
    /// The slowest loss by a capture.
    loss: u32,
    draws: bool,
    rule_win: bool,
    rule_loss: bool,
}

impl Build<'_> {
    fn fail(&self, error: BuildError) -> bool {
        lock(&self.problem).get_or_insert(error);
        false
    }

    /// Visits all numbers.
    fn for_all(&self, visit: impl Fn(Side, u64) -> bool + Sync) -> Result<(), BuildError> {
        self.grid.for_all(|side, index| {
            if index.is_multiple_of(1 << 12) && self.stop.load(Relaxed) {
                return self.fail(BuildError::Interrupted);
            }
            visit(side, index)
        });
        match lock(&self.problem).take() {
            Some(problem) => Err(problem),
            None => Ok(()),
        }
    }

    /// The moves of a position; `None` if a smaller table is not complete.
    fn moves<P: TabledGame>(&self, position: &mut P) -> Option<Moves> {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let mut moves = Moves::default();
        for &m in &list {
            if !is_capture(position, m) {
                moves.steps += 1;
                continue;
            }
            position.make(m, &mut ());
            let capture = self.smaller.after_capture(position);
            position.unmake();
            match capture? {
                Capture::Decided(plies) if plies % 2 == 1 => {
                    moves.win = Some(moves.win.map_or(plies, |win| win.min(plies)));
                }
                Capture::Decided(plies) => moves.loss = moves.loss.max(plies),
                Capture::Draw => moves.draws = true,
                Capture::RuleWin => moves.rule_win = true,
                Capture::RuleLoss => moves.rule_loss = true,
            }
        }
        Some(moves)
    }

    /// Lists the moves of all positions.
    fn start<P: TabledGame>(&self) -> Result<(), BuildError> {
        self.for_all(|side, index| {
            let Some(mut position) = self.grid.position::<P>(side, index) else {
                self.grid.set(side, index, INVALID);
                return true;
            };
            let Some(moves) = self.moves(&mut position) else {
                return self.fail(BuildError::Smaller(self.material));
            };
            let others = usize::from(moves.draws || moves.rule_win || moves.rule_loss);
            let Some(capture) = checked_plies(moves.win.unwrap_or(moves.loss)) else {
                return self.fail(BuildError::TooLong(self.material));
            };
            let Ok(count) = u8::try_from(moves.steps + others) else {
                return self.fail(BuildError::TooLarge(self.material));
            };
            self.grid.counts[side.index()][index as usize].store(count, Relaxed);
            self.grid.captures[side.index()][index as usize].store(capture, Relaxed);
            self.most.fetch_max(capture, Relaxed);
            true
        })
    }

    /// Finds all wins and losses from the level `first` on.
    fn levels<P: TabledGame>(&self, first: u16) -> Result<(), BuildError> {
        let grid = &self.grid;
        let mut level = first;
        while level <= self.most.load(Relaxed) {
            let next = checked_plies(u32::from(level) + 1);
            self.for_all(|side, index| {
                let mut value = grid.value(side, index);
                if value == UNKNOWN
                    && grid.capture(side, index) == level
                    && (level % 2 == 1 || grid.count(side, index) == 0)
                {
                    value = level;
                    grid.set(side, index, value);
                }
                if value != level {
                    return true;
                }
                match next {
                    Some(next) => self.expand::<P>(side, index, next),
                    None => return self.fail(BuildError::TooLong(self.material)),
                }
                true
            })?;
            level += 1;
        }
        Ok(())
    }

    /// Uses the value of a position: those before it that it decides are won or lost in `next` plies.
    #[inline]
    fn expand<P: TabledGame>(&self, side: Side, index: u64, next: u16) {
        let (grid, before) = (&self.grid, !side);
        let is_win = next % 2 == 1;
        let mut found = false;
        grid.for_predecessors::<P>(side, index, |predecessor| {
            if is_win {
                if grid.value(before, predecessor) == UNKNOWN {
                    grid.set(before, predecessor, next);
                    found = true;
                }
                return;
            }
            if grid.value(before, predecessor) == INVALID {
                return;
            }
            let left = grid.counts[before.index()][predecessor as usize].fetch_sub(1, Relaxed) - 1;
            let capture = grid.capture(before, predecessor);
            if left == 0
                && capture.is_multiple_of(2)
                && capture <= next
                && grid.value(before, predecessor) == UNKNOWN
            {
                grid.set(before, predecessor, next);
                found = true;
            }
        });
        if found {
            self.most.fetch_max(next, Relaxed);
        }
    }

    /// The first free odd number of plies.
    fn next_first(&self) -> Result<u16, BuildError> {
        let next = (u32::from(self.most.load(Relaxed)) + 1) | 1;
        checked_plies(next + 1).map(|last| last - 1).ok_or(BuildError::TooLong(self.material))
    }

    /// Adds the wins and losses by captures after which one side can only hold by perpetual check.
    fn captures_by_rule<P: TabledGame>(&self, layers: &mut Vec<Layer>) -> Result<(), BuildError> {
        let grid = &self.grid;
        let first = self.next_first()?;
        let is_found = AtomicBool::new(false);
        self.for_all(|side, index| {
            if grid.value(side, index) != UNKNOWN {
                return true;
            }
            let Some(moves) =
                grid.position::<P>(side, index).and_then(|mut position| self.moves(&mut position))
            else {
                return self.fail(BuildError::Smaller(self.material));
            };
            if moves.rule_win {
                grid.captures[side.index()][index as usize].store(first, Relaxed);
                is_found.store(true, Relaxed);
            } else if moves.rule_loss && !moves.draws {
                grid.captures[side.index()][index as usize].store(first + 1, Relaxed);
                grid.counts[side.index()][index as usize].fetch_sub(1, Relaxed);
                is_found.store(true, Relaxed);
            }
            true
        })?;
        if is_found.into_inner() {
            layers.push(Layer { first, end: first });
            self.most.store(first + 1, Relaxed);
            self.levels::<P>(first)?;
        }
        Ok(())
    }

    /// Finds positions in which one side can only hold by perpetual check, and those that lead to them; false if there
    /// are none. Both sides get the same numbers, as a table of equal pieces contains only one of them.
    fn perpetual_checks<P: TabledGame>(&self, layers: &mut Vec<Layer>) -> Result<bool, BuildError> {
        let cores = Side::BOTH
            .map(|attacker| perpetual::core::<P>(&self.grid, self.smaller, self.material, attacker));
        if self.stop.load(Relaxed) {
            return Err(BuildError::Interrupted);
        }
        let ranks = cores.iter().map(Core::ranks).max().unwrap_or(0);
        if ranks == 0 {
            return Ok(false);
        }
        let first = self.next_first()?;
        let end = u32::from(first) + 2 * u32::from(ranks);
        // The first numbers after the core are used next.
        let last = checked_plies(end + 1).ok_or(BuildError::TooLong(self.material))?;
        let end = last - 1;
        let positions = || cores.iter().flat_map(|core| core.values(first));
        for (side, index, value) in positions() {
            self.grid.set(side, index, value);
        }
        layers.push(Layer { first, end });
        self.most.store(end, Relaxed);
        for (side, index, value) in positions() {
            self.expand::<P>(side, index, if value % 2 == 0 { end } else { last });
        }
        self.levels::<P>(end)?;
        Ok(true)
    }

    fn finish<P: TabledGame>(self, layers: Vec<Layer>) -> Result<(Header, Vec<u8>), BuildError> {
        let size = self.grid.layout.size();
        let values = self.grid.into_values();
        let stored = if self.material.is_symmetric() { &values[..1] } else { &values[..] };
        let mut header = Header { material: self.material, layers, size, totals: Vec::new() };
        header.totals = stored.iter().map(|values| header.totals_of(values)).collect();
        let sides: Vec<_> = stored.iter().map(Vec::as_slice).collect();
        let file = write_table::<P>(&header, &sides).ok_or(BuildError::TooManyValues(self.material))?;
        Ok((header, file))
    }
}
