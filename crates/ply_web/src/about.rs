//! The API about itself.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use serde_json::{Value, json};

use crate::routes::AppState;

/// Kept by hand; a test compares it with the routes.
pub(crate) const OPENAPI: &str = include_str!("openapi.json");

/// `GET openapi.json`
pub(crate) async fn openapi() -> ([(HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

/// `GET status`
pub(crate) async fn status(State(app): State<AppState>) -> Json<Value> {
    let limits = &app.config.limits;
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "sessions": app.sessions.count(),
        "searches": app.queue.searching(),
        "waiting": app.queue.waiting(),
        "memory_mb": app.memory.booked(),
        "streams": app.streams.count(),
        "limits": {
            "sessions": limits.sessions,
            "searches": limits.searches,
            "waiting": limits.waiting,
            "streams": limits.streams,
            "think_ms": limits.think.as_millis() as u64,
            "threads": limits.threads,
            "memory_mb": limits.memory,
            "all_memory_mb": limits.all_memory,
            "body_bytes": limits.body,
            "address_bytes": limits.query,
        },
    }))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::OPENAPI;
    use crate::routes::{API, ROUTES};

    #[test]
    fn every_route_is_described_and_every_description_has_a_route() {
        let described: Value = serde_json::from_str(OPENAPI).unwrap();
        let paths: BTreeSet<String> = described["paths"].as_object().unwrap().keys().cloned().collect();
        let routes: BTreeSet<String> = ROUTES.iter().map(|(path, _)| format!("{API}{path}")).collect();
        assert_eq!(paths, routes);
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let described: Value = serde_json::from_str(OPENAPI).unwrap();
        let schemas = &described["components"]["schemas"];
        let mut used = BTreeSet::new();
        references(&described, &mut used);
        for name in used {
            assert!(schemas[&name].is_object(), "{name}");
        }
    }

    fn references(value: &Value, used: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    match value.as_str().filter(|_| key == "$ref").and_then(|path| path.rsplit('/').next()) {
                        Some(name) => drop(used.insert(name.to_owned())),
                        None => references(value, used),
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, used)),
            _ => {}
        }
    }
}
