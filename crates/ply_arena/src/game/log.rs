//! What was said in a game, for whoever wants to look inside: one file a game, every line with its time.
//!
//! ```text
//! # dots-and-boxes:rows=4,cols=4, 200ms
//! # first: random:seed=0
//! # second: cmd:python3 agent.py
//!    0.000 second > ugi
//!    0.031 second < ugiok
//!    0.040 move h0,0
//!    0.052 second ! Traceback (most recent call last):
//! # first (random) has won by forfeit: crash: exited with code 1 while thinking
//! ```
//!
//! `>` is what the arena said, `<` what the program answered, `!` what it wrote to its standard error. All of it is
//! harmless text. A log that cannot be written ends; the game goes on.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use ply_game::{Player, harmless_line};

use crate::AgentSpec;
use crate::game::external::sandbox;

/// Who hears every line as it comes.
pub type Aloud = Arc<dyn Fn(&str) + Send + Sync>;

/// Where logs go: to a folder, to somebody who listens, to both or nowhere.
#[derive(Clone, Default)]
pub struct Logs {
    folder: Option<PathBuf>,
    aloud: Option<Aloud>,
}

impl Logs {
    /// A folder, which is made where there is none and hidden from all programs, and a listener.
    pub fn new(folder: Option<&Path>, aloud: Option<Aloud>) -> io::Result<Self> {
        if let Some(folder) = folder {
            fs::create_dir_all(folder)?;
            sandbox::hide(folder);
        }
        Ok(Self { folder: folder.map(Path::to_owned), aloud })
    }

    /// The log of one game, if anybody wants it. A file of this name is written over: it is that of the same game.
    pub(crate) fn open(&self, name: &str) -> Option<GameLog> {
        if self.folder.is_none() && self.aloud.is_none() {
            return None;
        }
        let file = self.folder.as_ref().and_then(|folder| File::create(folder.join(format!("{name}.log"))).ok());
        let page = Mutex::new(Page { file, left: GameLog::MOST_BYTES });
        let log = Inner { name: name.to_owned(), began: Instant::now(), aloud: self.aloud.clone(), page };
        Some(GameLog(Arc::new(log)))
    }
}

impl fmt::Debug for Logs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Logs").field("folder", &self.folder).field("aloud", &self.aloud.is_some()).finish()
    }
}

/// The log of one game.
#[derive(Clone)]
pub(crate) struct GameLog(Arc<Inner>);

struct Inner {
    name: String,
    began: Instant,
    aloud: Option<Aloud>,
    page: Mutex<Page>,
}

struct Page {
    /// Nothing where none is wanted or can be written.
    file: Option<File>,
    /// Bytes of talk that still fit.
    left: usize,
}

impl GameLog {
    /// Bytes of talk that are kept of one game.
    const MOST_BYTES: usize = 1 << 20;
    /// Characters that are kept of one line.
    const LONGEST: usize = 2000;

    /// A line of the referee's: there are few, and they are kept whatever else was said.
    pub(crate) fn note(&self, text: &str) {
        let line = format!("# {}", harmless_line(text, Self::LONGEST));
        self.0.say(&line);
        self.0.page().write(&line);
    }

    /// A move was made.
    pub(crate) fn moved(&self, text: &str) {
        self.talk(&format!("move {text}"));
    }

    /// What one player says and hears.
    pub(crate) fn of(&self, player: Player) -> Ear {
        Ear { log: self.clone(), player }
    }

    fn talk(&self, text: &str) {
        let line = format!("{:>8.3} {}", self.0.began.elapsed().as_secs_f64(), harmless_line(text, Self::LONGEST));
        self.0.say(&line);
        let mut page = self.0.page();
        match page.left.checked_sub(line.len() + 1) {
            Some(left) => {
                page.left = left;
                page.write(&line);
            }
            None if page.left > 0 => {
                page.left = 0;
                page.write(&format!("# more than {} bytes were said; the rest is left out", Self::MOST_BYTES));
            }
            None => {}
        }
    }
}

impl Inner {
    fn page(&self) -> std::sync::MutexGuard<'_, Page> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, line: &str) {
        if let Some(aloud) = &self.aloud {
            aloud(&format!("{} {line}", self.name));
        }
    }
}

impl Page {
    /// Each line at once: what was said last matters most when something hangs.
    fn write(&mut self, line: &str) {
        if let Some(file) = &mut self.file
            && writeln!(file, "{line}").is_err()
        {
            self.file = None;
        }
    }
}

/// Hears what is said to one player and what it says.
#[derive(Clone)]
pub struct Ear {
    log: GameLog,
    player: Player,
}

impl Ear {
    /// Lines to the program.
    pub(crate) fn sent(&self, lines: &str) {
        lines.lines().for_each(|line| self.log.talk(&format!("{} > {line}", self.player)));
    }

    /// A line from the program.
    pub(crate) fn said(&self, line: &str) {
        self.log.talk(&format!("{} < {line}", self.player));
    }

    /// A line of its standard error.
    pub(crate) fn complained(&self, line: &str) {
        self.log.talk(&format!("{} ! {line}", self.player));
    }
}

impl PartialEq for Ear {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.log.0, &other.log.0) && self.player == other.player
    }
}

impl Eq for Ear {}

impl fmt::Debug for Ear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ear({} {})", self.log.0.name, self.player)
    }
}

/// What a file is called after two agents: letters that every system has.
pub(crate) fn file_name(number: &str, agents: &[AgentSpec; 2]) -> String {
    const LONGEST: usize = 40;
    let [first, second] = agents.each_ref().map(|agent| {
        let name = agent.name();
        let plain: String =
            name.strip_prefix("cmd:").unwrap_or(&name).chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
        // Command lines differ at their ends.
        plain[plain.len().saturating_sub(LONGEST)..].trim_matches('-').to_owned()
    });
    format!("{number}-{first}-vs-{second}")
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '.' || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_harmless_and_bounded_and_the_verdict_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let logs = Logs::new(Some(&folder.path().join("new/logs")), None).unwrap();
        let log = logs.open("1").unwrap();
        log.note("infexion");
        log.of(Player::First).sent("ugi\nisready\n");
        log.of(Player::First).said("\u{1b}[2J");
        for _ in 0..2000 {
            log.of(Player::Second).complained(&"x".repeat(10_000));
        }
        log.note("a draw");
        let text = fs::read_to_string(folder.path().join("new/logs/1.log")).unwrap();
        assert!(text.len() < GameLog::MOST_BYTES + 1000, "{}", text.len());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[0], lines[lines.len() - 1]), ("# infexion", "# a draw"));
        assert!(lines[1].ends_with("first > ugi") && lines[2].ends_with("first > isready"), "{}", lines[1]);
        assert!(lines[3].ends_with("first < \\u{1b}[2J"), "{}", lines[3]);
        assert!(lines[lines.len() - 2].contains("the rest is left out"));
    }

    #[test]
    fn a_log_is_called_after_the_agents_by_letters_every_system_has() {
        let agents = ["cmd:python3 '../Ada Lovelace/agent.py'", "random:seed=3"].map(|spec| spec.parse().unwrap());
        assert_eq!(file_name("1-2", &agents), "1-2-python3--..-Ada-Lovelace-agent.py-vs-random");
    }
}
