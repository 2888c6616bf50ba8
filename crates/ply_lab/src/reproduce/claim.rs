//! What a report says, and whether ours agrees.
//!
//! A claim is a range of the figure. Ours agrees where its interval touches the range; a claim about an order (more than
//! half) holds only where the whole interval is in the range, and stays open where the interval is too wide to tell.

use serde::Serialize;

use super::value::Value;

/// What a report says of one figure.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Claim {
    /// In words, for the table.
    pub text: String,
    /// Where the figure would have to be (an open end is infinite, `null` in JSON); nothing where the report says
    /// nothing that can be measured.
    pub range: Option<[f64; 2]>,
    /// The whole interval has to be in the range.
    pub order: bool,
    /// The report's own number, if it gives one.
    pub figure: Option<f64>,
}

/// How far a figure that a report gives without its number of games may be off and still agree.
const ROUNDING: f64 = 0.05;
/// What "every game" may lose to chance.
const EVERY: f64 = 0.01;

impl Claim {
    /// A share that the report gives as about this much.
    pub fn about(share: f64) -> Self {
        let range = [(share - ROUNDING).max(0.0), (share + ROUNDING).min(1.0)];
        Self { text: format!("about {:.0} %", 100.0 * share), range: Some(range), order: false, figure: Some(share) }
    }

    /// A share that the report gives with two decimals.
    pub fn share(share: f64) -> Self {
        Self { text: format!("{share:.2}"), ..Self::about(share) }
    }

    /// All of them.
    pub fn every(text: &str) -> Self {
        Self { text: text.to_owned(), range: Some([1.0 - EVERY, 1.0]), order: false, figure: Some(1.0) }
    }

    /// More than half.
    pub fn wins(text: &str) -> Self {
        Self::between(text, [0.5, 1.0])
    }

    /// Less than half.
    pub fn loses(text: &str) -> Self {
        Self::between(text, [0.0, 0.5])
    }

    /// The whole interval lies between these.
    pub fn between(text: &str, range: [f64; 2]) -> Self {
        Self { text: text.to_owned(), range: Some(range), order: true, figure: None }
    }

    /// The figure lies between these or touches them.
    pub fn touches(text: &str, range: [f64; 2]) -> Self {
        Self { order: false, ..Self::between(text, range) }
    }

    /// Something that cannot be set beside a figure of ours, or nothing at all.
    pub fn unmeasured(text: &str) -> Self {
        Self { text: text.to_owned(), range: None, order: false, figure: None }
    }

    /// Whether a figure of ours agrees.
    pub fn judge(&self, ours: Option<&Value>) -> Verdict {
        let (Some([low, high]), Some(ours)) = (self.range, ours) else {
            return if ours.is_none() { Verdict::Unplayed } else { Verdict::Beside };
        };
        if ours.low > high {
            Verdict::Higher
        } else if ours.high < low {
            Verdict::Lower
        } else if self.order && (ours.low < low || ours.high > high) {
            Verdict::Open
        } else {
            Verdict::Agrees
        }
    }
}

/// How ours stands to the report's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Within the interval.
    Agrees,
    /// Ours is higher.
    Higher,
    /// Ours is lower.
    Lower,
    /// Too few games to tell.
    Open,
    /// The report gives nothing to compare with.
    Beside,
    /// Not played yet.
    Unplayed,
}

impl Verdict {
    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Higher => "higher than the report",
            Self::Lower => "lower than the report",
            Self::Open => "too few games to tell",
            Self::Beside => "no figure to compare",
            Self::Unplayed => "not played",
        }
    }

    /// In words for a wish, whose claim is that it gains.
    pub const fn of_wish(self) -> &'static str {
        match self {
            Self::Agrees => "gains",
            Self::Lower => "loses",
            Self::Higher | Self::Open | Self::Beside => "nothing shown",
            Self::Unplayed => "not played",
        }
    }

    /// Ours is on another side than the report's.
    pub const fn differs(self) -> bool {
        matches!(self, Self::Higher | Self::Lower)
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::Unit;
    use super::*;

    fn value(low: f64, high: f64) -> Value {
        Value { value: (low + high) / 2.0, low, high, unit: Unit::Share, samples: 10, detail: String::new() }
    }

    #[test]
    fn a_share_agrees_where_the_intervals_touch() {
        let claim = Claim::about(0.9);
        assert_eq!(claim.judge(Some(&value(0.80, 0.86))), Verdict::Agrees);
        assert_eq!(claim.judge(Some(&value(0.96, 0.99))), Verdict::Higher);
        assert_eq!(claim.judge(Some(&value(0.10, 0.84))), Verdict::Lower);
        assert_eq!(claim.judge(None), Verdict::Unplayed);
    }

    #[test]
    fn an_order_needs_the_whole_interval() {
        let claim = Claim::wins("wins");
        assert_eq!(claim.judge(Some(&value(0.51, 0.9))), Verdict::Agrees);
        assert_eq!(claim.judge(Some(&value(0.45, 0.9))), Verdict::Open);
        assert_eq!(claim.judge(Some(&value(0.1, 0.49))), Verdict::Lower);
        assert_eq!(Claim::loses("loses").judge(Some(&value(0.6, 0.7))), Verdict::Higher);
    }

    #[test]
    fn nothing_said_is_nothing_to_judge() {
        assert_eq!(Claim::unmeasured("").judge(Some(&value(0.1, 0.2))), Verdict::Beside);
    }
}
