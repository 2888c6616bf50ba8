//! Just enough of a browser: requests on one connection, events on another.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};

use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use serde_json::Value;

/// A connection from an address of its own on this machine.
fn open(server: SocketAddr, visitor: usize) -> BufReader<TcpStream> {
    let own = Ipv4Addr::new(127, 1, (visitor / 250) as u8, (visitor % 250 + 1) as u8);
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None).expect("the system has sockets");
    bind(&socket, &SocketAddrV4::new(own, 0)).expect("every address that begins with 127 is this machine");
    connect(&socket, &server).expect("the server listens");
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true).expect("a socket has this option");
    BufReader::new(stream)
}

fn send(stream: &mut BufReader<TcpStream>, method: &str, path: &str, body: &str) {
    let head = format!("{method} /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
    let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
    stream.get_mut().write_all(request.as_bytes()).expect("the server reads");
}

/// The head of an answer, which must be a success: the bytes that follow, where that is known.
fn head(stream: &mut BufReader<TcpStream>, asked: &str) -> usize {
    let mut line = String::new();
    stream.read_line(&mut line).expect("the server answers");
    assert!(line.starts_with("HTTP/1.1 20"), "{asked}: {line}");
    let mut length = 0;
    loop {
        line.clear();
        stream.read_line(&mut line).expect("the server answers");
        if line.trim().is_empty() {
            return length;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length is a number");
        }
    }
}

/// For requests with an answer.
pub(crate) struct Connection(BufReader<TcpStream>);

impl Connection {
    pub(crate) fn open(server: SocketAddr, visitor: usize) -> Self {
        Self(open(server, visitor))
    }

    /// One request and its answer.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Value {
        send(&mut self.0, method, path, &body.map(Value::to_string).unwrap_or_default());
        let mut answer = vec![0; head(&mut self.0, path)];
        self.0.read_exact(&mut answer).expect("the server sends what it says");
        serde_json::from_slice(&answer).expect("answers are JSON")
    }
}

/// A stream of events.
pub(crate) struct Listener(BufReader<TcpStream>);

impl Listener {
    pub(crate) fn open(server: SocketAddr, visitor: usize, path: &str) -> Self {
        let mut stream = open(server, visitor);
        send(&mut stream, "GET", path, "");
        head(&mut stream, path);
        Self(stream)
    }

    /// The data of the next event of a name; nothing when the stream ended.
    pub(crate) fn next(&mut self, name: &str) -> Option<Value> {
        let (mut line, mut is_it) = (String::new(), false);
        loop {
            line.clear();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                is_it = event.trim_end() == name;
            } else if let Some(data) = line.strip_prefix("data: ").filter(|_| is_it) {
                return Some(serde_json::from_str(data.trim_end()).expect("events are JSON"));
            }
        }
    }
}
