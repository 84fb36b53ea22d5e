//! Rooms: games of people on several machines.
//!
//! The host, who knows the token of the board, opens a room for one game, and gets an address for each seat and one for
//! spectators. Each has a secret of its own, with which nothing but this game can be reached: no engine, no library, no
//! settings.
//!
//! - `routes` answers the host's request for a room, and the requests of guests.
//! - `room` is a game with its guests, as one task, `view` what it tells them, and `agreement` what they agree on;
//!   `guest` connects a WebSocket to it, and `event` is what they send each other.
//! - `game` is what two players who need not trust each other do: whose turn it is, offers (`offer`), the result;
//!   `clock` has their clocks, and `swap2` the opening of that name. They know no time but what they are told.
//! - `referee` is the session of the protocol that knows the rules of the game (`standing`), and moves for the engine.
//! - `message` is what guests ask for, and `new_room` what the host does.
//! - `kept` is what is kept of a room, and `keeper` has the files.

mod agreement;
mod clock;
mod event;
mod game;
mod guest;
mod keeper;
mod kept;
mod message;
mod new_room;
mod offer;
mod referee;
mod room;
mod routes;
mod standing;
mod swap2;
mod view;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Value, json};
use thiserror::Error;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;

use crate::base::{Side, lock};
use crate::protocol::{ServeOptions, SessionLimits};

use super::hosts::Addresses;
use super::token::{Token, TokenError};

use event::{Event, Place};
use keeper::RoomFile;
use kept::KeptRoom;
use message::{Occupant, Refusal};
use new_room::NewRoom;
use referee::{Position, Referee};
use room::Room;

pub use keeper::Keeper;
pub use routes::{no_such_room, routes};

/// The folder of the guests' addresses. No token is as short, and no folder of the page has this name.
pub const FOLDER: &str = "game";

/// Events that wait for a room.
const QUEUED_EVENTS: usize = 64;

/// The size of the hash table with which the engine plays in a room, in MiB.
const HASH_MIB: usize = 16;

/// How long a room that is given up may take to end.
const END_TIME: Duration = Duration::from_secs(2);

/// The sizes of rooms, and how long they last.
#[derive(Debug, Clone, Copy)]
pub struct RoomLimits {
    /// Rooms at a time.
    pub rooms: usize,
    /// Spectators of a room.
    pub spectators: usize,
    /// How long a room lasts in which nobody is.
    pub empty: Duration,
    /// The same after the end of the game.
    pub empty_after_end: Duration,
}

impl Default for RoomLimits {
    fn default() -> Self {
        Self {
            rooms: 32,
            spectators: 16,
            empty: Duration::from_hours(24),
            empty_after_end: Duration::from_hours(1),
        }
    }
}

/// The connections that all guests together may have.
pub const GUEST_CONNECTIONS: usize = 256;

/// The secrets of a room, and the server's addresses.
#[derive(Debug, Clone)]
pub struct Invitation {
    seats: [Token; 2],
    watch: Token,
    addresses: Arc<Addresses>,
}

impl Invitation {
    /// What the host needs to invite others: the path of each place below the roots of the server's addresses. `roots`
    /// are those that other machines reach, `own` is the one for this machine. After a rematch the seats are swapped.
    fn to_json(&self, is_swapped: bool) -> Value {
        let path = |secret: &Token| format!("{FOLDER}/{secret}/");
        let seat = |side: Side| path(&self.seats[if is_swapped { !side } else { side }.index()]);
        json!({
            "first": seat(Side::First),
            "second": seat(Side::Second),
            "watch": path(&self.watch),
            "roots": self.addresses.network(),
            "own": self.addresses.own(),
        })
    }

    /// The place that a secret leads to.
    fn place(&self, secret: &str) -> Option<Place> {
        let seat = Side::BOTH.into_iter().find(|side| self.seats[side.index()].matches(secret));
        seat.map(Place::Seat).or_else(|| self.watch.matches(secret).then_some(Place::Spectator))
    }
}

/// Why a room cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The host asks for something impossible.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There are too many rooms.
    #[error("there are {0} games already, which is the most at a time: end one of them first")]
    TooMany(usize),
    /// No secret can be made.
    #[error(transparent)]
    Secret(#[from] TokenError),
}

#[derive(Debug)]
struct Entry {
    invitation: Invitation,
    events: Sender<Event>,
    is_idle: Arc<AtomicBool>,
    view: watch::Receiver<Arc<str>>,
}

/// All rooms of a server.
#[derive(Debug)]
pub struct Rooms {
    limits: RoomLimits,
    session: SessionLimits,
    addresses: Arc<Addresses>,
    keeper: Option<Keeper>,
    places: Arc<Semaphore>,
    entries: Mutex<Vec<Entry>>,
}

impl Rooms {
    /// No rooms yet. `session` limits what their games may use. Without a keeper they end with the server.
    pub fn new(
        limits: RoomLimits,
        session: SessionLimits,
        addresses: Addresses,
        keeper: Option<Keeper>,
    ) -> Self {
        let session = SessionLimits { hash_mib: session.hash_mib.min(HASH_MIB), threads: 1, ..session };
        Self {
            limits,
            session,
            addresses: Arc::new(addresses),
            keeper,
            places: Arc::new(Semaphore::new(limits.rooms)),
            entries: Mutex::default(),
        }
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Entry>> {
        let mut entries = lock(&self.entries);
        entries.retain(|entry| !entry.events.is_closed());
        entries
    }

    /// Opens a room for a game.
    ///
    /// # Errors
    /// If the game is impossible, or there are too many rooms.
    pub async fn open(&self, text: &str) -> Result<Invitation, OpenError> {
        let new: NewRoom =
            serde_json::from_str(text).map_err(|error| Refusal::Malformed(error.to_string()))?;
        if !new.control.is_valid() {
            return Err(Refusal::Malformed("a time is positive and at most a week".to_owned()).into());
        }
        new.check_opening()?;
        let occupants = [new.first, new.second];
        if occupants.iter().all(|occupant| matches!(occupant, Occupant::Engine { .. })) {
            return Err(Refusal::TwoEngines.into());
        }
        let place = match Arc::clone(&self.places).try_acquire_owned() {
            Ok(place) => place,
            Err(_) => self.give_one_up().await.ok_or(OpenError::TooMany(self.limits.rooms))?,
        };
        let invitation = Invitation {
            seats: [Token::random()?, Token::random()?],
            watch: Token::random()?,
            addresses: Arc::clone(&self.addresses),
        };
        let (referee, position) = self.referee(&new).await?;
        if position.standing.verdict.is_some() {
            return Err(Refusal::Over.into());
        }
        let mut room = Room::new(referee, position, new, invitation.clone(), self.limits);
        match self.keeper.as_ref().map(|keeper| keeper.create(&room.kept())) {
            Some(Ok(file)) => room = room.kept_in(file),
            Some(Err(error)) => log::warn!("a game between people cannot be kept: {error}"),
            None => {}
        }
        self.run(room, place);
        Ok(invitation)
    }

    async fn referee(&self, new: &NewRoom) -> Result<(Referee, Position), Refusal> {
        let options = ServeOptions { limits: self.session, ..ServeOptions::default() };
        Referee::open(new, options, ()).await
    }

    fn run(&self, room: Room, place: OwnedSemaphorePermit) {
        let (events, inbox) = channel(QUEUED_EVENTS);
        let (invitation, is_idle, view) = (room.invitation().clone(), room.idle_flag(), room.view());
        self.entries().push(Entry { invitation, events, is_idle, view });
        tokio::spawn(room.run(inbox, place));
    }

    /// Goes on with the games of servers that have ended. Those that are not possible are left alone.
    pub async fn resume(&self) {
        let Some(keeper) = &self.keeper else { return };
        for (file, kept) in keeper.abandoned() {
            let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else { return };
            match self.reopen(file, kept).await {
                Ok(room) => self.run(room, place),
                Err(error) => log::warn!("a game between people cannot go on: {error}"),
            }
        }
    }

    async fn reopen(&self, file: RoomFile, kept: KeptRoom) -> Result<Room, OpenError> {
        let invitation = kept.invitation(Arc::clone(&self.addresses))?;
        let (referee, position) = self.referee(&kept.room).await?;
        let KeptRoom { room, game, is_swapped, .. } = kept;
        let room = Room::new(referee, position, room, invitation, self.limits);
        Ok(room.resumed(game, is_swapped).kept_in(file))
    }

    /// What the host is told about all rooms, the oldest first: the game, who is there, and the addresses.
    pub fn list(&self) -> Value {
        let describe = |entry: &Entry| {
            let view: Value = serde_json::from_str(&entry.view.borrow()).unwrap_or_default();
            json!({
                "variant": view["state"]["variant"],
                "ply": view["state"]["ply"],
                "result": view["result"],
                "first": view["first"],
                "second": view["second"],
                "invitation": entry.invitation.to_json(view["swapped"] == true),
            })
        };
        self.entries().iter().map(describe).collect()
    }

    /// Gives up the room whose game has been over and left for longest; returns its place.
    async fn give_one_up(&self) -> Option<OwnedSemaphorePermit> {
        {
            let mut entries = self.entries();
            let at = entries.iter().position(|entry| entry.is_idle.load(Relaxed))?;
            // The room ends when nothing can reach it any more.
            entries.remove(at);
        }
        timeout(END_TIME, Arc::clone(&self.places).acquire_owned()).await.ok()?.ok()
    }

    /// The room and the place that a secret leads to.
    fn find(&self, secret: &str) -> Option<(Sender<Event>, Place)> {
        let mut found = None;
        // All are compared, so that the time tells nothing.
        for entry in self.entries().iter() {
            if let Some(place) = entry.invitation.place(secret) {
                found = Some((entry.events.clone(), place));
            }
        }
        found
    }

    /// Whether a secret leads to a room.
    pub fn knows(&self, secret: &str) -> bool {
        self.find(secret).is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::base::TestFolder;
    use crate::web::hosts::OwnNames;

    const CHESS: &str = r#"{"variant":"chess","control":{"kind":"none"},
        "first":{"kind":"person"},"second":{"kind":"person"}}"#;

    /// One room, which lasts so long.
    fn rooms(empty: Duration, keeper: Option<Keeper>) -> Rooms {
        let limits = RoomLimits { rooms: 1, empty, ..RoomLimits::default() };
        let addresses = Addresses::new(([127, 0, 0, 1], 7464).into(), OwnNames::default());
        Rooms::new(limits, SessionLimits { files: false, ..SessionLimits::default() }, addresses, keeper)
    }

    #[tokio::test]
    async fn a_room_in_which_nobody_is_ends() {
        let rooms = rooms(Duration::from_millis(20), None);
        let invitation = rooms.open(CHESS).await.expect("a room");
        let begun = Instant::now();
        while rooms.knows(&invitation.watch.to_string()) {
            assert!(begun.elapsed() < Duration::from_mins(1), "the room does not end");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(rooms.list(), json!([]));
        rooms.open(CHESS).await.expect("its place is free");
    }

    #[tokio::test]
    async fn each_secret_leads_to_its_place_of_a_lasting_room() {
        let rooms = rooms(Duration::from_hours(1), None);
        let invitation = rooms.open(CHESS).await.expect("a room");
        let place = |secret: &Token| rooms.find(&secret.to_string()).map(|(_, place)| place);
        for side in Side::BOTH {
            assert_eq!(place(&invitation.seats[side.index()]), Some(Place::Seat(side)));
        }
        assert_eq!(place(&invitation.watch), Some(Place::Spectator));
        for other in ["", "0", &"0".repeat(32), &invitation.watch.to_string()[..31]] {
            assert!(!rooms.knows(other), "{other:?}");
        }
        assert!(matches!(rooms.open(CHESS).await, Err(OpenError::TooMany(1))));
        let swapped = invitation.to_json(true);
        assert_eq!(swapped["first"], invitation.to_json(false)["second"]);
        assert_eq!((&swapped["own"], &swapped["roots"]), (&json!("http://127.0.0.1:7464/"), &json!([])));
    }

    #[tokio::test]
    async fn a_kept_room_goes_on_with_its_secrets_until_it_ends() {
        let folder = TestFolder::new("rooms");
        let keeper = || Some(Keeper::beside(&folder.join("games.sqlite")));
        let files = || std::fs::read_dir(folder.join("games.sqlite-rooms")).map_or(0, Iterator::count);
        let first = rooms(Duration::from_hours(1), keeper());
        let invitation = first.open(CHESS).await.expect("a room");
        assert_eq!(files(), 2);
        // Another server leaves it alone while this one has it.
        let other = rooms(Duration::from_hours(1), keeper());
        other.resume().await;
        assert_eq!(other.list(), json!([]));
        // Without the task that runs the room nothing ends it properly, as when the program is killed.
        let text = |path: std::path::PathBuf| std::fs::read_to_string(path).expect("a file");
        let paths = || std::fs::read_dir(folder.join("games.sqlite-rooms")).expect("a folder");
        let mut found = paths().map(|entry| entry.expect("an entry").path());
        let path = found.find(|path| path.extension().is_some_and(|end| end == "json"));
        let path = path.expect("a room");
        let kept = text(path.clone());
        drop(first);
        while path.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(files(), 0, "a room that has ended is not kept");
        std::fs::write(&path, &kept).expect("written");
        let broken = path.with_file_name("broken.json");
        std::fs::write(&broken, "{\"version\":99}").expect("written");
        let next = rooms(Duration::from_millis(300), keeper());
        next.resume().await;
        let place = next.find(&invitation.watch.to_string()).map(|(_, place)| place);
        assert_eq!(place, Some(Place::Spectator));
        assert_eq!(next.list()[0]["invitation"], invitation.to_json(false));
        while path.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(broken.exists(), "what cannot be read is not removed");
    }
}
