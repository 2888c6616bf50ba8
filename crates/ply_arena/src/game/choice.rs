//! A built-in agent chooses a move: wherever it thinks, on a thread of its own or in a browser.

use ply_agents::{AnyAgent, Turn};
use ply_game::{BoardGame, line_texts};
use ply_search::{Budget, Cancel, Sink};

use crate::game::fault::{Fault, Reason};
use crate::game::record::Thought;
use crate::game::seat::{Answer, Ask};

/// A move with what was thought of it, or why there is none.
pub type Chosen<M> = Result<Answer<M>, Fault>;

/// Lets an agent choose. Belongs on its thread: what an agent says of its line is not checked before it is spelled.
pub fn choose<G: BoardGame>(agent: &mut AnyAgent<G>, turn: &Turn<G>, sink: &mut dyn Sink<G::Move>) -> Chosen<G::Move> {
    let no_move = || Fault::new(Reason::NoMove, "the agent answered that it has no move");
    let decision = agent.choose(turn, sink).ok_or_else(no_move)?;
    let pv = &decision.pv[..decision.pv.len().min(Thought::MOST_PV)];
    let thought = Thought {
        score: decision.score.map(|score| score.points()),
        depth: decision.depth,
        nodes: decision.nodes,
        pv: line_texts(&turn.position, pv),
    };
    Ok(Answer { mv: decision.mv, thought, used: None })
}

impl<G: BoardGame> Ask<'_, G> {
    /// The question as an agent of ours hears it.
    pub fn turn(&self, cancel: Cancel) -> Turn<G> {
        Turn {
            position: self.position.clone(),
            start: self.begun.clone(),
            moves: self.played.clone(),
            clock: self.clocks[self.player.index()],
            moves_made: self.moves_made,
            budget: Budget { limits: self.limits, started: self.asked, cancel },
            waited: None,
        }
    }
}
