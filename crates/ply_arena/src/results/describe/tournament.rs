//! A tournament as JSON: standings, the cross table, thinking times, and how the ratings came about.

use serde_json::{Value, json};

use crate::plan::{Format, Plan};
use crate::schedule::Results;
use crate::stats::Ratings;
use crate::store::StoredGame;

/// The standings with ratings and intervals, and how far the tournament is.
pub fn standings(name: &str, plan: &Plan, games: &[StoredGame]) -> Value {
    let (games_total, complete) = planned(plan, games);
    let ratings = plan.ratings(games).ok();
    let standings = plan.standings(games.iter().map(|game| (game.pairing, &game.record)));
    let line = |line: &crate::standings::Line| {
        let rating = ratings.as_ref().and_then(|ratings| ratings.agents.get(line.agent)).map(|agent| agent.rating);
        json!({
            "rank": line.rank,
            "agent": line.name,
            "spec": plan.agents[line.agent].spec,
            "games": line.score.games(),
            "wins": line.score.wins,
            "draws": line.score.draws,
            "losses": line.score.losses,
            "points": line.score.points.number(),
            "forfeits": line.all_forfeits(),
            "version": plan.version(line.agent),
            "elo": rating.map(|rating| rating.elo),
            "elo_low": rating.map(|rating| rating.low),
            "elo_high": rating.map(|rating| rating.high),
        })
    };
    let aside = |(place, reason): (usize, &str)| {
        let played = games.iter().filter(|game| game.pairing.agents.contains(&place)).count();
        json!({"agent": plan.agents[place].name, "reason": reason, "games": played})
    };
    json!({
        "tournament": name,
        "complete": complete,
        "games": games.len(),
        "games_total": games_total,
        "standings": standings.lines.iter().map(line).collect::<Vec<_>>(),
        "agents": plan.agents.iter().map(|agent| &agent.name).collect::<Vec<_>>(),
        "set_aside": plan.set_aside().map(aside).collect::<Vec<_>>(),
        "repeated": plan.repeated(games),
        "bracket": bracket(plan, games),
        "los": ratings.as_ref().map(|ratings| &ratings.los),
    })
}

/// The rounds of a knockout, each a list of mini-matches by the agents' numbers; nothing for other formats.
fn bracket(plan: &Plan, games: &[StoredGame]) -> Option<Value> {
    let Format::Knockout { extra_pairs } = plan.format else { return None };
    let results: Results = games.iter().filter_map(|game| Some((game.pairing, game.record.outcome?))).collect();
    let two = |two: &crate::schedule::BracketMatch| json!({"agents": two.agents, "points": two.points.map(|points| points.number()), "winner": two.winner});
    let rounds = plan.knockout(extra_pairs).bracket(&results);
    Some(rounds.iter().map(|round| round.iter().map(two).collect::<Vec<_>>()).collect())
}

/// Who scored what against whom, by the agents' numbers; nothing where they did not meet.
pub fn cross_table(plan: &Plan, games: &[StoredGame]) -> Value {
    let standings = plan.standings(games.iter().map(|game| (game.pairing, &game.record)));
    let cell = |score: &crate::standings::Score| {
        let met = score.games() > 0;
        met.then(|| {
            json!({
                "points": score.points.number(), "games": score.games(),
                "wins": score.wins, "draws": score.draws, "losses": score.losses,
            })
        })
    };
    standings.cross.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>()).collect()
}

/// How long each agent thought about its moves.
pub fn thinking_times(plan: &Plan, games: &[StoredGame]) -> Value {
    let mut times = vec![Vec::new(); plan.agents.len()];
    for game in games {
        for mv in &game.record.moves {
            times[game.pairing.agents[mv.by.index()]].push(mv.ms);
        }
    }
    let line = |(mut times, agent): (Vec<f64>, &crate::plan::PlanAgent)| {
        times.sort_by(f64::total_cmp);
        let share =
            |part: f64| times.get(((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1))).copied();
        json!({
            "agent": agent.name,
            "moves": times.len(),
            "mean_ms": (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64),
            "median_ms": share(0.5),
            "p95_ms": share(0.95),
            "max_ms": times.last(),
        })
    };
    times.into_iter().zip(&plan.agents).map(line).collect()
}

/// The ratings after more and more games, in the order they were played: at most `points` of them.
pub fn rating_series(plan: &Plan, games: &[StoredGame], points: usize) -> Value {
    let mut games = games.to_vec();
    games.sort_by_key(|game| (game.played, game.pairing));
    let point = |number: usize| {
        let count = games.len() * number / points;
        let ratings: Ratings = (count > 0).then(|| plan.ratings(&games[..count]).ok()).flatten()?;
        let line = |agent: &crate::stats::Rating| json!([agent.rating.elo, agent.rating.low, agent.rating.high]);
        Some(json!({"games": count, "elo": ratings.agents.iter().map(line).collect::<Vec<_>>()}))
    };
    let mut series: Vec<Value> = (1..=points).filter_map(point).collect();
    series.dedup_by_key(|point| point["games"].clone());
    series.into()
}

/// How many games are known to be played, and whether all of them were.
pub fn planned(plan: &Plan, games: &[StoredGame]) -> (usize, bool) {
    let ended = games.iter().filter_map(|game| Some((game.pairing, game.record.outcome?)));
    let results: Results = ended.collect();
    match plan.format {
        Format::Tuning { length } => return (length, results.len() >= length),
        // It goes on for as long as somebody comes.
        Format::Ladder { .. } => return (results.len(), false),
        _ => {}
    }
    let mut scheduler = plan.scheduler();
    // Games of those who do not take part any more are in no schedule.
    let mut planned = games.iter().filter(|game| !plan.takes_part(&game.pairing)).count();
    loop {
        let next = scheduler.next(&results);
        if next.is_empty() {
            return (planned, scheduler.done(&results));
        }
        planned += next.len();
    }
}
