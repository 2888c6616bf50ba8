//! The standings of a tournament that runs, redrawn in place a few times a second.

use std::time::{Duration, Instant};

use ply_arena::plan::Plan;
use ply_arena::store::{GameId, StoredGame};
use ply_arena::{Progress, Thought, WorkerSeen};

use super::results;
use crate::output::{Screen, progress};

/// The table and the bar below it.
pub struct LiveTable {
    screen: Screen,
    bar: indicatif::ProgressBar,
    games: Vec<StoredGame>,
    /// Games that are in no schedule any more.
    aside: usize,
    drawn: Instant,
    /// What the last drawing took: most of the time belongs to the games.
    cost: Duration,
}

impl LiveTable {
    const PAUSE: Duration = Duration::from_millis(250);

    pub fn new(screen: Screen, plan: &Plan, games: Vec<StoredGame>) -> Self {
        let bar = progress(games.len() as u64, "tournament");
        let style = "{msg}\n{wide_bar} {pos}/{len} games, {per_sec}, {eta} left";
        bar.set_style(indicatif::ProgressStyle::with_template(style).expect("the template is fixed"));
        bar.set_position(games.len() as u64);
        bar.reset_eta();
        let aside = games.iter().filter(|game| !plan.takes_part(&game.pairing)).count();
        let mut live = Self { screen, bar, games, aside, drawn: Instant::now(), cost: Duration::ZERO };
        live.draw(plan, &[]);
        live
    }

    /// A game has ended.
    pub fn add(&mut self, plan: &Plan, game: &Progress<'_>, workers: &[WorkerSeen]) {
        self.bar.set_length((game.planned + self.aside).max(game.played) as u64);
        self.bar.set_position(game.played as u64);
        if self.bar.is_hidden() {
            return;
        }
        let (pairing, mut record) = (game.pairing, game.record.clone());
        // A table needs no thoughts, and there may be many games.
        record.moves.iter_mut().for_each(|mv| mv.thought = Thought::default());
        let id = GameId::of(&plan.name, &pairing, &record);
        self.games.push(StoredGame { id, pairing, played: 0, record });
        if self.drawn.elapsed() >= Self::PAUSE.max(20 * self.cost) {
            self.draw(plan, workers);
        }
    }

    /// Draws the table as it is now.
    pub fn draw(&mut self, plan: &Plan, workers: &[WorkerSeen]) {
        if self.bar.is_hidden() {
            return;
        }
        let began = Instant::now();
        let (rows, columns) = console_size();
        let below = workers_table(self.screen, workers);
        // The heading, its rule, the line of the bar and one that stays free.
        let most = rows.saturating_sub(4 + below.lines().count()).max(3);
        let table = results::short_table(self.screen, plan, &self.games, most, columns);
        self.bar.set_message(table + &below);
        (self.drawn, self.cost) = (Instant::now(), began.elapsed());
    }

    /// Takes everything off the screen.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Rows and columns of the terminal.
fn console_size() -> (usize, usize) {
    let (columns, rows) = ratatui::crossterm::terminal::size().unwrap_or((80, 24));
    (rows.into(), columns.into())
}

/// The machines that play, below the standings; nothing where there is only this one.
fn workers_table(screen: Screen, workers: &[WorkerSeen]) -> String {
    if workers.is_empty() {
        return String::new();
    }
    let mut table = screen.table(1, &["worker", "cores", "games", "a minute", "last word"]);
    for worker in workers {
        let last = if worker.silent_s < 5 { "now".to_owned() } else { format!("{} s ago", worker.silent_s) };
        let numbers = [worker.cores as u64, worker.games, worker.per_minute].map(|number| number.to_string());
        let [cores, games, minute] = numbers;
        table.add_row([worker.name.clone(), cores, games, minute, last]);
    }
    format!("\n{}\n", table.trim_fmt())
}
