//! Games in progress.

use std::time::Duration;

use crate::common::Client;
use axum::http::{Method, StatusCode};
use ply_arena::{Ending, GameRecord, GameUnderWay};
use ply_game::Player;
use ply_games::infexion::Infexion;
use ply_web::Limits;
use serde_json::Value;

fn moves(state: &Value) -> usize {
    state["moves"].as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_every_game_to_its_end_against_an_agent() {
    let client = Client::new();
    for game in ["simplexity", "pentago-swap", "colosseum:size=5", "dots-and-boxes:rows=2,cols=2", "infexion"] {
        let body = format!(r#"{{"game":"{game}","first":"human","second":"random","seed":1}}"#);
        let id = client.begin(&body).await;
        loop {
            let state = client.until(&id, |state| state["to_move"] != "second").await;
            let Some(first) = state["legal_moves"][0].as_str() else {
                assert!(state["outcome"].is_string() && state["reason"].is_null(), "{game}: {state}");
                assert_eq!(moves(&state), state["history"].as_array().unwrap().len());
                break;
            };
            let body = format!(r#"{{"move":"{first}","ply":{}}}"#, state["ply"]);
            let (status, after) = client.post(&format!("/sessions/{id}/moves"), &body).await;
            assert_eq!(status, StatusCode::OK, "{after}");
        }
    }
}

#[tokio::test]
async fn a_move_sent_twice_is_made_once() {
    let client = Client::new();
    let id = client.begin(r#"{"game":"simplexity","first":"human","second":"human"}"#).await;
    let path = format!("/sessions/{id}/moves");
    assert_eq!(client.post(&path, r#"{"move":"o3","ply":0}"#).await.0, StatusCode::OK);
    assert_eq!(client.post(&path, r#"{"move":"o3","ply":0}"#).await.0, StatusCode::CONFLICT);
    assert_eq!(client.post(&path, r#"{"move":"o9","ply":1}"#).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(moves(&client.get(&format!("/sessions/{id}")).await.1), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_takes_back_to_the_persons_last_turn() {
    let client = Client::new();
    let id = client.begin(r#"{"game":"simplexity","first":"random","second":"human"}"#).await;
    let undo = format!("/sessions/{id}/undo");
    client.until(&id, |state| moves(state) == 1).await;
    assert_eq!(client.ask(Method::POST, &undo, None).await.0, StatusCode::CONFLICT);
    assert_eq!(client.post(&format!("/sessions/{id}/moves"), r#"{"move":"o3"}"#).await.0, StatusCode::OK);
    client.until(&id, |state| moves(state) == 3).await;
    let (_, state) = client.ask(Method::POST, &undo, None).await;
    assert_eq!((moves(&state), state["to_move"].as_str()), (1, Some("second")));
}

#[tokio::test]
async fn in_dots_and_boxes_undo_takes_back_one_move_of_a_kept_turn() {
    let client = Client::new();
    let body =
        r#"{"game":"dots-and-boxes:rows=2,cols=2","first":"human","second":"human","moves":"h0,0 v0,0 h1,0 v0,1"}"#;
    let id = client.begin(body).await;
    let (_, state) = client.get(&format!("/sessions/{id}")).await;
    assert_eq!(state["to_move"], "second");
    let (_, state) = client.ask(Method::POST, &format!("/sessions/{id}/undo"), None).await;
    assert_eq!((moves(&state), state["to_move"].as_str()), (3, Some("second")));
}

#[tokio::test]
async fn who_resigns_has_lost_and_may_take_it_back() {
    let client = Client::new();
    let id = client.begin(r#"{"game":"infexion","first":"human","second":"human"}"#).await;
    let path = format!("/sessions/{id}");
    client.post(&format!("{path}/moves"), r#"{"move":"3,3"}"#).await;
    let (_, state) = client.post(&format!("{path}/resign"), r#"{"side":"first"}"#).await;
    assert_eq!((state["outcome"].as_str(), state["reason"].as_str()), (Some("second"), Some("resignation")));
    assert_eq!(state["legal_moves"].as_array().map(Vec::len), Some(0));
    assert_eq!(client.ask(Method::POST, &format!("{path}/resign"), None).await.0, StatusCode::CONFLICT);
    assert_eq!(client.post(&format!("{path}/moves"), r#"{"move":"1,1"}"#).await.0, StatusCode::CONFLICT);
    let (_, state) = client.ask(Method::POST, &format!("{path}/undo"), None).await;
    assert!(state["outcome"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_flag_falls() {
    let client = Client::new();
    let id = client.begin(r#"{"game":"simplexity","first":"human","second":"random","clock":"50ms"}"#).await;
    let mut events = client.stream(&format!("/sessions/{id}/events")).await;
    loop {
        let state = events.await_event("state").await;
        if !state["outcome"].is_null() {
            assert_eq!((state["outcome"].as_str(), state["reason"].as_str()), (Some("second"), Some("timeout")));
            break;
        }
        assert_eq!(state["clocks"]["running"], "first");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn banks_are_charged_and_undo_gives_back() {
    let client = Client::new();
    let id = client.begin(r#"{"game":"simplexity","first":"human","second":"human","clock":"60s+1s"}"#).await;
    let path = format!("/sessions/{id}");
    let (_, state) = client.post(&format!("{path}/moves"), r#"{"move":"o3"}"#).await;
    let first = state["clocks"]["first_ms"].as_f64().unwrap();
    assert!(first > 60_000.0 && first <= 61_000.0, "{first}");
    assert_eq!(state["clocks"]["running"], "second");
    let (_, state) = client.ask(Method::POST, &format!("{path}/undo"), None).await;
    assert!(state["clocks"]["first_ms"].as_f64().unwrap() <= 60_000.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_agents_play_while_somebody_looks() {
    let client = Client::new();
    let id =
        client.begin(r#"{"game":"dots-and-boxes:rows=2,cols=2","first":"greedy","second":"minimax:depth=2"}"#).await;
    let state = client.until(&id, |state| !state["outcome"].is_null()).await;
    assert!(state["reason"].is_null() && moves(&state) == 12);
    assert_eq!(client.ask(Method::POST, &format!("/sessions/{id}/undo"), None).await.0, StatusCode::CONFLICT);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_game_stops_thinking() {
    let client = Client::new();
    let id = client.begin(r#"{"game":"infexion","first":"mcts","second":"human","clock":"25s"}"#).await;
    client.until(&id, |state| state["thinking"] == true && state["waiting"] == false).await;
    assert_eq!(client.ask(Method::DELETE, &format!("/sessions/{id}"), None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(client.get(&format!("/sessions/{id}")).await.0, StatusCode::NOT_FOUND);
    idle(&client).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_looks_and_the_agent_rests_until_somebody_does() {
    let limits = Limits { patience: Duration::from_millis(300), ..Limits::default() };
    let client = Client::with(limits);
    let id = client.begin(r#"{"game":"infexion","first":"mcts","second":"human","clock":"25s"}"#).await;
    client.until(&id, |state| state["waiting"] == false && state["thinking"] == true).await;
    idle(&client).await;
    let (_, state) = client.get(&format!("/sessions/{id}")).await;
    assert_eq!((state["thinking"].as_bool(), moves(&state)), (Some(true), 0));
    assert!(state["outcome"].is_null());
}

/// Waits until no search runs: it would take 25 s by itself.
async fn idle(client: &Client) {
    for _ in 0..500 {
        if client.get("/status").await.1["searches"] == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("a search goes on though nobody wants it");
}

#[tokio::test]
async fn the_longest_idle_game_makes_room() {
    let limits = Limits { sessions: 4, idle: Duration::ZERO, ..Limits::default() };
    let client = Client::with(limits);
    let body = r#"{"game":"simplexity","first":"human","second":"human"}"#;
    let (one, two) = (client.begin(body).await, client.begin(body).await);
    client.get(&format!("/sessions/{one}")).await;
    client.begin(body).await;
    assert_eq!(client.get(&format!("/sessions/{one}")).await.0, StatusCode::OK);
    assert_eq!(client.get(&format!("/sessions/{two}")).await.0, StatusCode::NOT_FOUND);
    let full = Client::with(Limits { sessions: 2, ..Limits::default() });
    full.begin(body).await;
    assert_eq!(full.post("/sessions", body).await.0, StatusCode::TOO_MANY_REQUESTS);
    full.from("10.0.0.2").begin(body).await;
    assert_eq!(full.from("10.0.0.3").post("/sessions", body).await.0, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_share_the_memory_there_is_and_all_play_on() {
    let limits = Limits { all_memory: 100, usual_think: Duration::from_millis(20), ..Limits::default() };
    let client = Client::with(limits);
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(client.begin(r#"{"game":"simplexity","first":"human","second":"mcts:memory=64"}"#).await);
    }
    assert_eq!(client.get("/status").await.1["memory_mb"], 0, "nobody has begun to think");
    for column in [3, 2] {
        for id in &games {
            let (status, _) =
                client.post(&format!("/sessions/{id}/moves"), &format!(r#"{{"move":"o{column}"}}"#)).await;
            assert_eq!(status, StatusCode::OK);
        }
        for id in &games {
            client.until(id, |state| state["to_move"] == "first").await;
            assert!(client.get("/status").await.1["memory_mb"].as_u64().unwrap() <= 100);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_becomes_a_record_that_can_be_played_again() {
    let client = Client::new();
    let id =
        client.begin(r#"{"game":"infexion","first":"human","second":"alpha-beta:depth=1","clock":"60s+1s"}"#).await;
    let path = format!("/sessions/{id}");
    client.post(&format!("{path}/moves"), r#"{"move":"3,3"}"#).await;
    let state = client.until(&id, |state| moves(state) == 2).await;
    let (_, value) = client.get(&format!("{path}/record")).await;
    let record: GameRecord = serde_json::from_value(value).unwrap();
    assert_eq!((record.outcome, &record.ending), (None, &Ending::Unfinished));
    assert_eq!(
        record.agents.each_ref().map(ToString::to_string),
        [&state["players"]["first"], &state["players"]["second"]].map(|player| player.as_str().unwrap().to_owned())
    );
    let [asked, answer] = &record.moves[..] else { panic!("two moves were made") };
    assert!(asked.left_ms.is_some() && asked.thought.pv.is_empty());
    assert!(answer.thought.nodes.is_some() && answer.thought.pv[0] == answer.text);
    let again = GameUnderWay::from_record(Infexion::default(), &record).unwrap();
    assert!(again.to_move() == Some(Player::First) && again.record().move_texts().eq(record.move_texts()));
    client.ask(Method::POST, &format!("{path}/resign"), None).await;
    let (_, value) = client.get(&format!("{path}/record")).await;
    let ended: GameRecord = serde_json::from_value(value).unwrap();
    assert_eq!(ended.ending, Ending::Resignation { loser: Player::First });
}

#[tokio::test]
async fn moves_become_a_record_of_two_persons() {
    let client = Client::new();
    let (_, value) = client.get("/record?game=simplexity&moves=o0+s1+o0+s1+o0+s1+o0").await;
    let record: GameRecord = serde_json::from_value(value).unwrap();
    assert_eq!((record.verdict(), record.moves.len()), ("first (a person) has won".to_owned(), 7));
    assert_eq!(client.get("/record?game=simplexity&moves=o9").await.0, StatusCode::BAD_REQUEST);
}
