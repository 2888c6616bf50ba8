//! A figure of ours: a number, its 95 % interval, and what it was counted from.

use ply_arena::stats::{MatchScore, expected_score};
use serde::Serialize;

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share of all, from 0 to 1.
    Share,
    /// How many times as much.
    Ratio,
    /// Milliseconds.
    Milliseconds,
    /// Things.
    Count,
}

impl Unit {
    /// A number of this unit for people.
    pub fn text(self, number: f64) -> String {
        match self {
            Self::Share => format!("{:.1} %", 100.0 * number),
            Self::Ratio => format!("x {number:.2}"),
            Self::Milliseconds => format!("{number:.1} ms"),
            Self::Count => format!("{number:.1}"),
        }
    }
}

/// A figure of ours.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Value {
    /// The number itself.
    pub value: f64,
    /// The lower end of its 95 % interval; the smallest seen where nothing was drawn from chance.
    pub low: f64,
    /// The upper end, or the largest seen.
    pub high: f64,
    /// What it counts.
    pub unit: Unit,
    /// Games, moves or positions it comes from.
    pub samples: u64,
    /// What was counted, in short: `+37 =2 -1`.
    pub detail: String,
}

impl Value {
    /// The score of a match as a share, if a game was played. The ends are those of the match's own interval, which
    /// counts opening pairs as one observation.
    pub fn of_score(score: &MatchScore) -> Option<Self> {
        Some(Self {
            value: score.score?,
            low: score.elo_low.map_or(0.0, expected_score),
            high: score.elo_high.map_or(1.0, expected_score),
            unit: Unit::Share,
            samples: score.games,
            detail: format!("+{} ={} -{}", score.wins, score.draws, score.losses),
        })
    }

    /// The mean of several numbers, from the smallest to the largest.
    pub fn of_numbers(unit: Unit, numbers: &[f64], detail: impl Into<String>) -> Option<Self> {
        let (low, high) = numbers
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| (low.min(*number), high.max(*number)));
        let value = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let samples = numbers.len() as u64;
        (!numbers.is_empty()).then(|| Self { value, low, high, unit, samples, detail: detail.into() })
    }

    /// The number with its unit.
    pub fn text(&self) -> String {
        self.unit.text(self.value)
    }

    /// The interval with its unit.
    pub fn interval(&self) -> String {
        match self.unit {
            Unit::Share => format!("{:.1} to {:.1} %", 100.0 * self.low, 100.0 * self.high),
            unit => format!("{} to {}", unit.text(self.low), unit.text(self.high)),
        }
    }
}
