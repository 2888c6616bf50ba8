//! A match as its games come in: results, pairs, thinking times and faults.

use std::collections::{BTreeMap, BTreeSet};

use ply_game::Player;

use crate::game::record::GameRecord;
use crate::results::fault_tally::FaultTally;
use crate::schedule::Pairing;
use crate::stats::{MatchGame, MatchScore, Pentanomial};

/// What was seen so far of the first agent of a plan against the second.
#[derive(Clone, Default, Debug)]
pub struct MatchTally {
    /// Every game.
    pub games: Vec<MatchGame>,
    /// The pairs of which both games are there, without those in which both repeat an earlier game move for move: they
    /// tell nothing new.
    pub pairs: Pentanomial,
    /// Of pairs with one game played, the first agent's half points and whether the game is a repetition.
    begun: BTreeMap<usize, (usize, bool)>,
    /// The pairs in which both do.
    repeated_pairs: BTreeSet<u64>,
    /// Games that repeat an earlier one move for move, with the same sides.
    pub repeated: u64,
    /// The games so far: the first agent's side, and a hash of all moves.
    seen: BTreeSet<(Player, u128)>,
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
    /// The score of all games, with the Elo of those that do not repeat earlier ones.
    pub fn score(&self) -> MatchScore {
        let all = MatchScore::of_games(&self.games);
        if self.repeated_pairs.is_empty() {
            return all;
        }
        let is_new = |game: &&MatchGame| game.pair.is_none_or(|pair| !self.repeated_pairs.contains(&pair));
        let new = MatchScore::of_games(&self.games.iter().filter(is_new).copied().collect::<Vec<_>>());
        let MatchScore { elo, elo_error, elo_low, elo_high, los, .. } = new;
        MatchScore { elo, elo_error, elo_low, elo_high, los, ..all }
    }

    /// Takes in a game.
    pub fn count(&mut self, pairing: &Pairing, record: &GameRecord) {
        let (Some(side_of_a), Some(outcome)) = (pairing.side(0), record.outcome) else { return };
        self.games.push(MatchGame { side_of_a, outcome, pair: Some(pairing.index as u64) });
        self.results[outcome.winner().map_or(1, |winner| if winner == side_of_a { 0 } else { 2 })] += 1;
        let half_points = outcome.winner().map_or(1, |winner| 2 * usize::from(winner == side_of_a));
        let repeats = !self.seen.insert((side_of_a, record.fingerprint()));
        self.repeated += u64::from(repeats);
        match self.begun.remove(&pairing.index) {
            Some((_, true)) if repeats => drop(self.repeated_pairs.insert(pairing.index as u64)),
            Some((before, _)) => self.pairs.0[before + half_points] += 1,
            None => drop(self.begun.insert(pairing.index, (half_points, repeats))),
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

#[cfg(test)]
mod tests {
    use ply_game::Outcome;

    use super::*;
    use crate::Ending;

    #[test]
    fn a_pair_that_is_played_again_move_for_move_tells_nothing_new() {
        let mut tally = MatchTally::default();
        for index in 0..6 {
            for agents in [[0, 1], [1, 0]] {
                let pairing = Pairing { round: 0, index, game: 0, agents, opening: 0, seed: 0 };
                let outcome = if index < 4 { Outcome::Win(Player::First) } else { Outcome::Draw };
                // The first four pairs are one and the same.
                let opening = vec![index.max(3).to_string()];
                let sample = GameRecord::sample(["random", "greedy"], outcome, Ending::Rule);
                tally.count(&pairing, &GameRecord { opening, ..sample });
            }
        }
        assert_eq!((tally.games.len(), tally.repeated, tally.pairs.pairs()), (12, 6, 3));
        assert_eq!(tally.score().games, 12);
    }
}
