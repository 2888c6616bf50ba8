//! A game of any kind under way: what the rest of the server sees of it is text.

use std::sync::{Arc, Mutex, PoisonError};

use ply_agents::{AnyAgent, Turn, win_chance};
use ply_arena::{AgentThread, describe};
use ply_game::{BoardGame, Player, TextError, try_play};
use ply_games::Scene;
use ply_search::{Budget, Clock, Report};
use serde_json::{Value, json};

/// A game under way.
pub(crate) trait Board: Send {
    /// Everything about it.
    fn describe(&self) -> Value;
    /// Who moves; nobody when it is over.
    fn to_move(&self) -> Option<Player>;
    /// Moves since the start of the game, which may be before the start of this board.
    fn ply(&self) -> usize;
    /// Who made each move on this board.
    fn movers(&self) -> Vec<Player>;
    /// Plays a move.
    fn play(&mut self, text: &str) -> Result<(), TextError>;
    /// Takes back the last moves, as many as there are.
    fn take_back(&mut self, moves: usize);
    /// What the agent of this player, if it has one, is to do in this position.
    fn thought(&self, player: Player) -> Option<Thought>;
}

/// What an agent is told about its time.
pub(crate) struct Time {
    pub(crate) clock: Clock,
    pub(crate) moves_made: usize,
    pub(crate) budget: Budget,
}

/// Something to be done on a thread: gives the move as text, nothing, or the message of a panic.
pub(crate) type Thought = Box<dyn FnOnce(Time, &mut dyn FnMut(Value)) -> Result<Option<String>, String> + Send>;

/// A game of one kind under way.
pub(crate) struct Table<G: BoardGame> {
    scene: Scene<G>,
    /// The position before each move.
    past: Vec<G>,
    /// Held by the thread that thinks.
    agents: [Option<Arc<Mutex<AnyAgent<G>>>>; 2],
    agent_names: [String; 2],
}

impl<G: BoardGame> Table<G> {
    pub(crate) fn new(scene: Scene<G>, agents: [Option<AnyAgent<G>>; 2], agent_names: [String; 2]) -> Self {
        let mut position = scene.start.clone();
        let before = |mv: &G::Move| {
            let after = position.after(*mv);
            std::mem::replace(&mut position, after)
        };
        let past = scene.moves.iter().map(before).collect();
        let agents = agents.map(|agent| agent.map(|agent| Arc::new(Mutex::new(agent))));
        Self { scene, past, agents, agent_names }
    }
}

impl<G: BoardGame> Board for Table<G> {
    fn describe(&self) -> Value {
        let mut value = describe::position(&self.scene);
        value["start"] = self.scene.start.position_text().into();
        value["moves"] = describe::line(&self.scene.start, &self.scene.moves).into();
        value["history"] = history(&self.scene);
        value
    }

    fn to_move(&self) -> Option<Player> {
        let position = &self.scene.position;
        position.outcome().is_none().then(|| position.to_move())
    }

    fn ply(&self) -> usize {
        self.scene.ply()
    }

    fn movers(&self) -> Vec<Player> {
        self.past.iter().map(G::to_move).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), TextError> {
        let position = &mut self.scene.position;
        let before = position.clone();
        let mv = position.parse_move(text)?;
        try_play(position, mv)?;
        self.past.push(before);
        self.scene.moves.push(mv);
        Ok(())
    }

    fn take_back(&mut self, moves: usize) {
        for _ in 0..moves {
            let Some(before) = self.past.pop() else { break };
            self.scene.position = before;
            self.scene.moves.pop();
        }
    }

    fn thought(&self, player: Player) -> Option<Thought> {
        let agent = self.agents[player.index()].clone()?;
        let position = self.scene.position.clone();
        let opinion = Opinion { agent: self.agent_names[player.index()].clone() };
        Some(Box::new(move |time, tell| {
            let turn = Turn { position, clock: time.clock, moves_made: time.moves_made, budget: time.budget };
            let position = &turn.position;
            let mut sink = |report: &Report<G::Move>| tell(opinion.report(position, report, 1));
            let mut agent = agent.lock().unwrap_or_else(PoisonError::into_inner);
            let decision = AgentThread::think(&mut agent, &turn, &mut sink)?;
            Ok(decision.map(|decision| position.move_text(decision.mv)))
        }))
    }
}

/// Every move with the position after it.
pub(crate) fn history<G: BoardGame>(scene: &Scene<G>) -> Value {
    let mut position = scene.start.clone();
    let step = |&mv: &G::Move| {
        let (text, by) = (position.move_text(mv), position.to_move().to_string());
        position.play(mv);
        json!({"move": text, "by": by, "position": position.position_text(), "line": position.winning_line()})
    };
    scene.moves.iter().map(step).collect()
}

/// Whose opinion a score is.
pub(crate) struct Opinion {
    /// The agent's name.
    pub(crate) agent: String,
}

impl Opinion {
    /// A report with the first player's chance to win.
    pub(crate) fn report<G: BoardGame>(&self, position: &G, report: &Report<G::Move>, lines: usize) -> Value {
        let mut value = describe::report(position, report, lines);
        value["win_chance"] = win_chance::<G>(&self.agent, report.score, position.to_move()).into();
        value
    }
}
