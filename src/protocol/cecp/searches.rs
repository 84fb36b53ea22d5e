//! The searches for the engine's moves, on the opponent's time, and for analysis.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::base::{Outcome, Score, Verdict, lock, shorten};
use crate::protocol::errors::CecpError;
use crate::protocol::session::{Answer, SearchRequest, Session};

use super::listener::{CecpListener, Progress};
use super::{Cecp, Mode, Purpose, Search, result_line};

impl Cecp {
    /// Ends a running search and discards its answer.
    pub(super) fn stop_search(&mut self, session: &mut Session) -> Result<(), CecpError> {
        session.halt();
        if let Some(Search { purpose: Purpose::Ponder(_), .. }) = self.search.take() {
            session.game_mut()?.undo(1)?;
        }
        self.answer_pings();
        Ok(())
    }

    /// Processes the answer of a search that has ended.
    pub(super) fn settle(&mut self, session: &mut Session) {
        let Some(search) = self
            .search
            .take_if(|search| search.purpose == Purpose::Move && lock(&search.progress).answer.is_some())
        else {
            return;
        };
        session.halt();
        let answer = lock(&search.progress).answer.take();
        self.clock.spend(search.started.elapsed());
        if let Some(Err(error)) = answer.map(|answer| self.make_own_move(&answer, session)) {
            self.error(error, "go");
        }
        self.answer_pings();
    }

    /// Makes the engine's move, and begins to ponder.
    fn make_own_move(&mut self, answer: &Answer, session: &mut Session) -> Result<(), CecpError> {
        let Some(best) = &answer.best else { return Ok(()) };
        self.last_score = Some(answer.result.score);
        self.hint.clone_from(&answer.ponder);
        self.excluded.clear();
        let accepts_draw = std::mem::take(&mut self.draw_is_offered) && answer.result.score <= Score::DRAW;
        session.game_mut()?.play(&[best])?;
        let draw = accepts_draw.then(|| "offer draw".to_owned());
        let result = session.game()?.verdict().and_then(|verdict| self.claim(verdict, session));
        self.output.lines(draw.into_iter().chain([format!("move {best}")]).chain(result));
        self.start_pondering(session)
    }

    /// Makes the client's move, and starts thinking if it is then the engine's turn.
    pub(super) fn make_user_move(&mut self, text: &str, session: &mut Session) -> Result<(), CecpError> {
        match &mut self.search {
            Some(Search { purpose: Purpose::Move, .. }) => return Err(CecpError::NotNow),
            Some(search) if search.purpose == Purpose::Ponder(text.to_owned()) => {
                search.purpose = Purpose::Move;
                session.ponder_hit();
                self.settle(session);
                return Ok(());
            }
            _ => {}
        }
        self.stop_search(session)?;
        let played = match session.game_mut() {
            Ok(game) => game.play(&[text]).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(reason) = played {
            self.output.failure(format_args!("Illegal move ({reason}): {}", shorten(text)));
            return self.resume(session);
        }
        self.excluded.clear();
        match self.mode {
            Mode::Analyzing => self.analyze(session),
            Mode::Playing(side) if session.game()?.side_to_move() == side => self.think(session),
            Mode::Force | Mode::Playing(_) => Ok(()),
        }
    }

    /// Starts a search for the engine's move, or claims the result if the game is over.
    pub(super) fn think(&mut self, session: &mut Session) -> Result<(), CecpError> {
        if let Some(verdict) = session.game()?.verdict() {
            self.output.lines(self.claim(verdict, session));
            return Ok(());
        }
        self.start(Purpose::Move, self.clock.request(), session)
    }

    /// The line with which the engine claims the result of a finished game. In games unknown to xboard, it accepts a
    /// win only if the losing program reports it.
    fn claim(&self, verdict: Verdict, session: &Session) -> Option<String> {
        let wins = matches!(verdict.outcome, Outcome::Win(side) if self.mode == Mode::Playing(side));
        let is_unknown = session.variant().info().xboard.is_some();
        (!(wins && is_unknown && self.meets_program)).then(|| result_line(verdict, session))
    }

    /// Ponders on the expected reply, if the client has switched pondering on.
    pub(super) fn start_pondering(&mut self, session: &mut Session) -> Result<(), CecpError> {
        if !self.ponders || session.game()?.verdict().is_some() {
            return Ok(());
        }
        let Some(reply) = self.hint.clone() else { return Ok(()) };
        if session.game_mut()?.play(&[&reply]).is_err() {
            return Ok(());
        }
        if session.game()?.verdict().is_some() {
            session.game_mut()?.undo(1)?;
            return Ok(());
        }
        if self.posts.load(Relaxed) {
            self.output.line(format_args!("Hint: {reply}"));
        }
        let request = SearchRequest { ponder: true, ..self.clock.request() };
        self.start(Purpose::Ponder(reply), request, session)
    }

    /// Analyses the current position.
    pub(super) fn analyze(&mut self, session: &mut Session) -> Result<(), CecpError> {
        self.stop_search(session)?;
        let game = session.game()?;
        let moves = game.legal_moves();
        if game.verdict().is_some() || moves.iter().all(|text| self.excluded.contains(text)) {
            return Ok(());
        }
        let request = SearchRequest { infinite: true, ..SearchRequest::default() };
        self.start(Purpose::Analysis, request, session)
    }

    /// Continues an analysis after a change.
    pub(super) fn resume(&mut self, session: &mut Session) -> Result<(), CecpError> {
        if self.mode == Mode::Analyzing { self.analyze(session) } else { Ok(()) }
    }

    fn start(
        &mut self,
        purpose: Purpose,
        request: SearchRequest,
        session: &mut Session,
    ) -> Result<(), CecpError> {
        let banned_moves = if purpose == Purpose::Analysis { self.excluded.clone() } else { Vec::new() };
        let progress = Arc::<Mutex<Progress>>::default();
        let listener = CecpListener {
            output: self.output.clone(),
            posts: Arc::clone(&self.posts),
            progress: Arc::clone(&progress),
            waker: self.waker.clone(),
        };
        session.search(&SearchRequest { banned_moves, ..request }, Box::new(listener))?;
        self.search = Some(Search { purpose, started: Instant::now(), progress });
        Ok(())
    }
}
