//! Positions of the smallest torus as numbers: the turn, then the board. Images of a board share a number.
//!
//! There are 27 turns and some six thousand boards. Which board is which is looked up in a table of 8 MB, made in some tens
//! of milliseconds.

use std::ops::Range;

use ply_game::{Player, Ranked, Ranking, Symmetric};

use super::geometry::cells;
use super::rules::Infexion;
use super::size::Size;

/// Larger boards have no numbers: on 4x4 there are 700 million boards in every turn.
const LARGEST: Size = Size::Three;

/// What a cell can be: empty, or a colour and a power from 1 to 2.
const KINDS: usize = 5;

/// The number of a board that is none.
const NONE: u32 = u32::MAX;

/// The positions of the smallest torus.
struct BoardRanking {
    /// One of the images of each board.
    boards: Vec<Infexion>,
    /// Which of them a board is, by its code.
    classes: Vec<u32>,
}

impl Ranked for Infexion {
    fn ranking(&self) -> Option<Box<dyn Ranking<Self>>> {
        (self.size == LARGEST).then(|| Box::new(BoardRanking::new(self)) as Box<dyn Ranking<Self>>)
    }
}

/// A number for a board: what each cell is, as digits.
#[inline]
fn code(position: &Infexion) -> usize {
    let kind = |cell| match position.owner(cell) {
        None => 0,
        Some(Player::First) => position.power(cell),
        Some(Player::Second) => position.power(cell) + KINDS / 2,
    };
    cells(position.size.mask()).fold(0, |code, cell| KINDS * code + kind(cell))
}

/// The board with a code.
fn decoded(start: &Infexion, mut code: usize) -> Infexion {
    let mut position = *start;
    for index in (0..start.size.cells()).rev() {
        let (cell, kind) = (start.size.cell_at(index), code % KINDS);
        code /= KINDS;
        match kind {
            0 => {}
            1..=2 => position.put(cell, Player::First, kind),
            _ => position.put(cell, Player::Second, kind - KINDS / 2),
        }
    }
    position
}

impl BoardRanking {
    fn new(position: &Infexion) -> Self {
        let start = Infexion::new(position.size, position.rules);
        let codes = KINDS.pow(start.size.cells() as u32);
        let mut ranking = Self { boards: Vec::new(), classes: vec![NONE; codes] };
        for code in 0..codes {
            let board = decoded(&start, code);
            if ranking.classes[code] == NONE && board.total_power() <= start.size.most_power() {
                ranking.note(board);
            }
        }
        ranking
    }

    /// Gives a number to a board and its images.
    fn note(&mut self, board: Infexion) {
        for symmetry in 0..board.symmetries() {
            self.classes[code(&board.transformed(symmetry))] = self.boards.len() as u32;
        }
        self.boards.push(board);
    }

    fn turns(&self) -> u64 {
        u64::from(LARGEST.turn_limit())
    }
}

impl Ranking<Infexion> for BoardRanking {
    fn size(&self) -> u64 {
        self.turns() * self.boards.len() as u64
    }

    #[inline]
    fn rank(&self, position: &Infexion) -> u64 {
        (position.turn() * self.boards.len()) as u64 + u64::from(self.classes[code(position)])
    }

    /// Positions that cannot be set up have no action in the first two turns.
    fn unrank(&self, rank: u64) -> Option<Infexion> {
        let boards = self.boards.len() as u64;
        let position = Infexion { turn: (rank / boards) as u16, ..self.boards[(rank % boards) as usize] };
        position.check_position().is_ok().then_some(position)
    }

    /// A move leads into the next turn.
    fn layers(&self) -> Vec<Vec<Range<u64>>> {
        const BLOCK: u64 = 512;
        let boards = self.boards.len() as u64;
        let blocks = |turn: u64| {
            let (first, end) = (turn * boards, (turn + 1) * boards);
            (first..end).step_by(BLOCK as usize).map(|from| from..end.min(from + BLOCK)).collect()
        };
        (0..self.turns()).rev().map(blocks).collect()
    }
}
