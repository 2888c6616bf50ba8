//! A look into agents that search: how deep, how broad and over how many positions they think about given positions.

use std::time::Duration;

use ply_agents::mind;
use ply_arena::opening;
use ply_game::{BoardGame, Spec, SpecError, mix};
use ply_games::{Visitor, visit};
use ply_search::{Budget, Cancel, Limits, Silent};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::lab::LabError;

/// What is looked into.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// The game.
    pub game: String,
    /// The agent.
    pub agent: String,
    /// Random moves to each position.
    pub plies: usize,
    /// How many positions.
    pub positions: u64,
    /// The time it has; nothing: its own limits alone.
    pub time: Option<Duration>,
}

/// What an agent did in one position.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Look {
    /// Plies it searched completely.
    pub depth: u32,
    /// Positions it visited.
    pub nodes: u64,
    /// Time it took.
    pub ms: f64,
    /// Moves of the position that it considered: a loss at sight may be left out.
    pub moves: usize,
    /// Of those, how many it looked behind.
    pub searched: usize,
}

impl Look {
    /// The share of moves it looked behind.
    pub fn breadth(&self) -> f64 {
        self.searched as f64 / self.moves.max(1) as f64
    }
}

/// Asks all questions, several at a time; positions that are over or settled give no look.
pub fn look(questions: &[Question], seed: u64, stop: &Cancel) -> Result<Vec<Vec<Look>>, LabError> {
    let ask = |question: &Question| {
        let spec: Spec = question.game.parse()?;
        visit(&spec, None, Ask { question, seed, stop })?
    };
    Ok(questions.par_iter().map(ask).collect::<Result<_, SpecError>>()?)
}

struct Ask<'a> {
    question: &'a Question,
    seed: u64,
    stop: &'a Cancel,
}

impl Visitor for Ask<'_> {
    type Output = Result<Vec<Look>, SpecError>;

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) -> Self::Output {
        let agent: Spec = self.question.agent.parse()?;
        let mut looks = Vec::new();
        for number in 0..self.question.positions {
            let mut position = start.clone();
            for mv in opening(&start, self.question.plies, mix(self.seed ^ mix(number))) {
                position.play(mv);
            }
            if position.outcome().is_some() || self.stop.is_cancelled() {
                continue;
            }
            let (_, mut mind) = mind::<G>(&agent, 0, 1)?;
            let limits = Limits { soft: self.question.time, hard: self.question.time, ..mind.limits(&position) };
            let budget = Budget { cancel: self.stop.clone(), ..Budget::new(limits) };
            let Some(report) = mind.think(&position, &budget, &mut Silent) else { continue };
            looks.push(Look {
                depth: report.depth,
                nodes: report.nodes,
                ms: budget.elapsed().as_secs_f64() * 1e3,
                moves: report.root.len(),
                searched: report.root.iter().filter(|mv| mv.nodes > 0).count(),
            });
        }
        Ok(looks)
    }
}
