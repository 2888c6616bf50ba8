//! An agent thinks about a position while somebody watches.

use std::sync::Arc;
use std::time::Duration;

use ply_agents::{BoardTable, Tables};
use ply_game::BoardGame;
use ply_games::{Scene, SceneVisitor, set_up};
use ply_search::{Limits, parse_duration};
use serde::Deserialize;

use crate::config::{self, TableFiles};
use crate::memory::{Chair, Memory};
use crate::position::place;
use crate::problem::Problem;
use crate::thinking::{self, Analyst, Applicant, Cost, Study};

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

/// An analysis that waits for its turn.
pub(crate) struct Analysis {
    pub(crate) study: Study,
    pub(crate) chair: Arc<Chair>,
    pub(crate) cost: Cost,
    pub(crate) limits: Limits,
}

impl Analysis {
    /// What was asked for, within what is allowed.
    pub(crate) fn new(
        asked: &Asked,
        allowed: &config::Limits,
        memory: &Arc<Memory>,
        tables: &TableFiles,
    ) -> Result<Self, Problem> {
        let lines = number("lines", asked.lines.as_deref(), 1..=MOST_LINES as u64)?.unwrap_or(1) as usize;
        let depth = number("depth", asked.depth.as_deref(), 1..=200)?.map(|depth| depth as u32);
        let nodes = number("nodes", asked.nodes.as_deref(), 1..=u64::MAX)?;
        let longest = allowed.think;
        let time = time(asked.time.as_deref(), longest)?;
        let agent = thinking::analyst(asked.agent.as_deref(), allowed)?;
        let place = place(&asked.game, asked.position.as_deref(), &asked.moves);
        let begun = set_up(&place, Begin { agent, lines, allowed: *allowed, memory: memory.clone(), tables })??;
        let own = begun.limits;
        let limits = Limits { depth: depth.or(own.depth), nodes: nodes.or(own.nodes), ..Limits::default() };
        let unlimited = limits == Limits::default();
        let time = time.unwrap_or(if unlimited { USUAL.min(longest) } else { longest });
        Ok(Self { limits: Limits { soft: Some(time), hard: Some(time), ..limits }, ..begun })
    }
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

/// The table of a position's board among the server's. A file that is gone or damaged by now judges nothing.
pub(crate) fn table_of<G: BoardGame>(tables: &TableFiles, position: &G) -> Option<Arc<BoardTable<G>>> {
    Tables::open(tables).ok()?.of_board(position).cloned()
}

struct Begin<'a> {
    agent: Option<Applicant>,
    lines: usize,
    allowed: config::Limits,
    memory: Arc<Memory>,
    tables: &'a TableFiles,
}

impl SceneVisitor for Begin<'_> {
    /// With the limits that the agent has of itself.
    type Output = Result<Analysis, Problem>;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Self::Output {
        if scene.position.outcome().is_some() {
            return Err(Problem::bad("the game is over: there is nothing to think about"));
        }
        let offer = thinking::offer_analysis::<G>(self.agent.as_ref(), &self.allowed, self.lines)?;
        let (cost, limits, recipe) = (offer.cost, offer.limits(&scene.position), offer.recipe);
        let chair = Chair::new(&self.memory, cost.megabytes);
        let table = table_of(self.tables, &scene.position);
        let seat = chair.clone();
        let study: Study = Box::new(move |granted, budget, tell| {
            let think = |analyst: &mut Analyst<G>| {
                analyst.follow(&scene.start, &scene.moves);
                analyst.study(&scene.position, budget, tell)
            };
            let mut found = granted.think(&seat, || recipe.analyst::<G>(), think)?;
            if let Some(table) = &table {
                found["tablebase"] = table.as_json(&scene.position);
            }
            Ok(found)
        });
        Ok(Analysis { study, chair, cost, limits })
    }
}
