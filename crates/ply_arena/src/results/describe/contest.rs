//! A match and a sequential test as JSON.

use serde_json::{Value, json};

use crate::plan::Plan;
use crate::stats::MatchScore;
use crate::{AgentSpec, LineUp, MatchTally, SprtMatch, TimeControl};

/// A match of the plan's two agents.
pub fn match_games(plan: &Plan, line_up: &LineUp, tally: &MatchTally) -> Value {
    let score = tally.score();
    json!({
        "game": line_up.game(0).to_string(),
        "time": plan.games[0].time.to_string(),
        "seed": plan.seed,
        "games": score.games,
        "a": side(plan, line_up, tally, 0, &score),
        "b": side(plan, line_up, tally, 1, &score),
        "score": score.score,
        "elo": score.elo,
        "elo_error": score.elo_error,
        "elo_low": score.elo_low,
        "elo_high": score.elo_high,
        "los": score.los,
        "pentanomial": score.pentanomial.0,
        "repeated": tally.repeated,
    })
}

fn side(plan: &Plan, line_up: &LineUp, tally: &MatchTally, side: usize, score: &MatchScore) -> Value {
    let (wins, losses) = if side == 0 { (score.wins, score.losses) } else { (score.losses, score.wins) };
    let points = if side == 0 { score.points } else { score.games as f64 - score.points };
    let time = plan.agents[side].time.unwrap_or(plan.games[0].time);
    json!({
        "name": plan.agents[side].name,
        "agent": line_up.agent(0, side).to_string(),
        "time": time.to_string(),
        "wins": wins,
        "draws": score.draws,
        "losses": losses,
        "points": points,
        "forfeits": tally.forfeits[side],
        "random_moves": tally.random_moves[side],
        "faults": tally.faults[side],
        "mean_ms": tally.times[side].mean(),
        "max_ms": tally.times[side].max,
        "ms_of": ms_of(line_up.agent(0, side), time),
    })
}

/// What an agent's milliseconds are: those of a program under a `cpu` clock are CPU time, all others passed on the wall.
fn ms_of(agent: &AgentSpec, time: TimeControl) -> &'static str {
    if time.cpu && matches!(agent, AgentSpec::Program(_)) { "cpu" } else { "wall" }
}

/// A sequential test of the plan's first agent against its second.
pub fn sprt(plan: &Plan, line_up: &LineUp, sprt: &SprtMatch) -> Value {
    let SprtMatch { tally, status, .. } = sprt;
    let score = tally.score();
    let names = [0, 1].map(|agent| plan.agents[agent].name.as_str());
    json!({
        "game": line_up.game(0).to_string(),
        "new": line_up.agent(0, 0).to_string(),
        "base": line_up.agent(0, 1).to_string(),
        "names": names,
        "time": plan.games[0].time.to_string(),
        "seed": plan.seed,
        "test": sprt.test(),
        "llr": status.llr,
        "lower": status.lower,
        "upper": status.upper,
        "decision": status.decision,
        "stopped": sprt.stopped(names),
        "forfeits": {"new": tally.forfeits[0], "base": tally.forfeits[1]},
        "reasons": {"new": tally.faults[0].reasons(), "base": tally.faults[1].reasons()},
        "repeated": tally.repeated,
        "match": score,
    })
}
