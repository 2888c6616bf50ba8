//! What every solver answers: does the player to move get at least so much? And what whoever plays under a clock asks: is
//! it won, within this budget, and what will it take to know?

use ply_game::{Game, Outcome, Player};

use super::dfpn::Verdict;
use super::played_out::{NotPlayedOut, PlayedOut};
use super::solver_table::SolverTable;
use crate::Budget;

/// Proves what the player to move can get.
///
/// What a finished game pays is the winner's margin where the game counts points, and 1 for a win where it does not;
/// a draw pays 0. A solver that knows only who wins answers the targets 1 and 0.
///
/// ```
/// use ply_game::TreeGame;
/// use ply_search::solve::{Dfpn, Prospect, Solver};
/// use ply_search::{Budget, Limits};
///
/// let tree: TreeGame = "1[2[- =] 1[- 2[= +]]]".parse().unwrap();
/// let mut solver = Dfpn::new(1);
/// let settled = solver.settle(&tree, &Budget::new(Limits::nodes(1000)));
/// assert_eq!((settled.prospect, settled.best), (Prospect::Drawn, Some(1)));
/// assert_eq!(solver.settle(&tree, &Budget::new(Limits::nodes(1))).prospect, Prospect::Unknown);
/// ```
pub trait Solver<G: Game>: Send {
    /// Whether the player to move of a position that is not over can get at least `target`.
    fn at_least(&mut self, position: &G, target: i32, budget: &Budget) -> Answer<G::Move>;

    /// About how many nodes it takes to say who wins; `None` where nobody can tell before.
    fn estimate(&self, position: &G) -> Option<u64> {
        let _ = position;
        None
    }

    /// What it remembers from one question to the next, to be kept elsewhere; `None` from a solver that remembers nothing.
    fn table(&self) -> Option<&SolverTable> {
        None
    }

    /// Who wins: first whether the player to move does, then whether this player draws.
    fn settle(&mut self, position: &G, budget: &Budget) -> Settled<G::Move> {
        if let Some(outcome) = position.outcome() {
            return Settled { prospect: Prospect::of(outcome, position.to_move()), best: None, nodes: 0 };
        }
        let mut nodes = 0;
        for (target, if_reached) in [(1, Prospect::Won), (0, Prospect::Drawn)] {
            let Some(left) = budget.less(nodes) else { return Settled::unknown(nodes) };
            let answer = self.at_least(position, target, &left);
            nodes += answer.nodes;
            match answer.verdict {
                Verdict::Proven => return Settled { prospect: if_reached, best: answer.best, nodes },
                // Of a game with points it may be known at once that it is lost.
                Verdict::Disproven if answer.bound >= 0 => {}
                Verdict::Disproven => break,
                Verdict::Unknown => return Settled::unknown(nodes),
            }
        }
        Settled { prospect: Prospect::Lost, best: position.move_list().first().copied(), nodes }
    }

    /// Whether a player can force a win of a position that is not over within so many plies, with a move of that player
    /// who is to move; `None` from a solver that does not count plies.
    fn wins_within(&mut self, position: &G, player: Player, plies: u32, budget: &Budget) -> Option<Answer<G::Move>> {
        let _ = (position, player, plies, budget);
        None
    }

    /// Plays a player's win within so many plies, which was found, out against every reply by the rules, and says now
    /// and then what was met and how much of the work is done; `None` from a solver that cannot.
    fn play_out(
        &self,
        position: &G,
        win: (Player, u32),
        budget: &Budget,
        told: &(dyn Fn(&PlayedOut, f64) + Sync),
    ) -> Option<Result<PlayedOut, NotPlayedOut>> {
        let _ = (position, win, budget, told);
        None
    }
}

/// What was proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// Whether the target is reached.
    pub verdict: Verdict,
    /// Where it is, the value is at least this; where it is not, at most this.
    pub bound: i32,
    /// A move that reaches the target; there whenever the target is reached.
    pub best: Option<M>,
    /// Positions visited.
    pub nodes: u64,
}

impl<M> Answer<M> {
    /// No answer.
    pub fn unknown(nodes: u64) -> Self {
        Self { verdict: Verdict::Unknown, bound: 0, best: None, nodes }
    }
}

/// The answer of whichever of two solvers has it first, each on a thread of its own; the other one is cancelled. The nodes are
/// those of both.
pub fn side_by_side<M: Send>(
    one: impl FnOnce(&Budget) -> Answer<M> + Send,
    other: impl FnOnce(&Budget) -> Answer<M>,
    budget: &Budget,
) -> Answer<M> {
    let budget = &Budget { cancel: budget.cancel.part(), ..budget.clone() };
    let told = |answer: Answer<M>| {
        if answer.verdict != Verdict::Unknown {
            budget.cancel.cancel();
        }
        answer
    };
    std::thread::scope(|scope| {
        let one = scope.spawn(|| told(one(budget)));
        let answer = told(other(budget));
        let other = one.join().expect("a solver does not panic");
        let nodes = answer.nodes + other.nodes;
        Answer { nodes, ..if answer.verdict == Verdict::Unknown { other } else { answer } }
    })
}

/// How a game ends for the player to move with best play by both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Prospect {
    /// This player wins.
    Won,
    /// Nobody does.
    Drawn,
    /// The other one wins.
    Lost,
    /// Not known yet.
    Unknown,
}

impl Prospect {
    /// What an outcome is to a player.
    pub fn of(outcome: Outcome, player: Player) -> Self {
        match outcome.winner() {
            None => Self::Drawn,
            Some(winner) if winner == player => Self::Won,
            Some(_) => Self::Lost,
        }
    }

    /// What a proven value is to the player whose value it is.
    pub fn of_value(value: i32) -> Self {
        Self::of(Outcome::by_margin(value), Player::First)
    }

    /// 1 for a win, 0 for a draw, -1 for a loss, if it is known.
    pub fn result(self) -> Option<i32> {
        match self {
            Self::Won => Some(1),
            Self::Drawn => Some(0),
            Self::Lost => Some(-1),
            Self::Unknown => None,
        }
    }

    /// How the game ends if this player is to move, if it is known.
    pub fn outcome(self, mover: Player) -> Option<Outcome> {
        match self {
            Self::Won => Some(Outcome::Win(mover)),
            Self::Drawn => Some(Outcome::Draw),
            Self::Lost => Some(Outcome::Win(mover.other())),
            Self::Unknown => None,
        }
    }
}

/// Who wins a position, if the budget sufficed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled<M> {
    /// How it ends for its player to move.
    pub prospect: Prospect,
    /// A move of the player to move that gets it, in a lost position any; none in a finished one and while nothing is known.
    pub best: Option<M>,
    /// Positions visited.
    pub nodes: u64,
}

impl<M> Settled<M> {
    /// Nothing is known.
    pub fn unknown(nodes: u64) -> Self {
        Self { prospect: Prospect::Unknown, best: None, nodes }
    }
}
