//! Everything at once: clients from many addresses ask for far too much, and the server stays small and answers.
//!
//! Some clients for some seconds by default. The whole attack, with figures:
//! `ATTACKERS=200 ATTACK_SECONDS=60 cargo test --release -p ply_web --test attack -- --nocapture`
#![cfg(target_os = "linux")] // where all of 127.0.0.0/8 is this machine

mod common;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use common::sockets::{STATUS, connect, start, status};
use ply_arena::plan::Plan;
use ply_arena::store::Store;
use ply_web::Limits;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// A number of the environment.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// How long an attacker stays with one request.
const HOLD: Duration = Duration::from_millis(1500);

fn get(path: &str) -> String {
    format!("GET /api/v1{path} HTTP/1.1\r\nhost: localhost\r\n\r\n")
}

fn post(path: &str, body: &str) -> String {
    let head = format!("POST /api/v1{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
    format!("{head}content-length: {}\r\n\r\n{body}", body.len())
}

/// A request of one of the kinds that have hurt servers like this, or half of one.
fn attack(kind: usize, round: usize) -> String {
    let size = (2 + round % 40, 2 + round / 40 % 30);
    let whole: Vec<String> = (0..24).flat_map(|column| vec![format!("o{column}+s{column}"); 16]).collect();
    match kind % 10 {
        0 => get("/analysis?game=infexion&agent=alpha-beta:table=256&time=30s"),
        1 => get("/analysis?game=simplexity:rows=20,cols=20&agent=mcts:memory=256&time=30s&lines=20"),
        2 => get("/tournaments/huge/events"),
        3 => get(&format!("/position?game=simplexity:rows={},cols={},win=2", size.0, size.1)),
        4 => "GET /api/v1/status HTTP/1.1\r\nhost: local".to_owned(),
        5 => post("/sessions", "{").replace("content-length: 1", "content-length: 9999"),
        6 => get("/analysis?game=infexion&agent=mcts&time=30s")
            .replace("\r\n\r\n", "\r\nsec-fetch-site: cross-site\r\n\r\n"),
        7 => post("/sessions", r#"{"game":"infexion","first":"mcts:memory=256","second":"mcts:memory=256"}"#),
        8 => get(&format!(
            "/position?game=simplexity:rows=32,cols=24,win=30,round=999,square=999&moves={}",
            whole.join("+")
        )),
        _ => get("/review?game=simplexity&moves=o0+s1+o0+s1+o0+s2+o0&time=2s&agent=alpha-beta:table=256"),
    }
}

/// Asks and does not read the answer, again and again.
async fn attacker(server: SocketAddr, number: usize, end: Instant) {
    let from = format!("127.0.1.{}", 1 + number / 4 % 200);
    for round in 0.. {
        if Instant::now() > end {
            return;
        }
        let mut connection: TcpStream = connect(server, &from).await;
        let _refused = connection.write_all(attack(number, round * 40 + number).as_bytes()).await;
        let mut some = [0; 64];
        let hold = if number % 10 == 3 { Duration::from_millis(100) } else { HOLD };
        let _answered = timeout(hold, connection.read(&mut some)).await;
        if number % 10 != 3 {
            sleep(hold).await;
        }
    }
}

/// A figure of `/proc/self/status`, in megabytes.
fn megabytes(name: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) >> 10
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_server_stays_small_and_answers_whatever_is_asked_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("attacked.db");
    let plan =
        "name = 'huge'\ngame = 'simplexity'\nagents = ['alpha-beta:table=1500', 'alpha-beta:table=1500,depth=3']";
    Store::open(&store).unwrap().create(&Plan::from_toml(plan).unwrap()).unwrap();
    let server = start(Some(store), Limits::default());
    let end = Instant::now() + Duration::from_secs(number("ATTACK_SECONDS", 8));
    let attackers = number("ATTACKERS", 40) as usize;
    let attack: Vec<_> = (0..attackers).map(|number| tokio::spawn(attacker(server, number, end))).collect();
    let mut waited = Vec::new();
    let mut most = 0;
    while Instant::now() < end {
        let asked = Instant::now();
        let mut connection = connect(server, "127.0.0.1").await;
        assert_eq!(timeout(Duration::from_secs(60), status(&mut connection, STATUS)).await, Ok(Some(200)));
        waited.push(asked.elapsed());
        let mut rest = vec![0; 4096];
        let length = connection.read(&mut rest).await.unwrap();
        let text = String::from_utf8_lossy(&rest[..length]).into_owned();
        let booked =
            text.split_once("\"memory_mb\":").and_then(|(_, rest)| rest.split(',').next()?.parse::<u64>().ok());
        most = most.max(booked.unwrap_or(0));
        sleep(Duration::from_millis(20)).await;
    }
    for attacker in attack {
        attacker.await.unwrap();
    }
    waited.sort();
    let at = |share: f64| waited[((waited.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let peak = megabytes("VmHWM");
    println!("{attackers} attackers: at most {most} MB booked, {peak} MB resident (attackers included)");
    println!(
        "/status, {} times: median {:.1} ms, 95 % {:.1} ms, 99 % {:.1} ms, most {:.1} ms",
        waited.len(),
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
    assert!(most > 0 && most <= Limits::default().all_memory, "{most} MB were booked");
    assert!(peak < 1024, "{peak} MB were taken");
}
