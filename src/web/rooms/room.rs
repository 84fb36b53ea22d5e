use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{MissedTickBehavior, interval, sleep_until};

use crate::base::Side;
use crate::web::socket::frame;

use super::event::{Arrival, Event, Outgoing, Place, close};
use super::game::{KeptGame, RoomGame};
use super::keeper::RoomFile;
use super::message::{Occupant, OfferKind, Refusal, Request};
use super::new_room::NewRoom;
use super::referee::{Found, PlayError, Position, Referee};
use super::{Invitation, RoomLimits};

/// How often guests are told the clocks, and that the server is still there.
const PULSE: Duration = Duration::from_secs(5);

/// The ply before which the engine agrees to no draw, as on the board's page.
pub(super) const EARLIEST_DRAW: usize = 10;

/// Somebody who is in a room.
#[derive(Debug)]
pub(super) struct Guest {
    /// By which its messages are recognised.
    pub number: u64,
    /// Where.
    pub place: Place,
    /// Whether it is the host.
    pub is_host: bool,
    /// What is sent to this guest alone.
    pub outbox: Sender<Outgoing>,
}

/// What the engine thinks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thought {
    /// Its move.
    Move,
    /// A draw that it was offered.
    Draw,
}

/// A game with its guests. It runs as one task, which nothing but its channel reaches.
#[derive(Debug)]
pub struct Room {
    pub(super) referee: Referee,
    /// What it was opened with.
    pub(super) opened: NewRoom,
    pub(super) position: Position,
    pub(super) game: RoomGame,
    /// Whether the sides are exchanged, by a rematch or in Swap2.
    pub(super) is_swapped: bool,
    pub(super) guests: Vec<Guest>,
    next_number: u64,
    pub(super) view: watch::Sender<Arc<str>>,
    pub(super) thought: Option<Thought>,
    pub(super) invitation: Invitation,
    limits: RoomLimits,
    /// Since when nobody is here.
    pub(super) empty_since: Option<Instant>,
    /// Whether the room can be given up for a new one: its game is over, and nobody is here.
    pub(super) is_idle: Arc<AtomicBool>,
    /// Where the room is kept.
    pub(super) file: Option<RoomFile>,
    /// Whether its file holds the room as it is.
    pub(super) is_kept: bool,
}

/// Why a room goes on no longer.
pub(super) type End = Result<(), Refusal>;

impl Room {
    /// A room in which nobody is yet.
    pub fn new(
        referee: Referee,
        position: Position,
        opened: NewRoom,
        invitation: Invitation,
        limits: RoomLimits,
    ) -> Self {
        let occupants = [opened.first, opened.second];
        let game = RoomGame::new(opened.control, occupants, position.standing.clone());
        let game = if opened.opening.is_some() { game.with_swap2() } else { game };
        Self {
            referee,
            opened,
            position,
            game,
            is_swapped: false,
            guests: Vec::new(),
            next_number: 0,
            view: watch::Sender::new(Arc::from("")),
            thought: None,
            invitation,
            limits,
            empty_since: Some(Instant::now()),
            is_idle: Arc::default(),
            file: None,
            is_kept: false,
        }
    }

    /// The room goes on with a game that was kept.
    #[must_use]
    pub fn resumed(self, kept: KeptGame, is_swapped: bool) -> Self {
        Self { game: self.game.resumed(kept), is_swapped, ..self }
    }

    /// The room is kept in a file from now on.
    #[must_use]
    pub fn kept_in(self, file: RoomFile) -> Self {
        Self { file: Some(file), is_kept: true, ..self }
    }

    /// What everybody in the room is told; it changes while the room runs.
    pub fn view(&self) -> watch::Receiver<Arc<str>> {
        self.view.send_replace(Arc::from(self.describe().to_string()));
        self.view.subscribe()
    }

    /// The ways into the room.
    pub fn invitation(&self) -> &Invitation {
        &self.invitation
    }

    /// Whether the room can be given up; it changes while the room runs.
    pub fn idle_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_idle)
    }

    /// Runs the room until it ends. The place among the rooms is free then.
    pub async fn run(mut self, mut inbox: Receiver<Event>, place: OwnedSemaphorePermit) {
        let mut is_broken = false;
        let mut pulse = interval(PULSE);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let words = loop {
            let flag = self.game.clock().end();
            let vacated = self.empty_since.map(|since| since + self.patience());
            let done = tokio::select! {
                biased;
                event = inbox.recv() => match event {
                    Some(event) => self.handle(event).await,
                    None => break "the room has ended".to_owned(),
                },
                found = self.referee.found(), if self.thought.is_some() => match found {
                    Ok(found) => self.conclude(found).await,
                    Err(refusal) => Err(refusal),
                },
                () = until(flag) => {
                    if self.game.check_time(Instant::now()) {
                        self.changed().await
                    } else {
                        Ok(())
                    }
                }
                () = until(vacated) => break "nobody was here for too long".to_owned(),
                _ = pulse.tick() => {
                    self.tell_all(&json!({ "type": "clocks", "clocks": self.clocks() }));
                    self.keep();
                    Ok(())
                }
            };
            match done {
                Ok(()) => {}
                Err(Refusal::Over) => break "the host has ended the game".to_owned(),
                Err(refusal) => {
                    is_broken = true;
                    break refusal.to_string();
                }
            }
        };
        log::info!("a room ends: {words}");
        for guest in &self.guests {
            let _ = guest.outbox.try_send(Outgoing::Close(frame(close::ENDED, &words)));
        }
        // Another server may be able to go on with a game that broke.
        if let Some(file) = self.file.take().filter(|_| !is_broken) {
            file.remove();
        }
        drop(place);
    }

    /// How long the room waits while nobody is here.
    fn patience(&self) -> Duration {
        if self.game.result().is_some() { self.limits.empty_after_end } else { self.limits.empty }
    }

    /// Handles an event. An error ends the room; [`Refusal::Over`] means that the host has asked for it.
    async fn handle(&mut self, event: Event) -> End {
        match event {
            Event::Arrive(arrival) => self.admit(arrival).await,
            Event::Leave { guest } => {
                let before = self.guests.len();
                self.guests.retain(|other| other.number != guest);
                if self.guests.len() < before {
                    self.publish();
                }
                Ok(())
            }
            Event::Ask { guest, text, at } => {
                let Some(guest) = self.guests.iter().find(|other| other.number == guest) else {
                    return Ok(());
                };
                let (place, is_host, outbox) = (guest.place, guest.is_host, guest.outbox.clone());
                let was_over = self.game.result().is_some();
                let asked = match Request::parse(&text) {
                    Ok(Request::Close {}) if is_host => return Err(Refusal::Over),
                    Ok(Request::Why { text }) => {
                        let answer = self.referee.why(&text).await?;
                        let _ = outbox
                            .try_send(Outgoing::Text(json!({ "type": "why", "why": answer }).to_string()));
                        return Ok(());
                    }
                    Ok(request) => self.grant(request, place, is_host, at).await,
                    Err(refusal) => Err(refusal.into()),
                };
                match asked {
                    Ok(()) => self.changed().await,
                    Err(PlayError { refusal: refusal @ Refusal::Broken(_), .. }) => Err(refusal),
                    Err(PlayError { refusal, why }) => {
                        let message = json!({
                            "type": "refused", "code": refusal.code(), "text": refusal.to_string(), "why": why,
                        });
                        let _ = outbox.try_send(Outgoing::Text(message.to_string()));
                        // The time may be up.
                        if self.game.result().is_some() == was_over { Ok(()) } else { self.changed().await }
                    }
                }
            }
        }
    }

    /// Lets somebody in. A seat has one guest: the newest.
    async fn admit(&mut self, arrival: Arrival) -> End {
        let Arrival { place, is_host, outbox, joined } = arrival;
        if place == Place::Spectator {
            let count = self.guests.iter().filter(|guest| guest.place == place).count();
            if count >= self.limits.spectators {
                let words = "there are too many spectators already";
                let _ = outbox.try_send(Outgoing::Close(frame(close::FULL, words)));
                return Ok(());
            }
        } else {
            self.guests.retain(|guest| {
                if guest.place == place {
                    let words = "another page has taken this seat";
                    let _ = guest.outbox.try_send(Outgoing::Close(frame(close::TAKEN, words)));
                }
                guest.place != place
            });
        }
        let number = self.next_number;
        self.next_number += 1;
        if joined.send((number, self.view.subscribe())).is_err() {
            return Ok(());
        }
        let guest = Guest { number, place, is_host, outbox };
        self.welcome(&guest);
        self.guests.push(guest);
        if let Some(side) = self.side_of(place) {
            self.game.arrive(side, Instant::now());
        }
        self.changed().await
    }

    /// The side that a place plays in the present game.
    pub(super) fn side_of(&self, place: Place) -> Option<Side> {
        match place {
            Place::Seat(side) if self.is_swapped => Some(!side),
            Place::Seat(side) => Some(side),
            Place::Spectator => None,
        }
    }

    pub(super) fn is_present(&self, side: Side) -> bool {
        self.guests.iter().any(|guest| self.side_of(guest.place) == Some(side))
    }

    /// Does what somebody asks for.
    async fn grant(
        &mut self,
        request: Request,
        place: Place,
        is_host: bool,
        at: Instant,
    ) -> Result<(), PlayError> {
        self.game.check_time(at);
        if let Request::Seat { side, occupant } = request {
            return self.seat(side, occupant, place, is_host).await.map_err(PlayError::from);
        }
        if matches!(request, Request::Close {}) {
            return Err(Refusal::NotHost.into());
        }
        let side = self.side_of(place).ok_or(Refusal::Spectator)?;
        if self.game.is_engine(side) {
            return Err(Refusal::EngineSeat.into());
        }
        match request {
            Request::Move { text, ply } => {
                self.game.may_move(side, ply)?;
                self.position = self.referee.play(&text).await?;
                self.game.moved(self.position.standing.clone(), at);
                self.stop_thinking().await?;
            }
            Request::Offer { offer } => self.offer(side, offer, at).await?,
            Request::Accept { offer } => {
                self.game.check_offer(side, offer)?;
                self.agree(offer, side, at).await?;
            }
            Request::Decline { offer } => self.game.decline(side, offer)?,
            Request::Withdraw {} => self.game.withdraw(side)?,
            Request::Choose { choice } => {
                if self.game.choose(side, choice)? {
                    self.exchange();
                }
            }
            Request::Resign {} => self.game.resign(side, at)?,
            Request::Why { .. } | Request::Seat { .. } | Request::Close {} => {}
        }
        Ok(())
    }

    /// Puts the engine or a person into a seat, for the host.
    async fn seat(&mut self, side: Side, occupant: Occupant, place: Place, is_host: bool) -> End {
        if !is_host {
            return Err(Refusal::NotHost);
        }
        let is_engine = matches!(occupant, Occupant::Engine { .. });
        if is_engine
            && !self.game.is_engine(side)
            && self.is_present(side)
            && self.side_of(place) != Some(side)
        {
            return Err(Refusal::Taken);
        }
        let now = Instant::now();
        self.game.seat(side, occupant, now)?;
        if self.is_present(side) {
            self.game.arrive(side, now);
        }
        self.stop_thinking().await
    }

    pub(super) async fn stop_thinking(&mut self) -> End {
        self.thought = None;
        self.referee.halt().await
    }

    /// The engine has finished thinking.
    async fn conclude(&mut self, found: Found) -> End {
        let Some(thought) = self.thought.take() else { return Ok(()) };
        let now = Instant::now();
        self.game.check_time(now);
        if self.game.result().is_some() {
            return self.changed().await;
        }
        let turn = self.game.turn();
        // The score is that of the side to move: of the engine, or of who has made the offer.
        let asked = if thought == Thought::Move { turn } else { !turn };
        if self.game.check_offer(asked, OfferKind::Draw).is_ok() {
            let is_willing = found.score.is_some_and(|score| match thought {
                Thought::Move => !score.is_better_than_draw(),
                Thought::Draw => !score.is_worse_than_draw(),
            });
            if is_willing && self.game.ply() >= EARLIEST_DRAW {
                self.game.agree_draw(asked, now);
                return self.changed().await;
            }
            self.game.decline(asked, OfferKind::Draw)?;
        }
        if thought == Thought::Move {
            let best = found.best.ok_or_else(|| Refusal::Broken("the engine has no move".to_owned()))?;
            let played = self.referee.play(&best).await;
            self.position = played.map_err(|error| Refusal::Broken(error.refusal.to_string()))?;
            self.game.moved(self.position.standing.clone(), Instant::now());
        }
        self.changed().await
    }

    /// After any change: everybody is told, and the engine thinks if it is its turn.
    async fn changed(&mut self) -> End {
        let is_over = self.game.result().is_some();
        if is_over && self.thought.is_some() {
            self.stop_thinking().await?;
        }
        let turn = self.game.turn();
        if let Occupant::Engine { level } = self.game.occupant(turn)
            && !is_over
            && self.game.has_begun()
            && self.thought != Some(Thought::Move)
        {
            self.referee.think(level, self.game.clock(), &self.position).await?;
            self.thought = Some(Thought::Move);
        }
        // What somebody has seen is not lost.
        self.keep();
        self.publish();
        Ok(())
    }
}

/// Waits until a time; for ever if there is none.
async fn until(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time.into()).await,
        None => pending().await,
    }
}
