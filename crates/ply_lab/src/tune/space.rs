//! The box that is searched: every number between 0 and 1, whatever its range.

use std::str::FromStr;

/// A number that is tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The smallest it may become.
    pub least: f64,
    /// The largest.
    pub most: f64,
    /// What it is before.
    pub start: f64,
    /// Whether it is a whole number.
    pub whole: bool,
}

/// A range that is so many times as wide as the start is far from 0 is searched by factors, not by differences. Of a number
/// that starts at 0 nothing is known but its range.
const WIDE: f64 = 100.0;

impl Axis {
    /// What makes a difference near 0, if the range is wide: beyond it, steps are factors.
    fn scale(&self) -> Option<f64> {
        let scale = self.start.abs();
        (scale > 0.0 && self.most - self.least > WIDE * scale).then_some(scale)
    }

    /// The number on the scale that is searched: linear, or linear near 0 and logarithmic beyond, on both sides.
    fn scaled(&self, value: f64) -> f64 {
        self.scale().map_or(value, |scale| libm::asinh(value / scale))
    }

    /// Where a value lies between the ends, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        let [least, most] = [self.least, self.most].map(|end| self.scaled(end));
        (self.scaled(value.clamp(self.least, self.most)) - least) / (most - least)
    }

    /// The value at a place between the ends: a whole number is rounded, a decimal has four significant digits.
    fn value(&self, share: f64) -> f64 {
        let [least, most] = [self.least, self.most].map(|end| self.scaled(end));
        let scaled = least + share.clamp(0.0, 1.0) * (most - least);
        let value = self.scale().map_or(scaled, |scale| scale * libm::sinh(scaled));
        let value = if self.whole { value.round() } else { rounded(value) };
        value.clamp(self.least, self.most)
    }

    /// How far apart two neighbouring values are at most, as a share; nothing for decimals.
    fn grain(&self) -> f64 {
        match self.whole {
            false => 0.0,
            // Wide ranges are finest at 0.
            true => {
                let zero = 0f64.clamp(self.least, self.most - 1.0);
                self.share(zero + 1.0) - self.share(zero)
            }
        }
    }
}

/// Four significant digits, so that a spec can be read.
fn rounded(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { format!("{value:.3e}").parse().unwrap_or(value) }
}

/// The numbers that are tuned, all at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    /// One each.
    pub axes: Vec<Axis>,
}

impl Space {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.axes.len()
    }

    /// There is none.
    pub fn is_empty(&self) -> bool {
        self.axes.is_empty()
    }

    /// Where the search starts, in the box.
    pub fn start(&self) -> Vec<f64> {
        self.axes.iter().map(|axis| axis.share(axis.start)).collect()
    }

    /// The values at a point of the box.
    pub fn values(&self, point: &[f64]) -> Vec<f64> {
        self.axes.iter().zip(point).map(|(axis, share)| axis.value(*share)).collect()
    }

    /// The point of the box that values lie at.
    pub fn point(&self, values: &[f64]) -> Vec<f64> {
        self.axes.iter().zip(values).map(|(axis, value)| axis.share(*value)).collect()
    }

    /// How far apart neighbouring values are along each axis, as shares.
    pub fn grains(&self) -> Vec<f64> {
        self.axes.iter().map(Axis::grain).collect()
    }
}

/// A range as it is typed: `shape=0..50`.
#[derive(Clone, PartialEq, Debug)]
pub struct AxisRange {
    /// Whose.
    pub name: String,
    /// The smallest.
    pub least: f64,
    /// The largest.
    pub most: f64,
}

impl FromStr for AxisRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || format!("expected NAME=LOW..HIGH, got '{text}'");
        let (name, range) = text.split_once('=').ok_or_else(form)?;
        let (least, most) = range.split_once("..").ok_or_else(form)?;
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(form);
        let (least, most) = (number(least)?, number(most)?);
        if least >= most {
            return Err(format!("{name}: the range {least}..{most} is empty: expected LOW below HIGH"));
        }
        Ok(Self { name: name.to_owned(), least, most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(least: f64, most: f64, whole: bool) -> Axis {
        Axis { name: "x".to_owned(), least, most, start: least, whole }
    }

    #[test]
    fn values_and_places_are_each_others_inverse() {
        for axis in [axis(-100.0, 100.0, true), axis(1.0, 5000.0, true), axis(0.0, 3.0, false)] {
            for value in [axis.least, axis.least + 2.0, axis.most] {
                assert_eq!(axis.value(axis.share(value)), value);
            }
            assert_eq!((axis.value(-3.0), axis.value(7.0)), (axis.least, axis.most));
        }
    }

    #[test]
    fn a_wide_range_is_searched_by_factors_of_the_start_on_both_sides_of_0() {
        let wide = Axis { start: 10.0, ..axis(-1000.0, 1000.0, true) };
        assert_eq!((wide.value(0.5), wide.value(0.0), wide.value(1.0)), (0.0, -1000.0, 1000.0));
        let there = wide.share(10.0);
        assert!((15.0..25.0).contains(&wide.value(there + 0.05)) && (3.0..8.0).contains(&wide.value(there - 0.05)));
        let narrow = Axis { start: 400.0, ..wide };
        assert_eq!(narrow.value(0.75), 500.0);
        assert_eq!(axis(0.0, 1.0, false).value(1.0), 1.0);
    }

    #[test]
    fn a_range_says_what_is_wrong_with_it() {
        assert_eq!("a=-1..2.5".parse(), Ok(AxisRange { name: "a".to_owned(), least: -1.0, most: 2.5 }));
        let said = |text: &str| text.parse::<AxisRange>().unwrap_err();
        assert_eq!(said("a=3..3"), "a: the range 3..3 is empty: expected LOW below HIGH");
        for wrong in ["a", "a=1", "a=1..", "a=x..2", "a=0..inf"] {
            assert_eq!(said(wrong), format!("expected NAME=LOW..HIGH, got '{wrong}'"));
        }
    }
}
