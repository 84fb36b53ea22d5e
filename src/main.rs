//! The `quadriga` binary.

fn main() {}
