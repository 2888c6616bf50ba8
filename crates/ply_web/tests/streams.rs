//! Analysis, review and watching a tournament: answers that take their time.

use std::time::Duration;

use crate::common::Client;
use axum::http::StatusCode;
use ply_arena::plan::Plan;
use ply_arena::store::Store;
use ply_arena::{Kept, LineUp, Threads, run};
use ply_search::Cancel;
use ply_web::{Config, Limits};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_reports_and_ends() {
    let client = Client::new();
    let mut events = client.stream("/analysis?game=simplexity&moves=o3&agent=alpha-beta&depth=4&lines=3").await;
    let mut reports = 0;
    let done = loop {
        match events.next().await.unwrap() {
            (name, _) if name == "report" => reports += 1,
            (name, value) => {
                assert_eq!(name, "done", "{value}");
                break value;
            }
        }
    };
    assert!(reports >= 1);
    assert_eq!((done["depth"].as_u64(), done["lines"].as_array().map(Vec::len)), (Some(4), Some(3)));
    let chance = done["win_chance"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&chance));
    assert!(events.next().await.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_the_server_judges_the_moves_of_analyses_and_reviews() {
    let folder = tempfile::tempdir().unwrap();
    let start = ply_games::dots_and_boxes::DotsAndBoxes::<u64>::new(1, 2);
    let (table, _) = ply_agents::fill_table(&start, ply_agents::GamePayoff::Points, 1, &mut |_| true).unwrap();
    table.write(&folder.path().join("1x2.table"), "dots-and-boxes:rows=1,cols=2").unwrap();
    let tables = [folder.path().to_owned()].into();
    let client = Client::of(Config { loopback: true, tables, ..Config::default() });
    let board = "game=dots-and-boxes:rows%3D1,cols%3D2";
    let mut events = client.stream(&format!("/analysis?{board}&agent=greedy")).await;
    let done = events.await_event("done").await;
    assert_eq!(
        (&done["tablebase"]["value"], done["tablebase"]["moves"].as_array().map(Vec::len)),
        (&json!("draw"), Some(7))
    );
    let mut events = client.stream(&format!("/review?{board}&moves=h0,0+v0,0+h1,0&agent=greedy")).await;
    let mut said = Vec::new();
    for _ in 0..4 {
        said.push(events.await_event("ply").await["judgement"].clone());
    }
    let mistake = "mistake: from draw to loss";
    assert_eq!(said, [json!(null), json!(mistake), json!("perfect"), json!("perfect")]);
    let mut events = client.stream("/analysis?game=simplexity&agent=greedy").await;
    assert_eq!(events.await_event("done").await["tablebase"], json!(null), "it is of another game");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_ends_when_nobody_listens() {
    let client = Client::new();
    let mut events = client.stream("/analysis?game=infexion&agent=mcts&time=25s").await;
    events.await_event("report").await;
    assert_eq!(client.get("/status").await.1["searches"], 1);
    drop(events);
    for _ in 0..250 {
        if client.get("/status").await.1["searches"] == 0 {
            assert_eq!(client.get("/status").await.1["streams"], 0);
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the search goes on");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_in_line_and_leaves_is_forgotten() {
    let client = Client::with(Limits { searches: 1, waiting: 1, ..Limits::default() });
    let mut first = client.stream("/analysis?game=infexion&agent=mcts&time=25s").await;
    first.await_event("report").await;
    let waiting = client.stream("/analysis?game=infexion&agent=mcts&time=25s").await;
    while client.get("/status").await.1["waiting"] != 1 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let third = "/analysis?game=infexion&agent=mcts&time=25s";
    assert_eq!(client.get(third).await.0, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(client.from("10.0.0.2").get(third).await.0, StatusCode::SERVICE_UNAVAILABLE);
    drop(waiting);
    while client.get("/status").await.1["waiting"] != 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_visitor_cannot_take_all_streams() {
    let client = Client::with(Limits { streams: 2, ..Limits::default() });
    let id = client.begin(r#"{"game":"simplexity","first":"human","second":"human"}"#).await;
    let path = format!("/sessions/{id}/events");
    let open = client.stream(&path).await;
    let (status, problem) = client.get(&path).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(problem["detail"], "one visitor may have 1 event streams at a time; end one or try again later");
    let _other = client.from("10.0.0.2").stream(&path).await;
    let (status, problem) = client.from("10.0.0.3").get(&path).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(problem["detail"], "all 2 event streams that there may be at a time are taken; try again later");
    drop(open);
    client.stream(&path).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kinds_of_boards_are_never_used_up() {
    let client = Client::new();
    let ask = async |spec: String| assert_eq!(client.get(&format!("/position?game={spec}")).await.0, StatusCode::OK);
    for round in 0..2100 {
        ask(format!("simplexity:rows=2,cols=2,win=2,round={round}")).await;
    }
    for (rows, cols) in (1..48).flat_map(|rows| (1..48).map(move |cols| (rows, cols))) {
        if (rows + 1) * cols <= 150 {
            ask(format!("simplexity:rows={rows},cols={cols},win=1")).await;
        }
    }
    ask("simplexity:rows=31,cols=40,win=9".to_owned()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_watch_one_tournament_for_the_price_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.db");
    // Whoever builds these agents to read the plan needs 3 GB for each request.
    let text =
        "name = 'huge'\ngame = 'simplexity'\nagents = ['alpha-beta:table=1500', 'alpha-beta:table=1500,depth=3']";
    Store::open(&path).unwrap().create(&Plan::from_toml(text).unwrap()).unwrap();
    let client = Client::of(Config { store: Some(path), loopback: true, ..Config::default() });
    let before = resident();
    let mut streams = Vec::new();
    for _ in 0..150 {
        streams.push(client.stream("/tournaments/huge/events").await);
    }
    for stream in &mut streams {
        assert_eq!(stream.await_event("standings").await["games_total"], 2);
    }
    assert_eq!(client.get("/status").await.1["memory_mb"], 0);
    let grown = resident().saturating_sub(before) >> 20;
    assert!(grown < 200, "150 streams cost {grown} MB");
}

/// Bytes of memory that this process has; 0 where nobody says.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_finds_the_move_that_lost() {
    let client = Client::new();
    // Second does not stop three in a column.
    let mut events = client.stream("/review?game=simplexity&moves=o0+s1+o0+s1+o0+s2+o0&time=50ms").await;
    let mut drops = Vec::new();
    let done = loop {
        let (name, value) = events.next().await.unwrap();
        if name == "done" {
            break value;
        }
        assert_eq!(name, "ply", "{value}");
        drops.push(value["drop"].as_f64().unwrap_or(0.0));
    };
    assert_eq!((done["plies"].as_u64(), drops.len()), (Some(8), 8));
    assert!(drops[6] > 0.15 && drops[7] == 0.0, "{drops:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_watched_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spring.db");
    let text = "name = 'spring'\ngame = 'dots-and-boxes:rows=2,cols=2'\nagents = ['random', 'greedy', 'minimax']\npairs = 2\nopenings = { plies = 2 }";
    let plan = Plan::from_toml(text).unwrap();
    let store = Store::open(&path).unwrap();
    let tournament = store.create(&plan).unwrap();
    let client = Client::of(Config { store: Some(path), loopback: true, ..Config::default() });
    let (_, list) = client.get("/tournaments").await;
    assert_eq!((list[0]["name"].as_str(), list[0]["state"].as_str()), (Some("spring"), Some("stopped")));
    assert_eq!(list[0]["games_total"], 12);
    let mut events = client.stream("/tournaments/spring/events").await;
    let arena = std::thread::spawn(move || {
        let (line_up, mut threads) = (LineUp::new(&plan).unwrap(), Threads::new(1).unwrap());
        let kept = Kept { store: &store, tournament: &tournament };
        run(&plan, &line_up, Some(kept), &mut threads, &Cancel::default(), |_| ()).unwrap()
    });
    let last = loop {
        let standings = events.await_event("standings").await;
        if standings["games"] == 12 {
            break standings;
        }
    };
    assert!(arena.join().unwrap());
    assert_eq!(last["standings"].as_array().map(Vec::len), Some(3));
    let (_, shown) = client.get("/tournaments/spring").await;
    assert_eq!((shown["state"].as_str(), shown["complete"].as_bool()), (Some("complete"), Some(true)));
    assert!(shown["cross"][0][0].is_null() && shown["cross"][0][1]["games"] == 4);
    assert!(shown["thinking"][0]["moves"].as_u64().unwrap() > 0 && !shown["series"].as_array().unwrap().is_empty());
    let (_, games) = client.get("/tournaments/spring/games?limit=5&agent=greedy").await;
    assert_eq!((games["total"].as_u64(), games["games"].as_array().map(Vec::len)), (Some(8), Some(5)));
    let id = games["games"][0]["id"].as_str().unwrap();
    let (_, game) = client.get(&format!("/tournaments/spring/games/{id}")).await;
    assert_eq!(game["record"]["game"], json!("dots-and-boxes:rows=2,cols=2"));
    assert_eq!(client.get("/tournaments/spring/games/ffffffffff").await.0, StatusCode::NOT_FOUND);
    assert_eq!(client.get("/tournaments/spring/games?agent=nobody").await.0, StatusCode::NOT_FOUND);
}
