use super::Parameters;

/// Natural logarithms of small numbers, in 1024ths; the entry for 0 is 0, as for 1.
const LOGARITHMS: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < table.len() {
        table[n] = logarithm(n as u64);
        n += 1;
    }
    table
};

/// The natural logarithm of `n` in 1024ths: the binary logarithm, computed digit by digit by repeated squaring, times
/// ln 2.
const fn logarithm(n: u64) -> i32 {
    const DIGITS: u32 = 20;
    const LN_2: u64 = 726_817; // ln 2 in 2^-20
    let whole = n.ilog2();
    let mut mantissa = (n << 31) >> whole; // in [1, 2), 31 binary digits
    let mut log = whole as u64;
    let mut digit = 0;
    while digit < DIGITS {
        mantissa = (mantissa * mantissa) >> 31;
        log <<= 1;
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
            log |= 1;
        }
        digit += 1;
    }
    ((log * LN_2 + (1 << (DIGITS + 9))) >> (DIGITS + 10)) as i32
}

/// The base reduction, in 1024ths of a ply, of the `number`-th move (from 1) of a node with `depth` plies left:
/// `reduction_base + reduction_slope · ln depth · ln number`.
#[inline]
pub fn base_reduction(parameters: &Parameters, depth: i32, number: usize) -> i32 {
    let depth = LOGARITHMS[(depth.max(1) as usize).min(LOGARITHMS.len() - 1)];
    let number = LOGARITHMS[number.clamp(1, LOGARITHMS.len() - 1)];
    parameters.reduction_base + ((depth * number) >> 10) * parameters.reduction_slope / 1024
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::parameters::tests::DEFAULTS;

    #[test]
    fn logarithms_are_accurate_to_a_thousandth() {
        for (n, &log) in LOGARITHMS.iter().enumerate().skip(1) {
            let exact = f64::from(n as u32).ln() * 1024.0;
            assert!((f64::from(log) - exact).abs() <= 1.0, "ln {n}: {log} for {exact}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let parameters = &DEFAULTS;
        assert_eq!(base_reduction(parameters, 1, 1), parameters.reduction_base);
        for depth in 1..100 {
            for number in 1..200 {
                let here = base_reduction(parameters, depth, number);
                assert!(
                    here <= base_reduction(parameters, depth + 1, number)
                        && here <= base_reduction(parameters, depth, number + 1)
                );
            }
        }
    }
}
