//! Dots-and-Boxes: draw edges, close boxes, move again after closing one.
//!
//! Sizes are counted in boxes. Edges are numbered as OpenSpiel numbers them: all horizontal ones `h(r,c)` row by row,
//! then all vertical ones `v(r,c)`. Rules: `docs/src/games/dots-and-boxes.md`.

mod draw;
mod edge_set;
mod geometry;
mod notation;
mod observe;
mod ranking;
mod rules;
mod symmetry;

pub use edge_set::EdgeSet;
pub use geometry::Geometry;
pub use rules::{DotsAndBoxes, Edge};

use ply_game::{OptionInfo, Options, Setting, SpecError};

use crate::Visitor;

const ROWS: Setting<usize> = Setting::number("rows", 1..=42, 4, "rows of boxes");
const COLS: Setting<usize> = Setting::number("cols", 1..=42, 4, "columns of boxes; at most 127 edges in all");

/// Dots-and-Boxes at every size of at most 127 edges.
pub struct Family;

impl crate::Family for Family {
    const NAME: &'static str = "dots-and-boxes";
    const ABOUT: &'static str = "draw an edge; who closes a box owns it and moves again; more boxes win";
    const OPTIONS: &'static [OptionInfo] = &[ROWS.info, COLS.info];

    fn types(visitor: &mut impl crate::TypeVisitor) {
        visitor.visit::<DotsAndBoxes<u64>>();
        visitor.visit::<DotsAndBoxes<u128>>();
    }

    fn visit<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, SpecError> {
        let rows = options.get(&ROWS);
        let cols = options.get(&COLS);
        let edges = geometry::edge_count(rows, cols);
        let spec = options.spec();
        if edges <= <u64 as EdgeSet>::MOST_EDGES {
            Ok(visitor.visit(spec, DotsAndBoxes::<u64>::new(rows, cols)))
        } else if edges <= <u128 as EdgeSet>::MOST_EDGES {
            Ok(visitor.visit(spec, DotsAndBoxes::<u128>::new(rows, cols)))
        } else {
            let most = <u128 as EdgeSet>::MOST_EDGES;
            Err(options
                .together(format!("a board of {rows}x{cols} boxes has {edges} edges, at most {most} are possible")))
        }
    }

    fn infer(position: &str) -> Vec<(&'static str, String)> {
        let size = position.split(' ').next().and_then(|size| size.split_once('x'));
        size.map(|(rows, cols)| vec![("rows", rows.to_owned()), ("cols", cols.to_owned())]).unwrap_or_default()
    }
}
