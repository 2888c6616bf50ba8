//! What went wrong, as problem details (RFC 9457).

use http::StatusCode;
use ply_game::{SpecError, TextError};
use ply_games::SceneError;
use serde::Serialize;
use serde_json::{Value, json};

/// A refusal: the status, and in words what was expected and what came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) detail: String,
}

/// The body of a refusal.
#[derive(Serialize)]
pub(crate) struct Details<'a> {
    r#type: &'static str,
    title: &'a str,
    status: u16,
    detail: &'a str,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into() }
    }

    /// 400: the request cannot be understood.
    pub(crate) fn bad(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    /// 404: there is no such thing.
    pub(crate) fn missing(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    /// 409: not now.
    pub(crate) fn conflict(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, detail)
    }

    /// 503: there is no room for anybody now.
    pub(crate) fn full(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    /// 429: too much of it for one visitor.
    pub(crate) fn busy(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, detail)
    }

    /// The same as data, for event streams.
    pub(crate) fn value(&self) -> Value {
        json!(self.details())
    }

    pub(crate) fn details(&self) -> Details<'_> {
        let title = self.status.canonical_reason().unwrap_or("Problem");
        Details { r#type: "about:blank", title, status: self.status.as_u16(), detail: &self.detail }
    }
}

/// Every error of what was asked for is the asker's.
macro_rules! bad_request {
    ($($error:ty),*) => {
        $(impl From<$error> for Problem {
            fn from(error: $error) -> Self {
                Self::bad(error.to_string())
            }
        })*
    };
}

bad_request!(SpecError, TextError, SceneError, ply_search::DurationError, ply_arena::TimeControlError);
