//! What the arena itself costs: the time of a move of an agent that does not think, built in and as a program.

use std::time::Instant;

use anyhow::{Context as _, Result};
use ply_arena::plan::{Format, Plan, PlanAgent};
use ply_arena::schedule::Results;
use ply_arena::{DrawnOpenings, LineUp, Threads};
use ply_game::{BoardGame, Spec};
use ply_games::Visitor;
use ply_search::Cancel;
use serde::Serialize;
use serde_json::json;

use super::{each, title};
use crate::args::Format as Print;
use crate::output::{Screen, print, print_json};

/// Microseconds of a move, from the question to the checked answer.
#[derive(Serialize)]
struct Cost {
    median_us: f64,
    p99_us: f64,
}

impl Cost {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).map_or(0.0, |ms| ms * 1e3);
        Self { median_us: at(0.5), p99_us: at(0.99) }
    }

    fn row(&self) -> [String; 2] {
        [format!("{:.1}", self.median_us), format!("{:.1}", self.p99_us)]
    }
}

#[derive(Serialize)]
struct Overhead {
    game: String,
    built_in: Cost,
    program: Cost,
    /// Games a second of `random` against `random` on all cores.
    games_per_second: f64,
}

/// Measures and prints.
pub fn run(screen: Screen, specs: &[Spec], games: u32, format: Print) -> Result<()> {
    let found = each(specs, "arena", || Measure { games: games as usize })?;
    let found: Vec<Overhead> = found.into_iter().collect::<Result<_>>()?;
    if format.json {
        return print_json(&json!({"unit": "microseconds a move", "games": found}));
    }
    let headings = ["arena", "built in, us a move", "99 %", "program, us a move", "99 %", "games/s"];
    let mut table = screen.table(1, &headings);
    for (overhead, asked) in found.iter().zip(specs) {
        let [built_in, built_in_late] = overhead.built_in.row();
        let [program, program_late] = overhead.program.row();
        let name = title(&overhead.game, asked);
        let games = format!("{:.0}", overhead.games_per_second);
        table.add_row([name, built_in, built_in_late, program, program_late, games]);
    }
    print(&format!("{}\n\nrandom against random, {games} games each; median and 99th percentile\n", table.trim_fmt()));
    Ok(())
}

struct Measure {
    games: usize,
}

impl Visitor for Measure {
    type Output = Result<Overhead>;

    fn visit<G: BoardGame>(self, spec: Spec, _start: G) -> Result<Overhead> {
        let this = std::env::current_exe().context("this program cannot be found")?;
        let engine = format!("cmd:'{}' ugi {spec} random", this.display());
        let (built_in, program) = (cost(&spec, "random", self.games)?, cost(&spec, &engine, self.games)?);
        let (plan, line_up) = against_itself(&spec, "random", self.games)?;
        let mut threads = Threads::new(std::thread::available_parallelism().map_or(1, usize::from))?;
        let began = Instant::now();
        ply_arena::run(&plan, &line_up, None, &mut threads, &Cancel::default(), |_| {})?;
        let games_per_second = self.games as f64 / began.elapsed().as_secs_f64();
        Ok(Overhead { game: spec.to_string(), built_in, program, games_per_second })
    }
}

/// What a turn takes, from one to the next: the agent does not think.
fn cost(spec: &Spec, agent: &str, games: usize) -> Result<Cost> {
    let (plan, line_up) = against_itself(spec, agent, games.min(20))?;
    let mut times = Vec::new();
    for pairing in plan.scheduler().next(&Results::default()) {
        let mut last: Option<Instant> = None;
        line_up.task(pairing).play(&DrawnOpenings::default(), &mut |_| {
            let now = Instant::now();
            times.extend(last.replace(now).map(|last| (now - last).as_secs_f64() * 1e3));
        })?;
    }
    Ok(Cost::of(times))
}

fn against_itself(spec: &Spec, agent: &str, games: usize) -> Result<(Plan, LineUp)> {
    let agents = vec![PlanAgent::new("one", agent), PlanAgent::new("other", agent)];
    let mut plan = Plan::new("bench", &spec.to_string(), agents)?;
    plan.games[0].time = "10s".parse()?;
    plan.format = Format::Match { length: games };
    let line_up = LineUp::new(&plan)?;
    Ok((plan, line_up))
}
