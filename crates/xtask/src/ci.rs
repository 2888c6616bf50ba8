//! `cargo xtask ci`: formatting, arrows between crates, links between pages, lints, documentation, the bench
//! signature, tests, the Python package, the page in a browser.

use std::time::Instant;

use anyhow::Result;

use crate::{arrows, browser, dist, format, links, nats, python, replay, root, run as start_program, signature, site};

/// Where an archive of official games may lie; it is not part of the project.
const ARCHIVE: &str = "data/simplexity_official_games.tsv.gz";

/// Everything is checked with these features, so that nothing is compiled twice; the default build, without them, only has to compile.
const FEATURES: &str = "ply_cli/queue,ply_cli/dist";

type Step = (&'static str, fn() -> Result<()>);

/// The steps, quick ones first.
const STEPS: &[Step] = &[
    ("formatting", || format::run(true)),
    ("arrows between crates", arrows::check),
    ("links between pages", links::check),
    ("lints", || {
        let lints =
            ["clippy", "--workspace", "--all-targets", "--features", FEATURES, "--quiet", "--", "-D", "warnings"];
        start_program("cargo", &lints, &[])
    }),
    ("without the queue", || start_program("cargo", &["check", "-p", "ply_cli", "--quiet"], &[])),
    ("for browsers", site::check),
    ("documentation", || {
        let flags = [("RUSTDOCFLAGS", "-D warnings")];
        let doc = ["doc", "--workspace", "--features", FEATURES, "--no-deps", "--document-private-items", "--quiet"];
        start_program("cargo", &doc, &flags)
    }),
    ("official games", replay_archive),
    ("tests", || {
        let needed: &[_] = if nats::is_there() { &[nats::NEEDED] } else { &[] };
        start_program("cargo", &["test", "--workspace", "--features", FEATURES], needed)
    }),
    ("the archive to give away", dist::check),
    ("bench signature", signature::check),
    ("the Python package", python::check),
    ("the page in a browser", browser::check),
];

/// Runs every step; the first failure ends it.
pub fn run() -> Result<()> {
    let start = Instant::now();
    for (name, step) in STEPS {
        println!("== {name}");
        step()?;
    }
    println!("== all passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn replay_archive() -> Result<()> {
    let archive = root().join(ARCHIVE);
    if archive.exists() {
        replay::run(&archive)
    } else {
        println!("skipped: no {ARCHIVE}");
        Ok(())
    }
}
