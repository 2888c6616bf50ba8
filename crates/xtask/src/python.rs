//! The Python package: its tests in an environment under `target/`, and the wheel.
//!
//! The tests take the extension that `cargo test --workspace` has built: building it apart would compile most of the
//! workspace again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::{root, run as start_program, target};

/// What the tests need of others.
const PACKAGES: [&str; 6] = ["numpy", "pytest", "mypy", "pandas", "pettingzoo", "gymnasium"];

/// Types, stubs, examples in docstrings, and tests.
pub fn check() -> Result<()> {
    let Some(python) = environment()? else { return Ok(()) };
    install(&python)?;
    let crate_folder = root().join("crates/ply_python");
    let tests = crate_folder.join("tests");
    let program = python.to_string_lossy();
    let quiet = [("PYTHONDONTWRITEBYTECODE", "1")];
    let config = crate_folder.join("pyproject.toml");
    let cache = target().join("python-types");
    let (config, cache, tests) = (config.to_string_lossy(), cache.to_string_lossy(), tests.to_string_lossy());
    let folder = crate_folder.as_path();
    in_folder(folder, &program, &["-m", "mypy", "--config-file", &config, "--cache-dir", &cache], &quiet)?;
    let types = [("MYPY_CACHE_DIR", cache.as_ref()), quiet[0]];
    in_folder(folder, &program, &["-m", "mypy.stubtest", "plyground._native", "--concise"], &types)?;
    let pytest = ["-m", "pytest", "-p", "no:cacheprovider", "--doctest-modules", "--pyargs", "plyground", &tests];
    in_folder(folder, &program, &pytest, &quiet)
}

/// `cargo xtask wheel`: a wheel for every Python since 3.10, under `target/wheels`.
pub fn wheel() -> Result<()> {
    let Some(python) = environment()? else { bail!("a wheel needs Python 3.10 or newer with venv") };
    pip(&python, &["maturin>=1.9,<2"])?;
    let (manifest, out) = (root().join("crates/ply_python/Cargo.toml"), target().join("wheels"));
    let (manifest, out) = (manifest.to_string_lossy(), out.to_string_lossy());
    let build = ["-m", "maturin", "build", "--release", "--manifest-path", &manifest, "--out", &out];
    start_program(&python.to_string_lossy(), &build, &[])
}

/// The interpreter of our environment, with what the tests need; nothing, and said so, where it cannot be had.
fn environment() -> Result<Option<PathBuf>> {
    let folder = target().join("python");
    let python = folder.join("bin/python");
    let is_enough = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    if !python.exists() && !succeeds(Command::new("python3").args(["-c", is_enough])) {
        println!("skipped: no Python 3.10 or newer with venv (on Debian: apt-get install python3-venv)");
        return Ok(None);
    }
    if !python.exists() && !succeeds(Command::new("python3").args(["-m", "venv"]).arg(&folder)) {
        println!("skipped: python3 -m venv failed");
        return Ok(None);
    }
    if !succeeds(Command::new(&python).args(["-c", &format!("import {}", PACKAGES.join(", "))]))
        && pip(&python, &PACKAGES).is_err()
    {
        println!("skipped: pip could not install {}", PACKAGES.join(", "));
        return Ok(None);
    }
    Ok(Some(python))
}

fn pip(python: &Path, packages: &[&str]) -> Result<()> {
    let mut args = vec!["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    args.extend(packages);
    start_program(&python.to_string_lossy(), &args, &[])
}

fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn in_folder(folder: &Path, program: &str, args: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let status = Command::new(program).args(args).envs(environment.iter().copied()).current_dir(folder).status();
    let status = status.with_context(|| format!("cannot start {program}"))?;
    if status.success() { Ok(()) } else { bail!("{program} {} failed", args[..2].join(" ")) }
}

/// Puts the package into the environment as an installation would: a copy, so that programs in the sandbox see it too.
fn install(python: &Path) -> Result<()> {
    let place = "import sysconfig; print(sysconfig.get_path('platlib'), end='')";
    let told = Command::new(python).args(["-c", place]).output().context("cannot start Python")?;
    let package = Path::new(std::str::from_utf8(&told.stdout)?).join("plyground");
    let _not_there = fs::remove_dir_all(&package);
    fs::create_dir_all(&package)?;
    let sources = root().join("crates/ply_python/python/plyground");
    for entry in fs::read_dir(&sources).with_context(|| sources.display().to_string())? {
        let path = entry?.path();
        let ours =
            path.extension().is_some_and(|extension| ["py", "pyi", "typed"].iter().any(|known| extension == *known));
        if let Some(name) = path.file_name().filter(|_| ours) {
            fs::copy(&path, package.join(name))?;
        }
    }
    fs::copy(extension()?, package.join("_native.abi3.so"))?;
    let script = python.with_file_name("plyground-warden");
    let text = "import sys\nfrom plyground._warden import main\nsys.exit(main())\n";
    fs::write(&script, format!("#!{}\n{text}", python.display()))?;
    start_program("chmod", &["+x", &script.to_string_lossy()], &[])
}

/// The extension as the tests have built it.
fn extension() -> Result<PathBuf> {
    let name = format!("{}_native{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let built = ["debug/deps", "debug"].map(|folder| target().join(folder).join(&name));
    let age = |path: &PathBuf| fs::metadata(path).and_then(|data| data.modified()).ok();
    let newest = built.into_iter().filter(|path| path.exists()).max_by_key(age);
    newest.with_context(|| format!("{name} is missing: cargo test --workspace builds it"))
}
