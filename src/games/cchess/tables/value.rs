/// What a table says of a position, for the side to move.
///
/// A number of plies to the end with the best play of both sides: odd if the side to move wins, even if it loses. From
/// a limit on that the table gives, the end is not a mate but a perpetual check by the losing side, and the number
/// ranks positions instead of counting plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableValue(u16);

impl TableValue {
    /// Neither side can force a win.
    pub const DRAW: Self = Self(u16::MAX);
    /// There is no such position.
    pub const INVALID: Self = Self(u16::MAX - 1);
    /// The greatest number of plies.
    pub const MOST_PLIES: u16 = 1023;

    /// A win or a loss in this number of plies. `None` if there are too many.
    #[inline]
    pub const fn decided(plies: u32) -> Option<Self> {
        if plies <= Self::MOST_PLIES as u32 { Some(Self(plies as u16)) } else { None }
    }

    /// The value with this number. `None` if there is no such value.
    #[inline]
    pub const fn of_number(number: u16) -> Option<Self> {
        if number <= Self::MOST_PLIES || number >= Self::INVALID.0 { Some(Self(number)) } else { None }
    }

    /// The number of the value: that of its plies, or a greater one.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The number of plies if either side wins.
    #[inline]
    pub const fn plies(self) -> Option<u16> {
        if self.0 <= Self::MOST_PLIES { Some(self.0) } else { None }
    }

    /// Whether the side to move wins.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 <= Self::MOST_PLIES && self.0 % 2 == 1
    }

    /// Whether the side to move loses.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= Self::MOST_PLIES && self.0.is_multiple_of(2)
    }
}
