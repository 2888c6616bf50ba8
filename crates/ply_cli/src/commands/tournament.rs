//! `plyground tournament`: many agents, one table; from a file, or from the command line.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, bail};
use ply_agents::strongest;
use ply_arena::TimeControl;
use ply_arena::plan::{Format as TournamentFormat, Plan, PlanAgent};
use ply_arena::store::Store;
use ply_game::{BoardGame, Spec, nearest, playout, rng};
use ply_games::{Visitor, visit};

use super::live_table::LiveTable;
use super::run::{Players, Run, store_path};
use super::typed_plan::set_openings;
use super::{ladder, results};
use crate::args::TournamentArgs;
use crate::output::{Screen, tell};

/// Who plays where nobody is named, beside the game's strongest.
const DEFAULT_AGENTS: [&str; 4] = ["random", "greedy", "mcts", "alpha-beta"];
/// Thinking time of a whole game then, so that a first tournament ends within about a minute on two cores.
const DEFAULT_GAME_TIME: Duration = Duration::from_secs(2);

/// The name of a game's strongest agent.
struct Strongest;

impl Visitor for Strongest {
    type Output = &'static str;

    fn visit<G: BoardGame>(self, _spec: Spec, _start: G) -> &'static str {
        strongest::<G>()
    }
}

pub fn run(screen: Screen, args: &TournamentArgs) -> Result<ExitCode> {
    let players =
        Players { queue: &args.queue, concurrency: args.concurrency, programs: &args.keep.programs, must_start: true };
    let typed = if args.keep.resume { stored_plan(args)? } else { plan(args)? };
    let run = Run::tournament(typed, &args.again, &args.keep, players)?;
    run.ensure_tournament()?;
    run.tell_sandbox();
    if run.plan().submissions.is_some() {
        return ladder::run(screen, &run, args);
    }
    let mut table = LiveTable::new(screen, run.plan(), run.games()?);
    let complete = run.play(|game| table.add(run.plan(), game, &run.workers()));
    table.clear();
    let complete = complete.with_context(|| run.interrupted())?;
    let games = run.games()?;
    results::show_standings(screen, &run.plan().name, run.plan(), &games, args.format)?;
    if let Some(folder) = &args.report {
        let logs = args.keep.programs.log.as_deref().filter(|_| args.private);
        results::write_report(folder, run.plan(), &games, true, logs)?;
    }
    if complete {
        return Ok(ExitCode::SUCCESS);
    }
    tell(run.interrupted());
    Ok(ExitCode::from(1))
}

/// The plan of a tournament that is taken up again: those who take part, as they are stored.
fn stored_plan(args: &TournamentArgs) -> Result<Plan> {
    let store = Store::open_existing(&store_path(args.keep.store.as_deref())?)?;
    let mut plan = store.find(&stored_name(args)?)?.plan()?;
    plan.agents.retain(|agent| agent.aside.is_none() && (plan.submissions.is_none() || agent.files.is_none()));
    Ok(plan)
}

/// The name of a tournament to be taken up again: as it was said, or as its file says.
fn stored_name(args: &TournamentArgs) -> Result<String> {
    match args.keep.name.as_ref().or(args.what.as_ref().filter(|what| !is_file(what))) {
        Some(name) => Ok(name.clone()),
        None => Ok(plan(args)?.name),
    }
}

/// Whether the first word on the command line is a tournament file; a game else.
fn is_file(what: &str) -> bool {
    Path::new(what).is_file() || what.ends_with(".toml")
}

/// What is said of a word that can only be meant as a file, and is none.
fn missing_file(what: &str) -> Option<String> {
    let path = Path::new(what);
    let a_game = what.split(':').next().is_some_and(|name| !name.contains(['.', '/']));
    if path.exists() || a_game {
        return None;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names: Vec<String> = beside.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let name = path.file_name()?.to_str()?;
    let nearest = nearest(name, names.iter().map(String::as_str));
    let hint = nearest.map(|near| format!(", did you mean '{}'?", path.with_file_name(near).display()));
    Some(format!("there is no file '{what}'{}", hint.unwrap_or_default()))
}

/// The plan from a file or from the words on the command line, with what was said besides.
fn plan(args: &TournamentArgs) -> Result<Plan> {
    let Some(what) = &args.what else { bail!("expected a tournament file or a game") };
    if let Some(words) = missing_file(what) {
        bail!("{words}");
    }
    let mut plan = if is_file(what) {
        if !args.agents.is_empty() {
            bail!("{what} names its own agents; '{}' is one too many", args.agents[0]);
        }
        Plan::from_file(Path::new(what))?
    } else {
        let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let specs: Vec<&str> = if args.agents.is_empty() {
            let mut specs = DEFAULT_AGENTS.to_vec();
            specs.extend(Some(visit(&what.parse()?, None, Strongest)?).filter(|name| !specs.contains(name)));
            specs
        } else {
            args.agents.iter().map(String::as_str).collect()
        };
        let mut agents: Vec<PlanAgent> = Vec::new();
        specs.iter().for_each(|spec| agents.push(PlanAgent::typed(spec, &agents)));
        let mut plan = Plan::new(&format!("{what}-{seconds}"), what, agents)?;
        plan.games[0].time = default_time(what)?;
        plan.pairs = 3;
        plan.openings.plies = 2;
        plan
    };
    if let Some(name) = &args.keep.name {
        plan.name.clone_from(name);
    }
    plan.games.iter_mut().for_each(|game| game.time = args.time.unwrap_or(game.time));
    plan.pairs = args.pairs.map_or(plan.pairs, |pairs| pairs as usize);
    plan.seed = args.seed.unwrap_or(plan.seed);
    if let Some(openings) = &args.openings {
        set_openings(&mut plan, openings);
    }
    if let Some(format) = &args.meetings {
        plan.format = TournamentFormat::usual(format, plan.agents.len())
            .with_context(|| format!("expected one of {}, got '{format}'", TournamentFormat::WORDS.join(", ")))?;
    }
    Ok(plan)
}

/// A time for each move that adds up to [`DEFAULT_GAME_TIME`] if the game is as long as a random one.
fn default_time(game: &str) -> Result<TimeControl> {
    struct Plies;
    impl Visitor for Plies {
        type Output = usize;

        fn visit<G: BoardGame>(self, _spec: Spec, start: G) -> usize {
            playout(start, &mut rng(1)).1
        }
    }
    let plies = visit(&game.parse()?, None, Plies)?.max(1);
    let milliseconds = (DEFAULT_GAME_TIME.as_millis() as usize / plies).clamp(5, 200);
    Ok(format!("{milliseconds}ms").parse()?)
}
