//! Without a server the same is answered: the same questions to both, and the answers compared.

use crate::common::Client;
use axum::http::Method;
use ply_web::{Local, Thoughts};
use serde_json::{Value, json};

/// Asks both and gives the answer that both gave.
async fn both(server: &Client, local: &mut Local, path: &str) -> (u16, Value) {
    let (status, said) = server.get(path).await;
    let answer = local.ask("GET", &format!("/api/v1{path}"), "");
    let here: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((status.as_u16(), &said), (answer.status, &here), "{path}");
    (answer.status, here)
}

/// A state without what differs from game to game, and from moment to moment.
fn plain(mut state: Value) -> Value {
    for field in ["id", "seed", "last_report", "thinking", "waiting"] {
        state[field].take();
    }
    state
}

#[tokio::test]
async fn positions_records_and_refusals_are_the_same_without_a_server() {
    let (server, mut local) = (Client::new(), Local::new(1));
    for path in [
        "/position?game=simplexity",
        "/position?game=pentago-swap&moves=2,5,TR-BL",
        "/position?game=colosseum:size=5&position=5+a+1,2+3,4+0,1,r%2B2,3,d",
        "/position?game=dots-and-boxes&moves=h0,0+v0,0",
        "/position?game=infexion&moves=3,4",
        "/record?game=infexion&moves=3,4+0,0",
    ] {
        assert_eq!(both(&server, &mut local, path).await.0, 200, "{path}");
    }
    for path in ["/position?game=chess", "/position?game=infexion&moves=9,9", "/position?game=infexion&position=x"] {
        assert_eq!(both(&server, &mut local, path).await.0, 400, "{path}");
    }
    for path in ["/position", "/position?game=infexion&what=ever"] {
        let (there, here) = (server.get(path).await.0, local.ask("GET", path, "").status);
        assert_eq!((there.as_u16(), here), (400, 400), "{path}");
    }
    for (path, status) in [("/sessions/0123456789abcdef0123456789abcdef", 404), ("/nowhere", 404), ("", 404)] {
        assert_eq!(local.ask("GET", path, "").status, status, "{path}");
    }
}

#[tokio::test]
async fn a_game_of_two_persons_goes_the_same_without_a_server() {
    let (server, mut local) = (Client::new(), Local::new(1));
    let begin = r#"{"game": "dots-and-boxes:rows=1,cols=2", "first": "human", "second": "human", "seed": 3}"#;
    let there = server.begin(begin).await;
    let here = local.ask("POST", "/api/v1/sessions", begin);
    assert_eq!(here.status, 201);
    let here: Value = serde_json::from_str(&here.body).unwrap();
    let here = here["id"].as_str().unwrap().to_owned();
    let asked = [
        ("moves", r#"{"move": "h0,0"}"#),
        ("moves", r#"{"move": "h0,0"}"#),
        ("moves", r#"{"move": "h0,1", "ply": 7}"#),
        ("moves", r#"{"move": "h0,1", "ply": 1}"#),
        ("moves", r#"{"mov": "h0,1"}"#),
        ("moves", "{"),
        ("undo", "{}"),
        ("resign", r#"{"side": "second"}"#),
        ("resign", "{}"),
    ];
    for (what, body) in asked {
        let (status, said) = server.ask(Method::POST, &format!("/sessions/{there}/{what}"), Some(body)).await;
        let answer = local.ask("POST", &format!("/api/v1/sessions/{here}/{what}"), body);
        let told: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!(answer.status, status.as_u16(), "{what} {body}");
        if status.is_success() || answer.status == 409 {
            assert_eq!(plain(told), plain(said), "{what} {body}");
        }
    }
    let kept = local.ask("GET", &format!("/sessions/{here}/record"), "").body;
    let mut again = Local::new(2);
    assert!(again.take_in(&here, &kept) && !again.take_in("x", &kept) && !again.take_in(&there, "{}"));
    // A game that is taken in counts its changes anew.
    let state = |local: &mut Local| {
        let mut state: Value = serde_json::from_str(&local.ask("GET", &format!("/sessions/{here}"), "").body).unwrap();
        state["epoch"].take();
        plain(state)
    };
    assert_eq!(state(&mut again), state(&mut local));
}

#[test]
fn agents_think_when_it_is_their_turn_and_what_nobody_wants_any_more_is_not_played() {
    let (mut local, mut thoughts) = (Local::new(1), Thoughts::default());
    let begin = r#"{"game": "pentago-swap", "first": "human", "second": "alpha-beta:depth=2", "seed": 3}"#;
    let began: Value = serde_json::from_str(&local.ask("POST", "/sessions", begin).body).unwrap();
    let id = began["id"].as_str().unwrap().to_owned();
    let news = |local: &mut Local| -> Value { serde_json::from_str(&local.news(&id).unwrap()).unwrap() };
    assert_eq!(news(&mut local)["task"], Value::Null, "a person is to move");
    let play = |local: &mut Local, text: &str| {
        let body = json!({"move": text}).to_string();
        local.ask("POST", &format!("/sessions/{id}/moves"), &body).status
    };
    assert_eq!(play(&mut local, "2,5,TR-BL"), 200);
    let told = news(&mut local);
    assert_eq!((&told["state"]["thinking"], told["state"]["waiting"].as_bool()), (&json!(true), Some(false)));
    assert_eq!(news(&mut local)["task"], Value::Null, "it thinks already");
    let mut reports = 0;
    let said = thoughts.think(&told["task"].to_string(), &mut |name, _| reports += usize::from(name == "report"));
    let epoch = told["epoch"].as_u64().unwrap();
    local.answered(&id, epoch + 1, &said);
    assert_eq!(news(&mut local)["state"]["ply"], 1, "the answer was to something else");
    local.report(&id, epoch, r#"{"depth": 2}"#);
    local.answered(&id, epoch, &said);
    let after = news(&mut local);
    assert_eq!((&after["state"]["ply"], &after["state"]["last_report"]["depth"]), (&json!(2), &json!(2)));
    assert!(reports > 0 && after["task"].is_null());
    assert_eq!(play(&mut local, "9,9,TR-BL"), 400);
    // A thought that was given up is handed out again.
    let legal = after["state"]["legal_moves"][0].as_str().unwrap().to_owned();
    assert_eq!(play(&mut local, &legal), 200);
    let epoch = news(&mut local)["epoch"].as_u64().unwrap();
    local.give_up(&id, epoch);
    assert!(!news(&mut local)["task"].is_null());
}

#[tokio::test]
async fn an_analysis_and_a_review_find_the_same_without_a_server() {
    let (server, mut thoughts) = (Client::new(), Thoughts::default());
    for path in [
        "/analysis?game=simplexity&agent=alpha-beta&depth=3&lines=2",
        "/review?game=dots-and-boxes:rows=1,cols=1&moves=h0,0+h1,0+v0,0+v0,1&agent=alpha-beta:depth=4&time=2s",
    ] {
        let mut stream = server.stream(path).await;
        let mut there = Vec::new();
        while let Some((name, value)) = stream.next().await {
            if name != "report" {
                there.push((name, found(value)));
            }
        }
        let mut here = Vec::new();
        let answer = thoughts.study(path, &mut |name, value| {
            if name != "report" {
                here.push((name.to_owned(), found(value.clone())));
            }
        });
        assert_eq!((answer.status, here), (200, there), "{path}");
    }
    for path in ["/analysis?game=chess", "/analysis?game=infexion&time=1h", "/review?game=infexion&agent=human"] {
        let answer = thoughts.study(path, &mut |_, _| panic!("a refusal comes alone"));
        let (status, said) = server.get(path).await;
        let here: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!((answer.status, here), (status.as_u16(), said), "{path}");
    }
}

/// What was found, without how long it took.
fn found(mut value: Value) -> Value {
    for field in ["time_ms", "nps"] {
        if let Some(value) = value.get_mut(field) {
            value.take();
        }
    }
    value
}
