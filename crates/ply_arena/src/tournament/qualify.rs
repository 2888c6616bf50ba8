//! Whether an agent can play at all: a few games against random play, before it takes part.

use ply_game::Player;

use crate::AgentSpec;
use crate::external::{Program, try_out};
use crate::game::fault::Fault;
use crate::plan::{Format, Plan, PlanAgent};
use crate::schedule::Results;
use crate::tournament::line_up::{LineUp, LineUpError};
use crate::tournament::task::{DrawnOpenings, TaskError};

/// Why an agent does not take part.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Unqualified {
    /// It was at fault in a game.
    #[error("{fault}{}", last_line(.fault))]
    Fault {
        /// What it did.
        #[from]
        fault: Fault,
    },
    /// It cannot be built.
    #[error(transparent)]
    LineUp(#[from] LineUpError),
    /// The games cannot be played.
    #[error(transparent)]
    Task(#[from] TaskError),
}

/// The last line a program wrote to its standard error, where what went wrong mostly stands.
fn last_line(fault: &Fault) -> String {
    let line = fault.last_words.lines().rev().map(str::trim).find(|line| !line.is_empty());
    line.map(|line| format!(" ({})", ply_game::harmless_line(line, 200))).unwrap_or_default()
}

/// Lets one of a plan's agents play so many games of each of the plan's games against random play, from both sides in
/// turn. Nothing is kept of them. Before that, and where no game is asked for, it only has to start.
pub fn qualify(plan: &Plan, agent: usize, games: usize) -> Result<(), Unqualified> {
    let rival = PlanAgent::new("random play", "random");
    let agents = vec![PlanAgent { name: "candidate".to_owned(), ..plan.agents[agent].clone() }, rival];
    // Each of the plan's games in turn, two of each at a time: the sides are swapped.
    let rounds = games.div_ceil(2).max(1);
    let plan = Plan { agents, format: Format::RoundRobin { rounds }, pairs: 1, submissions: None, ..plan.clone() };
    let line_up = LineUp::new(&plan)?;
    let drawn = DrawnOpenings::default();
    let pairings = plan.scheduler().next(&Results::default());
    if let AgentSpec::Program(command) = line_up.agent(0, 0) {
        let program = Program { limits: plan.limits_of(&plan.agents[0]), ..Program::new(command.clone()) };
        try_out(&program, line_up.game(0))?;
    }
    for pairing in pairings.into_iter().take(games * plan.games.len()) {
        let record = line_up.task(pairing).play(&drawn, &mut |_| {})?;
        let candidate = pairing.side(0).unwrap_or(Player::First);
        // Where a fault costs the move only, it is beside the move.
        let instead = record.moves.iter().filter(|mv| mv.by == candidate).find_map(|mv| mv.instead_of.clone());
        let forfeit = record.forfeit().filter(|(loser, _)| *loser == candidate).map(|(_, fault)| fault.clone());
        if let Some(fault) = forfeit.or(instead) {
            return Err(fault.into());
        }
    }
    Ok(())
}
