use std::fmt;

/// The games that the engine plays, under the names that `UCI_Variant` gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "arena", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Variant {
    /// Chess, Chess960 among its starting positions.
    Chess,
    /// Xiangqi.
    Xiangqi,
    /// Zhonggong xiangqi.
    Zhonggong,
    /// Freestyle gomoku: five or more in a row win.
    Gomoku,
    /// Standard gomoku: exactly five in a row win.
    GomokuStandard,
    /// Renju: freestyle for White; Black needs exactly five and has forbidden points.
    Renju,
}

impl Variant {
    /// All variants, the one that clients expect by default first.
    pub const ALL: [Self; 6] =
        [Self::Chess, Self::Xiangqi, Self::Zhonggong, Self::Gomoku, Self::GomokuStandard, Self::Renju];

    /// The variant's name in the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Xiangqi => "xiangqi",
            Self::Zhonggong => "zhonggong",
            Self::Gomoku => "gomoku",
            Self::GomokuStandard => "gomoku-standard",
            Self::Renju => "renju",
        }
    }

    /// The variant of this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
