//! The course's random player: a walk of random length, each step to a random free neighbour, then a random wall.

use ply_game::{Game, Rng, below};
use ply_games::colosseum::{Bits, Colosseum, Edges, Move, Side};
use ply_search::Sink;

use crate::agent::{Agent, Decision, Turn};

/// Walks at random.
pub(super) struct Walk {
    pub(super) rng: Rng,
}

impl<B: Bits> Agent<Colosseum<B>> for Walk {
    fn choose(&mut self, turn: &Turn<Colosseum<B>>, _sink: &mut dyn Sink<Move>) -> Option<Decision<Move>> {
        Some(Decision::plain(random_walk(&turn.position, &mut self.rng)))
    }
}

/// A move as the course's random player makes it: 0 to K steps, each length as likely as the others; each step to one of
/// the free neighbours, and none if there is none; a wall on one of the free sides. Legal wherever the game goes on: the
/// cell where such a walk ends has an open side.
pub(super) fn random_walk<B: Bits>(position: &Colosseum<B>, rng: &mut Rng) -> Move {
    let mover = position.to_move();
    let opponent = B::one(position.at(mover.other()));
    let open = position.open();
    let mut at = position.at(mover);
    for _ in 0..below(rng, position.max_steps() as u32 + 1) {
        let here = B::one(at);
        let free = open.step(here) & !here & !opponent;
        if free.is_empty() {
            break;
        }
        at = free.nth(below(rng, free.count()));
    }
    let (sides, count) = free_sides(open, at);
    Move { at: at as u8, side: sides[below(rng, count as u32) as usize] }
}

/// How likely each legal move is, by following every walk.
pub(super) fn likelihoods<B: Bits>(position: &Colosseum<B>) -> Vec<(Move, f64)> {
    let mover = position.to_move();
    let opponent = B::one(position.at(mover.other()));
    let steps = position.max_steps();
    let mut cells = vec![0.0; B::ROW * B::ROW];
    cells[position.at(mover)] = 1.0;
    let mut ends = cells.clone();
    for _ in 0..steps {
        let mut next = vec![0.0; cells.len()];
        for (at, &chance) in cells.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let here = B::one(at);
            let free = position.open().step(here) & !here & !opponent;
            if free.is_empty() {
                next[at] += chance;
            }
            free.each(|to| next[to] += chance / f64::from(free.count()));
        }
        cells = next;
        ends.iter_mut().zip(&cells).for_each(|(end, cell)| *end += cell);
    }
    let likelihood = |mv: Move| {
        let at = usize::from(mv.at);
        ends[at] / (steps as f64 + 1.0) / free_sides(position.open(), at).1 as f64
    };
    position.move_list().into_iter().map(|mv| (mv, likelihood(mv))).collect()
}

/// The sides of a cell without a wall, in their order: the first so many of the array.
pub(super) fn free_sides<B: Bits>(open: &Edges<B>, at: usize) -> ([Side; 4], usize) {
    let mut sides = Side::ALL;
    let mut count = 0;
    for side in Side::ALL {
        if open.on(side).has(at) {
            sides[count] = side;
            count += 1;
        }
    }
    (sides, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::{Notation, rng};
    use ply_games::colosseum::Small;

    #[test]
    fn every_move_comes_as_often_as_its_walks_and_walls_say() {
        let position = Small::start(5, 0).parse_position("5 b 3,0 3,3 0,1,d+1,0,d+2,3,d+2,4,d+3,0,d").unwrap();
        let mut rng = rng(3);
        const WALKS: usize = 40_000;
        let walks: Vec<Move> = (0..WALKS).map(|_| random_walk(&position, &mut rng)).collect();
        let likelihoods = likelihoods(&position);
        assert!((likelihoods.iter().map(|(_, likelihood)| likelihood).sum::<f64>() - 1.0).abs() < 1e-9);
        for (mv, likelihood) in likelihoods {
            let often = walks.iter().filter(|&&walk| walk == mv).count() as f64 / WALKS as f64;
            let error = 5.0 * (likelihood / WALKS as f64).sqrt();
            assert!((often - likelihood).abs() <= error, "{}: {often} {likelihood}", position.move_text(mv));
        }
    }
}
