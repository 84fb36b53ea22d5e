use crate::arena::Cause;
use crate::base::durable::BlockFormat;
use crate::base::{Move, Outcome, Position, Score, Side};
use crate::games::Variant;

use super::DataProblem;
use super::bytes::{ByteReader, put_text16};

/// The score of a move that was not searched.
const NOT_SEARCHED: i16 = i16::MIN;

/// The length of the body of a dropped game's record: its number.
const DROPPED_BODY_BYTES: usize = 4;

/// The minimum length of the body of a game's record: a number, a result, a cause and an empty FEN.
const MIN_BODY_BYTES: usize = 8;

/// The maximum length of a record's body: about a quarter of a million plies.
const MAX_BODY_BYTES: usize = 1 << 20;

const BYTES_OF_PLY: usize = 4;

/// The causes by which self-play games end other than the rules, with their codes; causes by the rules have their
/// [numbers](crate::base::Reason::number).
const CAUSES: [(u8, Cause); 3] =
    [(64, Cause::AdjudicatedWin), (65, Cause::AdjudicatedDraw), (66, Cause::TooLong)];

/// The code of a cause; `None` if self-play games do not end by it.
fn code_of(cause: Cause) -> Option<u8> {
    match cause {
        Cause::Rule(reason) => Some(reason.number),
        _ => CAUSES.iter().find(|(_, known)| *known == cause).map(|&(code, _)| code),
    }
}

/// The cause with this code.
fn cause_of(code: u8) -> Option<Cause> {
    let by_rule = Variant::reasons().find(|reason| reason.number == code).map(Cause::Rule);
    by_rule.or_else(|| CAUSES.iter().find(|(known, _)| *known == code).map(|&(_, cause)| cause))
}

/// The results, indexed by their codes.
const OUTCOMES: [Outcome; 3] = [Outcome::Draw, Outcome::Win(Side::First), Outcome::Win(Side::Second)];

/// A finished game of self-play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedGame {
    /// The game's number within its recipe, from 0.
    pub number: u32,
    /// The result.
    pub outcome: Outcome,
    /// Why the game ended: by the rules or by adjudication.
    pub cause: Cause,
    /// The initial position as FEN; `None` for the standard one.
    pub fen: Option<String>,
    /// All plies, including the opening.
    pub plies: Vec<GamePly>,
}

/// One ply of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GamePly {
    /// The move.
    pub m: Move,
    /// The score that the search returned for the position before the move, from the side to move's point of view;
    /// `None` for opening moves and random moves.
    pub score: Option<Score>,
}

/// The layout of the records in a file, which depends on its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Lengths have no checksums, and dropped games have no records.
    Version1,
    /// As documented in [`super`].
    Current,
}

/// The contents of a record.
#[derive(Debug)]
pub(super) enum DataRecord {
    Game(RecordedGame),
    /// A dropped game, by its number.
    Dropped(u32),
}

impl DataRecord {
    pub const fn number(&self) -> u32 {
        match self {
            Self::Game(game) => game.number,
            Self::Dropped(number) => *number,
        }
    }
}

impl Layout {
    /// How records are framed.
    pub const fn format(self) -> BlockFormat {
        let (checks_length, min_bytes) = match self {
            Self::Version1 => (false, MIN_BODY_BYTES),
            Self::Current => (true, DROPPED_BODY_BYTES),
        };
        BlockFormat { checks_length, min_bytes, max_bytes: MAX_BODY_BYTES }
    }

    /// Decodes a record's body.
    ///
    /// # Errors
    ///
    /// If it is invalid: what is wrong with it.
    pub fn decode(self, body: &[u8]) -> Result<DataRecord, &'static str> {
        if self == Self::Current
            && let Ok(number) = <[u8; DROPPED_BODY_BYTES]>::try_from(body)
        {
            return Ok(DataRecord::Dropped(u32::from_le_bytes(number)));
        }
        RecordedGame::decode(body).map(DataRecord::Game)
    }

    /// Encodes a record.
    ///
    /// # Errors
    ///
    /// If its body is too long.
    fn encode(self, body: &[u8]) -> Result<Vec<u8>, DataProblem> {
        self.format().encode(body).ok_or(DataProblem::TooLong("a game"))
    }

    /// The record of a dropped game; empty if the layout has none.
    pub fn encode_dropped(self, number: u32) -> Result<Vec<u8>, DataProblem> {
        match self {
            Self::Version1 => Ok(Vec::new()),
            Self::Current => self.encode(&number.to_le_bytes()),
        }
    }
}

impl RecordedGame {
    /// Whether the rules agree with the record about the game's last position: on the result and the reason if the game
    /// ended by the rules, or otherwise that it is not over.
    pub fn agrees_with_rules(&self, last: &impl Position) -> bool {
        let verdict = last.verdict().map(|verdict| (verdict.outcome, Cause::Rule(verdict.reason)));
        let recorded = matches!(self.cause, Cause::Rule(_)).then_some((self.outcome, self.cause));
        verdict == recorded
    }

    /// Encodes the record, with its length and checksum.
    pub(super) fn encode(&self, layout: Layout) -> Result<Vec<u8>, DataProblem> {
        let mut body = Vec::with_capacity(16 + BYTES_OF_PLY * self.plies.len());
        body.extend_from_slice(&self.number.to_le_bytes());
        body.push(OUTCOMES.iter().position(|&outcome| outcome == self.outcome).unwrap_or(0) as u8);
        body.push(code_of(self.cause).ok_or(DataProblem::Cause(self.cause))?);
        put_text16(&mut body, self.fen.as_deref().unwrap_or_default(), "a FEN")?;
        for ply in &self.plies {
            let score = ply.score.map_or(NOT_SEARCHED, |score| score.value() as i16);
            body.extend_from_slice(&ply.m.bits().to_le_bytes());
            body.extend_from_slice(&score.to_le_bytes());
        }
        layout.encode(&body)
    }

    /// Decodes a record's body.
    ///
    /// # Errors
    ///
    /// If it is invalid: what is wrong with it.
    fn decode(body: &[u8]) -> Result<Self, &'static str> {
        const SHORT: &str = "it is too short";
        let mut reader = ByteReader(body);
        let number = reader.word().ok_or(SHORT)?;
        let outcome = reader.byte().ok_or(SHORT)?;
        let outcome = *OUTCOMES.get(usize::from(outcome)).ok_or("its result is invalid")?;
        let code = reader.byte().ok_or(SHORT)?;
        let cause = cause_of(code).ok_or("its cause is invalid")?;
        let fen = reader.text16().ok_or("its FEN is not valid text")?;
        let (plies, rest) = reader.0.as_chunks::<BYTES_OF_PLY>();
        if !rest.is_empty() {
            return Err("its last ply is truncated");
        }
        let plies = plies.iter().copied().map(GamePly::decode).collect::<Option<_>>();
        Ok(Self {
            number,
            outcome,
            cause,
            fen: (!fen.is_empty()).then_some(fen),
            plies: plies.ok_or("a ply has no move, or its score is out of range")?,
        })
    }
}

impl GamePly {
    /// Decodes a ply; `None` if there is no move or the score is out of range.
    fn decode([low, high, score_low, score_high]: [u8; BYTES_OF_PLY]) -> Option<Self> {
        let m = Move::from_bits(u16::from_le_bytes([low, high]))?;
        let score = match i16::from_le_bytes([score_low, score_high]) {
            NOT_SEARCHED => None,
            value => {
                let score = Score::new(value.into());
                if score.value() != i32::from(value) {
                    return None;
                }
                Some(score)
            }
        };
        Some(Self { m, score })
    }
}
