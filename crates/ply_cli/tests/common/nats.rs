//! A NATS server of the test's own: on a port that was free, under a name that nobody else has.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A running server, ended with this value.
pub struct Nats {
    child: Child,
    folder: tempfile::TempDir,
    name: String,
    port: u16,
    more: Vec<String>,
}

impl Nats {
    /// Starts one with these arguments besides; nothing where there is no nats-server, unless it has to be there.
    pub fn start(more: &[&str]) -> Option<Self> {
        let version = Command::new("nats-server").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !version.is_ok_and(|status| status.success()) {
            assert!(std::env::var_os("PLYGROUND_NEEDS_NATS").is_none(), "there is no nats-server");
            eprintln!("skipped: no nats-server (on Debian: apt-get install nats-server)");
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let more: Vec<String> = more.iter().map(|word| (*word).to_owned()).collect();
        let name = format!("plyground-test-{}-{}", std::process::id(), folder.path().display());
        let child = spawn(folder.path(), &name, -1, &more);
        let file = folder.path().join(format!("nats-server_{}.ports", child.id()));
        let port = patiently(|| {
            let ports: Value = serde_json::from_str(&std::fs::read_to_string(&file).ok()?).ok()?;
            ports["nats"][0].as_str()?.rsplit(':').next()?.parse().ok()
        });
        let server = Self { child, folder, name, port, more };
        server.make_sure_that_it_is_ours();
        Some(server)
    }

    /// Its address, with these credentials in it.
    pub fn url(&self, credentials: &str) -> String {
        format!("nats://{credentials}127.0.0.1:{}", self.port)
    }

    /// Nothing is done with somebody else's server.
    fn make_sure_that_it_is_ours(&self) {
        let (_, name) = patiently(|| greeting(self.port));
        assert_eq!(name, self.name, "this is somebody else's server");
    }

    /// Kills it, so that it cannot say or write anything more.
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Starts it again on the same port with what it has stored.
    pub fn start_again(&mut self) {
        self.child = spawn(self.folder.path(), &self.name, self.port.into(), &self.more);
        self.make_sure_that_it_is_ours();
    }

    /// The server's process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// How long somebody takes to answer on a subject.
    pub fn ask(&self, subject: &str) -> Option<Duration> {
        let (mut stream, _) = greeting(self.port)?;
        stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
        let begin = Instant::now();
        let inbox = format!("inbox.{}", begin.elapsed().as_nanos());
        write!(stream, "CONNECT {{\"verbose\":false}}\r\nSUB {inbox} 1\r\nPUB {subject} {inbox} 0\r\n\r\n").ok()?;
        let mut said = BufReader::new(stream).lines().map_while(Result::ok);
        said.any(|line| line.starts_with("MSG")).then(|| begin.elapsed())
    }

    /// Sends a message without asking anybody.
    pub fn publish(&self, subject: &str, payload: &[u8]) {
        let (mut stream, _) = patiently(|| greeting(self.port));
        write!(stream, "CONNECT {{\"verbose\":false}}\r\nPUB {subject} {}\r\n", payload.len()).expect("it listens");
        stream.write_all(payload).expect("it listens");
        stream.write_all(b"\r\nPING\r\n").expect("it listens");
        let mut said = BufReader::new(stream).lines().map_while(Result::ok);
        assert!(said.any(|line| line == "PONG"), "the server has it");
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ended = self.child.kill().and_then(|()| self.child.wait());
    }
}

fn spawn(folder: &Path, name: &str, port: i32, more: &[String]) -> Child {
    let folder = folder.to_str().expect("UTF-8");
    let mut command = Command::new("nats-server");
    command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "--ports_file_dir", folder, "-n", name]);
    if !more.iter().any(|word| word == "-c") {
        command.args(["-js", "-sd", &format!("{folder}/store")]);
    }
    command.args(more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("nats-server starts")
}

/// A connection, and the name the server gives itself.
fn greeting(port: u16) -> Option<(TcpStream, String)> {
    let stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    let mut line = String::new();
    BufReader::new(stream.try_clone().ok()?).read_line(&mut line).ok()?;
    let info: Value = serde_json::from_str(line.strip_prefix("INFO ")?.trim()).ok()?;
    Some((stream, info["server_name"].as_str()?.to_owned()))
}

/// What comes within a while.
pub fn patiently<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "it did not come within a minute");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A process that is killed with this value.
pub struct Process(pub Child);

impl Process {
    /// Starts plyground with these arguments in a folder.
    pub fn start(folder: &Path, args: &[&str]) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_plyground"))
            .args(args)
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Self(child.expect("it starts"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ended = self.0.kill().and_then(|()| self.0.wait());
    }
}

/// The games of a store without their times, in order: what two runs under node limits must have in common.
pub fn games(store: &Path, name: &str) -> Vec<String> {
    let store = store.to_str().expect("UTF-8");
    let output = super::plyground(&["results", name, "--store", store, "--export", "jsonl"]);
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let timeless = |line: &str| {
        let mut game: Value = serde_json::from_str(line).expect("JSON");
        for mv in game["moves"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            mv.remove("ms");
            mv.remove("left_ms");
        }
        game.as_object_mut().map(|game| game.remove("played"));
        game.to_string()
    };
    let mut games: Vec<String> = lines.lines().map(timeless).collect();
    games.sort();
    games
}
