//! `plyground solve GAME --every-start`: each start that the game may draw.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, Result, ensure};
use ply_agents::{GamePayoff, board};
use ply_game::{BoardGame, Outcome, Player, Spec};
use ply_games::{Visitor, families, visit};
use ply_lab::solve::{Portfolio, Solution, Start, every_start, solve, starts_picture};
use ply_lab::work_sharing::map_numbers;
use ply_search::{Budget, Limits};
use serde_json::json;

use super::run::on_interrupt;
use super::solve::{cores, table_size};
use crate::args::SolveArgs;
use crate::new_file::{FORCE, ensure_new};
use crate::output::{Screen, print, print_json, progress, rate};

/// So many seeds draw every start of a small board many times over.
const SEEDS: u64 = 20_000;

pub fn run(screen: Screen, args: &SolveArgs) -> Result<ExitCode> {
    let spec: Spec = args.game.parse()?;
    let family = families().into_iter().find(|family| family.name == spec.name);
    let is_drawn = family.is_none_or(|family| family.options.iter().any(|option| option.key == "seed"));
    ensure!(is_drawn, "{} has one start: leave --every-start out", spec.name);
    let has_seed = spec.options.iter().any(|(key, _)| key == "seed");
    ensure!(!has_seed, "--every-start draws with many seeds: leave seed out of '{spec}'");
    if let Some(picture) = &args.picture {
        ensure_new(picture, args.force, FORCE)?;
    }
    let threads = args.threads.map_or_else(cores, |threads| threads as usize);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    pool.install(|| visit(&spec, None, Starts { screen, args, threads }))?
}

struct Starts<'a> {
    screen: Screen,
    args: &'a SolveArgs,
    threads: usize,
}

/// What was found of a start.
struct Found<G: BoardGame> {
    start: Start<G>,
    solution: Solution<G::Move>,
    nodes: u64,
}

impl Visitor for Starts<'_> {
    type Output = Result<ExitCode>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Result<ExitCode> {
        let args = self.args;
        let starts = every_start(&spec, &start, SEEDS)?;
        let megabytes = table_size(args.table as usize) / self.threads.min(starts.len()).max(1);
        let limits = Limits { hard: args.time, ..Limits::default() };
        let budget = Budget { cancel: on_interrupt()?, ..Budget::new(limits) };
        let bar = progress(starts.len() as u64, "starts");
        let done = AtomicU64::new(0);
        let find = |at: usize| {
            let start = &starts[at];
            let mut solver = Portfolio::new(&spec, &start.position, megabytes.max(2), 1);
            let solution = solve(&start.position, GamePayoff::of(&spec), &mut solver, &budget);
            bar.set_position(done.fetch_add(1, Ordering::Relaxed) + 1);
            Found { start: start.clone(), solution, nodes: solver.progress.state().nodes }
        };
        let found = map_numbers(starts.len(), find);
        bar.finish_and_clear();
        self.show(&spec, &found, &budget)?;
        if let Some(path) = &args.picture {
            write_picture(path, &spec, &found)?;
        }
        let undecided = found.iter().any(|found| found.solution.outcome().is_none());
        Ok(ExitCode::from(u8::from(undecided)))
    }
}

fn write_picture<G: BoardGame>(path: &Path, spec: &Spec, found: &[Found<G>]) -> Result<()> {
    let starts: Vec<(String, Option<Outcome>)> =
        found.iter().map(|found| (found.start.position.position_text(), found.solution.outcome())).collect();
    let undecided = if starts.iter().any(|(_, outcome)| outcome.is_none()) { "; white, not decided" } else { "" };
    let title = format!("{}: blue, the first player wins; orange, the second; grey, a draw{undecided}", board(spec));
    let picture = starts_picture(&title, &starts);
    let picture = picture.with_context(|| format!("there are no pictures of {}", spec.name))?;
    std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))
}

impl Starts<'_> {
    fn show<G: BoardGame>(&self, spec: &Spec, found: &[Found<G>], budget: &Budget) -> Result<()> {
        let outcomes =
            [Some(Outcome::Win(Player::First)), Some(Outcome::Draw), Some(Outcome::Win(Player::Second)), None];
        let counts = outcomes.map(|outcome| found.iter().filter(|found| found.solution.outcome() == outcome).count());
        let (time, nodes) = (budget.elapsed(), found.iter().map(|found| found.nodes).sum::<u64>());
        if self.args.format.json {
            let starts: Vec<_> = found
                .iter()
                .map(|Found { start, solution, nodes }| {
                    json!({
                        "seed": start.seed,
                        "drawn": start.drawn,
                        "position": start.position.position_text(),
                        "value": solution.outcome().map(|outcome| outcome.to_string()),
                        "margin": solution.value().filter(|_| GamePayoff::of(spec) == GamePayoff::Points),
                        "move": solution.best.map(|mv| start.position.move_text(mv)),
                        "nodes": nodes,
                    })
                })
                .collect();
            return print_json(&json!({
                "game": board(spec).to_string(),
                "seeds": SEEDS,
                "first": counts[0],
                "draws": counts[1],
                "second": counts[2],
                "undecided": counts[3],
                "nodes": nodes,
                "time_ms": time.as_secs_f64() * 1e3,
                "starts": starts,
            }));
        }
        let mut table = self.screen.table(3, &["start", "value", "move", "margin", "seed", "drawn", "nodes"]);
        for Found { start, solution, nodes } in found {
            table.add_row([
                start.position.position_text(),
                solution.outcome().map_or_else(|| "?".to_owned(), |outcome| outcome.to_string()),
                solution.best.map(|mv| start.position.move_text(mv)).unwrap_or_default(),
                solution.value().map_or_else(|| "?".to_owned(), |margin| format!("{margin:+}")),
                start.seed.to_string(),
                format!("{:.1} %", start.drawn as f64 * 100.0 / SEEDS as f64),
                rate(*nodes as f64),
            ]);
        }
        let [first, draws, second, undecided] = counts;
        print(&format!(
            "{}\n{} starts: {first} won by the first player, {draws} drawn, {second} won by the second, {undecided} not decided\n{} nodes in {:.3} s\n",
            table.trim_fmt(),
            found.len(),
            rate(nodes as f64),
            time.as_secs_f64(),
        ));
        Ok(())
    }
}
