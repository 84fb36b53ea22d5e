/// The central 95% of a normal distribution lie within this many standard deviations of the mean.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is at most `x`.
pub fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_match_published_tables() {
        // Abramowitz and Stegun, table 26.1.
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (2.0, 0.977_249_868), (-3.0, 0.001_349_898)] {
            assert!((normal_cdf(x) - p).abs() < 1e-9, "{x}");
        }
        assert!((normal_cdf(Z_95) - 0.975).abs() < 1e-12);
    }
}
