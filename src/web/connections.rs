use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::pending;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;
use tower::ServiceExt;

use crate::base::lock;

/// A client that has not sent a complete request header within this time is disconnected.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// A client that has not proved within this time that it knows the token is disconnected.
const STRANGER_TIME: Duration = Duration::from_secs(10);

/// The maximum number of clients that have not yet proved that they know the token. If there are more, the one
/// connected longest is disconnected; a page sends its request immediately, so it is always served.
const MOST_STRANGERS: usize = 64;

/// The pause after the system could not accept a connection, for lack of file descriptors, for example.
const PAUSE: Duration = Duration::from_millis(50);

/// A connection, as seen by its requests.
#[derive(Debug, Clone)]
pub struct Connection {
    number: u64,
    /// The client's address and the server's.
    pub ends: [SocketAddr; 2],
    all: Arc<Connections>,
    place: Arc<Mutex<Option<OwnedSemaphorePermit>>>,
}

/// All connections.
#[derive(Debug)]
struct Connections {
    /// The permits for clients that know the token.
    places: Arc<Semaphore>,
    /// The places for those that know the secret of a room.
    guest_places: Arc<Semaphore>,
    strangers: Mutex<Strangers>,
}

#[derive(Debug, Default)]
struct Strangers {
    /// The number of the next connection.
    next: u64,
    /// The connections that have not proved that they know the token, oldest first, each with the sender that ends it.
    waiting: VecDeque<(u64, oneshot::Sender<()>)>,
}

impl Connection {
    /// Takes one of the permits for clients that know the token, unless the connection already has one. Returns whether
    /// it has one.
    pub fn trust(&self) -> bool {
        self.take_place(&self.all.places)
    }

    /// The same for clients that know the secret of a room alone. They take no place from the others.
    pub fn trust_guest(&self) -> bool {
        self.take_place(&self.all.guest_places)
    }

    fn take_place(&self, places: &Arc<Semaphore>) -> bool {
        let mut place = lock(&self.place);
        if place.is_none() {
            *place = Arc::clone(places).try_acquire_owned().ok();
            if place.is_some() {
                self.all.forget(self.number);
            }
        }
        place.is_some()
    }
}

impl Connections {
    fn new([places, guest_places]: [usize; 2]) -> Self {
        let [places, guest_places] = [places, guest_places].map(|count| Arc::new(Semaphore::new(count)));
        Self { places, guest_places, strangers: Mutex::default() }
    }

    /// A new connection, and a receiver of the message that ends it. The message never comes once the connection is
    /// trusted.
    fn admit(self: &Arc<Self>, ends: [SocketAddr; 2]) -> (Connection, oneshot::Receiver<()>) {
        let (sender, end) = oneshot::channel();
        let mut strangers = lock(&self.strangers);
        let number = strangers.next;
        strangers.next += 1;
        if strangers.waiting.len() == MOST_STRANGERS
            && let Some((_, oldest)) = strangers.waiting.pop_front()
        {
            // The connection may have just ended by itself.
            let _ = oldest.send(());
        }
        strangers.waiting.push_back((number, sender));
        (Connection { number, ends, all: Arc::clone(self), place: Arc::default() }, end)
    }

    /// Removes the connection from the strangers.
    fn forget(&self, number: u64) {
        lock(&self.strangers).waiting.retain(|&(other, _)| other != number);
    }
}

/// Accepts connections and answers their requests; does not return. The limits are the connections at a time of clients
/// that know the token, and of those that know the secret of a room alone; there are at most [`MOST_STRANGERS`] others.
pub async fn accept(listener: TcpListener, router: Router, limits: [usize; 2]) {
    let all = Arc::new(Connections::new(limits));
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                log::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // The client has already disconnected.
        let Ok(own) = stream.local_addr() else { continue };
        let (connection, end) = all.admit([peer, own]);
        let router = router.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = answer(stream, router, connection.clone()) => {}
                () = stranger_end(end) => log::debug!("a client without the token was disconnected"),
            }
            connection.all.forget(connection.number);
        });
    }
}

/// Waits until a client that has not proved that it knows the token must be disconnected.
async fn stranger_end(end: oneshot::Receiver<()>) {
    if let Ok(Err(_)) = timeout(STRANGER_TIME, end).await {
        // The client has proved that it knows the token.
        pending::<()>().await;
    }
}

async fn answer(stream: TcpStream, router: Router, connection: Connection) {
    // With Nagle's algorithm, lines of the protocol would wait for the acknowledgement of earlier ones.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        let router = router.clone();
        request.extensions_mut().insert(connection.clone());
        async move {
            Ok::<_, Infallible>(
                router.oneshot(request.map(Body::new)).await.unwrap_or_else(|error| match error {}),
            )
        }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Err(error) = served.await {
        log::debug!("a connection ended: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends() -> [SocketAddr; 2] {
        [SocketAddr::from(([127, 0, 0, 1], 1)), SocketAddr::from(([127, 0, 0, 1], 2))]
    }

    #[test]
    fn the_oldest_stranger_makes_room() {
        let all = Arc::new(Connections::new([1, 1]));
        let mut admitted: Vec<_> = (0..MOST_STRANGERS).map(|_| all.admit(ends())).collect();
        assert!(admitted[0].0.trust() && admitted[0].0.trust());
        assert!(!admitted[1].0.trust(), "there is one permit");
        let _newer = [all.admit(ends()), all.admit(ends())];
        // The first one has the permit, so the second one is now the oldest.
        let is_ended = |end: &mut oneshot::Receiver<()>| end.try_recv() == Ok(());
        let ended: Vec<_> = admitted.iter_mut().map(|(_, end)| is_ended(end)).collect();
        assert_eq!(ended.iter().filter(|&&ended| ended).count(), 1);
        assert!(ended[1]);
        admitted.remove(0);
        assert!(admitted[1].0.trust(), "the permit is free again");
        assert!(
            admitted[2].0.trust_guest() && !admitted[3].0.trust_guest(),
            "guests have permits of their own"
        );
    }
}
