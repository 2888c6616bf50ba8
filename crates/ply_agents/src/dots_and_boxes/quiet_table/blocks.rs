//! Where the entries of positions lie: a block for each set of open inner edges, images under symmetries once.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use ply_search::zeroed_slice;

use super::frame::{Edges, Frame, gather};

/// A block begins at a multiple of so many bytes.
const UNIT_BYTES: usize = 32;
/// Places of two bits in a byte.
pub(super) const PLACES: usize = 4;

/// A block: where it begins, which symmetry leads to its set of inner edges, which sides may have their border edge open or
/// not, and what its strips are.
#[derive(Clone, Copy, Default)]
pub(super) struct Block(u64);

impl Block {
    const VARIANT: u32 = 10;
    const FREE: u32 = 16;
    const SYMMETRY: u32 = 3;

    fn new(unit: u64, symmetry: usize, free: u32, variant: usize) -> Self {
        let word = (unit << Self::SYMMETRY | symmetry as u64) << Self::FREE | u64::from(free);
        Self(word << Self::VARIANT | variant as u64)
    }

    #[inline]
    pub(super) fn variant(self) -> usize {
        (self.0 & ((1 << Self::VARIANT) - 1)) as usize
    }

    /// Sides that keep two open inner edges or more, whose border edge may be open or not: in the orientation of the block.
    #[inline]
    pub(super) fn free(self) -> u32 {
        (self.0 >> Self::VARIANT) as u32 & ((1 << Self::FREE) - 1)
    }

    /// What turns a position so that it is found.
    #[inline]
    pub(super) fn symmetry(self) -> usize {
        (self.0 >> (Self::VARIANT + Self::FREE)) as usize & ((1 << Self::SYMMETRY) - 1)
    }

    /// Its first place of two bits.
    #[inline]
    pub(super) fn place(self) -> usize {
        (self.0 >> (Self::VARIANT + Self::FREE + Self::SYMMETRY)) as usize * UNIT_BYTES * PLACES
    }
}

/// All blocks of a board.
pub(super) struct Blocks {
    /// The block of each set of inner edges.
    words: Box<[AtomicU64]>,
    /// How many positions there are, and how many bytes their entries have.
    pub(super) positions: u64,
    pub(super) bytes: usize,
}

/// Sets of inner edges that a thread goes through at a time.
const CHUNK: u64 = 1 << 12;

/// What is counted of blocks before they have places.
#[derive(Clone, Copy, Default)]
struct Count {
    units: u64,
    positions: u64,
}

impl Blocks {
    /// How many positions a board has, and the bytes that a table of it takes in memory.
    pub(super) fn size(frame: &Frame, threads: usize) -> (u64, u64) {
        let counts = Self::counts(frame, threads);
        let (units, positions) = counts.iter().fold((0, 0), |(u, p), count| (u + count.units, p + count.positions));
        (positions, units * UNIT_BYTES as u64 + ((size_of::<u64>() as u64) << frame.inner))
    }

    /// The blocks of a board; `None` if the system has not enough memory.
    pub(super) fn new(frame: &Frame, threads: usize) -> Option<Self> {
        let counts = Self::counts(frame, threads);
        let mut total = Count::default();
        let mut starts = Vec::with_capacity(counts.len());
        for count in counts {
            starts.push(total.units);
            total = Count { units: total.units + count.units, positions: total.positions + count.positions };
        }
        let words = zeroed_slice::<AtomicU64>(1 << frame.inner)?;
        in_chunks(starts.len(), threads, |chunk| {
            let mut unit = starts[chunk];
            each_block(frame, chunk, |set, block, count| {
                for symmetry in 0..frame.symmetries() {
                    let image = frame.image(symmetry, set);
                    let is_back = |&symmetry: &usize| frame.image(symmetry, image) == set;
                    let back = (0..frame.symmetries()).find(is_back).expect("symmetries can be undone");
                    let word = Block::new(unit, back, block.free(), block.variant());
                    words[image as usize].store(word.0, Ordering::Relaxed);
                }
                unit += count.units;
            });
        });
        Some(Self { words, positions: total.positions, bytes: total.units as usize * UNIT_BYTES })
    }

    fn counts(frame: &Frame, threads: usize) -> Vec<Count> {
        let chunks = (1_u64 << frame.inner).div_ceil(CHUNK) as usize;
        let counts: Vec<[AtomicU64; 2]> = (0..chunks).map(|_| Default::default()).collect();
        in_chunks(chunks, threads, |chunk| {
            each_block(frame, chunk, |_, _, count| {
                counts[chunk][0].fetch_add(count.units, Ordering::Relaxed);
                counts[chunk][1].fetch_add(count.positions, Ordering::Relaxed);
            });
        });
        let counts = counts
            .into_iter()
            .map(|[units, positions]| Count { units: units.into_inner(), positions: positions.into_inner() });
        counts.collect()
    }

    /// The sets of inner edges that blocks are made for, by how many edges they have.
    pub(super) fn layers(&self, frame: &Frame) -> Vec<Vec<u32>> {
        let mut layers = vec![Vec::new(); frame.inner as usize + 1];
        for (set, word) in (0_u32..).zip(&self.words) {
            // Sets without a block have no word; that of no edges may be nothing but zeros, too.
            let word = word.load(Ordering::Relaxed);
            if (word != 0 || set == 0) && Block(word).symmetry() == 0 {
                layers[set.count_ones() as usize].push(set);
            }
        }
        layers
    }

    /// The block of a set of inner edges.
    #[inline]
    pub(super) fn of(&self, set: u32) -> Block {
        Block(self.words[set as usize].load(Ordering::Relaxed))
    }

    /// Where the strip of a key begins, and whether it is wide.
    #[inline]
    pub(super) fn strip(frame: &Frame, block: Block, key: u8) -> (usize, bool) {
        let strip = frame.strip(block.variant(), key);
        (block.place() + (usize::from(strip.start) << block.free().count_ones()), strip.is_wide)
    }

    /// Where the entry of a quiet position lies.
    #[inline]
    pub(super) fn place(&self, frame: &Frame, edges: Edges) -> (usize, bool) {
        let block = self.of(frame.inner_set(edges));
        let key = frame.corner_images[block.symmetry()][usize::from(frame.key(edges))];
        let sides = frame.side_image(block.symmetry(), gather(edges.border, frame.side));
        let (start, is_wide) = Self::strip(frame, block, key);
        (start + ((gather(sides, block.free()) as usize) << u32::from(is_wide)), is_wide)
    }
}

/// Lets threads work on chunks.
fn in_chunks(chunks: usize, threads: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(chunk) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&chunk| chunk < chunks) {
            work(chunk);
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
}

/// The sets of a chunk that have blocks of their own: the least of their images, in which no box away from the border has
/// just one open side.
fn each_block(frame: &Frame, chunk: usize, mut each: impl FnMut(u32, Block, Count)) {
    let first = chunk as u64 * CHUNK;
    for set in first..(first + CHUNK).min(1 << frame.inner) {
        let set = set as u32;
        let inner = frame.degrees(frame.inner_edges(set));
        let amid = frame.boxes & !frame.side & !frame.corner;
        if inner.one() & amid != 0 || (1..frame.symmetries()).any(|symmetry| frame.image(symmetry, set) < set) {
            continue;
        }
        let free = gather(inner.two() | inner.three(), frame.side);
        let closed = (frame.boxes & !frame.corner & !inner.some()).count_ones();
        let corners = frame.corner_degrees(inner);
        let variant = Frame::variant(corners, closed);
        let places = u64::from(frame.places[variant]) << free.count_ones();
        let positions = (frame.corners[corners].keys.len() as u64) << free.count_ones();
        let count = Count { units: places.div_ceil((UNIT_BYTES * PLACES) as u64), positions };
        each(set, Block::new(0, 0, free, variant), count);
    }
}
