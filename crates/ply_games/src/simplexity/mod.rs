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
mod observe;
mod ranking;
mod rules;
mod symmetry;

pub use bits::{Bits, Lines, Planes, Wide};
pub use geometry::{Corridor, Geometry, MOST};
pub use lines::Likeness;
pub use moves::{Move, Shape};
pub use rules::Simplexity;

use ply_game::{OptionInfo, Options, Setting, SpecError};

use crate::Visitor;

/// The words of the widest board.
const MOST_WORDS: usize = 24;

const ROWS: Setting<usize> = Setting::number("rows", 1..=MOST as u64, 6, "rows of the board");
const COLS: Setting<usize> = Setting::number("cols", 1..=MOST as u64, 7, "columns; (rows + 1) * cols at most 1536");
const WIN: Setting<usize> = Setting::number("win", 1..=MOST as u64, 4, "pieces in a line to win; must fit the board");
const ROUND: Setting<u16> =
    Setting::following("round", 0..=65_535, "rows * cols / 4, rounded down", "round pieces of each player");
const SQUARE: Setting<u16> =
    Setting::following("square", 0..=65_535, "rows * cols / 4, rounded up", "square pieces of each player");

/// Simplexity at all its sizes.
#[derive(Clone, Copy, Debug)]
pub struct Family;

impl crate::Family for Family {
    const NAME: &'static str = "simplexity";
    const ABOUT: &'static str = "connect four of a colour or of a shape, shape before colour (ColorShapeLinks)";
    const OPTIONS: &'static [OptionInfo] = &[ROWS.info, COLS.info, WIN.info, ROUND.info, SQUARE.info];

    fn types(visitor: &mut impl crate::TypeVisitor) {
        visitor.visit::<Simplexity<u64>>();
        // A browser loads the code of every type: there one does for all boards that are larger than a word.
        #[cfg(not(target_family = "wasm"))]
        {
            visitor.visit::<Simplexity<u128>>();
            visitor.visit::<Simplexity<Wide<4>>>();
            visitor.visit::<Simplexity<Wide<8>>>();
        }
        visitor.visit::<Simplexity<Wide<MOST_WORDS>>>();
    }

    fn visit<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, SpecError> {
        let (rows, cols, win) = (options.get(&ROWS), options.get(&COLS), options.get(&WIN));
        let cells = (rows * cols) as u64;
        let (round, square) = (options.get_or(&ROUND, cells / 4), options.get_or(&SQUARE, cells.div_ceil(4)));
        if rows < win && cols < win {
            return Err(options.together(format!("a board of {rows} rows and {cols} cols has no room for win={win}")));
        }
        let bits = (rows + 1) * cols;
        if bits > 64 * MOST_WORDS {
            return Err(options.together(format!(
                "a board of {rows} rows and {cols} cols is too large: (rows + 1) * cols may be at most {}, got {bits}",
                64 * MOST_WORDS,
            )));
        }
        let spec = options.spec();
        // Kept for ever, and so made of sizes that can be only.
        let geometry = Geometry::of(rows, cols, win);
        match bits.div_ceil(64) {
            0..=1 => Ok(visitor.visit(spec, Simplexity::<u64>::new(geometry, round, square))),
            #[cfg(not(target_family = "wasm"))]
            2 => Ok(visitor.visit(spec, Simplexity::<u128>::new(geometry, round, square))),
            #[cfg(not(target_family = "wasm"))]
            3..=4 => Ok(visitor.visit(spec, Simplexity::<Wide<4>>::new(geometry, round, square))),
            #[cfg(not(target_family = "wasm"))]
            5..=8 => Ok(visitor.visit(spec, Simplexity::<Wide<8>>::new(geometry, round, square))),
            _ => Ok(visitor.visit(spec, Simplexity::<Wide<MOST_WORDS>>::new(geometry, round, square))),
        }
    }

    fn infer(position: &str) -> Vec<(&'static str, String)> {
        match notation::size(position) {
            Some((rows, cols)) => vec![("rows", rows.to_string()), ("cols", cols.to_string())],
            None => Vec::new(),
        }
    }
}
