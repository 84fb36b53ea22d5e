//! Searches for moves, and thinking on the opponent's time, which `INFO pondering 1` switches on: as soon as the engine
//! has answered, it searches the position after the reply that it expects. If that reply comes, the search continues as
//! the search for the engine's move; otherwise it is discarded.

use std::time::Instant;

use crate::base::lock;
use crate::protocol::errors::GomocupError;
use crate::protocol::session::Session;

use super::Gomocup;
use super::listener::Search;

impl Gomocup {
    /// Ends a running search, and makes the move with which it answered. If it ponders, it is discarded.
    pub(super) fn finish_search(&mut self, session: &mut Session) -> Result<(), GomocupError> {
        session.halt();
        let Some(search) = self.search.take() else { return Ok(()) };
        if search.expected.is_some() {
            session.game_mut()?.undo(1)?;
            return Ok(());
        }
        let mut state = lock(&search.state);
        let moves: Vec<_> =
            state.answer.take().map(|(best, _)| best).into_iter().chain(state.second.take()).collect();
        if moves.is_empty() {
            return Ok(());
        }
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        Ok(session.game_mut()?.play(&moves)?)
    }

    /// Makes the move with which a search has just answered, and begins to ponder.
    pub(super) fn ponder(&mut self, session: &mut Session) -> Result<(), GomocupError> {
        let is_answered =
            |search: &mut Search| search.expected.is_none() && lock(&search.state).answer.is_some();
        let Some(search) = self.search.take_if(is_answered) else { return Ok(()) };
        session.halt();
        let Some((best, reply)) = lock(&search.state).answer.take() else { return Ok(()) };
        // An estimate until the manager sends the time left.
        if let Some(left) = &mut self.allowance.left {
            *left = left.saturating_sub(search.started.elapsed());
        }
        let game = session.game_mut()?;
        game.play(&[&best])?;
        let Some(reply) = reply.filter(|_| game.verdict().is_none()) else { return Ok(()) };
        if game.play(&[&reply]).is_err() {
            return Ok(());
        }
        if game.verdict().is_some() {
            game.undo(1)?;
            return Ok(());
        }
        self.search_for_move(1, Some(reply), session)
    }

    /// Turns pondering into a search for the engine's move, if this is the expected reply.
    pub(super) fn ponder_hit(&mut self, reply: &str, session: &mut Session) -> bool {
        let Some(search) = self.search.as_mut().filter(|search| search.expected.as_deref() == Some(reply))
        else {
            return false;
        };
        let mut state = lock(&search.state);
        if state.has_ended {
            return false;
        }
        state.is_silent = false;
        drop(state);
        search.expected = None;
        search.started = Instant::now();
        session.ponder_hit();
        true
    }
}
