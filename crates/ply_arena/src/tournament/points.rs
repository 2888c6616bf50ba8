//! Points for a win, a draw and a loss, in whole thousandths: sums are exact and ties are ties, whatever the order of
//! the games.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

use ply_game::{Outcome, Player};

/// An amount of points, in thousandths.
///
/// ```
/// use ply_arena::points::Points;
/// assert_eq!(Points::from_number(2.5).unwrap().to_string(), "2.5");
/// assert_eq!(Points::from_number(0.0001), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash, Debug)]
pub struct Points(pub i64);

impl Points {
    /// Thousandths in a point.
    pub const ONE: Self = Self(1000);

    /// A number with at most three decimals and of a sensible size.
    pub fn from_number(number: f64) -> Option<Self> {
        const MOST: f64 = 1e6;
        let thousandths = (number * 1000.0).round();
        let exact = (number * 1000.0 - thousandths).abs() < 1e-6;
        (exact && number.abs() <= MOST).then_some(Self(thousandths as i64))
    }

    /// As a number, for plots.
    pub fn number(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Mul<usize> for Points {
    type Output = Self;

    fn mul(self, times: usize) -> Self {
        Self(self.0 * times as i64)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::default(), Self::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.number().to_string())
    }
}

/// What a win, a draw and a loss are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointRule {
    /// For a win.
    pub win: Points,
    /// For a draw.
    pub draw: Points,
    /// For a loss.
    pub loss: Points,
}

impl PointRule {
    /// 3, 1 and 0, as ColorShapeLinks counts.
    pub const THREE_ONE_ZERO: Self = Self { win: Points(3000), draw: Points(1000), loss: Points(0) };

    /// What `player` gets for an outcome.
    pub fn of(&self, outcome: Outcome, player: Player) -> Points {
        match outcome {
            Outcome::Draw => self.draw,
            Outcome::Win(winner) if winner == player => self.win,
            Outcome::Win(_) => self.loss,
        }
    }
}

impl Default for PointRule {
    /// 1, ½ and 0.
    fn default() -> Self {
        Self { win: Points::ONE, draw: Points(500), loss: Points(0) }
    }
}
