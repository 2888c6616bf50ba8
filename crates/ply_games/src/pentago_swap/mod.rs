//! Pentago-Swap: five in a row on four quadrants that change places.
//!
//! White and Black alternate on a board of 6x6 cells made of four quadrants TL, TR, BL and BR of 3x3. A move puts a
//! stone on an empty cell and then swaps two quadrants, without turning them. Who has five in a row after the swap
//! wins; if both have, or the board is full, it is a draw.
//!
//! A position is two words of four 16-bit lanes, one lane a quadrant ([`board`]): a swap exchanges two lanes of each
//! word, and four table look-ups a colour find the fives ([`PentagoSwap`]).

pub mod board;
mod draw;
mod moves;
mod notation;
mod observe;
mod rules;
pub mod symmetry;
mod tactics;

pub use moves::{Move, Swap};
pub use rules::PentagoSwap;

use ply_game::{OptionInfo, Options, SpecError};

use crate::Visitor;

/// Pentago-Swap, which has one size only.
pub struct Family;

impl crate::Family for Family {
    const NAME: &'static str = "pentago-swap";
    const ABOUT: &'static str = "place a stone, swap two quadrants, five in a row wins";
    const OPTIONS: &'static [OptionInfo] = &[];

    fn types(visitor: &mut impl crate::TypeVisitor) {
        visitor.visit::<PentagoSwap>();
    }

    fn visit<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, SpecError> {
        Ok(visitor.visit(options.spec(), PentagoSwap::default()))
    }
}
