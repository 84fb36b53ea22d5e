use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::pending;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

/// A client that has not sent a whole request header by then is disconnected.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// A client that has not shown by then that it knows the token is disconnected.
const STRANGER_TIME: Duration = Duration::from_secs(10);

/// The clients at a time that have not shown yet that they know the token. If there are more, the one that has been
/// connected longest is disconnected: a page sends its request at once, so that it always finds a place.
const MOST_STRANGERS: usize = 64;

/// The pause after the system could not accept a connection, for want of file descriptors, say.
const PAUSE: Duration = Duration::from_millis(50);

/// A connection, as its requests know it.
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
    /// The places for those that know the token.
    places: Arc<Semaphore>,
    strangers: Mutex<Strangers>,
}

#[derive(Debug, Default)]
struct Strangers {
    /// The number of the next connection.
    next: u64,
    /// The connections that have not shown that they know the token, the oldest first, with what ends them.
    waiting: VecDeque<(u64, oneshot::Sender<()>)>,
}

impl Connection {
    /// Takes one of the places for clients that know the token, unless the connection has one already. Returns whether
    /// there was one.
    pub fn trust(&self) -> bool {
        let mut place = lock(&self.place);
        if place.is_none() {
            *place = Arc::clone(&self.all.places).try_acquire_owned().ok();
            if place.is_some() {
                self.all.forget(self.number);
            }
        }
        place.is_some()
    }
}

impl Connections {
    fn new(places: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(places)), strangers: Mutex::default() }
    }

    /// A new connection, and a message by which it is ended. The message never comes once it is trusted.
    fn admit(self: &Arc<Self>, ends: [SocketAddr; 2]) -> (Connection, oneshot::Receiver<()>) {
        let (sender, end) = oneshot::channel();
        let mut strangers = lock(&self.strangers);
        let number = strangers.next;
        strangers.next += 1;
        if strangers.waiting.len() == MOST_STRANGERS
            && let Some((_, oldest)) = strangers.waiting.pop_front()
        {
            // It may just have ended by itself.
            let _ = oldest.send(());
        }
        strangers.waiting.push_back((number, sender));
        (Connection { number, ends, all: Arc::clone(self), place: Arc::default() }, end)
    }

    /// The connection is no stranger any more.
    fn forget(&self, number: u64) {
        lock(&self.strangers).waiting.retain(|&(other, _)| other != number);
    }
}

/// Accepts connections and answers their requests; does not return. At most `limit` connections of clients that know the
/// token are open at a time, and [`MOST_STRANGERS`] others.
pub async fn accept(listener: TcpListener, router: Router, limit: usize) {
    let all = Arc::new(Connections::new(limit));
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                log::warn!("a connection cannot be accepted: {error}");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // The client has gone already.
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

/// Waits until a client that has not shown that it knows the token must go.
async fn stranger_end(end: oneshot::Receiver<()>) {
    if let Ok(Err(_)) = timeout(STRANGER_TIME, end).await {
        // It has shown that it knows the token.
        pending::<()>().await;
    }
}

async fn answer(stream: TcpStream, router: Router, connection: Connection) {
    // Without it, lines of the protocol would wait for each other's acknowledgement.
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends() -> [SocketAddr; 2] {
        [SocketAddr::from(([127, 0, 0, 1], 1)), SocketAddr::from(([127, 0, 0, 1], 2))]
    }

    #[test]
    fn the_oldest_stranger_makes_room() {
        let all = Arc::new(Connections::new(1));
        let mut admitted: Vec<_> = (0..MOST_STRANGERS).map(|_| all.admit(ends())).collect();
        assert!(admitted[0].0.trust() && admitted[0].0.trust());
        assert!(!admitted[1].0.trust(), "there is one place");
        let _newer = [all.admit(ends()), all.admit(ends())];
        // The first one has a place, so the second one is the oldest.
        let is_ended = |end: &mut oneshot::Receiver<()>| end.try_recv() == Ok(());
        let ended: Vec<_> = admitted.iter_mut().map(|(_, end)| is_ended(end)).collect();
        assert_eq!(ended.iter().filter(|&&ended| ended).count(), 1);
        assert!(ended[1]);
        admitted.remove(0);
        assert!(admitted[1].0.trust(), "the place is free again");
    }
}
