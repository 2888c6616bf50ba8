//! Sets of edges between neighbouring cells, and the walks through them: the floor plan of the colosseum.
//!
//! An edge belongs to the cell on its left or above it, so two sets of cells hold all edges: those whose right edge is
//! in the set and those whose lower edge is. The border is never in it. A step through all edges of a set at once is
//! four shifts; a flood is as many steps as the way is long.

use super::bits::Bits;

/// A side of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Side {
    /// Towards row 0.
    Up = 0,
    /// Towards the last column.
    Right = 1,
    /// Towards the last row.
    Down = 2,
    /// Towards column 0.
    Left = 3,
}

impl Side {
    /// All four, in the order of move numbers.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The letter in moves.
    pub const fn letter(self) -> char {
        ['u', 'r', 'd', 'l'][self as usize]
    }

    /// The word in messages.
    pub const fn word(self) -> &'static str {
        ["upper", "right", "lower", "left"][self as usize]
    }

    /// The side across.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// Whether a wall on this side stands upright in the drawing, between two columns.
    #[inline]
    pub const fn is_upright(self) -> bool {
        self as usize % 2 == 1
    }

    /// The number of the cell to which the edge on this side of a cell belongs.
    #[inline]
    fn owner<B: Bits>(self, at: usize) -> usize {
        at.wrapping_sub(const { [B::ROW, 0, 0, 1] }[self as usize])
    }

    /// The number of the cell on this side of a cell.
    #[inline]
    pub(super) fn beyond<B: Bits>(self, at: usize) -> usize {
        at.wrapping_add(const { [B::ROW.wrapping_neg(), 1, B::ROW, usize::MAX] }[self as usize])
    }
}

/// A set of edges between cells of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edges<B> {
    /// Cells whose right edge is in the set.
    pub right: B,
    /// Cells whose lower edge is in the set.
    pub down: B,
}

impl<B: Bits> Edges<B> {
    /// Every edge of a board of this size.
    #[inline]
    pub fn all(size: usize) -> Self {
        Self { right: B::block(size, size - 1), down: B::block(size - 1, size) }
    }

    /// The edges of `self` that are not in `other`.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        Self { right: self.right & !other.right, down: self.down & !other.down }
    }

    /// Whether there is no edge.
    #[inline]
    pub fn is_empty(self) -> bool {
        (self.right | self.down).is_empty()
    }

    /// How many edges there are.
    pub fn count(self) -> u32 {
        self.right.count() + self.down.count()
    }

    /// How many edges join two of these cells.
    #[inline]
    pub fn among(&self, cells: B) -> u32 {
        (cells & cells.left() & self.right).count() + (cells & cells.up() & self.down).count()
    }

    /// The cells whose edge on this side is in the set.
    #[inline]
    pub fn on(&self, side: Side) -> B {
        match side {
            Side::Up => self.down.down(),
            Side::Right => self.right,
            Side::Down => self.down,
            Side::Left => self.right.right(),
        }
    }

    /// Takes the edge on a side of a cell out of the set. The edge must not be on the border.
    #[inline]
    pub fn remove(&mut self, at: usize, side: Side) {
        let owner = B::one(side.owner::<B>(at));
        self.right = self.right & !if side.is_upright() { owner } else { B::EMPTY };
        self.down = self.down & !if side.is_upright() { B::EMPTY } else { owner };
    }

    /// The same set without the edge on a side of a cell.
    #[inline]
    pub fn removed(mut self, at: usize, side: Side) -> Self {
        self.remove(at, side);
        self
    }

    /// Calls `each` with every cell of `cells` and every side of it that has an edge in the set, row by row, the sides
    /// in their order.
    #[inline]
    pub fn each(&self, cells: B, mut each: impl FnMut(usize, Side)) {
        let sides = Side::ALL.map(|side| cells & self.on(side));
        for index in 0..B::PARTS {
            let [up, right, down, left] = sides.each_ref().map(|cells| cells.part(index));
            let mut cells = up | right | down | left;
            while cells != 0 {
                let at = index * (B::ROW * B::ROW / B::PARTS) + cells.trailing_zeros() as usize;
                let bit = cells & cells.wrapping_neg();
                cells ^= bit;
                if up & bit != 0 {
                    each(at, Side::Up);
                }
                if right & bit != 0 {
                    each(at, Side::Right);
                }
                if down & bit != 0 {
                    each(at, Side::Down);
                }
                if left & bit != 0 {
                    each(at, Side::Left);
                }
            }
        }
    }

    /// The cells of `from` and all cells one step from them.
    #[inline]
    pub fn step(&self, from: B) -> B {
        let sideways = (from & self.right).right() | (from.left() & self.right);
        from | sideways | (from & self.down).down() | (from.up() & self.down)
    }

    /// The cells at most `steps` steps from `from` on ways that never touch `barred`.
    #[inline]
    pub fn within(&self, steps: usize, from: B, barred: B) -> B {
        let mut cells = from;
        for _ in 0..steps {
            cells = self.step(cells) & !barred;
        }
        cells
    }

    /// More of what can be reached from `from`: at least what one step gives, and nothing only if there is no more.
    #[inline]
    pub(super) fn spread(&self, from: B) -> B {
        let cells = from | (from & self.right).right() | (from.left() & self.right);
        cells | (cells & self.down).down() | (cells.up() & self.down)
    }

    /// All cells that can be reached from a cell, itself included.
    pub fn region(&self, at: usize) -> B {
        self.flood(B::one(at))
    }

    /// All cells that can be reached from some cells.
    #[inline]
    pub(super) fn flood(&self, from: B) -> B {
        let mut cells = from;
        loop {
            let more = self.spread(cells);
            if more == cells {
                return cells;
            }
            cells = more;
        }
    }

    /// Whether an end of the edge on this side of the cell is a free corner: not on the border, and all four edges from
    /// it in the set. Then taking this edge out cuts nothing off, because there is a way round that corner.
    #[inline]
    pub(super) fn dangles(&self, at: usize, side: Side) -> bool {
        // A corner has the number of the cell to its upper left. Those on the border are never found free, as the
        // border has no edges.
        let corner = side.owner::<B>(at);
        if B::PARTS == 1 {
            let free = self.right & self.right.up() & self.down & self.down.left();
            let corner = B::one(corner);
            free.meets(corner | if side.is_upright() { corner.up() } else { corner.left() })
        } else {
            let other = corner.wrapping_sub(if side.is_upright() { B::ROW } else { 1 });
            self.is_free(corner) | self.is_free(other)
        }
    }

    #[inline]
    fn is_free(&self, corner: usize) -> bool {
        let (below, beside) = (corner.wrapping_add(B::ROW), corner.wrapping_add(1));
        self.right.has(corner) & self.right.has(below) & self.down.has(corner) & self.down.has(beside)
    }
}
