//! `plyground match`: two agents, paired openings, and who is better by how much.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write as _};

use anyhow::{Context as _, Result};
use indicatif::ProgressBar;
use ply_arena::GameRecord;
use ply_arena::schedule::Pairing;
use ply_arena::stats::{MatchGame, MatchScore, Pentanomial};
use ply_game::Player;
use serde_json::{Value, json};

use super::run::Run;
use crate::args::MatchArgs;
use crate::output::{Screen, print, print_json, progress, tell};

pub fn run(screen: Screen, args: &MatchArgs) -> Result<()> {
    let run = Run::of_match("match", &args.game, [&args.a, &args.b], args.games as usize, &args.rules)?;
    let mut file = match &args.save {
        Some(path) => Some(BufWriter::new(File::create(path).with_context(|| path.display().to_string())?)),
        None => None,
    };
    let mut unsaved = Ok(());
    let mut tally = Tally::default();
    let bar = progress(args.games.into(), "match");
    let mut count = |pairing: &Pairing, record: &GameRecord| {
        if let Some(file) = file.as_mut().filter(|_| unsaved.is_ok()) {
            unsaved = save(file, record);
        }
        tally.count(pairing, record);
        tally.tell(&bar);
    };
    run.games()?.iter().for_each(|game| count(&game.pairing, &game.record));
    let complete = run.play(|game| count(&game.pairing, game.record))?;
    bar.finish_and_clear();
    unsaved.context("the games could not be saved")?;
    if let Some(mut file) = file {
        file.flush().context("the games could not be saved")?;
    }
    if !complete {
        tell(format!("{} of {} games; {}", tally.games.len(), args.games, run.interrupted()));
    }
    show(screen, args, &run, &tally)
}

fn save(file: &mut BufWriter<File>, record: &GameRecord) -> Result<()> {
    serde_json::to_writer(&mut *file, record)?;
    file.write_all(b"\n")?;
    Ok(())
}

fn show(screen: Screen, args: &MatchArgs, run: &Run, tally: &Tally) -> Result<()> {
    let score = MatchScore::of_games(&tally.games);
    let (game, names) = run.spellings();
    let sides = [0, 1].map(|side| tally.side_json(side, &names[side], &score));
    if args.format.json {
        return print_json(&json!({
            "game": game.to_string(),
            "time": args.rules.time.to_string(),
            "games": score.games,
            "a": sides[0],
            "b": sides[1],
            "score": score.score,
            "elo": score.elo,
            "elo_error": score.elo_error,
            "los": score.los,
            "pentanomial": score.pentanomial.0,
        }));
    }
    let headings = ["agent", "wins", "draws", "losses", "points", "forfeits", "mean ms", "max ms"];
    let mut table = screen.table(1, &headings);
    for (side, typed) in [&args.a, &args.b].into_iter().enumerate() {
        let cell = |key: &str| sides[side][key].to_string();
        table.add_row([
            typed.clone(),
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
    for (typed, reasons) in [&args.a, &args.b].into_iter().zip(&tally.reasons) {
        for (reason, count) in reasons {
            text += &format!("{typed}: {count} x {reason}\n");
        }
    }
    text += &format!("\n{}\n", verdict(&score));
    print(&text);
    Ok(())
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

/// What was seen so far of the first agent of a plan against the second.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) games: Vec<MatchGame>,
    /// The pairs of which both games are there.
    pub(super) pairs: Pentanomial,
    /// Of pairs with one game played, the first agent's half points.
    begun: BTreeMap<usize, usize>,
    /// The first agent's wins, draws and losses.
    results: [u64; 3],
    times: [Times; 2],
    forfeits: [u64; 2],
    reasons: [BTreeMap<String, u64>; 2],
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
    pub(super) fn count(&mut self, pairing: &Pairing, record: &GameRecord) {
        let (Some(side_of_a), Some(outcome)) = (pairing.side(0), record.outcome) else { return };
        self.games.push(MatchGame { side_of_a, outcome, pair: Some(pairing.index as u64) });
        self.results[outcome.winner().map_or(1, |winner| if winner == side_of_a { 0 } else { 2 })] += 1;
        let half_points = outcome.winner().map_or(1, |winner| 2 * usize::from(winner == side_of_a));
        match self.begun.remove(&pairing.index) {
            Some(before) => self.pairs.0[before + half_points] += 1,
            None => drop(self.begun.insert(pairing.index, half_points)),
        }
        let agent_of = |player: Player| usize::from(player != side_of_a);
        if let Some((loser, fault)) = record.forfeit() {
            self.forfeits[agent_of(loser)] += 1;
            *self.reasons[agent_of(loser)].entry(fault.to_string()).or_default() += 1;
        }
        for mv in &record.moves {
            self.times[agent_of(mv.by)].add(mv.ms);
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
