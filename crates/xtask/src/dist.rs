//! `cargo xtask dist`: an archive to give away, with the binary, man pages, completions and licences.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::{program, root, run as start_program, target};

/// What lies in the archive beside what the binary writes itself.
const FILES: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Builds for release, with everything in it, and packs that.
pub fn run() -> Result<()> {
    start_program("cargo", &["build", "--release", "-p", "ply_cli", "--features", "queue,dist"], &[])?;
    let archive = pack(&target().join("release").join(binary_name()), Compression::best())?;
    println!("{}", archive.display());
    Ok(())
}

/// Packs the binary that the tests have built, and looks whether all is there.
pub fn check() -> Result<()> {
    // What is not given away need not be small.
    let archive = pack(&program()?, Compression::none())?;
    let mut packed = tar::Archive::new(GzDecoder::new(File::open(&archive)?));
    let names: Vec<String> =
        packed.entries()?.filter_map(|entry| Some(entry.ok()?.path().ok()?.display().to_string())).collect();
    for part in [binary_name().as_str(), "README.md", "LICENSE-MIT", "plyground-match.1", "plyground.bash"] {
        ensure!(names.iter().any(|name| name.ends_with(part)), "{part} is missing in {}", archive.display());
    }
    fs::remove_file(archive)?;
    Ok(())
}

fn binary_name() -> String {
    format!("plyground{}", std::env::consts::EXE_SUFFIX)
}

/// `target/dist/plyground-VERSION-MACHINE.tar.gz`, whole or not at all.
fn pack(binary: &Path, compression: Compression) -> Result<PathBuf> {
    let name = format!("plyground-{}-{}", env!("CARGO_PKG_VERSION"), machine()?);
    let folder = target().join("dist");
    let place = folder.join(&name);
    let _not_there = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).with_context(|| place.display().to_string())?;
    start_program(&binary.to_string_lossy(), &["write-manual", &place.to_string_lossy()], &[])?;
    fs::copy(binary, place.join(binary_name())).with_context(|| binary.display().to_string())?;
    for file in FILES {
        fs::copy(root().join(file), place.join(file)).with_context(|| file.to_owned())?;
    }
    let (part, whole) = (folder.join(format!("{name}.part")), folder.join(format!("{name}.tar.gz")));
    let mut archive = tar::Builder::new(GzEncoder::new(File::create(&part)?, compression));
    archive.mode(tar::HeaderMode::Deterministic);
    archive.append_dir_all(&name, &place)?;
    archive.into_inner()?.finish()?;
    fs::rename(part, &whole)?;
    fs::remove_dir_all(&place)?;
    Ok(whole)
}

/// The machine that the compiler builds for.
fn machine() -> Result<String> {
    let told = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let told = String::from_utf8(told.stdout)?;
    told.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned).context("rustc names no host")
}
