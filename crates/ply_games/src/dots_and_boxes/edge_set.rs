//! A set of edges in one machine word.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// `u64` or `u128` as a set of edge numbers. One bit stays unused, so that the set of all bits is never drawn: it
/// stands for "no box here" in the tables.
pub trait EdgeSet:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// How many edges it can hold.
    const MOST_EDGES: usize;
    /// Nothing.
    const EMPTY: Self;
    /// All bits: more than any board has.
    const NONE: Self;

    /// The set with one edge.
    fn single(edge: usize) -> Self;
    /// How many edges are in it.
    fn count(self) -> u32;
    /// The lowest edge; the set must not be empty.
    fn lowest(self) -> usize;
    /// Without its lowest edge.
    fn without_lowest(self) -> Self;
    /// The edge with `rank` lower ones in the set; there must be one.
    fn nth(self, rank: u32) -> usize;
    /// The words of the set, for hashing.
    fn words(self) -> [u64; 2];
    /// The set whose lowest word is this one, and which has no other edges.
    fn from_word(word: u64) -> Self;
    /// The geometry interned for this word type.
    fn geometry(rows: usize, cols: usize) -> &'static super::Geometry<Self>;

    /// Whether an edge is in it.
    #[inline]
    fn has(self, edge: usize) -> bool {
        self & Self::single(edge) != Self::EMPTY
    }
}

macro_rules! edge_set {
    ($word:ty, $nth:expr, $words:expr) => {
        impl EdgeSet for $word {
            const MOST_EDGES: usize = <$word>::BITS as usize - 1;
            const EMPTY: Self = 0;
            const NONE: Self = <$word>::MAX;

            #[inline]
            fn single(edge: usize) -> Self {
                1 << edge
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn nth(self, rank: u32) -> usize {
                $nth(self, rank)
            }

            #[inline]
            fn words(self) -> [u64; 2] {
                $words(self)
            }

            #[inline]
            fn from_word(word: u64) -> Self {
                Self::from(word)
            }

            fn geometry(rows: usize, cols: usize) -> &'static super::Geometry<Self> {
                static KNOWN: super::geometry::Interned<$word> = super::geometry::Interned::new();
                KNOWN.get(rows, cols)
            }
        }
    };
}

edge_set!(u64, ply_game::nth_bit, |set: u64| [set, 0]);
edge_set!(
    u128,
    |set: u128, rank: u32| {
        let low = set as u64;
        let in_low = low.count_ones();
        if rank < in_low {
            ply_game::nth_bit(low, rank)
        } else {
            64 + ply_game::nth_bit((set >> 64) as u64, rank - in_low)
        }
    },
    |set: u128| [set as u64, (set >> 64) as u64]
);
