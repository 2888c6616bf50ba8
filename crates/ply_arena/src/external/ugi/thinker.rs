//! The thread an agent thinks on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};

use ply_agents::{AnyAgent, Turn};
use ply_game::BoardGame;
use ply_search::Report;

use super::serve::Event;

/// What the thinker is given to do.
pub(super) enum Job<G: BoardGame> {
    /// The next thought belongs to a new game.
    NewGame,
    Think(Box<Turn<G>>),
}

/// Works until there are no more jobs.
pub(super) fn think<G: BoardGame>(
    mut build: impl FnMut() -> AnyAgent<G>,
    jobs: &Receiver<Job<G>>,
    events: &Sender<Event>,
) {
    let mut agent = None;
    for job in jobs {
        let turn = match job {
            Job::NewGame => {
                agent = None;
                continue;
            }
            Job::Think(turn) => turn,
        };
        let mut sink = |report: &Report<G::Move>| {
            let _ = events.send(Event::Thought(info_line(&turn.position, report)));
        };
        let thought = catch_unwind(AssertUnwindSafe(|| {
            agent.get_or_insert_with(&mut build).choose(&turn, &mut sink).map(|decision| decision.mv)
        }));
        let best = match thought {
            Ok(best) => best,
            Err(_) => {
                agent = None;
                let _ = events.send(Event::Thought("info string the agent panicked".to_owned()));
                None
            }
        };
        let text = best.map_or_else(|| "(none)".to_owned(), |mv| turn.position.move_text(mv));
        if events.send(Event::Decided(format!("bestmove {text}"))).is_err() {
            return;
        }
    }
}

/// `info ...`: what an agent thinks. Moves are spelled as the positions they are made in spell them.
fn info_line<G: BoardGame>(position: &G, report: &Report<G::Move>) -> String {
    let mut line = format!(
        "info depth {} score {} nodes {} time {}",
        report.depth,
        report.score.points(),
        report.nodes,
        report.time.as_millis()
    );
    let mut position = position.clone();
    for (index, mv) in report.pv.iter().enumerate() {
        line.push_str(if index == 0 { " pv " } else { " " });
        line.push_str(&position.move_text(*mv));
        position.play(*mv);
    }
    line
}
