//! A match and a sequential test as JSON.

use serde_json::{Value, json};

use crate::MatchTally;
use crate::stats::{MatchScore, Sprt, SprtStatus};

/// A match: `names` are the agents' full spellings.
pub fn match_games(game: &str, time: &str, names: &[String; 2], tally: &MatchTally) -> Value {
    let score = MatchScore::of_games(&tally.games);
    json!({
        "game": game,
        "time": time,
        "games": score.games,
        "a": side(tally, 0, &names[0], &score),
        "b": side(tally, 1, &names[1], &score),
        "score": score.score,
        "elo": score.elo,
        "elo_error": score.elo_error,
        "los": score.los,
        "pentanomial": score.pentanomial.0,
    })
}

fn side(tally: &MatchTally, side: usize, name: &str, score: &MatchScore) -> Value {
    let (wins, losses) = if side == 0 { (score.wins, score.losses) } else { (score.losses, score.wins) };
    let points = if side == 0 { score.points } else { score.games as f64 - score.points };
    json!({
        "agent": name,
        "wins": wins,
        "draws": score.draws,
        "losses": losses,
        "points": points,
        "forfeits": tally.forfeits[side],
        "random_moves": tally.random_moves[side],
        "faults": tally.faults[side],
        "mean_ms": tally.times[side].mean(),
        "max_ms": tally.times[side].max,
    })
}

/// A sequential test of one agent against another.
pub fn sprt(game: &str, [new, base]: [&str; 2], test: &Sprt, status: &SprtStatus, tally: &MatchTally) -> Value {
    json!({
        "game": game,
        "new": new,
        "base": base,
        "test": test,
        "llr": status.llr,
        "lower": status.lower,
        "upper": status.upper,
        "decision": status.decision,
        "match": MatchScore::of_games(&tally.games),
    })
}
