//! A ladder that runs: takes in what is handed in, plays what is missing, and waits for more, until it is stopped.
//!
//! Nothing is kept but the plan, which grows, and the games: killed at any moment it loses at most the games under way.

mod intake;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ply_search::Cancel;

use crate::plan::{Format, Plan, PlanError};
use crate::schedule::{Ladder, Pairing, Results, Scheduler};
use crate::store::{Store, Tournament};
use crate::tournament::executor::Executor;
use crate::tournament::line_up::LineUp;
use crate::tournament::runner::{Agenda, Kept, Progress, RunError, run_agenda};
use crate::tournament::task::Task;
use intake::{Arrival, Intake};

/// How long arrivals are waited for before it is asked whether the ladder shall stop.
const PATIENCE: Duration = Duration::from_millis(200);

/// What happens on a ladder.
#[derive(Debug)]
pub enum LadderEvent<'a> {
    /// An agent came in, or was set aside: its place in the list.
    Arrived(usize),
    /// A game has ended.
    Ended(&'a Progress<'a>),
    /// All that was to be played is played.
    Idle,
}

/// The plan of a ladder and what follows from it.
struct Field {
    plan: Plan,
    line_up: LineUp,
    scheduler: Ladder,
}

impl Field {
    fn new(plan: Plan) -> Result<Self, RunError> {
        let line_up = LineUp::new(&plan)?;
        let (near, random) = match plan.format {
            Format::Ladder { near, random } => (near, random),
            _ => (0, 0),
        };
        let scheduler = Ladder::new(plan.present(), plan.meeting(), near, random);
        Ok(Self { plan, line_up, scheduler })
    }

    /// Takes in a version that was handed in.
    fn enter(&mut self, arrival: Arrival, Kept { store, tournament }: Kept<'_>) -> Result<usize, RunError> {
        let mut plan = self.plan.clone();
        // A folder may be called like an agent that was there from the start.
        let taken = plan.agents.iter().any(|agent| agent.name == arrival.name && agent.files.is_none());
        let name = if taken { format!("{} (handed in)", arrival.name) } else { arrival.name };
        let place = plan.enter(crate::plan::PlanAgent { name, ..arrival.agent });
        self.line_up = LineUp::new(&plan)?;
        store.change(tournament, &plan)?;
        self.scheduler.set_present(plan.present());
        self.plan = plan;
        Ok(place)
    }
}

/// The games of a field, as it is at the time.
struct Games<'a>(&'a Mutex<Field>);

fn locked(field: &Mutex<Field>) -> MutexGuard<'_, Field> {
    field.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Scheduler for Games<'_> {
    fn next(&mut self, results: &Results) -> Vec<Pairing> {
        locked(self.0).scheduler.next(results)
    }

    fn done(&self, results: &Results) -> bool {
        locked(self.0).scheduler.done(results)
    }
}

impl Agenda for Games<'_> {
    fn task(&self, pairing: Pairing) -> Task {
        locked(self.0).line_up.task(pairing)
    }
}

/// Where the copies of what was handed in to a ladder are: beside its store.
fn copies(store: &Store, tournament: &Tournament) -> PathBuf {
    let mut path = std::path::absolute(store.path()).unwrap_or_else(|_| store.path().to_owned()).into_os_string();
    path.push(format!(".{}.submissions", tournament.id));
    path.into()
}

/// Runs a ladder until it is stopped; the games under way are then finished. `happened` is told of everything, with the
/// plan as it is then.
pub fn run_ladder(
    kept: Kept<'_>,
    executor: &mut dyn Executor,
    stop: &Cancel,
    mut happened: impl FnMut(&Plan, LadderEvent<'_>),
) -> Result<(), RunError> {
    let plan = kept.tournament.plan()?;
    let submissions = plan.submissions.clone().ok_or_else(|| no_ladder(&plan))?;
    let mut intake = Intake::new(&plan, &submissions, &copies(kept.store, kept.tournament));
    let field = Mutex::new(Field::new(plan)?);
    let (sender, arrivals) = channel();
    std::thread::scope(|scope| {
        let over = Cancel::default();
        let (told, stopped) = (over.clone(), stop.clone());
        scope.spawn(move || {
            let over = || told.is_cancelled() || stopped.is_cancelled();
            let mut next = Instant::now();
            while !over() {
                if Instant::now() >= next {
                    intake.look(&over, |arrival| drop(sender.send(arrival)));
                    next = Instant::now() + intake.pause();
                }
                std::thread::sleep(intake.pause().min(PATIENCE));
            }
        });
        let ended = play(&field, &arrivals, kept, executor, stop, &mut happened);
        over.cancel();
        ended
    })
}

fn play(
    field: &Mutex<Field>,
    arrivals: &Receiver<Arrival>,
    kept: Kept<'_>,
    executor: &mut dyn Executor,
    stop: &Cancel,
    happened: &mut dyn FnMut(&Plan, LadderEvent<'_>),
) -> Result<(), RunError> {
    let enter = |arrival: Arrival, happened: &mut dyn FnMut(&Plan, LadderEvent<'_>)| {
        let mut field = locked(field);
        let place = field.enter(arrival, kept)?;
        happened(&field.plan, LadderEvent::Arrived(place));
        Ok::<_, RunError>(())
    };
    while !stop.is_cancelled() {
        let mut failed = Ok(());
        run_agenda(&mut Games(field), Some(kept), executor, stop, |progress| {
            happened(&locked(field).plan, LadderEvent::Ended(progress));
            for arrival in arrivals.try_iter() {
                if let Err(error) = enter(arrival, happened) {
                    failed = Err(error);
                    stop.cancel();
                }
            }
        })?;
        failed?;
        happened(&locked(field).plan, LadderEvent::Idle);
        // Whatever comes next brings games.
        loop {
            match arrivals.recv_timeout(PATIENCE) {
                Ok(arrival) => {
                    enter(arrival, happened)?;
                    break;
                }
                Err(RecvTimeoutError::Timeout) if !stop.is_cancelled() => {}
                Err(_) => return Ok(()),
            }
        }
    }
    Ok(())
}

fn no_ladder(plan: &Plan) -> PlanError {
    PlanError::Missing { key: "submissions".to_owned(), expected: format!("a ladder's folder in '{}'", plan.name) }
}
