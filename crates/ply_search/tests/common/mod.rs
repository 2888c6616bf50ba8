//! Positions of all games for testing searchers.

#![allow(dead_code, reason = "each test file uses its part")]

use ply_game::{BoardGame, Rng, Spec, below, rng};
use ply_games::{Visitor, visit};

/// Small and standard boards of every game, with a depth that plain minimax can afford.
pub const BOARDS: &[(&str, u32)] = &[
    ("simplexity", 4),
    ("simplexity:rows=3,cols=4,win=3,round=2,square=4", 6),
    ("simplexity:rows=8,cols=9,win=4", 3),
    ("simplexity:rows=12,cols=12,win=6", 2),
    ("pentago-swap", 2),
    ("colosseum:size=4,seed=3", 3),
    ("colosseum", 2),
    ("colosseum:size=11,seed=1", 1),
    ("dots-and-boxes:rows=1,cols=2", 7),
    ("dots-and-boxes:rows=2,cols=2", 5),
    ("dots-and-boxes", 3),
    ("dots-and-boxes:rows=7,cols=7", 2),
    ("infexion", 2),
    ("infexion:size=3", 3),
];

/// Something tried on many positions of a game.
pub trait Trial {
    /// Tries it on a position that is not over.
    fn on<G: BoardGame>(&mut self, spec: &Spec, position: &G, depth: u32);
}

struct Tour<'a, T> {
    trial: &'a mut T,
    depth: u32,
    positions: usize,
    seed: u64,
}

impl<T: Trial> Visitor for Tour<'_, T> {
    type Output = ();

    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let mut generator = rng(self.seed);
        for _ in 0..self.positions {
            let position = somewhere(&start, &mut generator);
            self.trial.on(&spec, &position, self.depth);
        }
    }
}

/// A position at a random moment of a random game.
fn somewhere<G: BoardGame>(start: &G, generator: &mut Rng) -> G {
    let mut game = vec![start.clone()];
    while game[game.len() - 1].outcome().is_none() {
        let last = &game[game.len() - 1];
        let next = last.after(last.random_move(generator));
        game.push(next);
    }
    game.swap_remove(below(generator, game.len() as u32 - 1) as usize)
}

/// Takes a trial round `positions` random positions of every board.
pub fn tour(trial: &mut impl Trial, positions: usize, seed: u64) {
    for &(spec, depth) in BOARDS {
        let spec: Spec = spec.parse().expect("a spec");
        visit(&spec, None, Tour { trial, depth, positions, seed }).unwrap_or_else(|error| panic!("{error}"));
    }
}
