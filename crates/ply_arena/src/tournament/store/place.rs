//! Where a store is when nobody says where.

use std::ffi::OsString;
use std::path::PathBuf;

/// The folder for data of this user on this platform, `plyground` at its end; `None` where no home is known.
///
/// `$XDG_DATA_HOME` or `~/.local/share` on Linux and its relatives, `~/Library/Application Support` on macOS,
/// `%APPDATA%` on Windows.
// CITE: https://specifications.freedesktop.org/basedir-spec/latest/
pub fn data_dir() -> Option<PathBuf> {
    from_variables(|name| std::env::var_os(name))
}

/// The usual store of this user.
pub fn default_path() -> Option<PathBuf> {
    data_dir().map(|folder| folder.join("plyground.db"))
}

fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // The specification says that a relative path is to be ignored.
    let folder = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = if cfg!(windows) {
        folder("APPDATA")
    } else {
        let home = || {
            let data = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
            folder("HOME").map(|home| home.join(data))
        };
        folder("XDG_DATA_HOME").or_else(home)
    };
    base.map(|base| base.join("plyground"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_variable_comes_before_the_home() {
        let of = |data: Option<&str>, home: Option<&str>| {
            let value = |name: &str| if name == "HOME" { home } else { data };
            from_variables(|name| value(name).map(OsString::from))
        };
        assert_eq!(of(Some("/data"), Some("/home/a")), Some(PathBuf::from("/data/plyground")));
        assert_eq!(of(Some("relative"), None), None);
        assert!(of(None, Some("/home/a")).unwrap().starts_with("/home/a"));
        assert_eq!(of(None, None), None);
    }
}
