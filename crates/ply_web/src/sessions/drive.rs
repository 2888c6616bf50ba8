//! Whoever is to move begins: agents think on a thread when it is their turn, persons have an alarm on their clock.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ply_arena::{Fault, Reason, heard};
use ply_search::Cancel;
use serde_json::Value;
use tokio::time::{sleep, timeout};

use super::game::Thought;
use super::session::Session;
use crate::memory::{Chair, Granted};
use crate::routes::AppState;
use crate::thinking::Cost;
use crate::throttle::Throttle;

/// How often it is asked whether anybody still listens.
const POLL: Duration = Duration::from_millis(500);
/// How long an agent may take to answer once it was told to stop.
const STOPPING: Duration = Duration::from_secs(2);

/// Lets whoever is to move begin, unless that has happened.
pub(crate) fn play_on(session: &Arc<Session>, app: &AppState) {
    if session.is_gone() {
        return;
    }
    let mut state = session.state();
    if let Some(left) = state.flag() {
        let (session, app, epoch) = (session.clone(), app.clone(), state.epoch);
        tokio::spawn(async move {
            sleep(left).await;
            let mut state = session.state();
            if state.epoch == epoch && state.flag().is_none() {
                let _in_its_time = session.keep(&app, &state);
                drop(state);
                session.tell_state();
            }
        });
    }
    if let Some((cost, chair)) = state.agent_to_move().filter(|_| state.thought.is_none()) {
        let cancel = Cancel::default();
        state.thought = Some(cancel.clone());
        tokio::spawn(drive(session.clone(), app.clone(), cost, chair, cancel, state.epoch));
    }
}

/// Thinks for one move and plays it.
async fn drive(session: Arc<Session>, app: AppState, cost: Cost, chair: Arc<Chair>, cancel: Cancel, epoch: u64) {
    let Ok(place) = app.queue.enter(session.owner()) else {
        sleep(POLL).await;
        give_up(&session, epoch);
        return if session.idle() < app.config.limits.patience {
            play_on(&session, &app);
        };
    };
    let turn = async { (app.queue.turn(place, cost).await, chair.grant().await) };
    let (permit, granted) = tokio::select! {
        turn = turn => turn,
        () = pointless(&session, &app, &cancel) => return give_up(&session, epoch),
    };
    let Some((thought, most)) = begin(&session, &app, &cancel, epoch) else { return };
    session.tell_state();
    let began = Instant::now();
    let listener = session.clone();
    let mut answer = permit.think(move || think(&listener, thought, granted, epoch));
    let mut answered = tokio::select! {
        answered = timeout(most, &mut answer) => answered,
        () = pointless(&session, &app, &cancel) => {
            cancel.cancel();
            return give_up(&session, epoch);
        }
    };
    if answered.is_err() {
        cancel.cancel();
        answered = timeout(STOPPING, &mut answer).await;
    }
    let answer = match answered {
        Ok(Ok(answered)) => heard(answered),
        Ok(Err(_gone)) => Err(Fault::new(Reason::Crash, "the agent's thread is gone")),
        Err(_late) => {
            let waited = began.elapsed().as_secs_f64();
            Err(Fault::new(Reason::Stall, format!("gave no answer within {waited:.0} s")))
        }
    };
    let keeping = {
        let mut state = session.state();
        if state.epoch != epoch {
            return;
        }
        state.answered(answer);
        session.keep(&app, &state)
    };
    session.tell_state();
    play_on(&session, &app);
    keeping.kept().await;
}

/// Waits until nobody wants the thought any more.
async fn pointless(session: &Session, app: &AppState, cancel: &Cancel) {
    while !cancel.is_cancelled() && session.idle() < app.config.limits.patience {
        sleep(POLL).await;
    }
}

/// The thought is not to be: whoever comes back begins another.
fn give_up(session: &Session, epoch: u64) {
    let mut state = session.state();
    if state.epoch == epoch {
        state.thought = None;
        state.running = None;
    }
}

/// The agent's clock begins to run: what it is to do, and how long that may take.
fn begin(session: &Session, app: &AppState, cancel: &Cancel, epoch: u64) -> Option<(Thought, Duration)> {
    let mut state = session.state();
    if state.epoch != epoch {
        return None;
    }
    let now = Instant::now();
    state.running = Some(now);
    state.game.thought(now, &app.config.limits, cancel.clone())
}

/// Thinks aloud, on a thread.
fn think(session: &Session, thought: Thought, granted: Granted, epoch: u64) -> ply_arena::Chosen<String> {
    let mut throttle = Throttle::default();
    thought(granted, &mut |report: Value| {
        let mut state = session.state();
        if state.epoch == epoch {
            state.report = Some(report);
            drop(state);
            if throttle.is_open() {
                session.tell_report();
            }
        }
    })
}
