//! A server on a real socket, and connections to it from several addresses of this machine.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;

use ply_web::{Config, Limits, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// A request for what the server does now.
pub const STATUS: &str = "GET /api/v1/status HTTP/1.1\r\nhost: localhost\r\n\r\n";

/// A server on a free port, which ends with the test's process.
pub fn start(store: Option<PathBuf>, limits: Limits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let config = Config { store, limits, ..Config::at(address.ip()) };
    std::thread::spawn(move || serve(listener, config, std::future::pending()).unwrap());
    address
}

/// A connection from one of this machine's addresses.
pub async fn connect(server: SocketAddr, from: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(from.parse().unwrap(), 0)).unwrap();
    socket.connect(server).await.unwrap()
}

/// Sends a text and reads the status of the answer; nothing if the connection was closed.
pub async fn status(connection: &mut TcpStream, text: &str) -> Option<u16> {
    connection.write_all(text.as_bytes()).await.ok()?;
    let mut head = [0; 12];
    connection.read_exact(&mut head).await.ok()?;
    std::str::from_utf8(&head[9..]).ok()?.parse().ok()
}
