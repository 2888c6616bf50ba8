//! `plyground bench`: perft leaves and random play-outs per CPU second and thread. Every leaf is played and its outcome
//! asked for; nothing is counted in bulk.

use anyhow::Result;
use ply_game::{BoardGame, Spec, perft, playout, rng};
use ply_games::{Visitor, families, visit};
use serde::Serialize;
use serde_json::json;

use crate::args::Format;
use crate::measure::{Rate, measure};
use crate::output::{Screen, print, print_json, progress, rate};

/// Perft goes as deep as it can with at most this many leaves.
const MOST_LEAVES: u64 = 20_000_000;
/// CPU seconds of one repeat.
const SECONDS: f64 = 0.2;

#[derive(Serialize)]
struct Speed {
    game: String,
    position_bytes: usize,
    perft_depth: usize,
    perft_leaves: Rate,
    playouts: Rate,
    plies_per_playout: f64,
}

pub fn run(screen: Screen, games: &[String], repeats: u32, format: Format) -> Result<()> {
    let specs: Vec<Spec> = if games.is_empty() {
        families().iter().map(|family| family.name.parse()).collect::<Result<_, _>>()?
    } else {
        games.iter().map(|game| game.parse()).collect::<Result<_, _>>()?
    };
    let bar = progress(specs.len() as u64, "bench");
    let mut speeds = Vec::new();
    for spec in &specs {
        speeds.push(visit(spec, None, Bench { repeats })?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if format.json {
        return print_json(&json!({"repeats": repeats, "unit": "per CPU second, one thread", "games": speeds}));
    }
    let mut table =
        screen.table(1, &["game", "bytes", "perft leaves/s", "min - max", "play-outs/s", "min - max", "plies"]);
    for speed in &speeds {
        table.add_row([
            speed.game.clone(),
            speed.position_bytes.to_string(),
            rate(speed.perft_leaves.per_second),
            spread(speed.perft_leaves),
            rate(speed.playouts.per_second),
            spread(speed.playouts),
            format!("{:.1}", speed.plies_per_playout),
        ]);
    }
    print(&format!("{}\n\nper CPU second and thread, median of {repeats}\n", table.trim_fmt()));
    Ok(())
}

fn spread(speed: Rate) -> String {
    format!("{} - {}", rate(speed.min), rate(speed.max))
}

struct Bench {
    repeats: u32,
}

impl Visitor for Bench {
    type Output = Speed;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Speed {
        let root = under_way(&start);
        let perft_depth = deepest(&root);
        let leaves = || perft(&root, perft_depth).last().map_or(0, |row| row.nodes).max(1);
        let perft_leaves = measure(self.repeats, SECONDS, leaves);
        let (mut games, mut plies) = (0, 0);
        let mut generator = rng(1);
        let playouts = measure(self.repeats, SECONDS, || {
            const BATCH: u64 = 100;
            for _ in 0..BATCH {
                plies += playout(start.clone(), &mut generator).1;
            }
            games += BATCH;
            BATCH
        });
        Speed {
            game: spec.to_string(),
            position_bytes: size_of::<G>(),
            perft_depth,
            perft_leaves,
            playouts,
            plies_per_playout: plies as f64 / games as f64,
        }
    }
}

/// A position a third of the way into a random game: in a start position whole kinds of moves, and the ends of games,
/// are still missing.
fn under_way<G: BoardGame>(start: &G) -> G {
    let mut generator = rng(1);
    let plies = playout(start.clone(), &mut generator).1 / 3;
    let mut position = start.clone();
    for _ in 0..plies {
        let next = position.after(position.random_move(&mut generator));
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// The deepest perft with at most [`MOST_LEAVES`] leaves; a game may end before it gets that far.
fn deepest<G: BoardGame>(start: &G) -> usize {
    let mut depth = 1;
    loop {
        let rows = perft(start, depth);
        let (last, before) = (rows[depth - 1].nodes, if depth > 1 { rows[depth - 2].nodes } else { 1 });
        let growth = last.checked_div(before).unwrap_or(0);
        if last == 0 || depth >= 40 || last.saturating_mul(growth.max(1)) > MOST_LEAVES {
            return if last == 0 { (depth - 1).max(1) } else { depth };
        }
        depth += 1;
    }
}
