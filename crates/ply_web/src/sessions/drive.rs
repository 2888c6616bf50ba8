//! Whoever is to move begins: agents think on a thread when it is their turn, persons have an alarm on their clock.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ply_arena::{AgentThread, Fault, Reason};
use ply_game::Player;
use ply_search::{Budget, Cancel, Limits};
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::session::Session;
use super::state::{Ended, Seat, State};
use crate::board::{Thought, Time};
use crate::queue::Turn;
use crate::routes::House;

/// Reports of a thought are told at most this often.
const PAUSE: Duration = Duration::from_millis(80);
/// How often a thought looks whether anybody still listens.
const LOOK: Duration = Duration::from_millis(500);
/// How long an agent may take to answer once it was told to stop.
const STOPPING: Duration = Duration::from_secs(2);

type Answer = Result<Option<String>, String>;

/// Lets whoever is to move begin, unless that has happened.
pub(crate) fn stir(session: &Arc<Session>, house: &House) {
    let mut state = session.state();
    if let Some(left) = state.flag() {
        let (session, epoch) = (session.clone(), state.epoch);
        tokio::spawn(async move {
            sleep(left).await;
            let mut state = session.state();
            if state.epoch == epoch && state.flag().is_none() {
                drop(state);
                session.tell_state();
            }
        });
    }
    if state.agent_to_move().is_some() && state.thought.is_none() {
        let cancel = Cancel::default();
        state.thought = Some(cancel.clone());
        tokio::spawn(drive(session.clone(), house.clone(), cancel, state.epoch));
    }
}

/// Thinks for one move and plays it.
async fn drive(session: Arc<Session>, house: House, cancel: Cancel, epoch: u64) {
    let Some((player, seat)) = session.state().agent_to_move() else { return };
    let turn = tokio::select! {
        turn = house.queue.turn(seat.cost) => turn,
        () = pointless(&session, &house, &cancel) => return give_up(&session, epoch),
    };
    let Ok(turn) = turn else {
        sleep(LOOK).await;
        give_up(&session, epoch);
        return stir(&session, &house);
    };
    let Some((thought, time, most)) = begin(&session, &house, epoch, player, seat, &cancel) else { return };
    session.tell_state();
    let began = Instant::now();
    let mut answer = think(session.clone(), thought, time, turn, epoch);
    let answered = tokio::select! {
        answered = timeout(most, &mut answer) => answered,
        () = pointless(&session, &house, &cancel) => {
            cancel.cancel();
            return give_up(&session, epoch);
        }
    };
    let answered = match answered {
        Ok(answered) => Some(answered),
        Err(_late) => {
            cancel.cancel();
            timeout(STOPPING, &mut answer).await.ok()
        }
    };
    let answered = answered.map(|answered| answered.unwrap_or_else(|_| Err("the agent's thread is gone".to_owned())));
    let mut state = session.state();
    if state.epoch == epoch {
        conclude(&mut state, player, answered, began);
        drop(state);
        session.tell_state();
        stir(&session, &house);
    }
}

/// Waits until nobody wants the thought any more.
async fn pointless(session: &Session, house: &House, cancel: &Cancel) {
    while !cancel.is_cancelled() && session.idle() < house.config.limits.patience {
        sleep(LOOK).await;
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

/// Its turn has come: what is thought about, under which limits, and when it is told to stop.
fn begin(
    session: &Session,
    house: &House,
    epoch: u64,
    player: Player,
    seat: Seat,
    cancel: &Cancel,
) -> Option<(Thought, Time, Duration)> {
    let mut state = session.state();
    if state.epoch != epoch {
        return None;
    }
    let thought = state.board.thought(player)?;
    let now = Instant::now();
    state.running = Some(now);
    let bounds = &house.config.limits;
    let left = state.left(player);
    let unclocked =
        if seat.bounded || state.control.limits() != Limits::default() { bounds.think } else { bounds.usual_think };
    let longest = if left.is_some() { bounds.think } else { unclocked };
    let limits = Limits { soft: Some(longest), hard: Some(longest), ..state.control.limits() };
    let time = Time {
        clock: state.clock(player),
        moves_made: state.moves_made(player),
        budget: Budget { limits, started: now, cancel: cancel.clone() },
    };
    let most = left.map_or(longest, |left| left.min(longest)) + LOOK;
    Some((thought, time, most))
}

/// Thinks on a thread, which keeps its turn until it really ends.
fn think(session: Arc<Session>, thought: Thought, time: Time, turn: Turn, epoch: u64) -> oneshot::Receiver<Answer> {
    let (sender, answer) = oneshot::channel();
    let started = AgentThread::spawn(move || {
        let mut told: Option<Instant> = None;
        let mut untold = None;
        let tell = |report| {
            if session.state().epoch == epoch {
                session.tell_report(report);
            }
        };
        let mut hear = |report: Value| {
            if told.is_none_or(|last| last.elapsed() >= PAUSE) {
                told = Some(Instant::now());
                untold = None;
                tell(report);
            } else {
                untold = Some(report);
            }
        };
        let answer = thought(time, &mut hear);
        untold.into_iter().for_each(tell);
        drop(turn);
        let _nobody_waits = sender.send(answer);
    });
    // Without a thread the sender is gone, and the waiting side is told so.
    drop(started);
    answer
}

/// Plays what the agent answered, or ends the game by its fault.
fn conclude(state: &mut State, player: Player, answered: Option<Answer>, began: Instant) {
    let fault = match answered {
        Some(Ok(Some(text))) => match state.play(&text) {
            Ok(()) => return,
            Err(_) if state.ended.is_some() => return,
            Err(problem) => Fault::new(Reason::IllegalMove, format!("played {text}: {}", problem.detail)),
        },
        Some(Ok(None)) => Fault::new(Reason::NoMove, "answered that it has no move"),
        Some(Err(message)) => Fault::new(Reason::Crash, format!("crashed: {message}")),
        None => Fault::new(Reason::Stall, format!("gave no answer within {:.0} s", began.elapsed().as_secs_f64())),
    };
    state.end(Ended::fault(player, &fault));
}
