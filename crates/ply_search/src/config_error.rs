//! What is said when a setting of a searcher is out of its range.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// A setting that is out of its range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{option} must be from {range}, got {got}")]
pub struct ConfigError {
    /// The name of the setting.
    pub option: &'static str,
    /// What it may be.
    pub range: String,
    /// What it was.
    pub got: String,
}

/// `Ok` where the range contains the value.
pub(crate) fn within<T: PartialOrd + Display>(
    option: &'static str,
    got: T,
    range: RangeInclusive<T>,
) -> Result<(), ConfigError> {
    if range.contains(&got) {
        return Ok(());
    }
    Err(ConfigError { option, range: format!("{} to {}", range.start(), range.end()), got: got.to_string() })
}
