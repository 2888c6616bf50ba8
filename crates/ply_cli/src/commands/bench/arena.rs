//! What the arena itself costs: the time of a move of an agent that does not think, built in and as a program.

use std::time::Instant;

use anyhow::{Context as _, Result};
use ply_arena::{AgentSpec, Hall, HouseRules, TimeControl, match_tasks};
use ply_game::{BoardGame, Spec};
use ply_games::Visitor;
use ply_search::Cancel;
use serde::Serialize;
use serde_json::json;

use super::{each, title};
use crate::args::Format;
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
pub fn run(screen: Screen, specs: &[Spec], games: u32, format: Format) -> Result<()> {
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

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Result<Overhead> {
        let this = std::env::current_exe().context("this program cannot be found")?;
        let engine = format!("cmd:'{}' ugi {spec} random", this.display());
        let rules = HouseRules::new("10s".parse::<TimeControl>()?);
        let cost = |agent: &str| -> Result<Cost> {
            let agents: [AgentSpec; 2] = [agent.parse()?, agent.parse()?];
            let hall = Hall::new(spec.clone(), start.clone(), &agents, rules)?;
            let mut times = Vec::new();
            let tasks = match_tasks(self.games.min(20), 1);
            hall.play_all(&tasks, 1, &Cancel::default(), |_, record| times.extend(record.moves.iter().map(|mv| mv.ms)));
            Ok(Cost::of(times))
        };
        let (built_in, program) = (cost("random")?, cost(&engine)?);
        let random: AgentSpec = "random".parse()?;
        let hall = Hall::new(spec.clone(), start.clone(), &[random.clone(), random], rules)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let began = Instant::now();
        hall.play_all(&match_tasks(self.games, 1), cores, &Cancel::default(), |_, _| {});
        let games_per_second = self.games as f64 / began.elapsed().as_secs_f64();
        Ok(Overhead { game: spec.to_string(), built_in, program, games_per_second })
    }
}
