//! `plyground perft`: positions at each depth, on all cores.

use std::time::Instant;

use anyhow::{Context as _, Result};
use ply_game::{BoardGame, PerftRow, perft, perft_walk};
use ply_lab::work_sharing::map_numbers;
use serde_json::{Value, json};

use crate::args::{Format, PerftArgs};
use crate::output::{Screen, grouped, print, print_json, progress, rate};
use crate::setup::{Scene, SceneVisitor, with_scene};

pub fn run(screen: Screen, args: &PerftArgs) -> Result<()> {
    let threads = args.threads.unwrap_or(0) as usize;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let PerftArgs { depth, divide, format, .. } = *args;
    pool.install(|| with_scene(&args.game, &args.from, Count { screen, depth: depth as usize, divide, format }))
}

struct Count {
    screen: Screen,
    depth: usize,
    divide: bool,
    format: Format,
}

impl SceneVisitor for Count {
    type Output = ();

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Result<()> {
        let start = Instant::now();
        let divided = if self.divide { divide(&scene.position, self.depth) } else { Vec::new() };
        let rows = if self.divide && self.depth > 0 {
            sum(self.depth, divided.iter().map(|(_, rows)| rows.as_slice()))
        } else {
            count(&scene.position, self.depth)
        };
        let seconds = start.elapsed().as_secs_f64();
        if self.format.json {
            let mut value = json!({
                "game": scene.spec.to_string(),
                "position": scene.position.position_text(),
                "depths": rows.iter().map(row_json).collect::<Vec<_>>(),
                "time_ms": seconds * 1e3,
            });
            if self.divide {
                value["divide"] = divided.iter().map(|(mv, rows)| divide_json(mv, rows)).collect();
            }
            return print_json(&value);
        }
        let mut text = String::new();
        if self.divide {
            let mut table = self.screen.table(1, &["move", "nodes"]);
            for (mv, rows) in &divided {
                table.add_row([mv.clone(), grouped(rows.last().map_or(0, |row| row.nodes))]);
            }
            text += &format!("{}\n", table.trim_fmt());
        }
        let mut table = self.screen.table(0, &["depth", "nodes", "first wins", "second wins", "draws"]);
        for row in &rows {
            let numbers = [row.depth as u64, row.nodes, row.first_wins, row.second_wins, row.draws];
            table.add_row(numbers.map(grouped));
        }
        let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
        let speed = rate(nodes as f64 / seconds.max(1e-9));
        print(&format!("{text}{}\n\n{seconds:.3} s, {speed} nodes/s\n", table.trim_fmt()));
        Ok(())
    }
}

fn row_json(row: &PerftRow) -> Value {
    json!({
        "depth": row.depth, "nodes": row.nodes,
        "first_wins": row.first_wins, "second_wins": row.second_wins, "draws": row.draws,
    })
}

fn divide_json(mv: &str, rows: &[PerftRow]) -> Value {
    json!({"move": mv, "nodes": rows.last().map_or(0, |row| row.nodes)})
}

fn sum<'a>(depth: usize, parts: impl Iterator<Item = &'a [PerftRow]>) -> Vec<PerftRow> {
    let mut rows: Vec<PerftRow> = (1..=depth).map(|depth| PerftRow { depth, ..PerftRow::default() }).collect();
    for part in parts {
        rows.iter_mut().zip(part).for_each(|(row, more)| row.add(more));
    }
    rows
}

/// For each root move the rows of depths 1 (the move itself) to `depth`.
fn divide<G: BoardGame>(root: &G, depth: usize) -> Vec<(String, Vec<PerftRow>)> {
    let moves = if depth > 0 { root.move_list() } else { Vec::new() };
    let bar = progress(moves.len() as u64, "perft");
    let below = |at: usize| {
        let mv = moves[at];
        let child = root.after(mv);
        let mut rows = perft(&child, 0);
        if depth > 1 {
            rows.extend(perft(&child, depth - 1));
        }
        rows.iter_mut().zip(1..).for_each(|(row, depth)| row.depth = depth);
        bar.inc(1);
        (root.move_text(mv), rows)
    };
    let divided = map_numbers(moves.len(), below);
    bar.finish_and_clear();
    divided
}

/// Plies that are expanded before the work is shared out: enough pieces for every core, few enough to hold.
const SHARED_PLIES: usize = 2;

fn count<G: BoardGame>(root: &G, depth: usize) -> Vec<PerftRow> {
    if depth <= SHARED_PLIES {
        return perft(root, depth);
    }
    let mut rows = perft(root, SHARED_PLIES);
    let mut frontier = vec![root.clone()];
    for _ in 0..SHARED_PLIES {
        let mut next = Vec::new();
        for position in frontier {
            position.legal_moves(|mv| next.push(position.after(mv)));
        }
        frontier = next;
    }
    frontier.retain(|position| position.outcome().is_none());
    let bar = progress(frontier.len() as u64, "perft");
    let deeper = depth - SHARED_PLIES;
    let chunks: Vec<&[G]> = frontier.chunks(frontier.len().div_ceil(256).max(1)).collect();
    let parts = map_numbers(chunks.len(), |at| {
        let mut rows = vec![PerftRow::default(); deeper];
        chunks[at].iter().for_each(|position| perft_walk(position, &mut rows));
        bar.inc(chunks[at].len() as u64);
        rows
    });
    bar.finish_and_clear();
    let mut below = sum(deeper, parts.iter().map(Vec::as_slice));
    below.iter_mut().for_each(|row| row.depth += SHARED_PLIES);
    rows.append(&mut below);
    rows
}
