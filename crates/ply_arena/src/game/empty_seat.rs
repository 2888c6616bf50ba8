//! A seat that nobody could take: whoever was to sit there could not be built.

use ply_game::Game;

use crate::game::fault::Fault;
use crate::game::seat::{Answer, Ask, Seat};

/// Answers every question with the fault.
#[derive(Clone, Debug)]
pub(crate) struct EmptySeat(pub(crate) Fault);

impl<G: Game> Seat<G> for EmptySeat {
    fn prepare(&mut self) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn ask(&mut self, _ask: &Ask<'_, G>) -> Result<Answer<G::Move>, Fault> {
        Err(self.0.clone())
    }
}
