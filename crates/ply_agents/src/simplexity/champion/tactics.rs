//! What wins, loses or must be blocked at once, and the moves that leaves to be searched.

use ply_game::{Game as _, Player};
use ply_games::simplexity::{Bits, Move, Shape};
use ply_search::Hints;

use super::board::{Board, own_shape};

/// The words of the largest board.
const MOST_WORDS: usize = 24;

/// What stands on the board for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Tactics {
    /// A cell that wins at once.
    pub(super) win: Option<usize>,
    /// A cell where the other player would win with the next move.
    pub(super) block: Option<usize>,
    /// How many such cells there are.
    pub(super) blocks: u32,
    /// Whether only a piece in such a cell keeps the other player from winning there. It is different with a player who has
    /// nothing left but the mover's shape: where a line of that shape would be completed too, filling the cell is an own goal.
    pub(super) must_block: bool,
}

impl Tactics {
    #[inline]
    pub(super) fn of<W: Bits>(board: &Board<W>) -> Self {
        let mover = board.to_move();
        let (mine, theirs) = (board.has(mover), has_next(board));
        let mut tactics = Self { must_block: theirs[0], ..Self::default() };
        let first = |word: usize, cells: u64| (cells != 0).then(|| 64 * word + cells.trailing_zeros() as usize);
        board.words(|word, _, playable| {
            let wins = board.wins(mover, mine, word) & playable;
            let blocks = board.wins(mover.other(), theirs, word) & playable;
            tactics.win = tactics.win.or(first(word, wins));
            tactics.block = tactics.block.or(first(word, blocks));
            tactics.blocks += blocks.count_ones();
        });
        tactics
    }

    /// Whether the player to move has no win, and hardly a choice.
    #[inline]
    pub(super) fn is_forced(&self) -> bool {
        self.win.is_none() && self.blocks > 0
    }

    /// Whether the player to move will lose with the other's next move.
    #[inline]
    pub(super) fn is_lost(&self) -> bool {
        self.win.is_none() && self.blocks > 1 && self.must_block
    }
}

/// The shapes that the other player will have for the next move; none where there is no next move.
#[inline]
fn has_next<W: Bits>(board: &Board<W>) -> [bool; 2] {
    if board.game.plies_left() < 2 { [false; 2] } else { board.has(board.to_move().other()) }
}

/// Finds the moves that are worth a search: a win at once, else a block where one is needed, else whatever does not lose
/// within two moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sense;

impl Sense {
    /// Whether there is only one move to choose from.
    pub(super) fn has_one_move<W: Bits>(board: &Board<W>) -> bool {
        let mut moves = 0;
        Self.moves(board, |_| moves += 1);
        moves == 1
    }

    /// The shapes the mover has left that do not lose at once in this cell, its own first.
    #[inline]
    fn shapes<W: Bits>(board: &Board<W>, mover: Player, has: [bool; 2], cell: usize, mut each: impl FnMut(Shape)) {
        let own = own_shape(mover);
        if has[0] {
            each(own);
        }
        if has[1] && !board.is_own_goal(mover, cell) {
            each(Shape::BOTH[1 - own as usize]);
        }
    }

    /// The playable cells after which the other player does not win at once, as the holes are now: the one to block, else
    /// all but those below a winning cell.
    #[inline]
    fn safe<W: Bits>(board: &Board<W>, block: Option<usize>) -> [u64; MOST_WORDS] {
        let mut safe = [0; MOST_WORDS];
        if let Some(cell) = block {
            safe[cell / 64] = 1 << (cell % 64);
            return safe;
        }
        board.words(|word, _, playable| safe[word] = playable);
        let theirs = has_next(board);
        // From the last word to the first: above a word's last cell lies the first cell of the next.
        let mut next = 0;
        for word in (0..board.frame.cells.len()).rev() {
            let wins = board.wins(board.to_move().other(), theirs, word) & board.frame.cells[word];
            safe[word] &= !(wins >> 1 | next << 63);
            next = wins;
        }
        safe
    }

    /// Moves with the own shape outside the safe cells that turn every winning cell of the other player into an own goal.
    #[cold]
    fn traps<W: Bits>(board: &Board<W>, safe: &[u64; MOST_WORDS], mut each: impl FnMut(Move)) {
        let own = own_shape(board.to_move());
        board.game.legal_moves(|mv| {
            let cell = board.landing(mv.column());
            if mv.shape() == own
                && safe[cell / 64] >> (cell % 64) & 1 == 0
                && Tactics::of(&board.after(mv)).win.is_none()
            {
                each(mv);
            }
        });
    }

    /// Where everything loses soon: one move, if possible not one that loses at once.
    #[cold]
    fn least_bad<W: Bits>(self, board: &Board<W>, mover: Player, has: [bool; 2], mut each: impl FnMut(Move)) {
        let mut chosen = None;
        board.game.legal_moves(|mv| {
            Self::shapes(board, mover, has, board.landing(mv.column()), |shape| {
                chosen = chosen.or((shape == mv.shape()).then_some(mv));
            });
        });
        let mut first = None;
        board.game.legal_moves(|mv| first = first.or(Some(mv)));
        if let Some(mv) = chosen.or(first) {
            each(mv);
        }
    }
}

impl<W: Bits> Hints<Board<W>> for Sense {
    #[inline]
    fn moves(&self, board: &Board<W>, mut each: impl FnMut(Move)) {
        let mover = board.to_move();
        let has = board.has(mover);
        let tactics = Tactics::of(board);
        let column = board.frame.geometry.rows() + 1;
        let mut found = false;
        if let Some(cell) = tactics.win {
            Self::shapes(board, mover, has, cell, |shape| {
                // Either shape may win here; one is enough.
                if !found {
                    each(Move::new(shape, cell / column));
                }
                found = true;
            });
            return;
        }
        let safe = Self::safe(board, tactics.block);
        for (word, mut cells) in safe[..board.frame.cells.len()].iter().copied().enumerate() {
            while cells != 0 {
                let cell = 64 * word + cells.trailing_zeros() as usize;
                cells &= cells - 1;
                Self::shapes(board, mover, has, cell, |shape| {
                    each(Move::new(shape, cell / column));
                    found = true;
                });
            }
        }
        if has[0] && !tactics.must_block {
            Self::traps(board, &safe, |mv| {
                each(mv);
                found = true;
            });
        }
        if !found {
            self.least_bad(board, mover, has, each);
        }
    }

    /// The more windows go through the cell the better, and its own shape before the other.
    #[inline]
    fn promise(&self, board: &Board<W>, mv: Move) -> i32 {
        let windows = board.frame.windows[board.landing(mv.column())];
        i32::from(windows) * 16 + if mv.shape() == own_shape(board.to_move()) { 200 } else { 0 }
    }

    /// An answer that is forced costs no depth.
    #[inline]
    fn extension(&self, _board: &Board<W>, _mv: Move, child: &Board<W>) -> u32 {
        u32::from(Tactics::of(child).is_forced())
    }
}
