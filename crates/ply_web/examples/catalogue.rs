//! Writes what the server says of games and agents into a folder, for the page without a server.
//!
//! `cargo run -p ply_web --example catalogue -- FOLDER`

use std::fs;
use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt as _;
use ply_web::{Config, app};
use serde_json::Value;
use tower::ServiceExt as _;

#[tokio::main]
async fn main() {
    let folder = std::env::args().nth(1).expect("a folder is named");
    let app = app(Config::default());
    let games = write(&app, Path::new(&folder), "games").await;
    for game in games.as_array().expect("games are a list") {
        let name = game["name"].as_str().expect("a game has a name");
        write(&app, Path::new(&folder), &format!("games/{name}/agents")).await;
    }
}

/// Writes one answer to a file of the same path.
async fn write(app: &Router, folder: &Path, path: &str) -> Value {
    let request = Request::get(format!("/api/v1/{path}")).body(Body::empty()).expect("the address is fine");
    let response = app.clone().oneshot(request).await.expect("the application always answers");
    let bytes = response.into_body().collect().await.expect("the body is in memory").to_bytes();
    let file = folder.join(format!("{path}.json"));
    fs::create_dir_all(file.parent().expect("a file lies in a folder")).expect("the folder can be made");
    fs::write(file, &bytes).expect("the file can be written");
    serde_json::from_slice(&bytes).expect("an answer is JSON")
}
