//! Quiescence search: beyond the horizon noisy moves are played out until the position is quiet enough for an opinion.
// CITE: quiescence: C. Shannon, "Programming a computer for playing chess" (1950); delta pruning is common to chess
// engines.

use ply_game::{Game, Hashed, Indexed, Symmetric};

use super::worker::{MOST_PLIES, Worker};
use crate::{Evaluator, Hints, Score, Window};

impl<G, E, H> Worker<'_, G, E, H>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    /// The better of the opinion as it stands (stand pat) and the best noisy move, `plies` deep at most.
    pub(super) fn quiesce(&mut self, position: &G, mut window: Window, ply: usize, plies: u32) -> Score {
        // Stand pat: nobody is forced to make a noisy move.
        let stand_pat = self.evaluate_leaf(position, ply);
        let mut best = stand_pat;
        if plies == 0 || ply >= MOST_PLIES {
            return best;
        }
        if self.config.pruning {
            window.alpha = window.alpha.max(best);
            if window.is_empty() {
                return best;
            }
        }
        let mover = position.to_move();
        let start = self.moves.len();
        self.generate_noisy_moves(position);
        let end = self.moves.len();
        for at in start..end {
            self.pick(at, end);
            if self.config.pruning
                && let Some(most) = self.delta_bound(position, at, stand_pat)
                && most <= window.alpha
            {
                // Delta pruning. Not played out, so what it might have reached bounds the score from above (fail-soft).
                best = best.max(most);
                continue;
            }
            let child = position.after(self.moves[at].mv);
            if self.meter.count() {
                break;
            }
            let score = match child.outcome() {
                Some(outcome) => Score::of_outcome(outcome, mover, ply + 1),
                None => {
                    window.through(child.to_move() == mover, |window| self.quiesce(&child, window, ply + 1, plies - 1))
                }
            };
            if self.meter.is_stopped() {
                break;
            }
            best = best.max(score);
            if self.config.pruning {
                window.alpha = window.alpha.max(best);
                if window.is_empty() {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        best
    }

    /// Delta pruning: the highest score that a noisy move can reach, where something bounds it.
    #[inline]
    fn delta_bound(&self, position: &G, at: usize, stand_pat: Score) -> Option<Score> {
        let gain = self.hints.most_gain(position, self.moves[at].mv)?;
        Some(Score::opinion(stand_pat.points().saturating_add(gain)))
    }
}
