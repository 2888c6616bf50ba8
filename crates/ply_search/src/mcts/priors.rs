//! Priors: what is thought of moves before any of them is tried.

use ply_game::Game;

/// Weighs the moves of a position before they are tried: for PUCT, for progressive bias, and for the order in which
/// moves are tried first.
///
/// ```
/// use ply_game::{TreeGame, TreeMove};
/// use ply_search::{Mcts, MctsConfig, Priors, Selection, Uniform};
///
/// /// Later children are twice as promising each.
/// struct LastFirst;
/// impl Priors<TreeGame> for LastFirst {
///     fn weigh(&self, _: &TreeGame, moves: &[TreeMove], weights: &mut [f32]) {
///         moves.iter().zip(weights).for_each(|(&mv, weight)| *weight = f32::from(mv).exp2());
///     }
/// }
///
/// let config = MctsConfig { selection: Selection::Puct { constant: 1.5 }, ..MctsConfig::default() };
/// let searcher: Mcts<TreeGame, _, _> = Mcts::new(config, Uniform).unwrap().with_priors(LastFirst);
/// ```
pub trait Priors<G: Game>: Send + Sync {
    /// All weights are always equal, so that nobody needs to ask.
    const EVEN: bool = false;

    /// Sets `weights[i]` for `moves[i]`, all legal moves of the position; they are 1 before. Only the relations count:
    /// the searcher divides by the sum. What is negative or no number counts as 0.
    fn weigh(&self, position: &G, moves: &[G::Move], weights: &mut [f32]);
}

/// No move is better than another.
#[derive(Clone, Copy, Default, Debug)]
pub struct Even;

impl<G: Game> Priors<G> for Even {
    const EVEN: bool = true;

    #[inline]
    fn weigh(&self, _position: &G, _moves: &[G::Move], _weights: &mut [f32]) {}
}

/// Makes weights sum to 1.
pub(super) fn normalize(weights: &mut [f32]) {
    for weight in &mut *weights {
        *weight = if weight.is_finite() { weight.max(0.0) } else { 0.0 };
    }
    let sum: f32 = weights.iter().sum();
    let even = 1.0 / weights.len() as f32;
    for weight in weights {
        *weight = if sum > 0.0 && sum.is_finite() { *weight / sum } else { even };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_one_whatever_was_said() {
        let normal = |mut weights: [f32; 4]| {
            normalize(&mut weights);
            weights
        };
        assert_eq!(normal([1.0, 2.0, 1.0, 4.0]), [0.125, 0.25, 0.125, 0.5]);
        assert_eq!(normal([f32::NAN, -3.0, 1.0, 1.0]), [0.0, 0.0, 0.5, 0.5]);
        assert_eq!(normal([0.0; 4]), [0.25; 4]);
        assert_eq!(normal([f32::MAX; 4]), [0.25; 4]);
    }
}
