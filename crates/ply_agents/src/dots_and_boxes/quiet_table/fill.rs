//! Filling the table: blocks by how many inner edges are open, the fewest first; each on one thread.
//!
//! Within a block, positions differ in their border edges. What a safe inner edge leads to is looked up for whole strips,
//! and which chains there are is found once for all border edges that do not touch one.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use ply_search::tablebase::Census;

use super::blocks::{Block, Blocks, PLACES};
use super::corners::CORNERS;
use super::frame::{Degrees, Edges, Frame, Range, bits, gather, scatter};
use super::openings::{Kind, Opening, Openings, taken_round};

/// Blocks that a thread fills at a time.
const AT_A_TIME: usize = 16;
/// How a position is marked before anything is known of it.
const UNKNOWN: u8 = u8::MAX;

/// The number of two or four bits at a place.
#[inline]
pub(super) fn number(byte: u8, place: usize, is_wide: bool) -> u8 {
    byte >> (place % PLACES * 2) & if is_wide { 15 } else { 3 }
}

/// A table that threads fill together.
pub(super) struct Filling<'a> {
    pub(super) frame: &'a Frame,
    pub(super) blocks: &'a Blocks,
    pub(super) entries: &'a [AtomicU8],
    done: AtomicU64,
    stopped: AtomicBool,
}

/// A safe inner edge of a block.
struct SafeEdge {
    block: Block,
    /// The corners that need a border edge for it to be safe, and those that need both.
    some: u8,
    both: u8,
    /// The sets of sides it is safe for, in the order of its strips: a part of the map, none where all are in order.
    sets: Option<std::ops::Range<usize>>,
}

/// One state of the corners in a block.
struct State {
    key: u8,
    /// The border edges at the corners.
    border: [u32; 2],
    /// Open boxes, and what is kept of their values.
    open: usize,
    range: Range,
    /// Corners in a chain, and their number among all sets of corners.
    two: u32,
    set: usize,
    /// Where the state begins that a corner leads to which stands alone.
    lone: Option<usize>,
}

/// What a thread keeps from block to block, so that it need not be made anew.
struct Scratch {
    numbers: Vec<u8>,
    map: Vec<u16>,
    edges: Vec<SafeEdge>,
    openings: Openings,
    list: Vec<Opening>,
    /// For each set of sides in chains and each set of corners in chains, a part of the list.
    parts: Vec<Option<(usize, usize)>>,
}

/// What positions of one block have in common.
struct Shared {
    block: Block,
    inner: Edges,
    degrees: Degrees,
    free: u32,
    /// How many positions there are for one state of the corners.
    length: usize,
    /// The sides whose border edge is open in all of them.
    forced: u32,
    /// The free sides that are in a chain if their border edge is drawn, and those that never are.
    joining: u32,
    apart: u32,
}

impl<'a> Filling<'a> {
    pub(super) fn new(frame: &'a Frame, blocks: &'a Blocks, entries: &'a [AtomicU8]) -> Self {
        Self { frame, blocks, entries, done: AtomicU64::new(0), stopped: AtomicBool::new(false) }
    }

    /// Fills the blocks of a layer; `None` if `go_on` said no.
    pub(super) fn layer(&self, sets: &[u32], threads: usize, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Census> {
        let next = AtomicUsize::new(0);
        let mut census = Census::default();
        std::thread::scope(|scope| {
            let others = (1..threads.min(sets.len())).map(|_| scope.spawn(|| self.part(sets, &next, &mut |_| true)));
            let others: Vec<_> = others.collect();
            census += self.part(sets, &next, go_on);
            others.into_iter().for_each(|other| census += other.join().expect("filling does not panic"));
        });
        (!self.stopped.load(Ordering::Relaxed)).then_some(census)
    }

    fn part(&self, sets: &[u32], next: &AtomicUsize, go_on: &mut dyn FnMut(u64) -> bool) -> Census {
        let mut census = Census::default();
        let mut scratch = Scratch {
            numbers: Vec::new(),
            map: Vec::new(),
            edges: Vec::new(),
            openings: Openings::new(),
            list: Vec::new(),
            parts: Vec::new(),
        };
        while let Some(rest) = sets.get(next.fetch_add(AT_A_TIME, Ordering::Relaxed)..) {
            let filled =
                rest.iter().take(AT_A_TIME).map(|&set| self.block(set, &mut scratch, &mut census)).sum::<u64>();
            if !go_on(self.done.fetch_add(filled, Ordering::Relaxed) + filled) {
                self.stopped.store(true, Ordering::Relaxed);
            }
            if self.stopped.load(Ordering::Relaxed) {
                break;
            }
        }
        census
    }

    /// Fills a block; how many positions it has.
    fn block(&self, set: u32, scratch: &mut Scratch, census: &mut Census) -> u64 {
        let frame = self.frame;
        let (block, inner) = (self.blocks.of(set), frame.inner_edges(set));
        let degrees = frame.degrees(inner);
        let free = block.free();
        let apart = gather(degrees.three(), frame.side);
        let shared = Shared {
            block,
            inner,
            degrees,
            free,
            length: 1 << free.count_ones(),
            forced: gather(degrees.one(), frame.side),
            joining: free & !apart,
            apart,
        };
        self.find_safe_edges(set, &shared, scratch);
        let corners = &frame.corners[frame.corner_degrees(degrees)];
        let length = shared.length;
        scratch.numbers.clear();
        scratch.numbers.resize(corners.keys.len() * length, UNKNOWN);
        scratch.openings.clear();
        scratch.list.clear();
        scratch.parts.clear();
        scratch.parts.resize(1 << CORNERS << shared.joining.count_ones(), None);
        for (number, &key) in corners.keys.iter().enumerate() {
            let state = self.state(&shared, key, &corners.numbers);
            self.look_at_children(&state, number * length, &corners.safe[number], length, scratch);
            self.fill_strip(&shared, &state, number, &corners.keys, scratch);
            let strip = &scratch.numbers[number * length..][..length];
            self.store(&shared, key, strip);
            state.range.count(strip, census);
        }
        (corners.keys.len() * length) as u64
    }

    /// The inner edges that can be drawn without giving a box away, at least with some border edges.
    fn find_safe_edges(&self, set: u32, shared: &Shared, scratch: &mut Scratch) {
        let frame = self.frame;
        let Scratch { map, edges, .. } = scratch;
        edges.clear();
        map.clear();
        for edge in bits(set) {
            let ends = frame.ends[edge.trailing_zeros() as usize].iter().fold(0, |set, end| set | end);
            let busy = shared.degrees.three() | shared.degrees.four();
            let (corners, narrow) = (ends & frame.corner, ends & frame.side & shared.degrees.two());
            if ends & !(corners | narrow | busy) != 0 {
                continue;
            }
            let required = gather(narrow, frame.side);
            let block = self.blocks.of(set ^ edge);
            // Which bit of a set of sides each bit of the number of an entry is.
            let mut sides = [0_u16; u16::BITS as usize];
            let mut is_in_order = required == 0;
            for side in bits(shared.free & !required) {
                let to = 1 << frame.side_places[block.symmetry()][side.trailing_zeros() as usize];
                let (from, to) = (gather(side, shared.free), gather(to, block.free()).trailing_zeros());
                sides[to as usize] = from as u16;
                is_in_order &= from == 1 << to;
            }
            let begin = map.len();
            if !is_in_order {
                map.push(gather(required, shared.free) as u16);
                for number in 1..shared.length >> required.count_ones() {
                    map.push(map[begin + (number & (number - 1))] | sides[number.trailing_zeros() as usize]);
                }
            }
            edges.push(SafeEdge {
                block,
                some: gather(corners & shared.degrees.two(), frame.corner) as u8,
                both: gather(corners & shared.degrees.one(), frame.corner) as u8,
                sets: (!is_in_order).then_some(begin..map.len()),
            });
        }
    }

    fn state(&self, shared: &Shared, key: u8, numbers: &[u8]) -> State {
        let frame = self.frame;
        let [border, second] = frame.at_corners(key);
        let open = (shared.degrees.some() | border).count_ones() as usize;
        let all = Edges { border, second, ..shared.inner };
        let two = frame.degrees(all).two() & frame.corner;
        // A corner without inner edges is a chain of one box, and leads to the same block. One is as good as another.
        let lone = bits(two & !shared.degrees.some()).next();
        let after = |lone: u32| usize::from(numbers[usize::from(key & !frame.key_of_boxes(lone))]) * shared.length;
        let two = two & shared.degrees.some();
        State {
            key,
            border: [border, second],
            open,
            range: frame.ranges[open],
            two,
            set: gather(two, frame.corner) as usize,
            lone: lone.map(after),
        }
    }

    /// The least that safe edges leave to the opponent, but for border edges at the sides.
    fn look_at_children(&self, state: &State, begin: usize, safe: &[u8], length: usize, scratch: &mut Scratch) {
        let (before, strip) = scratch.numbers.split_at_mut(begin);
        let strip = &mut strip[..length];
        for edge in &scratch.edges {
            if edge.some & !state.key != 0 || edge.both & !(state.key >> CORNERS) != 0 {
                continue;
            }
            let key = self.frame.corner_images[edge.block.symmetry()][usize::from(state.key)];
            let (place, is_wide) = Blocks::strip(self.frame, edge.block, key);
            let found = |at: usize| self.number(place + (at << u32::from(is_wide)), is_wide);
            match &edge.sets {
                None => strip.iter_mut().enumerate().for_each(|(at, least)| *least = (*least).min(found(at))),
                Some(sets) => {
                    for (at, &set) in scratch.map[sets.clone()].iter().enumerate() {
                        let least = &mut strip[usize::from(set)];
                        *least = (*least).min(found(at));
                    }
                }
            }
        }
        for &other in safe {
            let other = &before[usize::from(other) * length..];
            strip.iter_mut().zip(other).for_each(|(least, &other)| *least = (*least).min(other));
        }
    }

    #[inline]
    fn number(&self, place: usize, is_wide: bool) -> u8 {
        number(self.entries[place / PLACES].load(Ordering::Relaxed), place, is_wide)
    }

    /// Finds the values of one state of the corners: sets of border edges of sides, the smallest first.
    fn fill_strip(&self, shared: &Shared, state: &State, number: usize, keys: &[u8], scratch: &mut Scratch) {
        let frame = self.frame;
        let Scratch { numbers, openings, list, parts, .. } = scratch;
        let (before, strip) = numbers.split_at_mut(number * shared.length);
        let strip = &mut strip[..shared.length];
        if state.open == 0 {
            strip[0] = 0;
            return;
        }
        for (at, joining) in subsets(shared.joining).enumerate() {
            let sides = joining | shared.forced;
            let in_chains = shared.degrees.two() & !frame.corner & !scatter(sides, frame.side);
            let two = in_chains | (shared.degrees.one() & frame.side) | state.two;
            let (from, to) = *parts[at << CORNERS | state.set].get_or_insert_with(|| {
                let from = list.len();
                openings.list(frame, self.blocks, shared.inner, keys, two, list);
                (from, list.len())
            });
            for apart in subsets(shared.apart) {
                let sides = sides | apart;
                let set = gather(sides, shared.free) as usize;
                let mut least = strip[set];
                let mut left = set;
                while left != 0 {
                    least = least.min(strip[set & !(left & left.wrapping_neg())]);
                    left &= left - 1;
                }
                let mut best = if least == UNKNOWN { i32::MIN } else { state.range.most - 2 * i32::from(least) };
                if let Some(lone) = state.lone {
                    best = best.max(-1 - frame.ranges[state.open - 1].value(before[lone + set]));
                }
                for opening in &list[from..to] {
                    // At best the opponent has no use for the rest.
                    if opening.handout == 0 || best < opening.handout - opening.taken {
                        let strip = openings.strips[opening.strips + number];
                        best = best.max(self.opened(shared, state, opening, sides, strip));
                    }
                }
                strip[set] = state.range.number(best);
            }
        }
    }

    /// What opening a chain brings.
    #[inline]
    fn opened(&self, shared: &Shared, state: &State, opening: &Opening, sides: u32, strip: (usize, bool)) -> i32 {
        let frame = self.frame;
        if opening.kind == Kind::Round {
            let [border, second] = state.border;
            let border = border | scatter(sides, frame.side);
            let (taken, handout, rest) = taken_round(frame, Edges { border, second, ..shared.inner }, opening.boxes);
            let (place, is_wide) = self.blocks.place(frame, rest);
            let range = frame.ranges[state.open - taken as usize];
            return -of_taken(taken, handout, range.value(self.number(place, is_wide)));
        }
        let (begin, is_wide) = strip;
        let sides = frame.side_image(opening.symmetry, sides & opening.sides);
        let place = begin + ((gather(sides, opening.free) as usize) << u32::from(is_wide));
        let range = frame.ranges[state.open - opening.taken as usize];
        -of_taken(opening.taken, opening.handout, range.value(self.number(place, is_wide)))
    }

    /// Puts a strip where it belongs.
    fn store(&self, shared: &Shared, key: u8, strip: &[u8]) {
        let (begin, is_wide) = Blocks::strip(self.frame, shared.block, key);
        for (at, &number) in strip.iter().enumerate() {
            let place = begin + (at << u32::from(is_wide));
            let byte = &self.entries[place / PLACES];
            byte.store(byte.load(Ordering::Relaxed) | number << (place % PLACES * 2), Ordering::Relaxed);
        }
    }
}

/// The value of what can be taken and of the rest, to the player who takes.
#[inline]
fn of_taken(taken: i32, handout: i32, rest: i32) -> i32 {
    taken - handout + if handout == 0 { rest } else { (rest + handout).abs() }
}

/// All sets of some bits, each after its subsets.
#[inline]
fn subsets(mask: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0_u32);
    std::iter::from_fn(move || {
        let set = next?;
        next = (set != mask).then(|| set.wrapping_sub(mask) & mask);
        Some(set)
    })
}

impl Range {
    /// A value from what is kept of it.
    #[inline]
    pub(super) fn value(self, number: u8) -> i32 {
        2 * i32::from(number) - self.most
    }

    /// What is kept of a value.
    #[inline]
    fn number(self, value: i32) -> u8 {
        ((value.clamp(-self.most, self.most) + self.most) / 2) as u8
    }

    fn count(self, numbers: &[u8], census: &mut Census) {
        if self.most > 0 {
            let of = |is: fn(i32) -> bool| numbers.iter().filter(|&&number| is(self.value(number))).count() as u64;
            let (wins, losses) = (of(|value| value > 0), of(|value| value < 0));
            *census += Census { wins, losses, draws: numbers.len() as u64 - wins - losses };
        }
    }
}
