//! Checking a proof by the rules alone: the strategy is played against every reply.
//!
//! Nothing here knows a solver. What is relied on is the rules, their text forms and their symmetries.

use std::io::Read;

use ply_game::{BoardGame, Outcome, Player, Spec};
use ply_search::Cancel;

use super::certificate::{Claim, Strategy};
use super::visited::Visited;
use ply_agents::GamePayoff;

/// What a checked proof shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Positions that the strategies can meet, images counted once, each claim for itself.
    pub positions: usize,
    /// Games that end.
    pub endings: u64,
}

/// Why a proof is none.
#[derive(Debug, thiserror::Error)]
pub enum Refuted {
    /// There is no move for a position.
    #[error("the proof has no move for {position}")]
    NoMove {
        /// Where.
        position: String,
    },
    /// There are not so many moves.
    #[error("in {position} the proof names move {number}, but there are only {legal} (counted from 0)")]
    IllegalMove {
        /// Where.
        position: String,
        /// Which one is named.
        number: usize,
        /// How many there are.
        legal: usize,
    },
    /// A game ends otherwise than claimed.
    #[error("{position} is the end of a game, and {player} has {got} there, not at least {at_least}")]
    Missed {
        /// Where.
        position: String,
        /// Who claims.
        player: Player,
        /// What is claimed.
        at_least: i32,
        /// What comes.
        got: i32,
    },
    /// A game goes on longer than claimed.
    #[error("{position} has no win for the {player} player where it should have come, within {within} plies")]
    TooLate {
        /// Where.
        position: String,
        /// Who claims.
        player: Player,
        /// What is claimed.
        within: u32,
    },
    /// Something follows the last claim.
    #[error("the proof goes on where all its claims are shown, or its end is damaged")]
    Longer,
    /// There are more positions than can be remembered.
    #[error("the proof has more than {0} positions, which is more than can be checked here")]
    TooLong(usize),
    /// It was stopped from outside.
    #[error("stopped after {0} positions")]
    Stopped(usize),
}

/// The most positions of a claim: they take about 40 bytes each.
const MOST_POSITIONS: usize = 200_000_000;

/// Plays the strategies of a certificate from a position against all replies. `met` is told about every position.
pub fn verify<G: BoardGame, R: Read>(
    game: &Spec,
    position: &G,
    claims: &[Claim],
    strategy: &mut Strategy<R>,
    cancel: &Cancel,
    met: &mut dyn FnMut(usize),
) -> Result<Verified, Refuted> {
    let counts_points = GamePayoff::of(game) == GamePayoff::Points;
    let mut verified = Verified { positions: 0, endings: 0 };
    for &claim in claims {
        let visited = Visited::default();
        let mut check = Check { claim, counts_points, strategy, cancel, met, visited, endings: 0 };
        check.walk(position, claim.within)?;
        verified.positions += check.visited.len();
        verified.endings += check.endings;
    }
    if strategy.is_at_end() { Ok(verified) } else { Err(Refuted::Longer) }
}

struct Check<'a, R> {
    claim: Claim,
    counts_points: bool,
    strategy: &'a mut Strategy<R>,
    cancel: &'a Cancel,
    met: &'a mut dyn FnMut(usize),
    visited: Visited,
    endings: u64,
}

impl<R: Read> Check<'_, R> {
    fn walk<G: BoardGame>(&mut self, position: &G, plies_left: Option<u32>) -> Result<(), Refuted> {
        let is_claimants = position.to_move() == self.claim.player;
        if let Some(outcome) = position.outcome() {
            return self.end(position, outcome);
        } else if let (Some(0), Some(within)) = (plies_left, self.claim.within) {
            let (position, player) = (position.position_text(), self.claim.player);
            return Err(Refuted::TooLate { position, player, within });
        } else if plies_left.is_some() && is_claimants && wins_at_once(position) {
            self.endings += 1;
            return Ok(());
        } else if !self.visited.is_new(position, plies_left) {
            return Ok(());
        }
        let count = self.visited.len();
        (self.met)(count);
        if self.cancel.is_cancelled() {
            return Err(Refuted::Stopped(count));
        } else if count > MOST_POSITIONS {
            return Err(Refuted::TooLong(MOST_POSITIONS));
        }
        let after = plies_left.map(|left| left - 1);
        let moves = position.move_list();
        if !is_claimants {
            return moves.into_iter().try_for_each(|mv| self.walk(&position.after(mv), after));
        }
        let text = || position.position_text();
        let number = self.strategy.next_move().ok_or_else(|| Refuted::NoMove { position: text() })?;
        let mv = moves.get(number).copied();
        let mv = mv.ok_or_else(|| Refuted::IllegalMove { position: text(), number, legal: moves.len() })?;
        self.walk(&position.after(mv), after)
    }

    fn end<G: BoardGame>(&mut self, position: &G, outcome: Outcome) -> Result<(), Refuted> {
        self.endings += 1;
        let Claim { player, at_least, within } = self.claim;
        let got = match position.scores().filter(|_| self.counts_points && within.is_none()) {
            Some(scores) => scores[player.index()] - scores[player.other().index()],
            None => outcome.winner().map_or(0, |winner| if winner == player { 1 } else { -1 }),
        };
        // Whatever else a file may claim, a win within so many plies is a win.
        if got >= at_least.max(within.map_or(at_least, |_| 1)) {
            return Ok(());
        }
        Err(Refuted::Missed { position: position.position_text(), player, at_least, got })
    }
}

/// Whether a move of the player to move wins at once.
pub(super) fn wins_at_once<G: BoardGame>(position: &G) -> bool {
    let mover = Outcome::Win(position.to_move());
    position.move_list().into_iter().any(|mv| position.after(mv).outcome() == Some(mover))
}
