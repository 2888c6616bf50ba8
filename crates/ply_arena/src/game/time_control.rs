//! Time controls as text: `200ms` a move, `first=30s,2s`, `bank=180s`, `60s+1s`, `nodes=1000`, `depth=4`, with `cpu` at
//! the end where the CPU time of a program counts instead of the time on the wall.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use ply_search::{Clock, Limits, parse_duration};

/// The clock both players get, and limits on every move.
///
/// ```
/// use ply_arena::TimeControl;
/// let control: TimeControl = "first=30s,2s".parse().unwrap();
/// assert_eq!(control.to_string(), "first=30s,2s");
/// assert!("5".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TimeControl {
    /// The clock at the start of the game.
    pub clock: Clock,
    /// CPU time of the agent's processes counts, not the time on the wall. Only programs can be measured so.
    pub cpu: bool,
    /// Positions an agent may look at for a move.
    pub nodes: Option<u64>,
    /// Plies an agent may look ahead.
    pub depth: Option<u32>,
}

/// What is wrong with a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("time control '{text}': {reason}")]
pub struct TimeControlError {
    text: String,
    reason: String,
}

impl TimeControl {
    /// The limits every move has beside the clock.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, ..Limits::default() }
    }

    /// The same with so many times the time; counts of nodes and plies stay.
    pub fn scaled(self, factor: f64) -> Self {
        let scale = |time: Duration| time.mul_f64(factor);
        let Clock { first_move, per_move, bank, increment } = self.clock;
        let clock = Clock {
            first_move: first_move.map(scale),
            per_move: per_move.map(scale),
            bank: bank.map(scale),
            increment: scale(increment),
        };
        Self { clock, ..self }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let wrong = |reason: String| TimeControlError { text: text.chars().take(60).collect(), reason };
        let mut control = Self::default();
        let body = match text.strip_suffix("cpu") {
            Some(body) => {
                control.cpu = true;
                body.trim_end_matches([' ', ','])
            }
            None => text,
        };
        for part in body.split(',').map(str::trim) {
            control.read(part).map_err(wrong)?;
        }
        Ok(control)
    }
}

impl TimeControl {
    fn read(&mut self, part: &str) -> Result<(), String> {
        let time = |text: &str| parse_duration(text).map_err(|error| error.to_string());
        match part.split_once('=') {
            Some(("first", value)) => once(part, &mut self.clock.first_move, time(value)?),
            Some(("bank", value)) => once(part, &mut self.clock.bank, time(value)?),
            Some(("nodes", value)) => once(part, &mut self.nodes, positive(value, u64::MAX)?),
            Some(("depth", value)) => once(part, &mut self.depth, positive(value, 200)? as u32),
            Some((key, _)) => Err(format!("unknown part '{key}', known: first, bank, nodes, depth")),
            None => match part.split_once('+') {
                Some((bank, increment)) => {
                    self.clock.increment = time(increment)?;
                    once(part, &mut self.clock.bank, time(bank)?)
                }
                None => once(part, &mut self.clock.per_move, time(part)?),
            },
        }
    }
}

fn once<T>(part: &str, slot: &mut Option<T>, value: T) -> Result<(), String> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("'{part}' says again what was said before")),
    }
}

fn positive(text: &str, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("expected a whole number from 1 to {most}, got '{text}'"))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(first) = self.clock.first_move {
            parts.push(format!("first={}", short(first)));
        }
        if let Some(bank) = self.clock.bank {
            parts.push(if self.clock.increment.is_zero() {
                format!("bank={}", short(bank))
            } else {
                format!("{}+{}", short(bank), short(self.clock.increment))
            });
        }
        parts.extend(self.clock.per_move.map(short));
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        write!(f, "{}{}", parts.join(","), if self.cpu { " cpu" } else { "" })
    }
}

/// The shortest exact spelling with one unit.
pub(crate) fn short(time: Duration) -> String {
    let micros = time.as_micros();
    match micros {
        _ if micros.is_multiple_of(1_000_000) => format!("{}s", micros / 1_000_000),
        _ if micros.is_multiple_of(1_000) => format!("{}ms", micros / 1_000),
        _ => format!("{micros}us"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_comes_back() {
        for text in
            ["200ms", "first=30s,2s", "bank=180s", "60s+1s", "nodes=1000", "depth=4", "2s,nodes=9", "bank=180s cpu"]
        {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
        }
        assert_eq!("1.5s".parse::<TimeControl>().unwrap().to_string(), "1500ms");
        assert_eq!("bank=6.2222222s".parse::<TimeControl>().unwrap().to_string(), "bank=6222222us");
        assert!("180scpu".parse::<TimeControl>().unwrap().cpu);
    }

    #[test]
    fn time_is_scaled_and_counts_are_not() {
        let scaled = |text: &str| text.parse::<TimeControl>().unwrap().scaled(1.5).to_string();
        let texts = ["200ms", "first=30s,2s", "60s+1s", "nodes=1000", "2s,depth=4"].map(scaled);
        assert_eq!(texts, ["300ms", "first=45s,3s", "90s+1500ms", "nodes=1000", "3s,depth=4"]);
    }

    #[test]
    fn errors_say_what_was_expected() {
        let said = |text: &str| text.parse::<TimeControl>().unwrap_err().to_string();
        assert_eq!(said("5"), "time control '5': '5' has no unit: write 5ms or 5s");
        assert_eq!(
            said("nodes=0"),
            "time control 'nodes=0': expected a whole number from 1 to 18446744073709551615, got '0'"
        );
        assert_eq!(said("x=3s"), "time control 'x=3s': unknown part 'x', known: first, bank, nodes, depth");
        assert_eq!(said("2s,3s"), "time control '2s,3s': '3s' says again what was said before");
        assert_eq!(
            said("nodes=5,nodes=6"),
            "time control 'nodes=5,nodes=6': 'nodes=6' says again what was said before"
        );
        for nonsense in ["", ",", "2s,", "bank=", "+1s", "1s+", "cpu", "-2s", "é"] {
            assert!(nonsense.parse::<TimeControl>().is_err(), "{nonsense}");
        }
    }
}
