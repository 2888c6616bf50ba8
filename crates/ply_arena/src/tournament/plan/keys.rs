//! Reads a TOML table key by key, with errors that give the whole path: `games[1].time`.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use ply_game::{harmless_line, nearest};
use toml::{Table, Value};

use super::PlanError;
use super::error::did_you_mean;

/// A table that is being read.
pub(super) struct Keys {
    /// The table's own key with a dot, or nothing at the top.
    path: String,
    table: Table,
}

impl Keys {
    /// Refuses keys that are not in `known`.
    pub(super) fn new(path: &str, table: Table, known: &[&str]) -> Result<Self, PlanError> {
        let path = if path.is_empty() { String::new() } else { format!("{path}.") };
        match table.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(PlanError::Unknown {
                key: format!("{path}{}", cut(key)),
                nearest: nearest(key, known.iter().copied()),
                known: known.join(", "),
            }),
            None => Ok(Self { path, table }),
        }
    }

    /// The whole path of a key.
    pub(super) fn path(&self, key: &str) -> String {
        format!("{}{key}", self.path)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Whether a key has this text.
    pub(super) fn is(&self, key: &str, text: &str) -> bool {
        self.table.get(key).and_then(Value::as_str) == Some(text)
    }

    pub(super) fn take(&mut self, key: &str) -> Option<Value> {
        self.table.remove(key)
    }

    pub(super) fn missing(&self, key: &str, expected: &str) -> PlanError {
        PlanError::Missing { key: self.path(key), expected: expected.to_owned() }
    }

    pub(super) fn value(&self, key: &str, expected: impl Display, got: &Value) -> PlanError {
        value(&self.path(key), expected, got)
    }

    /// A text.
    pub(super) fn text(&mut self, key: &str, expected: &str) -> Result<Option<String>, PlanError> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(text)),
            Some(other) => Err(self.value(key, expected, &other)),
        }
    }

    /// A text that something can be read from.
    pub(super) fn parsed<T>(&mut self, key: &str, expected: &str) -> Result<Option<T>, PlanError>
    where
        T: FromStr<Err: Display>,
    {
        self.read(key, expected, |text| text.parse().map_err(|error: T::Err| error.to_string()))
    }

    /// A text that `read` understands.
    pub(super) fn read<T>(
        &mut self,
        key: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, PlanError> {
        let text = self.text(key, expected)?;
        text.map(|text| read(&text).map_err(|reason| PlanError::wrong(self.path(key), reason))).transpose()
    }

    /// One of some words; gives its place in the list.
    pub(super) fn word(&mut self, key: &str, words: &[&str]) -> Result<Option<usize>, PlanError> {
        let expected = format!("one of {}", words.join(", "));
        let Some(text) = self.text(key, &expected)? else { return Ok(None) };
        let place = words.iter().position(|word| *word == text);
        let near = nearest(&text, words.iter().copied());
        let hint = did_you_mean(near.as_deref());
        place.map(Some).ok_or_else(|| PlanError::Value {
            key: self.path(key),
            expected,
            got: format!("{}{hint}", cited(&text)),
        })
    }

    /// A whole number within `range`.
    pub(super) fn number(&mut self, key: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, PlanError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
        let number = number.filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| {
            let expected = format!("a whole number from {} to {}", range.start(), range.end());
            self.value(key, expected, &value)
        })
    }

    /// true or false.
    pub(super) fn switch(&mut self, key: &str) -> Result<Option<bool>, PlanError> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Boolean(on)) => Ok(Some(on)),
            Some(other) => Err(self.value(key, "true or false", &other)),
        }
    }

    /// A table within the table; an empty one where there is none.
    pub(super) fn table(&mut self, key: &str, known: &[&str]) -> Result<Self, PlanError> {
        match self.take(key) {
            None => Self::new(&self.path(key), Table::new(), known),
            Some(Value::Table(table)) => Self::new(&self.path(key), table, known),
            Some(other) => Err(self.value(key, format!("a table of {}", known.join(", ")), &other)),
        }
    }

    /// A table of texts with any keys; an empty one where there is none.
    pub(super) fn all_texts(&mut self, key: &str) -> Result<BTreeMap<String, String>, PlanError> {
        let table = match self.take(key) {
            None => Table::new(),
            Some(Value::Table(table)) => table,
            Some(other) => return Err(self.value(key, "a table of texts", &other)),
        };
        let text = |(name, entry)| match entry {
            Value::String(text) => Ok((name, text)),
            other => Err(value(&format!("{}.{name}", self.path(key)), "a text", &other)),
        };
        table.into_iter().map(text).collect()
    }

    /// A list, each element with its path; `None` without the key.
    pub(super) fn list(&mut self, key: &str, expected: &str) -> Result<Option<Vec<(String, Value)>>, PlanError> {
        let path = self.path(key);
        match self.take(key) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(
                list.into_iter().enumerate().map(|(place, value)| (format!("{path}[{place}]"), value)).collect(),
            )),
            Some(other) => Err(self.value(key, expected, &other)),
        }
    }

    /// A list of texts; an empty one where there is none.
    pub(super) fn texts(&mut self, key: &str, expected: &str) -> Result<Vec<String>, PlanError> {
        let list = self.list(key, &format!("a list, each {expected}"))?.unwrap_or_default();
        let text = |(path, entry): (String, Value)| match entry {
            Value::String(text) if !text.is_empty() => Ok(text),
            other => Err(value(&path, expected, &other)),
        };
        list.into_iter().map(text).collect()
    }
}

/// An error about a value.
pub(super) fn value(path: &str, expected: impl Display, got: &Value) -> PlanError {
    let got = match got {
        Value::String(text) => cited(text),
        Value::Array(_) => "a list".to_owned(),
        Value::Table(_) => "a table".to_owned(),
        other => cut(&other.to_string()),
    };
    PlanError::Value { key: path.to_owned(), expected: expected.to_string(), got }
}

/// So much of a text as an error shows.
fn cut(text: &str) -> String {
    harmless_line(text, 60)
}

/// The same in quotes.
pub(super) fn cited(text: &str) -> String {
    format!("'{}'", cut(text))
}
