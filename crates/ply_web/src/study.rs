//! A search that somebody watches: it waits in line, thinks on a thread, and ends when nobody listens.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use ply_arena::AgentThread;
use ply_search::{Budget, Limits};
use serde_json::Value;
use tokio::sync::oneshot;

use crate::problem::Problem;
use crate::queue::{Cost, Queue};
use crate::stream::Events;

/// What is done on the thread: reports go to the listener, the last one is given back.
pub(crate) type Study = Box<dyn FnOnce(&Budget, &mut dyn FnMut(Value)) -> Value + Send>;

/// Reports are told at most this often.
const PAUSE: Duration = Duration::from_millis(50);

/// Does a study and gives back its last report; nothing when nobody listens any more. `reports`: the name under which
/// reports are told on the way.
pub(crate) async fn watch(
    study: Study,
    queue: &Queue,
    cost: Cost,
    limits: Limits,
    events: &Events,
    reports: Option<&'static str>,
) -> Option<Result<Value, Problem>> {
    let turn = tokio::select! {
        turn = queue.turn(cost) => turn,
        () = events.deserted() => return None,
    };
    let turn = match turn {
        Ok(turn) => turn,
        Err(problem) => return Some(Err(problem)),
    };
    let budget = Budget::new(limits);
    let cancel = budget.cancel.clone();
    let (sender, answer) = oneshot::channel();
    let listener = events.clone();
    let started = AgentThread::spawn(move || {
        let mut told: Option<Instant> = None;
        let mut tell = |report: Value| {
            if let Some(name) = reports.filter(|_| told.is_none_or(|last| last.elapsed() >= PAUSE)) {
                told = Some(Instant::now());
                listener.offer(name, &report);
            }
        };
        let last = catch_unwind(AssertUnwindSafe(|| study(&budget, &mut tell)));
        drop(turn);
        let _nobody_waits = sender.send(last.ok());
    });
    drop(started);
    tokio::select! {
        answer = answer => {
            let crashed = || Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the agent crashed");
            Some(answer.ok().flatten().ok_or_else(crashed))
        }
        () = events.deserted() => {
            cancel.cancel();
            None
        }
    }
}
