//! A bounded load: many games at once over real connections while others analyse, and how long the answers took.
//!
//! `cargo run --release -p ply_web --example load [PERSONS] [ANALYSTS] [MOVES] [PAUSE] [AGENT]`: so many persons each make
//! up to so many moves of a game against an agent, so many milliseconds after they saw its answer, while analysts let
//! champions think without a pause. Each comes from an address of its own and listens to its game as the page does. Prints
//! how long clicks took, and how long it was from a click until the agent's answer had come.

mod client;

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use client::{Connection, Listener};
use ply_web::{Config, serve};
use serde_json::json;

const GAMES: [&str; 5] = ["simplexity", "pentago-swap", "colosseum", "dots-and-boxes", "infexion"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, usual: usize| words.get(index).map_or(Ok(usual), |word| word.parse());
    let (persons, analysts, moves) = (number(0, 200)?, number(1, 20)?, number(2, 8)?);
    let pause = Duration::from_millis(number(3, 1000)? as u64);
    let agent: Arc<str> = words.get(4).map_or("random", String::as_str).into();
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || serve(listener, Config::at(address.ip()), std::future::pending()));
    let (over, thoughts) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    for seed in 0..analysts {
        let (over, thoughts) = (over.clone(), thoughts.clone());
        std::thread::spawn(move || analyse(address, seed, &over, &thoughts));
    }
    let began = Instant::now();
    let playing: Vec<_> = (0..persons)
        .map(|seed| {
            let agent = agent.clone();
            std::thread::spawn(move || play(address, &agent, seed, (moves, pause)))
        })
        .collect();
    let (mut clicks, mut answers) = (Vec::new(), Vec::new());
    for person in playing {
        let (clicked, answered) = person.join().map_err(|_| "a person gave up")?;
        clicks.extend(clicked);
        answers.extend(answered);
    }
    over.store(true, Ordering::Relaxed);
    println!(
        "{persons} persons against {agent}, {analysts} analysts ({} thoughts ended), in {:.1} s",
        thoughts.load(Ordering::Relaxed),
        began.elapsed().as_secs_f64()
    );
    show("a click", &mut clicks);
    show("click to agent's answer", &mut answers);
    Ok(())
}

fn show(what: &str, times: &mut [Duration]) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{what:>24}: {} times, median {:.1} ms, 95 % {:.1} ms, 99 % {:.1} ms, most {:.1} ms",
        times.len(),
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
}

/// Somebody plays: how long each click took, and how long each answer.
fn play(
    server: SocketAddr,
    agent: &str,
    seed: usize,
    (moves, pause): (usize, Duration),
) -> (Vec<Duration>, Vec<Duration>) {
    // They do not all come in the same moment.
    std::thread::sleep(pause * (seed % 50) as u32 / 50);
    let mut connection = Connection::open(server, seed);
    let body = json!({"game": GAMES[seed % 5], "first": "human", "second": agent, "seed": seed});
    let mut state = connection.ask("POST", "sessions", Some(&body));
    let path = format!("sessions/{}", state["id"].as_str().expect("a game has a number"));
    let mut events = Listener::open(server, seed, &format!("{path}/events"));
    let (mut clicks, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..moves {
        let Some(mv) = state["legal_moves"][seed % 3].as_str() else { break };
        let body = json!({"move": mv, "ply": state["ply"]});
        let clicked = Instant::now();
        state = connection.ask("POST", &format!("{path}/moves"), Some(&body));
        clicks.push(clicked.elapsed());
        while state["to_move"] == "second" {
            let Some(data) = events.next("state") else { break };
            // What was told before the click is old news.
            if data["ply"].as_u64() >= state["ply"].as_u64() {
                state = data;
            }
        }
        answers.push(clicked.elapsed());
        std::thread::sleep(pause);
    }
    (clicks, answers)
}

/// Somebody analyses the start of a game again and again.
fn analyse(server: SocketAddr, seed: usize, over: &AtomicBool, thoughts: &AtomicUsize) {
    let path = format!("analysis?game={}&agent=champion&time=2s&lines=3", GAMES[seed % 5]);
    while !over.load(Ordering::Relaxed) {
        let done = Listener::open(server, 250 + seed, &path).next("done");
        thoughts.fetch_add(usize::from(done.is_some()), Ordering::Relaxed);
    }
}
