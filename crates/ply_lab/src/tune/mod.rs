//! Tuning: better numbers for an agent's options and weights, found by playing.
//!
//! A [`method`] proposes points of a box, the [`Tuner`] turns them into games and tells the method what came of
//! them. The tuner is a scheduler: a function of its settings and of the results so far. Nothing of it is stored but the
//! games, so a tuning that was killed goes on exactly where it was.
//!
//! Noise is met in four ways. All candidates of a generation play the same opening pairs with the same seeds (common
//! random numbers), sides swapped. Every generation has fresh openings, and a candidate that is met again plays them and
//! is judged by all its games. Its score is drawn towards what candidates beside it scored, as far as chance explains the
//! difference, so that a few lucky games make no winner. And the last part of the budget lets the best few play on, half
//! of them dropping out each time.

mod agenda;
mod boards;
mod chart;
mod ledger;
pub mod method;
mod openings;
mod report;
mod space;
mod subject;
mod surface;
mod tuner;

pub use agenda::{Setup, TuneError, Tuning};
pub use boards::boards;
pub use chart::{chart_svg, csv};
pub use report::{Confirmation, Found, is_from, weights_file};
pub use space::{Axis, AxisRange, Space};
pub use subject::Subject;
pub use tuner::{Confirmed, Generation, Opponent, Rules, Side, Stage, Status, Tuner};

#[cfg(test)]
mod tests;
