//! Agents that think for [`Local`](super::Local), one thought at a time.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use ply_arena::{Chosen, Fault, GameRecord, Reason};
use ply_game::Player;
use ply_search::{Budget, Cancel, Instant, Limits as SearchLimits};
use serde_json::Value;

use super::address::Address;
use super::{LocalAnswer, Said, Task, limits};
use crate::analysis::Analysis;
use crate::config::{Limits, TableFiles};
use crate::memory::{Chair, Granted, Memory};
use crate::problem::Problem;
use crate::review::{Review, Verdicts};
use crate::sessions::game;
use crate::thinking::Study;
use crate::throttle::Throttle;

/// Whoever listens: the name of an event, and its data.
type Tell<'a> = &'a mut dyn FnMut(&str, &Value);

/// Agents that think for one visitor, without a server.
pub struct Thoughts {
    limits: Limits,
    memory: Arc<Memory>,
    /// The agents of the game that was thought about last rest here between their thoughts.
    resting: Option<(String, [Option<Arc<Chair>>; 2])>,
}

impl Default for Thoughts {
    fn default() -> Self {
        let limits = limits();
        Self { limits, memory: Memory::new(limits.all_memory), resting: None }
    }
}

impl Thoughts {
    /// Sends away the agents that rest: they are built anew for their next thought, with what is known then.
    pub fn send_away(&mut self) {
        self.resting = None;
    }

    /// Thinks about a task of [`Local::news`](super::Local::news), aloud, and gives back what
    /// [`Local::answered`](super::Local::answered) takes.
    pub fn think(&mut self, task: &str, tell: &mut dyn FnMut(&str, &Value)) -> String {
        let began = Instant::now();
        let chosen = self.choose(task, tell);
        let said = Said::new(chosen, began.elapsed());
        serde_json::to_string(&said).expect("an answer has only texts and numbers")
    }

    fn choose(&mut self, task: &str, tell: Tell<'_>) -> Chosen<String> {
        let broken = |detail: String| Fault::new(Reason::Crash, detail);
        let Task { id, record, .. } = serde_json::from_str(task).map_err(|error| broken(error.to_string()))?;
        let record: GameRecord = serde_json::from_value(record).map_err(|error| broken(error.to_string()))?;
        let restored = game::restore(&record, &self.limits, &self.memory);
        let mut game = restored.map_err(|problem| broken(problem.detail))?;
        if let Some((_, chairs)) = self.resting.take().filter(|(of, _)| *of == id) {
            game.seat(chairs);
        }
        self.resting = Some((id, Player::BOTH.map(|player| game.chair(player))));
        let nobody = || broken("no agent is to move".to_owned());
        let chair = game.to_move().and_then(|player| game.chair(player)).ok_or_else(nobody)?;
        let (thought, _) = game.thought(Instant::now(), &self.limits, Cancel::default()).ok_or_else(nobody)?;
        now_and_then(tell, |tell| thought(granted(&chair), tell))
    }

    /// Answers `GET analysis` and `GET review` with events; a refusal comes without any.
    pub fn study(&mut self, address: &str, tell: &mut dyn FnMut(&str, &Value)) -> LocalAnswer {
        LocalAnswer::of(self.watch(address, tell).map(|last| {
            tell("done", &last);
            LocalAnswer { status: 200, body: String::new() }
        }))
    }

    fn watch(&self, address: &str, tell: Tell<'_>) -> Result<Value, Problem> {
        let address = Address::read(address, &self.limits)?;
        match address.path[..] {
            ["analysis"] => {
                let Analysis { study, chair, limits, .. } =
                    Analysis::new(&address.query()?, &self.limits, &self.memory, &TableFiles::default())?;
                now_and_then(tell, |tell| judge(study, &chair, limits, tell))
            }
            ["review"] => {
                let game = Review::new(&address.query()?, &self.limits, &self.memory, &TableFiles::default())?;
                let mut verdicts = Verdicts::default();
                for ply in 0..game.plies() {
                    let opinion = match game.study(ply) {
                        Some(study) => judge(study, &game.chair, game.limits, &mut |_| {})?,
                        None => game.end(ply),
                    };
                    tell("ply", &verdicts.add(&game, ply, opinion));
                }
                Ok(verdicts.summary(&game))
            }
            _ => Err(Problem::missing("only an analysis and a review are thought about")),
        }
    }
}

/// Does something whose reports are told now and then, and the last of them always.
fn now_and_then<T>(tell: Tell<'_>, work: impl FnOnce(&mut dyn FnMut(Value)) -> T) -> T {
    let (mut throttle, mut missed) = (Throttle::default(), None);
    let done = work(&mut |report| {
        missed = if throttle.is_open() {
            tell("report", &report);
            None
        } else {
            Some(report)
        };
    });
    if let Some(report) = missed {
        tell("report", &report);
    }
    done
}

fn judge(study: Study, chair: &Chair, limits: SearchLimits, tell: &mut dyn FnMut(Value)) -> Result<Value, Problem> {
    study(granted(chair), &Budget::new(limits), tell)
}

/// The memory of an agent: nobody else thinks, so whoever rests makes room and there is no line.
fn granted(chair: &Chair) -> Granted {
    match pin!(chair.grant()).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(granted) => granted,
        Poll::Pending => unreachable!("an agent may have no more than there is for all"),
    }
}
