//! The laboratory: plays contests and takes measurements, and keeps both in a store, so that a run that was stopped goes
//! on where it was and a run that was done before is done at once.
//!
//! A contest is a tournament of the store, named after the report, the contest and a fingerprint of its plan and of our
//! version: the same question finds its games again, another one never mixes with them.

use ply_arena::plan::{Plan, PlanError};
use ply_arena::store::{Store, StoreError};
use ply_arena::{Kept, LineUp, LineUpError, RunError, TimeControl, Venue, run};
use ply_game::{SpecError, mix};
use ply_search::Cancel;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::contest::{Contest, Played};

/// How the reports are played again.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Few games, short clocks.
    pub quick: bool,
    /// The clock for everybody who plays on time, instead of the usual ones.
    pub time: Option<TimeControl>,
    /// Another seed, other games.
    pub seed: u64,
    /// Everything anew, whatever the store has.
    pub again: bool,
}

impl Settings {
    /// The first for a full run, the second for a quick one.
    pub fn pick<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// A clock: what was asked for, else one of these.
    pub fn clock(&self, full: &str, quick: &str) -> TimeControl {
        self.time.unwrap_or_else(|| limit(self.pick(full, quick)))
    }
}

/// A time control of ours.
pub(super) fn limit(text: &str) -> TimeControl {
    text.parse().expect("the time controls of the experiments are well spelled")
}

/// For agents that look to a fixed depth or count their simulations: a clock that none of them meets.
pub(super) fn unhurried() -> TimeControl {
    limit("60s")
}

/// Is told how far things are.
pub trait Watch {
    /// So many games there are in all.
    fn plans(&mut self, games: usize);
    /// Something new begins.
    fn begins(&mut self, what: &str);
    /// So many more games are there, from the store or from the arena.
    fn counts(&mut self, games: usize);
}

/// Does not watch.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn plans(&mut self, _games: usize) {}
    fn begins(&mut self, _what: &str) {}
    fn counts(&mut self, _games: usize) {}
}

/// Why an experiment did not go on.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A contest cannot be set up.
    #[error("{contest}: {error}")]
    Plan {
        /// Which.
        contest: String,
        /// Why.
        error: PlanError,
    },
    /// A game or an agent cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A contest cannot be played.
    #[error("{contest}: {error}")]
    LineUp {
        /// Which.
        contest: String,
        /// Why.
        error: Box<LineUpError>,
    },
    /// The arena failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A measurement in the store is none.
    #[error("the measurement '{key}' in the store cannot be read: {error}")]
    Measurement {
        /// Which.
        key: String,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

/// Where contests are played.
pub struct Lab<'a> {
    settings: &'a Settings,
    /// Nothing: only counts what there would be to play.
    store: Option<&'a Store>,
    venue: &'a dyn Venue,
    watch: &'a mut dyn Watch,
    stop: &'a Cancel,
    report: &'static str,
    planned: usize,
    games: usize,
    forfeits: usize,
    thinking_ms: f64,
    complete: bool,
}

/// What a lab did so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Done {
    /// Games of the contests, from the store or from the arena.
    pub games: usize,
    /// Of those, how many ended with a fault, such as an answer that came too late.
    pub forfeits: usize,
    /// Games the contests have.
    pub planned: usize,
    /// Thinking time of these games in seconds.
    pub thinking_s: f64,
    /// All of them are there.
    pub complete: bool,
}

impl<'a> Lab<'a> {
    /// A lab for one report.
    pub fn new(
        report: &'static str,
        settings: &'a Settings,
        store: Option<&'a Store>,
        venue: &'a dyn Venue,
        watch: &'a mut dyn Watch,
        stop: &'a Cancel,
    ) -> Self {
        Self {
            settings,
            store,
            venue,
            watch,
            stop,
            report,
            planned: 0,
            games: 0,
            forfeits: 0,
            thinking_ms: 0.0,
            complete: true,
        }
    }

    /// How the reports are played again.
    pub fn settings(&self) -> &'a Settings {
        self.settings
    }

    /// What it did so far.
    pub fn done(&self) -> Done {
        let Self { games, forfeits, planned, thinking_ms, complete, .. } = *self;
        Done { games, forfeits, planned, thinking_s: thinking_ms / 1000.0, complete }
    }

    /// Plays what is missing of a contest and gives all its games. Once the lab is stopped it gives what there is.
    pub fn play(&mut self, contest: &Contest) -> Result<Played, LabError> {
        self.planned += contest.len();
        let label = format!("{}/{}", self.report, contest.key);
        let plan = |name: &str| {
            let wrong = |error| LabError::Plan { contest: label.clone(), error };
            contest.plan(name, self.settings.seed).map_err(wrong)
        };
        let nameless = plan("reproduce")?;
        let wrong = |error| LabError::LineUp { contest: label.clone(), error: Box::new(error) };
        let line_up = LineUp::new(&nameless).map_err(wrong)?;
        let Some(store) = self.store else { return Ok(Played { plan: nameless, games: Vec::new() }) };
        let base = format!("reproduce/{label}/{:016x}", fingerprint(&nameless.to_toml()));
        let plan = plan(&self.generation(&base, |name| Ok(store.by_name(name)?.is_some()))?)?;
        self.watch.begins(&label);
        let games = self.play_plan(store, &plan, &line_up, contest.len())?;
        self.games += games.len();
        self.forfeits += games.iter().filter(|game| game.record.forfeit().is_some()).count();
        self.thinking_ms += games.iter().flat_map(|game| &game.record.moves).map(|mv| mv.ms).sum::<f64>();
        Ok(Played { plan, games })
    }

    fn play_plan(
        &mut self,
        store: &Store,
        plan: &Plan,
        line_up: &LineUp,
        all: usize,
    ) -> Result<Vec<ply_arena::store::StoredGame>, LabError> {
        let tournament = match store.by_name(&plan.name)? {
            Some(there) => there,
            None => store.create(plan)?,
        };
        let there = store.games(&tournament)?;
        self.watch.counts(there.len());
        if there.len() >= all {
            return Ok(there);
        }
        if self.stop.is_cancelled() {
            self.complete = false;
            return Ok(there);
        }
        let _lock = store.lock(&tournament)?;
        let watch = &mut self.watch;
        let mut executor = self.venue.open(plan, line_up).map_err(RunError::from)?;
        let kept = Some(Kept { store, tournament: &tournament });
        let complete = run(plan, line_up, kept, executor.as_mut(), self.stop, |_| watch.counts(1))?;
        self.complete &= complete;
        Ok(store.games(&tournament)?)
    }

    /// Takes a measurement, or finds it where it was taken before. `depends` says all it depends on besides its name.
    /// Nothing while only counting and once stopped; what was measured while the stop came is thrown away.
    pub fn measure<T: Serialize + DeserializeOwned>(
        &mut self,
        key: &str,
        depends: &str,
        take: impl FnOnce(&Cancel) -> Result<T, LabError>,
    ) -> Result<Option<T>, LabError> {
        let Some(store) = self.store else { return Ok(None) };
        let base = format!("reproduce/{}/{key}/{:016x}", self.report, fingerprint(depends));
        let key = self.generation(&base, |key| Ok(store.measurement(key)?.is_some()))?;
        let unreadable = |error| LabError::Measurement { key: key.clone(), error };
        if let Some(value) = store.measurement(&key)? {
            return serde_json::from_str(&value).map(Some).map_err(unreadable);
        }
        self.watch.begins(&format!("{}/{}", self.report, key.split('/').nth(2).unwrap_or_default()));
        let value = if self.stop.is_cancelled() { None } else { Some(take(self.stop)?) };
        match value.filter(|_| !self.stop.is_cancelled()) {
            Some(value) => {
                store.keep_measurement(&key, &serde_json::to_string(&value).map_err(unreadable)?)?;
                Ok(Some(value))
            }
            None => {
                self.complete = false;
                Ok(None)
            }
        }
    }

    /// The name under which something is kept: the last there is, or a new one after it if everything is done anew.
    fn generation(&self, base: &str, is_there: impl Fn(&str) -> Result<bool, LabError>) -> Result<String, LabError> {
        let name = |number: usize| if number == 1 { base.to_owned() } else { format!("{base}/{number}") };
        let mut next = 1;
        while is_there(&name(next))? {
            next += 1;
        }
        Ok(name(if self.settings.again { next } else { next.max(2) - 1 }))
    }
}

/// A number that differs where the text or our version differs.
fn fingerprint(text: &str) -> u64 {
    let bytes = env!("CARGO_PKG_VERSION").bytes().chain([0]).chain(text.bytes());
    bytes.fold(0, |print, byte| mix(print ^ u64::from(byte)))
}
