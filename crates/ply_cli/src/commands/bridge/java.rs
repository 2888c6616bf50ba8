//! McGill's Pentago-Swap in Java: players are classes that extend `PentagoPlayer`, against the course's own classes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::{Bridge, choose, files, real, word};
use crate::args::BridgeArgs;

/// How the class file of a player names its superclass.
const BASE: &str = "pentago_swap/PentagoPlayer";
/// The course's own package.
const COURSE: &str = "pentago_swap.";

pub fn bridge(args: &BridgeArgs, path: &Path) -> Result<Bridge> {
    let asked = args.agent.as_deref();
    let (agent, others, classes) = match asked {
        // What is in a jar is not looked at.
        Some(class) if path.is_file() => (class.to_owned(), Vec::new(), path.to_owned()),
        None if path.is_file() => {
            bail!("expected the name of a class after the jar, such as student_player.StudentPlayer")
        }
        _ => {
            let players = players(path)?;
            let what = "a compiled class that extends PentagoPlayer (javac -d classes $(find . -name '*.java'))";
            let usual = |class: &str| class == "student_player.StudentPlayer";
            let (agent, others) = choose(players.keys().cloned().collect(), asked, usual, what)?;
            let classes = players[&agent].clone();
            (agent, others, classes)
        }
    };
    let mut path = vec![classes];
    path.extend(real(&args.add)?);
    let compiled = compile(args, &class_path(&path)?)?;
    path.push(compiled);
    let java = args.with.as_deref().map_or(Ok("java".to_owned()), word)?;
    // The course gives a player 500 MB.
    let mut words = vec![java, "-Xmx500m".to_owned(), "-XX:+UseSerialGC".to_owned(), "-cp".to_owned()];
    words.extend([class_path(&path)?, format!("{COURSE}PlygroundBridge"), agent.clone()]);
    Ok(Bridge { words, agent, others })
}

fn class_path(places: &[PathBuf]) -> Result<String> {
    Ok(places.iter().map(|place| word(place)).collect::<Result<Vec<_>>>()?.join(":"))
}

/// Classes below a folder that mention the base of all players, and the folders their packages begin in. The course's own
/// are none.
fn players(folder: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    for file in files::with_ending(folder, ".class") {
        let data = fs::read(&file).with_context(|| format!("cannot read '{}'", file.display()))?;
        let Some((name, root)) = name_of(&file, &data).filter(|_| has_text(&data, BASE)) else { continue };
        if !name.contains('$') && !name.starts_with(COURSE) && !name.starts_with("boardgame.") {
            found.insert(name, root);
        }
    }
    Ok(found)
}

/// A class's full name, which is the end of its path, and the folder before it.
fn name_of(file: &Path, data: &[u8]) -> Option<(String, PathBuf)> {
    let path = file.with_extension("");
    path.ancestors().skip(1).find_map(|root| {
        let name = path.strip_prefix(root).ok()?.to_str()?;
        has_text(data, name).then(|| (name.replace('/', "."), root.to_owned()))
    })
}

/// Whether a class file has this text among its constants: a tag, the length, the bytes.
fn has_text(data: &[u8], text: &str) -> bool {
    let Ok(length) = u16::try_from(text.len()) else { return false };
    let constant = [&[1], &length.to_be_bytes()[..], text.as_bytes()].concat();
    data.windows(constant.len()).any(|part| part == constant)
}

/// Compiles the bridge against the course's classes; the folder of its class.
fn compile(args: &BridgeArgs, class_path: &str) -> Result<PathBuf> {
    let folder = files::write_out("java", args)?;
    let source = folder.join("pentago_swap/PlygroundBridge.java");
    let compiler = match args.with.as_deref().and_then(Path::parent) {
        Some(place) if place != Path::new("") => place.join("javac"),
        _ => "javac".into(),
    };
    let package = folder.join("pentago_swap");
    files::put_into(&package, |fresh| {
        let mut command = Command::new(&compiler);
        command.args(["-cp", class_path, "-d"]).arg(fresh).arg(&source);
        let output =
            command.output().context("cannot start javac: a JDK is needed (on Debian: default-jdk-headless)")?;
        if !output.status.success() {
            bail!(
                "the bridge does not fit these classes; the course's own must be there, or be added with --add:\n{}",
                String::from_utf8_lossy(&output.stderr).trim()
            );
        }
        let class = Path::new("pentago_swap/PlygroundBridge.class");
        fs::rename(fresh.join(class), fresh.join("PlygroundBridge.class"))?;
        Ok(fs::remove_dir(fresh.join("pentago_swap"))?)
    })?;
    Ok(folder)
}
