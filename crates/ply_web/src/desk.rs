//! Work that takes longer than a moment, off the threads that answer: positions are set up, histories spelled, stores read.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use tokio::sync::Semaphore;

use crate::allowance::{Allowance, Taking};
use crate::problem::Problem;
use crate::visitor::Visitor;

/// Answers of more bytes are counted until they have been sent.
const LONG: usize = 64 << 10;

/// As many things at a time as there are cores, one for each visitor.
pub(crate) struct Desk {
    clerks: Arc<Semaphore>,
    lines: Mutex<HashMap<Visitor, Weak<Semaphore>>>,
    answers: Arc<Allowance>,
}

impl Desk {
    /// A desk with so many clerks; `answers` are the bytes of long answers under way.
    pub(crate) fn new(clerks: usize, answers: &Arc<Allowance>) -> Self {
        let clerks = Arc::new(Semaphore::new(clerks.max(1)));
        Self { clerks, lines: Mutex::default(), answers: answers.clone() }
    }

    fn line(&self, visitor: Visitor) -> Arc<Semaphore> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = lines.get(&visitor).and_then(Weak::upgrade) {
            return line;
        }
        lines.retain(|_, line| line.strong_count() > 0);
        let line = Arc::new(Semaphore::new(1));
        lines.insert(visitor, Arc::downgrade(&line));
        line
    }

    /// Does something for a visitor when it is its turn. A panic is a mistake of the server.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        visitor: Visitor,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let line = self.line(visitor);
        let _own = line.acquire().await.expect("the semaphore is never closed");
        let clerk = self.clerks.clone().acquire_owned().await.expect("the semaphore is never closed");
        let worked = tokio::task::spawn_blocking(move || {
            let _clerk = clerk;
            work()
        });
        let mistake = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "a mistake in the server; please report it");
        worked.await.unwrap_or_else(|error| Err(mistake(error)))
    }

    /// The same, spelled as JSON. A long text is refused where too many are under way already.
    pub(crate) async fn spell<T: Serialize>(
        &self,
        visitor: Visitor,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<Spelled, Problem> {
        let spell = |value: T| serde_json::to_string(&value).expect("an answer has only texts and numbers");
        let text = self.work(visitor, move || work().map(spell)).await?;
        let taken = if text.len() < LONG { None } else { Some(self.answers.take(visitor, text.len())?) };
        Ok(Spelled { text, taken })
    }

    /// The same as an answer.
    pub(crate) async fn answer<T: Serialize>(
        &self,
        visitor: Visitor,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let Spelled { text, taken } = self.spell(visitor, work).await?;
        let mut response = ([(header::CONTENT_TYPE, "application/json")], text).into_response();
        // Goes with the body until that is sent.
        response.extensions_mut().insert(taken.map(Arc::new));
        Ok(response)
    }
}

/// A text of JSON that is under way, counted where it is long.
pub(crate) struct Spelled {
    pub(crate) text: String,
    pub(crate) taken: Option<Taking>,
}
