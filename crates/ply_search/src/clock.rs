//! From a clock to limits for one move: how long to think, and how long before the clock to stop.

use std::time::Duration;

use crate::Limits;

/// The clock of one player. What is not set does not limit; several together all do.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// Time for each move.
    pub per_move: Option<Duration>,
    /// Time for the player's first move instead.
    pub first_move: Option<Duration>,
    /// Time left for the rest of the game.
    pub bank: Option<Duration>,
    /// Added to the bank after each move.
    pub increment: Duration,
}

/// Where in the game a move is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Moves the player has made.
    pub moves_made: usize,
    /// Moves the player may still have to make, as well as can be guessed.
    pub moves_to_come: usize,
}

impl Clock {
    /// The same time for each move.
    pub fn per_move(time: Duration) -> Self {
        Self { per_move: Some(time), ..Self::default() }
    }

    /// One time for the whole game, and an increment.
    pub fn bank(time: Duration, increment: Duration) -> Self {
        Self { bank: Some(time), increment, ..Self::default() }
    }

    /// The time for the next move of a player who has made so many; nothing set: as long as it takes.
    pub fn left(&self, moves_made: usize) -> Option<Duration> {
        match (self.for_move(moves_made), self.bank) {
            (Some(time), Some(bank)) => Some(time.min(bank)),
            (time, bank) => time.or(bank),
        }
    }

    /// Takes the time of a move from the bank and adds the increment.
    pub fn spend(&mut self, used: Duration) {
        self.bank = self.bank.map(|bank| bank.saturating_sub(used) + self.increment);
    }

    fn for_move(&self, moves_made: usize) -> Option<Duration> {
        if moves_made == 0 { self.first_move.or(self.per_move) } else { self.per_move }
    }

    /// Whether the next move is the first, and has more time than others.
    fn has_allowance(&self, moves_made: usize) -> bool {
        moves_made == 0 && self.first_move > self.per_move
    }

    /// The limits for one move, stopping `margin` before the clock would.
    ///
    /// A time that is lost when it is not used is used in full, but for the allowance of a first move: no iteration is
    /// begun in its second half, as it would hardly be finished. From a bank a share is taken: the soft limit is the
    /// share, the hard one up to three times that, but never more than a third of what is there.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ply_search::{Clock, Moment};
    /// let moment = Moment { moves_made: 3, moves_to_come: 20 };
    /// let limits = Clock::per_move(Duration::from_millis(200)).limits(moment, Duration::from_millis(5));
    /// assert_eq!(limits.hard, Some(Duration::from_millis(195)));
    /// ```
    pub fn limits(&self, moment: Moment, margin: Duration) -> Limits {
        let per_move = self.for_move(moment.moves_made).map(|time| less(time, margin));
        let Some(bank) = self.bank else {
            let soft = if self.has_allowance(moment.moves_made) { per_move.map(|time| time / 2) } else { per_move };
            return Limits { soft, hard: per_move, ..Limits::default() };
        };
        let there = less(bank, margin);
        let share = there / (moment.moves_to_come.max(1) as u32 + 2) + self.increment * 4 / 5;
        let soft = share.min(there / 2);
        let hard = (share * 3).min(there / 3).max(soft).min(there);
        let cut = |time: Duration| per_move.map_or(time, |most| most.min(time));
        Limits { soft: Some(cut(soft)), hard: Some(cut(hard)), ..Limits::default() }
    }
}

/// What is left after the margin; of a time shorter than that, half.
fn less(time: Duration, margin: Duration) -> Duration {
    if time > margin * 2 { time - margin } else { time / 2 }
}

/// Learns from measured overshoot how long before the clock a search must stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Punctuality {
    worst: Duration,
}

impl Default for Punctuality {
    fn default() -> Self {
        Self { worst: Duration::from_millis(1) }
    }
}

impl Punctuality {
    /// The margin never falls below this.
    const LEAST: Duration = Duration::from_micros(500);

    /// A search that was to end after `asked` ended after `took`.
    pub fn learn(&mut self, asked: Duration, took: Duration) {
        let late = took.saturating_sub(asked);
        // The worst case is remembered, and forgotten before it costs more than it saves: half of it after about seven
        // punctual moves. At 10 ms a move the margin is a good part of all there is.
        self.worst = late.max(self.worst * 9 / 10);
    }

    /// How long before the clock to stop: half as much again as the worst delay lately.
    pub fn margin(&self) -> Duration {
        (self.worst * 3 / 2).max(Self::LEAST)
    }
}

/// Why a text is not a duration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DurationError {
    /// A bare number.
    #[error("'{0}' has no unit: write {0}ms or {0}s")]
    NoUnit(String),
    /// Anything else.
    #[error("expected a duration such as 200ms, 2s or 1m, got '{0}'")]
    Form(String),
    /// Nothing to speak of, or more than a month.
    #[error("a duration must be from 1us to 30 days, got '{0}'")]
    Range(String),
}

/// Reads `200ms`, `1.5s`, `2m` or `1h`, to whole microseconds. A bare number is an error that says so.
pub fn parse_duration(text: &str) -> Result<Duration, DurationError> {
    let number_end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(number_end);
    let form = || DurationError::Form(text.chars().take(40).collect());
    let value: f64 = number.parse().map_err(|_| form())?;
    let seconds = match unit {
        "us" => value * 1e-6,
        "ms" => value * 1e-3,
        "s" => value,
        "m" => value * 60.0,
        "h" => value * 3600.0,
        "" => return Err(DurationError::NoUnit(number.to_owned())),
        _ => return Err(form()),
    };
    const MOST: f64 = 30.0 * 24.0 * 3600.0;
    let micros = (seconds * 1e6).round();
    if micros >= 1.0 && seconds <= MOST {
        Ok(Duration::from_micros(micros as u64))
    } else {
        Err(DurationError::Range(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn the_first_move_may_have_its_own_time() {
        let clock = Clock { first_move: Some(30_000 * MS), ..Clock::per_move(2_000 * MS) };
        let hard = |moves_made| clock.limits(Moment { moves_made, moves_to_come: 10 }, 3 * MS).hard;
        assert_eq!((hard(0), hard(1)), (Some(29_997 * MS), Some(1_997 * MS)));
        let soft = |moves_made| clock.limits(Moment { moves_made, moves_to_come: 10 }, 3 * MS).soft;
        assert_eq!((soft(0), soft(1)), (Some(29_997 * MS / 2), hard(1)));
    }

    #[test]
    fn a_bank_is_never_overdrawn_and_never_runs_dry() {
        for (start, increment, moves) in [(180_000, 0, 172), (60_000, 1_000, 40), (50, 0, 30), (3, 0, 100)] {
            let mut bank = start * MS;
            for made in 0..moves {
                let moment = Moment { moves_made: made, moves_to_come: moves - made };
                let limits = Clock::bank(bank, increment * MS).limits(moment, 2 * MS);
                let hard = limits.hard.expect("a bank limits");
                assert!(limits.soft <= limits.hard && hard < bank, "{start} {made}");
                bank = bank - hard + increment * MS;
            }
            assert!(bank > Duration::ZERO);
        }
    }

    #[test]
    fn the_margin_follows_the_worst_delay_and_forgets_it_again() {
        let mut punctuality = Punctuality::default();
        punctuality.learn(100 * MS, 110 * MS);
        assert_eq!(punctuality.margin(), 15 * MS);
        for _ in 0..7 {
            punctuality.learn(100 * MS, 100 * MS);
        }
        assert!(punctuality.margin() < 8 * MS && punctuality.margin() > 7 * MS);
        for _ in 0..1000 {
            punctuality.learn(100 * MS, 99 * MS);
        }
        assert_eq!(punctuality.margin(), Punctuality::LEAST);
    }

    #[test]
    fn durations_take_units() {
        assert_eq!(parse_duration("200ms"), Ok(200 * MS));
        assert_eq!(parse_duration("1.5s"), Ok(1500 * MS));
        assert_eq!(parse_duration("2m"), Ok(120_000 * MS));
        let said = |text| parse_duration(text).unwrap_err().to_string();
        assert_eq!(said("5"), "'5' has no unit: write 5ms or 5s");
        assert_eq!(said("-3s"), "expected a duration such as 200ms, 2s or 1m, got '-3s'");
        assert_eq!(said("0s"), "a duration must be from 1us to 30 days, got '0s'");
        assert_eq!(said("0.1us"), "a duration must be from 1us to 30 days, got '0.1us'");
        for nonsense in ["", "s", "1.2.3s", "1 s", "1e9s", "9999999999h", "inf", "NaNs", "é"] {
            assert!(parse_duration(nonsense).is_err(), "{nonsense}");
        }
    }
}
