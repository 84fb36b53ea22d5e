use super::journal::JournalSummary;
use super::{GameEvent, GameRecord, Results};

/// Observes the progress of a contest.
pub trait ContestObserver {
    /// An existing journal was read.
    fn resumed(&mut self, summary: &JournalSummary);
    /// A game has ended and is in the journal.
    fn game(&mut self, record: &GameRecord, results: &Results);
    /// Called about ten times per second.
    fn tick(&mut self, results: &Results);
    /// The contest starts, or continues with these results.
    fn begin(&mut self, results: &Results) {
        let _ = results;
    }
    /// Information for the user before the contest starts.
    fn note(&mut self, words: &str) {
        let _ = words;
    }
    /// Whether to call [`ContestObserver::game_event`]. If not, games need not collect their events.
    fn observes_moves(&self) -> bool {
        false
    }
    /// A game started, or a move was made. The events of one game come in order, and before its end.
    fn game_event(&mut self, event: GameEvent) {
        let _ = event;
    }
}

/// All of the observers, in order.
impl ContestObserver for Vec<&mut dyn ContestObserver> {
    fn resumed(&mut self, summary: &JournalSummary) {
        for observer in self.iter_mut() {
            observer.resumed(summary);
        }
    }

    fn game(&mut self, record: &GameRecord, results: &Results) {
        for observer in self.iter_mut() {
            observer.game(record, results);
        }
    }

    fn tick(&mut self, results: &Results) {
        for observer in self.iter_mut() {
            observer.tick(results);
        }
    }

    fn begin(&mut self, results: &Results) {
        for observer in self.iter_mut() {
            observer.begin(results);
        }
    }

    fn note(&mut self, words: &str) {
        for observer in self.iter_mut() {
            observer.note(words);
        }
    }

    fn observes_moves(&self) -> bool {
        self.iter().any(|observer| observer.observes_moves())
    }

    fn game_event(&mut self, event: GameEvent) {
        for observer in self.iter_mut().filter(|observer| observer.observes_moves()) {
            observer.game_event(event.clone());
        }
    }
}

/// Reports to the observer what was ignored in a book: everything, or examples if there is too much.
pub(super) fn note_remarks(remarks: &[String], observer: &mut dyn ContestObserver) {
    const SHOWN: usize = 5;
    for words in remarks.iter().take(SHOWN) {
        observer.note(words);
    }
    if remarks.len() > SHOWN {
        observer.note(&format!("{} more positions of the book have such details", remarks.len() - SHOWN));
    }
}
