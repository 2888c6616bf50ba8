//! Every route, with what it is for and with nonsense.

use crate::common::{Client, read};
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};

fn is_problem(status: StatusCode, value: &Value) -> bool {
    status.is_client_error() && value["status"] == status.as_u16() && value["detail"].is_string()
}

#[tokio::test]
async fn games_and_their_agents_are_listed() {
    let client = Client::new();
    let (status, games) = client.get("/games").await;
    assert_eq!(status, StatusCode::OK);
    let names: Vec<&str> = ply_games::families().iter().map(|family| family.name).collect();
    assert_eq!(games.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect::<Vec<_>>(), names);
    for game in names {
        assert_eq!(client.get(&format!("/games/{game}")).await.1["name"], game);
        let (_, agents) = client.get(&format!("/games/{game}/agents")).await;
        let names: Vec<&str> = agents.as_array().unwrap().iter().map(|agent| agent["name"].as_str().unwrap()).collect();
        assert!(names.contains(&"random") && names.contains(&"alpha-beta") && !names.contains(&"faulty"), "{names:?}");
    }
    assert_eq!(client.get("/games/zzz").await.0, StatusCode::NOT_FOUND);
    assert_eq!(client.get("/games/zzz/agents").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_position_has_its_history() {
    let client = Client::new();
    let (status, position) = client.get("/position?game=simplexity&moves=o3+s3").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((position["ply"].as_u64(), position["to_move"].as_str()), (Some(2), Some("first")));
    assert_eq!(
        position["history"][1],
        json!({
            "move": "s3", "by": "second", "position": position["position"], "line": null, "taken": []
        })
    );
    let won = client.get("/position?game=simplexity&moves=o0+s1+o0+s1+o0+s1+o0").await.1;
    assert_eq!((won["outcome"].as_str(), won["line"].as_array().map(Vec::len)), (Some("first"), Some(4)));
    assert_eq!(won["legal_moves"], json!([]));
}

#[tokio::test]
async fn a_position_has_a_drawing_with_the_spots_of_its_moves() {
    let client = Client::new();
    for family in ply_games::families() {
        let (_, position) = client.get(&format!("/position?game={}", family.name)).await;
        let drawing = &position["drawing"];
        let heights = drawing["rows"].as_array().unwrap().len() as u64;
        for mv in position["legal_moves"].as_array().unwrap() {
            let spot = &drawing["spots"][mv.as_str().unwrap()];
            assert!(spot.is_null() || spot[0].as_u64().unwrap() < heights, "{}: {mv} at {spot}", family.name);
        }
    }
    let (_, position) = client.get("/position?game=dots-and-boxes:rows=1,cols=1&moves=h0,0").await;
    let rows = json!([
        [["   ", ""], ["0", "dimmed"], ["   ", ""], ["1", "dimmed"]],
        [[" 0", "dimmed"], [" •", ""], ["━━━", "bold green"], ["•", ""]],
        [],
        [[" 1", "dimmed"], [" •   •", ""]],
        [],
        [["   ", ""], ["first A 0", "bold blue"], ["   ", ""], ["second B 0", "bold red"]],
    ]);
    assert_eq!(position["drawing"], json!({"rows": rows, "spots": {"h1,0": [3, 5], "v0,0": [2, 3], "v0,1": [2, 7]}}));
}

#[tokio::test]
async fn a_move_tells_which_cells_it_won() {
    let client = Client::new();
    let (_, position) = client.get("/position?game=dots-and-boxes:rows=1,cols=2&moves=h0,0+h1,0+v0,0+v0,1+h0,1").await;
    let taken: Vec<&Value> = position["history"].as_array().unwrap().iter().map(|step| &step["taken"]).collect();
    assert_eq!(taken, [&json!([]), &json!([]), &json!([]), &json!([[0, 0, "second"]]), &json!([])]);
    let (_, position) = client.get("/position?game=dots-and-boxes&position=1x2+2+0-1+1010110&moves=h0,1").await;
    assert_eq!((&position["taken"], &position["history"][0]["taken"]), (&json!([[0, 0, null]]), &json!([])));
}

#[tokio::test]
async fn nonsense_is_refused_with_reasons() {
    let client = Client::new();
    for path in [
        "/nonsense",
        "/position",
        "/position?game=zzz",
        "/position?game=simplexity&moves=o9",
        "/position?game=simplexity&position=8/8",
        "/position?game=simplexity:rows=1000000",
        "/position?game=simplexity&speed=3",
        "/position?game=%00%ff",
        "/analysis?game=simplexity&agent=human",
        "/analysis?game=simplexity&agent=cmd:sh",
        "/analysis?game=simplexity&agent=faulty",
        "/analysis?game=simplexity&time=5",
        "/analysis?game=simplexity&time=1h",
        "/analysis?game=simplexity&depth=0",
        "/analysis?game=simplexity&depth=-1",
        "/analysis?game=simplexity&lines=1000",
        "/analysis?game=simplexity&agent=alpha-beta:threads=1000",
        "/analysis?game=simplexity&agent=mcts:memory=60000",
        "/analysis?game=simplexity&moves=o0+s1+o0+s1+o0+s1+o0",
        "/review?game=simplexity&time=1h",
        "/review?game=simplexity&moves=x",
        "/sessions/nobody",
        "/sessions/nobody/events",
        "/tournaments/none",
        "/tournaments/none/games",
        "/tournaments/none/games/0",
        "/tournaments/none/events",
        "/tournaments/none/games?limit=0",
    ] {
        let (status, value) = client.get(path).await;
        assert!(is_problem(status, &value), "{path}: {status} {value}");
    }
    for body in [
        "",
        "{",
        "[]",
        "{}",
        r#"{"game":"simplexity","first":"human"}"#,
        r#"{"game":"zzz","first":"human","second":"human"}"#,
        r#"{"game":"simplexity","first":"cmd:sh -c true","second":"human"}"#,
        r#"{"game":"simplexity","first":"faulty:how=hoard","second":"human"}"#,
        r#"{"game":"simplexity","first":"nobody","second":"human"}"#,
        r#"{"game":"simplexity","first":"human","second":"human","clock":"5"}"#,
        r#"{"game":"simplexity","first":"human","second":"human","clock":"5s cpu"}"#,
        r#"{"game":"simplexity","first":"human","second":"human","extra":1}"#,
        r#"{"game":"infexion","first":"sequential","second":"human"}"#,
    ] {
        let (status, value) = client.post("/sessions", body).await;
        assert!(is_problem(status, &value), "{body}: {status} {value}");
    }
    let (status, value) = client.ask(Method::PUT, "/sessions", None).await;
    assert!(is_problem(status, &value) && status == StatusCode::METHOD_NOT_ALLOWED);
    let long = format!(r#"{{"game":"{}"}}"#, "x".repeat(100_000));
    assert_eq!(client.post("/sessions", &long).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    let long = format!("/position?game=simplexity&moves={}", "o0+".repeat(20_000));
    assert_eq!(client.get(&long).await.0, StatusCode::URI_TOO_LONG);
}

#[tokio::test]
async fn files_come_with_headers_and_nothing_else_comes() {
    let client = Client::new();
    let get = |path: &str| Request::get(path).body(axum::body::Body::empty()).unwrap();
    let page = client.send(get("/")).await;
    assert_eq!(page.status(), StatusCode::OK);
    let headers = page.headers();
    assert!(headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().starts_with("default-src 'none'"));
    assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    assert!(!headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN));
    let again = Request::get("/").header(header::IF_NONE_MATCH, &headers[header::ETAG]);
    let again = client.send(again.body(axum::body::Body::empty()).unwrap()).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    for path in [
        "/..%2f..%2fetc/passwd",
        "/%00",
        "/../Cargo.toml",
        "/../src/lib.rs",
        "/index",
        "/a.html",
        "//etc/passwd",
        "/%2e%2e/src/lib.rs",
    ] {
        let (status, value) = read(client.send(get(path)).await).await;
        assert!(is_problem(status, &value), "{path}: {status}");
    }
}

#[tokio::test]
async fn a_page_from_elsewhere_cannot_get_in_by_another_name() {
    let client = Client::new();
    let ask =
        |host: &str| Request::get("/api/v1/games").header(header::HOST, host).body(axum::body::Body::empty()).unwrap();
    assert_eq!(client.send(ask("evil.example:8080")).await.status(), StatusCode::MISDIRECTED_REQUEST);
    assert_eq!(client.send(ask("localhost:8080")).await.status(), StatusCode::OK);
    let mapped = Client::of(ply_web::Config::at("::ffff:127.0.0.1".parse().unwrap()));
    assert_eq!(mapped.send(ask("evil.example:8080")).await.status(), StatusCode::MISDIRECTED_REQUEST);
    assert_eq!(mapped.send(ask("[::ffff:127.0.0.1]:8080")).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_page_from_elsewhere_cannot_make_the_server_think() {
    let client = Client::new();
    let ask = async |method: Method, path: &str, name: &str, value: &str| {
        let request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        let request = request.header(header::HOST, "localhost:8080").header(name, value);
        client.send(request.body(axum::body::Body::empty()).unwrap()).await.status()
    };
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "http://localhost:3000"),
        ("origin", "https://evil.example"),
        ("origin", "null"),
    ] {
        for path in ["/analysis?game=infexion", "/review?game=infexion", "/tournaments/x/events", "/sessions/x/events"]
        {
            assert_eq!(ask(Method::GET, path, name, value).await, StatusCode::FORBIDDEN, "{path} {name}: {value}");
        }
        assert_eq!(ask(Method::POST, "/sessions", name, value).await, StatusCode::FORBIDDEN);
    }
    assert_eq!(client.get("/status").await.1["streams"], 0);
    for (name, value) in
        [("sec-fetch-site", "same-origin"), ("sec-fetch-site", "none"), ("origin", "http://localhost:8080")]
    {
        assert_eq!(ask(Method::GET, "/analysis?game=infexion&time=1ms", name, value).await, StatusCode::OK);
    }
}

#[tokio::test]
async fn the_description_and_the_status_are_there() {
    let client = Client::new();
    assert_eq!(client.get("/openapi.json").await.1["openapi"], "3.1.0");
    let (_, status) = client.get("/status").await;
    assert_eq!((status["sessions"].as_u64(), status["searches"].as_u64()), (Some(0), Some(0)));
}
