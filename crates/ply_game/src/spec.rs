//! `NAME[:key=value,...]`: how games and agents are named everywhere.

use std::fmt;
use std::str::FromStr;

use crate::{harmless_line, is_harmless_line};

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

impl Spec {
    /// What an option was given as.
    pub fn option(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let form = || SpecError::Form(harmless_line(text, 60));
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
            if !word(key) || value.is_empty() || !is_harmless_line(value) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_of_another_form_is_refused() {
        let said = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
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
