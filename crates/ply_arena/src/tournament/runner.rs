//! Plays a plan: hands the games of its schedule to an executor, keeps every one as it ends, and takes up what is missing.
//!
//! Nothing is kept but the games. Killed at any moment, a run loses at most the games under way; the next one builds the
//! same schedule from the stored results and plays exactly what is missing.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use ply_search::Cancel;

use crate::game::record::GameRecord;
use crate::plan::Plan;
use crate::schedule::{Pairing, Results, Scheduler};
use crate::store::{Store, StoreError, Tournament};
use crate::tournament::executor::{Ended, Executor, ExecutorError};
use crate::tournament::line_up::{LineUp, LineUpError};
use crate::tournament::live::Publisher;
use crate::tournament::task::Task;

/// Why a run did not go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The plan cannot be played.
    #[error(transparent)]
    LineUp(#[from] LineUpError),
    /// The store failed; the games under way are lost, nothing else.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The games cannot be played.
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    /// The stored plan cannot be read.
    #[error(transparent)]
    Plan(#[from] crate::plan::PlanError),
}

/// A game that has just ended, and how far the run is.
#[derive(Debug)]
pub struct Progress<'a> {
    /// Its place in the schedule.
    pub pairing: Pairing,
    /// The game.
    pub record: &'a GameRecord,
    /// Games played by now, those of earlier runs included.
    pub played: usize,
    /// Games that are known to be played; a Swiss or a knockout learns of more later.
    pub planned: usize,
}

/// Where the games of a run are kept: a tournament of a store.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// The store.
    pub store: &'a Store,
    /// The tournament.
    pub tournament: &'a Tournament,
}

/// What a run plays: who meets whom, and the task of each meeting's games.
pub trait Agenda: Scheduler {
    /// The task of a pairing that was handed out.
    fn task(&self, pairing: Pairing) -> Task;
}

/// A plan's own agenda.
struct Planned<'a> {
    scheduler: Box<dyn Scheduler>,
    line_up: &'a LineUp,
}

impl Scheduler for Planned<'_> {
    fn next(&mut self, results: &Results) -> Vec<Pairing> {
        self.scheduler.next(results)
    }

    fn done(&self, results: &Results) -> bool {
        self.scheduler.done(results)
    }
}

impl Agenda for Planned<'_> {
    fn task(&self, pairing: Pairing) -> Task {
        self.line_up.task(pairing)
    }
}

/// Plays what is missing of a plan, as [`run_agenda`] does.
pub fn run(
    plan: &Plan,
    line_up: &LineUp,
    kept: Option<Kept<'_>>,
    executor: &mut dyn Executor,
    stop: &Cancel,
    ended: impl FnMut(&Progress<'_>),
) -> Result<bool, RunError> {
    run_agenda(&mut Planned { scheduler: plan.scheduler(), line_up }, kept, executor, stop, ended)
}

/// Plays what is missing of an agenda. `Ok(true)`: it is complete. When `stop` is set no new game begins, those under way
/// are finished and kept, and the answer is `Ok(false)` unless nothing was missing.
pub fn run_agenda(
    agenda: &mut dyn Agenda,
    kept: Option<Kept<'_>>,
    executor: &mut dyn Executor,
    stop: &Cancel,
    mut ended: impl FnMut(&Progress<'_>),
) -> Result<bool, RunError> {
    let stored = kept.map(|kept| kept.store.results(kept.tournament)).transpose()?;
    let mut results = stored.unwrap_or_default();
    let mut publisher = kept.map(Publisher::new);
    let (mut waiting, mut under_way) = (VecDeque::new(), BTreeSet::new());
    let (mut planned, mut exhausted) = (0, false);
    loop {
        while under_way.len() < executor.capacity() && !stop.is_cancelled() {
            if waiting.is_empty() && !exhausted {
                let next = agenda.next(&results);
                planned += next.len();
                exhausted = next.is_empty();
                waiting.extend(next);
                continue;
            }
            let Some(pairing) = waiting.pop_front() else { break };
            let partner = waiting.pop_front_if(|next: &mut Pairing| *next == pairing.swapped());
            let missing = |pairing: &Pairing| results.outcome(pairing).is_none();
            let pair: Vec<Pairing> = [Some(pairing), partner].into_iter().flatten().filter(missing).collect();
            if !pair.is_empty() {
                under_way.extend(pair.iter().copied());
                executor.begin(pair.into_iter().map(|pairing| agenda.task(pairing)).collect());
            }
        }
        if stop.is_cancelled() {
            for pairing in executor.withdraw() {
                under_way.remove(&pairing);
            }
        }
        if under_way.is_empty() {
            return Ok(waiting.is_empty() && agenda.done(&results));
        }
        if let Some(publisher) = &mut publisher {
            publisher.publish(executor)?;
        }
        let (games, failed) = games_ended(executor);
        let played = games.iter().filter_map(|Ended { pairing, game }| Some((pairing, game.as_ref().ok()?)));
        if let Some(Kept { store, tournament }) = kept {
            store.insert_all(tournament, played.clone())?;
        }
        executor.kept();
        for Ended { pairing, .. } in &games {
            under_way.remove(pairing);
        }
        for (pairing, record) in played {
            if let Some(outcome) = record.outcome.filter(|_| results.outcome(pairing).is_none()) {
                results.insert(*pairing, outcome);
                // What was awaited may be known now: a Swiss pairs its next round.
                exhausted = false;
                ended(&Progress { pairing: *pairing, record, played: results.len(), planned });
            }
        }
        failed?;
    }
}

/// The games that have ended by now, after waiting for one; they are stored together.
fn games_ended(executor: &mut dyn Executor) -> (Vec<Ended>, Result<(), ExecutorError>) {
    let mut games = Vec::new();
    let mut patience = PATIENCE;
    while games.len() < AT_ONCE {
        match executor.next(patience) {
            Ok(Some(ended)) => games.push(ended),
            Ok(None) => break,
            Err(error) => return (games, Err(error)),
        }
        patience = Duration::ZERO;
    }
    (games, Ok(()))
}

/// The most games that are stored together.
const AT_ONCE: usize = 256;

/// How long a game is waited for before the games under way are told again.
const PATIENCE: Duration = Publisher::PAUSE;
