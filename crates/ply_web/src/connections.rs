//! The open connections: so many at a time, and half of them for one visitor.
//!
//! Where there are too many, one on which nothing is asked (kept alive, or with half a request) makes room.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::Extensions;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::Notify;

use crate::allowance::share;
use crate::problem::Problem;
use crate::visitor::Visitor;

/// The open connections.
pub(crate) struct Connections {
    most: usize,
    /// By numbers that grow: the oldest first.
    open: Mutex<BTreeMap<u64, Entry>>,
    last: AtomicU64,
}

struct Entry {
    visitor: Visitor,
    /// Requests that are being answered.
    busy: Arc<AtomicUsize>,
    close: Arc<Notify>,
}

/// An open connection, no longer counted when dropped.
pub(crate) struct Connection {
    all: Arc<Connections>,
    number: u64,
    busy: Arc<AtomicUsize>,
    close: Arc<Notify>,
}

impl Connections {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, open: Mutex::default(), last: AtomicU64::new(0) })
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<u64, Entry>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a new connection, or says why there can be none.
    pub(crate) fn admit(self: &Arc<Self>, visitor: Visitor) -> Result<Connection, Problem> {
        let mut open = self.open();
        let own = share(self.most);
        if open.values().filter(|entry| entry.visitor == visitor).count() >= own {
            let full = || format!("one visitor may have {own} connections; close one or try again later");
            make_room(&mut open, |entry| entry.visitor == visitor).ok_or_else(|| Problem::busy(full()))?;
        }
        if open.len() >= self.most {
            let full = || format!("{} connections are open already; try again later", self.most);
            make_room(&mut open, |_| true).ok_or_else(|| Problem::full(full()))?;
        }
        let (busy, close) = (Arc::default(), Arc::new(Notify::new()));
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        open.insert(number, Entry { visitor, busy: Arc::clone(&busy), close: close.clone() });
        drop(open);
        Ok(Connection { all: self.clone(), number, busy, close })
    }
}

/// Closes the oldest connection of some on which nothing is asked; nothing if there is none.
fn make_room(open: &mut BTreeMap<u64, Entry>, of: impl Fn(&Entry) -> bool) -> Option<()> {
    let idle = |entry: &Entry| of(entry) && entry.busy.load(Ordering::Relaxed) == 0;
    let oldest = open.iter().find(|(_, entry)| idle(entry)).map(|(number, _)| *number)?;
    open.remove(&oldest)?.close.notify_one();
    Some(())
}

impl Connection {
    /// A request is being answered, until what is given is dropped.
    pub(crate) fn busy(&self) -> Busy {
        self.busy.fetch_add(1, Ordering::Relaxed);
        Busy(self.busy.clone())
    }

    /// Waits until the connection must make room.
    pub(crate) fn closing(&self) -> impl Future<Output = ()> + use<> {
        let close = self.close.clone();
        async move { close.notified().await }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.open().remove(&self.number);
    }
}

/// A request is being answered.
pub(crate) struct Busy(Arc<AtomicUsize>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A body that keeps what belongs to it until it is sent.
pub(crate) struct Sending {
    pub(crate) body: Body,
    pub(crate) _busy: Busy,
    /// What the answer has taken while it is under way.
    pub(crate) _taken: Extensions,
}

impl HttpBody for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_idle_makes_room_and_what_is_busy_does_not() {
        let all = Connections::new(4);
        let [ada, ben, chen] = ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map(|text| Visitor::of(text.parse().unwrap()));
        let status = |visitor| all.admit(visitor).map_err(|problem| problem.status.as_u16());
        let (first, second) = (all.admit(ada).ok().unwrap(), all.admit(ada).ok().unwrap());
        let _thinks = [first.busy(), second.busy()];
        assert_eq!(status(ada).err(), Some(429));
        let (third, fourth) = (all.admit(ben).ok().unwrap(), all.admit(ben).ok().unwrap());
        let thinks = third.busy();
        let fifth = status(chen).ok().unwrap();
        assert!(!all.open().contains_key(&fourth.number), "half a request makes room");
        let _fifth = fifth.busy();
        drop(fourth);
        assert_eq!(status(chen).err(), Some(503));
        drop(thinks);
        assert!(status(chen).is_ok());
    }
}
