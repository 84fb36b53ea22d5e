use quadriga::lab::solve::SolveProgress;

use super::StatusLine;

/// Displays how far a search for a proof is.
pub struct SolvingProgress {
    status: StatusLine,
    /// The findings at the start.
    before: Option<usize>,
}

impl SolvingProgress {
    /// Starts measuring the elapsed time.
    pub fn new() -> Self {
        Self { status: StatusLine::new(), before: None }
    }

    /// Prints how much is known already.
    pub fn resumed(&self, findings: usize, torn_bytes: u64) {
        if findings > 0 {
            self.status.print_line(&format!("Resuming: the journal contains {findings} findings."));
        }
        if torn_bytes > 0 {
            self.status
                .print_line(&format!("Its last line was incomplete: {torn_bytes} bytes were cut off."));
        }
    }

    /// Shows the progress.
    pub fn show(&mut self, progress: &SolveProgress) {
        let SolveProgress { openings: (proved, openings), positions, findings, proof } = *progress;
        let before = *self.before.get_or_insert(findings);
        // Without a terminal, only long searches are worth a line.
        if self.status.bar.is_none() && self.status.elapsed() < super::LINE_INTERVAL {
            return;
        }
        let speed = (findings - before) as f64 / self.status.elapsed().as_secs_f64().max(0.001);
        let line = format!(
            "{proved}/{openings} replies proved, {positions} positions, {findings} findings ({speed:.1}/s), \
             proof number {proof}"
        );
        self.status.show(proved as u64, openings as u64, &line);
    }
}

impl Drop for SolvingProgress {
    fn drop(&mut self) {
        self.status.clear();
    }
}
