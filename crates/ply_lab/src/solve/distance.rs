//! How many plies the shortest forced win takes, and what it looks like.

use ply_game::{Game, Hashed, Outcome, Player, mix};
use ply_search::Budget;
use ply_search::solve::{Dfpn, Question, Verdict};

/// A game that is drawn when it is not over after so many more plies.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Shortened<G> {
    position: G,
    plies: u32,
}

impl<G: Clone> Shortened<G> {
    pub(super) fn new(position: &G, plies: u32) -> Self {
        Self { position: position.clone(), plies }
    }
}

impl<G: Game> Game for Shortened<G> {
    type Move = G::Move;

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or((self.plies == 0).then_some(Outcome::Draw))
    }

    fn legal_moves(&self, each: impl FnMut(G::Move)) {
        self.position.legal_moves(each);
    }

    fn play(&mut self, mv: G::Move) {
        self.position.play(mv);
        self.plies -= 1;
    }
}

impl<G: Hashed> Hashed for Shortened<G> {
    fn key(&self) -> u64 {
        mix(self.position.key() ^ u64::from(self.plies))
    }
}

/// Finds shortest wins of one player.
pub struct ShortestWin<'a> {
    winner: Player,
    dfpn: Dfpn,
    budget: &'a Budget,
    /// Positions visited so far.
    pub nodes: u64,
}

impl<'a> ShortestWin<'a> {
    /// The wins of `winner`, each question within the budget.
    pub fn new(winner: Player, megabytes: usize, budget: &'a Budget) -> Self {
        Self { winner, dfpn: Dfpn::new(megabytes).keeping_table(), budget, nodes: 0 }
    }

    /// The fewest plies in which a win, which is known to be there, can be forced, if the budget suffices.
    pub fn plies<G: Hashed>(&mut self, position: &G) -> Option<u32> {
        for plies in 0.. {
            if self.is_won_within(position, plies)? {
                return Some(plies);
            }
        }
        None
    }

    /// The same where nobody knows whether there is a win: nothing if there is none of at most so many plies.
    pub fn plies_within<G: Hashed>(&mut self, position: &G, most: u32) -> Option<u32> {
        for plies in 0..=most {
            if self.is_won_within(position, plies)? {
                return Some(plies);
            }
        }
        None
    }

    /// The line in which the winner loses no time and the loser takes as much as there is.
    pub fn line<G: Hashed>(&mut self, position: &G, plies: u32) -> Vec<G::Move> {
        let mut at = position.clone();
        let mut line = Vec::new();
        for left in (0..plies).rev() {
            let is_winner = at.to_move() == self.winner;
            let is_best = |mv: &G::Move, this: &mut Self| match is_winner {
                true => this.is_won_within(&at.after(*mv), left) == Some(true),
                false => left == 0 || this.is_won_within(&at.after(*mv), left - 1) == Some(false),
            };
            let Some(mv) = at.move_list().into_iter().find(|mv| is_best(mv, self)) else { break };
            line.push(mv);
            at.play(mv);
        }
        line
    }

    /// Whether a win can be forced in so many plies, if the budget suffices.
    pub fn is_won_within<G: Hashed>(&mut self, position: &G, plies: u32) -> Option<bool> {
        let proof = self.dfpn.prove(&Shortened::new(position, plies), Question::wins(self.winner), self.budget);
        self.nodes += proof.nodes;
        match proof.verdict {
            Verdict::Proven => Some(true),
            Verdict::Disproven => Some(false),
            Verdict::Unknown => None,
        }
    }
}
