//! Many games side by side: each lane one game, stepped together, begun anew when it ends.
//!
//! Everything is done for the type of the game at hand, without text. A lane has its own generator, so that what happens
//! in it does not depend on how many threads share the lanes.

use ply_game::{BoardGame, Outcome, Player, Rng, mix, rng};
use rayon::prelude::*;

use crate::erased::AnyPosition;

/// What is told of the lanes after a step, lane by lane.
pub struct Told<'a> {
    /// Which moves are legal.
    pub masks: &'a mut [bool],
    /// The planes; empty where nobody looks.
    pub observations: &'a mut [f32],
    /// What the first and the second player got: 1, 0 or -1 where a game has just ended, 0 elsewhere.
    pub rewards: &'a mut [f32],
    /// Whether a game has just ended; the lane then shows the next one.
    pub ended: &'a mut [bool],
    /// Who moves: 0 or 1.
    pub movers: &'a mut [i8],
}

/// An action that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalAction {
    pub lane: usize,
    pub action: i32,
}

/// Lanes of any game.
pub trait AnyLanes: Send + Sync {
    fn move_slots(&self) -> usize;
    fn observation_shape(&self) -> Vec<usize>;
    fn position(&self, lane: usize) -> AnyPosition;
    fn replace(&mut self, lane: usize, position: &AnyPosition, told: Told<'_>) -> bool;
    fn reset(&mut self, seed: u64, told: Told<'_>);
    fn sample(&mut self, actions: &mut [i32]);
    /// Nothing is played if one of the actions is not legal. `told` is what was told last.
    fn step(&mut self, actions: &[i32], told: Told<'_>, pool: Option<&rayon::ThreadPool>) -> Result<(), IllegalAction>;
}

/// Lanes of one type of game.
pub struct LaneSet<G> {
    start: G,
    games: Vec<G>,
    rngs: Vec<Rng>,
    random_plies: usize,
    slots: usize,
    /// Numbers of an observation.
    numbers: usize,
}

impl<G: BoardGame> LaneSet<G> {
    pub fn new(start: G, count: usize, random_plies: usize) -> Self {
        let numbers = start.observation_shape().iter().product();
        let rngs = (0..count).map(|_| rng(0)).collect();
        Self { games: vec![start.clone(); count], rngs, random_plies, slots: start.move_slots(), numbers, start }
    }

    /// The lanes and what is told of them, a part for each thread.
    fn parts<'a>(&'a mut self, actions: &'a [i32], told: Told<'a>, threads: usize) -> Vec<Part<'a, G>> {
        let lanes = self.games.len().div_ceil(threads.max(1)).max(1);
        let mut observations = told.observations.chunks_mut(lanes * self.numbers);
        let games = self.games.chunks_mut(lanes).zip(self.rngs.chunks_mut(lanes)).zip(actions.chunks(lanes));
        let masks = told.masks.chunks_mut(lanes * self.slots).zip(told.rewards.chunks_mut(lanes * 2));
        let flags = told.ended.chunks_mut(lanes).zip(told.movers.chunks_mut(lanes));
        let part = |(((games, rngs), actions), ((masks, rewards), (ended, movers)))| {
            let told = Told { masks, observations: observations.next().unwrap_or_default(), rewards, ended, movers };
            Part { start: &self.start, games, rngs, actions, random_plies: self.random_plies, told }
        };
        games.zip(masks.zip(flags)).map(part).collect()
    }
}

struct Part<'a, G> {
    start: &'a G,
    games: &'a mut [G],
    rngs: &'a mut [Rng],
    actions: &'a [i32],
    random_plies: usize,
    told: Told<'a>,
}

impl<G: BoardGame> Part<'_, G> {
    fn step(&mut self) {
        for lane in 0..self.games.len() {
            let game = &mut self.games[lane];
            let mv = game.move_at(self.actions[lane] as usize).expect("the action was found legal");
            game.play(mv);
            let outcome = game.outcome();
            self.told.ended[lane] = outcome.is_some();
            let reward = match outcome {
                Some(Outcome::Win(Player::First)) => 1.0,
                Some(Outcome::Win(Player::Second)) => -1.0,
                Some(Outcome::Draw) | None => 0.0,
            };
            self.told.rewards[2 * lane] = reward;
            self.told.rewards[2 * lane + 1] = -reward;
            if outcome.is_some() {
                *game = begin(self.start, self.random_plies, &mut self.rngs[lane]);
            }
            self.tell(lane);
        }
    }

    #[inline]
    fn tell(&mut self, lane: usize) {
        let game = &self.games[lane];
        let slots = self.told.masks.len() / self.games.len();
        let mask = &mut self.told.masks[lane * slots..][..slots];
        mask.fill(false);
        game.legal_moves(|mv| mask[game.move_index(mv)] = true);
        self.told.movers[lane] = game.to_move().index() as i8;
        let numbers = self.told.observations.len() / self.games.len();
        if numbers > 0 {
            game.observe(&mut self.told.observations[lane * numbers..][..numbers]);
        }
    }
}

/// A new game, with random moves before anybody is asked. Where they would end it, it begins without.
fn begin<G: BoardGame>(start: &G, random_plies: usize, rng: &mut Rng) -> G {
    let mut game = start.clone();
    for _ in 0..random_plies {
        let mv = game.random_move(rng);
        game.play(mv);
        if game.outcome().is_some() {
            return start.clone();
        }
    }
    game
}

impl<G: BoardGame> AnyLanes for LaneSet<G> {
    fn move_slots(&self) -> usize {
        self.slots
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.start.observation_shape()
    }

    fn position(&self, lane: usize) -> AnyPosition {
        crate::erased::held(self.games[lane].clone())
    }

    fn replace(&mut self, lane: usize, position: &AnyPosition, told: Told<'_>) -> bool {
        let Some(position) = position.as_any().downcast_ref::<G>() else { return false };
        self.games[lane] = position.clone();
        let actions = vec![0; self.games.len()];
        self.parts(&actions, told, 1).iter_mut().for_each(|part| part.tell(lane));
        true
    }

    fn reset(&mut self, seed: u64, told: Told<'_>) {
        for (lane, (game, own)) in self.games.iter_mut().zip(&mut self.rngs).enumerate() {
            *own = rng(mix(seed ^ mix(lane as u64 + 1)));
            *game = begin(&self.start, self.random_plies, own);
        }
        told.rewards.fill(0.0);
        told.ended.fill(false);
        let actions = vec![0; self.games.len()];
        for part in &mut self.parts(&actions, told, 1) {
            (0..part.games.len()).for_each(|lane| part.tell(lane));
        }
    }

    fn sample(&mut self, actions: &mut [i32]) {
        for ((game, rng), action) in self.games.iter().zip(&mut self.rngs).zip(actions) {
            *action = game.move_index(game.random_move(rng)) as i32;
        }
    }

    fn step(&mut self, actions: &[i32], told: Told<'_>, pool: Option<&rayon::ThreadPool>) -> Result<(), IllegalAction> {
        let slots = self.slots;
        let legal = |(lane, &action): (usize, &i32)| {
            (0..slots as i32).contains(&action) && told.masks[lane * slots + action as usize]
        };
        if let Some((lane, &action)) = actions.iter().enumerate().find(|&place| !legal(place)) {
            return Err(IllegalAction { lane, action });
        }
        match pool {
            None => self.parts(actions, told, 1).iter_mut().for_each(Part::step),
            Some(pool) => {
                let mut parts = self.parts(actions, told, pool.current_num_threads());
                pool.install(|| parts.par_iter_mut().for_each(Part::step));
            }
        }
        Ok(())
    }
}
