//! `NAME[:key=value,...]`: how games and agents are named everywhere, and how their options are read.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A name with options, as typed.
///
/// ```
/// use ply_game::Spec;
/// let spec: Spec = "simplexity:rows=8,cols=9".parse().unwrap();
/// assert_eq!(spec.name, "simplexity");
/// assert_eq!(spec.to_string(), "simplexity:rows=8,cols=9");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    /// Which game or agent.
    pub name: String,
    /// Its options in the order given.
    pub options: Vec<(String, String)>,
}

/// What is wrong with a spec.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// The text has not the form `NAME[:key=value,...]`.
    #[error("expected NAME or NAME:key=value,..., got '{0}'")]
    Form(String),
    /// No such game or agent.
    #[error("unknown {kind} '{name}'{}; known: {known}", did_you_mean(.nearest))]
    Name {
        /// `game` or `agent`.
        kind: &'static str,
        /// What came.
        name: String,
        /// The known name closest to it.
        nearest: Option<String>,
        /// All of them.
        known: String,
    },
    /// No such option.
    #[error("{owner} has no option '{key}'{}; options: {known}", did_you_mean(.nearest))]
    Option {
        /// The game or agent.
        owner: String,
        /// What came.
        key: String,
        /// The known option closest to it.
        nearest: Option<String>,
        /// All of them.
        known: String,
    },
    /// The same option twice.
    #[error("{owner}: option '{key}' is given twice")]
    Twice {
        /// The game or agent.
        owner: String,
        /// The option.
        key: String,
    },
    /// A value that is not one of those allowed.
    #[error("{owner}: {key} must be {expected}, got '{got}'")]
    Value {
        /// The game or agent.
        owner: String,
        /// The option.
        key: String,
        /// What is allowed.
        expected: String,
        /// What came.
        got: String,
    },
    /// Values that are allowed each but not together.
    #[error("{owner}: {reason}")]
    Together {
        /// The game or agent.
        owner: String,
        /// What is wrong.
        reason: String,
    },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!(", did you mean '{name}'?")).unwrap_or_default()
}

/// The known name closest to an unknown one, if any is close.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&name.to_lowercase(), candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate.to_owned())
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let form = || SpecError::Form(text.chars().take(60).collect());
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let word = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        if !word(name) {
            return Err(form());
        }
        let mut options: Vec<(String, String)> = Vec::new();
        for part in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (key, value) = part.split_once('=').ok_or_else(form)?;
            if !word(key) || value.is_empty() {
                return Err(form());
            }
            if options.iter().any(|(other, _)| other == key) {
                return Err(SpecError::Twice { owner: name.to_owned(), key: key.to_owned() });
            }
            options.push((key.to_owned(), value.to_owned()));
        }
        Ok(Self { name: name.to_owned(), options })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// An option as it is listed for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub key: &'static str,
    /// What holds when it is left out, in words or as a value.
    pub default: &'static str,
    /// What it may be.
    pub range: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
}

/// Reads the options of a spec one by one, with defaults, and remembers what it gave: [`spec`](Options::spec) is then
/// the full spelling.
#[derive(Debug)]
pub struct Options<'a> {
    given: &'a Spec,
    full: Spec,
}

impl<'a> Options<'a> {
    /// Refuses options that are not in `known`.
    pub fn new(given: &'a Spec, known: &[OptionInfo]) -> Result<Self, SpecError> {
        for (key, _) in &given.options {
            if !known.iter().any(|option| option.key == key) {
                let keys = || known.iter().map(|option| option.key);
                return Err(SpecError::Option {
                    owner: given.name.clone(),
                    key: key.clone(),
                    nearest: nearest(key, keys()),
                    known: if known.is_empty() { "none".to_owned() } else { keys().collect::<Vec<_>>().join(", ") },
                });
            }
        }
        Ok(Self { given, full: Spec { name: given.name.clone(), options: Vec::new() } })
    }

    fn raw(&self, key: &str) -> Option<&'a str> {
        self.given.options.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
    }

    fn keep(&mut self, key: &str, value: impl fmt::Display) {
        self.full.options.push((key.to_owned(), value.to_string()));
    }

    fn wrong(&self, key: &str, expected: String, got: &str) -> SpecError {
        SpecError::Value { owner: self.given.name.clone(), key: key.to_owned(), expected, got: got.to_owned() }
    }

    /// A whole number within `range`, or the default.
    pub fn number(&mut self, key: &str, range: RangeInclusive<u64>, default: u64) -> Result<u64, SpecError> {
        let value = match self.raw(key) {
            None => default,
            Some(text) => text.parse().ok().filter(|value| range.contains(value)).ok_or_else(|| {
                self.wrong(key, format!("a whole number from {} to {}", range.start(), range.end()), text)
            })?,
        };
        self.keep(key, value);
        Ok(value)
    }

    /// A decimal number within `range`, or the default.
    pub fn decimal(&mut self, key: &str, range: RangeInclusive<f64>, default: f64) -> Result<f64, SpecError> {
        let value =
            match self.raw(key) {
                None => default,
                Some(text) => text.parse().ok().filter(|value| range.contains(value)).ok_or_else(|| {
                    self.wrong(key, format!("a number from {} to {}", range.start(), range.end()), text)
                })?,
            };
        self.keep(key, value);
        Ok(value)
    }

    /// A whole number within `range`, or the word `off`.
    pub fn number_or_off(
        &mut self,
        key: &str,
        range: RangeInclusive<u64>,
        default: Option<u64>,
    ) -> Result<Option<u64>, SpecError> {
        if self.raw(key) == Some("off") || (self.raw(key).is_none() && default.is_none()) {
            self.keep(key, "off");
            return Ok(None);
        }
        self.number(key, range, default.unwrap_or_default()).map(Some)
    }

    /// `on` or `off`.
    pub fn switch(&mut self, key: &str, default: bool) -> Result<bool, SpecError> {
        let words = if default { ["on", "off"] } else { ["off", "on"] };
        let chosen = self.choice(key, &words)?;
        Ok(words[chosen] == "on")
    }

    /// One of some words, or the first of them; gives its place in the list.
    pub fn choice(&mut self, key: &str, words: &[&str]) -> Result<usize, SpecError> {
        let chosen = match self.raw(key) {
            None => 0,
            Some(text) => words
                .iter()
                .position(|word| *word == text)
                .ok_or_else(|| self.wrong(key, format!("one of {}", words.join(", ")), text))?,
        };
        self.keep(key, words[chosen]);
        Ok(chosen)
    }

    /// Any text, or the default: a file's name, for example.
    pub fn text(&mut self, key: &str, default: &str) -> String {
        let value = self.raw(key).unwrap_or(default).to_owned();
        self.keep(key, &value);
        value
    }

    /// An error about values that do not go together.
    pub fn together(&self, reason: impl Into<String>) -> SpecError {
        SpecError::Together { owner: self.given.name.clone(), reason: reason.into() }
    }

    /// The spec with every option that was read, defaults included, in the order of reading.
    pub fn spec(&self) -> Spec {
        self.full.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[OptionInfo] = &[
        OptionInfo { key: "rows", default: "6", range: "1..64", about: "" },
        OptionInfo { key: "rules", default: "referee", range: "referee|printed", about: "" },
    ];

    #[test]
    fn the_full_spelling_has_the_defaults() {
        let spec: Spec = "g:rules=printed".parse().unwrap();
        let mut options = Options::new(&spec, KNOWN).unwrap();
        assert_eq!(options.number("rows", 1..=64, 6), Ok(6));
        assert_eq!(options.choice("rules", &["referee", "printed"]), Ok(1));
        assert_eq!(options.spec().to_string(), "g:rows=6,rules=printed");
        let spec: Spec = "g:rows=off".parse().unwrap();
        let mut options = Options::new(&spec, KNOWN).unwrap();
        assert_eq!(options.number_or_off("rows", 1..=64, Some(6)), Ok(None));
        assert_eq!(options.switch("rules", true), Ok(true));
        assert_eq!(options.spec().to_string(), "g:rows=off,rules=on");
        let spec: Spec = "g:rules=my/file.toml".parse().unwrap();
        let mut options = Options::new(&spec, KNOWN).unwrap();
        assert_eq!(
            (options.text("rules", "none"), options.text("rows", "none")),
            ("my/file.toml".into(), "none".into())
        );
        assert_eq!(options.spec().to_string(), "g:rules=my/file.toml,rows=none");
    }

    #[test]
    fn errors_name_the_option_and_what_it_may_be() {
        let error = |text: &str| {
            let spec: Spec = text.parse()?;
            let mut options = Options::new(&spec, KNOWN)?;
            options.number("rows", 1..=64, 6).map(|_| ())
        };
        let said = |text| error(text).unwrap_err().to_string();
        assert_eq!(said("g:rows=99"), "g: rows must be a whole number from 1 to 64, got '99'");
        assert_eq!(said("g:row=9"), "g has no option 'row', did you mean 'rows'?; options: rows, rules");
        assert_eq!(said("g:rows=1,rows=2"), "g: option 'rows' is given twice");
        assert_eq!(said("g:rows"), "expected NAME or NAME:key=value,..., got 'g:rows'");
        assert_eq!(said(""), "expected NAME or NAME:key=value,..., got ''");
    }

    #[test]
    fn an_unknown_name_finds_its_neighbour() {
        assert_eq!(nearest("simplexty", ["infexion", "simplexity"]), Some("simplexity".to_owned()));
        assert_eq!(nearest("zzz", ["infexion", "simplexity"]), None);
    }
}
