//! Whoever thinks for the other side: an agent of ours or a program, on a thread of its own, so that the screen stays
//! alive. Also the adviser who gives hints and opinions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use ply_agents::{AnyAgent, Turn};
use ply_arena::external::{ProcessSeat, Program};
use ply_arena::{AgentSpec, Answer, Ask, Fault, Reason, Seat};
use ply_game::{BoardGame, Player, Spec};
use ply_search::{Budget, Cancel, Clock, Limits, Report};

use super::GRACE;
use super::sitting::{Sitting, Thought};

/// What comes from the thread.
pub enum News<M> {
    /// What it thinks so far.
    Thinks(Report<M>),
    /// Its move.
    Plays(M, Thought),
    /// It is at fault.
    Fails(Fault),
}

/// A question, with all it needs.
struct Question<G: BoardGame> {
    position: G,
    start: Option<String>,
    moves: Vec<String>,
    player: Player,
    clocks: [Clock; 2],
    moves_made: usize,
    limits: Limits,
    deadline: Option<Duration>,
    cancel: Cancel,
}

/// Somebody who thinks.
pub struct Opponent<G: BoardGame> {
    questions: Sender<Question<G>>,
    news: Receiver<(usize, News<G::Move>)>,
    asked: usize,
    cancel: Cancel,
}

enum Thinking<G: BoardGame> {
    BuiltIn(AnyAgent<G>),
    Program(Box<ProcessSeat>),
}

impl<G: BoardGame> Opponent<G> {
    /// Seats an agent or a program.
    pub fn new(agent: &AgentSpec, game: &Spec, seed: u64) -> Result<Self> {
        let mut thinking: Thinking<G> = match agent {
            AgentSpec::BuiltIn(spec) => Thinking::BuiltIn(ply_agents::agent::<G>(spec, seed)?.1),
            AgentSpec::Program(command) => {
                let mut seat = Box::new(ProcessSeat::new(Program::new(command.clone()), game)?);
                Seat::<G>::prepare(seat.as_mut()).with_context(|| command.to_string())?;
                Thinking::Program(seat)
            }
            AgentSpec::Human => bail!("a person does not think on a thread"),
        };
        let (questions, inbox) = channel::<Question<G>>();
        let (outbox, news) = channel();
        std::thread::Builder::new().name("opponent".to_owned()).spawn(move || {
            for (number, question) in inbox.into_iter().enumerate() {
                let answer = thinking.answer(&question, |report| {
                    let _ = outbox.send((number, News::Thinks(report.clone())));
                });
                if outbox.send((number, answer)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { questions, news, asked: 0, cancel: Cancel::default() })
    }

    /// Asks for a move in the sitting's position. `clocks` and limits are those of the game, or of the question alone.
    pub fn ask(&mut self, sitting: &Sitting<G>, clocks: [Clock; 2], limits: Limits) {
        self.stop();
        let player = sitting.position().to_move();
        let question = Question {
            position: sitting.position().clone(),
            start: sitting.start_text().map(str::to_owned),
            moves: sitting.move_texts(),
            player,
            clocks,
            moves_made: sitting.moves_made(player),
            limits,
            deadline: sitting.time_left(player).or(clocks[player.index()].per_move).map(|time| time + GRACE),
            cancel: self.cancel.clone(),
        };
        self.asked += 1;
        // A thread that is gone has said why before.
        let _ = self.questions.send(question);
    }

    /// What came about the last question since the last look.
    pub fn news(&self) -> Vec<News<G::Move>> {
        let current = self.asked.wrapping_sub(1);
        self.news.try_iter().filter(|(number, _)| *number == current).map(|(_, news)| news).collect()
    }

    /// The next news about the last question, waited for.
    pub fn next_news(&self) -> Option<News<G::Move>> {
        let current = self.asked.wrapping_sub(1);
        self.news.iter().find(|(number, _)| *number == current).map(|(_, news)| news)
    }

    /// Ends the thinking about the last question; its answer will not be heard.
    pub fn stop(&mut self) {
        self.cancel.cancel();
        self.cancel = Cancel::default();
    }
}

impl<G: BoardGame> Drop for Opponent<G> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl<G: BoardGame> Thinking<G> {
    fn answer(&mut self, question: &Question<G>, mut think: impl FnMut(&Report<G::Move>)) -> News<G::Move> {
        let asked = Instant::now();
        let answer = match self {
            Self::BuiltIn(agent) => {
                let turn = Turn {
                    position: question.position.clone(),
                    clock: question.clocks[question.player.index()],
                    moves_made: question.moves_made,
                    budget: Budget { limits: question.limits, started: asked, cancel: question.cancel.clone() },
                };
                let decision = catch_unwind(AssertUnwindSafe(|| agent.choose(&turn, &mut think)));
                match decision {
                    Ok(Some(decision)) => Ok(Answer {
                        mv: decision.mv,
                        score: decision.score.map(|score| score.points()),
                        depth: decision.depth,
                        used: None,
                    }),
                    Ok(None) => Err(Fault::new(Reason::NoMove, "the agent answered that it has no move")),
                    Err(_) => Err(Fault::new(Reason::Crash, "the agent panicked")),
                }
            }
            Self::Program(seat) => seat.ask(&Ask {
                position: &question.position,
                start: question.start.as_deref(),
                moves: &question.moves,
                player: question.player,
                clocks: question.clocks,
                moves_made: question.moves_made,
                limits: question.limits,
                asked,
                deadline: question.deadline,
                cpu: false,
            }),
        };
        let took = asked.elapsed();
        let checked = answer.and_then(|answer| {
            let wrong = |error| {
                let text = question.position.move_text(answer.mv);
                Fault::new(Reason::IllegalMove, format!("{text}: {error}"))
            };
            question.position.check_move(answer.mv).map_err(wrong).map(|()| answer)
        });
        match checked {
            Ok(answer) => News::Plays(answer.mv, Thought { took, score: answer.score, depth: answer.depth }),
            Err(fault) => News::Fails(fault),
        }
    }
}
