//! An agent thinks about a position while somebody watches.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use ply_game::BoardGame;
use ply_games::{Scene, SceneVisitor, set_up};
use ply_search::{Limits, parse_duration};
use serde::Deserialize;

use crate::config;
use crate::memory::{Chair, Memory};
use crate::position::place;
use crate::problem::Problem;
use crate::queue::Cost;
use crate::routes::{AppState, Query};
use crate::study::{Needs, Study, watch};
use crate::thinking::{self, Analyst, Applicant};
use crate::visitor::Visitor;

/// The time where nothing else is said.
const USUAL: Duration = Duration::from_secs(2);
/// Lines at most.
const MOST_LINES: usize = 20;

/// What to think about, and how long.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    game: String,
    position: Option<String>,
    #[serde(default)]
    moves: String,
    agent: Option<String>,
    time: Option<String>,
    depth: Option<String>,
    nodes: Option<String>,
    lines: Option<String>,
}

/// `GET analysis`
pub(crate) async fn analysis(
    State(app): State<AppState>,
    visitor: Visitor,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let lines = number("lines", asked.lines.as_deref(), 1..=MOST_LINES as u64)?.unwrap_or(1) as usize;
    let depth = number("depth", asked.depth.as_deref(), 1..=200)?.map(|depth| depth as u32);
    let nodes = number("nodes", asked.nodes.as_deref(), 1..=u64::MAX)?;
    let allowed = app.config.limits;
    let longest = allowed.think;
    let time = time(asked.time.as_deref(), longest)?;
    let agent = thinking::analyst(asked.agent.as_deref(), &allowed)?;
    let memory = app.memory.clone();
    let begin = move || {
        let place = place(&asked.game, asked.position.as_deref(), &asked.moves);
        set_up(&place, Begin { agent, lines, allowed, memory })?
    };
    let Begun { study, chair, cost, own } = app.desk.work(visitor, begin).await?;
    let limits = Limits { depth: depth.or(own.depth), nodes: nodes.or(own.nodes), ..Limits::default() };
    let unlimited = limits == Limits::default();
    let time = time.unwrap_or(if unlimited { USUAL.min(longest) } else { longest });
    let limits = Limits { soft: Some(time), hard: Some(time), ..limits };
    let place = app.queue.enter(visitor)?;
    app.clone().stream(visitor, async move |events| {
        let needs = Needs { place, cost, chair: &chair, limits };
        let ended = watch(&app, study, needs, &events, Some("report")).await;
        events.end(ended).await;
    })
}

/// An empty value is none.
fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

fn number(key: &str, text: Option<&str>, range: std::ops::RangeInclusive<u64>) -> Result<Option<u64>, Problem> {
    let Some(text) = given(text) else { return Ok(None) };
    let number = text.parse().ok().filter(|number| range.contains(number));
    let wrong = || format!("{key} must be a whole number from {} to {}", range.start(), range.end());
    number.map(Some).ok_or_else(|| Problem::bad(wrong()))
}

/// A time of at most `longest`.
pub(crate) fn time(text: Option<&str>, longest: Duration) -> Result<Option<Duration>, Problem> {
    let time = given(text).map(parse_duration).transpose()?;
    match time {
        Some(time) if time > longest => {
            Err(Problem::bad(format!("time may be at most {} s here", longest.as_secs_f64())))
        }
        time => Ok(time),
    }
}

struct Begin {
    agent: Option<Applicant>,
    lines: usize,
    allowed: config::Limits,
    memory: Arc<Memory>,
}

/// An analysis that waits for its turn.
struct Begun {
    study: Study,
    chair: Arc<Chair>,
    cost: Cost,
    /// The limits that the agent has of itself.
    own: Limits,
}

impl SceneVisitor for Begin {
    type Output = Result<Begun, Problem>;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Self::Output {
        if scene.position.outcome().is_some() {
            return Err(Problem::bad("the game is over: there is nothing to think about"));
        }
        let offer = thinking::offer_analysis::<G>(self.agent.as_ref(), &self.allowed, self.lines)?;
        let (cost, own, recipe) = (offer.cost, offer.limits(&scene.position), offer.recipe);
        let chair = Chair::new(&self.memory, cost.megabytes);
        let seat = chair.clone();
        let study: Study = Box::new(move |granted, budget, tell| {
            let think = |analyst: &mut Analyst<G>| {
                analyst.follow(&scene.start, &scene.moves);
                analyst.study(&scene.position, budget, tell)
            };
            granted.think(&seat, || recipe.analyst::<G>(), think)
        });
        Ok(Begun { study, chair, cost, own })
    }
}
