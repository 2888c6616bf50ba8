//! Filling the table: blocks by how many inner edges are open, the fewest first; each on one thread.
//!
//! Within a block positions differ in their border edges, and a move leads many of them to entries that lie side by side. So
//! it is made for all of them at once: a safe inner edge, or the opening of a chain, for all border edges with which it is
//! that. Border edges are drawn last, since they lead to other positions of the block.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use ply_search::tablebase::Census;

use super::blocks::{Block, Blocks, PLACES};
use super::chains::{Chain, chains, taken_round};
use super::corners::CORNERS;
use super::frame::{Degrees, Edges, Frame, Range, Replies, bits, gather, scatter};
use super::strip::{self, number};

/// Blocks that a thread fills at a time.
const AT_A_TIME: usize = 16;

/// A table that threads fill together.
pub(super) struct Filling<'a> {
    frame: &'a Frame,
    blocks: &'a Blocks,
    entries: &'a [AtomicU8],
    done: AtomicU64,
    stopped: AtomicBool,
}

/// What positions of one block have in common.
struct Shared {
    inner: Edges,
    degrees: Degrees,
    free: u32,
    /// How many positions there are for one state of the corners.
    length: usize,
    /// The sides whose border edge is open in all of them.
    forced: u32,
}

/// A move of positions of one block, but for border edges.
struct Move {
    /// Where it leads to.
    block: Block,
    /// What the key of the corners must have and must not have, and what it loses.
    has: u8,
    lacks: u8,
    loses: u8,
    /// How many boxes it gives away, and how many of them the opponent may hand out.
    taken: usize,
    handout: i32,
    /// The sets of free sides that have it, in the order of the entries it leads to: a part of the list of all, none where
    /// these are all sets in their order.
    sets: Option<std::ops::Range<usize>>,
    /// What it leads to is found out for each position.
    round: Option<Round>,
}

/// A chain that begins and ends at the same box, the free sides that must have their border edge, and those that must not.
struct Round {
    boxes: u32,
    open: u32,
    drawn: u32,
}

/// What a thread keeps from block to block, so that it need not be made anew.
#[derive(Default)]
struct Scratch {
    numbers: Vec<u8>,
    replies: Vec<u8>,
    chains: Vec<Chain>,
    moves: Vec<Move>,
    sets: Vec<u16>,
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
        let (mut census, mut scratch) = (Census::default(), Scratch::default());
        while let Some(rest) = sets.get(next.fetch_add(AT_A_TIME, Ordering::Relaxed)..) {
            let filled: u64 = rest.iter().take(AT_A_TIME).map(|&set| self.block(set, &mut scratch, &mut census)).sum();
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
        let (degrees, free) = (frame.degrees(inner), block.free());
        let forced = gather(degrees.one(), frame.side);
        let shared = Shared { inner, degrees, free, length: 1 << free.count_ones(), forced };
        scratch.moves.clear();
        scratch.sets.clear();
        self.safe_edges(set, &shared, scratch);
        self.openings(&shared, scratch);
        let corners = &frame.corners[frame.corner_degrees(degrees)];
        let length = shared.length;
        scratch.numbers.clear();
        scratch.numbers.resize(corners.keys.len() * length, 0);
        scratch.replies.resize(length, 0);
        for (state, &key) in corners.keys.iter().enumerate() {
            let (before, strip) = scratch.numbers.split_at_mut(state * length);
            let (strip, border) = (&mut strip[..length], frame.at_corners(key));
            let open = (degrees.some() | border[0]).count_ones() as usize;
            for mv in scratch.moves.iter().filter(|mv| mv.has & !key == 0 && mv.lacks & key == 0) {
                match &mv.round {
                    Some(round) => self.make_round(round, &shared, key, open, strip),
                    None => self.make(mv, key, open, &scratch.sets, strip, &mut scratch.replies),
                }
            }
            let of_state = |other: u8| &before[usize::from(other) * length..];
            let safe = frame.replies(open, 0, 0);
            corners.safe[state].iter().for_each(|&other| better(strip, of_state(other), safe));
            // A corner without inner edges is a chain of one box. One is as good as another.
            let alone = border[1] & !degrees.some();
            if let Some(alone) = bits(alone).next() {
                let other = corners.numbers[usize::from(key & !frame.key_of_boxes(alone))];
                better(strip, of_state(other), frame.replies(open, 1, 0));
            }
            let range = frame.ranges[open];
            draw_borders(strip, range.most as u8);
            let (place, is_wide) = Blocks::strip(frame, block, key);
            strip::write(self.entries, place, is_wide, strip);
            range.count(strip, census);
        }
        (corners.keys.len() * length) as u64
    }

    /// The inner edges that can be drawn without giving a box away, with the border edges with which they can.
    fn safe_edges(&self, set: u32, shared: &Shared, scratch: &mut Scratch) {
        let (frame, degrees) = (self.frame, shared.degrees);
        for edge in bits(set) {
            let [one, other] = frame.ends[edge.trailing_zeros() as usize];
            let ends = one | other;
            let (corners, sides) = (ends & frame.corner, ends & frame.side & degrees.two());
            if ends & !(corners | sides | degrees.three() | degrees.four()) == 0 {
                let block = self.blocks.of(set ^ edge);
                let sets = self.sets(shared, block, gather(sides, frame.side), 0, &mut scratch.sets);
                let has = self.key_bits(degrees, corners);
                let mv = Move { block, has, lacks: 0, loses: 0, taken: 0, handout: 0, sets, round: None };
                scratch.moves.push(mv);
            }
        }
    }

    /// The openings of chains, with the border edges with which they are chains.
    fn openings(&self, shared: &Shared, scratch: &mut Scratch) {
        let (frame, degrees) = (self.frame, shared.degrees);
        scratch.chains.clear();
        chains(frame, shared.inner, degrees, &mut scratch.chains);
        for &Chain { boxes, kept_out, handout, is_round } in &scratch.chains {
            let block = self.blocks.of(frame.inner_set(frame.without(shared.inner, boxes)));
            let (open, drawn) = (gather(kept_out, frame.side), gather(boxes, frame.side) & shared.free);
            let round =
                is_round.then(|| Round { boxes, open: gather(open, shared.free), drawn: gather(drawn, shared.free) });
            let sets = if is_round { None } else { self.sets(shared, block, open, drawn, &mut scratch.sets) };
            scratch.moves.push(Move {
                block,
                has: self.key_bits(degrees, kept_out & frame.corner),
                lacks: self.key_bits(degrees, boxes & frame.corner),
                loses: frame.key_of_boxes(boxes),
                taken: boxes.count_ones() as usize,
                handout,
                sets,
                round,
            });
        }
    }

    /// The bits of a key that tell whether corners have more than two open sides: one border edge is enough for those with
    /// two inner edges, those with one need both.
    fn key_bits(&self, degrees: Degrees, corners: u32) -> u8 {
        let [two, one] = [degrees.two(), degrees.one()].map(|set| gather(corners & set, self.frame.corner) as u8);
        two | one << CORNERS
    }

    /// The sets of free sides of which some are open and some drawn, in the order of the entries of another block, onto the end
    /// of a list; none where these are all sets in their order.
    fn sets(
        &self,
        shared: &Shared,
        block: Block,
        open: u32,
        drawn: u32,
        list: &mut Vec<u16>,
    ) -> Option<std::ops::Range<usize>> {
        // Which bit of a set each bit of the number of an entry is.
        let mut places = [0_u16; u16::BITS as usize];
        let mut is_in_order = open | drawn == 0;
        let left = shared.free & !(open | drawn);
        let to = &self.frame.side_places[block.symmetry()];
        for side in bits(left) {
            let from = gather(side, shared.free);
            let image = gather(1 << to[side.trailing_zeros() as usize], block.free()).trailing_zeros();
            places[image as usize] = from as u16;
            is_in_order &= from == 1 << image;
        }
        if is_in_order {
            return None;
        }
        let begin = list.len();
        list.push(gather(open, shared.free) as u16);
        for number in 1..1_usize << left.count_ones() {
            list.push(list[begin + (number & (number - 1))] | places[number.trailing_zeros() as usize]);
        }
        Some(begin..list.len())
    }

    /// Makes a move in all positions of a strip that have it. What it leads to is put into `replies` first.
    fn make(&self, mv: &Move, key: u8, open: usize, sets: &[u16], strip: &mut [u8], replies: &mut [u8]) {
        let frame = self.frame;
        let key = frame.corner_images[mv.block.symmetry()][usize::from(key & !mv.loses)];
        let (place, is_wide) = Blocks::strip(frame, mv.block, key);
        let sets = mv.sets.clone().map(|range| &sets[range]);
        let replies = &mut replies[..sets.map_or(strip.len(), <[u16]>::len)];
        strip::read(self.entries, place, is_wide, frame.replies(open, mv.taken, mv.handout), replies);
        let Some(sets) = sets else {
            strip.iter_mut().zip(replies).for_each(|(best, reply)| *best = (*best).max(*reply));
            return;
        };
        // A set is below the length, a power of two; said once more, nothing is compared.
        let last = strip.len() - 1;
        for (&set, reply) in sets.iter().zip(replies) {
            let best = &mut strip[usize::from(set) & last];
            *best = (*best).max(*reply);
        }
    }

    /// Opens a round chain in all positions of a strip that have it.
    fn make_round(&self, round: &Round, shared: &Shared, key: u8, open: usize, strip: &mut [u8]) {
        let frame = self.frame;
        let [corners, second] = frame.at_corners(key);
        for (set, best) in (0_u32..).zip(strip).filter(|(set, _)| round.open & !set == 0 && round.drawn & set == 0) {
            let border = corners | scatter(scatter(set, shared.free) | shared.forced, frame.side);
            let (taken, handout, rest) = taken_round(frame, Edges { border, second, ..shared.inner }, round.boxes);
            let (place, is_wide) = self.blocks.place(frame, rest);
            *best = (*best).max(
                frame.replies(open, taken, handout)
                    [usize::from(number(self.entries[place / PLACES].load(Ordering::Relaxed), place, is_wide))],
            );
        }
    }
}

/// What the opponent's numbers mean to the player who moved, where that is better.
#[inline]
fn better(strip: &mut [u8], opponents: &[u8], replies: &Replies) {
    strip.iter_mut().zip(opponents).for_each(|(best, &number)| *best = (*best).max(replies[usize::from(number)]));
}

/// Strips up to this length are gone through one by one.
const SHORT: usize = 16;

/// Draws the border edges of sides: a set of them leads to all that lack one.
fn draw_borders(strip: &mut [u8], most: u8) {
    if strip.len() > SHORT {
        let (without, with) = strip.split_at_mut(strip.len() / 2);
        draw_borders(without, most);
        with.iter_mut().zip(&*without).for_each(|(best, &number)| *best = (*best).max(most - number));
        return draw_borders(with, most);
    }
    for set in 1..strip.len() {
        let mut left = set;
        while left != 0 {
            strip[set] = strip[set].max(most - strip[set & !(left & left.wrapping_neg())]);
            left &= left - 1;
        }
    }
}

impl Range {
    /// A value from what is kept of it.
    #[inline]
    pub(super) fn value(self, number: u8) -> i32 {
        2 * i32::from(number) - self.most
    }

    /// What is kept of a value.
    #[inline]
    pub(super) fn number(self, value: i32) -> u8 {
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
