//! What the machine offers beyond plain Rust. The one file with `unsafe` code.
#![allow(unsafe_code)]

/// Brings the memory of `value` near, for a use soon to come, without waiting for it.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of every x86-64 processor; it reads nothing that the program could notice, and
    // cannot fail whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks for large pages for this memory, which is best not yet touched: a table that is read all over then costs fewer
/// walks through page tables. Where there are none, nothing happens.
pub fn advise_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const LARGE_PAGE: usize = 2 << 20;
        let skipped = memory.as_mut_ptr().cast::<u8>().align_offset(LARGE_PAGE);
        let whole = size_of_val(memory).saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
        if whole > 0 {
            // SAFETY: `skipped` and `whole` stay within the slice, which is borrowed alone; the advice changes where
            // its bytes lie, never what they are.
            let advised = unsafe {
                let start = memory.as_mut_ptr().cast::<u8>().add(skipped);
                madvise(start.cast(), whole, Advice::LinuxHugepage)
            };
            // It is only advice: small pages do as well.
            let _ = advised;
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_changes_no_memory() {
        for length in [0, 1, 1000, 1 << 20, 3 << 20] {
            let mut memory: Vec<u32> = (0..length).collect();
            advise_large_pages(&mut memory);
            memory.first().inspect(|first| prefetch(*first));
            assert!(memory.iter().zip(0..).all(|(&found, expected)| found == expected), "{length}");
        }
    }
}
