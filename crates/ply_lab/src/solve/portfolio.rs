//! Several solvers at one question: whichever proves it first.
//!
//! Alpha-beta to the end is best where a game is nearly over or its points decide, proof-number search where threats
//! do, and nobody can tell beforehand. So they take turns, each with twice as many nodes as the time before, or run side
//! by side where there are threads: that costs at most about four times what the better one alone would. Their tables
//! are kept, so a turn goes on where the last one stopped. A solver that knows the game is asked alone.

use std::sync::{Arc, Mutex, PoisonError};

use ply_agents::GamePayoff;
use ply_game::{BoardGame, Player, Spec};
use ply_search::solve::{
    Answer, Dfpn, Exact, NotPlayedOut, PlayedOut, Question, Solver, SolverTable, Verdict, side_by_side,
};
use ply_search::{Budget, Limits};

use super::distance::Shortened;

/// How far it is.
#[derive(Clone, Copy, Default, Debug)]
pub struct State {
    /// The question: does the player to move get at least this?
    pub target: i32,
    /// Positions visited.
    pub nodes: u64,
    /// What is proven so far of the value for the player to move.
    pub bounds: Option<(i32, i32)>,
    /// Where the question is another: is there a win within so many plies?
    pub plies: Option<u32>,
}

/// Tells others how far it is.
#[derive(Clone, Default, Debug)]
pub struct Progress(Arc<Mutex<State>>);

impl Progress {
    /// How far it is now.
    pub fn state(&self) -> State {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn update(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The solvers that are made for a game, with the tables they keep.
pub struct Portfolio<G: BoardGame> {
    /// One that knows this game.
    own: Option<Box<dyn Solver<G>>>,
    exact: Exact<GamePayoff>,
    dfpn: Dfpn,
    megabytes: usize,
    threads: usize,
    /// How far it is.
    pub progress: Progress,
    between_turns: Option<BetweenTurns<G>>,
}

/// What is to be done between turns, such as keeping the tables.
type BetweenTurns<G> = Box<dyn FnMut(&Portfolio<G>) + Send>;

/// The nodes of the first turn.
const FIRST_TURN: u64 = 20_000;
/// A turn never has more than this, so that progress is told now and then.
const LONGEST_TURN: u64 = 1 << 24;

impl<G: BoardGame> Portfolio<G> {
    /// Solvers for a game, with so many megabytes and threads.
    pub fn new(game: &Spec, position: &G, megabytes: usize, threads: usize) -> Self {
        let own = ply_agents::solver(position, megabytes, threads);
        // A solver of its own needs the memory; the others are then a second opinion.
        let each = if own.is_some() { 1 } else { (megabytes / 2).max(1) };
        let exact = Exact::new(GamePayoff::of(game), each).keeping_table().on_threads(threads.max(2) - 1);
        // Two images cost little to compare; eight cost more than they save.
        let exact = if position.symmetries() <= 2 { exact.folding(usize::MAX) } else { exact };
        Self {
            own,
            exact,
            dfpn: Dfpn::new(each).keeping_table(),
            megabytes,
            threads,
            progress: Progress::default(),
            between_turns: None,
        }
    }

    /// Has this done between turns, of which the longest take some seconds.
    pub fn between_turns(&mut self, work: impl FnMut(&Self) + Send + 'static) {
        self.between_turns = Some(Box::new(work));
    }

    /// Asks this one instead of any other.
    pub fn asking(mut self, solver: Box<dyn Solver<G>>) -> Self {
        self.own = Some(solver);
        self
    }

    /// The tables, to be kept elsewhere: of the solvers that every game has, or else of the game's own.
    pub(super) fn tables(&self) -> [Option<&SolverTable>; 3] {
        match &self.own {
            Some(own) => [None, None, own.table()],
            None => [Some(self.exact.table()), Some(self.dfpn.table()), None],
        }
    }

    /// One turn of everybody.
    fn turn(&mut self, position: &G, target: i32, turn: &Budget) -> Answer<G::Move> {
        if let Some(own) = &mut self.own {
            return own.at_least(position, target, turn);
        }
        let (exact, dfpn) = (&mut self.exact, &mut self.dfpn);
        if self.threads < 2 {
            let answer = exact.at_least(position, target, turn);
            if answer.verdict != Verdict::Unknown {
                return answer;
            }
            let second = dfpn.at_least(position, target, turn);
            return Answer { nodes: answer.nodes + second.nodes, ..second };
        }
        side_by_side(|part| dfpn.at_least(position, target, part), |part| exact.at_least(position, target, part), turn)
    }

    /// One turn at a win within so many plies, which alpha-beta does not look for.
    fn turn_within(&mut self, position: &G, player: Player, plies: u32, turn: &Budget) -> Answer<G::Move> {
        if let Some(own) = &mut self.own {
            if let Some(answer) = own.wins_within(position, player, plies, turn) {
                return answer;
            }
            // It does not count plies; who does gets the memory.
            self.own = None;
            self.dfpn = Dfpn::new(self.megabytes).keeping_table();
        }
        let proof = self.dfpn.prove(&Shortened::new(position, plies), Question::wins(player), turn);
        let is_proven = proof.verdict == Verdict::Proven;
        let best = proof.line.first().copied().filter(|_| is_proven && position.to_move() == player);
        Answer { verdict: proof.verdict, bound: i32::from(is_proven), best, nodes: proof.nodes }
    }

    /// Turns of twice as many nodes each, until one is answered or the budget ends.
    fn in_turns(
        &mut self,
        budget: &Budget,
        mut turn: impl FnMut(&mut Self, &Budget) -> Answer<G::Move>,
    ) -> Answer<G::Move> {
        let (mut nodes, mut length) = (0, FIRST_TURN);
        loop {
            let left = budget.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(nodes));
            let limits = Limits { nodes: Some(length.min(left)), hard: budget.limits.hard, ..Limits::default() };
            let part = Budget { limits, started: budget.started, cancel: budget.cancel.part() };
            let answer = turn(self, &part);
            nodes += answer.nodes;
            self.progress.update(|state| state.nodes += answer.nodes);
            if answer.verdict != Verdict::Unknown {
                return Answer { nodes, ..answer };
            }
            let is_late = budget.limits.hard.is_some_and(|hard| budget.elapsed() >= hard);
            if is_late || budget.cancel.is_cancelled() || budget.limits.nodes.is_some_and(|most| nodes >= most) {
                return Answer::unknown(nodes);
            }
            length = (2 * length).min(LONGEST_TURN);
            if let Some(mut work) = self.between_turns.take() {
                work(self);
                self.between_turns = Some(work);
            }
        }
    }
}

impl<G: BoardGame> Solver<G> for Portfolio<G> {
    fn at_least(&mut self, position: &G, target: i32, budget: &Budget) -> Answer<G::Move> {
        self.in_turns(budget, |this, turn| this.turn(position, target, turn))
    }

    fn wins_within(&mut self, position: &G, player: Player, plies: u32, budget: &Budget) -> Option<Answer<G::Move>> {
        Some(self.in_turns(budget, |this, turn| this.turn_within(position, player, plies, turn)))
    }

    /// What the one that knows the game can do.
    fn play_out(
        &self,
        position: &G,
        win: (Player, u32),
        budget: &Budget,
        told: &(dyn Fn(&PlayedOut, f64) + Sync),
    ) -> Option<Result<PlayedOut, NotPlayedOut>> {
        self.own.as_ref()?.play_out(position, win, budget, told)
    }

    /// What the one that knows the game says, or else alpha-beta.
    fn estimate(&self, position: &G) -> Option<u64> {
        match &self.own {
            Some(own) => own.estimate(position),
            None => self.exact.estimate(position),
        }
    }
}
