use crate::arena::Cause;
use crate::base::{Move, Outcome, Reason, Score, Side};

use super::DataProblem;
use super::bytes::{ByteReader, put_text16};

/// In the place of a score: nobody searched.
const NOT_SEARCHED: i16 = i16::MIN;

/// The least that a record's body can be: a number, a result, a cause and an empty FEN.
const MIN_BODY_BYTES: usize = 8;

/// No record's body is longer, so that a damaged length does not ask for all memory: a quarter of a million plies.
const MAX_BODY_BYTES: usize = 1 << 20;

const BYTES_OF_PLY: usize = 4;

/// The causes by which self-play ends, with their codes in the format.
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

/// The results with their codes in the format.
const OUTCOMES: [Outcome; 3] = [Outcome::Draw, Outcome::Win(Side::First), Outcome::Win(Side::Second)];

/// One finished game of self-play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedGame {
    /// The game's number among all that its recipe describes, from 0.
    pub number: u32,
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended: by the rules or by adjudication.
    pub cause: Cause,
    /// The FEN that the game started from; nothing for the usual start.
    pub fen: Option<String>,
    /// All plies from the start on, those of the opening among them.
    pub plies: Vec<GamePly>,
}

/// One ply of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GamePly {
    /// The move that was made.
    pub m: Move,
    /// What the search thought, before the move, that the position was worth to the side to move; nothing where the move
    /// was not searched for but drawn by lot or given by the opening.
    pub score: Option<Score>,
}

impl RecordedGame {
    /// The least and the greatest length of a record's body in bytes.
    pub(super) const BODY_BYTES: std::ops::RangeInclusive<usize> = MIN_BODY_BYTES..=MAX_BODY_BYTES;

    /// The record in the format's bytes, its length and checksum in front.
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

    /// The game of a record's body; what is wrong with it where it is none.
    pub(super) fn decode(body: &[u8]) -> Result<Self, &'static str> {
        const SHORT: &str = "it is too short";
        let mut reader = ByteReader(body);
        let number = reader.word().ok_or(SHORT)?;
        let outcome = reader.byte().ok_or(SHORT)?;
        let outcome = *OUTCOMES.get(usize::from(outcome)).ok_or("its result is none")?;
        let code = reader.byte().ok_or(SHORT)?;
        let cause = CAUSES.iter().find(|&&(known, _)| known == code).ok_or("its cause is none")?.1;
        let fen = reader.text16().ok_or("its FEN is no text")?;
        let (plies, rest) = reader.0.as_chunks::<BYTES_OF_PLY>();
        if !rest.is_empty() {
            return Err("its last ply is not whole");
        }
        let plies = plies.iter().copied().map(GamePly::decode).collect::<Option<_>>();
        Ok(Self {
            number,
            outcome,
            cause,
            fen: (!fen.is_empty()).then_some(fen),
            plies: plies.ok_or("a score is beyond all scores")?,
        })
    }
}

impl GamePly {
    /// Nothing where the score is beyond all scores.
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
