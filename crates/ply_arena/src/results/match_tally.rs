//! A match as its games come in: results, pairs, thinking times and faults.

use std::collections::BTreeMap;

use ply_game::Player;

use crate::game::record::GameRecord;
use crate::results::fault_tally::FaultTally;
use crate::schedule::Pairing;
use crate::stats::{MatchGame, Pentanomial};

/// What was seen so far of the first agent of a plan against the second.
#[derive(Clone, Default, Debug)]
pub struct MatchTally {
    /// Every game.
    pub games: Vec<MatchGame>,
    /// The pairs of which both games are there.
    pub pairs: Pentanomial,
    /// Of pairs with one game played, the first agent's half points.
    begun: BTreeMap<usize, usize>,
    /// The first agent's wins, draws and losses.
    pub results: [u64; 3],
    /// Both agents' thinking times.
    pub times: [Times; 2],
    /// How often each forfeited.
    pub forfeits: [u64; 2],
    /// Moves that were made at random because each was at fault, where that is the policy.
    pub random_moves: [u64; 2],
    /// The faults that led to either.
    pub faults: [FaultTally; 2],
}

/// Thinking times in milliseconds.
#[derive(Default, Clone, Copy, Debug)]
pub struct Times {
    sum: f64,
    count: u64,
    /// The longest.
    pub max: f64,
}

impl Times {
    fn add(&mut self, ms: f64) {
        self.sum += ms;
        self.count += 1;
        self.max = self.max.max(ms);
    }

    /// Their mean, 0 if there are none.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

impl MatchTally {
    /// Takes in a game.
    pub fn count(&mut self, pairing: &Pairing, record: &GameRecord) {
        let (Some(side_of_a), Some(outcome)) = (pairing.side(0), record.outcome) else { return };
        self.games.push(MatchGame { side_of_a, outcome, pair: Some(pairing.index as u64) });
        self.results[outcome.winner().map_or(1, |winner| if winner == side_of_a { 0 } else { 2 })] += 1;
        let half_points = outcome.winner().map_or(1, |winner| 2 * usize::from(winner == side_of_a));
        match self.begun.remove(&pairing.index) {
            Some(before) => self.pairs.0[before + half_points] += 1,
            None => drop(self.begun.insert(pairing.index, half_points)),
        }
        let agent_of = |player: Player| usize::from(player != side_of_a);
        if let Some((loser, fault)) = record.forfeit() {
            self.forfeits[agent_of(loser)] += 1;
            self.faults[agent_of(loser)].add(fault);
        }
        for mv in &record.moves {
            if let Some(fault) = &mv.instead_of {
                self.random_moves[agent_of(mv.by)] += 1;
                self.faults[agent_of(mv.by)].add(fault);
            }
            self.times[agent_of(mv.by)].add(mv.ms);
        }
    }
}
