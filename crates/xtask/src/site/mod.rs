//! `cargo xtask site [--out FOLDER]`: the page without a server, as a folder that any web server can host.
//!
//! The rules and agents are compiled to WebAssembly, everything else is copied. `--check` also lets the flows of the browser
//! tests go through it.

mod engine;
mod listing;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use crate::{browser, program, root, run as start_program, target};

/// The list of the service worker: a folder that has it, and nothing else than it names, may be written again.
const LIST: &str = "site-files.js";

/// What the page may load, said to the browser: as the server has it, and WebAssembly, workers and the manifest besides. Only
/// a server's header could also keep others from framing the page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";

/// Makes the site.
pub fn run(args: &[&str]) -> Result<()> {
    let (out, check) = match args {
        [] => (target().join("site"), false),
        ["--check"] => (target().join("site"), true),
        ["--out", folder] => (std::env::current_dir()?.join(folder), false),
        _ => bail!("usage: cargo xtask site [--out FOLDER] | site --check"),
    };
    make(&out)?;
    println!("\n{}", out.display());
    if check { browser::run_site(&out, &program()?) } else { Ok(()) }
}

/// That everything still compiles for browsers, where the compiler can do that.
pub fn check() -> Result<()> {
    if engine::has_target() {
        return engine::check();
    }
    println!("skipped: no compiler for browsers; rustup target add wasm32-unknown-unknown");
    Ok(())
}

fn make(out: &Path) -> Result<()> {
    empty(out)?;
    let web = root().join("crates/ply_web");
    copy(&web.join("page"), out)?;
    copy(&web.join("puzzles"), &out.join("puzzles"))?;
    copy(&web.join("site"), &out.join("site"))?;
    // A service worker answers for its own folder and those below, a page's modules are named from the page.
    for file in ["start.js", "service-worker.js", "manifest.webmanifest"] {
        fs::rename(out.join("site").join(file), out.join(file)).with_context(|| file.to_owned())?;
    }
    engine::build(&out.join("site/engine"))?;
    let api = out.join("api");
    start_program(
        "cargo",
        &["run", "--quiet", "-p", "ply_web", "--example", "catalogue", "--", &api.to_string_lossy()],
        &[],
    )?;
    let index = out.join("index.html");
    fs::write(&index, page(&fs::read_to_string(&index)?)?)?;
    listing::write(out)
}

/// An empty folder. One that holds anything that no site of ours has put there is left alone.
fn empty(out: &Path) -> Result<()> {
    if out.exists() {
        let list = fs::read_to_string(out.join(LIST)).unwrap_or_default();
        if let Some(other) = files(out)?.iter().map(|path| slashed(path)).find(|name| !listing::has(&list, name)) {
            bail!("{} holds something else, '{other}'; name an empty folder", out.display());
        }
        fs::remove_dir_all(out).with_context(|| out.display().to_string())?;
    }
    fs::create_dir_all(out).with_context(|| out.display().to_string())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let path = entry?.path();
        let there = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &there)?;
        } else {
            fs::copy(&path, &there).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

/// The page's first file, which begins with the workers.
fn page(index: &str) -> Result<String> {
    let head = format!(
        "<meta charset=\"utf-8\">\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n    \
         <meta name=\"theme-color\" content=\"#3353c4\">\n    <link rel=\"manifest\" href=\"manifest.webmanifest\">"
    );
    let mut page = index.to_owned();
    for (from, to) in [("<meta charset=\"utf-8\">", head.as_str()), ("src=\"main.js\"", "src=\"start.js\"")] {
        ensure!(page.contains(from), "index.html has no {from}");
        page = page.replace(from, to);
    }
    let modules = [
        "main.js",
        "site/transport.js",
        "site/install.js",
        "site/play.js",
        "site/kept.js",
        "site/lock.js",
        "site/workers.js",
    ];
    let preload: String =
        modules.iter().map(|file| format!("    <link rel=\"modulepreload\" href=\"{file}\">\n")).collect();
    Ok(page.replace("  </head>", &format!("{preload}  </head>")))
}

/// A name as addresses have it.
fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// All files of a folder, by their names from there, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).with_context(|| next.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(folder)?.to_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}
