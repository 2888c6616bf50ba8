//! The bridges' files: inside the binary, and where they are written; and files of a project by their endings.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use ply_arena::store::data_dir;
use ply_search::write_whole;
use rust_embed::Embed;

use crate::args::BridgeArgs;

#[derive(Embed)]
#[folder = "bridges"]
struct Bridges;

/// Writes the bridge of a language to where programs may read it, and says where.
pub fn write_out(language: &str, args: &BridgeArgs) -> Result<PathBuf> {
    let place = match &args.to {
        Some(folder) => folder.clone(),
        None => data_dir().context("no home folder is known: name one for the bridge with --to")?.join("bridges"),
    };
    let ours = |name: &str| name.starts_with(&format!("{language}/")) && !name.contains("__pycache__");
    for name in Bridges::iter().filter(|name| ours(name)) {
        let file = place.join(&*name);
        let text = Bridges::get(&name).map(|file| file.data).unwrap_or_default();
        // A bridge that is in use is not touched, and never half written.
        if fs::read(&file).is_ok_and(|old| old == *text) {
            continue;
        }
        let folder = file.parent().unwrap_or(&place);
        let written = fs::create_dir_all(folder).and_then(|()| write_whole(&file, |out| out.write_all(&text)));
        written.with_context(|| format!("cannot write '{}'", file.display()))?;
    }
    place.join(language).canonicalize().with_context(|| format!("cannot find '{}'", place.display()))
}

/// Has files made in a folder of their own and then puts them into another, each at once: a game may be using the old.
pub fn put_into(folder: &Path, make: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let fresh = folder.join(format!("new-{}", std::process::id()));
    let failed = || format!("cannot write to '{}'", folder.display());
    fs::create_dir_all(&fresh).with_context(failed)?;
    let made = make(&fresh).and_then(|()| {
        for entry in fs::read_dir(&fresh).with_context(failed)?.flatten() {
            fs::rename(entry.path(), folder.join(entry.file_name())).with_context(failed)?;
        }
        Ok(())
    });
    fs::remove_dir_all(&fresh).with_context(failed)?;
    made
}

/// Folders of a project that hold no code of its own.
const NOT_OURS: [&str; 7] = ["venv", "env", "node_modules", "site-packages", "__pycache__", "target", "obj"];

/// Files below a folder with this ending, in the order of their names; not those of libraries.
pub fn with_ending(folder: &Path, ending: &str) -> Vec<PathBuf> {
    const DEEPEST: usize = 8;
    let mut found = Vec::new();
    collect(folder, ending, DEEPEST, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, ending: &str, depth: usize, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 && !name.starts_with('.') && !NOT_OURS.contains(&name.as_str()) => {
                collect(&entry.path(), ending, depth - 1, found);
            }
            Ok(kind) if kind.is_file() && name.ends_with(ending) => found.push(entry.path()),
            _ => {}
        }
    }
}
