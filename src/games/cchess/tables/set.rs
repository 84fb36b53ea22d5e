//! The tables that are in use, found by material.

use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use crate::base::table_files::{Memory, NulInPath, files, folders};
use crate::base::{Move, MoveList, Side, lock, shorten};
use crate::search::{LoadedTables, TablesError};

use super::format::{Header, Layer, Table, TableError};
use super::layout::Placement;
use super::material::Material;
use super::rules::{TabledGame, is_capture};
use super::value::TableValue;

/// The memory for the headers of files.
const MEMORY: usize = 64 << 20;
/// The number of decompressed blocks that are kept, of 16 KiB each.
const KEPT_BLOCKS: usize = 1 << 13;

/// The tables excluded, with the reasons, until the next [`take_problems`].
static PROBLEMS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The tables excluded since the last call, each with the reason.
pub fn take_problems() -> Vec<String> {
    std::mem::take(&mut *lock(&PROBLEMS))
}

/// Where a table is.
#[derive(Debug)]
enum Origin {
    File(PathBuf),
    Embedded(&'static [u8]),
}

/// A table, opened when a position is first looked up in it.
#[derive(Debug)]
struct Slot {
    origin: Origin,
    /// Distinguishes the tables of a process.
    number: u64,
    table: OnceLock<Option<Table>>,
    is_bad: AtomicBool,
}

impl Slot {
    fn new(origin: Origin) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let number = NUMBERS.fetch_add(1, Relaxed);
        Self { origin, number, table: OnceLock::new(), is_bad: AtomicBool::new(false) }
    }

    /// The table, unless it cannot be used, which is reported the first time.
    fn table<P: TabledGame>(&self, memory: &Arc<Memory>) -> Option<&Table> {
        if self.is_bad.load(Relaxed) {
            return None;
        }
        let open = || match &self.origin {
            Origin::File(path) => Table::open::<P>(path, memory),
            Origin::Embedded(bytes) => Table::embedded::<P>(bytes),
        };
        self.table.get_or_init(|| open().map_err(|error| self.give_up(&error)).ok()).as_ref()
    }

    /// Excludes the table from now on.
    fn give_up(&self, error: &TableError) {
        if !self.is_bad.swap(true, Relaxed) {
            let name = match &self.origin {
                Origin::File(path) => path.display().to_string(),
                Origin::Embedded(_) => "of the program".to_owned(),
            };
            let problem = format!("table {name:?} is no longer used: {error}");
            log::warn!("{problem}");
            lock(&PROBLEMS).push(problem);
        }
    }
}

/// A decompressed block, with the table and the number to which it belongs.
type KeptBlock = Option<(u64, usize, Box<[u8]>)>;

/// The blocks that were looked up last, in places that depend on their numbers.
static KEPT: [Mutex<KeptBlock>; KEPT_BLOCKS] = [const { Mutex::new(None) }; KEPT_BLOCKS];

/// What tables say about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The value, for the side to move.
    pub value: TableValue,
    /// Whether it is a win or loss by perpetual check.
    pub by_rule: bool,
    /// The layer to whose core the value belongs.
    pub layer: Option<Layer>,
}

/// A legal move of a position that the tables contain.
#[derive(Debug, Clone, Copy)]
pub struct TableMove {
    /// The move.
    pub m: Move,
    /// What the tables say about the position after it, for the opponent.
    pub after: Found,
    /// Whether the move leads to another table.
    pub captures: bool,
    /// Whether the move gives check.
    pub gives_check: bool,
}

/// A position that the tables contain, with its moves.
#[derive(Debug, Clone)]
pub struct TablePosition {
    /// What the tables say about the position.
    pub found: Found,
    /// The legal moves.
    pub moves: Vec<TableMove>,
}

/// A set of tables.
#[derive(Debug)]
pub struct TableSet {
    slots: HashMap<Material, Slot>,
    memory: Arc<Memory>,
    most_pieces: usize,
    from_path: usize,
    /// Whether a table from a file has [`Layer`]s.
    has_layers: bool,
    refused: Vec<String>,
}

impl Default for TableSet {
    fn default() -> Self {
        let memory = Arc::new(Memory::new(MEMORY));
        Self {
            slots: HashMap::new(),
            memory,
            most_pieces: 0,
            from_path: 0,
            has_layers: false,
            refused: Vec::new(),
        }
    }
}

impl TableSet {
    /// The tables that are part of the program.
    pub fn embedded(tables: impl Iterator<Item = (Material, &'static [u8])>) -> Self {
        let slots: HashMap<_, _> =
            tables.map(|(material, bytes)| (material, Slot::new(Origin::Embedded(bytes)))).collect();
        let most_pieces = slots.keys().map(|material| material.pieces() + 2).max().unwrap_or(0);
        Self { slots, most_pieces, ..Self::default() }
    }

    /// Adds the game's tables in these folders, separated as usual on the system. Only the headers are checked now;
    /// blocks are when they are read. Of several tables of a material the first is used.
    ///
    /// # Errors
    /// If the path is not valid, or none of the tables can be used.
    pub fn add_folders<P: TabledGame>(&mut self, path: &str) -> Result<(), TablesError> {
        let mut count = 0;
        for folder in folders(path).map_err(|NulInPath| TablesError::Nul)? {
            match files(&folder, &[P::NAME]) {
                Ok(files) => {
                    count += files.len();
                    for file in files {
                        if let Err(error) = self.add_file::<P>(&file) {
                            self.refuse(&file, &error);
                        }
                    }
                }
                Err(error) => self.refuse(&folder, &error),
            }
        }
        match self.refused.split_first() {
            Some((first, others)) if self.from_path == 0 => {
                Err(TablesError::Refused { first: first.clone(), others: others.len() })
            }
            _ if count == 0 => Err(TablesError::NotFound(shorten(path))),
            _ => Ok(()),
        }
    }

    /// Adds the table in a file, unless there is one of its material. The file is opened again when it is needed, so
    /// that a folder may contain more tables than a process may open.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn add_file<P: TabledGame>(&mut self, path: &Path) -> Result<(), TableError> {
        let table = Table::open::<P>(path, &self.memory)?;
        let Header { material, layers, .. } = table.header();
        let material = *material;
        self.from_path += 1;
        self.has_layers |= !layers.is_empty();
        self.most_pieces = self.most_pieces.max(material.pieces() + 2);
        self.slots.entry(material).or_insert_with(|| Slot::new(Origin::File(path.to_owned())));
        Ok(())
    }

    fn refuse(&mut self, path: &Path, reason: &dyn Display) {
        let refused = format!("{:?}: {reason}", path.display().to_string());
        log::warn!("tables: {refused}");
        self.refused.push(refused);
    }

    /// What there is.
    pub fn loaded(&self) -> LoadedTables {
        LoadedTables { most_pieces: self.most_pieces as u32, refused: self.refused.clone() }
    }

    /// The number of pieces in the largest table, with the generals.
    pub const fn most_pieces(&self) -> usize {
        self.most_pieces
    }

    /// Whether there are wins by perpetual check in a table from a file.
    pub const fn has_layers(&self) -> bool {
        self.has_layers
    }

    /// What the tables say about a position; `None` if there is no table for it.
    #[inline]
    pub fn look_up<P: TabledGame>(&self, position: &P) -> Option<Found> {
        let material = position.material();
        let canonical = material.canonical();
        if P::is_dead(canonical) {
            let value = if position.has_legal_move() { TableValue::DRAW } else { TableValue::decided(0)? };
            return Some(Found { value, by_rule: false, layer: None });
        }
        let slot = self.slots.get(&canonical)?;
        let table = slot.table::<P>(&self.memory)?;
        // If both sides have equal pieces, Red is to move.
        let flip =
            canonical != material || material.is_symmetric() && position.side_to_move() == Side::Second;
        let placement = Placement::of(position, table.layout().pieces(), flip);
        let side = if flip { !position.side_to_move() } else { position.side_to_move() };
        let (block, place) = table.place(side, table.layout().index(&placement)?);
        let value = kept_value(slot, table, block, place)?;
        let header = table.header();
        Some(Found { value, by_rule: header.is_by_rule(value), layer: header.layer_of(value) })
    }

    /// A position with its moves; `None` unless there are tables for the positions after all of them.
    pub fn position<P: TabledGame>(&self, position: &P) -> Option<TablePosition> {
        let found = self.look_up(position)?;
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let mut after = position.clone();
        let mut table_move = |m: Move| {
            let captures = is_capture(position, m);
            after.make(m, &mut ());
            let (found, gives_check) = (self.look_up(&after), after.is_checked());
            after.unmake();
            Some(TableMove { m, after: found?, captures, gives_check })
        };
        let moves = legal.iter().map(|&m| table_move(m)).collect::<Option<_>>()?;
        Some(TablePosition { found, moves })
    }
}

fn plies_text(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

impl Found {
    /// The value in words, for the side to move.
    pub fn words(&self) -> String {
        let result = if self.value.is_win() { "won" } else { "lost" };
        match self.value.plies() {
            None => "drawn".to_owned(),
            Some(_) if self.by_rule => format!("{result}, as only perpetual check would hold"),
            Some(plies) => format!("{result} in {}", plies_text(plies.into())),
        }
    }

    /// The value of a move to this position, in words, for the side that makes it.
    pub fn words_after(&self) -> String {
        let result = if self.value.is_loss() { "wins" } else { "loses" };
        match self.value.plies() {
            None => "draws".to_owned(),
            Some(_) if self.by_rule => format!("{result}, as only perpetual check would hold"),
            Some(plies) => format!("{result} in {}", plies_text(u32::from(plies) + 1)),
        }
    }

    /// A number that is less the better a move to this position is, for the side that makes it.
    pub fn order(&self) -> i32 {
        const MOST: i32 = TableValue::MOST_PLIES as i32 + 1;
        match self.value.plies() {
            Some(plies) if self.value.is_loss() => i32::from(plies) - MOST,
            Some(plies) => MOST - i32::from(plies),
            None => 0,
        }
    }
}

impl TableMove {
    /// Whether the move wins.
    pub const fn wins(&self) -> bool {
        self.after.value.is_loss()
    }
}

impl TablePosition {
    /// Whether all moves lose as they do in a position that can only be held by perpetual check.
    pub fn is_lost_by_rule(&self) -> bool {
        self.moves.iter().all(|candidate| {
            let after = candidate.after.value;
            // Without a check, the losing side leaves the core.
            let limit = self.found.layer.filter(|_| !candidate.gives_check).map(|layer| layer.first);
            let limit = limit.or(self.found.value.plies());
            after.is_win() && (candidate.captures || after.plies() < limit)
        })
    }

    /// The best of the moves that may be played: all that hold a draw, the fastest that win, the slowest that lose.
    /// Where the opponent can only hold by perpetual check, those that make [progress](super::Layer).
    pub fn best(&self, mut may_be_played: impl FnMut(Move) -> bool) -> MoveList {
        let playable: Vec<_> = self.moves.iter().filter(|candidate| may_be_played(candidate.m)).collect();
        let list = |wanted: &dyn Fn(&TableMove) -> bool| -> MoveList {
            playable.iter().filter(|candidate| wanted(candidate)).map(|candidate| candidate.m).collect()
        };
        if !self.found.value.is_win() {
            // The greatest number is the draw, or the slowest loss.
            let best =
                playable.iter().filter(|candidate| !candidate.wins()).map(|candidate| candidate.after.value);
            let best = best.max();
            return list(&|candidate| Some(candidate.after.value) == best);
        }
        if !self.found.by_rule {
            let best = playable.iter().filter(|candidate| candidate.wins() && !candidate.after.by_rule);
            let best = best.map(|candidate| candidate.after.value).min();
            return list(&|candidate| !candidate.after.by_rule && Some(candidate.after.value) == best);
        }
        let captures = list(&|candidate| candidate.wins() && candidate.captures);
        if !captures.is_empty() {
            return captures;
        }
        let least =
            playable.iter().filter(|candidate| candidate.wins()).map(|candidate| candidate.after.value).min();
        if least.is_some_and(|least| least < self.found.value) {
            return list(&|candidate| Some(candidate.after.value) == least);
        }
        let Some(layer) = self.found.layer else { return MoveList::new() };
        list(&|candidate| {
            let in_core = candidate.after.value.plies().is_some_and(|plies| plies < layer.end);
            candidate.wins() && !candidate.gives_check && in_core
        })
    }
}

/// A value of a block, which is decompressed and kept if it is not among the last ones.
fn kept_value(slot: &Slot, table: &Table, block: usize, place: usize) -> Option<TableValue> {
    let hash = (slot.number << 32 | block as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48;
    let mut kept = lock(&KEPT[hash as usize % KEPT_BLOCKS]);
    if let Some((number, kept_block, values)) = kept.as_ref()
        && (*number, *kept_block) == (slot.number, block)
    {
        return table.value(block, *values.get(place)?);
    }
    let values = table.block(block).map_err(|error| slot.give_up(&error)).ok()?;
    let value = values.get(place).and_then(|&place| table.value(block, place));
    *kept = Some((slot.number, block, values));
    value
}
