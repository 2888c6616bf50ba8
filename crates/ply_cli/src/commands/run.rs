//! What `match`, `sprt` and `tournament` have in common: a checked plan, a store if one is wanted, threads that play.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use ply_arena::external::sandbox;
use ply_arena::plan::{Continued, Format, Plan, Submissions};
use ply_arena::schedule::Results;
use ply_arena::store::{Lock, Store, StoredGame, Tournament, default_path};
use ply_arena::{Agenda, Fault, Here, Kept, LadderEvent, Launcher, LineUp, Progress, Venue, WorkerSeen, hash_programs};
use ply_game::harmless_line;
use ply_search::Cancel;

use super::queue::venue;
use super::typed_plan::{difference, ensure_openings, ensure_same_programs, match_plan};
use crate::args::{Keep, MatchRules, ProgramArgs, QueueArgs};
use crate::output::{before_bar, tell};

/// A plan that was checked, and everything that is needed to play it.
pub struct Run {
    plan: Plan,
    line_up: LineUp,
    kept: Option<Stored>,
    venue: Box<dyn Venue>,
    /// Games are played on this machine.
    here: bool,
    stop: Cancel,
}

/// A tournament of a store, and the right to play it.
struct Stored {
    store: Store,
    tournament: Tournament,
    _lock: Lock,
}

/// Who plays, as far as it was asked for: the workers of a queue, or so many threads.
#[derive(Clone, Copy)]
pub struct Players<'a> {
    pub queue: &'a QueueArgs,
    pub concurrency: Option<u32>,
    pub programs: &'a ProgramArgs,
    /// Nobody plays where a program of a match does not start; otherwise it forfeits its games.
    pub must_start: bool,
}

impl<'a> From<&'a MatchRules> for Players<'a> {
    fn from(rules: &'a MatchRules) -> Self {
        Self { queue: &rules.queue, concurrency: rules.concurrency, programs: &rules.keep.programs, must_start: true }
    }
}

impl Players<'_> {
    /// The plan made ready. What this machine can enforce does not matter where others play.
    fn line_up(&self, plan: &Plan) -> Result<LineUp> {
        if self.queue.server.queue.is_some() {
            return Ok(LineUp::elsewhere(plan)?);
        }
        let line_up = LineUp::new(plan)?;
        if self.must_start
            && matches!(plan.format, Format::Match { .. } | Format::Tuning { .. })
            && let Some((place, fault)) = line_up.unready(cores_for(1), &self.programs.logs()?).into_iter().next()
        {
            return Err(anyhow::Error::msg(Unready(unready(&plan.agents[place].name, &fault))));
        }
        Ok(line_up)
    }

    /// Games at the same time: as asked, as the plan says, else so many that every thread of every agent has a core.
    fn venue(&self, plan: &Plan, line_up: &LineUp) -> Result<Box<dyn Venue>> {
        let asked = self.concurrency.map(|asked| asked as usize).or(plan.concurrency);
        if self.queue.server.queue.is_some() && (self.programs.log.is_some() || self.programs.verbose) {
            bail!("--log and --verbose: what is said is heard where it is said, and does not travel over a queue");
        }
        let here = Here { games: asked.unwrap_or_else(|| cores_for(line_up.threads())), logs: self.programs.logs()? };
        venue(self.queue, here)
    }
}

/// A program cannot even begin.
#[derive(Debug)]
pub struct Unready(String);

impl std::fmt::Display for Unready {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is said of such a program.
fn unready(name: &str, fault: &Fault) -> String {
    let words =
        if fault.last_words.is_empty() { String::new() } else { format!("; its last words:\n{}", fault.last_words) };
    format!("{name} cannot play: {fault}{words}")
}

impl Run {
    /// A tournament of a plan; a tuning hands out its games itself.
    pub fn ensure_tournament(&self) -> Result<()> {
        let tuning = matches!(self.plan.format, Format::Tuning { .. });
        ensure!(!tuning, "'{}' is a tuning: plyground tune --resume takes it up again", self.plan.name);
        Ok(())
    }

    /// A new run, kept in the store that was named, or in the usual one. Nothing is made before the plan is checked.
    fn begun(plan: Plan, keep: &Keep, players: Players<'_>) -> Result<Self> {
        let line_up = players.line_up(&plan)?;
        let store = Store::open(&store_path(keep.store.as_deref())?)?;
        let tournament = store.create(&plan)?;
        Self::stored(plan, line_up, store, tournament, players)
    }

    /// A run of the store, taken up again.
    pub fn resumed(name: &str, keep: &Keep, players: Players<'_>) -> Result<Self> {
        let store = Store::open_existing(&store_path(keep.store.as_deref())?)?;
        let tournament = store.find(name)?;
        let plan = tournament.plan()?;
        let line_up = players.line_up(&plan)?;
        Self::stored(plan, line_up, store, tournament, players)
    }

    /// A tournament: a new one, or what is missing of the one that is in the store under its name. Everything is checked
    /// before anything is stored.
    pub fn tournament(mut typed: Plan, again: &[String], keep: &Keep, players: Players<'_>) -> Result<Self> {
        if !keep.resume {
            typed.read.extend_from_slice(&keep.programs.read);
        }
        players.line_up(&typed)?;
        let path = store_path(keep.store.as_deref())?;
        let store = path.exists().then(|| Store::open_existing(&path)).transpose()?;
        match &typed.submissions {
            Some(Submissions { folder, .. }) => {
                ensure!(folder.is_dir(), "submissions.folder: '{}' is no folder", folder.display());
            }
            None => hash_programs(&mut typed),
        }
        let there = store.as_ref().map(|store| store.by_name(&typed.name)).transpose()?.flatten();
        let (Some(store), Some(tournament)) = (store, there) else {
            ensure!(again.is_empty(), "--again: '{}' is not in the store yet", typed.name);
            ensure_openings(&typed)?;
            let plan = admitted(typed, &Results::default(), players)?;
            if plan.openings.plies > 0 && plan.openings.file.is_none() {
                let plies = plan.openings.plies;
                tell(format!("games begin with {plies} random plies; openings = {{ plies = 0 }} begins at the start"));
            }
            let line_up = players.line_up(&plan)?;
            let store = Store::open(&path)?;
            let tournament = store.create(&plan)?;
            return Self::stored(plan, line_up, store, tournament, players);
        };
        // Whoever else plays it would not learn of a change.
        let lock = store.lock(&tournament)?;
        let stored = tournament.plan()?;
        let results = store.results(&tournament)?;
        let Continued { plan, said } = stored.go_on(&typed, again, &results)?;
        said.iter().for_each(tell);
        let plan = admitted(plan, &results, players)?;
        let plan = Plan { concurrency: typed.concurrency, ..plan };
        let line_up = players.line_up(&plan)?;
        let tournament = if plan == stored { tournament } else { store.change(&tournament, &plan)? };
        drop(lock);
        Self::stored(plan, line_up, store, tournament, players)
    }

    /// A match of two agents, kept if a store was named or it is taken up again. It is known in the store by all that
    /// makes it this match: the same command finds it again.
    pub fn of_match(what: &str, game: &str, agents: [&str; 2], length: usize, rules: &MatchRules) -> Result<Self> {
        Self::of_plan(what, match_plan(what, game, agents, length, rules)?, &rules.keep, rules.into())
    }

    /// The same match where a program that does not start forfeits its games.
    pub fn of_any_match(what: &str, game: &str, agents: [&str; 2], length: usize, rules: &MatchRules) -> Result<Self> {
        let players = Players { must_start: false, ..rules.into() };
        Self::of_plan(what, match_plan(what, game, agents, length, rules)?, &rules.keep, players)
    }

    /// A run of a plan, kept if a store was named or it is taken up again: only as the one it was.
    pub fn of_plan(what: &str, mut plan: Plan, keep: &Keep, players: Players<'_>) -> Result<Self> {
        plan.read.extend_from_slice(&keep.programs.read);
        if keep.store.is_some() || keep.resume {
            hash_programs(&mut plan);
        }
        if !keep.resume {
            ensure_openings(&plan)?;
        }
        match (&keep.store, keep.resume) {
            (_, true) => {
                let run = Self::resumed(&plan.name, keep, players)?;
                ensure_same_programs(&run.plan, &mut plan)?;
                let difference = difference(&run.plan, &plan).map(|words| format!(": {words}")).unwrap_or_default();
                let name = &plan.name;
                ensure!(run.plan == plan, "'{name}' in the store is another {what} than the one typed{difference}");
                Ok(run)
            }
            (Some(_), false) => Self::begun(plan, keep, players),
            (None, false) => {
                let line_up = players.line_up(&plan)?;
                let venue = players.venue(&plan, &line_up)?;
                Ok(Self {
                    plan,
                    line_up,
                    kept: None,
                    venue,
                    here: players.queue.server.queue.is_none(),
                    stop: on_interrupt()?,
                })
            }
        }
    }

    fn stored(plan: Plan, line_up: LineUp, store: Store, tournament: Tournament, players: Players<'_>) -> Result<Self> {
        let lock = store.lock(&tournament)?;
        let venue = players.venue(&plan, &line_up)?;
        let kept = Some(Stored { store, tournament, _lock: lock });
        Ok(Self { plan, line_up, kept, venue, here: players.queue.server.queue.is_none(), stop: on_interrupt()? })
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    pub fn line_up(&self) -> &LineUp {
        &self.line_up
    }

    /// The games that are kept so far.
    pub fn games(&self) -> Result<Vec<StoredGame>> {
        Ok(match &self.kept {
            Some(kept) => kept.store.games(&kept.tournament)?,
            None => Vec::new(),
        })
    }

    /// The plan as it is in the store by now.
    pub fn stored_plan(&self) -> Result<Plan> {
        Ok(match &self.kept {
            Some(kept) => kept.store.find(&self.plan.name)?.plan()?,
            None => self.plan.clone(),
        })
    }

    /// No new game begins from now on.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Plays what is missing; whether that was all.
    pub fn play(&self, ended: impl FnMut(&Progress<'_>)) -> Result<bool> {
        let mut executor = self.venue.open(&self.plan, &self.line_up)?;
        let ended = self.with_workers(ended);
        Ok(ply_arena::run(&self.plan, &self.line_up, self.kept(), executor.as_mut(), &self.stop, ended)?)
    }

    /// Runs a ladder until it is stopped.
    pub fn climb(&self, happened: impl FnMut(&Plan, LadderEvent<'_>)) -> Result<()> {
        let kept = self.kept().context("a ladder is kept in a store")?;
        ensure!(self.here, "a ladder is played on one machine: leave --queue out");
        let mut executor = self.venue.open(&self.plan, &self.line_up)?;
        Ok(ply_arena::run_ladder(kept, executor.as_mut(), &self.stop, happened)?)
    }

    /// The same for games that are handed out by something else than the plan.
    pub fn play_agenda(&self, agenda: &mut dyn Agenda, ended: impl FnMut(&Progress<'_>)) -> Result<bool> {
        let mut executor = self.venue.open(&self.plan, &self.line_up)?;
        let ended = self.with_workers(ended);
        Ok(ply_arena::run_agenda(agenda, self.kept(), executor.as_mut(), &self.stop, ended)?)
    }

    /// Says before the progress bar how many workers there are.
    fn with_workers(&self, mut ended: impl FnMut(&Progress<'_>)) -> impl FnMut(&Progress<'_>) {
        let mut told: Option<Instant> = None;
        move |game| {
            ended(game);
            if !self.here && told.is_none_or(|told| told.elapsed() >= Duration::from_secs(1)) {
                told = Some(Instant::now());
                let workers = self.workers();
                let minute: u64 = workers.iter().map(|worker| worker.per_minute).sum();
                before_bar(|| format!("{} workers, {minute} games/min ", workers.len()));
            }
        }
    }

    /// The machines that play, as far as there are others than this one.
    pub fn workers(&self) -> Vec<WorkerSeen> {
        self.venue.workers()
    }

    fn kept(&self) -> Option<Kept<'_>> {
        self.kept.as_ref().map(|kept| Kept { store: &kept.store, tournament: &kept.tournament })
    }

    /// What could not be enforced here, where programs play.
    pub fn tell_sandbox(&self) {
        let programs =
            self.plan.submissions.is_some() || self.plan.agents.iter().any(|agent| agent.spec.starts_with("cmd:"));
        if self.here && programs {
            tell(sandbox::probe(&Launcher::this_binary()));
        }
    }

    /// What to type to go on, where that can be.
    pub fn interrupted(&self) -> String {
        match (&self.kept, self.plan.format) {
            (None, _) => "stopped".to_owned(),
            (Some(_), Format::Match { .. } | Format::Tuning { .. }) => {
                "stopped; the same command with --resume goes on".to_owned()
            }
            (Some(kept), _) => {
                let usual = default_path().as_deref() == Some(kept.store.path());
                let store = if usual { String::new() } else { format!(" --store '{}'", kept.store.path().display()) };
                let name = &self.plan.name;
                format!("stopped; the same command goes on, or: plyground tournament --resume --name '{name}'{store}")
            }
        }
    }
}

/// A plan with those set aside who cannot play: programs that do not start and, where the plan asks for qualifying games,
/// whoever is at fault in them. Who has played before is not asked again, and who plays elsewhere cannot be asked here.
fn admitted(mut plan: Plan, results: &Results, players: Players<'_>) -> Result<Plan> {
    if players.queue.server.queue.is_some() || plan.submissions.is_some() {
        return Ok(plan);
    }
    let played: BTreeSet<usize> = results.iter().flat_map(|(pairing, _)| pairing.agents).collect();
    let asked = |place: &usize| {
        let is_program = plan.agents[*place].spec.starts_with("cmd:");
        !played.contains(place) && (is_program || plan.qualify > 0)
    };
    let asked: Vec<usize> = plan.present().into_iter().filter(asked).collect();
    let next = AtomicUsize::new(0);
    let refused = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..cores_for(1).min(asked.len()) {
            scope.spawn(|| {
                while let Some(place) = asked.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = ply_arena::qualify(&plan, *place, plan.qualify) {
                        let mut refused = refused.lock().unwrap_or_else(PoisonError::into_inner);
                        refused.insert(*place, harmless_line(&error.to_string(), LONGEST_REASON));
                    }
                }
            });
        }
    });
    for (place, reason) in refused.into_inner().unwrap_or_else(PoisonError::into_inner) {
        tell(format!("set aside: {}: {reason}", plan.agents[place].name));
        plan.agents[place].aside = Some(reason);
        // It may have been paired in the rounds that have begun.
        plan.agents[place].until = results.iter().map(|(pairing, _)| pairing.round + 1).max();
    }
    let able = plan.present().len();
    ensure!(able >= 2, "{able} of {} agents can play: there is no tournament", plan.agents.len());
    Ok(plan)
}

/// Characters of the reason for which an agent is set aside.
const LONGEST_REASON: usize = 500;

/// Where results are kept.
pub fn store_path(asked: Option<&Path>) -> Result<PathBuf> {
    match asked {
        Some(path) => Ok(path.to_owned()),
        None => default_path().context("there is no home folder for the store: name one with --store FILE"),
    }
}

/// Is set by Ctrl-C, and by a hang-up unless that was to be ignored: `nohup` must keep its promise.
pub fn on_interrupt() -> Result<Cancel> {
    let stop = Cancel::default();
    let handler = stop.clone();
    let hang_up_is_ignored = hang_up_is_ignored();
    ctrlc::set_handler(move || handler.cancel()).context("cannot listen for Ctrl-C")?;
    if hang_up_is_ignored {
        // SAFETY: ignoring a signal installs no code that could run at a bad moment.
        unsafe { libc::signal(libc::SIGHUP, libc::SIG_IGN) };
    }
    Ok(stop)
}

/// Whether this process was started with hang-ups ignored, as the kernel tells.
fn hang_up_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (libc::SIGHUP - 1) & 1 == 1)
}

/// How many games the cores bear, if one agent of each game thinks at a time on so many threads.
pub fn cores_for(threads: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (cores / threads.max(1)).max(1)
}
