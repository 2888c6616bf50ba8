//! The logs of a tournament's games, as `--log FOLDER` has written them: found by a game's place in the schedule, with
//! which their names begin.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use ply_arena::schedule::Pairing;
use ply_game::harmless;

/// Bytes of a log that a report takes from its beginning, and from its end where most faults are.
const BEGINNING: u64 = 16_000;
const END: u64 = 48_000;

/// Where the logs are, by the beginnings of their names.
#[derive(Clone, Debug)]
pub struct GameLogs(BTreeMap<String, PathBuf>);

impl GameLogs {
    /// Looks what a folder has.
    pub fn find(folder: &Path) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let mut parts = name.splitn(3, '-');
            if let (Some(round), Some(number), true) = (parts.next(), parts.next(), name.ends_with(".log")) {
                files.insert(format!("{round}-{number}"), path);
            }
        }
        Ok(Self(files))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The log of a game, if there is one, without the middle of a long one.
    pub(super) fn of(&self, pairing: &Pairing) -> Option<String> {
        let [first, second] = pairing.agents;
        let side = if first < second { "a" } else { "b" };
        let path = self.0.get(&format!("{:02}-{:04}{side}", pairing.round + 1, pairing.index + 1))?;
        Some(shortened(path).unwrap_or_else(|error| format!("{}: {error}", path.display())))
    }
}

fn shortened(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    if length <= BEGINNING + END {
        file.take(BEGINNING + END).read_to_end(&mut bytes)?;
    } else {
        file.by_ref().take(BEGINNING).read_to_end(&mut bytes)?;
        bytes.extend_from_slice(format!("\n# {} bytes are left out here\n", length - BEGINNING - END).as_bytes());
        file.seek(SeekFrom::Start(length - END))?;
        file.take(END).read_to_end(&mut bytes)?;
    }
    Ok(harmless(&String::from_utf8_lossy(&bytes)))
}
