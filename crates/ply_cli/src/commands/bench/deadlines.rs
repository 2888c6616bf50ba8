//! Punctuality: how late a search ends after its hard deadline or a cancel, while the machine idles and while every core
//! is busy with something else. Searchers play whole games and keep what they learn, as agents do; a search that knows
//! everything before its time is up does not count. Beside the searchers stands a bare loop that does nothing but read
//! the clock: its delays are the machine's own, those of a thread that has to wait for its core.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use ply_agents::{Mind, common_mind};
use ply_game::{BoardGame, Spec, SpecError};
use ply_games::Visitor;
use ply_search::{Budget, Limits, Silent};
use serde::Serialize;
use serde_json::json;

use super::each;
use super::positions::under_way;
use crate::args::Format;
use crate::output::{Screen, print, print_json};

/// A loop that only reads the clock, for comparison.
const BARE_LOOP: &str = "bare loop";
const SEARCHERS: [&str; 2] = ["alpha-beta", "mcts"];
const DEADLINES: [Duration; 3] = [Duration::from_millis(5), Duration::from_millis(20), Duration::from_millis(50)];
/// When a search without a deadline is cancelled.
const CANCEL_AFTER: Duration = Duration::from_millis(10);

const MOVE: &str = "a searcher always has a move";

/// How a search is ended.
#[derive(Clone, Copy)]
enum End {
    Deadline(Duration),
    Cancel,
}

/// Milliseconds too late, each search one.
#[derive(Default)]
struct Delays(Vec<f64>);

#[derive(Serialize)]
struct Summary {
    searcher: &'static str,
    end: String,
    loaded: bool,
    searches: usize,
    mean_ms: f64,
    p99_ms: f64,
    p999_ms: f64,
    max_ms: f64,
}

/// Measures and prints.
pub fn run(screen: Screen, specs: &[Spec], repeats: u32, format: Format) -> Result<()> {
    let mut rows = Vec::new();
    for loaded in [false, true] {
        rows.extend(under_load(loaded, || measure(specs, repeats, loaded))?);
    }
    if format.json {
        return print_json(&json!({"unit": "milliseconds after the deadline or cancel", "rows": rows}));
    }
    let headings = ["machine", "searcher", "end", "searches", "mean", "99 %", "99.9 %", "latest"];
    let mut table = screen.table(3, &headings);
    for row in &rows {
        let [mean, p99, p999, max] =
            [row.mean_ms, row.p99_ms, row.p999_ms, row.max_ms].map(|delay| format!("{delay:.3}"));
        let machine = if row.loaded { "every core busy" } else { "as it is" };
        let searches = row.searches.to_string();
        table.add_row([machine, row.searcher, &row.end, &searches, &mean, &p99, &p999, &max]);
    }
    print(&format!("{}\n\nmilliseconds after the deadline or cancel\n", table.trim_fmt()));
    Ok(())
}

/// A row for every searcher and end, over all games.
fn measure(specs: &[Spec], repeats: u32, loaded: bool) -> Result<Vec<Summary>> {
    let mut rows = Vec::new();
    for time in DEADLINES {
        let delays = (0..repeats as usize * specs.len()).filter_map(|_| bare_loop(time)).collect();
        rows.push(Delays(delays).summary(BARE_LOOP, End::Deadline(time), loaded));
    }
    for name in SEARCHERS {
        for end in DEADLINES.map(End::Deadline).into_iter().chain([End::Cancel]) {
            let mut all = Delays::default();
            for delays in each(specs, "deadlines", || Measure { name, end, repeats })? {
                all.0.extend(delays?.0);
            }
            rows.push(all.summary(name, end, loaded));
        }
    }
    Ok(rows)
}

/// Does something while a thread for every core computes, if asked to.
fn under_load<T>(loaded: bool, work: impl FnOnce() -> T) -> T {
    let threads = if loaded { thread::available_parallelism().map_or(1, usize::from) } else { 0 };
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    spin_loop();
                }
            });
        }
        let result = work();
        over.store(true, Ordering::Relaxed);
        result
    })
}

impl Delays {
    fn summary(mut self, searcher: &'static str, end: End, loaded: bool) -> Summary {
        let delays = &mut self.0;
        delays.sort_by(f64::total_cmp);
        let at =
            |share: f64| delays.get((delays.len() as f64 * share) as usize).or(delays.last()).map_or(0.0, |&ms| ms);
        let end = match end {
            End::Deadline(time) => format!("after {} ms", time.as_millis()),
            End::Cancel => "cancel".to_owned(),
        };
        Summary {
            searcher,
            end,
            loaded,
            searches: delays.len(),
            mean_ms: delays.iter().sum::<f64>() / delays.len().max(1) as f64,
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            max_ms: at(1.0),
        }
    }
}

struct Measure {
    name: &'static str,
    end: End,
    repeats: u32,
}

impl Visitor for Measure {
    type Output = Result<Delays, SpecError>;

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) -> Self::Output {
        let mut searcher = common_mind::<G>(&self.name.parse()?, 1)?;
        let mut delays = Delays::default();
        let mut seed = 1;
        let mut position = under_way(&start, seed);
        for _ in 0..self.repeats {
            let (best, late) = self.search(&mut searcher, &position);
            position.play(best);
            delays.0.extend(late);
            // A search that ended before its time knows how the game ends; so will the next ones.
            if position.outcome().is_some() || late.is_none() {
                seed += 1;
                position = under_way(&start, seed);
            }
        }
        Ok(delays)
    }
}

impl Measure {
    /// The best move, and how late it came; `None` if it came before its time was up.
    fn search<G: BoardGame>(&self, searcher: &mut Mind<G>, position: &G) -> (G::Move, Option<f64>) {
        match self.end {
            End::Deadline(time) => {
                let budget = Budget::new(Limits::time(time));
                let report = searcher.think(position, &budget, &mut Silent).expect(MOVE);
                (report.best, lateness(budget.started + time))
            }
            End::Cancel => {
                let budget = Budget::new(Limits::default());
                let cancel = budget.cancel.clone();
                thread::scope(|scope| {
                    let canceller = scope.spawn(move || {
                        thread::sleep(CANCEL_AFTER);
                        let at = Instant::now();
                        cancel.cancel();
                        at
                    });
                    let report = searcher.think(position, &budget, &mut Silent).expect(MOVE);
                    let end = Instant::now();
                    let cancelled = canceller.join().expect("the canceller does not panic");
                    (report.best, end.checked_duration_since(cancelled).map(|late| late.as_secs_f64() * 1e3))
                })
            }
        }
    }
}

fn bare_loop(time: Duration) -> Option<f64> {
    let deadline = Instant::now() + time;
    while Instant::now() < deadline {
        spin_loop();
    }
    lateness(deadline)
}

fn lateness(deadline: Instant) -> Option<f64> {
    Instant::now().checked_duration_since(deadline).map(|late| late.as_secs_f64() * 1e3)
}
