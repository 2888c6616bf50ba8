//! What an option is: declared once, and from that follow how it is listed, read, spelled in full, put into a form and
//! limited by a server.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::weights::WeightList;

/// An option of a game or an agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub key: &'static str,
    /// What it may be, and what it is when nobody says.
    pub kind: Kind,
    /// What it does, in a few words.
    pub about: &'static str,
}

/// What an option may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number that shapes how the game is or how the agent plays.
    Number(Whole),
    /// How far an agent thinks at most: plies, positions, simulations.
    Limit(Whole),
    /// Memory, in units of 2^20 bytes.
    Megabytes(Whole),
    /// Threads.
    Threads(Whole),
    /// The seed of random choices.
    Seed(Whole),
    /// A decimal number.
    Decimal {
        /// The smallest it may be.
        least: f64,
        /// The largest.
        most: f64,
        /// What it is when nobody says.
        default: f64,
    },
    /// `on` or `off`.
    Switch {
        /// What it is when nobody says.
        default: bool,
    },
    /// One of some words, the first when nobody says.
    Choice(&'static [&'static str]),
    /// The weights of an agent: the name of a set, numbers, or a file.
    Weights(&'static WeightList),
    /// A file that is read, or `off`, which it is when nobody says.
    File,
}

/// The range of a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole {
    /// The smallest it may be.
    pub least: u64,
    /// The largest.
    pub most: u64,
    /// Whether the word `off` will do instead.
    pub or_off: bool,
    /// What it is when nobody says.
    pub default: Usual,
}

/// What a number is when nobody says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Usual {
    /// This.
    Is(u64),
    /// The word `off`.
    Off,
    /// It follows from other options, in these words.
    Follows(&'static str),
}

const OFF: &str = "off";
const SWITCH: [&str; 2] = ["on", OFF];

impl Whole {
    pub(crate) const fn new(range: RangeInclusive<u64>, or_off: bool, default: Usual) -> Self {
        let (least, most) = (*range.start(), *range.end());
        match default {
            Usual::Is(number) => assert!(least <= number && number <= most, "the default is out of the range"),
            Usual::Off => assert!(or_off, "off is no number"),
            Usual::Follows(_) => {}
        }
        Self { least, most, or_off, default }
    }

    fn read(&self, text: &str) -> Option<String> {
        if self.or_off && text == OFF {
            return Some(OFF.to_owned());
        }
        text.parse().ok().filter(|value| (self.least..=self.most).contains(value)).map(|value: u64| value.to_string())
    }
}

impl Kind {
    /// Its name where it is written as data.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Number(_) => "number",
            Self::Limit(_) => "limit",
            Self::Megabytes(_) => "megabytes",
            Self::Threads(_) => "threads",
            Self::Seed(_) => "seed",
            Self::Decimal { .. } => "decimal",
            Self::Switch { .. } => "switch",
            Self::Choice(_) => "choice",
            Self::Weights(_) => "weights",
            Self::File => "file",
        }
    }

    /// Its range, if it is a whole number.
    pub fn whole(&self) -> Option<Whole> {
        match *self {
            Self::Number(whole)
            | Self::Limit(whole)
            | Self::Megabytes(whole)
            | Self::Threads(whole)
            | Self::Seed(whole) => Some(whole),
            Self::Decimal { .. } | Self::Switch { .. } | Self::Choice(_) | Self::Weights(_) | Self::File => None,
        }
    }

    /// The words it may be, if it is one of several words.
    pub fn words(&self) -> Vec<&'static str> {
        match self {
            Self::Switch { .. } => SWITCH.to_vec(),
            Self::Choice(words) => words.to_vec(),
            _ => Vec::new(),
        }
    }

    /// The weights it sets, if it sets weights.
    pub fn weights(&self) -> Option<&'static WeightList> {
        match *self {
            Self::Weights(list) => Some(list),
            _ => None,
        }
    }

    /// Whether it has numbers that make an agent play better or worse, and not only longer: something to tune.
    pub fn is_tunable(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Decimal { .. } | Self::Weights(_))
    }

    /// What it is when nobody says; in words where it follows from other options.
    pub fn default_text(&self) -> String {
        let words = |words: &str| words.to_owned();
        match *self {
            Self::Decimal { default, .. } => default.to_string(),
            Self::Switch { default } => words(SWITCH[usize::from(!default)]),
            Self::Choice(choices) => words(choices[0]),
            Self::Weights(list) => words(list.sets[0].0),
            _ => match self.whole().map(|whole| whole.default) {
                Some(Usual::Is(number)) => number.to_string(),
                Some(Usual::Follows(reason)) => words(reason),
                Some(Usual::Off) | None => words(OFF),
            },
        }
    }

    /// Whether the default follows from other options.
    pub(crate) fn follows(&self) -> bool {
        self.whole().is_some_and(|whole| matches!(whole.default, Usual::Follows(_)))
    }

    /// What it may be, as it is listed: `1..200|off`, `first|random`.
    pub fn range_text(&self) -> String {
        match *self {
            Self::Decimal { least, most, .. } => span(least, most),
            Self::Weights(list) => list.names().chain(["KEY:N", "FILE"]).collect::<Vec<_>>().join("|"),
            Self::Switch { .. } | Self::Choice(_) => self.words().join("|"),
            Self::File => "FILE|off".to_owned(),
            _ => self.whole().map_or(String::new(), |whole| {
                let off = if whole.or_off { "|off" } else { "" };
                format!("{}{off}", span(whole.least, whole.most))
            }),
        }
    }

    /// What it may be, as an error says it.
    pub(crate) fn expected(&self) -> String {
        match *self {
            Self::Decimal { least, most, .. } => format!("a number from {least} to {most}"),
            Self::Weights(_) => "weights".to_owned(),
            Self::File => "a file or off".to_owned(),
            Self::Switch { .. } | Self::Choice(_) => format!("one of {}", self.words().join(", ")),
            _ => self.whole().map_or(String::new(), |Whole { least, most, or_off, .. }| {
                format!("a whole number from {least} to {most}{}", if or_off { " or off" } else { "" })
            }),
        }
    }

    /// The one spelling of what was typed; `None` if it may not be that.
    pub(crate) fn read(&self, text: &str) -> Option<String> {
        match *self {
            Self::Decimal { least, most, .. } => {
                text.parse().ok().filter(|value| (least..=most).contains(value)).map(|value: f64| value.to_string())
            }
            Self::Weights(_) | Self::File => Some(text.to_owned()),
            Self::Switch { .. } | Self::Choice(_) => self.words().contains(&text).then(|| text.to_owned()),
            _ => self.whole()?.read(text),
        }
    }
}

fn span<T: Display + PartialEq>(least: T, most: T) -> String {
    if least == most { least.to_string() } else { format!("{least}..{most}") }
}
