//! `plyground match`: two agents, paired openings, and who is better by how much.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use indicatif::ProgressBar;
use ply_arena::stats::{MatchGame, MatchScore};
use ply_arena::{AgentSpec, GameRecord, Hall, HouseRules, match_tasks};
use ply_game::{BoardGame, Player, Spec};
use ply_games::{Visitor, visit};
use ply_search::Cancel;
use serde_json::{Value, json};

use crate::args::Format;
use crate::output::{Screen, print, print_json, progress};

/// What to play.
pub struct Plan {
    pub agents: [AgentSpec; 2],
    pub games: usize,
    pub rules: HouseRules,
    pub seed: u64,
    pub openings: usize,
    pub concurrency: usize,
    pub save: Option<PathBuf>,
}

pub fn run(screen: Screen, game: &str, plan: Plan, format: Format) -> Result<()> {
    let spec: Spec = game.parse()?;
    visit(&spec, None, Match { screen, plan, format })?
}

struct Match {
    screen: Screen,
    plan: Plan,
    format: Format,
}

impl Visitor for Match {
    type Output = Result<()>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Result<()> {
        let plan = &self.plan;
        let hall = Hall::new(spec.clone(), start, &plan.agents, plan.rules)?.with_openings(plan.openings);
        let names = [0, 1].map(|agent| hall.agents()[agent].to_string());
        let mut file = match &plan.save {
            Some(path) => Some(BufWriter::new(File::create(path).with_context(|| path.display().to_string())?)),
            None => None,
        };
        let stop = Cancel::default();
        let handler = stop.clone();
        ctrlc::set_handler(move || handler.cancel()).context("cannot listen for Ctrl-C")?;
        let tasks = match_tasks(plan.games, plan.seed);
        let bar = progress(tasks.len() as u64, "match");
        let mut tally = Tally::default();
        let mut unsaved = Ok(());
        hall.play_all(&tasks, plan.concurrency, &stop, |index, record| {
            if let Some(file) = &mut file
                && unsaved.is_ok()
            {
                unsaved = save(file, &record);
            }
            tally.count(index, &record);
            tally.tell(&bar);
        });
        bar.finish_and_clear();
        unsaved.context("the games could not be saved")?;
        if let Some(mut file) = file {
            file.flush().context("the games could not be saved")?;
        }
        if stop.is_cancelled() {
            eprintln!("stopped after {} of {} games", tally.games.len(), tasks.len());
        }
        self.show(&spec, &names, &tally)
    }
}

fn save(file: &mut BufWriter<File>, record: &GameRecord) -> Result<()> {
    serde_json::to_writer(&mut *file, record)?;
    file.write_all(b"\n")?;
    Ok(())
}

impl Match {
    fn show(&self, spec: &Spec, names: &[String; 2], tally: &Tally) -> Result<()> {
        let score = MatchScore::of_games(&tally.games);
        if self.format.json {
            return print_json(&json!({
                "game": spec.to_string(),
                "time": self.plan.rules.time.to_string(),
                "games": score.games,
                "a": tally.side_json(0, &names[0], &score),
                "b": tally.side_json(1, &names[1], &score),
                "score": score.score,
                "elo": score.elo,
                "elo_error": score.elo_error,
                "los": score.los,
                "pentanomial": score.pentanomial.0,
            }));
        }
        let headings = ["agent", "wins", "draws", "losses", "points", "forfeits", "mean ms", "max ms"];
        let mut table = self.screen.table(1, &headings);
        for (side, name) in names.iter().enumerate() {
            let value = tally.side_json(side, name, &score);
            let cell = |key: &str| value[key].to_string();
            table.add_row([
                self.plan.agents[side].to_string(),
                cell("wins"),
                cell("draws"),
                cell("losses"),
                cell("points"),
                cell("forfeits"),
                format!("{:.2}", tally.times[side].mean()),
                format!("{:.2}", tally.times[side].max),
            ]);
        }
        let mut text = format!("{}\n", table.trim_fmt());
        for (side, reasons) in tally.reasons.iter().enumerate() {
            for (reason, count) in reasons {
                text += &format!("{}: {count} x {reason}\n", self.plan.agents[side]);
            }
        }
        text += &format!("\n{}\n", verdict(&score));
        print(&text);
        Ok(())
    }
}

/// The score in words.
pub(super) fn verdict(score: &MatchScore) -> String {
    let number = |value: Option<f64>| value.map_or("?".to_owned(), |value| format!("{value:+.1}"));
    let [a, b, c, d, e] = score.pentanomial.0;
    format!(
        "score {:.1} %, Elo {} +- {}, LOS {:.1} %, pairs {a} {b} {c} {d} {e}",
        100.0 * score.score.unwrap_or(0.5),
        number(score.elo),
        score.elo_error.map_or("?".to_owned(), |error| format!("{error:.1}")),
        100.0 * score.los,
    )
}

/// What was seen so far.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) games: Vec<MatchGame>,
    /// The first agent's wins, draws and losses.
    results: [u64; 3],
    times: [Times; 2],
    forfeits: [u64; 2],
    reasons: [std::collections::BTreeMap<String, u64>; 2],
}

/// Thinking times in milliseconds.
#[derive(Default, Clone, Copy)]
struct Times {
    sum: f64,
    count: u64,
    max: f64,
}

impl Times {
    fn add(&mut self, ms: f64) {
        self.sum += ms;
        self.count += 1;
        self.max = self.max.max(ms);
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

impl Tally {
    pub(super) fn count(&mut self, index: usize, record: &GameRecord) {
        // The second game of a pair has the sides swapped.
        let side_of_a = Player::BOTH[index % 2];
        let outcome = record.result();
        self.games.push(MatchGame { side_of_a, outcome, pair: Some(index as u64 / 2) });
        self.results[outcome.winner().map_or(1, |winner| if winner == side_of_a { 0 } else { 2 })] += 1;
        let agent_of = |player: Player| usize::from(player != side_of_a);
        if let Some((loser, fault)) = record.forfeit() {
            self.forfeits[agent_of(loser)] += 1;
            *self.reasons[agent_of(loser)].entry(fault.to_string()).or_default() += 1;
        }
        for mv in &record.moves {
            self.times[agent_of(Player::BOTH[mv.by & 1])].add(mv.ms);
        }
    }

    pub(super) fn tell(&self, bar: &ProgressBar) {
        let [wins, draws, losses] = self.results;
        bar.set_message(format!("+{wins} ={draws} -{losses}"));
        bar.inc(1);
    }

    fn side_json(&self, side: usize, name: &str, score: &MatchScore) -> Value {
        let (wins, losses) = if side == 0 { (score.wins, score.losses) } else { (score.losses, score.wins) };
        let points = if side == 0 { score.points } else { score.games as f64 - score.points };
        json!({
            "agent": name,
            "wins": wins,
            "draws": score.draws,
            "losses": losses,
            "points": points,
            "forfeits": self.forfeits[side],
            "mean_ms": self.times[side].mean(),
            "max_ms": self.times[side].max,
        })
    }
}
