//! The chains that positions with the same inner edges may have, and what opening one leads to.

use super::frame::{Degrees, Edges, Frame, bits};

/// A chain, and the border edges with which it is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// Its boxes.
    pub(super) boxes: u32,
    /// Boxes next to it, that a border edge keeps out of it.
    pub(super) kept_out: u32,
    /// How many boxes may be handed out instead of taken when it is opened.
    pub(super) handout: i32,
    /// Whether it begins and ends at the same box, which may be taken with it.
    pub(super) is_round: bool,
}

/// All of them, onto the end of a list. A box away from the border that has two open inner edges is in a chain, and one at a
/// side that has one; a box at a side with two, and a corner with one or two, is in a chain if it has just as many border
/// edges as make two open sides. So chains are parts of paths and of cycles.
pub(super) fn chains(frame: &Frame, inner: Edges, degrees: Degrees, list: &mut Vec<Chain>) {
    let border = frame.side | frame.corner;
    let always = (degrees.two() & !border) | (degrees.one() & frame.side);
    let sometimes = (degrees.two() & border) | (degrees.one() & frame.corner);
    let mut left = always | sometimes;
    while left != 0 {
        let whole = frame.connected(inner, left & left.wrapping_neg(), always | sometimes);
        left &= !whole;
        let (path, is_cycle) = in_order(frame, inner, whole);
        let count = path.len();
        for first in 0..count {
            let longest = if is_cycle { count } else { count - first };
            let mut boxes = 0;
            for length in 1..=longest {
                boxes |= path[(first + length - 1) % count];
                let before = if is_cycle || first > 0 { path[(first + count - 1) % count] } else { 0 };
                let after = if is_cycle || length < longest { path[(first + length) % count] } else { 0 };
                let kept_out = (before | after) & !boxes;
                // A cycle as a whole begins anywhere.
                let is_known = is_cycle && length == count && first > 0;
                if kept_out & always == 0 && !is_known {
                    list.push(chain(frame, inner, boxes, kept_out));
                }
            }
        }
    }
}

/// The boxes of a path from one end to the other, or of a cycle.
fn in_order(frame: &Frame, inner: Edges, whole: u32) -> (Vec<u32>, bool) {
    let neighbours = |bit: u32| frame.beside(inner, bit) & whole;
    let end = bits(whole).find(|&bit| neighbours(bit).count_ones() < 2);
    let (mut path, mut left, mut next) = (Vec::new(), whole, end.unwrap_or(whole & whole.wrapping_neg()));
    while next != 0 {
        path.push(next);
        left &= !next;
        let on = neighbours(next) & left;
        next = on & on.wrapping_neg();
    }
    (path, end.is_none())
}

fn chain(frame: &Frame, inner: Edges, boxes: u32, kept_out: u32) -> Chain {
    let within = [inner.below & boxes & (boxes >> frame.cols), inner.right & boxes & (boxes >> 1)];
    let rest = frame.without(inner, boxes);
    let out = [inner.below & !rest.below & !within[0], inner.right & !rest.right & !within[1]];
    let mut ends = bits(out[0]).map(|bit| bit << frame.cols | bit).chain(bits(out[1]).map(|bit| bit << 1 | bit));
    let (one, other) = (ends.next(), ends.next());
    let is_loop = one.is_none() && within[0].count_ones() + within[1].count_ones() == boxes.count_ones();
    let handout = match boxes.count_ones() {
        _ if is_loop => 4,
        1 | 2 => 0,
        _ => 2,
    };
    let is_round = one.zip(other).is_some_and(|(one, other)| one & !boxes == other & !boxes);
    Chain { boxes, kept_out, handout, is_round }
}

/// The boxes that opening a round chain lets the opponent take, how many may be handed out, and what is left.
pub(super) fn taken_round(frame: &Frame, edges: Edges, chain: u32) -> (usize, i32, Edges) {
    let mut rest = frame.without(edges, chain);
    let mut open = frame.degrees(rest).one();
    if open == 0 {
        return (chain.count_ones() as usize, 2, rest);
    }
    // The box at both ends is taken too, and what follows. Each box takes an edge, unless the last one takes two.
    while open != 0 {
        rest = frame.without(rest, open);
        open = frame.degrees(rest).one();
    }
    let taken = frame.degrees(edges).some().count_ones() - frame.degrees(rest).some().count_ones();
    let drawn = edges.count() - rest.count() - 1;
    (taken as usize, if drawn == taken { 2 } else { 4 }, rest)
}
