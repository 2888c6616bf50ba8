//! A search that somebody watches: it waits in line, thinks on a thread, and ends when nobody listens.

use axum::http::StatusCode;
use ply_search::{Budget, Limits};
use serde_json::Value;

use crate::problem::Problem;
use crate::queue::{Cost, Queue};
use crate::stream::{Events, Throttle};

/// What is done on the thread: reports go to the listener, the last one is given back.
pub(crate) type Study = Box<dyn FnOnce(&Budget, &mut dyn FnMut(Value)) -> Value + Send>;

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
    let permit = tokio::select! {
        permit = queue.acquire(cost) => permit,
        () = events.deserted() => return None,
    };
    let permit = match permit {
        Ok(permit) => permit,
        Err(problem) => return Some(Err(problem)),
    };
    let budget = Budget::new(limits);
    let cancel = budget.cancel.clone();
    let listener = events.clone();
    let answer = permit.think(move || {
        let mut throttle = Throttle::default();
        study(&budget, &mut |report| {
            if let Some(name) = reports.filter(|_| throttle.is_open()) {
                listener.offer(name, &report);
            }
        })
    });
    tokio::select! {
        answered = answer => {
            let crashed = || Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the agent crashed");
            Some(answered.ok().and_then(|answered| answered.answer.ok()).ok_or_else(crashed))
        }
        () = events.deserted() => {
            cancel.cancel();
            None
        }
    }
}
