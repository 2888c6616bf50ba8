//! The champions where the truth is known: results kept, falls, depth and speed, and time odds.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use ply_arena::{Threads, TimeControl};
use ply_game::Spec;
use ply_lab::champions::{Effort, KnownPosition, collect, judge, odds, self_play};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;

use super::title;
use crate::args::{Champions, Format};
use crate::output::{Screen, print, print_json, progress, rate};

/// The others' time in odds, as a multiple of the champion's.
const ODDS: u32 = 20;
/// After so many rounds of games what is not found is given up.
const MOST_ROUNDS: u64 = 1000;

/// One champion at one clock.
#[derive(Serialize)]
struct Row {
    game: String,
    time_ms: f64,
    known: usize,
    kept: usize,
    /// Neither kept nor lost, as far as could be proven.
    open: usize,
    games: u64,
    falls: u64,
    falls_in_1000: Option<f64>,
    mean_depth: Option<f64>,
    nodes_per_second: Option<f64>,
}

impl Row {
    fn cells(&self) -> [String; 8] {
        let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
        let settled = self.known - self.open;
        let kept = (settled > 0).then(|| 100.0 * self.kept as f64 / settled as f64);
        [
            self.game.clone(),
            format!("{} ms", self.time_ms),
            format!("{}/{settled}", self.kept),
            number(kept),
            self.games.to_string(),
            number(self.falls_in_1000),
            number(self.mean_depth),
            self.nodes_per_second.map_or_else(|| "-".to_owned(), rate),
        ]
    }
}

/// Measures and prints, or collects.
pub fn run(screen: Screen, specs: &[Spec], asked: &Champions, format: Format) -> Result<()> {
    if let Some(file) = &asked.collect {
        let [spec] = specs else { bail!("--collect takes one game, got {}", specs.len()) };
        return write_known(spec, asked.positions, file);
    }
    if asked.odds {
        return time_odds(screen, specs, asked, format);
    }
    let mut rows = Vec::new();
    for spec in specs {
        for &time in &asked.times {
            rows.push(measure(spec, time, asked)?);
        }
    }
    if format.json {
        return print_json(&json!({"rows": rows}));
    }
    let headings = ["champion", "time", "kept", "%", "games", "falls/1000", "depth", "nodes/s"];
    let mut table = screen.table(1, &headings);
    for row in &rows {
        table.add_row(row.cells());
    }
    print(&format!("{}\n\nkept: results of known positions, of those that could be judged\n", table.trim_fmt()));
    Ok(())
}

/// As many as there are cores, so that every search has its own.
fn threads() -> Result<Threads> {
    Ok(Threads::new(available_parallelism().map_or(1, usize::from))?)
}

fn measure(spec: &Spec, time: Duration, asked: &Champions) -> Result<Row> {
    let known = known(spec, asked.positions)?;
    let bar = progress((known.len() + asked.played) as u64, &format!("{} at {} ms", spec.name, time.as_millis()));
    let champion = "champion".parse()?;
    let found = known.par_iter().map(|position| {
        let found = judge(position, &champion, time);
        bar.inc(1);
        found
    });
    let found = found.collect::<Result<Vec<_>, _>>()?;
    let clock: TimeControl = format!("{}us", time.as_micros()).parse()?;
    let falls = self_play(spec, "champion", clock, asked.played, &mut threads()?, || bar.inc(1))?;
    bar.finish_and_clear();
    let mut effort = Effort::default();
    found.iter().for_each(|known| effort.merge(known.effort));
    effort.merge(falls.effort);
    Ok(Row {
        game: title(&spec.to_string(), spec),
        time_ms: time.as_secs_f64() * 1e3,
        known: found.len(),
        kept: found.iter().filter(|known| known.kept == Some(true)).count(),
        open: found.iter().filter(|known| known.kept.is_none()).count(),
        games: falls.games,
        falls: falls.falls,
        falls_in_1000: falls.in_a_thousand(),
        mean_depth: effort.mean_depth(),
        nodes_per_second: effort.nodes_per_second(),
    })
}

/// Known positions of a game: of all its sizes, or of those with the options that were given; spread over the file.
fn known(spec: &Spec, most: usize) -> Result<Vec<KnownPosition>> {
    let mut known = KnownPosition::of(&spec.name)?;
    known.retain(|known| spec.options.iter().all(|(key, value)| known.game.option(key) == Some(value)));
    let count = known.len().min(most);
    Ok((0..count).map(|number| known[number * known.len() / count].clone()).collect())
}

fn write_known(spec: &Spec, wanted: usize, file: &Path) -> Result<()> {
    // Taken before anything is played: nothing is written over, and no work is in vain.
    let mut out = File::create_new(file).with_context(|| file.display().to_string())?;
    let bar = progress(wanted as u64, "known positions");
    let mut found: Vec<KnownPosition> = Vec::new();
    let at_once = 8 * available_parallelism().map_or(1, usize::from) as u64;
    for round in 0..MOST_ROUNDS {
        let seeds = (round * at_once..(round + 1) * at_once).into_par_iter();
        let games = seeds.map(|seed| collect(spec, seed)).collect::<Result<Vec<_>, _>>()?;
        for position in games.into_iter().flatten() {
            if !found.contains(&position) {
                found.push(position);
            }
        }
        bar.set_position(found.len() as u64);
        if found.len() >= wanted {
            break;
        }
    }
    found.truncate(wanted);
    bar.finish_and_clear();
    let mut text = format!(
        "# Known positions, from the champion's games against itself on few nodes, proven by the lab's prover\n\
         # plyground bench --champions {spec} --collect FILE --positions {wanted}\n"
    );
    found.iter().try_for_each(|position| writeln!(text, "{}", position.text()))?;
    out.write_all(text.as_bytes()).with_context(|| file.display().to_string())?;
    ensure!(found.len() >= wanted, "only {} positions could be proven; '{}' has them", found.len(), file.display());
    Ok(())
}

fn time_odds(screen: Screen, specs: &[Spec], asked: &Champions, format: Format) -> Result<()> {
    let Some(&time) = asked.times.first() else { bail!("--times has no time") };
    let clock = |time: Duration| format!("{}us", time.as_micros()).parse::<TimeControl>();
    let mut rows = Vec::new();
    for spec in specs {
        let bar = crate::output::spinner(&format!("{} with time odds", spec.name));
        let scores = odds(spec, clock(time)?, clock(time * ODDS)?, asked.played, &mut threads()?, || bar.tick())?;
        bar.finish_and_clear();
        rows.extend(scores.into_iter().map(|odds| (title(&spec.to_string(), spec), odds)));
    }
    if format.json {
        let list: Vec<_> = rows
            .iter()
            .map(|(game, odds)| {
                let score = &odds.score;
                json!({
                    "game": game, "opponent": odds.opponent, "games": score.games, "wins": score.wins,
                    "draws": score.draws, "losses": score.losses, "score": score.score,
                    "elo": score.elo, "elo_low": score.elo_low, "elo_high": score.elo_high,
                })
            })
            .collect();
        return print_json(&json!({"time_ms": time.as_secs_f64() * 1e3, "odds": ODDS, "rows": list}));
    }
    let mut table = screen.table(2, &["champion", "opponent", "games", "won", "drawn", "lost", "%", "95 %"]);
    for (game, odds) in &rows {
        let score = &odds.score;
        let percent =
            |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{:.1}", 100.0 * value));
        let end = |elo: Option<f64>| percent(elo.map(ply_arena::stats::expected_score));
        let numbers = [score.games, score.wins, score.draws, score.losses].map(|number| number.to_string());
        let interval = format!("{} - {}", end(score.elo_low), end(score.elo_high));
        let words = [game.clone(), odds.opponent.clone()];
        table.add_row(words.into_iter().chain(numbers).chain([percent(score.score), interval]));
    }
    let (few, many) = (time.as_millis(), (time * ODDS).as_millis());
    print(&format!("{}\n\nthe champion has {few} ms a move, its opponents {many} ms\n", table.trim_fmt()));
    Ok(())
}
