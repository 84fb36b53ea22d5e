use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::Side;

use super::message::Refusal;

/// Stones that are placed at first, and with the two more.
const FIRST: usize = 3;
const ALL: usize = 5;

/// What can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// To play Black.
    First,
    /// To play White.
    Second,
    /// To place two more stones, and to let the other player choose.
    Two,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Phase {
    /// The opener places three stones: black, white and black.
    Three,
    /// The other player chooses a colour, or to place two more.
    Choice,
    /// The other player places two more, white and black.
    Two,
    /// The opener chooses a colour.
    LastChoice,
    /// The game goes on with White's move.
    Done,
}

/// The Swap2 opening of a game. Until the colours are chosen, the opener has the first seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swap2 {
    phase: Phase,
    /// The colour of the player who has placed the first stones.
    opener: Side,
    /// The stones of the opening so far.
    stones: usize,
}

impl Swap2 {
    /// The opening before its first stone.
    pub const fn new() -> Self {
        Self { phase: Phase::Three, opener: Side::First, stones: 0 }
    }

    /// The opening of a game that begins without it, as only people play it.
    pub const fn skipped() -> Self {
        Self { phase: Phase::Done, ..Self::new() }
    }

    /// Who places a stone or chooses next; `None` once the colours are settled.
    pub fn actor(self) -> Option<Side> {
        match self.phase {
            Phase::Three | Phase::LastChoice => Some(self.opener),
            Phase::Choice | Phase::Two => Some(!self.opener),
            Phase::Done => None,
        }
    }

    /// What the actor can choose; nothing if a stone comes next.
    pub fn choices(self) -> &'static [Choice] {
        match self.phase {
            Phase::Choice => &[Choice::Second, Choice::First, Choice::Two],
            Phase::LastChoice => &[Choice::Second, Choice::First],
            Phase::Three | Phase::Two | Phase::Done => &[],
        }
    }

    /// The colour of the player who has placed the first stones.
    pub fn opener(self) -> Side {
        self.opener
    }

    /// The stones of the opening so far, which nobody takes back.
    pub fn stones(self) -> usize {
        self.stones
    }

    /// A stone was placed.
    pub fn placed(&mut self) {
        self.stones += 1;
        match (self.phase, self.stones) {
            (Phase::Three, FIRST) => self.phase = Phase::Choice,
            (Phase::Two, ALL) => self.phase = Phase::LastChoice,
            _ => {}
        }
    }

    /// A player chooses. Returns whether the players exchange their colours.
    ///
    /// # Errors
    /// If that is not to be chosen now, or not by this player.
    pub fn choose(&mut self, by: Side, choice: Choice) -> Result<bool, Refusal> {
        if self.actor() != Some(by) || !self.choices().contains(&choice) {
            return Err(Refusal::NoChoice);
        }
        let colour = match choice {
            Choice::First => Side::First,
            Choice::Second => Side::Second,
            Choice::Two => {
                self.phase = Phase::Two;
                return Ok(false);
            }
        };
        self.phase = Phase::Done;
        let is_exchanged = colour != by;
        if is_exchanged {
            self.opener = !self.opener;
        }
        Ok(is_exchanged)
    }

    /// What guests are told of the opening.
    pub fn describe(self) -> Value {
        json!({
            "phase": self.phase,
            "actor": self.actor(),
            "choices": self.choices(),
            "stones": self.stones,
            "opener": self.opener,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(stones: usize) -> Swap2 {
        let mut opening = Swap2::new();
        for _ in 0..stones {
            assert_eq!(opening.actor(), Some(Side::First));
            opening.placed();
        }
        opening
    }

    #[test]
    fn the_second_player_takes_a_colour() {
        for (choice, is_exchanged, opener) in
            [(Choice::Second, false, Side::First), (Choice::First, true, Side::Second)]
        {
            let mut opening = after(3);
            assert_eq!(opening.choose(Side::First, choice), Err(Refusal::NoChoice));
            assert_eq!(opening.choose(Side::Second, choice), Ok(is_exchanged));
            assert_eq!((opening.actor(), opening.opener(), opening.stones()), (None, opener, 3));
            assert_eq!(opening.choose(Side::Second, choice), Err(Refusal::NoChoice));
        }
    }

    #[test]
    fn two_more_stones_leave_the_choice_to_the_first_player() {
        for (choice, is_exchanged) in [(Choice::First, false), (Choice::Second, true)] {
            let mut opening = after(3);
            assert_eq!(opening.choose(Side::Second, Choice::Two), Ok(false));
            for _ in 0..2 {
                assert_eq!((opening.actor(), opening.choices().len()), (Some(Side::Second), 0));
                opening.placed();
            }
            assert_eq!(opening.choose(Side::First, Choice::Two), Err(Refusal::NoChoice));
            assert_eq!(opening.choose(Side::First, choice), Ok(is_exchanged));
            assert_eq!((opening.actor(), opening.stones()), (None, 5));
        }
    }

    #[test]
    fn nothing_is_chosen_before_three_stones() {
        let mut opening = after(2);
        for side in Side::BOTH {
            assert_eq!(opening.choose(side, Choice::Second), Err(Refusal::NoChoice));
        }
        assert_eq!(Swap2::skipped().actor(), None);
    }
}
