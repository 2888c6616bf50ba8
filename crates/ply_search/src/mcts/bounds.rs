//! MCTS-Solver with score bounds: what is proven about a node, between which results the game ends, and how soon.
//!
//! A node has the worst and the best result that is still possible; when they meet, it is proven. A win of one child
//! proves its parent for the parent's mover, a loss needs all children, and a draw in hand closes every child that
//! cannot be better, so that draws are proven as well. Movers are asked for, never assumed to alternate.
//!
//! Distances: a proven win "in n" can be forced within n plies, a proven loss "in n" cannot be held off for longer
//! than n. Both are the truth or too large, as a sooner win may be among the moves that were not looked at. Where
//! nothing was left out the distance is marked exact.
// CITE: Winands, Björnsson and Saito, Monte-Carlo tree search solver, 2008.
// CITE: Cazenave and Saffidine, Score bounded Monte-Carlo tree search, 2010.

use ply_game::{Outcome, Player};

/// A result for some player; better ones are larger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u32)]
pub(super) enum GameResult {
    Loss = 0,
    Draw = 1,
    Win = 2,
}

impl GameResult {
    #[inline]
    const fn from_bits(bits: u32) -> Self {
        match bits & 3 {
            0 => Self::Loss,
            1 => Self::Draw,
            _ => Self::Win,
        }
    }

    /// Turned round when it is the second player's, so that all is kept for the first.
    #[inline]
    const fn turned(self, player: Player) -> Self {
        match player {
            Player::First => self,
            Player::Second => Self::from_bits(2 - self as u32),
        }
    }
}

/// The results that are still possible, in one word: two bits each for the first player's worst and best, one for an
/// exact distance, and from bit 8 on the plies to the end of a proven win or loss.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds(u32);

impl Bounds {
    const EXACT: u32 = 1 << 4;
    const PLIES: u32 = 8;

    /// Nothing is known.
    pub const OPEN: Self = Self((GameResult::Win as u32) << 2);

    /// What a finished game is known to be.
    pub fn of_outcome(outcome: Outcome) -> Self {
        let result = match outcome {
            Outcome::Draw => GameResult::Draw,
            Outcome::Win(winner) => GameResult::Win.turned(winner),
        };
        Self::new(Player::First, result, result, 0, true)
    }

    fn new(player: Player, worst: GameResult, best: GameResult, plies: u32, exact: bool) -> Self {
        let (low, high) = match player {
            Player::First => (worst, best),
            Player::Second => (best.turned(player), worst.turned(player)),
        };
        Self(low as u32 | (high as u32) << 2 | if exact { Self::EXACT } else { 0 } | plies << Self::PLIES)
    }

    #[inline]
    pub const fn from_word(word: u32) -> Self {
        Self(word)
    }

    #[inline]
    pub const fn word(self) -> u32 {
        self.0
    }

    /// The least that `player` gets.
    #[inline]
    pub const fn worst(self, player: Player) -> GameResult {
        match player {
            Player::First => GameResult::from_bits(self.0),
            Player::Second => GameResult::from_bits(self.0 >> 2).turned(player),
        }
    }

    /// The most that `player` gets.
    #[inline]
    pub const fn best(self, player: Player) -> GameResult {
        match player {
            Player::First => GameResult::from_bits(self.0 >> 2),
            Player::Second => GameResult::from_bits(self.0).turned(player),
        }
    }

    /// What `player` gets, if that is proven.
    #[inline]
    pub fn proven(self, player: Player) -> Option<GameResult> {
        let result = self.worst(player);
        (result == self.best(player)).then_some(result)
    }

    #[inline]
    pub const fn is_proven(self) -> bool {
        self.0 & 3 == self.0 >> 2 & 3
    }

    /// Plies to the end of a proven win or loss.
    #[inline]
    pub const fn plies(self) -> u32 {
        self.0 >> Self::PLIES
    }

    /// Proven, and the distance is the true one.
    #[inline]
    pub const fn is_exact(self) -> bool {
        self.0 & Self::EXACT != 0
    }

    /// What the children prove about a node where `mover` chooses among them. All children whose game is over must be
    /// known as such.
    pub fn of_children(mover: Player, children: impl Iterator<Item = Self>) -> Self {
        let (mut worst, mut best) = (GameResult::Loss, GameResult::Loss);
        let (mut soonest, mut latest) = (u32::MAX, 0);
        let mut all_exact = true;
        for child in children {
            worst = worst.max(child.worst(mover));
            best = best.max(child.best(mover));
            all_exact &= child.is_exact();
            match child.proven(mover) {
                Some(GameResult::Win) => soonest = soonest.min(child.plies() + 1),
                Some(GameResult::Loss) => latest = latest.max(child.plies() + 1),
                _ => {}
            }
        }
        match (worst == best, best) {
            // A child that is not proven is not over, so a win through it takes two plies or more.
            (true, GameResult::Win) => Self::new(mover, worst, best, soonest, soonest <= 2 || all_exact),
            (true, GameResult::Loss) => Self::new(mover, worst, best, latest, all_exact),
            (true, GameResult::Draw) => Self::new(mover, worst, best, 0, true),
            (false, _) => Self::new(mover, worst, best, 0, false),
        }
    }

    /// What two proofs about one node say together.
    pub fn and(self, new: Self) -> Self {
        if self.is_proven() {
            return self;
        }
        if new.is_proven() {
            return new;
        }
        let player = Player::First;
        let (worst, best) = (self.worst(player).max(new.worst(player)), self.best(player).min(new.best(player)));
        Self::new(player, worst, best, 0, worst == best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: Outcome = Outcome::Win(Player::First);
    const LOST: Outcome = Outcome::Win(Player::Second);

    fn of(mover: Player, children: &[Bounds]) -> Bounds {
        Bounds::of_children(mover, children.iter().copied())
    }

    #[test]
    fn one_won_child_is_enough_and_every_child_must_be_lost() {
        let [won, lost, drawn] = [WON, LOST, Outcome::Draw].map(Bounds::of_outcome);
        for (mover, good, bad) in [(Player::First, won, lost), (Player::Second, lost, won)] {
            assert_eq!(of(mover, &[Bounds::OPEN, good]).proven(mover), Some(GameResult::Win));
            assert_eq!(of(mover, &[bad, Bounds::OPEN]).proven(mover), None);
            assert_eq!(of(mover, &[bad, bad]).proven(mover), Some(GameResult::Loss));
            assert_eq!(of(mover, &[bad, drawn]).proven(mover), Some(GameResult::Draw));
            assert_eq!(of(mover, &[drawn, Bounds::OPEN]).worst(mover), GameResult::Draw);
        }
    }

    #[test]
    fn a_draw_in_hand_and_nothing_better_possible_is_a_draw() {
        let drawn = Bounds::of_outcome(Outcome::Draw);
        let opponent_draws_at_least = of(Player::Second, &[drawn, Bounds::OPEN]);
        assert!(!opponent_draws_at_least.is_proven());
        assert_eq!(of(Player::First, &[drawn, opponent_draws_at_least]).proven(Player::First), Some(GameResult::Draw));
    }

    #[test]
    fn wins_are_soonest_and_losses_latest() {
        let won = Bounds::of_outcome(WON);
        let in_one = of(Player::First, &[won, Bounds::OPEN]);
        let in_two = of(Player::Second, &[in_one, won]);
        assert_eq!((in_one.plies(), in_two.plies()), (1, 2));
        assert!(in_one.is_exact() && in_two.is_exact());
        let in_three = of(Player::First, &[in_two, Bounds::OPEN]);
        assert_eq!((in_three.plies(), in_three.is_exact()), (3, false));
        assert!(of(Player::First, &[in_two, in_two]).is_exact());
        assert_eq!(of(Player::First, &[in_one, in_two]).plies(), 2);
    }
}
