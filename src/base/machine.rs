//! Machine-specific operations beyond safe Rust. Apart from `eval/network/simd.rs`, this is the only file with `unsafe`
//! code.
#![allow(unsafe_code)]

/// Prefetches the cache line of `value` without waiting for it.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of every x86-64 processor; it has no architecturally visible effect and cannot
    // fault, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks the operating system to back this memory with large pages, which reduces TLB misses in a table with random
/// access. Best called before the memory is first touched. Does nothing if large pages are not supported.
pub fn advise_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const LARGE_PAGE: usize = 2 << 20;
        let skipped = memory.as_mut_ptr().cast::<u8>().align_offset(LARGE_PAGE);
        let whole = size_of_val(memory).saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
        if whole > 0 {
            // SAFETY: `skipped` and `whole` stay within the slice, which is borrowed exclusively; the advice affects
            // only how the memory is mapped, never its contents.
            let advised = unsafe {
                let start = memory.as_mut_ptr().cast::<u8>().add(skipped);
                madvise(start.cast(), whole, Advice::LinuxHugepage)
            };
            // This is only a hint: small pages work as well.
            let _ = advised;
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Makes all threads of the process share a few memory arenas. By default, glibc gives each thread its own, up to eight
/// per processor, and memory freed by one session is not reused by the next. For servers, before they start threads.
/// Does nothing with other allocators.
#[cfg(feature = "board")]
pub fn share_memory_arenas() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the function only sets a parameter of the allocator, under the allocator's own lock.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 2);
    }
}

/// Returns freed memory to the system. The allocator of glibc keeps the memory of the threads of an ended session, some
/// ten megabytes for a long game. Does nothing with other allocators.
#[cfg(feature = "board")]
pub fn release_free_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the function takes the allocator's own locks, and may be called at any time from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_advice_preserves_contents() {
        for length in [0, 1, 1000, 1 << 20, 3 << 20] {
            let mut memory: Vec<u32> = (0..length).collect();
            advise_large_pages(&mut memory);
            memory.first().inspect(|first| prefetch(*first));
            assert!(memory.iter().zip(0..).all(|(&found, expected)| found == expected), "{length}");
        }
    }
}
