use std::time::Instant;

use crate::base::{Outcome, Side};

use super::clock::{Clock, TimeControl};
use super::message::{Occupant, OfferKind, Refusal};
use super::offer::{Happening, HappeningKind, Offer};
use super::standing::{GameResult, Standing};

/// A game between two players who need not trust each other: whose turn it is, clocks, offers and the result. What the
/// rules say comes from outside, and so does the time of every call.
#[derive(Debug)]
pub struct RoomGame {
    clock: Clock,
    occupants: [Occupant; 2],
    /// Whether the person of a seat has been there once.
    has_come: [bool; 2],
    has_begun: bool,
    standing: Standing,
    /// The moves made before the room was opened.
    given: usize,
    result: Option<GameResult>,
    offer: Option<Offer>,
    /// Offers that were declined, with the number of moves at that time.
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
            given: standing.ply,
            standing,
            result,
            offer: None,
            declined: Vec::new(),
            happening: None,
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

    fn note_players(&mut self) {
        let mut both = Side::BOTH.into_iter();
        self.has_begun |= both.all(|side| self.has_come[side.index()] || self.is_engine(side));
    }

    /// Whether the engine plays a side.
    pub fn is_engine(&self, side: Side) -> bool {
        matches!(self.occupant(side), Occupant::Engine { .. })
    }

    /// The person of a seat is there.
    pub fn arrive(&mut self, side: Side) {
        self.has_come[side.index()] = true;
        self.note_players();
    }

    /// Another occupant plays a side from now on. What was offered is void.
    ///
    /// # Errors
    /// If the engine would play against itself.
    pub fn seat(&mut self, side: Side, occupant: Occupant) -> Result<(), Refusal> {
        if matches!(occupant, Occupant::Engine { .. }) && self.is_engine(!side) {
            return Err(Refusal::TwoEngines);
        }
        self.occupants[side.index()] = occupant;
        self.offer = None;
        self.note_players();
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
        if side == self.turn() { Ok(()) } else { Err(Refusal::NotYourTurn) }
    }

    fn check_playing(&self) -> Result<(), Refusal> {
        if self.result.is_some() {
            return Err(Refusal::Over);
        }
        if self.has_begun() { Ok(()) } else { Err(Refusal::NotBegun) }
    }

    /// The side to move has made a move, which the rules allow.
    pub fn moved(&mut self, standing: Standing, now: Instant) {
        let side = self.turn();
        self.clock.moved(side, now);
        self.standing = standing;
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
    /// If it has not moved yet.
    pub fn count_to_take_back(&self, by: Side) -> Result<usize, Refusal> {
        let count = if self.turn() == by { 2 } else { 1 };
        if count <= self.ply() { Ok(count) } else { Err(Refusal::NothingToTakeBack) }
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
        if self.standing.ply > self.given {
            self.clock.run(self.turn(), now);
        } else {
            self.clock.stop(now);
        }
    }

    /// The game begins anew with sides exchanged; `by` is who accepted it.
    pub fn restart(&mut self, standing: Standing, by: Side) {
        self.occupants.swap(0, 1);
        self.has_come.swap(0, 1);
        self.clock = Clock::new(self.clock.control());
        self.given = standing.ply;
        self.result = standing.verdict.clone();
        self.standing = standing;
        self.offer = None;
        self.declined.clear();
        self.happen(HappeningKind::Accepted, OfferKind::Rematch, by);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn standing(ply: usize) -> Standing {
        Standing { turn: Side::BOTH[ply % 2], ply, verdict: None }
    }

    /// A game of two people with a minute each, after so many moves made at once.
    fn game(moves: usize, now: Instant) -> RoomGame {
        let control = TimeControl::Clock { base: 60.0, increment: 1.0 };
        let mut game = RoomGame::new(control, [Occupant::Person {}; 2], standing(0));
        for side in Side::BOTH {
            game.arrive(side);
        }
        for ply in 1..=moves {
            game.moved(standing(ply), now);
        }
        game
    }

    #[test]
    fn nobody_moves_before_both_have_come() {
        let mut game = RoomGame::new(TimeControl::None {}, [Occupant::Person {}; 2], standing(0));
        game.arrive(Side::First);
        assert_eq!(game.may_move(Side::First, 0), Err(Refusal::NotBegun));
        assert_eq!(game.resign(Side::First, Instant::now()), Err(Refusal::NotBegun));
        game.arrive(Side::Second);
        assert_eq!(game.may_move(Side::First, 0), Ok(()));
        assert_eq!(game.may_move(Side::Second, 0), Err(Refusal::NotYourTurn));
        assert_eq!(game.may_move(Side::First, 2), Err(Refusal::Outdated));
        // The engine is always there.
        let mut game = RoomGame::new(TimeControl::None {}, [Occupant::Person {}; 2], standing(0));
        game.arrive(Side::First);
        game.seat(Side::Second, Occupant::Engine { level: 1200 }).expect("one engine");
        assert_eq!(game.may_move(Side::First, 0), Ok(()));
        assert_eq!(game.seat(Side::First, Occupant::Engine { level: 0 }), Err(Refusal::TwoEngines));
        // A game that has begun goes on while the engine's seat is free again.
        game.seat(Side::Second, Occupant::Person {}).expect("a person");
        assert_eq!(game.may_move(Side::First, 0), Ok(()));
    }

    #[test]
    fn the_first_move_takes_no_time_and_the_flag_falls_after_it() {
        let start = Instant::now();
        let mut game = game(0, start);
        assert!(!game.check_time(start + 3600 * SECOND));
        game.moved(standing(1), start + 3600 * SECOND);
        let now = start + 3600 * SECOND;
        assert_eq!(game.clock().running(), Some(Side::Second));
        assert!(!game.check_time(now + 59 * SECOND));
        assert!(game.check_time(now + 60 * SECOND));
        assert_eq!(game.result(), Some(&GameResult::win(Side::First, "time")));
        assert_eq!(game.may_move(Side::Second, 1), Err(Refusal::Over));
        assert!(!game.check_time(now + 61 * SECOND), "once");
    }

    #[test]
    fn a_verdict_of_the_rules_stops_the_clocks() {
        let start = Instant::now();
        let mut game = game(2, start);
        let mate = GameResult::win(Side::First, "checkmate");
        game.moved(Standing { verdict: Some(mate.clone()), ..standing(3) }, start + SECOND);
        assert_eq!((game.result(), game.clock().running()), (Some(&mate), None));
        assert_eq!(game.resign(Side::Second, start), Err(Refusal::Over));
        assert_eq!(game.make_offer(Side::Second, OfferKind::Draw), Err(Refusal::Over));
    }

    #[test]
    fn offers_are_answered_by_the_other_side() {
        let now = Instant::now();
        let mut game = game(4, now);
        assert_eq!(game.make_offer(Side::First, OfferKind::Draw), Ok(false));
        assert_eq!(game.check_offer(Side::First, OfferKind::Draw), Err(Refusal::NoOffer));
        assert_eq!(game.check_offer(Side::Second, OfferKind::TakeBack), Err(Refusal::NoOffer));
        assert_eq!(game.make_offer(Side::Second, OfferKind::TakeBack), Err(Refusal::Unanswered));
        assert_eq!(game.withdraw(Side::Second), Err(Refusal::NoOffer));
        game.decline(Side::Second, OfferKind::Draw).expect("it was offered");
        assert_eq!(game.make_offer(Side::First, OfferKind::Draw), Err(Refusal::Declined));
        // After the next move it can be made again, and stays while its own side moves.
        game.moved(standing(5), now);
        assert_eq!(game.make_offer(Side::First, OfferKind::Draw), Ok(false));
        game.withdraw(Side::First).expect("its own");
        assert_eq!(
            game.happening().map(|last| (last.number, last.kind)),
            Some((2, HappeningKind::Withdrawn))
        );
        game.moved(standing(6), now);
        assert_eq!(game.make_offer(Side::First, OfferKind::Draw), Ok(false));
        game.moved(standing(7), now);
        assert_eq!(game.check_offer(Side::Second, OfferKind::Draw), Ok(()));
        // A move of the other side declines it.
        game.moved(standing(8), now);
        assert_eq!(game.offer(), None);
        assert_eq!(game.happening().map(|last| last.kind), Some(HappeningKind::Declined));
        // What both offer is agreed.
        assert_eq!(game.make_offer(Side::Second, OfferKind::Draw), Ok(false));
        assert_eq!(game.make_offer(Side::First, OfferKind::Draw), Ok(true));
        game.agree_draw(Side::First, now);
        assert_eq!(game.result().map(|result| result.reason.as_str()), Some("agreement"));
    }

    #[test]
    fn a_side_takes_back_its_own_move() {
        let start = Instant::now();
        let mut game = game(0, start);
        assert_eq!(game.make_offer(Side::First, OfferKind::TakeBack), Err(Refusal::NothingToTakeBack));
        game.moved(standing(1), start);
        assert_eq!(game.count_to_take_back(Side::First), Ok(1));
        assert_eq!(game.count_to_take_back(Side::Second), Err(Refusal::NothingToTakeBack));
        game.moved(standing(2), start + 10 * SECOND);
        assert_eq!(game.count_to_take_back(Side::First), Ok(2));
        assert_eq!(game.count_to_take_back(Side::Second), Ok(1));
        assert_eq!(game.make_offer(Side::Second, OfferKind::TakeBack), Ok(false));
        // An offer about a position ends with it.
        game.moved(standing(3), start + 10 * SECOND);
        assert_eq!(game.check_offer(Side::First, OfferKind::TakeBack), Err(Refusal::NoOffer));
        game.taken_back(standing(1), Side::First, start + 20 * SECOND);
        assert_eq!((game.turn(), game.clock().running()), (Side::Second, Some(Side::Second)));
        // Ten seconds of each of its moves are gone, and one was added.
        assert_eq!(game.clock().left(Side::Second, start + 20 * SECOND), 41 * SECOND);
        game.taken_back(standing(0), Side::First, start + 21 * SECOND);
        assert_eq!(game.clock().running(), None);
    }

    #[test]
    fn a_rematch_exchanges_the_sides() {
        let now = Instant::now();
        let mut game = game(3, now);
        game.seat(Side::Second, Occupant::Engine { level: 900 }).expect("one engine");
        assert_eq!(game.make_offer(Side::First, OfferKind::Rematch), Err(Refusal::NotOver));
        game.resign(Side::First, now).expect("a game");
        assert_eq!(game.make_offer(Side::First, OfferKind::Rematch), Ok(false));
        game.restart(standing(0), Side::Second);
        assert!(game.is_engine(Side::First) && game.has_begun() && game.result().is_none());
        assert_eq!(game.clock().left(Side::First, now), 60 * SECOND);
        assert_eq!((game.offer(), game.ply()), (None, 0));
    }
}
