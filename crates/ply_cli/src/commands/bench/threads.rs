//! Two threads against one: wall time to the same depth. Each repeat searches the same positions with both, one after
//! the other, so that a slow moment of the machine falls on both. Where other programs keep the cores busy the result
//! says nothing: two threads then take turns on what is left.

use std::time::Instant;

use anyhow::{Result, bail};
use ply_agents::alpha_beta;
use ply_game::{BoardGame, Spec};
use ply_games::Visitor;
use ply_search::{AlphaBetaConfig, Budget, Limits, Silent};
use serde::Serialize;
use serde_json::json;

use super::positions::open;
use super::{each, title};
use crate::args::Format;
use crate::measure::median_and_ends;
use crate::output::{Screen, print, print_json};

/// Positions of each game; one alone would be luck, because threads also change which parts of the tree are visited.
const POSITIONS: usize = 6;
/// The depth is what one thread completes within this many nodes.
const NODES: u64 = 3_000_000;

#[derive(Serialize)]
struct SpeedUp {
    game: String,
    positions: usize,
    /// The least and the greatest depth.
    depths: (u32, u32),
    one_thread_ms: f64,
    two_threads_ms: f64,
    speed_up: f64,
    min: f64,
    max: f64,
    /// How many more nodes two threads visit.
    more_nodes: f64,
}

/// Measures and prints.
pub fn run(screen: Screen, specs: &[Spec], repeats: u32, format: Format) -> Result<()> {
    let found = each(specs, "threads", || Measure { repeats })?;
    let mut rows = Vec::new();
    for (row, asked) in found.into_iter().zip(specs) {
        let Some(mut row) = row else {
            bail!("{asked} is too small: every position under way is settled at once");
        };
        row.game = title(&row.game, asked);
        rows.push(row);
    }
    if format.json {
        return print_json(&json!({"repeats": repeats, "games": rows}));
    }
    let headings = ["game", "depth", "1 thread", "2 threads", "speed-up", "min - max", "nodes"];
    let mut table = screen.table(1, &headings);
    for row in &rows {
        table.add_row([
            row.game.clone(),
            format!("{} - {}", row.depths.0, row.depths.1),
            format!("{:.0} ms", row.one_thread_ms),
            format!("{:.0} ms", row.two_threads_ms),
            format!("x {:.2}", row.speed_up),
            format!("{:.2} - {:.2}", row.min, row.max),
            format!("x {:.2}", row.more_nodes),
        ]);
    }
    print(&format!(
        "{}\n\nwall time over {POSITIONS} positions under way to the same depth, median of {repeats}\n",
        table.trim_fmt()
    ));
    Ok(())
}

struct Measure {
    repeats: u32,
}

impl Visitor for Measure {
    /// `None` where no position is open.
    type Output = Option<SpeedUp>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        speed_up(&spec, &start, NODES, self.repeats)
    }
}

fn speed_up<G: BoardGame>(spec: &Spec, start: &G, nodes: u64, repeats: u32) -> Option<SpeedUp> {
    let tasks: Vec<(G, u32)> = open(start, POSITIONS, Limits::nodes(nodes))
        .into_iter()
        .map(|(position, report)| (position, report.depth.max(1)))
        .collect();
    let shallowest = tasks.iter().map(|(_, depth)| *depth).min()?;
    let deepest = tasks.iter().map(|(_, depth)| *depth).max()?;
    let pairs: Vec<[Effort; 2]> = (0..repeats).map(|_| [1, 2].map(|threads| timed(&tasks, threads))).collect();
    let of = |each: fn(&[Effort; 2]) -> f64| median_and_ends(pairs.iter().map(each).collect());
    let (speed_up, min, max) = of(|[one, two]| one.wall_ms / two.wall_ms);
    Some(SpeedUp {
        game: spec.to_string(),
        positions: tasks.len(),
        depths: (shallowest, deepest),
        one_thread_ms: of(|[one, _]| one.wall_ms).0,
        two_threads_ms: of(|[_, two]| two.wall_ms).0,
        speed_up,
        min,
        max,
        more_nodes: of(|[one, two]| two.nodes / one.nodes).0,
    })
}

/// What a round over all positions took.
struct Effort {
    wall_ms: f64,
    nodes: f64,
}

/// Searches all positions, each to its depth and with nothing learnt; making the tables does not count.
fn timed<G: BoardGame>(tasks: &[(G, u32)], threads: usize) -> Effort {
    let config = AlphaBetaConfig { threads, ..AlphaBetaConfig::default() };
    let mut searcher = alpha_beta::<G>(config).expect("the configuration is sound");
    let mut effort = Effort { wall_ms: 0.0, nodes: 0.0 };
    for (position, depth) in tasks {
        searcher.forget();
        let start = Instant::now();
        let report = searcher.search(position, &Budget::new(Limits::depth(*depth)), &mut Silent);
        effort.wall_ms += start.elapsed().as_secs_f64() * 1e3;
        effort.nodes += report.nodes as f64;
    }
    effort
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_games::infexion::Infexion;

    #[test]
    fn every_repeat_counts_and_the_median_lies_between_the_ends() {
        let spec: Spec = "infexion".parse().expect("a spec");
        let found = speed_up(&spec, &Infexion::default(), 3000, 3).expect("infexion is open");
        assert_eq!(found.positions, POSITIONS);
        assert!(found.min <= found.speed_up && found.speed_up <= found.max && found.min > 0.0);
    }
}
