//! `plyground bench`: how quick the rules and the searchers are, with closer looks at the searchers and the arena.

mod ablation;
mod arena;
mod champions;
mod deadlines;
mod positions;
mod rules;
mod search;
mod signature;
mod threads;

use anyhow::Result;
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, families, visit};
use serde::Serialize;
use serde_json::json;

use crate::args::Bench;
use crate::measure::Rate;
use crate::output::{Screen, print, print_json, progress, rate};

/// CPU seconds of one repeat.
const SECONDS: f64 = 0.2;

/// Does what was asked for.
pub fn run(screen: Screen, bench: &Bench) -> Result<()> {
    let specs: Vec<Spec> = if bench.games.is_empty() {
        families().iter().map(|family| family.name.parse()).collect::<Result<_, _>>()?
    } else {
        bench.games.iter().map(|game| game.parse()).collect::<Result<_, _>>()?
    };
    if bench.signature {
        print(&signature::text(&specs)?);
        Ok(())
    } else if bench.ablation {
        ablation::run(screen, &specs, bench.svg.as_deref(), bench.format)
    } else if bench.threads {
        threads::run(screen, &specs, bench.repeats.unwrap_or(9), bench.format)
    } else if bench.deadlines {
        deadlines::run(screen, &specs, bench.repeats.unwrap_or(50), bench.format)
    } else if bench.arena {
        arena::run(screen, &specs, bench.repeats.unwrap_or(200), bench.format)
    } else if bench.champions.champions {
        champions::run(screen, &specs, &bench.champions, bench.format)
    } else {
        speeds(screen, &specs, bench)
    }
}

/// Visits every game in turn, with a progress bar.
fn each<V: Visitor>(specs: &[Spec], what: &str, visitor: impl Fn() -> V) -> Result<Vec<V::Output>> {
    let bar = progress(specs.len() as u64, what);
    let mut found = Vec::new();
    for spec in specs {
        found.push(visit(spec, None, visitor())?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(found)
}

/// A game's name for a table: its short spelling where it has the standard size.
fn title(full: &str, asked: &Spec) -> String {
    if asked.options.is_empty() { asked.name.clone() } else { full.to_owned() }
}

#[derive(Serialize)]
struct Speed {
    game: String,
    #[serde(flatten)]
    rules: rules::Speed,
    #[serde(flatten)]
    search: search::Speed,
}

struct Measure {
    repeats: u32,
}

impl Visitor for Measure {
    type Output = Speed;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Speed {
        Speed {
            game: spec.to_string(),
            rules: rules::measure(&start, self.repeats),
            search: search::measure(&start, self.repeats),
        }
    }
}

fn speeds(screen: Screen, specs: &[Spec], bench: &Bench) -> Result<()> {
    let repeats = bench.repeats.unwrap_or(5);
    let speeds = each(specs, "bench", || Measure { repeats })?;
    let signature = signature::text(specs)?;
    if bench.format.json {
        return print_json(&json!({
            "repeats": repeats,
            "unit": "per CPU second, one thread",
            "games": speeds,
            "signature": signature.lines().collect::<Vec<_>>(),
        }));
    }
    let mut rules =
        screen.table(1, &["rules", "bytes", "perft leaves/s", "min - max", "play-outs/s", "min - max", "plies"]);
    let mut search = screen.table(1, &["search", "alpha-beta nodes/s", "min - max", "mcts simulations/s", "min - max"]);
    for (speed, asked) in speeds.iter().zip(specs) {
        let name = title(&speed.game, asked);
        rules.add_row(speed.rules.row(&name));
        search.add_row(speed.search.row(&name));
    }
    print(&format!(
        "{}\n\n{}\n\nper CPU second and thread, median of {repeats}; signature {}\n",
        rules.trim_fmt(),
        search.trim_fmt(),
        signature.trim_end().lines().last().unwrap_or_default()
    ));
    Ok(())
}

/// The slowest and the fastest repeat.
fn spread(speed: Rate) -> String {
    format!("{} - {}", rate(speed.min), rate(speed.max))
}
