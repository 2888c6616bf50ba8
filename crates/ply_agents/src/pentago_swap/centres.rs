//! The report's Monte-Carlo agent: a win at sight, the centres of the quadrants first, and then the tree.

use ply_game::{Game as _, Rng, below};
use ply_games::pentago_swap::{Move, PentagoSwap, Swap};
use ply_search::{Bound, Budget, Mcts, Report, Score, Searcher, Sink};

use super::immediate_win::first_win;
use crate::instant::instant;

/// Of the player's moves, how many go to a centre if one is free.
const CENTRE_MOVES: u32 = 4;

/// What becomes of the first moves.
pub(super) enum Centres {
    /// They are left to the tree.
    Off,
    /// A free centre, with the first swap that leaves the opponent no win at once. Where every swap does, the tree
    /// decides.
    Safe,
    /// A free centre, with any swap: the report says nothing about it.
    AnySwap(Rng),
}

impl Centres {
    /// The move to a centre: the first free one in the order TL, TR, BL, BR.
    fn choose(&mut self, position: &PentagoSwap) -> Option<Move> {
        if position.own_stones().count_ones() >= CENTRE_MOVES {
            return None;
        }
        let mut centres = [(1, 1), (1, 4), (4, 1), (4, 4)].into_iter();
        let (row, column) = centres
            .find(|&(row, column)| position.empty_cells() >> Move::new(row, column, Swap::TlTr).bit() & 1 == 1)?;
        let mut moves = Swap::ALL.into_iter().map(|swap| Move::new(row, column, swap));
        match self {
            Self::Off => None,
            Self::Safe => moves.find(|&mv| {
                let child = position.after(mv);
                child.outcome().is_none() && first_win(&child).is_none()
            }),
            Self::AnySwap(generator) => moves.nth(below(generator, Swap::ALL.len() as u32) as usize),
        }
    }
}

/// Takes wins at sight and centres first, and asks a tree search otherwise.
pub(super) struct CentresFirst {
    pub(super) tree: Mcts<PentagoSwap>,
    pub(super) centres: Centres,
}

impl Searcher<PentagoSwap> for CentresFirst {
    fn search(&mut self, position: &PentagoSwap, budget: &Budget, sink: &mut dyn Sink<Move>) -> Report<Move> {
        let win = first_win(position).map(|mv| (mv, Score::win_in(1), 1));
        let centre = || self.centres.choose(position).map(|mv| (mv, Score::DRAW, 0));
        let Some((mv, score, depth)) = win.or_else(centre) else {
            return self.tree.search(position, budget, sink);
        };
        let report = instant(mv, score, Bound::Lower, depth, 1, budget);
        sink.report(&report);
        report
    }
}
