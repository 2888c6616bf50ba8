//! Opening a chain or a loop: what the opponent takes, and what is left.

use super::blocks::{Block, Blocks};
use super::frame::{Edges, Frame, bits, gather};

/// How a chain lies among the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// It stands alone: a chain of one or two boxes, a longer one, a loop.
    Short,
    Long,
    Loop,
    /// It begins or ends at boxes with more open sides.
    Bound,
    /// It begins and ends at the same box, which may be taken with it.
    Round,
}

/// A move that opens a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// The chain.
    pub(super) boxes: u32,
    pub(super) kind: Kind,
    /// How many boxes that lets the opponent take, and how many of them may be handed out instead.
    pub(super) taken: i32,
    pub(super) handout: i32,
    /// The sides that are not in it.
    pub(super) sides: u32,
    /// The number of its row of [`strips`](Openings::strips).
    pub(super) strips: usize,
    pub(super) symmetry: usize,
    pub(super) free: u32,
}

/// No chain has no boxes.
const NO_OPENING: Opening =
    Opening { boxes: 0, kind: Kind::Bound, taken: 0, handout: 0, sides: 0, strips: 0, symmetry: 0, free: 0 };

/// Places for the openings of one block: chains are parts of its paths, so there are fewer than the square of its boxes.
const PLACES: usize = 1024;

/// The openings of the positions of one block. Border edges decide where one chain ends and the next begins; what opening
/// it leads to does not depend on anything else.
pub(super) struct Openings {
    known: Vec<Opening>,
    used: Vec<usize>,
    /// For each opening and each state of the corners, where the strip begins that it leads to, and whether it is wide.
    pub(super) strips: Vec<(usize, bool)>,
}

impl Openings {
    pub(super) fn new() -> Self {
        Self { known: vec![NO_OPENING; PLACES], used: Vec::new(), strips: Vec::new() }
    }

    /// Forgets those of another block.
    pub(super) fn clear(&mut self) {
        self.used.drain(..).for_each(|place| self.known[place] = NO_OPENING);
        self.strips.clear();
    }

    /// The openings worth trying where these boxes have two open sides each, onto the end of a list: those without a
    /// hand-out first. Of chains and loops that stand alone the shortest of each kind is enough.
    pub(super) fn list(
        &mut self,
        frame: &Frame,
        blocks: &Blocks,
        inner: Edges,
        keys: &[u8],
        two: u32,
        list: &mut Vec<Opening>,
    ) {
        let begin = list.len();
        let mut alone: [Option<Opening>; 3] = [None; 3];
        let mut add = |opening: Opening| {
            let at = if opening.handout == 0 { begin } else { list.len() };
            list.insert(at, opening);
        };
        let mut left = two;
        while left != 0 {
            let chain = frame.connected(inner, left & left.wrapping_neg(), two);
            left &= !chain;
            let opening = self.opening(frame, blocks, inner, keys, chain);
            match opening.kind {
                Kind::Bound | Kind::Round => add(opening),
                kind => {
                    let shortest = &mut alone[kind as usize];
                    if shortest.is_none_or(|shortest| opening.taken < shortest.taken) {
                        *shortest = Some(opening);
                    }
                }
            }
        }
        alone.into_iter().flatten().for_each(add);
    }

    fn opening(&mut self, frame: &Frame, blocks: &Blocks, inner: Edges, keys: &[u8], chain: u32) -> Opening {
        let mut place = (chain.wrapping_mul(0x9e37_79b9) >> 22) as usize;
        while ![0, chain].contains(&self.known[place].boxes) {
            place = (place + 1) % PLACES;
        }
        if self.known[place].boxes == 0 {
            let (opening, block) = opened(frame, blocks, inner, chain);
            self.known[place] = Opening { strips: self.strips.len(), ..opening };
            self.used.push(place);
            let lost = frame.key_of_boxes(chain);
            let images = &frame.corner_images[block.symmetry()];
            let strips = keys.iter().map(|key| Blocks::strip(frame, block, images[usize::from(key & !lost)]));
            self.strips.extend(strips);
        }
        self.known[place]
    }
}

/// What opening a chain leads to.
fn opened(frame: &Frame, blocks: &Blocks, inner: Edges, chain: u32) -> (Opening, Block) {
    let rest = frame.without(inner, chain);
    let within = [inner.below & chain & (chain >> frame.cols), inner.right & chain & (chain >> 1)];
    let out = [inner.below & !rest.below & !within[0], inner.right & !rest.right & !within[1]];
    let mut ends = bits(out[0]).map(|bit| bit << frame.cols | bit).chain(bits(out[1]).map(|bit| bit << 1 | bit));
    let length = chain.count_ones();
    let kind = match (ends.next(), ends.next()) {
        (None, _) if within[0].count_ones() + within[1].count_ones() == length => Kind::Loop,
        (None, _) if length > 2 => Kind::Long,
        (None, _) => Kind::Short,
        (Some(one), Some(other)) if one & !chain == other & !chain => Kind::Round,
        _ => Kind::Bound,
    };
    let handout = match kind {
        Kind::Loop => 4,
        _ if length > 2 => 2,
        _ => 0,
    };
    let block = blocks.of(frame.inner_set(rest));
    let opening = Opening {
        boxes: chain,
        kind,
        taken: length as i32,
        handout,
        sides: !gather(chain, frame.side),
        strips: 0,
        symmetry: block.symmetry(),
        free: block.free(),
    };
    (opening, block)
}

/// The boxes that opening a [round](Kind::Round) chain lets the opponent take, how many may be handed out, and what is left.
pub(super) fn taken_round(frame: &Frame, edges: Edges, chain: u32) -> (i32, i32, Edges) {
    let mut rest = frame.without(edges, chain);
    let mut open = frame.degrees(rest).one();
    if open == 0 {
        return (chain.count_ones() as i32, 2, rest);
    }
    // The box at both ends is taken too, and what follows. Each box takes an edge, unless the last one takes two.
    while open != 0 {
        rest = frame.without(rest, open);
        open = frame.degrees(rest).one();
    }
    let taken = (frame.degrees(edges).some().count_ones() - frame.degrees(rest).some().count_ones()) as i32;
    let drawn = (edges.count() - rest.count()) as i32 - 1;
    (taken, if drawn == taken { 2 } else { 4 }, rest)
}
