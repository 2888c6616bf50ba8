//! A solver for Colosseum: how many cells more than the opponent the player to move can get.
//!
//! Asked "at least so many?", it plays another game than Colosseum, with the same answer: one that is over as soon as the
//! player to move has a wall that ends Colosseum well enough. All such walls stand on the bridges of a position, which are
//! found together. So a ply is saved everywhere, the last one, of which there are the most. Proof numbers fit best, since
//! threats decide; with several threads alpha-beta by the plain rules runs beside them.

use ply_game::{Game, Hashed, Outcome, Player, mix};
use ply_games::colosseum::{Bits, Colosseum, Move};
use ply_search::Budget;
use ply_search::solve::{Answer, Dfpn, Exact, Question, Solver, SolverTable, Verdict, side_by_side};

use crate::payoff::GamePayoff;

/// Proves margins of finished games.
pub(super) struct ExactSolver {
    dfpn: Dfpn,
    /// Alpha-beta, which is asked where there is a thread more.
    exact: Exact<GamePayoff>,
    threads: usize,
}

/// Colosseum, won by the first player if the margin is `target` at least, and else by the second.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Race<B> {
    position: Colosseum<B>,
    target: i32,
    outcome: Option<Outcome>,
}

impl<B: Bits> Race<B> {
    fn new(position: Colosseum<B>, target: i32) -> Self {
        let race = Self { position: position.without_dead_cells(), target, outcome: None };
        Self { outcome: race.ending().map(|_| Outcome::Win(position.to_move())), ..race }
    }

    /// A wall that ends the game well enough for the player to move.
    fn ending(&self) -> Option<Move> {
        let mover = self.position.to_move();
        let mut found = None;
        self.position.endings(|ending| {
            let [first, second] = ending.scores;
            if found.is_none() && (first - second >= self.target) == (mover == Player::First) {
                found = Some(ending.mv);
            }
        });
        found
    }
}

impl<B: Bits> Game for Race<B> {
    type Move = Move;

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn legal_moves(&self, each: impl FnMut(Move)) {
        self.position.legal_moves(each);
    }

    fn play(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    fn after(&self, mv: Move) -> Self {
        let position = self.position.after(mv);
        match position.outcome() {
            // It was not good enough.
            Some(_) => Self { position, outcome: Some(Outcome::Win(position.to_move())), ..*self },
            None => Self::new(position, self.target),
        }
    }
}

impl<B: Bits> Hashed for Race<B> {
    fn key(&self) -> u64 {
        self.position.key() ^ mix(self.target as u64)
    }
}

impl ExactSolver {
    pub(super) fn new(megabytes: usize, threads: usize) -> Self {
        let (for_dfpn, for_exact) = if threads > 1 { (megabytes / 2, megabytes / 2) } else { (megabytes, 1) };
        let exact = Exact::new(GamePayoff::Points, for_exact).keeping_table().on_threads(threads.max(2) - 1);
        Self { dfpn: Dfpn::new(for_dfpn).keeping_table(), exact, threads }
    }
}

/// What proof numbers say.
fn prove<B: Bits>(dfpn: &mut Dfpn, position: &Colosseum<B>, target: i32, budget: &Budget) -> Answer<Move> {
    let mover = position.to_move();
    let race = Race::new(*position, if mover == Player::First { target } else { 1 - target });
    if let Some(mv) = race.ending() {
        return Answer { verdict: Verdict::Proven, bound: target, best: Some(mv), nodes: 1 };
    }
    let proof = dfpn.prove(&race, Question::wins(mover), budget);
    let bound = if proof.verdict == Verdict::Disproven { target - 1 } else { target };
    let best = proof.line.first().copied().filter(|_| proof.verdict == Verdict::Proven);
    Answer { verdict: proof.verdict, bound, best, nodes: proof.nodes }
}

impl<B: Bits> Solver<Colosseum<B>> for ExactSolver {
    fn at_least(&mut self, position: &Colosseum<B>, target: i32, budget: &Budget) -> Answer<Move> {
        let Self { dfpn, exact, threads } = self;
        if *threads < 2 {
            return prove(dfpn, position, target, budget);
        }
        let prove = |part: &Budget| prove(dfpn, position, target, part);
        side_by_side(prove, |part| exact.at_least(position, target, part), budget)
    }

    fn table(&self) -> Option<&SolverTable> {
        Some(self.dfpn.table())
    }

    fn estimate(&self, position: &Colosseum<B>) -> Option<u64> {
        self.exact.estimate(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::{Sampled as _, Scored as _, rng};
    use ply_games::colosseum::Small;
    use ply_search::Limits;

    /// The margin of the player to move with best play by both, by the rules alone.
    fn plain(position: &Small, most: &mut u32) -> Option<i32> {
        *most = most.checked_sub(1)?;
        let mover = position.to_move();
        let mut best = None;
        for mv in position.move_list() {
            let child = position.after(mv);
            let value = match child.outcome() {
                Some(_) => child.scores().map(|scores| scores[mover.index()] - scores[mover.other().index()])?,
                None => -plain(&child, most)?,
            };
            best = best.max(Some(value));
        }
        best
    }

    #[test]
    fn margins_are_those_of_plain_minimax() {
        let (mut compared, mut rng) = (0, rng(7));
        for seed in 0..400 {
            let mut position = Small::start(2 + seed as usize % 4, seed);
            for _ in 0..seed % 12 {
                let child = position.after(position.random_move(&mut rng));
                position = if child.outcome().is_none() { child } else { position };
            }
            let Some(value) = plain(&position, &mut 20_000).filter(|_| position.outcome().is_none()) else { continue };
            let mut solver = ExactSolver::new(1, 1 + seed as usize % 2);
            for target in value - 2..=value + 2 {
                let answer = solver.at_least(&position, target, &Budget::new(Limits::default()));
                let expected = if target <= value { Verdict::Proven } else { Verdict::Disproven };
                assert_eq!(answer.verdict, expected, "{position:?} {target} {value}");
                if let Some(mv) = answer.best {
                    let child = position.after(mv);
                    let mover = position.to_move();
                    let margin = |scores: [i32; 2]| scores[mover.index()] - scores[mover.other().index()];
                    let gets = match child.outcome() {
                        Some(_) => child.scores().map(margin),
                        None => plain(&child, &mut 20_000).map(|value| -value),
                    };
                    assert!(gets >= Some(target), "{position:?} {mv:?}");
                }
            }
            compared += 1;
        }
        assert!(compared > 100, "{compared}");
    }
}
