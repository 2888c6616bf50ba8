//! The arrows between crates: each knows only those below it.

use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::root;

/// Every crate with the crates of this workspace it may use. `xtask` stands outside the house.
const MAY_USE: &[(&str, &[&str])] = &[
    ("ply_game", &[]),
    ("ply_games", &["ply_game"]),
    ("ply_search", &["ply_game"]),
    ("ply_agents", &["ply_game", "ply_games", "ply_search"]),
    ("ply_arena", &["ply_game", "ply_games", "ply_search", "ply_agents"]),
    ("ply_lab", &["ply_game", "ply_games", "ply_search", "ply_agents", "ply_arena"]),
    ("ply_web", &["ply_game", "ply_games", "ply_search", "ply_agents", "ply_arena"]),
    ("ply_wasm", &["ply_agents", "ply_web"]),
    ("ply_python", &["ply_game", "ply_games", "ply_search", "ply_agents", "ply_arena", "ply_lab"]),
    ("ply_cli", &["ply_game", "ply_games", "ply_search", "ply_agents", "ply_arena", "ply_lab", "ply_web"]),
    ("xtask", &["ply_game", "ply_games"]),
];

/// Fails on a crate that is not listed or uses one it may not.
pub fn check() -> Result<()> {
    for entry in fs::read_dir(root().join("crates")).context("crates/")? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((_, allowed)) = MAY_USE.iter().find(|(listed, _)| *listed == name) else {
            bail!("crate {name} is not listed in {}", file!());
        };
        let manifest = path.join("Cargo.toml");
        let text = fs::read_to_string(&manifest).with_context(|| manifest.display().to_string())?;
        let manifest: toml::Table = text.parse().with_context(|| manifest.display().to_string())?;
        // Tests may look sideways: the searchers are tried on all games.
        for section in ["dependencies", "build-dependencies"] {
            let Some(dependencies) = manifest.get(section).and_then(|value| value.as_table()) else { continue };
            for used in dependencies.keys().filter(|used| MAY_USE.iter().any(|(listed, _)| listed == used)) {
                if !allowed.contains(&used.as_str()) {
                    bail!("crate {name} may not use {used}: arrows point downwards only");
                }
            }
        }
    }
    Ok(())
}
