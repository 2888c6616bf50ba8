//! Games on the page are in the store: a server that ended goes on with them.

use std::path::Path;

use crate::common::Client;
use axum::http::{Method, StatusCode};
use ply_arena::store::Store;
use ply_web::Config;
use serde_json::Value;

/// A server that was just started.
fn start(store: &Path) -> Client {
    Client::of(Config { store: Some(store.to_owned()), loopback: true, ..Config::default() })
}

fn moves(state: &Value) -> usize {
    state["moves"].as_array().unwrap().len()
}

/// A body that plays some move of those there are.
fn some_move(state: &Value) -> String {
    let legal = state["legal_moves"].as_array().unwrap();
    format!(r#"{{"move":{},"ply":{}}}"#, legal[legal.len() / 2], state["ply"])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("page.db");
    let client = start(&store);
    let body =
        r#"{"game":"colosseum:size=8,seed=3","first":"human","second":"alpha-beta:depth=1","clock":"60s+1s","seed":7}"#;
    let id = client.begin(body).await;
    let path = format!("/sessions/{id}");
    for ply in [0, 2] {
        let state = client.until(&id, |state| state["ply"] == ply).await;
        assert_eq!(client.post(&format!("{path}/moves"), &some_move(&state)).await.0, StatusCode::OK);
    }
    let before = client.until(&id, |state| moves(state) == 4).await;
    drop(client);

    let client = start(&store);
    let (status, after) = client.get(&path).await;
    assert_eq!(status, StatusCode::OK, "{after}");
    for field in ["game", "position", "moves", "history", "players", "clock", "seed", "to_move"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    let [before, now] = [&before, &after].map(|state| state["clocks"]["second_ms"].as_f64().unwrap());
    assert!((before - now).abs() < 0.01, "{before} {now}");
    assert_eq!(client.post(&format!("{path}/moves"), &some_move(&after)).await.0, StatusCode::OK);
    client.until(&id, |state| moves(state) == 6).await;
    let (_, back) = client.ask(Method::POST, &format!("{path}/undo"), None).await;
    assert_eq!(moves(&back), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_was_answered_is_kept_whatever_happens_then() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("page.db");
    let client = start(&store);
    let id = client.begin(r#"{"game":"infexion","first":"human","second":"human"}"#).await;
    let kept = || Store::open_existing(&store).unwrap().page_game(&id).unwrap().unwrap();
    assert_eq!(kept().moves.len(), 0);
    for (ply, mv) in ["3,3", "1,1", "5,5"].into_iter().enumerate() {
        client.post(&format!("/sessions/{id}/moves"), &format!(r#"{{"move":"{mv}"}}"#)).await;
        assert_eq!(kept().moves.len(), ply + 1);
    }
    client.ask(Method::POST, &format!("/sessions/{id}/undo"), None).await;
    assert_eq!(kept().moves.len(), 2);
    client.ask(Method::POST, &format!("/sessions/{id}/resign"), None).await;
    let (_, state) = start(&store).get(&format!("/sessions/{id}")).await;
    assert_eq!((state["reason"].as_str(), state["outcome"].as_str()), (Some("resignation"), Some("second")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_dropped_does_not_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("page.db");
    let client = start(&store);
    let id = client.begin(r#"{"game":"infexion","first":"human","second":"human"}"#).await;
    let path = format!("/sessions/{id}");
    assert_eq!(client.ask(Method::DELETE, &path, None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(client.get(&path).await.0, StatusCode::NOT_FOUND);
    assert_eq!(start(&store).get(&path).await.0, StatusCode::NOT_FOUND);
    assert_eq!(client.get("/sessions/..%2f..%2fetc").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_store_is_made_before_there_is_something_to_keep() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("page.db");
    let client = start(&store);
    client.get("/tournaments").await;
    client.get(&format!("/sessions/{}", "0".repeat(32))).await;
    assert!(!store.exists());
    client.begin(r#"{"game":"infexion","first":"human","second":"human"}"#).await;
    assert!(store.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_cannot_be_written_to_stops_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("page.db");
    std::fs::write(&store, "this is no database").unwrap();
    let client = start(&store);
    let id = client.begin(r#"{"game":"infexion","first":"human","second":"human"}"#).await;
    assert_eq!(client.post(&format!("/sessions/{id}/moves"), r#"{"move":"3,3"}"#).await.0, StatusCode::OK);
    assert_eq!(std::fs::read_to_string(&store).unwrap(), "this is no database");
}
