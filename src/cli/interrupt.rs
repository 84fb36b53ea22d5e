//! Interruption of long tasks by the user.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use quadriga::arena::kill_all_programs;

/// A flag that is set when the user interrupts the program. A second interrupt ends the program immediately.
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
