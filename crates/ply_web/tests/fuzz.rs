//! Random requests, made of pieces that nearly fit: whatever comes, the server is never at fault.

use crate::common::Client;
use axum::body::Body;
use axum::http::{Method, Request, header};
use ply_game::{Rng, below, rng};
use ply_web::Limits;
use std::time::Duration;

const PATHS: &[&str] = &[
    "/",
    "/api/v1",
    "/api/v1/",
    "/api/v1/games",
    "/api/v1/games/",
    "/api/v1/games/infexion/agents",
    "/api/v1/position",
    "/api/v1/record",
    "/api/v1/analysis",
    "/api/v1/review",
    "/api/v1/sessions",
    "/api/v1/sessions/ID",
    "/api/v1/sessions/ID/record",
    "/api/v1/sessions/ID/moves",
    "/api/v1/sessions/ID/undo",
    "/api/v1/sessions/ID/resign",
    "/api/v1/tournaments",
    "/api/v1/tournaments/x",
    "/api/v1/tournaments/x/games",
    "/api/v1/tournaments/x/games/0",
    "/api/v1/openapi.json",
    "/api/v1/status",
];
const KEYS: &[&str] = &["game", "position", "moves", "agent", "time", "depth", "nodes", "lines", "offset", "limit", ""];
const VALUES: &[&str] = &[
    "simplexity",
    "simplexity:rows=64,cols=64",
    "simplexity:win=64",
    "simplexity:rows=0",
    "pentago-swap",
    "colosseum",
    "colosseum:size=16,seed=18446744073709551615",
    "dots-and-boxes:rows=42,cols=1",
    "infexion",
    "infexion:size=8",
    "zzz",
    "o3",
    "o3+s3",
    "3,3",
    "3,3,ur",
    "h0,0",
    "v0,0+v0,0",
    "2,5,TR-BL",
    "0,0,u",
    "7/7/7/7/7/7+w",
    "5+a+1,2+3,4+0,1,r",
    "0+",
    "alpha-beta",
    "mcts:nodes=10",
    "minimax:depth=1",
    "random",
    "human",
    "cmd:sh",
    "1ms",
    "5",
    "-1",
    "1e9s",
    "0",
    "1",
    "99999999999999999999",
    "%00",
    "%ff%fe",
    "%F0%9F%98%80",
    "",
    "a:b=c,d",
    ":::",
    "=,=",
    "null",
    "NaN",
];
const BODIES: &[&str] = &[
    "",
    "{}",
    "[]",
    "null",
    "{\"game\":1}",
    r#"{"game":"infexion","first":"human","second":"random"}"#,
    r#"{"game":"simplexity","first":"random","second":"random","clock":"1ms"}"#,
    r#"{"game":"colosseum:size=2","first":"human","second":"human","moves":"0,0,u"}"#,
    r#"{"game":"simplexity","first":"human","second":"mcts:threads=99999"}"#,
    r#"{"move":"3,3","ply":0}"#,
    r#"{"move":"","ply":-1}"#,
    r#"{"move":"\u0000"}"#,
    r#"{"side":"first"}"#,
    r#"{"side":7}"#,
    "\u{0}",
    "{\"a\":",
];

fn pick<'a>(rng: &mut Rng, list: &[&'a str]) -> &'a str {
    list[below(rng, list.len() as u32) as usize]
}

fn address(rng: &mut Rng, id: &str) -> String {
    let mut path = pick(rng, PATHS).replace("ID", id);
    let pairs = below(rng, 5);
    for number in 0..pairs {
        path += if number == 0 { "?" } else { "&" };
        path += &format!("{}={}", pick(rng, KEYS), pick(rng, VALUES));
    }
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn no_request_makes_the_server_fail() {
    let think = Duration::from_millis(5);
    let client = Client::with(Limits { think, usual_think: think, ..Limits::default() });
    let id = client.begin(r#"{"game":"infexion","first":"human","second":"random"}"#).await;
    let mut rng = rng(6);
    let mut answered = [0; 6];
    for _ in 0..3000 {
        let method =
            [Method::GET, Method::POST, Method::GET, Method::DELETE, Method::PUT][below(&mut rng, 5) as usize].clone();
        let address = address(&mut rng, &id);
        let body = pick(&mut rng, BODIES);
        // Dropping the one game again and again would leave nothing to try.
        if method == Method::DELETE && address.contains(&id) {
            continue;
        }
        let request = Request::builder().method(method).uri(&address).header(header::CONTENT_TYPE, "application/json");
        let response = client.send(request.body(Body::from(body)).unwrap()).await;
        let status = response.status();
        assert!(!status.is_server_error(), "{address} {body}: {status}");
        answered[usize::from(status.as_u16() / 100)] += 1;
    }
    assert!(answered[2] > 100 && answered[4] > 100, "{answered:?}");
}
