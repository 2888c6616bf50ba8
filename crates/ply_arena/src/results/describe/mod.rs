//! Games, agents, positions and tournaments as JSON: the same on the command line and in the API.

#[cfg(not(target_family = "wasm"))]
mod contest;
#[cfg(not(target_family = "wasm"))]
mod tournament;

use ply_agents::AgentInfo;
use ply_game::{BoardGame, Kind, OptionInfo, WeightInfo, line_texts};
use ply_games::{FamilyInfo, Scene};
use ply_search::{Bound, Proof, Report, RootMove, Score};
use serde_json::{Value, json};

#[cfg(not(target_family = "wasm"))]
pub use contest::{match_games, sprt};
#[cfg(not(target_family = "wasm"))]
pub use tournament::{cross_table, planned, rating_series, standings, thinking_times};

/// A game with its options.
pub fn family(family: &FamilyInfo) -> Value {
    json!({"name": family.name, "about": family.about, "options": options(family.options)})
}

/// An agent with its options.
pub fn agent(agent: &AgentInfo) -> Value {
    json!({"name": agent.name, "source": agent.source, "about": agent.about, "options": options(agent.options)})
}

fn options(options: &[OptionInfo]) -> Vec<Value> {
    options.iter().map(option).collect()
}

/// An option: as it is listed for people, and what a form is made from.
fn option(option: &OptionInfo) -> Value {
    let kind = option.kind;
    let whole = kind.whole();
    let (min, max) = match kind {
        Kind::Decimal { least, most, .. } => (json!(least), json!(most)),
        _ => (json!(whole.map(|whole| whole.least)), json!(whole.map(|whole| whole.most))),
    };
    json!({
        "key": option.key,
        "default": kind.default_text(),
        "range": kind.range_text(),
        "about": option.about,
        "kind": kind.name(),
        "min": min,
        "max": max,
        "or_off": whole.is_some_and(|whole| whole.or_off),
        "choices": kind.words(),
        "tunable": kind.is_tunable(),
        "weights": kind.weights().map(|list| list.weights.iter().map(weight).collect::<Vec<_>>()),
    })
}

fn weight(weight: &WeightInfo) -> Value {
    json!({ "key": weight.key, "min": weight.least, "max": weight.most, "about": weight.about })
}

/// A position: who moves, how it ended, what is legal.
pub fn position<G: BoardGame>(scene: &Scene<G>) -> Value {
    let position = &scene.position;
    let outcome = position.outcome();
    json!({
        "game": scene.spec.to_string(),
        "position": position.position_text(),
        "to_move": outcome.is_none().then(|| position.to_move().to_string()),
        "outcome": outcome.map(|outcome| outcome.to_string()),
        "ply": scene.ply(),
        "scores": position.scores(),
        "line": position.winning_line(),
        "legal_moves": position.move_list().into_iter().map(|mv| position.move_text(mv)).collect::<Vec<_>>(),
    })
}

/// What a searcher thinks of a position, with the first `lines` moves of the root.
pub fn report<G: BoardGame>(position: &G, report: &Report<G::Move>, lines: usize) -> Value {
    let milliseconds = report.time.as_secs_f64() * 1e3;
    json!({
        "move": position.move_text(report.best),
        "score": known(report.score).filter(|_| report.has_opinion()),
        "score_text": report.score_text(),
        "proven": report.proof != Proof::Open,
        "exact": report.proof == Proof::Exact,
        "depth": report.depth,
        "deepest": report.deepest,
        "nodes": report.nodes,
        "nps": (report.nodes as f64 / (milliseconds / 1e3).max(1e-9)).round(),
        "time_ms": milliseconds,
        "pv": line_texts(position, &report.pv),
        "lines": report.root.iter().take(lines).map(|root| root_move(position, root, report)).collect::<Vec<_>>(),
    })
}

/// A score that somebody gave; that of a move which was never tried is above every other.
fn known(score: Score) -> Option<i32> {
    (score < Score::HIGHEST && score > Score::LOWEST).then(|| score.points())
}

fn root_move<G: BoardGame>(position: &G, root: &RootMove<G::Move>, report: &Report<G::Move>) -> Value {
    let bound = match root.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    json!({
        "move": position.move_text(root.mv),
        "score": known(root.score),
        "score_text": known(root.score).map(|_| root.score.to_string()),
        // Before the first depth is complete, no score is more than an opinion.
        "bound": (report.depth > 0 || report.proof != Proof::Open).then_some(bound),
        "visits": root.nodes,
        "pv": line_texts(position, &root.pv),
    })
}
