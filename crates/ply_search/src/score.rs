//! What a position is worth to the player to move, and the interval a search is interested in.

use std::fmt;
use std::ops::Neg;

use ply_game::{Outcome, Player};

use crate::known_win;

/// The worth of a position for one player: a proven win or loss with its distance, a draw, or an evaluator's opinion.
///
/// Larger is better: sooner wins before later ones, later losses before sooner ones.
///
/// ```
/// use ply_search::Score;
/// assert!(Score::win_in(3) > Score::win_in(5) && Score::win_in(5) > Score::opinion(999_999_999));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// assert_eq!(Score::loss_in(4).to_string(), "loss in 4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Score(i32);

impl Score {
    const WIN: i32 = 1_000_000;
    /// Farther wins than this are not told from opinions; no game here is that long.
    const FARTHEST: i32 = 10_000;

    /// A draw, or an opinion that nobody is ahead.
    pub const DRAW: Self = Self(0);
    /// Below every score.
    pub const LOWEST: Self = Self(-Self::WIN - 1);
    /// Above every score.
    pub const HIGHEST: Self = Self(Self::WIN + 1);
    /// The largest opinion; opinions beyond are cut to it.
    pub const BEST_OPINION: Self = Self(Self::WIN - Self::FARTHEST - 1);

    /// A win after `plies` more moves.
    #[inline]
    pub const fn win_in(plies: usize) -> Self {
        Self(Self::WIN - plies as i32)
    }

    /// A loss after `plies` more moves.
    #[inline]
    pub const fn loss_in(plies: usize) -> Self {
        Self(plies as i32 - Self::WIN)
    }

    /// An evaluator's opinion, kept apart from proven results.
    #[inline]
    pub const fn opinion(points: i32) -> Self {
        let most = Self::BEST_OPINION.0;
        Self(if points > most {
            most
        } else if points < -most {
            -most
        } else {
            points
        })
    }

    /// What an evaluator said of a position `plies` after the one the score is about: its opinion, or the result where it
    /// knows one.
    #[inline]
    pub(crate) const fn of_evaluation(points: i32, plies: usize) -> Self {
        const FARTHEST_KNOWN: i32 = known_win(u8::MAX);
        if points >= FARTHEST_KNOWN {
            Self::win_in(plies + (known_win(0) - points) as usize)
        } else if points <= -FARTHEST_KNOWN {
            Self::loss_in(plies + (known_win(0) + points) as usize)
        } else {
            Self::opinion(points)
        }
    }

    /// The score of a finished game for `player`, `plies` after the position the score is about.
    #[inline]
    pub fn of_outcome(outcome: Outcome, player: Player, plies: usize) -> Self {
        match outcome {
            Outcome::Draw => Self::DRAW,
            Outcome::Win(winner) if winner == player => Self::win_in(plies),
            Outcome::Win(_) => Self::loss_in(plies),
        }
    }

    /// The number behind the score: opinions as given, wins near a million.
    #[inline]
    pub const fn points(self) -> i32 {
        self.0
    }

    /// The score behind a number, as [`points`](Score::points) gave it.
    pub const fn from_points(points: i32) -> Self {
        Self(points)
    }

    /// Whether this is a proven win or loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= Self::WIN - Self::FARTHEST
    }

    /// The distance of a proven win or loss.
    pub const fn plies_to_end(self) -> Option<usize> {
        if self.is_decided() { Some((Self::WIN - self.0.abs()) as usize) } else { None }
    }

    /// The score one smaller.
    #[inline]
    pub const fn just_below(self) -> Self {
        Self(self.0 - 1)
    }

    /// The score one larger.
    #[inline]
    pub const fn just_above(self) -> Self {
        Self(self.0 + 1)
    }

    /// A score about the root, seen from a node `ply` moves below it: what a table may keep, because the same position
    /// can be met at another distance from another root.
    #[inline]
    pub const fn seen_from_node(self, ply: usize) -> Self {
        if !self.is_decided() {
            self
        } else if self.0 > 0 {
            Self(self.0 + ply as i32)
        } else {
            Self(self.0 - ply as i32)
        }
    }

    /// The reverse of [`seen_from_node`](Score::seen_from_node).
    #[inline]
    pub const fn seen_from_root(self, ply: usize) -> Self {
        if !self.is_decided() {
            self
        } else if self.0 > 0 {
            Self(self.0 - ply as i32)
        } else {
            Self(self.0 + ply as i32)
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.0 > 0 => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => write!(f, "{:+}", self.0),
        }
    }
}

/// The open interval of scores that matter: at most `alpha` is refused by the player to move, at least `beta` by the
/// opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Already had elsewhere by the player to move.
    pub alpha: Score,
    /// Already had elsewhere by the opponent.
    pub beta: Score,
}

impl Window {
    /// Everything matters.
    pub const FULL: Self = Self { alpha: Score::LOWEST, beta: Score::HIGHEST };

    /// The window that only tells whether a score is above `alpha`.
    #[inline]
    pub const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.just_above() }
    }

    /// A score from a child: the one place where sign and window change sides, or do not, because the mover keeps the
    /// turn.
    #[inline]
    pub fn through(self, keeps_turn: bool, search: impl FnOnce(Self) -> Score) -> Score {
        if keeps_turn { search(self) } else { -search(-self) }
    }

    /// Whether nothing is left to be interested in.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

impl Neg for Window {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_keeps_its_distance_from_the_node_that_stored_it() {
        let at_root = Score::win_in(9);
        let stored = at_root.seen_from_node(4);
        assert_eq!(stored, Score::win_in(5));
        assert_eq!(stored.seen_from_root(2), Score::win_in(7));
        assert_eq!((-at_root).seen_from_node(4), Score::loss_in(5));
        assert_eq!(Score::opinion(17).seen_from_node(4), Score::opinion(17));
    }

    #[test]
    fn what_an_evaluator_knows_is_a_result_and_no_opinion() {
        assert_eq!(Score::of_evaluation(known_win(1), 4), Score::win_in(5));
        assert_eq!(Score::of_evaluation(-known_win(2), 4), Score::loss_in(6));
        assert_eq!(Score::of_evaluation(900_000, 4), Score::opinion(900_000));
    }

    #[test]
    fn opinions_never_look_like_proofs() {
        for points in [i32::MIN, -1_000_000, 0, 1_000_000, i32::MAX] {
            assert!(!Score::opinion(points).is_decided());
        }
        assert!(Score::win_in(343).is_decided() && Score::LOWEST < Score::loss_in(0));
    }

    #[test]
    fn a_window_turns_round_only_when_the_turn_passes() {
        let window = Window { alpha: Score::opinion(1), beta: Score::opinion(5) };
        let seen = |keeps| {
            let mut given = window;
            let score = window.through(keeps, |inner| {
                given = inner;
                Score::opinion(3)
            });
            (given, score)
        };
        assert_eq!(seen(true), (window, Score::opinion(3)));
        assert_eq!(seen(false), (-window, Score::opinion(-3)));
    }
}
