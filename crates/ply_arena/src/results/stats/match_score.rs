//! The result of a match between two agents, with how sure it is.
//!
//! Games come in opening pairs: the same opening twice, sides swapped. The two games of a pair are not independent (a
//! lopsided opening gives one win each), so the pair, not the game, is what varies. The variance of the score is
//! taken over clusters, a cluster being a pair or a game without a partner:
//! `Var(score) = Σ over clusters (points - games * score)² / games²`. That is the pentanomial variance where all
//! pairs are complete, the trinomial one where there are none, and right in between while a match is running.
//!
//! The interval is Wilson's, with the number of games divided by the design effect (the variance above, against that
//! of independent games without draws). It stays within 0 and 1 at every score, is finite on the open side at 0 %
//! and 100 %, and agrees with the usual normal one as games become many. Cost: one sort of the games by pair.
// CITE: pairs as five outcomes: https://www.chessprogramming.org/Match_Statistics and fishtest,
//       https://github.com/official-stockfish/fishtest/blob/master/server/fishtest/stats/stat_util.py
// CITE: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927)

use std::collections::BTreeMap;

use ply_game::{Outcome, Player};
use serde::Serialize;

use super::scale::{NORMALIZED_ELO_PER_DEVIATION, Z95, elo_of_score, normal_cdf};

/// One finished game between agents A and B.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchGame {
    /// Which side A had.
    pub side_of_a: Player,
    /// How it ended, forfeits included.
    pub outcome: Outcome,
    /// The opening pair it belongs to; `None` for a game without a partner.
    pub pair: Option<u64>,
}

impl MatchGame {
    /// A's points, doubled: 0, 1 or 2.
    fn half_points(self) -> u64 {
        match self.outcome.winner() {
            None => 1,
            Some(winner) => 2 * u64::from(winner == self.side_of_a),
        }
    }
}

/// How many complete pairs gave A 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The number of complete pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// A match as A sees it.
///
/// `None` stands for what is infinite or unknown: the Elo difference after no game or at 0 % and 100 %, an open end
/// of its interval, the error where an end is open.
///
/// ```
/// use ply_arena::stats::{MatchGame, MatchScore};
/// use ply_game::{Outcome, Player};
///
/// let won_as = |side| MatchGame { side_of_a: side, outcome: Outcome::Win(side), pair: Some(7) };
/// let score = MatchScore::of_games(&[won_as(Player::First), won_as(Player::Second)]);
/// assert_eq!((score.wins, score.points, score.pentanomial.0), (2, 2.0, [0, 0, 0, 0, 1]));
/// assert_eq!((score.elo, score.elo_high), (None, None));
/// assert!(score.elo_low.is_some());
/// ```
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub struct MatchScore {
    /// Games played.
    pub games: u64,
    /// Games A won.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games A lost.
    pub losses: u64,
    /// A's points: 1 for a win, 1/2 for a draw.
    pub points: f64,
    /// Points a game; `None` before the first.
    pub score: Option<f64>,
    /// By how much A is stronger.
    pub elo: Option<f64>,
    /// Half the length of the 95 % interval.
    pub elo_error: Option<f64>,
    /// The lower end of the 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end of the 95 % interval.
    pub elo_high: Option<f64>,
    /// The likelihood of superiority: how probable it is that A is the stronger one. 0.5 before the first game.
    pub los: f64,
    /// The complete pairs by A's points.
    pub pentanomial: Pentanomial,
    /// The score above one half in standard deviations of a game, on the Elo scale; `None` where nothing varied.
    pub normalized_elo: Option<f64>,
    /// Half the length of its 95 % interval.
    pub normalized_elo_error: Option<f64>,
}

impl MatchScore {
    /// The result of `games`, in any order.
    ///
    /// Two games with the same pair number and A on different sides are a complete pair. Other games with the same
    /// number still count as dependent, but not among the five pair results.
    pub fn of_games(games: &[MatchGame]) -> Self {
        let mut by_half_points = [0; 3];
        let mut clusters = Clusters::default();
        let mut pairs = BTreeMap::<u64, Cluster>::new();
        for game in games {
            by_half_points[game.half_points() as usize] += 1;
            match game.pair {
                Some(pair) => pairs.entry(pair).or_default().add(*game),
                None => clusters.add(Cluster::of(*game)),
            }
        }
        let mut pentanomial = Pentanomial::default();
        for cluster in pairs.into_values() {
            if cluster.games_by_side == [1, 1] {
                pentanomial.0[cluster.half_points as usize] += 1;
            }
            clusters.add(cluster);
        }
        Self::of_clusters(by_half_points, pentanomial, &clusters)
    }

    /// The result from the numbers of games lost, drawn and won, and from how they cluster.
    fn of_clusters([losses, draws, wins]: [u64; 3], pentanomial: Pentanomial, clusters: &Clusters) -> Self {
        let games = wins + draws + losses;
        let points = wins as f64 + draws as f64 / 2.0;
        let counts = Self { games, wins, draws, losses, points, los: 0.5, pentanomial, ..Self::default() };
        if games == 0 {
            return counts;
        }
        let n = games as f64;
        let score = points / n;
        let variance = clusters.game_variance(score, n);
        let effective = effective_games(score, variance, n);
        let (low, high) = wilson(score, effective);
        let (elo_low, elo_high) = (elo_of_score(low), elo_of_score(high));
        let deviations = |x: f64| NORMALIZED_ELO_PER_DEVIATION * x;
        let varied = variance > 0.0;
        Self {
            score: Some(score),
            elo: elo_of_score(score),
            elo_error: elo_low.zip(elo_high).map(|(low, high)| (high - low) / 2.0),
            elo_low,
            elo_high,
            // The same statistic as the interval's: above 97.5 % exactly where the interval is above 0.
            los: normal_cdf((score - 0.5) * 2.0 * effective.sqrt()),
            normalized_elo: varied.then(|| deviations((score - 0.5) / variance.sqrt())),
            normalized_elo_error: varied.then(|| deviations(Z95 / n.sqrt())),
            ..counts
        }
    }
}

/// How many independent games without draws would be as telling as `n` games of this variance.
fn effective_games(score: f64, variance: f64, n: f64) -> f64 {
    let without_draws = score * (1.0 - score);
    if without_draws > 0.0 { n * without_draws / variance } else { n }
}

/// Wilson's 95 % interval for a proportion seen in `n` trials.
fn wilson(score: f64, n: f64) -> (f64, f64) {
    let z2 = Z95 * Z95 / n;
    let middle = score + z2 / 2.0;
    let half = (z2 * (score * (1.0 - score) + z2 / 4.0)).sqrt();
    // At 0 and 1 the near end is the score itself; rounding must not make it finite on the Elo scale.
    let low = if score <= 0.0 { 0.0 } else { (middle - half) / (1.0 + z2) };
    let high = if score >= 1.0 { 1.0 } else { (middle + half) / (1.0 + z2) };
    (low, high)
}

/// Games that share an opening.
#[derive(Clone, Copy, Default)]
struct Cluster {
    games_by_side: [u64; 2],
    half_points: u64,
}

impl Cluster {
    fn of(game: MatchGame) -> Self {
        let mut cluster = Self::default();
        cluster.add(game);
        cluster
    }

    fn add(&mut self, game: MatchGame) {
        self.games_by_side[game.side_of_a.index()] += 1;
        self.half_points += game.half_points();
    }
}

/// How often each kind of cluster came: sums over it do not depend on the order of the games.
#[derive(Default)]
struct Clusters {
    /// By games and half points.
    kinds: BTreeMap<(u64, u64), u64>,
}

impl Clusters {
    fn add(&mut self, cluster: Cluster) {
        *self.kinds.entry((cluster.games_by_side.iter().sum(), cluster.half_points)).or_default() += 1;
    }

    /// The variance of the score times the number of games: that of one game if games were independent.
    ///
    /// Where all clusters scored alike it counts one more of the largest variance, so that two draws do not look
    /// like certainty; it stays 0 at 0 % and 100 %.
    fn game_variance(&self, score: f64, games: f64) -> f64 {
        let squares: f64 = self
            .kinds
            .iter()
            .map(|(&(games, half), &count)| count as f64 * (half as f64 / 2.0 - games as f64 * score).powi(2))
            .sum();
        // One half point out of line gives more than 0.01; less is rounding.
        if squares > 1e-6 {
            squares / games
        } else {
            let clusters: u64 = self.kinds.values().sum();
            score * (1.0 - score) / (clusters + 1) as f64
        }
    }
}

#[cfg(test)]
mod tests;
