//! A whole game in the eyes of an agent: the score after each move, and the moves that lost something.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use ply_game::{BoardGame, Player};
use ply_games::{Scene, SceneVisitor, set_up};
use ply_search::{Limits, Score};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::time;
use crate::config;
use crate::memory::{Chair, Memory};
use crate::position::place;
use crate::problem::Problem;
use crate::queue::Cost;
use crate::routes::{App, AppState, Query};
use crate::stream::Events;
use crate::study::{Needs, Study, watch};
use crate::thinking::{self, Analyst, Applicant};
use crate::visitor::Visitor;

/// The time for a position.
const USUAL: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(2);

/// Which game, and how long to look at each position.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    game: String,
    position: Option<String>,
    #[serde(default)]
    moves: String,
    agent: Option<String>,
    time: Option<String>,
}

/// `GET review`
pub(crate) async fn review(
    State(app): State<AppState>,
    visitor: Visitor,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let allowed = app.config.limits;
    let time = time(asked.time.as_deref(), LONGEST.min(allowed.think))?.unwrap_or(USUAL);
    let agent = thinking::analyst(asked.agent.as_deref(), &allowed)?;
    let memory = app.memory.clone();
    let begin = move || {
        let place = place(&asked.game, asked.position.as_deref(), &asked.moves);
        set_up(&place, Begin { agent, allowed, memory })?
    };
    let game = app.desk.work(visitor, begin).await?;
    // Refused now rather than at the first position.
    app.queue.enter(visitor).map(drop)?;
    app.clone().stream(visitor, async move |events| {
        let ended = walk(&app, visitor, &game, time, &events).await;
        events.end(ended).await;
    })
}

/// Goes through the game; nothing when nobody listens.
async fn walk(
    app: &App,
    visitor: Visitor,
    game: &Reviewed,
    time: Duration,
    events: &Events,
) -> Option<Result<Value, Problem>> {
    let limits = Limits { depth: game.own.depth, nodes: game.own.nodes, ..Limits::time(time) };
    let judge = async |study: Study| {
        let place = match app.queue.enter(visitor) {
            Ok(place) => place,
            Err(problem) => return Some(Err(problem)),
        };
        watch(app, study, Needs { place, cost: game.cost, chair: &game.chair, limits }, events, None).await
    };
    let mut before: Option<f64> = None;
    let mut mistakes = 0;
    for (ply, step) in game.steps.iter().enumerate() {
        let mut opinion = match (game.study)(ply) {
            Some(study) => match judge(study).await? {
                Ok(last) => last,
                Err(problem) => return Some(Err(problem)),
            },
            None => step.end.clone(),
        };
        let chance = opinion["win_chance"].as_f64().unwrap_or(0.5);
        // What the mover had before the move and has no longer.
        let lost = before.zip(step.by).map(|(before, by)| {
            let lost = if by == Player::First { before - chance } else { chance - before };
            lost.max(0.0)
        });
        mistakes += usize::from(lost.is_some_and(|lost| lost >= MISTAKE));
        before = Some(chance);
        opinion["ply"] = ply.into();
        opinion["drop"] = lost.into();
        opinion["by"] = json!(step.by.map(|by| by.to_string()));
        opinion["played"] = json!(step.played);
        opinion["best"] = opinion["move"].take();
        if !events.send("ply", &opinion).await {
            return None;
        }
    }
    Some(Ok(json!({"plies": game.steps.len(), "mistakes": mistakes, "agent": game.agent})))
}

/// A drop of the mover's chance that counts as a mistake.
const MISTAKE: f64 = 0.15;

/// A game to be looked at.
struct Reviewed {
    agent: String,
    cost: Cost,
    chair: Arc<Chair>,
    /// The limits that the agent has of itself.
    own: Limits,
    steps: Vec<Step>,
    /// What to think about after so many moves; nothing where the game is over.
    study: Box<dyn Fn(usize) -> Option<Study> + Send + Sync>,
}

/// A position of the game.
struct Step {
    /// The move that led here, and who made it.
    played: Option<String>,
    by: Option<Player>,
    /// What is said where the game is over.
    end: Value,
}

struct Begin {
    agent: Option<Applicant>,
    allowed: config::Limits,
    memory: Arc<Memory>,
}

impl SceneVisitor for Begin {
    type Output = Result<Reviewed, Problem>;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Self::Output {
        let offer = thinking::offer_analysis::<G>(self.agent.as_ref(), &self.allowed, 1)?;
        let (cost, own, recipe) = (offer.cost, offer.limits(&scene.start), offer.recipe);
        let (agent, chair) = (recipe.spec.to_string(), Chair::new(&self.memory, cost.megabytes));
        let mut positions = vec![scene.start.clone()];
        let mut steps = vec![Step { played: None, by: None, end: Value::Null }];
        for &mv in &scene.moves {
            let before = &positions[positions.len() - 1];
            steps.push(Step { played: Some(before.move_text(mv)), by: Some(before.to_move()), end: Value::Null });
            positions.push(before.after(mv));
        }
        if let Some((position, step)) = positions.last().zip(steps.last_mut()) {
            step.end = end(position);
        }
        let seat = chair.clone();
        let study = move |ply: usize| {
            let position: G = positions[ply].clone();
            let (start, moves) = (positions[0].clone(), scene.moves[..ply].to_vec());
            let (seat, recipe) = (seat.clone(), recipe.clone());
            position.outcome().is_none().then(|| -> Study {
                Box::new(move |granted, budget, tell| {
                    let think = |analyst: &mut Analyst<G>| {
                        analyst.follow(&start, &moves);
                        analyst.study(&position, budget, tell)
                    };
                    granted.think(&seat, || recipe.analyst::<G>(), think)
                })
            })
        };
        Ok(Reviewed { agent, cost, chair, own, steps, study: Box::new(study) })
    }
}

/// What is known of a game that is over.
fn end<G: BoardGame>(position: &G) -> Value {
    let Some(outcome) = position.outcome() else { return Value::Null };
    let score = Score::of_outcome(outcome, position.to_move(), 0);
    let chance = match outcome.winner() {
        Some(Player::First) => 1.0,
        Some(Player::Second) => 0.0,
        None => 0.5,
    };
    json!({"move": null, "score": score.points(), "score_text": outcome.to_string(), "win_chance": chance})
}
