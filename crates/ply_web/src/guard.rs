//! What every answer has, and which requests are not answered.

use axum::body::{HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use crate::config::Config;
use crate::problem::Problem;
use crate::routes::{API, AppState};

/// Everything comes from here, and nothing else may be loaded, framed or sent to.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Refuses what is too long, too slow, or comes by another name or from another page, and adds the headers.
pub(crate) async fn guard(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let mut response = match admitted(&app.config, request).await {
        Ok(request) => next.run(request).await,
        Err(problem) => problem.into_response(),
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

/// Whether a request is answered, by its head.
fn check(config: &Config, request: &Request) -> Result<(), Problem> {
    let most = config.limits.query;
    let text = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST);
    if config.loopback && host.is_some_and(|host| !is_loopback(host)) {
        let words = "this server answers on this machine only, by the names localhost, 127.0.0.1 and [::1]";
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, words));
    }
    if request.uri().to_string().len() > most {
        return Err(Problem::new(StatusCode::URI_TOO_LONG, format!("the address may have at most {most} bytes")));
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    if request.uri().path().starts_with(API) && is_of_another_page(site, text(header::ORIGIN), host) {
        return Err(Problem::new(StatusCode::FORBIDDEN, "requests of another page are not answered here"));
    }
    Ok(())
}

/// The request with all of its body, or why it is not answered.
async fn admitted(config: &Config, request: Request) -> Result<Request, Problem> {
    check(config, &request)?;
    let limits = &config.limits;
    let (parts, body) = request.into_parts();
    if body.is_end_stream() {
        return Ok(Request::from_parts(parts, body));
    }
    let late = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body of the request did not come in time");
    let most = limits.body;
    let long = |_| Problem::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body may have at most {most} bytes"));
    let body = timeout(limits.sending, to_bytes(body, most)).await.map_err(late)?.map_err(long)?;
    Ok(Request::from_parts(parts, body.into()))
}

/// Whether a browser says that a page from elsewhere asks. Browsers say so by `Sec-Fetch-Site`, to places they trust
/// (this machine, or by TLS), and by `Origin`, wherever the asking page could read the answer; other programs say neither.
fn is_of_another_page(site: Option<&str>, origin: Option<&str>, host: Option<&str>) -> bool {
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return true;
    }
    let from = |origin: &str| origin.split_once("://").map(|(_, host)| host.to_owned());
    origin.is_some_and(|origin| from(origin).as_deref() != host)
}

/// A name of this machine, with any port.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in [
            "localhost",
            "localhost:8080",
            "127.0.0.1:1",
            "127.3.2.1",
            "[::1]:8080",
            "[::ffff:127.0.0.1]:1",
            "LOCALHOST",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "evil.example", "127.0.0.1.evil.example", "192.168.0.1:80", "localhost.evil", "[::2]", "::1"] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn only_a_page_of_this_very_server_may_ask() {
        let host = Some("localhost:8080");
        for (site, origin) in [
            (None, None),
            (Some("none"), None),
            (Some("same-origin"), None),
            (Some("same-origin"), Some("http://localhost:8080")),
            (None, Some("http://localhost:8080")),
        ] {
            assert!(!is_of_another_page(site, origin, host), "{site:?} {origin:?}");
        }
        for (site, origin) in [
            (Some("cross-site"), None),
            (Some("same-site"), None),
            (Some("nonsense"), None),
            (None, Some("http://localhost:3000")),
            (None, Some("https://evil.example")),
            (None, Some("null")),
            (Some("same-origin"), Some("http://evil.example")),
        ] {
            assert!(is_of_another_page(site, origin, host), "{site:?} {origin:?}");
        }
    }
}
