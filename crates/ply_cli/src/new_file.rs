//! Files that a command is to write: whether it may and can, asked before the work and not after it.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

/// What may be done about a file that is there, for most commands.
pub const FORCE: &str = "--force writes over it";

/// Refuses a file that is there, unless it may be written over, and one that cannot be written.
pub fn ensure_new(path: &Path, may_write_over: bool, otherwise: &str) -> Result<()> {
    ensure!(may_write_over || !path.exists(), "'{}' is there already: {otherwise}", path.display());
    ensure_writable(path)
}

/// Refuses a file that cannot be written.
pub fn ensure_writable(path: &Path) -> Result<()> {
    let wrong = || format!("cannot write '{}'", path.display());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    ensure!(folder.is_dir(), "there is no folder '{}'", folder.display());
    ensure!(!path.is_dir(), "'{}' is a folder; expected a file", path.display());
    if !path.exists() {
        File::create_new(path).with_context(wrong)?;
        fs::remove_file(path).with_context(wrong)?;
    } else if path.is_file() {
        File::options().append(true).open(path).with_context(wrong)?;
    }
    Ok(())
}

/// Refuses a figure, and the table that goes beside it as .csv, where they would take the place of something else than an
/// earlier figure.
pub fn ensure_figure(path: &Path) -> Result<()> {
    let is_named_so = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    ensure!(is_named_so, "'{}': expected a name that ends in .svg", path.display());
    let table = path.with_extension("csv");
    ensure_replaceable(path, "<svg")?;
    ensure!(path.exists() || !table.exists(), "'{}' is there already: name another file", table.display());
    ensure_writable(&table)
}

/// Refuses a file that is there and does not begin as what is to be written, and one that cannot be written.
pub fn ensure_replaceable(path: &Path, beginning: &str) -> Result<()> {
    let begins = |file: File| {
        let mut first = Vec::new();
        file.take(beginning.len() as u64).read_to_end(&mut first).is_ok_and(|_| first == beginning.as_bytes())
    };
    let is_kin = !path.exists() || path.is_file() && File::open(path).is_ok_and(begins);
    ensure!(is_kin, "'{}' is there already and holds something else: name another file", path.display());
    ensure_writable(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_stays_unless_it_is_an_earlier_figure() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        let says = |refused: Result<()>| refused.expect_err("it is refused").to_string();
        fs::write(file("store.db"), "games").expect("it can be written");
        assert!(
            says(ensure_new(&file("store.db"), false, FORCE)).ends_with("is there already: --force writes over it")
        );
        assert!(says(ensure_figure(&file("store.db"))).ends_with("expected a name that ends in .svg"));
        fs::write(file("a.svg"), "games").expect("it can be written");
        assert!(says(ensure_figure(&file("a.svg"))).contains("holds something else"));
        fs::write(file("b.csv"), "1,2").expect("it can be written");
        assert!(says(ensure_figure(&file("b.svg"))).ends_with("b.csv' is there already: name another file"));
        fs::write(file("b.svg"), "<svg/>").expect("it can be written");
        ensure_figure(&file("b.svg")).expect("it is a figure");
        assert!(says(ensure_writable(&file("none/a"))).starts_with("there is no folder"));
        assert!(says(ensure_writable(folder.path())).ends_with("is a folder; expected a file"));
        ensure_new(&file("new"), false, FORCE).expect("it is not there");
        assert!(!file("new").exists());
    }
}
