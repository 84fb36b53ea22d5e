//! Interrupts of long tasks by the user.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use quadriga::arena::kill_all_programs;

/// A flag that is set as soon as the user interrupts the program. The second interrupt ends it at once.
pub fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let requested = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if requested.swap(true, Ordering::Relaxed) {
            kill_all_programs();
            std::process::exit(130);
        }
    })
    .context("signals")?;
    Ok(stop)
}
