//! Cutoffs that the transposition table gives: of a node, and of its children before any is searched (ETC).

use ply_game::{Game, Hashed, Indexed, Player, Symmetric};

use super::worker::{COMPLETE, Worker};
use crate::{Bound, Evaluator, Hints, Score, Transposition, Window};

/// Nodes this deep look at all children before they search any: for a win at once, and
pub(super) const ETC_DEPTH: i32 = 2;
/// this deep also at their table entries.
const ETC_PROBE_DEPTH: i32 = 3;

impl<G, E, H> Worker<'_, G, E, H>
where
    G: Game + Hashed + Indexed + Symmetric,
    E: Evaluator<G>,
    H: Hints<G>,
{
    /// Transposition cutoff: what an entry of sufficient depth, or a proof of any depth, says about this window.
    #[inline]
    pub(super) fn transposition_cutoff(
        &mut self,
        entry: Transposition,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let score = entry.score.seen_from_root(ply);
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        let won = score > Score::DRAW;
        let proven = score.is_decided()
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => won,
                Bound::Upper => !won,
            };
        if !(cuts && self.config.pruning && (i32::from(entry.depth) >= depth || proven)) {
            return None;
        }
        if entry.depth != COMPLETE && !proven {
            self.horizon += 1;
        }
        Some(score)
    }

    /// Enhanced transposition cutoff (ETC): a win at once among the children, or a child whose table entry refutes this
    /// node.
    // CITE: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Exploiting graph properties of game trees", AAAI 1996.
    pub(super) fn enhanced_transposition_cutoff(
        &mut self,
        position: &G,
        mover: Player,
        start: usize,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        if !self.config.pruning {
            return None;
        }
        let table = self.table.filter(|_| depth >= ETC_PROBE_DEPTH && ply + 1 >= self.config.symmetric_plies);
        for at in start..self.moves.len() {
            let mv = self.moves[at].mv;
            let child = position.after(mv);
            match child.outcome() {
                Some(outcome) if outcome.winner() == Some(mover) => {
                    self.pv[ply].clear();
                    self.pv[ply].push(mv);
                    return Some(Score::win_in(ply + 1));
                }
                Some(_) => {}
                None => {
                    let Some(entry) = table.and_then(|table| table.probe(child.key() ^ self.salt)) else { continue };
                    if window.beta == window.alpha.just_above() && i32::from(entry.depth) >= depth - 1 {
                        let horizon = self.horizon;
                        let score = window.through(child.to_move() == mover, |window| {
                            self.transposition_cutoff(entry, window, depth - 1, ply + 1)
                                .unwrap_or(if child.to_move() == mover { Score::LOWEST } else { Score::HIGHEST })
                        });
                        if score >= window.beta {
                            return Some(score);
                        }
                        self.horizon = horizon;
                    }
                }
            }
        }
        None
    }
}
