//! Calling the binary.

#![allow(dead_code, reason = "each test file uses a part")]

#[cfg(feature = "queue")]
pub mod nats;

use std::process::{Command, Output};

use serde_json::Value;

/// The binary under test.
pub const BINARY: &str = env!("CARGO_BIN_EXE_plyground");

/// Runs it.
pub fn plyground(args: &[&str]) -> Output {
    Command::new(BINARY).args(args).output().expect("the binary runs")
}

/// Runs it well, and reads the JSON it prints.
pub fn json(args: &[&str]) -> Value {
    let output = plyground(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON on stdout")
}

/// Runs it badly, and gives what it says.
pub fn error(args: &[&str]) -> String {
    let output = plyground(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}: errors go to stderr");
    String::from_utf8(output.stderr).expect("UTF-8")
}
