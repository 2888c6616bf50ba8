//! What every answer has, and which requests are not answered.

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::routes::AppState;

/// Everything comes from here, and nothing else may be loaded, framed or sent to.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Refuses what is too long or comes by another name, and adds the headers.
pub(crate) async fn guard(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let limits = &app.config.limits;
    let too_long = request.uri().to_string().len() > limits.query;
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let foreign = app.config.loopback && host.is_some_and(|host| !is_loopback(host));
    let mut response = if foreign {
        let words = "this server answers on this machine only, by the names localhost, 127.0.0.1 and [::1]";
        Problem::new(StatusCode::MISDIRECTED_REQUEST, words).into_response()
    } else if too_long {
        let most = limits.query;
        Problem::new(StatusCode::URI_TOO_LONG, format!("the address may have at most {most} bytes")).into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// A name of this machine, with any port.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in ["localhost", "localhost:8080", "127.0.0.1:1", "127.3.2.1", "[::1]:8080", "LOCALHOST"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "evil.example", "127.0.0.1.evil.example", "192.168.0.1:80", "localhost.evil", "[::2]", "::1"] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
