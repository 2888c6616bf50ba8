//! `plyground solve`: the exact value of a position.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use ply_agents::GamePayoff;
use ply_game::{BoardGame, Outcome, Spec, View, line_texts};
use ply_lab::solve::{Portfolio, Progress, ProveError, ShortestWin, Solution, load, prove, save, solve};
use ply_search::solve::{MOST_PAYOFF, Solver as _};
use ply_search::tablebase::TablebaseSolver;
use ply_search::{Budget, Limits};
use serde_json::json;

use super::every_start;
use super::run::on_interrupt;
use super::{quick_table, tablebase, win_within};
use crate::args::SolveArgs;
use crate::memory::{free_memory_mb, peak_memory_mb};
use crate::new_file::ensure_writable;
use crate::output::{Screen, Text, grouped, print_json, print_text, rate, spinner, tell};
use crate::setup::{Scene, SceneVisitor, with_scene};

/// The nodes and megabytes that the shortest win may cost once it is known that there is one.
const DISTANCE_NODES: u64 = 2_000_000;
const DISTANCE_MB: usize = 64;

pub fn run(screen: Screen, args: &SolveArgs) -> Result<ExitCode> {
    if args.every_start {
        return every_start::run(screen, args);
    }
    if let Some(proof) = args.proof.as_ref().filter(|proof| proof.exists()) {
        bail!("{} exists already: remove it, or name another file for the proof", proof.display());
    }
    args.store.iter().chain(&args.proof).try_for_each(|path| ensure_writable(path))?;
    if let Some(plies) = args.within {
        return win_within::run(screen, args, plies);
    }
    with_scene(&args.game, &args.from, Solve { screen, args })
}

struct Solve<'a> {
    screen: Screen,
    args: &'a SolveArgs,
}

/// What was found, and what it cost.
struct Found<M> {
    solution: Solution<M>,
    payoff: GamePayoff,
    distance: Option<u32>,
    nodes: u64,
    time: Duration,
}

impl SceneVisitor for Solve<'_> {
    type Output = ExitCode;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Result<ExitCode> {
        let (args, position) = (self.args, &scene.position);
        let threads = args.threads.map_or_else(cores, |threads| threads as usize);
        let limits = Limits { hard: args.time, ..Limits::default() };
        let budget = Budget { cancel: on_interrupt()?, ..Budget::new(limits) };
        let of_file = tablebase::open(&args.tablebase, &scene.spec, position)?.map(|table| table.values.clone());
        let table = match of_file {
            Some(table) => Some(table),
            None => quick_table::fill_if_quicker(args, &scene, threads, &budget)?,
        };
        let mut solver = match &table {
            None => Portfolio::new(&scene.spec, position, table_size(args.table as usize), threads),
            Some(table) => {
                Portfolio::new(&scene.spec, position, 1, 1).asking(Box::new(TablebaseSolver(Arc::clone(table))))
            }
        };
        if let Some(store) = args.store.as_ref().filter(|store| store.exists()) {
            let entries = grouped(load(store, &scene.spec, &solver)?);
            tell(format_args!("{entries} entries taken up from {}", store.display()));
        }
        if let Some(nodes) = solver.estimate(position).filter(|_| table.is_none()) {
            tell(format_args!("a position like this takes some {} nodes", rate(nodes as f64)));
        }
        if let Some(store) = &args.store {
            keep_now_and_then(&mut solver, store, &scene.spec, args.store_size);
        }
        let bar = Watch::start(solver.progress.clone());
        let payoff = GamePayoff::of(&scene.spec);
        let mut solution = solve(position, payoff, &mut solver, &budget);
        let winner = solution.outcome().and_then(Outcome::winner).filter(|_| payoff == GamePayoff::Result);
        let short = Limits { nodes: Some(DISTANCE_NODES), ..limits };
        let short = Budget { limits: short, ..budget.clone() };
        let mut shortest = winner.map(|winner| ShortestWin::new(winner, DISTANCE_MB, &short));
        let distance = shortest.as_mut().and_then(|shortest| shortest.plies(position));
        if let (Some(shortest), Some(plies)) = (&mut shortest, distance) {
            solution.line = shortest.line(position, plies);
            solution.best = solution.line.first().copied().or(solution.best);
        }
        let looked_at = table.filter(|_| args.tablebase.is_empty()).map_or(0, |table| table.positions());
        let (nodes, time) = (looked_at + solver.progress.state().nodes, budget.elapsed());
        bar.end();

        let found = Found { solution, payoff, distance, nodes, time };
        self.show(&scene, &found)?;
        if let Some(store) = &args.store {
            let entries = grouped(save(store, &scene.spec, &solver, bytes(args.store_size))?);
            tell(format_args!("{entries} entries kept in {}", store.display()));
        }
        if let Some(path) = &args.proof {
            write_proof(path, &budget, |budget, file| {
                prove(&scene.spec, position, &found.solution, &mut solver, budget, file)
            })?;
        }
        Ok(ExitCode::from(u8::from(found.solution.outcome().is_none())))
    }
}

/// The tables are kept so often while the work goes on, or as often as takes a twentieth of the time, so that little is lost
/// with the machine.
const KEPT_EVERY: Duration = Duration::from_secs(60);

fn keep_now_and_then<G: BoardGame>(solver: &mut Portfolio<G>, store: &Path, game: &Spec, size: Option<u64>) {
    let (store, game, mut next) = (store.to_owned(), game.clone(), Instant::now() + KEPT_EVERY);
    solver.between_turns(move |solver| {
        let begun = Instant::now();
        if begun >= next {
            if let Err(error) = save(&store, &game, solver, bytes(size)) {
                tell(format_args!("{error}; it is tried again"));
            }
            next = Instant::now() + KEPT_EVERY.max(20 * begun.elapsed());
        }
    });
}

fn bytes(megabytes: Option<u64>) -> Option<u64> {
    megabytes.map(|megabytes| megabytes << 20)
}

/// Writes a proof, however long that takes.
pub(super) fn write_proof(
    path: &Path,
    budget: &Budget,
    prove: impl FnOnce(&Budget, BufWriter<File>) -> Result<usize, ProveError>,
) -> Result<()> {
    let file = File::create_new(path).with_context(|| format!("cannot write {}", path.display()))?;
    let unlimited = Budget { cancel: budget.cancel.clone(), ..Budget::new(Limits::default()) };
    let bar = spinner("writing the proof");
    let written = prove(&unlimited, BufWriter::new(file));
    bar.finish_and_clear();
    if written.is_err() {
        // Half a proof is none.
        std::fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    tell(format_args!("{}: a proof of {} positions", path.display(), grouped(written? as u64)));
    Ok(())
}

impl Solve<'_> {
    fn show<G: BoardGame>(&self, scene: &Scene<G>, found: &Found<G::Move>) -> Result<()> {
        let Found { solution, payoff, distance, nodes, time } = found;
        let pv = line_texts(&scene.position, &solution.line);
        let best = solution.best.map(|mv| scene.position.move_text(mv));
        let counts = *payoff == GamePayoff::Points;
        if self.args.format.json {
            let outcome = solution.outcome();
            return print_json(&json!({
                "game": scene.spec.to_string(),
                "position": scene.position.position_text(),
                "value": outcome.map(|outcome| outcome.to_string()),
                "margin": solution.value().filter(|_| counts),
                "proven": outcome.is_some(),
                "bounds": [bound(solution.lower), bound(solution.upper)],
                "move": best,
                "pv": pv,
                "distance": distance,
                "nodes": nodes,
                "time_ms": time.as_secs_f64() * 1e3,
                "memory_mb": peak_memory_mb(),
            }));
        }
        let mut text = Text::from("\n");
        if let Some(mv) = solution.best {
            let view = View { unicode: self.screen.unicode, last: Some(mv) };
            text = text + self.screen.draw(&scene.position.after(mv).draw(view)) + "\n";
        }
        let seconds = time.as_secs_f64();
        let mut words = match solution.outcome() {
            Some(Outcome::Draw) => "a draw with best play, proven".to_owned(),
            Some(Outcome::Win(winner)) => format!("the {winner} player wins, proven"),
            None => format!("not decided within the limits: {}", between(solution, counts)),
        };
        match (solution.value(), distance) {
            (Some(margin), _) if counts && margin != 0 => words += &format!(", by {}", margin.abs()),
            (None, _) if counts && solution.outcome().is_some() => words += &format!("; {}", between(solution, counts)),
            (_, Some(plies)) => words += &format!(", in {plies} plies"),
            _ => {}
        }
        words += &best.map(|best| format!("\nbest: {best}")).unwrap_or_default();
        if !pv.is_empty() {
            words += &format!("\nline: {}", pv.join(" "));
        }
        let speed = rate(*nodes as f64 / seconds.max(1e-9));
        words += &format!("\n{} nodes in {seconds:.3} s, {speed} nodes/s\n", rate(*nodes as f64));
        print_text(text + words);
        Ok(())
    }
}

/// A bound that says something.
fn bound(value: i32) -> Option<i32> {
    (value.abs() < MOST_PAYOFF).then_some(value)
}

fn between<M>(solution: &Solution<M>, counts: bool) -> String {
    let text = |value| bound(value).map_or_else(|| "?".to_owned(), |value| format!("{value:+}"));
    let unit = if counts { "margin" } else { "value" };
    format!("the first player's {unit} is between {} and {}", text(solution.lower), text(solution.upper))
}

/// As much as was asked for, unless the machine has less to spare.
pub(super) fn table_size(asked: usize) -> usize {
    let spare = free_memory_mb().map_or(asked, |free| free * 9 / 10);
    if spare < asked {
        tell(format_args!("only {spare} MB of memory are free: the tables get that instead of {asked} MB"));
    }
    asked.min(spare).max(2)
}

pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Says how far it is while it goes on.
pub(super) struct Watch {
    bar: indicatif::ProgressBar,
    ended: std::sync::mpsc::Sender<()>,
    thread: std::thread::JoinHandle<()>,
}

impl Watch {
    pub(super) fn start(progress: Progress) -> Self {
        const REST: Duration = Duration::from_millis(200);
        let bar = spinner("solving");
        let (ended, end) = std::sync::mpsc::channel::<()>();
        let shown = bar.clone();
        let thread = std::thread::spawn(move || {
            while end.recv_timeout(REST) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                let state = progress.state();
                let nodes = rate(state.nodes as f64);
                if let Some(plies) = state.plies {
                    shown.set_message(format!("a win within {plies} plies? {nodes} nodes"));
                } else if let Some((lower, upper)) = state.bounds {
                    let text = |value| bound(value).map_or_else(|| "?".to_owned(), |value| format!("{value:+}"));
                    let (lower, upper, target) = (text(lower), text(upper), state.target);
                    shown.set_message(format!(
                        "the mover gets between {lower} and {upper}; at least {target:+}? {nodes} nodes"
                    ));
                }
            }
        });
        Self { bar, ended, thread }
    }

    pub(super) fn end(self) {
        drop(self.ended);
        // It ends at once: nobody can tell it anything any more.
        self.thread.join().expect("it does not panic");
        self.bar.finish_and_clear();
    }
}
