//! Beyond the horizon: noisy moves are played out until the position is quiet enough for an opinion.

use ply_game::{Game, Hashed, Indexed, Symmetric};

use super::worker::{MOST_PLIES, Worker};
use crate::{Evaluator, Hints, Score, Window};

impl<G, E, H> Worker<'_, G, E, H>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    /// The better of the opinion as it stands and the best noisy move, `plies` deep at most.
    pub(super) fn quiesce(&mut self, position: &G, mut window: Window, ply: usize, plies: u32) -> Score {
        let opinion = self.judge(position, ply);
        let mut best = opinion;
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
        self.noisy_candidates(position);
        let end = self.moves.len();
        for at in start..end {
            self.pick(at, end);
            if self.config.pruning
                && let Some(most) = self.most_reached(position, at, opinion)
                && most <= window.alpha
            {
                // Not played out, so what it might have reached bounds the score from above (fail-soft).
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

    /// The highest score that a noisy move can reach, where something bounds it (delta pruning).
    #[inline]
    fn most_reached(&self, position: &G, at: usize, opinion: Score) -> Option<Score> {
        let gain = self.hints.most_gain(position, self.moves[at].mv)?;
        Some(Score::opinion(opinion.points().saturating_add(gain)))
    }
}
