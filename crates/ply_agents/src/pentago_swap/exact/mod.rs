//! The solver: can a player force a win within so many plies, or at all?
//!
//! One player attacks, and a draw is as good as a win for the other ([`search`]). A position is won, drawn or lost by
//! the answers for both; plies are added two by two, so that short wins are found first. Every entry of the table is
//! known by its whole contents: no two positions share a key.

mod duel;
mod five_sets;
mod images;
mod last_two;
mod order;
mod search;
mod strategy;
#[cfg(test)]
mod tests;
mod threats;

use std::thread;

use ply_game::{Game as _, Player};
use ply_games::pentago_swap::board::cell_of;
use ply_games::pentago_swap::{Move, PentagoSwap, Swap};
use ply_search::solve::{Answer, Claims, NotPlayedOut, PlayedOut, Solver, SolverTable, Verdict};
use ply_search::{Budget, Limits, Meter, THREADS, Tally};

use super::arrangements::Lanes;
use super::play_out::play_out;
use duel::{Duel, FACTS};
use search::Search;
pub(super) use strategy::Step;

/// The arrangement that a position's tiles have: each is named by its quadrant.
const ARRANGEMENT: Lanes = 1;

/// An attack that is settled by so few nodes is not worth starting threads for.
const ALONE: u64 = 10_000;

/// Proves wins and that there are none, with the table it keeps.
pub(super) struct ExactSolver {
    table: SolverTable,
    threads: usize,
}

/// One player's attack on a position that is not over.
#[derive(Clone, Copy)]
struct Attack<'a> {
    position: &'a PentagoSwap,
    attacker: Player,
    /// The plies within which it must succeed.
    plies: u32,
}

impl<'a> Attack<'a> {
    /// Within so many plies; those beyond the end of the game do not count.
    fn new(position: &'a PentagoSwap, attacker: Player, plies: u32) -> Self {
        Self { position, attacker, plies: plies.min(position.empty_cells().count_ones()) }
    }

    /// The same, longer and longer, the attacker's ply the last until there are no more.
    fn deepening(self) -> impl Iterator<Item = Self> {
        let first = if self.attacks() { 1 } else { 2 };
        (first..self.plies).step_by(2).chain([self.plies]).map(move |plies| Self { plies, ..self })
    }

    fn attacks(&self) -> bool {
        self.position.to_move() == self.attacker
    }

    fn duel(&self) -> Duel {
        let stones = |player| self.position.stones(player);
        Duel::new(stones(self.attacker), stones(self.attacker.other()), &FACTS.fives)
    }

    /// Whether it succeeds. Means nothing once the meter stopped.
    fn succeeds(&self, search: &mut Search<'_>) -> bool {
        search.won(&self.duel(), ARRANGEMENT, self.plies, self.attacks()) != 0
    }

    /// A move with which it goes on to succeed or to fail, if there is one and the meter does not stop.
    fn first_move(&self, succeeding: bool, search: &mut Search<'_>) -> Option<Move> {
        let (cell, lanes) = search.first_move(&self.duel(), ARRANGEMENT, self.plies, (self.attacks(), succeeding))?;
        let by_swap = FACTS.reach.by_swap[ARRANGEMENT.trailing_zeros() as usize];
        let swap = Swap::ALL.into_iter().find(|&swap| by_swap[swap as usize] & lanes != 0)?;
        let (row, column) = cell_of(cell);
        Some(Move::new(row, column, swap))
    }
}

impl ExactSolver {
    pub(super) fn new(megabytes: usize, threads: usize) -> Self {
        Self { table: SolverTable::megabytes(megabytes), threads: threads.max(1) }
    }

    /// Whether the first of some attacks to succeed, or the last of them, does, and a move of the player to move that
    /// makes it so, unless the budget ends before; and the nodes that took.
    fn judge<'a>(&self, attacks: impl Iterator<Item = Attack<'a>>, budget: &Budget) -> (Option<Judged>, u64) {
        let mut nodes = 0;
        let mut last = None;
        for attack in attacks {
            let (succeeds, spent) = self.succeeds(&attack, &less(budget, nodes));
            nodes += spent;
            let Some(succeeds) = succeeds else { return (None, nodes) };
            last = Some((attack, succeeds));
            if succeeds {
                break;
            }
        }
        let judged = last.and_then(|(attack, succeeds)| {
            let is_wanted = succeeds == attack.attacks();
            let (budget, tally) = (less(budget, nodes), Tally::default());
            let mut search = self.search(None, &budget, &tally);
            let best = if is_wanted { attack.first_move(succeeds, &mut search) } else { None };
            nodes += search.meter.nodes();
            (best.is_some() == is_wanted).then_some(Judged { succeeds, best })
        });
        (judged, nodes)
    }

    fn search<'a>(&'a self, claims: Option<&'a Claims>, budget: &'a Budget, tally: &'a Tally) -> Search<'a> {
        Search { facts: &FACTS, table: &self.table, claims, meter: Meter::new(budget, tally) }
    }

    /// Whether an attack succeeds, unless the budget ends before, and the nodes that took.
    fn succeeds(&self, attack: &Attack<'_>, budget: &Budget) -> (Option<bool>, u64) {
        if !THREADS || self.threads == 1 {
            return self.alone(attack, budget);
        }
        let few = budget.limits.nodes.map_or(ALONE, |most| most.min(ALONE));
        let limits = Limits { nodes: Some(few), ..budget.limits };
        let (succeeds, nodes) = self.alone(attack, &Budget { limits, ..budget.clone() });
        if succeeds.is_some() || nodes < ALONE {
            return (succeeds, nodes);
        }
        let (succeeds, more) = self.together(attack, &less(budget, nodes));
        (succeeds, nodes + more)
    }

    /// The same on one thread.
    fn alone(&self, attack: &Attack<'_>, budget: &Budget) -> (Option<bool>, u64) {
        let tally = Tally::default();
        let mut search = self.search(None, budget, &tally);
        let succeeds = attack.succeeds(&mut search);
        ((!search.meter.is_stopped()).then_some(succeeds), search.meter.nodes())
    }

    /// The same on all threads, which meet in the table.
    fn together(&self, attack: &Attack<'_>, budget: &Budget) -> (Option<bool>, u64) {
        let (claims, tally) = (Claims::default(), Tally::default());
        let ask = || {
            let mut search = self.search(Some(&claims), budget, &tally);
            let succeeds = attack.succeeds(&mut search);
            search.meter.tell();
            let answer = (!search.meter.is_stopped()).then_some(succeeds);
            // The others look for what is known now.
            tally.stop();
            answer
        };
        let answers: Vec<Option<bool>> = thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(ask)).collect();
            threads.into_iter().map(|thread| thread.join().expect("a solver does not panic")).collect()
        });
        (answers.into_iter().flatten().next(), tally.nodes())
    }
}

/// One thread that plays a player's win out.
pub(super) struct Strategist<'a>(Search<'a>);

impl<'a> Strategist<'a> {
    pub(super) fn new(solver: &'a ExactSolver, budget: &'a Budget, tally: &'a Tally) -> Self {
        Self(solver.search(None, budget, tally))
    }

    /// Moves of the attacker, who is to move, in arrangements of tiles with these contents that can be won within so
    /// many plies but not at once; `None` once the budget ended.
    pub(super) fn steps(&mut self, [attacker, defender]: [u64; 2], lanes: Lanes, plies: u32) -> Option<Vec<Step>> {
        let steps = self.0.steps(&Duel::new(attacker, defender, &FACTS.fives), lanes, plies);
        (!self.0.meter.is_stopped()).then_some(steps)
    }
}

/// What is left of a budget after so many nodes.
fn less(budget: &Budget, nodes: u64) -> Budget {
    let left = budget.limits.nodes.map(|most| most.saturating_sub(nodes).max(1));
    Budget { limits: Limits { nodes: left, ..budget.limits }, ..budget.clone() }
}

/// What became of an attack.
struct Judged {
    succeeds: bool,
    best: Option<Move>,
}

impl Solver<PentagoSwap> for ExactSolver {
    fn at_least(&mut self, position: &PentagoSwap, target: i32, budget: &Budget) -> Answer<Move> {
        let attacker = match target {
            1 => position.to_move(),
            0 => position.to_move().other(),
            2.. => return Answer { verdict: Verdict::Disproven, bound: 1, best: None, nodes: 0 },
            _ => {
                let best = position.move_list().first().copied();
                return Answer { verdict: Verdict::Proven, bound: -1, best, nodes: 0 };
            }
        };
        let (judged, nodes) = self.judge(Attack::new(position, attacker, u32::MAX).deepening(), budget);
        let Some(Judged { succeeds, best }) = judged else { return Answer::unknown(nodes) };
        match succeeds == (target == 1) {
            true => Answer { verdict: Verdict::Proven, bound: target, best, nodes },
            false => Answer { verdict: Verdict::Disproven, bound: target - 1, best: None, nodes },
        }
    }

    fn table(&self) -> Option<&SolverTable> {
        Some(&self.table)
    }

    fn wins_within(
        &mut self,
        position: &PentagoSwap,
        player: Player,
        plies: u32,
        budget: &Budget,
    ) -> Option<Answer<Move>> {
        let (judged, nodes) = self.judge([Attack::new(position, player, plies)].into_iter(), budget);
        let answer = |verdict, best| Answer { verdict, bound: i32::from(verdict == Verdict::Proven), best, nodes };
        Some(match judged {
            None => Answer::unknown(nodes),
            Some(Judged { succeeds: true, best }) => answer(Verdict::Proven, best),
            Some(Judged { succeeds: false, .. }) => answer(Verdict::Disproven, None),
        })
    }

    fn play_out(
        &self,
        position: &PentagoSwap,
        win: (Player, u32),
        budget: &Budget,
        told: &(dyn Fn(&PlayedOut, f64) + Sync),
    ) -> Option<Result<PlayedOut, NotPlayedOut>> {
        Some(play_out(self, position, win, (self.threads, budget), told))
    }
}
