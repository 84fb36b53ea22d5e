//! Longer runs of the tests that use random input, for `scripts/soak`.

/// A number of cases, times the number in `QUADRIGA_SOAK`, if it is set.
pub fn scaled(cases: usize) -> usize {
    cases * number("QUADRIGA_SOAK").unwrap_or(1) as usize
}

/// A seed, to which `QUADRIGA_SEED` adds if it is set, so that each run has other input.
#[allow(dead_code, reason = "some tests draw their seeds themselves")]
pub fn seed(seed: u64) -> u64 {
    seed.wrapping_add(number("QUADRIGA_SEED").unwrap_or(0) << 20)
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text:?}")))
}
