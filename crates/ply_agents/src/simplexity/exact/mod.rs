//! The solver: can a player force a win within so many plies, or at all?
//!
//! One player attacks, and a draw is as good as a win for the other ([`search`]). A position is won, drawn or lost by the
//! answers for both. Every entry of the table is known by its whole contents: no two positions are mixed up.

mod board_facts;
mod duel;
mod search;
#[cfg(test)]
mod tests;

use std::thread;

use ply_game::{Game as _, Outcome, Player};
use ply_games::simplexity::{Bits, Move, Shape, Simplexity};
use ply_search::solve::{Answer, Solver, SolverTable, Verdict};
use ply_search::{Budget, Limits, Meter, THREADS, Tally};

use board_facts::BoardFacts;
use duel::Duel;
use search::Search;

/// The nodes that a question takes grow with the plies to go: their logarithms, as they were on boards of 16 to 30 cells.
const NODES_OF_A_GAME: f64 = 1.0;
const NODES_OF_A_PLY: f64 = 0.27;

/// Proves wins and that there are none, with the table it keeps.
pub(super) struct ExactSolver {
    facts: BoardFacts,
    table: SolverTable,
    threads: usize,
}

/// One player's attack on a position that is not over.
#[derive(Clone, Copy)]
struct Attack<'a, W> {
    position: &'a Simplexity<W>,
    attacker: Player,
    /// The plies within which it must succeed.
    plies: u32,
}

impl ExactSolver {
    /// A solver for the board of a position, unless that is too large.
    pub(super) fn new<W: Bits>(position: &Simplexity<W>, megabytes: usize, threads: usize) -> Option<Self> {
        let facts = BoardFacts::of(position.geometry())?;
        Some(Self { facts, table: SolverTable::megabytes(megabytes), threads: threads.max(1) })
    }

    /// Whether an attack succeeds, unless the budget ends before, and the nodes that took.
    fn succeeds<W: Bits>(&self, attack: Attack<'_, W>, budget: &Budget) -> (Option<bool>, u64) {
        let duel = Duel::new(attack.position, attack.attacker, &self.facts);
        let plies = attack.plies.min(u32::from(duel.plies_left));
        let tally = Tally::default();
        let ask = |variety: usize| {
            let meter = Meter::new(budget, &tally);
            let mut search = Search::new(&self.facts, &self.table, meter, variety as u64);
            let succeeds = search.wins(&duel, plies).is_some();
            let answer = (!search.meter.is_stopped()).then_some(succeeds);
            search.meter.tell();
            // The others look for what is known now.
            if answer.is_some() {
                tally.stop();
            }
            answer
        };
        if !THREADS || self.threads == 1 {
            return (ask(0), tally.nodes());
        }
        let answers: Vec<Option<bool>> = thread::scope(|scope| {
            let ask = &ask;
            let threads: Vec<_> = (0..self.threads).map(|variety| scope.spawn(move || ask(variety))).collect();
            threads.into_iter().map(|thread| thread.join().expect("a solver does not panic")).collect()
        });
        (answers.into_iter().flatten().next(), tally.nodes())
    }

    /// Whether an attack succeeds, and a move of the player to move that makes it so, unless the budget ends before; and
    /// the nodes that took.
    fn judge<W: Bits>(&self, attack: Attack<'_, W>, budget: &Budget) -> (Option<(bool, Option<Move>)>, u64) {
        let (succeeds, mut nodes) = self.succeeds(attack, budget);
        let Some(succeeds) = succeeds else { return (None, nodes) };
        let position = attack.position;
        if succeeds != (position.to_move() == attack.attacker) {
            return (Some((succeeds, None)), nodes);
        }
        let mut moves = position.move_list();
        let likely = self.likely_move(attack);
        if let Some(best) = moves.iter().position(|&mv| likely == Some(mv)) {
            moves[..=best].rotate_right(1);
        }
        for mv in moves {
            let child = position.after(mv);
            let wins = match child.outcome() {
                Some(outcome) => outcome == Outcome::Win(attack.attacker),
                None => {
                    let Some(left) = budget.less(nodes) else { return (None, nodes) };
                    let after = Attack { position: &child, plies: attack.plies.saturating_sub(1), ..attack };
                    let (wins, more) = self.succeeds(after, &left);
                    nodes += more;
                    let Some(wins) = wins else { return (None, nodes) };
                    wins
                }
            };
            if wins == succeeds {
                return (Some((succeeds, Some(mv))), nodes);
            }
        }
        unreachable!("a move does what the player to move can do")
    }

    /// What the table says, of which there is nothing to be searched.
    fn in_table<T>(&self, look: impl FnOnce(&Search<'_>) -> T) -> T {
        let (budget, tally) = (Budget::new(Limits::default()), Tally::default());
        look(&Search::new(&self.facts, &self.table, Meter::new(&budget, &tally), 0))
    }

    /// The move that wins at once, or that the table has.
    fn likely_move<W: Bits>(&self, attack: Attack<'_, W>) -> Option<Move> {
        let position = attack.position;
        let at_once = |mv: &Move| position.after(*mv).outcome() == Some(Outcome::Win(position.to_move()));
        position.move_list().into_iter().find(at_once).or_else(|| {
            let duel = Duel::new(position, attack.attacker, &self.facts);
            let best = self.in_table(|search| search.table_move(&duel))?;
            let own = position.to_move().index();
            let shape = if best.own_shape { own } else { 1 - own };
            Some(Move::new(Shape::BOTH[shape], usize::from(self.facts.column(best.cell))))
        })
    }

    /// How a win that was found goes on after a move, as far as the table has it: the defender holds out for as long as the
    /// table knows.
    pub(super) fn line<W: Bits>(&self, position: &Simplexity<W>, first: Move) -> Vec<Move> {
        let attacker = position.to_move();
        let (mut at, mut line) = (position.after(first), vec![first]);
        while at.outcome().is_none() {
            let mv = if at.to_move() == attacker {
                self.likely_move(Attack { position: &at, attacker, plies: u32::MAX })
            } else {
                let plies = |mv: &Move| {
                    let child = at.after(*mv);
                    if child.outcome().is_some() {
                        return None;
                    }
                    let duel = Duel::new(&child, attacker, &self.facts);
                    self.in_table(|search| search.known_plies(&duel))
                };
                at.move_list().into_iter().max_by_key(plies)
            };
            let Some(mv) = mv else { break };
            line.push(mv);
            at.play(mv);
        }
        line
    }
}

impl<W: Bits> Solver<Simplexity<W>> for ExactSolver {
    fn at_least(&mut self, position: &Simplexity<W>, target: i32, budget: &Budget) -> Answer<Move> {
        let attacker = match target {
            1 => position.to_move(),
            0 => position.to_move().other(),
            2.. => return Answer { verdict: Verdict::Disproven, bound: 1, best: None, nodes: 0 },
            _ => {
                let best = position.move_list().first().copied();
                return Answer { verdict: Verdict::Proven, bound: -1, best, nodes: 0 };
            }
        };
        let (judged, nodes) = self.judge(Attack { position, attacker, plies: u32::MAX }, budget);
        let Some((succeeds, best)) = judged else { return Answer::unknown(nodes) };
        match succeeds == (target == 1) {
            true => Answer { verdict: Verdict::Proven, bound: target, best, nodes },
            false => Answer { verdict: Verdict::Disproven, bound: target - 1, best: None, nodes },
        }
    }

    fn table(&self) -> Option<&SolverTable> {
        Some(&self.table)
    }

    fn estimate(&self, position: &Simplexity<W>) -> Option<u64> {
        Some(10_f64.powf(NODES_OF_A_GAME + NODES_OF_A_PLY * position.plies_left() as f64) as u64)
    }

    fn wins_within(
        &mut self,
        position: &Simplexity<W>,
        player: Player,
        plies: u32,
        budget: &Budget,
    ) -> Option<Answer<Move>> {
        let (judged, nodes) = self.judge(Attack { position, attacker: player, plies }, budget);
        let answer = |verdict, best| Answer { verdict, bound: i32::from(verdict == Verdict::Proven), best, nodes };
        Some(match judged {
            None => Answer::unknown(nodes),
            Some((true, best)) => answer(Verdict::Proven, best),
            Some((false, _)) => answer(Verdict::Disproven, None),
        })
    }
}
