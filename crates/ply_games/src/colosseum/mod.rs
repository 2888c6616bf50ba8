//! Colosseum Survival!: two gladiators walk a square floor and wall it up; when they are cut off from each other, the
//! one with more cells wins.
//!
//! The rules are those of the course's program (McGill COMP 424, fall 2023). [`Small`] holds boards up to 8x8 in 24
//! bytes, [`Large`] boards up to 16x16 in 96. Beyond the rules there is what judges of positions need: where a player
//! can go ([`reach`](Colosseum::reach)), what is connected ([`region_sizes`](Colosseum::region_sizes)), and all moves
//! that end the game ([`endings`](Colosseum::endings)).

mod bits;
mod bridges;
mod draw;
mod edges;
mod machine;
mod notation;
mod observe;
mod ranking;
mod rules;
mod start;
mod symmetry;

pub use bits::{Bits, Wide};
pub use bridges::Ending;
pub use edges::{Edges, Side};
pub use rules::{Colosseum, Large, Move, Small};

use ply_game::{OptionInfo, Options, Setting, SpecError};

use crate::Visitor;

const SIZE: Setting<usize> = Setting::number("size", 2..=16, 8, "rows and columns");
const SEED: Setting<u64> = Setting::seed("seed", "draws the first walls and the cells");

/// The game at all its sizes and starts.
#[derive(Clone, Copy, Debug)]
pub struct Family;

impl crate::Family for Family {
    const NAME: &'static str = "colosseum";
    const ABOUT: &'static str = "Colosseum Survival!: walk, put up a wall, and hold more cells when cut off";
    const OPTIONS: &'static [OptionInfo] = &[SIZE.info, SEED.info];

    fn types(visitor: &mut impl crate::TypeVisitor) {
        visitor.visit::<Small>();
        visitor.visit::<Large>();
    }

    fn visit<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, SpecError> {
        let size = options.get(&SIZE);
        let seed = options.get(&SEED);
        Ok(if size <= <u64 as Bits>::ROW {
            visitor.visit(options.spec(), Small::start(size, seed))
        } else {
            visitor.visit(options.spec(), Large::start(size, seed))
        })
    }

    /// The size is the first field.
    fn infer(position: &str) -> Vec<(&'static str, String)> {
        let size = position.split(' ').next().unwrap_or_default();
        match size.parse::<u8>() {
            Ok(number) if number.to_string() == size => vec![("size", size.to_owned())],
            _ => Vec::new(),
        }
    }
}
