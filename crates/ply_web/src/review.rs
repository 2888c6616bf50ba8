//! A whole game in the eyes of an agent: the score after each move, and the moves that lost something.

use std::sync::Arc;
use std::time::Duration;

use ply_game::{BoardGame, Player};
use ply_games::{Scene, SceneVisitor, set_up};
use ply_search::{Limits, Score};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::{table_of, time};
use crate::config::{self, TableFiles};
use crate::memory::{Chair, Memory};
use crate::position::place;
use crate::problem::Problem;
use crate::thinking::{self, Analyst, Applicant, Cost, Study};

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

/// A drop of the mover's chance that counts as a mistake.
const MISTAKE: f64 = 0.15;

/// A game to be looked at.
pub(crate) struct Review {
    agent: String,
    pub(crate) cost: Cost,
    pub(crate) chair: Arc<Chair>,
    /// The limits for each position.
    pub(crate) limits: Limits,
    steps: Vec<Step>,
    /// What to think about after so many moves; nothing where the game is over.
    studies: Box<dyn Fn(usize) -> Option<Study> + Send + Sync>,
}

impl Review {
    /// What was asked for, within what is allowed.
    pub(crate) fn new(
        asked: &Asked,
        allowed: &config::Limits,
        memory: &Arc<Memory>,
        tables: &TableFiles,
    ) -> Result<Self, Problem> {
        let time = time(asked.time.as_deref(), LONGEST.min(allowed.think))?.unwrap_or(USUAL);
        let agent = thinking::analyst(asked.agent.as_deref(), allowed)?;
        let place = place(&asked.game, asked.position.as_deref(), &asked.moves);
        let begun = set_up(&place, Begin { agent, allowed: *allowed, memory: memory.clone(), tables })??;
        let Limits { depth, nodes, .. } = begun.limits;
        Ok(Self { limits: Limits { depth, nodes, ..Limits::time(time) }, ..begun })
    }

    /// The positions of the game.
    pub(crate) fn plies(&self) -> usize {
        self.steps.len()
    }

    /// What to think about after so many moves; nothing where the game is over.
    pub(crate) fn study(&self, ply: usize) -> Option<Study> {
        (self.studies)(ply)
    }

    /// What is said of the position after so many moves where the game is over.
    pub(crate) fn end(&self, ply: usize) -> Value {
        self.steps[ply].end.clone()
    }
}

/// What was found so far.
#[derive(Default)]
pub(crate) struct Verdicts {
    /// The first player's chance before the next move.
    before: Option<f64>,
    mistakes: usize,
}

impl Verdicts {
    /// The next position with an agent's opinion of it: what the move that led there has lost.
    pub(crate) fn add(&mut self, game: &Review, ply: usize, mut opinion: Value) -> Value {
        let step = &game.steps[ply];
        let chance = opinion["win_chance"].as_f64().unwrap_or(0.5);
        // What the mover had before the move and has no longer.
        let lost = self.before.zip(step.by).map(|(before, by)| {
            let lost = if by == Player::First { before - chance } else { chance - before };
            lost.max(0.0)
        });
        self.mistakes += usize::from(lost.is_some_and(|lost| lost >= MISTAKE));
        self.before = Some(chance);
        opinion["ply"] = ply.into();
        opinion["drop"] = lost.into();
        opinion["by"] = json!(step.by.map(|by| by.to_string()));
        opinion["played"] = json!(step.played);
        opinion["best"] = opinion["move"].take();
        if let Some(judgement) = &step.judgement {
            opinion["judgement"] = json!(judgement);
        }
        opinion
    }

    /// What is said at the end.
    pub(crate) fn summary(&self, game: &Review) -> Value {
        json!({"plies": game.plies(), "mistakes": self.mistakes, "agent": game.agent})
    }
}

/// A position of the game.
struct Step {
    /// The move that led here, and who made it.
    played: Option<String>,
    by: Option<Player>,
    /// What a table calls that move.
    judgement: Option<String>,
    /// What is said where the game is over.
    end: Value,
}

struct Begin<'a> {
    agent: Option<Applicant>,
    allowed: config::Limits,
    memory: Arc<Memory>,
    tables: &'a TableFiles,
}

impl SceneVisitor for Begin<'_> {
    /// With the limits that the agent has of itself.
    type Output = Result<Review, Problem>;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Self::Output {
        let offer = thinking::offer_analysis::<G>(self.agent.as_ref(), &self.allowed, 1)?;
        let (cost, limits, recipe) = (offer.cost, offer.limits(&scene.start), offer.recipe);
        let (agent, chair) = (recipe.spec.to_string(), Chair::new(&self.memory, cost.megabytes));
        let mut positions = vec![scene.start.clone()];
        let mut steps = vec![Step { played: None, by: None, judgement: None, end: Value::Null }];
        let table = table_of(self.tables, &scene.start);
        for &mv in &scene.moves {
            let before = &positions[positions.len() - 1];
            let judgement = table.as_ref().map(|table| table.values.judge(before, mv).to_string());
            let (played, by) = (Some(before.move_text(mv)), Some(before.to_move()));
            steps.push(Step { played, by, judgement, end: Value::Null });
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
        Ok(Review { agent, cost, chair, limits, steps, studies: Box::new(study) })
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
