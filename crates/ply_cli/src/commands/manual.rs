//! The man pages and the completions for shells, from the same definition that reads what is typed.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use clap::{CommandFactory as _, ValueEnum as _};
use clap_complete::{Shell, generate_to};

use crate::args::Args;

/// Writes `man/` and `completions/` into a folder.
pub fn write(folder: &Path) -> Result<()> {
    let [pages, completions] = ["man", "completions"].map(|name| folder.join(name));
    for folder in [&pages, &completions] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut command = Args::command();
    for shell in Shell::value_variants() {
        generate_to(*shell, &mut command, "plyground", &completions)?;
    }
    clap_mangen::generate_to(command, &pages)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_man_page_and_every_shell_its_completions() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let names = |part: &str| -> Vec<String> {
            let entries = fs::read_dir(folder.path().join(part)).unwrap().flatten();
            entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
        };
        let pages = names("man");
        for command in Args::command().get_subcommands().filter(|command| !command.is_hide_set()) {
            let page = format!("plyground-{}.1", command.get_name());
            assert!(pages.contains(&page), "{page}: {pages:?}");
        }
        let completions = names("completions");
        for file in ["plyground.bash", "_plyground", "plyground.fish"] {
            assert!(completions.iter().any(|name| name == file), "{completions:?}");
        }
    }
}
