use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;

/// A client that has not sent a whole request header by then is disconnected.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// How long a refused client may take to read why.
const REFUSAL_TIME: Duration = Duration::from_secs(2);

/// The pause after the system could not accept a connection, for want of file descriptors, say.
const PAUSE: Duration = Duration::from_millis(50);

const FULL: &str = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n\
    Content-Length: 36\r\nConnection: close\r\n\r\nThe server has too many connections.";

/// Accepts connections and answers their requests; does not return. At most `limit` connections are open at a time;
/// further ones are told so and closed.
pub async fn accept(listener: TcpListener, router: Router, limit: usize) {
    let free = Arc::new(Semaphore::new(limit));
    let refusals = Arc::new(Semaphore::new(limit));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                log::warn!("a connection cannot be accepted: {error}");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        if let Ok(permit) = Arc::clone(&free).try_acquire_owned() {
            let router = router.clone();
            tokio::spawn(async move {
                answer(stream, router).await;
                drop(permit);
            });
        } else if let Ok(permit) = Arc::clone(&refusals).try_acquire_owned() {
            tokio::spawn(async move {
                let _ = tokio::time::timeout(REFUSAL_TIME, refuse(stream)).await;
                drop(permit);
            });
        }
    }
}

async fn answer(stream: TcpStream, router: Router) {
    // Without it, lines of the protocol would wait for each other's acknowledgement.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let router = router.clone();
        async move {
            Ok::<_, Infallible>(
                router.oneshot(request.map(Body::new)).await.unwrap_or_else(|error| match error {}),
            )
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Err(error) = connection.await {
        log::debug!("a connection ended: {error}");
    }
}

async fn refuse(mut stream: TcpStream) {
    let _ = stream.write_all(FULL.as_bytes()).await;
    let _ = stream.shutdown().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusal_has_the_length_that_it_says() {
        let (_, body) = FULL.split_once("\r\n\r\n").expect("a header and a body");
        assert!(FULL.contains(&format!("Content-Length: {}\r\n", body.len())));
    }
}
