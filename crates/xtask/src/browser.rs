//! The page's own tests: types, pure modules, flows in Chromium. They need Node, which is installed where that is possible;
//! where it is not, they are skipped, and said so.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::{apt_install, program, root, run as start_program};

/// Everything about the page, with the binary as the tests have built it.
pub fn check() -> Result<()> {
    run("flows/", &program()?)
}

/// Lets Node run the tests, which install what they need; `flows`: the folder with those in Chromium.
pub fn run(flows: &str, program: &Path) -> Result<()> {
    let installed = || apt_install("Node", &["nodejs", "npm"]) && has_node();
    if !has_node() && !installed() {
        println!("skipped: no Node; install Node 20 or newer (on Debian: apt-get install nodejs npm) to test the page");
        return Ok(());
    }
    let tests = root().join("crates/ply_web/browser/run.mjs");
    start_program("node", &[&tests.to_string_lossy(), flows], &[("PLYGROUND", &program.to_string_lossy())])
}

/// What needs no server, and what only a site has.
const SITE_FLOWS: &[&str] = &[
    "flows/analyse.test.mjs",
    "flows/games-desktop.test.mjs",
    "flows/levels.test.mjs",
    "flows/play.test.mjs",
    "site/",
];

/// The flows that a site without a server has to stand, in a folder of it.
pub fn run_site(site: &Path, program: &Path) -> Result<()> {
    let tests = root().join("crates/ply_web/browser/run.mjs");
    let environment = [("PLYGROUND", program.to_string_lossy()), ("SITE", site.to_string_lossy())];
    let environment: Vec<_> = environment.iter().map(|(key, value)| (*key, value.as_ref())).collect();
    start_program("node", &[&[tests.to_string_lossy().as_ref()], SITE_FLOWS].concat(), &environment)
}

fn has_node() -> bool {
    let version = Command::new("node").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}
