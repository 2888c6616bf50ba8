//! Infexion: two colours spread over a torus of hexagons, 7x7 or smaller, and the larger total power wins.
//!
//! A turn either spawns a piece of power 1 on an empty cell or spreads an own stack of power k over the next k cells
//! of a line, which all become the mover's and gain 1; a cell that would reach 7, the length of a line, becomes
//! empty.

mod action;
mod draw;
pub mod geometry;
mod notation;
mod observe;
mod ranking;
mod rules;
mod size;
mod symmetry;

pub use action::Action;
pub use geometry::Direction;
pub use rules::{Infexion, MARGIN, Rules};
pub use size::{SIZES, Size};

use ply_game::{Choice, OptionInfo, Options, Setting, SpecError};

use crate::Visitor;

const SIZE: Setting<usize> = Setting::number("size", 3..=7, 7, "cells along each axis of the torus");
const RULES: Choice<Rules> = Choice::new(
    "rules",
    &["referee", "printed"],
    &[Rules::Referee, Rules::Printed],
    "an elimination is judged by power with a margin of 2, or won by the survivor",
);

/// Infexion on tori of every size, under either rule for eliminations.
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
        let size = Size::new(options.get(&SIZE)).expect("the option has the range of the sizes");
        let rules = options.get(&RULES);
        Ok(visitor.visit(options.spec(), Infexion::new(size, rules)))
    }

    /// The number of cells tells the size.
    fn infer(position: &str) -> Vec<(&'static str, String)> {
        let cells = position.split_once(' ').map_or(0, |(_, cells)| cells.split(',').count());
        let size = Size::ALL.into_iter().find(|size| size.cells() == cells);
        size.map(|size| vec![("size", size.axis().to_string())]).unwrap_or_default()
    }
}
