//! Sets `cfg(syzygy)` if the feature `syzygy` is on and its crate can be compiled for the target.

use std::env::var;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(syzygy)");
    println!("cargo::rerun-if-changed=build.rs");
    if var("CARGO_FEATURE_SYZYGY").is_ok() && has_signed_char() {
        println!("cargo::rustc-cfg=syzygy");
    }
}

/// Whether C's `char` has a sign, as `pyrrhic-rs` takes for granted: the targets of this dependency in Cargo.toml.
fn has_signed_char() -> bool {
    matches!(var("CARGO_CFG_TARGET_ARCH").as_deref(), Ok("x86_64" | "x86"))
        || var("CARGO_CFG_TARGET_VENDOR").as_deref() == Ok("apple")
        || var("CARGO_CFG_WINDOWS").is_ok()
}
