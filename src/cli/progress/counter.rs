use super::StatusLine;

/// Displays how many items are done while a task runs.
pub struct Counter {
    status: StatusLine,
    things: &'static str,
}

impl Counter {
    /// Starts counting items of this name.
    pub fn new(things: &'static str) -> Self {
        Self { status: StatusLine::new(), things }
    }

    /// Shows the count.
    pub fn show(&mut self, done: u64, total: u64) {
        // Without a terminal, only long tasks are worth a line.
        if self.status.bar.is_some() || self.status.elapsed() >= super::LINE_INTERVAL {
            self.status.show(done, total, &format!("{done}/{total} {}", self.things));
        }
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.status.clear();
    }
}
