//! Infexion: two colours spread over a 7x7 torus of hexagons, and the larger total power wins.
//!
//! A turn either spawns a piece of power 1 on an empty cell or spreads an own stack of power k over the next k cells
//! of a line, which all become the mover's and gain 1; a cell that would reach 7 becomes empty.

mod action;
mod draw;
pub mod geometry;
mod notation;
mod observe;
mod rules;
mod symmetry;

pub use action::Action;
pub use geometry::Direction;
pub use rules::{Infexion, MARGIN, MOST_POWER, Rules, TURN_LIMIT};

use ply_game::{Choice, OptionInfo, Options, Setting, SpecError};

use crate::Visitor;

const AXIS: u64 = geometry::SIZE as u64;
const SIZE: Setting<u64> = Setting::number("size", AXIS..=AXIS, AXIS, "cells along each axis of the torus");
const RULES: Choice<Rules> = Choice::new(
    "rules",
    &["referee", "printed"],
    &[Rules::Referee, Rules::Printed],
    "an elimination is judged by power with a margin of 2, or won by the survivor",
);

/// Infexion on its one board, under either rule for eliminations.
#[derive(Debug)]
pub struct Family;

impl crate::Family for Family {
    const NAME: &'static str = "infexion";
    const ABOUT: &'static str = "spread stacks over a torus of hexagons; the larger total power wins";
    const OPTIONS: &'static [OptionInfo] = &[SIZE.info, RULES.info];

    fn types(visitor: &mut impl crate::TypeVisitor) {
        visitor.visit::<Infexion>();
    }

    fn visit<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, SpecError> {
        let rules = options.get(&RULES);
        Ok(visitor.visit(options.spec(), Infexion::new(rules)))
    }
}
