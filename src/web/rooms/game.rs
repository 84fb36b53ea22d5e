use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::base::{Outcome, Side};

use super::clock::{Clock, TimeControl};
use super::message::{Occupant, OfferKind, Refusal};
use super::offer::{Happening, HappeningKind, Offer};
use super::standing::{GameResult, Standing};
use super::swap2::{Choice, Swap2};

/// A game between two players who need not trust each other: whose turn it is, clocks, offers and the result. What the
/// rules say comes from outside, and so does the time of every call.
#[derive(Debug)]
pub struct RoomGame {
    clock: Clock,
    occupants: [Occupant; 2],
    /// Whether the person of a seat has been there once.
    has_come: [bool; 2],
    has_begun: bool,
    /// Whether it had begun when its server ended.
    is_interrupted: bool,
    /// The opening, if it is not played move by move.
    opening: Option<Swap2>,
    standing: Standing,
    /// The moves made before the room was opened.
    given: usize,
    result: Option<GameResult>,
    offer: Option<Offer>,
    /// Offers that were declined, with the number of moves at that time.
    declined: Vec<(Offer, usize)>,
    happening: Option<Happening>,
}

/// What is kept of a game besides its moves and players, for when its server has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptGame {
    begun: bool,
    opening: Option<Swap2>,
    given: usize,
    /// What the sides have left, in milliseconds.
    left: [u64; 2],
    result: Option<GameResult>,
    offer: Option<Offer>,
    declined: Vec<(Offer, usize)>,
    happening: Option<Happening>,
}

impl RoomGame {
    /// A game before its first move, in which nobody has come yet.
    pub fn new(control: TimeControl, occupants: [Occupant; 2], standing: Standing) -> Self {
        let result = standing.verdict.clone();
        Self {
            clock: Clock::new(control),
            occupants,
            has_come: [false; 2],
            has_begun: false,
            is_interrupted: false,
            opening: None,
            given: standing.ply,
            standing,
            result,
            offer: None,
            declined: Vec::new(),
            happening: None,
        }
    }

    /// The same game, which begins with Swap2.
    #[must_use]
    pub fn with_swap2(self) -> Self {
        Self { opening: Some(Swap2::new()), ..self }
    }

    /// What is kept of the game.
    pub fn kept(&self, now: Instant) -> KeptGame {
        let left = |side| u64::try_from(self.clock.left(side, now).as_millis()).unwrap_or(u64::MAX);
        KeptGame {
            begun: self.has_begun || self.is_interrupted,
            opening: self.opening,
            given: self.given,
            left: Side::BOTH.map(left),
            result: self.result.clone(),
            offer: self.offer,
            declined: self.declined.clone(),
            happening: self.happening,
        }
    }

    /// The same game under another server. Until both players are there again it waits, and no clock runs.
    #[must_use]
    pub fn resumed(self, kept: KeptGame) -> Self {
        let is_over = kept.result.is_some();
        Self {
            clock: Clock::stopped(self.clock.control(), kept.left.map(Duration::from_millis)),
            has_begun: kept.begun && is_over,
            is_interrupted: kept.begun && !is_over,
            opening: kept.opening,
            given: kept.given.min(self.standing.ply),
            result: kept.result,
            offer: kept.offer,
            declined: kept.declined,
            happening: kept.happening,
            ..self
        }
    }

    /// The clocks.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Who plays a side.
    pub fn occupant(&self, side: Side) -> Occupant {
        self.occupants[side.index()]
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.standing.turn
    }

    /// The opening, if it is not played move by move.
    pub fn opening(&self) -> Option<Swap2> {
        self.opening
    }

    /// The side whose player makes the next move or choice.
    fn actor(&self) -> Side {
        self.opening.and_then(Swap2::actor).unwrap_or_else(|| self.turn())
    }

    /// The number of moves before the position.
    pub fn ply(&self) -> usize {
        self.standing.ply
    }

    /// The result, when the game is over.
    pub fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    /// The offer that awaits its answer.
    pub fn offer(&self) -> Option<Offer> {
        self.offer
    }

    /// The last thing that happened to an offer.
    pub fn happening(&self) -> Option<Happening> {
        self.happening
    }

    /// Whether both players have been there, so that moves can be made.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Whether the game waits for its players since its server has ended.
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    fn note_players(&mut self, now: Instant) {
        let mut both = Side::BOTH.into_iter();
        if self.has_begun || !both.all(|side| self.has_come[side.index()] || self.is_engine(side)) {
            return;
        }
        self.has_begun = true;
        self.is_interrupted = false;
        let is_opening = self.opening.and_then(Swap2::actor).is_some();
        if self.result.is_none() && !is_opening && self.ply() > self.given {
            self.clock.run(self.turn(), now);
        }
    }

    /// Whether the engine plays a side.
    pub fn is_engine(&self, side: Side) -> bool {
        matches!(self.occupant(side), Occupant::Engine { .. })
    }

    /// The person of a seat is there.
    pub fn arrive(&mut self, side: Side, now: Instant) {
        self.has_come[side.index()] = true;
        self.note_players(now);
    }

    /// Another occupant plays a side from now on. What was offered is void.
    ///
    /// # Errors
    /// If the engine would play against itself, or the Swap2 opening.
    pub fn seat(&mut self, side: Side, occupant: Occupant, now: Instant) -> Result<(), Refusal> {
        if matches!(occupant, Occupant::Engine { .. }) && self.is_engine(!side) {
            return Err(Refusal::TwoEngines);
        }
        if matches!(occupant, Occupant::Engine { .. }) && self.opening.and_then(Swap2::actor).is_some() {
            return Err(Refusal::OpeningOfPeople);
        }
        self.occupants[side.index()] = occupant;
        self.offer = None;
        self.note_players(now);
        Ok(())
    }

    /// Checks whether a side may move now. `ply` is the number of moves before it, as its player knows the game.
    ///
    /// # Errors
    /// If it may not.
    pub fn may_move(&self, side: Side, ply: usize) -> Result<(), Refusal> {
        self.check_playing()?;
        if ply != self.ply() {
            return Err(Refusal::Outdated);
        }
        if self.opening.is_some_and(|opening| !opening.choices().is_empty()) {
            return Err(Refusal::ChoiceFirst);
        }
        if side == self.actor() { Ok(()) } else { Err(Refusal::NotYourTurn) }
    }

    /// A side chooses in the Swap2 opening. Returns whether the players exchange their colours. The clocks are those of
    /// a game whose first moves were given.
    ///
    /// # Errors
    /// If that is not to be chosen now, or not by this side.
    pub fn choose(&mut self, side: Side, choice: Choice) -> Result<bool, Refusal> {
        self.check_playing()?;
        let is_exchanged = self.opening.as_mut().ok_or(Refusal::NoChoice)?.choose(side, choice)?;
        self.offer = None;
        self.given = self.ply();
        if is_exchanged {
            self.exchange();
        }
        Ok(is_exchanged)
    }

    fn exchange(&mut self) {
        self.occupants.swap(0, 1);
        self.has_come.swap(0, 1);
    }

    fn check_playing(&self) -> Result<(), Refusal> {
        if self.result.is_some() {
            return Err(Refusal::Over);
        }
        if self.has_begun() { Ok(()) } else { Err(Refusal::NotBegun) }
    }

    /// The side to move has made a move, which the rules allow.
    pub fn moved(&mut self, standing: Standing, now: Instant) {
        let side = self.actor();
        self.clock.moved(side, now);
        self.standing = standing;
        let opening = self.opening.as_mut().filter(|opening| opening.actor().is_some());
        let is_opening = opening.map(Swap2::placed).is_some();
        if let Some(offer) = self.offer {
            // A draw stays offered while its own side moves; all else was about the position before the move.
            if offer.by != side {
                self.close_offer(HappeningKind::Declined, side);
            } else if offer.kind != OfferKind::Draw {
                self.close_offer(HappeningKind::Withdrawn, side);
            }
        }
        match self.standing.verdict.clone() {
            Some(verdict) => self.finish(verdict, now),
            None if is_opening => {}
            None => self.clock.run(self.turn(), now),
        }
    }

    /// Ends the game if the time of a side is up; returns whether it is.
    pub fn check_time(&mut self, now: Instant) -> bool {
        let Some(loser) = self.clock.expired(now).filter(|_| self.result.is_none()) else { return false };
        self.finish(GameResult::win(!loser, "time"), now);
        true
    }

    fn finish(&mut self, result: GameResult, now: Instant) {
        self.clock.stop(now);
        self.result = Some(result);
        self.offer = None;
    }

    /// A side resigns.
    ///
    /// # Errors
    /// If no game is being played.
    pub fn resign(&mut self, side: Side, now: Instant) -> Result<(), Refusal> {
        self.check_playing()?;
        self.finish(GameResult::win(!side, "resignation"), now);
        Ok(())
    }

    /// A side offers something. Returns whether that is agreed at once, because the other side has offered the same.
    ///
    /// # Errors
    /// If it cannot be offered now.
    pub fn make_offer(&mut self, by: Side, kind: OfferKind) -> Result<bool, Refusal> {
        match kind {
            OfferKind::Rematch if self.result.is_none() => return Err(Refusal::NotOver),
            OfferKind::Rematch => {}
            OfferKind::Draw | OfferKind::TakeBack => self.check_playing()?,
        }
        if kind == OfferKind::TakeBack {
            self.count_to_take_back(by)?;
        }
        match self.offer {
            Some(offer) if offer.by != by && offer.kind == kind => return Ok(true),
            Some(offer) if offer.by != by => return Err(Refusal::Unanswered),
            _ => {}
        }
        let offer = Offer { kind, by };
        if self.declined.contains(&(offer, self.ply())) {
            return Err(Refusal::Declined);
        }
        self.offer = Some(offer);
        Ok(false)
    }

    /// The number of moves that are taken back when a side asks for it: its own last one and the answer to it.
    ///
    /// # Errors
    /// If it has not moved yet, or only in the Swap2 opening.
    pub fn count_to_take_back(&self, by: Side) -> Result<usize, Refusal> {
        let count = if self.turn() == by { 2 } else { 1 };
        let fixed = self.opening.map_or(0, Swap2::stones);
        if count + fixed <= self.ply() { Ok(count) } else { Err(Refusal::NothingToTakeBack) }
    }

    /// Checks whether the other side has offered this to a side.
    ///
    /// # Errors
    /// If it has not.
    pub fn check_offer(&self, to: Side, kind: OfferKind) -> Result<(), Refusal> {
        let offered = self.offer == Some(Offer { kind, by: !to });
        if offered { Ok(()) } else { Err(Refusal::NoOffer) }
    }

    /// A side declines what the other one has offered.
    ///
    /// # Errors
    /// If that was not offered.
    pub fn decline(&mut self, side: Side, kind: OfferKind) -> Result<(), Refusal> {
        self.check_offer(side, kind)?;
        self.close_offer(HappeningKind::Declined, side);
        Ok(())
    }

    /// A side takes back its own offer.
    ///
    /// # Errors
    /// If it has made none.
    pub fn withdraw(&mut self, side: Side) -> Result<(), Refusal> {
        if self.offer.is_none_or(|offer| offer.by != side) {
            return Err(Refusal::NoOffer);
        }
        self.close_offer(HappeningKind::Withdrawn, side);
        Ok(())
    }

    fn close_offer(&mut self, kind: HappeningKind, by: Side) {
        if let Some(offer) = self.offer.take() {
            if kind == HappeningKind::Declined {
                self.declined.push((offer, self.ply()));
                // Offers of earlier positions can be made again.
                self.declined.retain(|&(_, ply)| ply == self.standing.ply);
            }
            self.happen(kind, offer.kind, by);
        }
    }

    fn happen(&mut self, kind: HappeningKind, offer: OfferKind, by: Side) {
        let number = self.happening.map_or(1, |last| last.number + 1);
        self.happening = Some(Happening { number, kind, offer, by });
    }

    /// The players have agreed to a draw; `by` is who accepted it.
    pub fn agree_draw(&mut self, by: Side, now: Instant) {
        self.happen(HappeningKind::Accepted, OfferKind::Draw, by);
        let result = GameResult { result: Outcome::Draw, reason: "agreement".to_owned(), winner: None };
        self.finish(result, now);
    }

    /// Moves were taken back; `by` is who allowed it. Time that was spent stays spent.
    pub fn taken_back(&mut self, standing: Standing, by: Side, now: Instant) {
        self.offer = None;
        self.happen(HappeningKind::Accepted, OfferKind::TakeBack, by);
        self.standing = standing;
        self.given = self.given.min(self.standing.ply);
        if self.has_begun && self.standing.ply > self.given {
            self.clock.run(self.turn(), now);
        } else {
            self.clock.stop(now);
        }
    }

    /// The game begins anew with sides exchanged; `by` is who accepted it. Returns whether the players exchange their
    /// seats: after Swap2 the other player opens, who may have been Black.
    pub fn restart(&mut self, standing: Standing, by: Side) -> bool {
        let is_exchanged = self.opening.is_none_or(|opening| opening.opener() == Side::First);
        if is_exchanged {
            self.exchange();
        }
        let has_engine = Side::BOTH.into_iter().any(|side| self.is_engine(side));
        self.opening = self.opening.map(|_| if has_engine { Swap2::skipped() } else { Swap2::new() });
        self.clock = Clock::new(self.clock.control());
        self.given = standing.ply;
        self.result = standing.verdict.clone();
        self.standing = standing;
        self.offer = None;
        self.declined.clear();
        self.happen(HappeningKind::Accepted, OfferKind::Rematch, by);
        is_exchanged
    }
}

#[cfg(test)]
mod tests;
