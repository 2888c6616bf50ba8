//! Agents that break the rules on purpose, so that the arena can show how it judges them.

use std::time::Duration;

use ply_game::{BoardGame, Choice, Setting};
use ply_search::Sink;

use crate::agent::{Agent, Decision, Turn};

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// Answers with no move.
    NoMove,
    /// Answers with a move that is not legal, as soon as the position has one.
    Illegal,
    /// Repeats the first move it made.
    Repeat,
    /// Sleeps long past its time, deaf to the cancel flag.
    Sleep,
    /// Computes for [`LOOP`], deaf to the cancel flag. A thread cannot be ended from outside, so not for ever.
    Loop,
    /// Panics.
    Panic,
    /// Hoards memory while it thinks, and then plays.
    Hoard,
}

const LOOP: Duration = Duration::from_secs(20);

pub(super) const HOW: Choice<Fault> = Choice::new(
    "how",
    &["no-move", "illegal", "repeat", "sleep", "loop", "panic", "hoard"],
    &[Fault::NoMove, Fault::Illegal, Fault::Repeat, Fault::Sleep, Fault::Loop, Fault::Panic, Fault::Hoard],
    "what goes wrong",
);
pub(super) const AFTER: Setting<usize> = Setting::number("after", 0..=1000, 0, "moves played well before that");

/// Plays the first legal move `after` times, and then does what it was made for.
pub(super) struct Faulty<M> {
    pub(super) fault: Fault,
    pub(super) after: usize,
    pub(super) first: Option<M>,
    pub(super) hoard: Vec<Vec<u8>>,
}

impl<G: BoardGame> Agent<G> for Faulty<G::Move> {
    fn choose(&mut self, turn: &Turn<G>, _sink: &mut dyn Sink<G::Move>) -> Option<Decision<G::Move>> {
        let position = &turn.position;
        let legal = position.move_list();
        let first = *self.first.get_or_insert(legal[0]);
        if turn.moves_made < self.after {
            return Some(Decision::plain(legal[0]));
        }
        match self.fault {
            Fault::NoMove => None,
            Fault::Illegal => {
                let mut all = (0..position.move_slots()).filter_map(|index| position.move_at(index));
                all.find(|mv| !legal.contains(mv)).or(Some(legal[0])).map(Decision::plain)
            }
            Fault::Repeat => Some(Decision::plain(first)),
            Fault::Sleep => {
                std::thread::sleep(Duration::from_secs(5));
                Some(Decision::plain(legal[0]))
            }
            Fault::Loop => loop {
                std::hint::spin_loop();
                if turn.budget.elapsed() > LOOP {
                    return None;
                }
            },
            Fault::Panic => panic!("this agent was made to panic"),
            Fault::Hoard => {
                const MEGABYTE: usize = 1 << 20;
                self.hoard.push(vec![1; 8 * MEGABYTE]);
                Some(Decision::plain(legal[0]))
            }
        }
    }
}
