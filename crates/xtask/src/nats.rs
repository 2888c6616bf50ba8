//! A NATS server for the tests of the queue: installed where that is possible; where it is not, they skip, and say so.

use std::process::{Command, Stdio};

use anyhow::Result;

use crate::{apt_install, run};

/// Set for tests that must not skip.
pub const NEEDED: (&str, &str) = ("PLYGROUND_NEEDS_NATS", "1");

/// Whether there is a server, installed the Debian way if we may.
pub fn is_there() -> bool {
    let there = has_server() || apt_install("nats-server", &["nats-server"]) && has_server();
    if !there {
        println!("skipped: no nats-server, and so no games over a queue (on Debian: apt-get install nats-server)");
    }
    there
}

fn has_server() -> bool {
    let version = Command::new("nats-server").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Ten thousand games over a queue while everybody is killed at random.
pub fn chaos() -> Result<()> {
    anyhow::ensure!(is_there(), "there is no nats-server");
    let test = ["test", "-p", "ply_cli", "--features", "queue", "--test", "queue_chaos"];
    run("cargo", &[&test[..], &["--", "--ignored", "--nocapture"]].concat(), &[NEEDED])
}
