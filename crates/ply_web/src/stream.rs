//! Event streams: a task writes, the client reads, and the task is told when nobody does any more.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::allowance::Taking;
use crate::desk::Spelled;
use crate::problem::Problem;
use crate::routes::App;
use crate::visitor::Visitor;

/// Events a slow client may be behind; it misses reports, never an end.
const BEHIND: usize = 4;

/// An event, counted until it is sent where it is long.
type Counted = (Event, Option<Taking>);

/// Where a task writes its events.
#[derive(Clone)]
pub(crate) struct Events(Sender<Counted>);

impl Events {
    /// Writes an event; `false`: nobody listens.
    pub(crate) async fn send(&self, name: &str, value: &Value) -> bool {
        self.0.send((event(name, &value.to_string()), None)).await.is_ok()
    }

    /// The same with data that is spelled already.
    pub(crate) async fn send_text(&self, name: &str, text: &str) -> bool {
        self.0.send((event(name, text), None)).await.is_ok()
    }

    /// The same with data that is counted until it is sent.
    pub(crate) async fn send_spelled(&self, name: &str, data: Spelled) -> bool {
        self.0.send((event(name, &data.text), data.taken)).await.is_ok()
    }

    /// Writes an event unless the client is behind. For threads, which cannot wait.
    pub(crate) fn offer(&self, name: &str, value: &Value) {
        let _missed = self.0.try_send((event(name, &value.to_string()), None));
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

fn event(name: &str, text: &str) -> Event {
    Event::default().event(name).data(text)
}

/// The reading end, counted among the open streams.
struct Reading {
    events: Receiver<Counted>,
    /// What the last event has taken.
    last: Option<Taking>,
    _open: Taking,
}

impl Stream for Reading {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| {
            let (event, taken) = event?;
            self.last = taken;
            Some(Ok(event))
        })
    }
}

impl App {
    /// A stream of what the task `write` makes of it. A browser comes back a second after the stream broke.
    pub(crate) fn stream<F>(&self, visitor: Visitor, write: impl FnOnce(Events) -> F) -> Result<Response, Problem>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let open = self.streams.take(visitor, 1)?;
        let (sender, events) = channel(BEHIND);
        let events_out = Events(sender);
        let hello = Event::default().retry(Duration::from_secs(1)).comment("hello");
        let _always_fits = events_out.0.try_send((hello, None));
        tokio::spawn(write(events_out));
        let keep_alive = KeepAlive::new().interval(Duration::from_secs(10));
        Ok(Sse::new(Reading { events, last: None, _open: open }).keep_alive(keep_alive).into_response())
    }
}
