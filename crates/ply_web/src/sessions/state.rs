//! The state of one session: its game, whose clock runs since when, and what its agents are doing.

use std::sync::Arc;
use std::time::Duration;

use ply_arena::{Answer, Fault};
use ply_game::Player;
use ply_search::{Cancel, Instant};
use serde_json::{Value, json};

use super::game::AnyGame;
use crate::memory::Chair;
use crate::problem::Problem;
use crate::thinking::Cost;

/// The state of one session.
pub(crate) struct SessionState {
    pub(crate) game: Box<dyn AnyGame>,
    /// Since when the mover's clock runs.
    pub(crate) running: Option<Instant>,
    /// The thought under way, or waiting for a core.
    pub(crate) thought: Option<Cancel>,
    /// What the agent said last.
    pub(crate) report: Option<Value>,
    /// Counts what makes thoughts and alarms of before pointless.
    pub(crate) epoch: u64,
}

impl SessionState {
    pub(crate) fn new(game: Box<dyn AnyGame>) -> Self {
        let mut state = Self { game, running: None, thought: None, report: None, epoch: 0 };
        state.begin_turn();
        state
    }

    /// What a thought of the agent to move costs, and where it rests; nothing if none is.
    pub(crate) fn agent_to_move(&self) -> Option<(Cost, Arc<Chair>)> {
        let player = self.game.to_move()?;
        self.game.cost(player).zip(self.game.chair(player))
    }

    fn is_person(&self, player: &Player) -> bool {
        self.game.cost(*player).is_none()
    }

    /// Everything that was under way is pointless now; a person's clock begins to run, an agent's when it thinks.
    pub(crate) fn begin_turn(&mut self) {
        self.epoch += 1;
        if let Some(cancel) = self.thought.take() {
            cancel.cancel();
        }
        let person = self.game.to_move().filter(|player| self.is_person(player));
        self.running = person.map(|_| Instant::now());
    }

    /// Whoever is to move has answered, or is at fault.
    pub(crate) fn answered(&mut self, answer: Result<Answer<String>, Fault>) {
        let used = answer.as_ref().ok().and_then(|answer| answer.used);
        let used = used.or_else(|| Some(self.running?.elapsed())).unwrap_or_default();
        self.game.answered(answer, used);
        self.begin_turn();
    }

    /// A person makes a move, at this ply if one is named.
    pub(crate) fn play(&mut self, text: &str, ply: Option<usize>) -> Result<(), Problem> {
        self.flag();
        let now = self.game.ply();
        if let Some(ply) = ply.filter(|ply| *ply != now) {
            return Err(Problem::conflict(format!("the game is at ply {now}, not {ply}")));
        }
        let player = self.game.to_move().ok_or_else(|| Problem::conflict("the game is over"))?;
        if !self.is_person(&player) {
            return Err(Problem::conflict(format!("it is the turn of an agent, who plays {player}")));
        }
        self.game.check_move(text)?;
        self.answered(Ok(Answer::plain(text.to_owned())));
        Ok(())
    }

    /// A person whose time is over loses; how long until then otherwise.
    pub(crate) fn flag(&mut self) -> Option<Duration> {
        let player = self.game.to_move().filter(|player| self.is_person(player))?;
        let left = self.game.deadline(player)?.saturating_sub(self.running?.elapsed());
        if left.is_zero() {
            self.game.flag(player);
            self.begin_turn();
            return None;
        }
        Some(left)
    }

    /// Takes back to the last turn of a person.
    pub(crate) fn undo(&mut self) -> Result<(), Problem> {
        if !self.game.undo() {
            return Err(Problem::conflict("no person has made a move that could be taken back"));
        }
        self.report = None;
        self.begin_turn();
        Ok(())
    }

    /// A person gives up: the one who is named, else the one to move, else the only one there is.
    pub(crate) fn resign(&mut self, named: Option<Player>) -> Result<(), Problem> {
        let to_move = self.game.to_move().ok_or_else(|| Problem::conflict("the game is over"))?;
        let loser = match named {
            Some(named) => Some(named).filter(|player| self.is_person(player)),
            None => [to_move, to_move.other()].into_iter().find(|player| self.is_person(player)),
        };
        self.game.resign(loser.ok_or_else(|| Problem::conflict("only a person can resign"))?);
        self.begin_turn();
        Ok(())
    }

    /// Everything about it.
    pub(crate) fn describe(&self, id: &str) -> Value {
        let mut value = self.game.describe();
        value["id"] = id.into();
        value["epoch"] = self.epoch.into();
        value["clocks"] = self.describe_clocks();
        value["thinking"] = self.thought.is_some().into();
        value["waiting"] = (self.thought.is_some() && self.running.is_none()).into();
        value["last_report"] = json!(self.report);
        value
    }

    fn describe_clocks(&self) -> Value {
        let running = self.running.and_then(|since| Some((self.game.to_move()?, since.elapsed())));
        let left = |player: Player| {
            let used = running.filter(|(mover, _)| *mover == player).map_or(Duration::ZERO, |(_, used)| used);
            self.game.time_left(player).map(|left| left.saturating_sub(used).as_secs_f64() * 1e3)
        };
        match Player::BOTH.map(left) {
            [None, None] => Value::Null,
            [first, second] => {
                json!({"first_ms": first, "second_ms": second, "running": running.map(|(mover, _)| mover.to_string())})
            }
        }
    }
}
