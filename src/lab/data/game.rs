use crate::arena::Cause;
use crate::base::{Move, Outcome, Reason, Score, Side};

use super::DataProblem;
use super::bytes::{ByteReader, put_text16};

/// Stands for the score of a move that was not searched.
const NOT_SEARCHED: i16 = i16::MIN;

/// The minimum length of a record's body: a number, a result, a cause and an empty FEN.
const MIN_BODY_BYTES: usize = 8;

/// The maximum length of a record's body (a quarter of a million plies), so that a damaged length does not exhaust the
/// memory.
const MAX_BODY_BYTES: usize = 1 << 20;

const BYTES_OF_PLY: usize = 4;

/// The causes by which self-play games end, with their codes.
const CAUSES: [(u8, Cause); 15] = [
    (0, Cause::Rule(Reason::Checkmate)),
    (1, Cause::Rule(Reason::Stalemate)),
    (2, Cause::Rule(Reason::Trapped)),
    (3, Cause::Rule(Reason::FivePawns)),
    (4, Cause::Rule(Reason::PerpetualCheck)),
    (5, Cause::Rule(Reason::PerpetualChase)),
    (6, Cause::Rule(Reason::Repetition)),
    (7, Cause::Rule(Reason::MoveLimit)),
    (8, Cause::Rule(Reason::InsufficientMaterial)),
    (9, Cause::Rule(Reason::FiveInARow)),
    (10, Cause::Rule(Reason::ForbiddenPoint)),
    (11, Cause::Rule(Reason::FullBoard)),
    (64, Cause::AdjudicatedWin),
    (65, Cause::AdjudicatedDraw),
    (66, Cause::TooLong),
];

/// The results, indexed by their codes.
const OUTCOMES: [Outcome; 3] = [Outcome::Draw, Outcome::Win(Side::First), Outcome::Win(Side::Second)];

/// A finished game of self-play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedGame {
    /// The game's number within its recipe, from 0.
    pub number: u32,
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended: by the rules or by adjudication.
    pub cause: Cause,
    /// The initial position as FEN; `None` for the standard one.
    pub fen: Option<String>,
    /// All plies, opening included.
    pub plies: Vec<GamePly>,
}

/// One ply of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GamePly {
    /// The move.
    pub m: Move,
    /// The score that the search returned for the position before the move, from the view of the side to move; `None`
    /// for opening moves and random moves.
    pub score: Option<Score>,
}

impl RecordedGame {
    /// The valid lengths of a record's body in bytes.
    pub(super) const BODY_BYTES: std::ops::RangeInclusive<usize> = MIN_BODY_BYTES..=MAX_BODY_BYTES;

    /// Encodes the record, with its length and checksum.
    pub(super) fn encode(&self) -> Result<Vec<u8>, DataProblem> {
        let mut body = Vec::with_capacity(16 + BYTES_OF_PLY * self.plies.len());
        body.extend_from_slice(&self.number.to_le_bytes());
        body.push(OUTCOMES.iter().position(|&outcome| outcome == self.outcome).unwrap_or(0) as u8);
        let code = CAUSES.iter().find(|&&(_, cause)| cause == self.cause);
        body.push(code.ok_or(DataProblem::Cause(self.cause))?.0);
        put_text16(&mut body, self.fen.as_deref().unwrap_or_default(), "a FEN")?;
        for ply in &self.plies {
            let score = ply.score.map_or(NOT_SEARCHED, |score| score.value() as i16);
            body.extend_from_slice(&ply.m.bits().to_le_bytes());
            body.extend_from_slice(&score.to_le_bytes());
        }
        if body.len() > MAX_BODY_BYTES {
            return Err(DataProblem::TooLong("a game"));
        }
        let mut bytes = Vec::with_capacity(8 + body.len());
        bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        Ok(bytes)
    }

    /// Decodes a record's body.
    ///
    /// # Errors
    ///
    /// If it is invalid: what is wrong with it.
    pub(super) fn decode(body: &[u8]) -> Result<Self, &'static str> {
        const SHORT: &str = "it is too short";
        let mut reader = ByteReader(body);
        let number = reader.word().ok_or(SHORT)?;
        let outcome = reader.byte().ok_or(SHORT)?;
        let outcome = *OUTCOMES.get(usize::from(outcome)).ok_or("its result is invalid")?;
        let code = reader.byte().ok_or(SHORT)?;
        let cause = CAUSES.iter().find(|&&(known, _)| known == code).ok_or("its cause is invalid")?.1;
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
            plies: plies.ok_or("a score is out of range")?,
        })
    }
}

impl GamePly {
    /// `None` if the score is out of range.
    fn decode([low, high, score_low, score_high]: [u8; BYTES_OF_PLY]) -> Option<Self> {
        let m = Move::from_bits(u16::from_le_bytes([low, high]));
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
