use crate::games::gomoku::Rule;

use super::Solution;

/// The proof that Black wins the game with this rule from the empty board, if it is part of this build.
#[cfg(feature = "solutions")]
pub fn embedded<R: Rule>() -> Option<&'static Solution> {
    use std::any::TypeId;
    use std::sync::LazyLock;

    use crate::games::gomoku::Freestyle;

    static FREESTYLE: LazyLock<Solution> = LazyLock::new(|| {
        let read = Solution::from_bytes::<Freestyle>(include_bytes!("freestyle.solution"));
        read.expect("the solution of the program is whole, which is tested")
    });
    (TypeId::of::<R>() == TypeId::of::<Freestyle>()).then(|| &*FREESTYLE)
}

/// The proof that Black wins the game with this rule from the empty board: none is part of this build.
#[cfg(not(feature = "solutions"))]
pub const fn embedded<R: Rule>() -> Option<&'static Solution> {
    None
}
