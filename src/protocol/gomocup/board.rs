//! Boards sent by the manager line by line.

use crate::base::shorten;

use super::swap2::{self, Swap2Client};
use super::{Gomocup, GomocupError, Session};

/// The owner of a stone on a board sent by the manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stone {
    Ours,
    Theirs,
}

/// What to do at the end of a board sent by the manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Answer with a move.
    Move,
    /// Only set up the position.
    SetUp,
    /// Answer with the next step of the Swap2 opening.
    Swap2,
}

/// A board being sent by the manager. In Swap2 the lines do not give the stones' owners: black and white stones
/// alternate, and the engine plays White, which has one stone less.
pub(super) struct Description {
    pub stones: Vec<(usize, usize, Stone)>,
    pub purpose: Purpose,
}

impl Gomocup {
    pub(super) fn begin_description(
        &mut self,
        purpose: Purpose,
        session: &mut Session,
    ) -> Result<(), GomocupError> {
        self.finish_search(session)?;
        self.description = Some(Description { stones: Vec::new(), purpose });
        Ok(())
    }

    /// The coordinates of a stone on a board, whose point must be free.
    fn stone(&self, text: &str, stones: &[(usize, usize, Stone)]) -> Result<(usize, usize), GomocupError> {
        let point = self.coordinates(text)?;
        let is_taken = stones.iter().any(|&(x, y, _)| (x, y) == point);
        if is_taken { Err(GomocupError::Taken(shorten(text))) } else { Ok(point) }
    }

    /// Parses a line of a board.
    pub(super) fn describe(&mut self, line: &str, session: &mut Session) -> Result<(), GomocupError> {
        let Some(mut description) = self.description.take() else { return Ok(()) };
        if line.eq_ignore_ascii_case("DONE") {
            return self.act_on(&description, session);
        }
        if description.purpose == Purpose::Swap2 {
            let (x, y) = self.stone(line, &description.stones)?;
            let is_black = description.stones.len().is_multiple_of(2);
            description.stones.push((x, y, if is_black { Stone::Theirs } else { Stone::Ours }));
            self.description = Some(description);
            return Ok(());
        }
        let (point, field) = line.rsplit_once(',').ok_or_else(|| GomocupError::Point(shorten(line)))?;
        let (x, y) = self.stone(point, &description.stones)?;
        match field.trim() {
            "1" => description.stones.push((x, y, Stone::Ours)),
            "2" => description.stones.push((x, y, Stone::Theirs)),
            // A marker on the board, which has no meaning in the game.
            "3" => {}
            _ => return Err(GomocupError::Point(shorten(line))),
        }
        self.description = Some(description);
        Ok(())
    }

    fn act_on(&mut self, description: &Description, session: &mut Session) -> Result<(), GomocupError> {
        let Description { stones, purpose } = description;
        if *purpose == Purpose::Swap2 {
            match stones.len() {
                0 if self.size == 0 => return Err(GomocupError::NotStarted),
                0 => {
                    let points = swap2::first_stones(self.size).map(|(x, y)| format!("{x},{y}"));
                    self.output.line(points.join(" "));
                    return Ok(());
                }
                3 | 5 => {}
                count => return Err(GomocupError::Swap2(count)),
            }
        }
        session.set_up(Some(&self.fen(stones)), &[])?;
        match purpose {
            Purpose::Move => self.search_for_move(1, None, session),
            Purpose::SetUp => Ok(()),
            Purpose::Swap2 => self.choose_colour(Swap2Client::Manager, session),
        }
    }

    /// The FEN of a board with the engine to move. Black moves first, so if both sides have the same number of stones,
    /// the engine is Black; otherwise it is White.
    pub(super) fn fen(&self, stones: &[(usize, usize, Stone)]) -> String {
        let ours = stones.iter().filter(|(_, _, stone)| *stone == Stone::Ours).count();
        let we_are_black = 2 * ours == stones.len();
        let mut ranks = Vec::with_capacity(self.size);
        for y in (0..self.size).rev() {
            let letter = |x| {
                let (_, _, stone) = stones.iter().find(|(at_x, at_y, _)| (*at_x, *at_y) == (x, y))?;
                Some(if (*stone == Stone::Ours) == we_are_black { 'X' } else { 'O' })
            };
            let mut rank = String::new();
            let mut empty = 0;
            for x in 0..self.size {
                match letter(x) {
                    Some(letter) => {
                        if empty > 0 {
                            rank.push_str(&empty.to_string());
                        }
                        empty = 0;
                        rank.push(letter);
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                rank.push_str(&empty.to_string());
            }
            ranks.push(rank);
        }
        format!("{} {} {}", ranks.join("/"), if we_are_black { 'b' } else { 'w' }, stones.len() / 2 + 1)
    }
}
