//! What is done to the server below the level of requests: half of them, too many, none at all.
#![cfg(target_os = "linux")] // where all of 127.0.0.0/8 is this machine

use std::time::Duration;

use crate::common::sockets::{STATUS, connect, start, status};
use ply_web::Limits;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Waits until the server closes a connection. Gives what came before.
async fn closed(connection: &mut TcpStream) -> String {
    let mut text = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), connection.read_to_end(&mut text)).await;
    let _cut = read.expect("the server closes the connection");
    String::from_utf8_lossy(&text).into_owned()
}

fn impatient() -> Limits {
    Limits { sending: Duration::from_millis(300), ..Limits::default() }
}

#[tokio::test]
async fn half_a_head_is_not_waited_for() {
    let server = start(None, impatient());
    let mut half = connect(server, "127.0.0.1").await;
    half.write_all(b"GET /api/v1/status HTTP/1.1\r\nhost: local").await.unwrap();
    closed(&mut half).await;
    let mut silent = connect(server, "127.0.0.1").await;
    closed(&mut silent).await;
}

#[tokio::test]
async fn half_a_body_is_not_waited_for_however_it_trickles() {
    let server = start(None, impatient());
    let mut half = connect(server, "127.0.0.1").await;
    let head = "POST /api/v1/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    half.write_all(format!("{head}content-length: 1000\r\n\r\n{{").as_bytes()).await.unwrap();
    let (mut reader, mut writer) = half.into_split();
    let trickle = tokio::spawn(async move {
        while writer.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let mut answer = [0; 12];
    reader.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
    trickle.abort();
}

#[tokio::test]
async fn half_requests_make_room_for_whole_ones() {
    let server = start(None, Limits { connections: 8, ..Limits::default() });
    let mut halves = Vec::new();
    for number in 0..200 {
        let mut half = connect(server, &format!("127.0.0.{}", 2 + number % 8)).await;
        half.write_all(b"GET /").await.unwrap();
        halves.push(half);
    }
    for from in ["127.0.0.2", "127.0.0.1"] {
        assert_eq!(status(&mut connect(server, from).await, STATUS).await, Some(200));
    }
    closed(&mut halves[0]).await;
}

#[tokio::test]
async fn one_visitor_cannot_take_all_connections() {
    let server = start(None, Limits { connections: 8, ..Limits::default() });
    let search = "GET /api/v1/analysis?game=infexion&agent=mcts&time=25s HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let mut open = Vec::new();
    for _ in 0..4 {
        let mut connection = connect(server, "127.0.0.2").await;
        assert_eq!(status(&mut connection, search).await, Some(200));
        open.push(connection);
    }
    assert_eq!(status(&mut connect(server, "127.0.0.2").await, STATUS).await, Some(429));
    assert_eq!(status(&mut connect(server, "127.0.0.3").await, STATUS).await, Some(200));
    drop(open);
    while status(&mut connect(server, "127.0.0.2").await, STATUS).await != Some(200) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_connection_is_used_again() {
    let server = start(None, Limits::default());
    let mut connection = connect(server, "127.0.0.1").await;
    for _ in 0..3 {
        assert_eq!(status(&mut connection, STATUS).await, Some(200));
        let (mut rest, mut length) = ([0; 4096], 0);
        while !rest[..length].ends_with(b"}}") {
            length += connection.read(&mut rest[length..]).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_head_without_end_is_cut_off() {
    let server = start(None, Limits::default());
    let mut connection = connect(server, "127.0.0.1").await;
    connection.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    let line = format!("x-filler: {}\r\n", "x".repeat(1000));
    for _ in 0..1000 {
        if connection.write_all(line.as_bytes()).await.is_err() {
            return;
        }
    }
    let answer = closed(&mut connection).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
}
