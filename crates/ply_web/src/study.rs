//! A search that somebody watches: it waits in line, thinks on a thread, and ends when nobody listens.

use axum::http::StatusCode;
use ply_search::{Budget, Limits};
use serde_json::Value;

use crate::memory::Chair;
use crate::problem::Problem;
use crate::queue::Place;
use crate::routes::App;
use crate::stream::Events;
use crate::thinking::{Cost, Study};
use crate::throttle::Throttle;

/// What a study needs: a place in the line, then cores, then memory, and so much of them.
pub(crate) struct Needs<'a> {
    pub(crate) place: Place,
    pub(crate) cost: Cost,
    pub(crate) chair: &'a Chair,
    pub(crate) limits: Limits,
}

/// Does a study and gives back its last report; nothing when nobody listens any more. `reports`: the name under which
/// reports are told on the way.
pub(crate) async fn watch(
    app: &App,
    study: Study,
    Needs { place, cost, chair, limits }: Needs<'_>,
    events: &Events,
    reports: Option<&'static str>,
) -> Option<Result<Value, Problem>> {
    let turn = async { (app.queue.turn(place, cost).await, chair.grant().await) };
    let (permit, granted) = tokio::select! {
        turn = turn => turn,
        () = events.deserted() => return None,
    };
    let budget = Budget::new(limits);
    let cancel = budget.cancel.clone();
    let listener = events.clone();
    let answer = permit.think(move || {
        let mut throttle = Throttle::default();
        study(granted, &budget, &mut |report| {
            if let Some(name) = reports.filter(|_| throttle.is_open()) {
                listener.offer(name, &report);
            }
        })
    });
    tokio::select! {
        answered = answer => {
            let crashed = || Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the agent crashed");
            Some(answered.ok().and_then(|answered| answered.answer.ok()).unwrap_or_else(|| Err(crashed())))
        }
        () = events.deserted() => {
            cancel.cancel();
            None
        }
    }
}
