//! Event streams: a task writes, the client reads, and the task is told when nobody does any more.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde_json::Value;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::problem::Problem;
use crate::routes::App;

/// Events a slow client may be behind; it misses reports, never an end.
const BEHIND: usize = 16;

/// Where a task writes its events.
#[derive(Clone)]
pub(crate) struct Events(Sender<Event>);

impl Events {
    /// Writes an event; `false`: nobody listens.
    pub(crate) async fn send(&self, name: &str, value: &Value) -> bool {
        self.0.send(event(name, value)).await.is_ok()
    }

    /// Writes an event unless the client is behind. For threads, which cannot wait.
    pub(crate) fn offer(&self, name: &str, value: &Value) {
        let _missed = self.0.try_send(event(name, value));
    }

    /// Writes how it ended; nothing where nobody listened to the end.
    pub(crate) async fn end(&self, ended: Option<Result<Value, Problem>>) {
        match ended {
            Some(Ok(last)) => drop(self.send("done", &last).await),
            Some(Err(problem)) => drop(self.send("error", &problem.value()).await),
            None => {}
        }
    }

    /// Waits until nobody listens.
    pub(crate) async fn deserted(&self) {
        self.0.closed().await;
    }
}

fn event(name: &str, value: &Value) -> Event {
    Event::default().event(name).data(value.to_string())
}

/// The reading end, counted among the open streams.
struct Reading {
    events: Receiver<Event>,
    _permit: OwnedSemaphorePermit,
}

impl Stream for Reading {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl App {
    /// A stream of what the task `write` makes of it. A browser comes back a second after the stream broke.
    pub(crate) fn stream<F>(&self, write: impl FnOnce(Events) -> F) -> Result<Response, Problem>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let permit = self.streams.clone().try_acquire_owned();
        let permit = permit.map_err(|_| Problem::busy("too many event streams are open; try again later"))?;
        let (sender, events) = channel(BEHIND);
        let events_out = Events(sender);
        let _always_fits = events_out.0.try_send(Event::default().retry(Duration::from_secs(1)).comment("hello"));
        tokio::spawn(write(events_out));
        let keep_alive = KeepAlive::new().interval(Duration::from_secs(10));
        Ok(Sse::new(Reading { events, _permit: permit }).keep_alive(keep_alive).into_response())
    }
}

/// Lets reports through now and then: nobody reads faster.
#[derive(Default)]
pub(crate) struct Throttle(Option<Instant>);

impl Throttle {
    const PAUSE: Duration = Duration::from_millis(50);

    /// Whether it is time for the next one.
    pub(crate) fn is_open(&mut self) -> bool {
        let open = self.0.is_none_or(|last| last.elapsed() >= Self::PAUSE);
        if open {
            self.0 = Some(Instant::now());
        }
        open
    }
}
