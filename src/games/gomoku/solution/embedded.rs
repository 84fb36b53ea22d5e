use crate::games::gomoku::Rule;

use super::Solution;

/// The proof that Black wins the game with this rule from the empty board, if it is part of this build.
#[cfg(feature = "solutions")]
pub fn embedded<R: Rule>() -> Option<&'static Solution> {
    use std::any::TypeId;
    use std::sync::LazyLock;

    use crate::games::gomoku::{Freestyle, Renju, Standard};

    fn read<R: Rule>(bytes: &[u8]) -> Solution {
        Solution::from_bytes::<R>(bytes).expect("the solutions of the program are whole, which is tested")
    }

    static FREESTYLE: LazyLock<Solution> =
        LazyLock::new(|| read::<Freestyle>(include_bytes!("freestyle.solution")));
    static STANDARD: LazyLock<Solution> =
        LazyLock::new(|| read::<Standard>(include_bytes!("standard.solution")));
    static RENJU: LazyLock<Solution> = LazyLock::new(|| read::<Renju>(include_bytes!("renju.solution")));

    let rule = TypeId::of::<R>();
    if rule == TypeId::of::<Freestyle>() {
        Some(&FREESTYLE)
    } else if rule == TypeId::of::<Standard>() {
        Some(&STANDARD)
    } else if rule == TypeId::of::<Renju>() {
        Some(&RENJU)
    } else {
        None
    }
}

/// The proof that Black wins the game with this rule from the empty board: none is part of this build.
#[cfg(not(feature = "solutions"))]
pub const fn embedded<R: Rule>() -> Option<&'static Solution> {
    None
}
