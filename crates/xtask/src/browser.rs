//! The page's own tests: types, pure modules, flows in Chromium. They need Node; without it they are skipped, and said so.

use std::process::{Command, Stdio};

use anyhow::Result;

use crate::{root, run as start_program};

/// Builds the program and lets Node run the tests, which install what they need.
pub fn check() -> Result<()> {
    if !has_node() {
        println!("skipped: no Node; install Node 20 or newer (on Debian: apt-get install nodejs npm) to test the page");
        return Ok(());
    }
    start_program("cargo", &["build", "-p", "ply_cli", "--quiet"], &[])?;
    let program = root().join("target/debug/plyground").to_string_lossy().into_owned();
    let tests = root().join("crates/ply_web/browser/run.mjs").to_string_lossy().into_owned();
    start_program("node", &[&tests], &[("PLYGROUND", &program)])
}

fn has_node() -> bool {
    let version = Command::new("node").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}
