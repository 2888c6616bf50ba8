//! Rules and agents as WebAssembly, with the JavaScript that `wasm-bindgen` writes for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::{root, run as start_program, target};

const MACHINE: &str = "wasm32-unknown-unknown";

/// Whether the compiler can build for browsers, or can learn it now.
pub fn has_target() -> bool {
    let quiet = |args: &[&str]| {
        let told = Command::new("rustup").args(args).current_dir(root()).stderr(Stdio::null()).output();
        told.ok().filter(|told| told.status.success()).map(|told| String::from_utf8_lossy(&told.stdout).into_owned())
    };
    let installed = quiet(&["target", "list", "--installed"]).is_some_and(|list| list.contains(MACHINE));
    installed || quiet(&["target", "add", MACHINE]).is_some()
}

/// That it compiles.
pub fn check() -> Result<()> {
    start_program("cargo", &["check", "--target", MACHINE, "-p", "ply_wasm", "--quiet"], &[])
}

/// Builds everything that a worker loads into a folder.
pub fn build(folder: &Path) -> Result<()> {
    if !has_target() {
        bail!("the compiler cannot build for {MACHINE}: rustup target add {MACHINE}");
    }
    start_program("cargo", &["build", "--profile", "browser", "--target", MACHINE, "-p", "ply_wasm"], &[])?;
    let built = target().join(MACHINE).join("browser/ply_wasm.wasm");
    let (built, out) = (built.to_string_lossy().into_owned(), folder.to_string_lossy().into_owned());
    let bindgen = tool()?.to_string_lossy().into_owned();
    let bare = ["--target", "web", "--no-typescript", "--remove-name-section", "--remove-producers-section"];
    start_program(&bindgen, &[&bare[..], &["--out-dir", &out, &built]].concat(), &[])?;
    let book = "crates/ply_agents/src/dots_and_boxes/endgame/book-4x4.bin";
    fs::copy(root().join(book), folder.join("book-4x4.bin")).with_context(|| book.to_owned())?;
    Ok(())
}

/// `wasm-bindgen` of the very version that the crate has; installed under `target/` where it is not there.
fn tool() -> Result<PathBuf> {
    let lock: toml::Table = fs::read_to_string(root().join("Cargo.lock"))?.parse().context("Cargo.lock")?;
    let packages =
        lock.get("package").and_then(|packages| packages.as_array()).context("Cargo.lock has no packages")?;
    let named = |package: &&toml::Value| package.get("name").and_then(|name| name.as_str()) == Some("wasm-bindgen");
    let version = packages.iter().find(named).and_then(|package| package.get("version")?.as_str());
    let version = version.context("Cargo.lock has no wasm-bindgen")?;
    let tools = target().join("tools");
    let program = tools.join("bin").join(format!("wasm-bindgen{}", std::env::consts::EXE_SUFFIX));
    let told = Command::new(&program).arg("--version").output();
    if told.is_ok_and(|told| String::from_utf8_lossy(&told.stdout).contains(version)) {
        return Ok(program);
    }
    let tools = tools.to_string_lossy().into_owned();
    let install =
        ["install", "wasm-bindgen-cli", "--version", version, "--root", &tools, "--bin", "wasm-bindgen", "--force"];
    start_program("cargo", &install, &[])?;
    Ok(program)
}
