//! Who met whom and how often which result came: all that the most likely ratings depend on.
//!
//! Sums over it are taken in the order of the agents, so the order of the games does not matter.

use std::collections::BTreeMap;

use ply_game::Player;

use super::RatedGame;

/// How often each result came, by who moved first and who second.
pub(super) struct Record {
    agents: usize,
    cells: BTreeMap<(usize, usize), Results>,
}

/// Counts of one kind of game.
#[derive(Clone, Copy, Default)]
pub(super) struct Results {
    pub(super) first: u64,
    pub(super) draw: u64,
    pub(super) second: u64,
}

impl Results {
    pub(super) fn games(self) -> u64 {
        self.first + self.draw + self.second
    }

    pub(super) fn points_of_first(self) -> f64 {
        self.first as f64 + self.draw as f64 / 2.0
    }
}

impl Record {
    pub(super) fn new(agents: usize, games: &[RatedGame]) -> Self {
        let mut cells = BTreeMap::<_, Results>::new();
        for game in games {
            let results = cells.entry((game.first, game.second)).or_default();
            *match game.outcome.winner() {
                Some(Player::First) => &mut results.first,
                None => &mut results.draw,
                Some(Player::Second) => &mut results.second,
            } += 1;
        }
        Self { agents, cells }
    }

    pub(super) fn agents(&self) -> usize {
        self.agents
    }

    /// Who met whom, the first mover first, and what came of it; in the order of the agents.
    pub(super) fn cells(&self) -> impl Iterator<Item = ((usize, usize), Results)> {
        self.cells.iter().map(|(&agents, &results)| (agents, results))
    }

    /// Games and points of one agent.
    pub(super) fn games_and_points(&self, agent: usize) -> (u64, f64) {
        self.cells.iter().fold((0, 0.0), |(mut games, mut points), (&(first, second), &results)| {
            if first == agent {
                games += results.games();
                points += results.points_of_first();
            }
            if second == agent {
                games += results.games();
                points += results.games() as f64 - results.points_of_first();
            }
            (games, points)
        })
    }

    /// For each agent the number of its group, in the order of their lowest agents.
    pub(super) fn groups(&self) -> Vec<usize> {
        // Lowest agents known to be linked; each pass carries them along every link.
        let mut lowest: Vec<usize> = (0..self.agents).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &(a, b) in self.cells.keys() {
                let low = lowest[a].min(lowest[b]);
                changed |= lowest[a] != low || lowest[b] != low;
                (lowest[a], lowest[b]) = (low, low);
            }
        }
        let heads: Vec<usize> = (0..self.agents).filter(|&agent| lowest[agent] == agent).collect();
        lowest.iter().map(|low| heads.partition_point(|head| head < low)).collect()
    }
}
