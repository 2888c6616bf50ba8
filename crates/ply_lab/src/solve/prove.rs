//! Writing a proof: the solver is asked for a move wherever the claimant can come to.

use std::io::Write;

use ply_game::{BoardGame, Player, Spec};
use ply_search::Budget;
use ply_search::solve::Solver;

use super::certificate::{Certificate, CertificateError, Claim, write_move};
use super::solution::Solution;
use super::verify::wins_at_once;
use super::visited::Visited;
use ply_agents::GamePayoff;

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// The budget ended first.
    #[error("the time was over when {0} positions of the proof were found")]
    Budget(usize),
    /// Nothing is known that could be proven.
    #[error("nothing is known of this position that a strategy could show")]
    Nothing,
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] CertificateError),
}

/// Writes strategies that show what is known of a position; how many positions they meet.
pub fn prove<G: BoardGame>(
    game: &Spec,
    position: &G,
    solution: &Solution<G::Move>,
    solver: &mut dyn Solver<G>,
    budget: &Budget,
    file: impl Write,
) -> Result<usize, ProveError> {
    write_strategies(game, position, claims(game, solution), solver, budget, file)
}

/// Writes a strategy that shows a player's win within so many plies, which is known to be there; how many positions it
/// meets.
pub fn prove_win_within<G: BoardGame>(
    game: &Spec,
    position: &G,
    (player, plies): (Player, u32),
    solver: &mut dyn Solver<G>,
    budget: &Budget,
    file: impl Write,
) -> Result<usize, ProveError> {
    write_strategies(game, position, vec![Claim::of_win_within(player, plies)], solver, budget, file)
}

fn write_strategies<G: BoardGame>(
    game: &Spec,
    position: &G,
    claims: Vec<Claim>,
    solver: &mut dyn Solver<G>,
    budget: &Budget,
    file: impl Write,
) -> Result<usize, ProveError> {
    if claims.is_empty() {
        return Err(ProveError::Nothing);
    }
    let certificate = Certificate::new(game.to_string(), position.position_text(), claims.clone());
    let mut file = certificate.write(file)?;
    let mut met = 0;
    for claim in claims {
        let mut writer = Writer { claim, solver, budget, visited: Visited::default(), file: &mut file };
        writer.walk(position, claim.within)?;
        met += writer.visited.len();
    }
    let finish = |error: std::io::Error| ProveError::File(error.into());
    file.finish().and_then(|mut file| file.flush()).map_err(finish)?;
    Ok(met)
}

/// What both players get for sure, but for what they get anyhow.
fn claims<M>(game: &Spec, solution: &Solution<M>) -> Vec<Claim> {
    let claims = [Claim::of_value(Player::First, solution.lower), Claim::of_value(Player::Second, -solution.upper)];
    let is_something = |claim: &Claim| match GamePayoff::of(game) {
        GamePayoff::Result => claim.at_least >= 0,
        GamePayoff::Points => claim.at_least > -ply_search::solve::MOST_PAYOFF,
    };
    claims.into_iter().filter(is_something).collect()
}

struct Writer<'a, G: BoardGame, W: Write> {
    claim: Claim,
    solver: &'a mut dyn Solver<G>,
    budget: &'a Budget,
    visited: Visited,
    file: &'a mut W,
}

impl<G: BoardGame, W: Write> Writer<'_, G, W> {
    fn walk(&mut self, position: &G, plies_left: Option<u32>) -> Result<(), ProveError> {
        let is_claimants = position.to_move() == self.claim.player;
        let is_ending = position.outcome().is_some() || plies_left.is_some() && is_claimants && wins_at_once(position);
        if is_ending || !self.visited.is_new(position, plies_left) {
            return Ok(());
        }
        let after = plies_left.map(|left| left.saturating_sub(1));
        let moves = position.move_list();
        if !is_claimants {
            return moves.into_iter().try_for_each(|mv| self.walk(&position.after(mv), after));
        }
        // A question that is answered at once does not look whether somebody said stop.
        let best = if self.budget.cancel.is_cancelled() { None } else { self.best(position, plies_left) };
        let best = best.ok_or(ProveError::Budget(self.visited.len()))?;
        let number = moves.iter().position(|&mv| mv == best).expect("a solver's move is legal");
        write_move(number, self.file).map_err(CertificateError::from)?;
        self.walk(&position.after(best), after)
    }

    /// A move that keeps the claim. Of wins the shortest is taken, which makes for the fewest positions to come.
    fn best(&mut self, position: &G, plies_left: Option<u32>) -> Option<G::Move> {
        let Some(left) = plies_left else {
            return self.solver.at_least(position, self.claim.at_least, self.budget).best;
        };
        let first = if left.is_multiple_of(2) { 2 } else { 1 };
        let mut shorter = (first..=left).step_by(2);
        shorter.find_map(|plies| self.solver.wins_within(position, self.claim.player, plies, self.budget)?.best)
    }
}
