//! The page's files: inside the binary; in debug builds read from their folder, so that a change is seen at once.

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::problem::Problem;

#[derive(Embed)]
#[folder = "page"]
struct Files;

/// Types by the end of the name.
const TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
];

/// Whether the page has a board of a game's own.
pub(crate) fn has_board(game: &str) -> bool {
    Files::get(&format!("board/{game}.js")).is_some()
}

/// The text of a file.
pub(crate) fn text(path: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&Files::get(path)?.data).into_owned())
}

/// Any path that is not the API's.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    // Names of files need no escapes: whatever has one is no file of ours.
    let plain =
        path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte)) && !path.contains("..");
    let known = path.rsplit_once('.').and_then(|(_, end)| TYPES.iter().find(|(known, _)| *known == end));
    match known.filter(|_| plain).and_then(|(_, kind)| Some((*kind, Files::get(path)?))) {
        Some((kind, file)) => send(kind, &file, &headers),
        None => Problem::missing("there is no such page").into_response(),
    }
}

fn send(kind: &'static str, file: &EmbeddedFile, asked: &HeaderMap) -> Response {
    let hash: String = file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    // Kept by the browser, and asked for again each time: a new binary is seen at once.
    let mut response = if asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, kind)], file.data.to_vec()).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}
