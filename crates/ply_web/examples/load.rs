//! A bounded load: many games at once over real connections, and how long their answers took.
//!
//! `cargo run --release -p ply_web --example load [SESSIONS] [AGENT] [MOVES]`: so many persons each make up to so many
//! moves of a game against an agent, all at the same time. Prints how long clicks took, how long the agents' answers took
//! to come, and how evenly they were shared out.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use ply_web::{Config, serve};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let sessions: usize = words.next().map_or(Ok(200), |word| word.parse())?;
    let agent = words.next().unwrap_or_else(|| "random".to_owned());
    let moves: usize = words.next().map_or(Ok(8), |word| word.parse())?;
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || serve(listener, Config::at(address.ip()), std::future::pending()));
    let began = Instant::now();
    let persons: Vec<_> = (0..sessions)
        .map(|seed| {
            let agent = agent.clone();
            std::thread::spawn(move || Person::new(address).play(&agent, seed, moves))
        })
        .collect();
    let mut clicks = Vec::new();
    let mut answers = Vec::new();
    let mut means = Vec::new();
    for person in persons {
        let person = person.join().map_err(|_| "a person gave up")?;
        means.push(person.answers.iter().sum::<Duration>() / person.answers.len().max(1) as u32);
        clicks.extend(person.clicks);
        answers.extend(person.answers);
    }
    println!("{sessions} games against {agent}, {moves} moves each, in {:.1} s", began.elapsed().as_secs_f64());
    show("a click", &mut clicks);
    show("the agent's answer", &mut answers);
    show("mean answer of a game", &mut means);
    Ok(())
}

fn show(what: &str, times: &mut [Duration]) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{what:>22}: {} times, least {:.1} ms, median {:.1} ms, 95 % {:.1} ms, 99 % {:.1} ms, most {:.1} ms",
        times.len(),
        at(0.0),
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
}

/// Somebody with a browser: one connection.
struct Person {
    connection: BufReader<TcpStream>,
    clicks: Vec<Duration>,
    answers: Vec<Duration>,
}

impl Person {
    fn new(address: SocketAddr) -> Self {
        let connection = TcpStream::connect(address).expect("the server listens");
        connection.set_nodelay(true).expect("a socket has this option");
        Self { connection: BufReader::new(connection), clicks: Vec::new(), answers: Vec::new() }
    }

    fn play(mut self, agent: &str, seed: usize, moves: usize) -> Self {
        let game = ["simplexity", "pentago-swap", "colosseum", "dots-and-boxes", "infexion"][seed % 5];
        let body = json!({"game": game, "first": "human", "second": agent, "seed": seed});
        let mut state = self.ask("POST", "sessions", Some(&body));
        let path = format!("sessions/{}", state["id"].as_str().expect("a game has a number"));
        for _ in 0..moves {
            let Some(mv) = state["legal_moves"][seed % 3].as_str() else { break };
            let clicked = Instant::now();
            state = self.ask("POST", &format!("{path}/moves"), Some(&json!({"move": mv, "ply": state["ply"]})));
            self.clicks.push(clicked.elapsed());
            while state["to_move"] == "second" {
                std::thread::sleep(Duration::from_millis(50));
                state = self.ask("GET", &path, None);
            }
            self.answers.push(clicked.elapsed());
        }
        self
    }

    /// One request and its answer, which must be a success.
    fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let body = body.map(Value::to_string).unwrap_or_default();
        let head = format!("{method} /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
        let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
        self.connection.get_mut().write_all(request.as_bytes()).expect("the server reads");
        let mut line = String::new();
        self.connection.read_line(&mut line).expect("the server answers");
        assert!(line.starts_with("HTTP/1.1 20"), "{method} {path}: {line}");
        let mut length = 0;
        loop {
            line.clear();
            self.connection.read_line(&mut line).expect("the server answers");
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length is a number");
            }
        }
        let mut answer = vec![0; length];
        self.connection.read_exact(&mut answer).expect("the server sends what it says");
        serde_json::from_slice(&answer).expect("answers are JSON")
    }
}
