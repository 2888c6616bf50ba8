//! Guests: players whom the program that runs the arena brings along, and who play by text.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use ply_agents::Turn;
use ply_game::{BoardGame, Player, Spec, line_texts};
use ply_search::{Budget, Clock};

use crate::game::choice::Chosen;
use crate::game::fault::{Fault, Reason};
use crate::game::seat::Answer;

/// What a guest is told when it is its turn.
#[derive(Clone, Debug)]
pub struct GuestTurn {
    /// The position's text, with the guest to move.
    pub position: String,
    /// Every move of the game so far.
    pub moves: Vec<String>,
    /// The guest's own clock as it stands.
    pub clock: Clock,
    /// How many moves the guest has made in this game.
    pub moves_made: usize,
    /// The limits every move has, the moment the time began to count, and the flag that ends the thinking.
    pub budget: Budget,
}

/// A guest at one side of one game: answers with a move's text. It thinks on a thread of its own.
pub type GuestPlayer = Box<dyn FnMut(&GuestTurn) -> Result<String, Fault> + Send>;

/// Somebody who sits down at one side of a game.
pub type Guest = Arc<dyn Fn(&Spec, Player) -> Result<GuestPlayer, Fault> + Send + Sync>;

/// The guests by their names: `guest:NAME` seats one.
#[derive(Clone, Default)]
pub struct Guests(HashMap<String, Guest>);

impl Guests {
    /// Brings a guest.
    pub fn bring(&mut self, name: impl Into<String>, guest: Guest) {
        self.0.insert(name.into(), guest);
    }

    /// The guest of a name.
    pub fn find(&self, name: &str) -> Option<&Guest> {
        self.0.get(name)
    }
}

impl fmt::Debug for Guests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// The guest's answer to a turn, read as a move.
pub(crate) fn ask_guest<G: BoardGame>(player: &mut GuestPlayer, turn: &Turn<G>) -> Chosen<G::Move> {
    let told = GuestTurn {
        position: turn.position.position_text(),
        moves: line_texts(&turn.start, &turn.moves),
        clock: turn.clock,
        moves_made: turn.moves_made,
        budget: turn.budget.clone(),
    };
    let text = player(&told)?;
    let unread = |error| Fault::new(Reason::IllegalMove, format!("'{text}': {error}"));
    turn.position.parse_move(&text).map(Answer::plain).map_err(unread)
}
