//! The champion's opinion: who wins at once, and otherwise who comes first to more room, and can go to more cells next.
//!
//! The cells are dealt out by two floods in step, a few shifts each; nothing is looked at cell by cell. Room is counted
//! in open edges rather than cells, because a part full of walls is soon lost; the cells themselves, which the game is
//! decided by in the end, count the more the more walls there are.

use std::sync::Arc;

use ply_game::{Game, SpecError};
use ply_games::colosseum::{Bits, Colosseum, Small};
use ply_search::{Evaluator, known_win};

use super::Weights;
use super::network::{Network, built_in, is_taught, show};
use crate::entry::Request;

/// Judges by territory, and on the standard board by what a network makes of it.
#[derive(Clone, Debug)]
pub(in crate::colosseum) struct Survival {
    pub(super) weights: Weights,
    network: Option<Arc<Network>>,
}

impl Survival {
    /// As the champion judges when nobody says otherwise.
    pub(in crate::colosseum) fn built_in() -> Self {
        let weights = Weights::load("built-in").expect("the champion's weights are well formed");
        Self { weights, network: Some(built_in()) }
    }

    /// As a spec says: other weights are without the network that was fitted to the built-in ones.
    pub(super) fn of(request: &Request) -> Result<Self, SpecError> {
        let on_trial = Network::of::<Small>(request)?;
        let learnt = || (request.get(&Weights::OPTION) == "built-in").then(built_in);
        Ok(Self { weights: Weights::of(request)?, network: on_trial.or_else(learnt) })
    }
}

impl<B: Bits> Evaluator<Colosseum<B>> for Survival {
    #[inline]
    fn evaluate(&self, position: &Colosseum<B>) -> i32 {
        let bridges = position.bridges();
        if position.winning_move_on(bridges).is_some() {
            return known_win(1);
        }
        match &self.network {
            Some(network) if is_taught(position) => {
                let mut opinion = 0;
                let answer = network.answer(|sums| {
                    let view = show(position, bridges, &self.weights, sums);
                    opinion = view.opinion;
                    view
                });
                blended(answer, opinion)
            }
            _ => Ground::of(position, |_, _| {}).opinion(&self.weights),
        }
    }
}

/// The network's answer, with a quarter of the opinion that it corrects: the answer alone calls more positions even that
/// are about to be lost, and plays worse.
#[inline]
fn blended(answer: i32, opinion: i32) -> i32 {
    (3 * answer + opinion) / 4
}

/// Who has what, the mover first.
pub(super) struct Ground<B> {
    /// The cells that each comes to first when both walk one step at a time, the mover ahead: together all that the
    /// players can still come to.
    pub(super) cells: [B; 2],
    /// Where each could end a move.
    pub(super) reach: [B; 2],
    /// The open edges between one's own cells.
    pub(super) room: [i32; 2],
    /// Inner edges with a wall and without.
    pub(super) walls: i32,
    open: i32,
}

impl<B: Bits> Ground<B> {
    /// Works it out; `each` is given the cells that both have after every step.
    #[inline]
    pub(super) fn of(position: &Colosseum<B>, each: impl FnMut(usize, [B; 2])) -> Self {
        let mover = position.to_move();
        let cells = territory(position, each);
        let [walls, open] = [position.walls(), *position.open()].map(|edges| edges.count() as i32);
        Self {
            cells,
            reach: [position.reach(mover), position.reach(mover.other())],
            room: cells.map(|cells| position.open().among(cells) as i32),
            walls,
            open,
        }
    }

    /// The weights are what all that the players can still come to would count if one had it: its open edges, two to a
    /// cell, and the cells within reach of the next move. The cells come to first count their part once every edge has a
    /// wall.
    #[inline]
    pub(super) fn opinion(&self, weights: &Weights) -> i32 {
        let [nearer, farther] = self.cells.map(|cells| cells.count() as i32);
        let [own_reach, other_reach] = self.reach.map(|cells| cells.count() as i32);
        let late = weights.territory * (nearer - farther) * self.walls / (self.walls + self.open);
        let room = weights.room * (self.room[0] - self.room[1]) / 2;
        (room + weights.reach * (own_reach - other_reach) + late) / (nearer + farther)
    }
}

/// The cells the mover comes to first when both walk one step at a time, the mover ahead, and those of the opponent.
#[inline]
fn territory<B: Bits>(position: &Colosseum<B>, mut each: impl FnMut(usize, [B; 2])) -> [B; 2] {
    let mover = position.to_move();
    let open = position.open();
    let [mut own, mut other] = [mover, mover.other()].map(|player| B::one(position.at(player)));
    let mut step = 0;
    loop {
        let more_own = open.step(own) & !other;
        let more_other = open.step(other) & !more_own;
        if more_own == own && more_other == other {
            return [own, other];
        }
        (own, other) = (more_own, more_other);
        each(step, [own, other]);
        step += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::{Notation, Outcome, Sampled, rng};
    use ply_games::colosseum::{Side, Wide};

    /// The cells next to a cell, where no wall is between.
    fn neighbours<B: Bits>(position: &Colosseum<B>, at: usize) -> impl Iterator<Item = usize> {
        Side::ALL.into_iter().filter(move |&side| position.open().on(side).has(at)).map(move |side| match side {
            Side::Up => at - B::ROW,
            Side::Right => at + 1,
            Side::Down => at + B::ROW,
            Side::Left => at - 1,
        })
    }

    /// Distances in steps from a cell, cell by cell.
    fn distances<B: Bits>(position: &Colosseum<B>, from: usize) -> Vec<Option<usize>> {
        let mut distances = vec![None; B::ROW * B::ROW];
        distances[from] = Some(0);
        let mut queue = vec![from];
        let mut next = 0;
        while next < queue.len() {
            let at = queue[next];
            next += 1;
            for beyond in neighbours(position, at) {
                if distances[beyond].is_none() {
                    distances[beyond] = distances[at].map(|steps| steps + 1);
                    queue.push(beyond);
                }
            }
        }
        distances
    }

    fn agrees<B: Bits>(size: usize) {
        let mut rng = rng(size as u64);
        let weights = Weights::load("hand").unwrap();
        let survival = Survival { weights, network: None };
        for seed in 0..10 {
            let mut position = Colosseum::<B>::start(size, seed);
            while position.outcome().is_none() {
                let mover = position.to_move();
                let [own, other] = [mover, mover.other()].map(|player| distances(&position, position.at(player)));
                let nearer = own.iter().zip(&other).filter(|(own, other)| own.is_some() && own <= other).count() as i32;
                let all = own.iter().flatten().count() as i32;
                let counts = territory(&position, |_, _| {}).map(|cells| cells.count() as i32);
                assert_eq!(counts, [nearer, all - nearer], "{}", position.position_text());
                for cells in territory(&position, |_, _| {}) {
                    let mut ends = 0;
                    cells.each(|at| ends += neighbours(&position, at).filter(|&beyond| cells.has(beyond)).count());
                    assert_eq!(2 * position.open().among(cells) as usize, ends, "{}", position.position_text());
                }
                let win = Some(Outcome::Win(mover));
                let has_win = position.move_list().iter().any(|&mv| position.after(mv).outcome() == win);
                let opinion = survival.evaluate(&position);
                assert_eq!(opinion == known_win(1), has_win, "{}", position.position_text());
                assert!(has_win || opinion.abs() <= weights.room + weights.reach + weights.territory);
                position.play(position.random_move(&mut rng));
            }
        }
    }

    #[test]
    fn territory_is_who_is_nearer_room_its_open_edges_and_a_win_at_once_is_seen() {
        (2..=8).for_each(agrees::<u64>);
        (9..=16).for_each(agrees::<Wide>);
    }
}
