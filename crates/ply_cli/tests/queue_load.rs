//! How many results a second a coordinator bears: simulated workers in this process, each with a connection and a thread of
//! its own, play `random` against itself. Prints a table, for the figure in the guide.
#![cfg(feature = "queue")]

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::BINARY;
use common::nats::Nats;
use ply_arena::queue::{Build, Credentials, Server, WorkerSettings, overview, work};

const WORKERS: [usize; 8] = [1, 2, 5, 10, 20, 50, 100, 200];
const GAMES: usize = 20_000;

/// What a process has used: seconds of CPU time, and the most megabytes it had.
fn used(process: u32) -> Option<(f64, f64)> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some((ticks / 100.0, line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0))
}

/// Waits for the network on one thread.
fn waiting() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// The build of the binary: workers of another one would be refused.
fn build(server: &Server) -> Build {
    let mut worker =
        Command::new(BINARY).args(["worker", "--queue", &server.to_string()]).stderr(Stdio::null()).spawn();
    let seen = common::nats::patiently(|| {
        waiting().block_on(overview(server)).ok()?.workers.first().map(|worker| worker.build.clone())
    });
    let _ended = worker.as_mut().map(|worker| worker.kill().and_then(|()| worker.wait()));
    seen
}

#[test]
#[ignore = "a measurement: minutes"]
fn results_a_second_over_workers() {
    let Some(nats) = Nats::start(&[]) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::new(&nats.url(""), Server::PREFIX, Credentials::default()).expect("an address");
    let build = build(&server);
    println!("workers,games_per_second,coordinator_cpu_percent,cpu_ms_per_game,coordinator_mb,server_mb,latency_ms");
    for workers in WORKERS {
        let interrupts = Arc::new(AtomicUsize::new(0));
        let each = (0..workers).map(|number| {
            let settings = WorkerSettings {
                server: server.clone(),
                name: Some(format!("worker-{number}")),
                concurrency: 1,
                speed: Some(1000.0),
                build: build.clone(),
                interrupts: interrupts.clone(),
                tell: Arc::new(|_| ()),
            };
            std::thread::spawn(move || waiting().block_on(work(settings)))
        });
        let each: Vec<_> = each.collect();
        measure(workers, &nats, folder.path());
        interrupts.store(2, Ordering::Relaxed);
        for one in each {
            one.join().expect("it ends").expect("it works");
        }
    }
}

fn measure(workers: usize, nats: &Nats, folder: &Path) {
    let (store, games) = (folder.join(format!("{workers}.db")), GAMES.to_string());
    let store = store.to_str().expect("UTF-8");
    let url = nats.url("");
    let args = ["match", "simplexity", "random", "random", "--openings", "0", "--time", "nodes=1", "--games", &games];
    let mut run = Command::new(BINARY)
        .args(args)
        .args(["--store", store, "--queue", &url])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let (begin, mut last, mut answers) = (Instant::now(), (0.0, 0.0), Vec::new());
    while run.try_wait().expect("it is ours").is_none() {
        std::thread::sleep(Duration::from_millis(100));
        last = used(run.id()).unwrap_or(last);
        answers.extend(nats.ask("plyground.owner"));
    }
    let seconds = begin.elapsed().as_secs_f64();
    answers.sort();
    let latency = answers.get(answers.len() / 2).map_or(0.0, Duration::as_secs_f64) * 1e3;
    let server = used(nats.process()).map_or(0.0, |(_, megabytes)| megabytes);
    println!(
        "{workers},{:.0},{:.0},{:.3},{:.0},{server:.0},{latency:.1}",
        GAMES as f64 / seconds,
        100.0 * last.0 / seconds,
        1e3 * last.0 / GAMES as f64,
        last.1
    );
}
