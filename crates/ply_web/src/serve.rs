//! Answers on a socket until it is told to end.

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response};
use axum::response::IntoResponse as _;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt as _;

use crate::config::{Config, Limits};
use crate::connections::{Connection, Connections, Sending};
use crate::problem::Problem;
use crate::routes::app;
use crate::visitor::Visitor;

/// Bytes of a request's head.
const MOST_HEAD: usize = 64 << 10;
/// What was sent and is not taken for so long ends the connection.
const UNHEARD: Duration = Duration::from_secs(30);
/// How long a connection that is refused has to read why.
const REFUSING: Duration = Duration::from_secs(2);
/// Connections that are refused at a time with words; the others are just closed.
const MOST_REFUSALS: usize = 64;
/// The pause after the system could give no connection.
const PAUSE: Duration = Duration::from_millis(50);
/// Threads that answer, however few cores there are: one that is busy does not stop the others.
const LEAST_THREADS: usize = 4;

/// Answers on a socket until `end` is done. Then everything ends at once: open streams are cut, thoughts are dropped.
pub fn serve(listener: TcpListener, config: Config, end: impl Future<Output = ()>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from).max(LEAST_THREADS);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let limits = config.limits;
        let app = app(config);
        tokio::select! {
            () = accept(&listener, &app, limits) => Ok(()),
            () = end => Ok(()),
        }
    });
    runtime.shutdown_background();
    served
}

/// Answers whoever comes.
async fn accept(listener: &tokio::net::TcpListener, app: &Router, limits: Limits) {
    let connections = Connections::new(limits.connections);
    let refusals = Arc::new(Semaphore::new(MOST_REFUSALS));
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            // Too many open files, or a connection that is gone already.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        set_up(&stream);
        match connections.admit(Visitor::of(peer.ip())) {
            Ok(connection) => drop(tokio::spawn(answer(stream, peer, connection, app.clone(), limits))),
            Err(problem) => {
                if let Ok(refusal) = refusals.clone().try_acquire_owned() {
                    tokio::spawn(refuse(stream, problem, refusal));
                }
            }
        }
    }
}

fn set_up(stream: &TcpStream) {
    let _slower = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _stays_open = rustix::net::sockopt::set_tcp_user_timeout(stream, UNHEARD.as_millis() as u32);
}

/// The head of each request must come in time; so must its body, which is read before anything else is done.
fn http(limits: Limits) -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.sending).max_buf_size(MOST_HEAD);
    http
}

/// Answers all requests of one connection, until it has to make room.
async fn answer(stream: TcpStream, peer: SocketAddr, connection: Connection, app: Router, limits: Limits) {
    let closing = connection.closing();
    let connection = Arc::new(connection);
    let service = service_fn(move |mut request: Request<Incoming>| {
        let (app, busy) = (app.clone(), connection.busy());
        request.extensions_mut().insert(ConnectInfo(peer));
        async move {
            let mut response = app.oneshot(request.map(Body::new)).await?;
            let taken = std::mem::take(response.extensions_mut());
            Ok::<_, Infallible>(response.map(|body| Sending { body, _busy: busy, _taken: taken }))
        }
    });
    let served = http(limits).serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        _ended = served => {}
        () = closing => {}
    }
}

/// Says why a connection cannot be, and closes it.
async fn refuse(stream: TcpStream, problem: Problem, _refusal: OwnedSemaphorePermit) {
    let service = service_fn(move |_request: Request<Incoming>| {
        let response: Response<Body> = problem.clone().into_response();
        async move { Ok::<_, Infallible>(response) }
    });
    let mut http = http1::Builder::new();
    let served = http.keep_alive(false).serve_connection(TokioIo::new(stream), service);
    let _not_asked = tokio::time::timeout(REFUSING, served).await;
}
