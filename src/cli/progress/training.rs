use quadriga::lab::train::TrainEvent;

use super::StatusLine;

/// Displays the progress of training.
pub struct TrainingProgress {
    status: StatusLine,
    epochs: usize,
    /// The loss of the last batches, averaged.
    loss: Option<f64>,
    held_back: Option<f64>,
    line: String,
}

impl TrainingProgress {
    /// The display of a run of this many epochs.
    pub fn new(epochs: usize) -> Self {
        Self { status: StatusLine::new(), epochs, loss: None, held_back: None, line: String::new() }
    }

    /// Shows the final status.
    pub fn finish(&self) {
        self.status.finish(&self.line);
    }

    /// Shows an event.
    pub fn show(&mut self, event: TrainEvent) {
        match event {
            TrainEvent::Incomplete(what) => self.status.print_line(&format!("incomplete: {what}")),
            TrainEvent::File { done, files } => {
                self.status.show(done as u64, files as u64, &format!("{done}/{files} files"));
            }
            TrainEvent::Read { training, held_back, games } => self.status.print_line(&format!(
                "{training} positions to train on, {held_back} held back, from {games} games"
            )),
            TrainEvent::Baseline { classical, score, score_scale } => {
                self.status.print_line(&format!(
                    "held-back loss of the hand-written evaluation {classical:.6}, of the search's scores {score:.6}"
                ));
                self.status.print_line(&format!(
                    "the search's scores are {score_scale:.2} times the hand-written evaluation's"
                ));
                // Only the training itself is timed.
                self.status.restart();
            }
            TrainEvent::Resumed { epochs } => {
                self.status.print_line(&format!("Resuming: {epochs} epochs are complete."));
            }
            TrainEvent::Batch { epoch, visited, left, loss } => {
                let smooth = self.loss.map_or(loss, |before| 0.95 * before + 0.05 * loss);
                self.loss = Some(smooth);
                let pace = visited as f64 / self.status.elapsed().as_secs_f64().max(1e-3) / 1e6;
                let held_back = self.held_back.map(|loss| format!(", held back {loss:.6}"));
                self.line = format!(
                    "epoch {epoch}/{}, loss {smooth:.6}{}, {pace:.2} million positions/s{}",
                    self.epochs,
                    held_back.unwrap_or_default(),
                    self.status.time_left(visited, left)
                );
                self.status.show(visited, visited + left, &self.line);
            }
            TrainEvent::Epoch { epoch, losses } => {
                self.held_back = Some(losses.held_back);
                self.status.print_line(&format!("epoch {epoch}: loss {losses:.6}"));
            }
        }
    }
}
