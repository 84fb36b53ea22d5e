//! Lines of EPD (Edwards, Standard: Portable Game Notation, 1994, section 16.2): four fields of a FEN, then operations.
//! FENs with counters and moves after the word `moves` are accepted, too.

use thiserror::Error;

use super::positions::has_stones;
use crate::base::{FenParts, Operation, OperationError, read_operations};

/// A record of EPD.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EpdRecord {
    /// The position as FEN, not yet checked against the game's rules. Counters given only by operations (`hmvc`,
    /// `fmvn`) are included as fields.
    pub fen: String,
    /// The operations in order, each with its opcode and operands.
    pub operations: Vec<Operation>,
    /// The moves from the position on.
    pub moves: Vec<String>,
}

/// Why a line is not a record of EPD.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EpdError {
    /// There is no position.
    #[error("the line has no position")]
    Empty,
    /// The text after the position is not a list of operations.
    #[error("operations: {0}")]
    Operations(#[from] OperationError),
}

impl EpdRecord {
    /// The operands of the first operation with this opcode.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let (_, operands) = self.operations.iter().find(|(own, _)| own == opcode)?;
        Some(operands)
    }
}

/// Parses a line. The last semicolon may be missing; a quoted operand may contain semicolons.
///
/// # Errors
/// If the line has no position, or the text after it is not a list of operations.
pub fn parse(line: &str) -> Result<EpdRecord, EpdError> {
    let line = line.trim().trim_start_matches('\u{feff}').trim_start();
    let parts = FenParts::of(line);
    let mut record = EpdRecord {
        fen: parts.position.split_whitespace().collect::<Vec<_>>().join(" "),
        operations: read_operations(parts.operations)?,
        moves: parts.move_texts().into_iter().map(str::to_owned).collect(),
    };
    if record.fen.is_empty() {
        return Err(EpdError::Empty);
    }
    record.complete();
    Ok(record)
}

impl EpdRecord {
    /// Adds the counters given by operations to the FEN, if it has none.
    fn complete(&mut self) {
        let counter = |opcode| {
            let operand = self.operands(opcode)?.first().filter(|operand| !operand.is_empty())?;
            Some(operand.replace(char::is_whitespace, "_"))
        };
        let (clock, number) = (counter("hmvc"), counter("fmvn"));
        if clock.is_none() && number.is_none() {
            return;
        }
        let has_clock = !has_stones(&self.fen);
        let mut fields: Vec<String> = self.fen.split_whitespace().map(str::to_owned).collect();
        let usual = if has_clock { 4 } else { 2 };
        if fields.len() < 2 || fields.len() > usual {
            return;
        }
        fields.resize(usual, "-".to_owned());
        if has_clock {
            fields.push(clock.unwrap_or_else(|| "0".to_owned()));
        }
        fields.extend(number.or_else(|| has_clock.then(|| "1".to_owned())));
        self.fen = fields.join(" ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> EpdRecord {
        parse(line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    #[test]
    fn counters_are_fields_or_operations() {
        let board = "r1bq1rk1/pp2nppp/4n3/3ppP2/1b1P4/3BP3/PP2N1PP/R1BQNRK1";
        for (end, expected) in [
            ("b - - hmvc 3; fmvn 12; id \"x\";", "b - - 3 12"),
            ("b - - fmvn 12", "b - - 0 12"),
            ("b - - id \"x; y;\"; hmvc 3", "b - - 3 1"),
            ("b - - 3 12", "b - - 3 12"),
            ("b - - 3 12 hmvc 5;", "b - - 3 12"),
            ("b hmvc 3;", "b - - 3 1"),
            ("b - - bm e4;", "b - -"),
            ("  b   -  -  ", "b - -"),
        ] {
            assert_eq!(read(&format!("{board} {end}")).fen, format!("{board} {expected}"), "{end}");
        }
        assert_eq!(read("5/5/2X2/5/5 w fmvn 2;").fen, "5/5/2X2/5/5 w 2");
    }

    #[test]
    fn operations_and_moves_are_distinguished() {
        let record =
            read("4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rf1; id \"a moves b; c\"; c3 \"y\"; moves e1g1 e8e7");
        assert_eq!(record.operands("bm"), Some(["O-O", "Rf1"].map(str::to_owned).as_slice()));
        assert_eq!(record.operands("id"), Some(["a moves b; c".to_owned()].as_slice()));
        assert_eq!(record.operands("c3"), Some(["y".to_owned()].as_slice()));
        assert_eq!(record.moves, ["e1g1", "e8e7"]);
        assert_eq!(record.fen, "4k3/8/8/8/8/8/8/4K2R w K -");
        assert_eq!(read("startpos moves e2e4").moves, ["e2e4"]);
    }

    #[test]
    fn lines_that_are_not_records_are_refused() {
        assert_eq!(parse("  "), Err(EpdError::Empty));
        assert!(matches!(parse("8/8 w - - id \"x"), Err(EpdError::Operations(OperationError::Unclosed(_)))));
        assert!(matches!(
            parse("8/8 w - - bm e4; 7 x;"),
            Err(EpdError::Operations(OperationError::Opcode(_)))
        ));
    }
}
