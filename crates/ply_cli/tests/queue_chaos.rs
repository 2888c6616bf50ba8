//! Workers, coordinators and the server are killed at random: every game comes, none twice, and each move for move as
//! without all that.
//!
//! `cargo xtask queue-chaos` plays the long one.
#![cfg(feature = "queue")]

mod common;

use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use common::nats::{Nats, Process, games};
use common::{BINARY, json};
use ply_game::mix;

/// How much of it.
struct Chaos {
    pairs: u32,
    nodes: u32,
    worker_kills: u32,
    coordinator_kills: u32,
    server_kills: u32,
    /// Milliseconds between two kills, on average.
    pause: u64,
}

/// Numbers that differ from run to run, and are told.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = mix(self.0);
        self.0 % most
    }
}

/// Who is killed next.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Victim {
    Worker(usize),
    Coordinator,
    Server,
}

const WORKERS: usize = 3;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

impl Chaos {
    fn args(&self, store: &Path) -> Vec<String> {
        let (pairs, time) = (self.pairs.to_string(), format!("nodes={}", self.nodes));
        let words = ["tournament", "simplexity:rows=4,cols=5", "random", "alpha-beta:table=1", "--time", &time];
        let more = ["--pairs", &pairs, "--seed", "5", "--name", "chaos", "--store", text(store), "--json"];
        words.iter().chain(&more).map(|word| (*word).to_owned()).collect()
    }

    fn victims(&self, dice: &mut Dice) -> Vec<Victim> {
        let mut victims: Vec<Victim> = Vec::new();
        for worker in 0..WORKERS {
            victims.extend((0..self.worker_kills).map(|_| Victim::Worker(worker)));
        }
        victims.extend((0..self.coordinator_kills).map(|_| Victim::Coordinator));
        victims.extend((0..self.server_kills).map(|_| Victim::Server));
        for place in (1..victims.len()).rev() {
            victims.swap(place, dice.below(place as u64 + 1) as usize);
        }
        victims
    }

    fn run(&self) {
        let seed = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64);
        let mut dice = Dice(seed);
        let Some(mut server) = Nats::start(&[]) else { return };
        let (folder, url, begin) = (tempfile::tempdir().expect("a folder"), server.url(""), Instant::now());
        let (here, there) = (folder.path().join("here.db"), folder.path().join("there.db"));
        let worker = |place: usize| {
            let name = format!("worker-{place}");
            Process::start(folder.path(), &["worker", "--queue", &url, "--concurrency", "1", "--name", &name])
        };
        let coordinator = |first: bool| {
            let mut args = self.args(&there);
            if !first {
                args =
                    ["tournament", "--resume", "chaos", "--store", text(&there), "--json"].map(str::to_owned).to_vec();
            }
            args.extend(["--queue", &url, "--queue-patience", "2s"].map(str::to_owned));
            Process::start(folder.path(), &args.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let mut workers: Vec<Process> = (0..WORKERS).map(worker).collect();
        let mut run = coordinator(true);
        std::thread::sleep(Duration::from_millis(1500));
        let mut kills = [0; 3];
        for victim in self.victims(&mut dice) {
            std::thread::sleep(Duration::from_millis(self.pause / 2 + dice.below(self.pause)));
            match victim {
                Victim::Worker(place) => {
                    // The old one is killed when it is dropped.
                    workers[place] = worker(place);
                    kills[0] += 1;
                }
                Victim::Coordinator => {
                    drop(run);
                    run = coordinator(false);
                    kills[1] += 1;
                }
                Victim::Server => {
                    server.kill();
                    std::thread::sleep(Duration::from_millis(300));
                    server.start_again();
                    kills[2] += 1;
                }
            }
        }
        let over_before = run.0.try_wait().expect("it is ours").is_some();
        let mut runs = 1;
        while !ended(&mut run).success() {
            // What was given up, or lost with the server, is played when it is taken up again.
            run = coordinator(false);
            runs += 1;
            assert!(runs < 10, "it does not come to an end");
        }
        drop(workers);
        let took = begin.elapsed();
        let args = self.args(&here);
        json(&args.iter().map(String::as_str).collect::<Vec<_>>());
        let (played, wanted) = (games(&there, "chaos"), games(&here, "chaos"));
        let mut different = played.clone();
        different.dedup();
        eprintln!(
            "seed {seed}: {} of {} games in {:.1} s, {} of them different; killed: workers {}, coordinator {}, server {}; \
             {runs} runs to the end after the last kill; {}",
            played.len(),
            2 * self.pairs,
            took.as_secs_f64(),
            different.len(),
            kills[0],
            kills[1],
            kills[2],
            if over_before { "it was over before the last kill" } else { "it went on after the last kill" },
        );
        assert_eq!(played.len(), 2 * self.pairs as usize, "every game, none twice");
        assert!(played == wanted, "move for move the games of an undisturbed local run");
    }
}

fn ended(run: &mut Process) -> ExitStatus {
    run.0.wait().expect("it ends")
}

#[test]
fn whoever_is_killed_every_game_comes_once() {
    assert!(Path::new(BINARY).exists());
    Chaos { pairs: 200, nodes: 5000, worker_kills: 1, coordinator_kills: 1, server_kills: 1, pause: 400 }.run();
}

#[test]
#[ignore = "minutes: cargo xtask queue-chaos"]
fn ten_thousand_games_and_eighteen_kills() {
    Chaos { pairs: 5000, nodes: 1000, worker_kills: 5, coordinator_kills: 2, server_kills: 1, pause: 2000 }.run();
}
