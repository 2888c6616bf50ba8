//! Roll-out policies, what a simulation does at a leaf: play on at random, play on with a preference, or ask an
//! evaluator.

use ply_game::{Game, Outcome, Player, Rng, Sampled, playout};

use crate::Evaluator;
use crate::config_error::{ConfigError, within};

/// What a simulation brings the first player, from 0 for a loss to 1 for a win, in steps of 2^-16: sums of rewards do
/// not depend on their order.
///
/// ```
/// use ply_game::{Outcome, Player};
/// use ply_search::Reward;
/// assert_eq!(Reward::of_outcome(Outcome::Win(Player::Second)), Reward::LOSS);
/// assert_eq!(Reward::from_points(0, 100), Reward::DRAW);
/// assert_eq!(Reward::from_points(100, 100).rate(), 0.75);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reward(u32);

impl Reward {
    /// The first player lost.
    pub const LOSS: Self = Self(0);
    /// Nobody won.
    pub const DRAW: Self = Self(1 << 15);
    /// The first player won.
    pub const WIN: Self = Self(1 << 16);

    /// The reward of a finished game.
    #[inline]
    pub const fn of_outcome(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Player::First) => Self::WIN,
            Outcome::Win(Player::Second) => Self::LOSS,
            Outcome::Draw => Self::DRAW,
        }
    }

    /// An opinion of so many points for the first player as a reward: (1 + p / (`scale` + |p|)) / 2. The quotient is
    /// close to a logistic curve (0.75 at `scale`, where that has 0.73) and, being whole-number arithmetic, the same
    /// on every machine.
    #[inline]
    pub const fn from_points(points: i32, scale: u32) -> Self {
        let (points, half) = (points as i64, Self::DRAW.0 as i64);
        let scale = if scale == 0 { 1 } else { scale as i64 };
        Self((half + half * points / (scale + points.abs())) as u32)
    }

    /// The same result for the other player.
    #[inline]
    pub const fn turned(self) -> Self {
        Self(Self::WIN.0 - self.0)
    }

    /// What the simulation brings `player`.
    #[inline]
    pub const fn seen_by(self, player: Player) -> Self {
        match player {
            Player::First => self,
            Player::Second => self.turned(),
        }
    }

    /// As a number between 0 and 1.
    pub fn rate(self) -> f64 {
        f64::from(self.0) / f64::from(Self::WIN.0)
    }

    #[inline]
    pub(super) const fn units(self) -> u64 {
        self.0 as u64
    }
}

/// Finishes a simulation: from a leaf of the tree to a reward.
pub trait Rollout<G: Game>: Send + Sync {
    /// What the position brings the first player. The game may be over.
    fn roll(&self, position: G, rng: &mut Rng) -> Reward;
}

/// Moves at random, each as likely as the others, to the end of the game.
#[derive(Clone, Copy, Default, Debug)]
pub struct Uniform;

impl<G: Sampled> Rollout<G> for Uniform {
    #[inline]
    fn roll(&self, position: G, rng: &mut Rng) -> Reward {
        Reward::of_outcome(playout(position, rng).0)
    }
}

/// Moves chosen by a closure, to the end of the game.
///
/// ```
/// use ply_game::{Game, TreeGame, rng};
/// use ply_search::{Biased, Reward, Rollout};
/// let last = Biased(|position: &TreeGame, _: &mut _| *position.move_list().last().unwrap());
/// assert_eq!(last.roll("1[+ 2[+ -]]".parse().unwrap(), &mut rng(0)), Reward::LOSS);
/// ```
#[derive(Clone, Copy, Default, Debug)]
pub struct Biased<F>(
    /// Chooses a legal move of a position that is not over.
    pub F,
);

impl<G: Game, F: Fn(&G, &mut Rng) -> G::Move + Send + Sync> Rollout<G> for Biased<F> {
    #[inline]
    fn roll(&self, mut position: G, rng: &mut Rng) -> Reward {
        loop {
            if let Some(outcome) = position.outcome() {
                return Reward::of_outcome(outcome);
            }
            let mv = (self.0)(&position, rng);
            position.play(mv);
        }
    }
}

/// No moves: an evaluator's opinion, [squashed](Reward::from_points) to a reward.
#[derive(Clone, Copy, Debug)]
pub struct Judged<E> {
    evaluator: E,
    scale: u32,
}

impl<E> Judged<E> {
    /// The opinions of this evaluator; `scale` points are worth a reward of 0.75.
    pub fn new(evaluator: E, scale: u32) -> Result<Self, ConfigError> {
        within("scale", scale, 1..=1_000_000_000)?;
        Ok(Self { evaluator, scale })
    }
}

impl<G: Game, E: Evaluator<G>> Rollout<G> for Judged<E> {
    #[inline]
    fn roll(&self, position: G, _rng: &mut Rng) -> Reward {
        match position.outcome() {
            Some(outcome) => Reward::of_outcome(outcome),
            None => {
                let points = self.evaluator.evaluate(&position);
                Reward::from_points(points, self.scale).seen_by(position.to_move())
            }
        }
    }
}

/// At most `plies` random moves, and then something else: an evaluator, or with `Judged::new(Zero, 1)` a draw.
#[derive(Clone, Copy, Debug)]
pub struct Capped<R> {
    /// The most random moves.
    pub plies: u32,
    /// What comes after them if the game is not over.
    pub then: R,
}

impl<G: Sampled, R: Rollout<G>> Rollout<G> for Capped<R> {
    #[inline]
    fn roll(&self, mut position: G, rng: &mut Rng) -> Reward {
        for _ in 0..self.plies {
            if let Some(outcome) = position.outcome() {
                return Reward::of_outcome(outcome);
            }
            let mv = position.random_move(rng);
            position.play(mv);
        }
        self.then.roll(position, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Zero;
    use ply_game::{TreeGame, rng};

    #[test]
    fn opinions_become_rewards_between_loss_and_win_in_the_same_order() {
        let points = [i32::MIN, -500, -1, 0, 1, 500, i32::MAX];
        let rewards = points.map(|points| Reward::from_points(points, 500));
        assert!(rewards.is_sorted() && rewards[0] >= Reward::LOSS && rewards[6] <= Reward::WIN);
        assert_eq!((rewards[1].rate(), rewards[5].rate()), (0.25, 0.75));
        assert_eq!(rewards[2].turned(), rewards[4]);
    }

    #[test]
    fn an_opinion_is_the_movers() {
        struct Hundred;
        impl Evaluator<TreeGame> for Hundred {
            fn evaluate(&self, _: &TreeGame) -> i32 {
                100
            }
        }
        let judged = Judged::new(Hundred, 100).unwrap();
        let roll = |text: &str| judged.roll(text.parse().unwrap(), &mut rng(0)).rate();
        assert_eq!((roll("1[+]"), roll("2[+]"), roll("+")), (0.75, 0.25, 1.0));
    }

    #[test]
    fn a_capped_game_that_goes_on_is_judged() {
        let capped = Capped { plies: 2, then: Judged::new(Zero, 1).unwrap() };
        let roll = |text: &str| capped.roll(text.parse::<TreeGame>().unwrap(), &mut rng(0));
        assert_eq!((roll("1[2[+]]"), roll("1[2[1[+]]]")), (Reward::WIN, Reward::DRAW));
    }

    #[test]
    fn a_scale_of_nothing_is_refused() {
        assert_eq!(Judged::new(Zero, 0).unwrap_err().to_string(), "scale must be from 1 to 1000000000, got 0");
    }
}
