//! A client without a socket.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod sockets;

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, Response, StatusCode, header};
use http_body_util::BodyExt as _;
use ply_web::{Config, Limits, app};
use serde_json::Value;
use tower::ServiceExt as _;

/// Asks one application, from some address.
#[derive(Clone)]
pub struct Client(pub Router, pub Option<SocketAddr>);

impl Client {
    pub fn new() -> Self {
        Self::with(Limits::default())
    }

    pub fn with(limits: Limits) -> Self {
        Self::of(Config { loopback: true, limits, ..Config::default() })
    }

    pub fn of(config: Config) -> Self {
        Self(app(config), None)
    }

    /// Another visitor of the same application.
    pub fn from(&self, address: &str) -> Self {
        Self(self.0.clone(), Some(SocketAddr::new(address.parse().expect("the test's address is fine"), 1)))
    }

    pub async fn send(&self, mut request: Request<Body>) -> Response<Body> {
        if let Some(address) = self.1 {
            request.extensions_mut().insert(ConnectInfo(address));
        }
        self.0.clone().oneshot(request).await.expect("the application always answers")
    }

    /// Asks with a body of JSON, or none.
    pub async fn ask(&self, method: Method, path: &str, body: Option<&str>) -> (StatusCode, Value) {
        let request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        let request = match body {
            Some(body) => request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_owned())),
            None => request.body(Body::empty()),
        };
        read(self.send(request.expect("the test's address is fine")).await).await
    }

    pub async fn get(&self, path: &str) -> (StatusCode, Value) {
        self.ask(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: &str) -> (StatusCode, Value) {
        self.ask(Method::POST, path, Some(body)).await
    }

    /// Begins a game and gives its number.
    pub async fn begin(&self, body: &str) -> String {
        let (status, state) = self.post("/sessions", body).await;
        assert_eq!(status, StatusCode::CREATED, "{state}");
        state["id"].as_str().expect("a game has a number").to_owned()
    }

    /// Looks at a game until it is as wanted.
    pub async fn until(&self, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..1000 {
            let (_, state) = self.get(&format!("/sessions/{id}")).await;
            if wanted(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the game never came to what was wanted: {}", self.get(&format!("/sessions/{id}")).await.1);
    }

    /// Opens an event stream.
    pub async fn stream(&self, path: &str) -> Stream {
        let request = Request::get(format!("/api/v1{path}")).body(Body::empty()).expect("the test's address is fine");
        let response = self.send(request).await;
        assert_eq!(response.status(), StatusCode::OK);
        Stream { body: response.into_body(), text: String::new() }
    }
}

pub async fn read(response: Response<Body>) -> (StatusCode, Value) {
    let status = response.status();
    let bytes = response.into_body().collect().await.expect("the body is in memory").to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

/// An open event stream.
pub struct Stream {
    body: Body,
    text: String,
}

impl Stream {
    /// The next event: its name and its data. Nothing at the end.
    pub async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
                let found = field("event: ").zip(field("data: "));
                self.text = rest.to_owned();
                match found {
                    Some((name, data)) => return Some((name, serde_json::from_str(&data).expect("data is JSON"))),
                    None => continue,
                }
            }
            let frame = self.body.frame().await?.expect("the stream does not break");
            let data = frame.into_data().expect("a stream has no trailers");
            self.text += std::str::from_utf8(&data).expect("events are text");
        }
    }

    /// The next event of this name.
    pub async fn await_event(&mut self, wanted: &str) -> Value {
        loop {
            let (name, value) = self.next().await.expect("the event comes before the end");
            if name == wanted {
                return value;
            }
        }
    }
}
