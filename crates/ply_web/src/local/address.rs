//! Addresses and bodies, read as the server reads them.

use http::StatusCode;
use serde::de::DeserializeOwned;

use crate::config::Limits;
use crate::problem::Problem;

/// Where the API lives.
const API: &str = "/api/v1";

/// An address in its parts.
pub(super) struct Address<'a> {
    /// The path below the API.
    pub(super) path: Vec<&'a str>,
    query: &'a str,
}

impl<'a> Address<'a> {
    /// Splits an address; one that is too long is refused.
    pub(super) fn read(address: &'a str, limits: &Limits) -> Result<Self, Problem> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        if query.len() > limits.query {
            return Err(Problem::new(StatusCode::URI_TOO_LONG, "the address is too long"));
        }
        let path = path.strip_prefix(API).unwrap_or(path);
        Ok(Self { path: path.split('/').filter(|part| !part.is_empty()).collect(), query })
    }

    /// What is asked in the query.
    pub(super) fn query<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        serde_urlencoded::from_str(self.query)
            .map_err(|error| Problem::bad(format!("Failed to deserialize query string: {error}")))
    }
}

/// What is asked in a body of JSON.
pub(super) fn body<T: DeserializeOwned>(text: &str, limits: &Limits) -> Result<T, Problem> {
    if text.len() > limits.body {
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long"));
    }
    serde_json::from_str(text).map_err(|error| {
        let status = if error.is_data() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::BAD_REQUEST };
        Problem::new(status, error.to_string())
    })
}
