//! Simplexity, also known as ColorShapeLinks: connect four with colours and shapes.
//!
//! Each piece has the mover's colour and a shape of the mover's choice. White owns round and moves first, Red owns
//! square. A line of a shape wins for its owner, whoever completed it; failing that, a line of a colour wins for that
//! player. The rules follow the framework of the ColorShapeLinks competition
//! (<https://github.com/VideojogosLusofona/color-shape-links-ai-competition>).

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
mod bits;
mod draw;
mod geometry;
mod lines;
mod moves;
mod notation;
mod rules;
mod symmetry;

pub use bits::{Bits, Lines, Planes, Wide};
pub use geometry::{Corridor, Geometry, MOST};
pub use lines::Likeness;
pub use moves::{Move, Shape};
pub use rules::Simplexity;

use ply_game::{OptionInfo, Options, SpecError};

use crate::Visitor;

/// The words of the widest board.
const MOST_WORDS: usize = 24;

/// Simplexity at all its sizes.
#[derive(Clone, Copy, Debug)]
pub struct Family;

impl crate::Family for Family {
    const NAME: &'static str = "simplexity";
    const ABOUT: &'static str = "connect four of a colour or of a shape, shape before colour (ColorShapeLinks)";
    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo { key: "rows", default: "6", range: "1..64", about: "rows of the board" },
        OptionInfo { key: "cols", default: "7", range: "1..64", about: "columns; (rows + 1) * cols at most 1536" },
        OptionInfo { key: "win", default: "4", range: "1..64", about: "pieces in a line to win; must fit the board" },
        OptionInfo {
            key: "round",
            default: "rows * cols / 4, rounded down",
            range: "0..65535",
            about: "round pieces of each player",
        },
        OptionInfo {
            key: "square",
            default: "rows * cols / 4, rounded up",
            range: "0..65535",
            about: "square pieces of each player",
        },
    ];

    fn types(visitor: &mut impl crate::TypeVisitor) {
        visitor.visit::<Simplexity<u64>>();
        visitor.visit::<Simplexity<u128>>();
        visitor.visit::<Simplexity<Wide<4>>>();
        visitor.visit::<Simplexity<Wide<8>>>();
        visitor.visit::<Simplexity<Wide<MOST_WORDS>>>();
    }

    fn visit<V: Visitor>(options: &mut Options<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let rows = options.number("rows", 1..=MOST as u64, 6)?;
        let cols = options.number("cols", 1..=MOST as u64, 7)?;
        let win = options.number("win", 1..=MOST as u64, 4)?;
        let round = options.number("round", 0..=u64::from(u16::MAX), rows * cols / 4)? as u16;
        let square = options.number("square", 0..=u64::from(u16::MAX), (rows * cols).div_ceil(4))? as u16;
        if rows < win && cols < win {
            return Err(options.together(format!("a board of {rows} rows and {cols} cols has no room for win={win}")));
        }
        let spec = options.spec();
        let geometry = Geometry::of(rows as usize, cols as usize, win as usize);
        match geometry.bits().div_ceil(64) {
            0..=1 => Ok(visitor.visit(spec, Simplexity::<u64>::new(geometry, round, square))),
            2 => Ok(visitor.visit(spec, Simplexity::<u128>::new(geometry, round, square))),
            3..=4 => Ok(visitor.visit(spec, Simplexity::<Wide<4>>::new(geometry, round, square))),
            5..=8 => Ok(visitor.visit(spec, Simplexity::<Wide<8>>::new(geometry, round, square))),
            9..=MOST_WORDS => Ok(visitor.visit(spec, Simplexity::<Wide<MOST_WORDS>>::new(geometry, round, square))),
            _ => Err(options.together(format!(
                "a board of {rows} rows and {cols} cols is too large: (rows + 1) * cols may be at most {}, got {}",
                64 * MOST_WORDS,
                geometry.bits()
            ))),
        }
    }

    fn infer(position: &str) -> Vec<(&'static str, String)> {
        match notation::size(position) {
            Some((rows, cols)) => vec![("rows", rows.to_string()), ("cols", cols.to_string())],
            None => Vec::new(),
        }
    }
}
