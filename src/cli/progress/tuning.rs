use std::fmt::Write;

use quadriga::lab::tune::spsa::Spsa;
use quadriga::lab::tune::{TuneObserver, TuneStep};

use super::StatusLine;

/// Displays the progress of tuning.
pub struct TuningProgress {
    status: StatusLine,
    /// Iterations in this run.
    iterations: u32,
}

impl TuningProgress {
    /// Starts measuring the elapsed time.
    pub fn new() -> Self {
        Self { status: StatusLine::new(), iterations: 0 }
    }

    /// Shows the final status.
    pub fn finish(&self, spsa: &Spsa) {
        self.status.finish(&self.line(spsa));
    }

    fn line(&self, spsa: &Spsa) -> String {
        let left = spsa.plan().iterations - spsa.done();
        let time_left = self.status.time_left(self.iterations.into(), left.into());
        let mut line = format!("{}/{} iterations{time_left}", spsa.done(), spsa.plan().iterations);
        for (parameter, value) in spsa.plan().parameters.iter().zip(spsa.values()) {
            // Writing to a string cannot fail.
            let _ = write!(line, ", {} {value:.1}", parameter.name);
        }
        line
    }
}

impl TuneObserver for TuningProgress {
    fn resumed(&mut self, spsa: &Spsa, torn_bytes: u64) {
        self.status.print_resumed("journal", spsa.done().into(), "iteration", torn_bytes);
    }

    fn iteration(&mut self, _step: &TuneStep, spsa: &Spsa) {
        self.iterations += 1;
        let line = self.line(spsa);
        self.status.show(spsa.done().into(), spsa.plan().iterations.into(), &line);
    }
}
