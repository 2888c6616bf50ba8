//! Memory is booked before it is taken: whatever is asked for at once, there is never more than was set.

use std::time::Duration;

use crate::common::Client;
use axum::http::StatusCode;
use ply_web::Limits;

const HUGE: &str = "/analysis?game=infexion&agent=alpha-beta:table=256&time=300ms";

/// Megabytes that are booked now.
async fn booked(client: &Client) -> u64 {
    client.get("/status").await.1["memory_mb"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn forty_analyses_with_large_tables_take_their_turns() {
    let client = Client::with(Limits { searches: 16, ..Limits::default() });
    let mut streams = Vec::new();
    for visitor in 0..8 {
        for _ in 0..5 {
            streams.push(client.from(&format!("10.0.0.{visitor}")).stream(HUGE).await);
        }
    }
    let most = tokio::spawn({
        let client = client.clone();
        async move {
            let mut most = 0;
            while client.get("/status").await.1["streams"] != 0 {
                most = most.max(booked(&client).await);
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            most
        }
    });
    for mut stream in streams {
        stream.await_event("done").await;
    }
    let most = most.await.unwrap();
    assert!((256..=512).contains(&most), "{most} MB were booked");
    // The last to think gives its table back after its last word.
    for _ in 0..500 {
        if booked(&client).await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{} MB stay booked", booked(&client).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_for_too_much_is_told_so_in_a_sentence() {
    let client = Client::with(Limits { searches: 1, waiting: 6, ..Limits::default() });
    let long = "/analysis?game=infexion&agent=mcts&time=25s";
    let mut runs = client.stream(long).await;
    runs.await_event("report").await;
    let mut waits = Vec::new();
    for visitor in ["10.0.0.1", "10.0.0.2"] {
        let visitor = client.from(visitor);
        for _ in 0..3 {
            waits.push(visitor.stream(long).await);
        }
        let (status, problem) = visitor.get(long).await;
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
        let words = "one visitor may have 3 waiting searches at a time; end one or try again later";
        assert_eq!(problem["detail"], words);
    }
    for path in [long, "/review?game=simplexity&moves=o0+s1"] {
        let (status, problem) = client.from("10.0.0.3").get(path).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        let words = "all 6 waiting searches that there may be at a time are taken; try again later";
        assert_eq!(problem["detail"], words);
    }
    assert_eq!(booked(&client).await, 64, "those who wait have nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_and_a_game_give_their_memory_to_whoever_needs_it() {
    let limits = Limits { searches: 2, usual_think: Duration::from_millis(20), ..Limits::default().with_memory(64) };
    let client = Client::with(limits);
    let id = client.begin(r#"{"game":"simplexity","first":"human","second":"alpha-beta:table=32"}"#).await;
    client.post(&format!("/sessions/{id}/moves"), r#"{"move":"o3"}"#).await;
    client.until(&id, |state| state["to_move"] == "first").await;
    assert_eq!(booked(&client).await, 32, "the agent rests with its table");
    let mut streams = Vec::new();
    for visitor in ["10.0.0.1", "10.0.0.2", "10.0.0.3"] {
        let path = "/review?game=simplexity&moves=o0+s1+o0+s1+o0+s2&time=20ms&agent=alpha-beta:table=32";
        streams.push(client.from(visitor).stream(path).await);
    }
    for stream in &mut streams {
        stream.await_event("done").await;
        assert!(booked(&client).await <= 64);
    }
    client.post(&format!("/sessions/{id}/moves"), r#"{"move":"o3"}"#).await;
    client.until(&id, |state| state["ply"] == 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_needs_more_than_one_may_have_is_refused_at_once() {
    let client = Client::with(Limits::default().with_memory(64));
    for path in ["/analysis?game=infexion&agent=alpha-beta:table=33", "/review?game=infexion&agent=mcts:memory=999"] {
        let (status, problem) = client.get(path).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(problem["detail"].as_str().unwrap().contains("may be at most 32 here"), "{problem}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_begin_with_many_moves_are_limited_together() {
    let client = Client::with(Limits { moves: 8, ..Limits::default() });
    let body = r#"{"game":"infexion","first":"human","second":"human","moves":"3,3 1,1 5,5"}"#;
    client.begin(body).await;
    assert_eq!(client.post("/sessions", body).await.0, StatusCode::TOO_MANY_REQUESTS);
    client.from("10.0.0.2").begin(body).await;
    assert_eq!(client.from("10.0.0.3").post("/sessions", body).await.0, StatusCode::SERVICE_UNAVAILABLE);
    client.begin(r#"{"game":"infexion","first":"human","second":"human"}"#).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_answers_under_way_are_counted() {
    let client = Client::with(Limits { answers: 200_000, ..Limits::default() });
    let moves: Vec<String> = (0..24).flat_map(|column| vec![format!("o{column}+s{column}"); 16]).collect();
    let path =
        format!("/position?game=simplexity:rows=32,cols=24,win=30,round=999,square=999&moves={}", moves.join("+"));
    let (status, problem) = client.get(&path).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert!(problem["detail"].as_str().unwrap().contains("bytes of long answers"), "{problem}");
    assert_eq!(Client::new().get(&path).await.0, StatusCode::OK);
}
