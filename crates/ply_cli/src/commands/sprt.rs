//! `plyground sprt`: play until it is clear whether an agent gained, and no longer.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use ply_arena::stats::{Decision, EloModel, MatchScore, Pentanomial, Sprt, SprtStatus};
use ply_arena::{AgentSpec, GameRecord, Hall, HouseRules, match_tasks};
use ply_game::{BoardGame, Player, Spec};
use ply_games::{Visitor, visit};
use ply_search::Cancel;
use serde_json::json;

use super::match_games::{Tally, verdict};
use crate::args::Format;
use crate::output::{print, print_json, progress};

/// What to test.
pub struct Plan {
    pub agents: [AgentSpec; 2],
    pub test: Sprt,
    pub games: Option<usize>,
    pub rules: HouseRules,
    pub seed: u64,
    pub openings: usize,
    pub concurrency: usize,
}

/// What Elo is measured in.
pub fn model(normalized: bool) -> EloModel {
    if normalized { EloModel::Normalized } else { EloModel::Logistic }
}

pub fn run(game: &str, plan: Plan, format: Format) -> Result<ExitCode> {
    let spec: Spec = game.parse()?;
    visit(&spec, None, Test { plan, format })?
}

struct Test {
    plan: Plan,
    format: Format,
}

impl Visitor for Test {
    type Output = Result<ExitCode>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Result<ExitCode> {
        let plan = &self.plan;
        let hall = Hall::new(spec.clone(), start, &plan.agents, plan.rules)?.with_openings(plan.openings);
        let games = plan.games.unwrap_or_else(|| (2 * plan.test.patience()).min(MOST_GAMES) as usize);
        let stop = Cancel::default();
        let handler = stop.clone();
        ctrlc::set_handler(move || handler.cancel()).context("cannot listen for Ctrl-C")?;
        let bar = progress(games as u64, "sprt");
        let mut tally = Tally::default();
        let mut pairs = Pairs::default();
        let mut status = plan.test.judge(&pairs.complete);
        hall.play_all(&match_tasks(games, plan.seed), plan.concurrency, &stop, |index, record| {
            tally.count(index, &record);
            let complete = pairs.count(index, &record);
            if status.decision == Decision::Continue && complete {
                status = plan.test.judge(&pairs.complete);
                bar.set_message(format!("llr {:+.2} ({:+.2}, {:+.2})", status.llr, status.lower, status.upper));
            }
            bar.inc(1);
            if status.decision != Decision::Continue {
                stop.cancel();
            }
        });
        bar.finish_and_clear();
        self.show(&spec, &tally, &status)?;
        Ok(ExitCode::from(u8::from(status.decision != Decision::AcceptH1)))
    }
}

/// The pairs so far; only whole ones count.
#[derive(Default)]
struct Pairs {
    complete: Pentanomial,
    /// Of pairs with one game played, the new agent's half points.
    begun: BTreeMap<usize, usize>,
}

impl Pairs {
    /// Counts a game by its place in the list of tasks; `true` if it completes a pair.
    fn count(&mut self, index: usize, record: &GameRecord) -> bool {
        let new_agent = Player::BOTH[index % 2];
        let half_points = record.result().winner().map_or(1, |winner| 2 * usize::from(winner == new_agent));
        match self.begun.remove(&(index / 2)) {
            Some(before) => self.complete.0[before + half_points] += 1,
            None => drop(self.begun.insert(index / 2, half_points)),
        }
        !self.begun.contains_key(&(index / 2))
    }
}

/// No test goes on for longer than this many games.
const MOST_GAMES: u64 = 10_000_000;

impl Test {
    fn show(&self, spec: &Spec, tally: &Tally, status: &SprtStatus) -> Result<()> {
        let score = MatchScore::of_games(&tally.games);
        if self.format.json {
            return print_json(&json!({
                "game": spec.to_string(),
                "new": self.plan.agents[0].to_string(),
                "base": self.plan.agents[1].to_string(),
                "test": self.plan.test,
                "llr": status.llr,
                "lower": status.lower,
                "upper": status.upper,
                "decision": status.decision,
                "match": score,
            }));
        }
        let words = match status.decision {
            Decision::AcceptH1 => "accepted: the gain is there",
            Decision::AcceptH0 => "rejected: the gain is not there",
            Decision::Continue => "undecided: more games are needed",
        };
        print(&format!(
            "{words}\nllr {:+.2} (accept at {:+.2}, reject at {:+.2}) after {} games: +{} ={} -{}\n{}\n",
            status.llr,
            status.upper,
            status.lower,
            score.games,
            score.wins,
            score.draws,
            score.losses,
            verdict(&score),
        ));
        Ok(())
    }
}
