//! What is handed in to a ladder: a folder of folders, looked at again and again.
//!
//! A folder is taken when it has not changed for a while: whoever is still copying into it is waited for. What is taken
//! is copied first, so that a version that plays stays as it is, and plays a few games against random play. One that
//! cannot play comes in all the same, set aside with the reason.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use ply_game::harmless_line;

use crate::external::CommandLine;
use crate::game::external::sandbox;
use crate::plan::{Plan, PlanAgent, Submissions};
use crate::store::Fnv;
use crate::tournament::contents::{self, ContentFile};
use crate::tournament::qualify::qualify;

/// Characters of an agent's name.
const LONGEST_NAME: usize = 60;

/// How a folder's program is started where the plan does not say: the first of these files that is there.
const STARTED_BY: [(&str, &[&str]); 7] = [
    ("agent", &["./agent"]),
    ("agent.py", &["python3", "agent.py"]),
    ("agent.mjs", &["node", "agent.mjs"]),
    ("agent.js", &["node", "agent.js"]),
    ("agent.jar", &["java", "-jar", "agent.jar"]),
    ("classes/Agent.class", &["java", "-cp", "classes", "Agent"]),
    ("target/release/agent", &["./target/release/agent"]),
];

/// A version that was handed in.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Arrival {
    /// The name of its folder.
    pub(super) name: String,
    /// The agent, set aside if it cannot play.
    pub(super) agent: PlanAgent,
}

/// Looks at the folder of submissions.
pub(super) struct Intake {
    plan: Plan,
    submissions: Submissions,
    /// Where copies go.
    copies: PathBuf,
    /// The number and the hash of the last version of each folder.
    latest: BTreeMap<String, (usize, String)>,
    seen: BTreeMap<String, Seen>,
}

/// How a folder looked.
struct Seen {
    look: u128,
    since: Instant,
    taken: bool,
}

impl Intake {
    pub(super) fn new(plan: &Plan, submissions: &Submissions, copies: &Path) -> Self {
        let mut latest = BTreeMap::new();
        for (place, agent) in plan.agents.iter().enumerate() {
            if let Some(files) = &agent.files {
                latest.insert(Plan::base_name(&agent.name).to_owned(), (plan.version(place), files.clone()));
            }
        }
        let (plan, submissions) = (plan.clone(), submissions.clone());
        Self { plan, submissions, copies: copies.to_owned(), latest, seen: BTreeMap::new() }
    }

    /// Between two looks.
    pub(super) fn pause(&self) -> Duration {
        (self.submissions.settle / 5).clamp(Duration::from_millis(50), Duration::from_secs(2))
    }

    /// What has come in since the last look, one after the other unless it is over: each takes some games' time, and the
    /// cores belong to the games that count.
    pub(super) fn look(&mut self, over: &dyn Fn() -> bool, mut arrived: impl FnMut(Arrival)) {
        for (name, folder) in folders(&self.submissions.folder) {
            if over() {
                return;
            }
            let files = contents::list(&folder, &sandbox::files_in_use());
            if files.as_ref().is_ok_and(Vec::is_empty) {
                continue;
            }
            let look = look(&files);
            let seen = self.seen.entry(name.clone()).or_insert(Seen { look, since: Instant::now(), taken: false });
            if seen.look != look {
                *seen = Seen { look, since: Instant::now(), taken: false };
            }
            if seen.taken || seen.since.elapsed() < self.submissions.settle {
                continue;
            }
            seen.taken = true;
            match self.take(&name, files) {
                Ok(arrival) => arrival.into_iter().for_each(&mut arrived),
                // It changed while it was copied: it is looked at again when it has settled.
                Err(Changed) => drop(self.seen.remove(&name)),
            }
        }
    }

    fn take(&mut self, name: &str, files: Result<Vec<ContentFile>, String>) -> Result<Option<Arrival>, Changed> {
        let hash = match &files {
            Ok(files) => contents::digest(files).map_err(|_| Changed)?,
            Err(reason) => hash(reason.as_bytes()),
        };
        let former = self.latest.get(name);
        if former.is_some_and(|(_, known)| *known == hash) {
            return Ok(None);
        }
        let version = former.map_or(1, |(version, _)| version + 1);
        let copy = self.copies.join(format!("{name}-{version}"));
        let spec = match files {
            Ok(files) => {
                self.copy(&files, &hash, &copy)?;
                self.spec(&copy)
            }
            Err(reason) => Err(reason),
        };
        let mut agent = PlanAgent::new(name, spec.as_deref().unwrap_or("cmd:nothing"));
        agent.files = Some(hash.clone());
        agent.aside = spec.err().or_else(|| self.cannot_play(&agent)).map(|reason| harmless_line(&reason, 500));
        self.latest.insert(name.to_owned(), (version, hash));
        Ok(Some(Arrival { name: name.to_owned(), agent }))
    }

    /// Copies what was handed in; the copy must be what was seen.
    fn copy(&self, files: &[ContentFile], hash: &str, copy: &Path) -> Result<(), Changed> {
        // What an arena that was killed left behind.
        let _nothing_there = std::fs::remove_dir_all(copy);
        contents::copy(files, copy).map_err(|_| Changed)?;
        let copied = contents::list(copy, &[]).and_then(|files| contents::digest(&files)).map_err(|_| Changed)?;
        if copied == hash { Ok(()) } else { Err(Changed) }
    }

    /// How the program in a folder is started.
    fn spec(&self, folder: &Path) -> Result<String, String> {
        let words: Vec<String> = match &self.submissions.command {
            Some(command) => {
                let line = format!("{}{command}", CommandLine::PREFIX).parse::<CommandLine>();
                let line = line.map_err(|error| error.to_string())?;
                std::iter::once(line.program().to_owned()).chain(line.args().iter().cloned()).collect()
            }
            None => {
                let found = STARTED_BY.iter().find(|(file, _)| folder.join(file).is_file());
                let names = || STARTED_BY.map(|(file, _)| file).join(", ");
                let (_, words) = found.ok_or_else(|| format!("expected one of {} in its folder", names()))?;
                words.iter().map(|word| (*word).to_owned()).collect()
            }
        };
        // A name without a folder in front of it is a program that the system knows.
        let is_program = |place: usize| place == 0;
        let from_anywhere = |(place, word): (usize, String)| {
            let file = folder.join(&word);
            let ours = file.exists() && !word.is_empty() && (!is_program(place) || word.contains('/'));
            if ours { file.to_string_lossy().into_owned() } else { word }
        };
        Ok(CommandLine::new(words.into_iter().enumerate().map(from_anywhere)).to_string())
    }

    /// Why an agent cannot play, if it cannot.
    fn cannot_play(&self, agent: &PlanAgent) -> Option<String> {
        let plan = Plan { agents: vec![agent.clone()], ..self.plan.clone() };
        qualify(&plan, 0, self.plan.qualify.max(1)).err().map(|error| error.to_string())
    }
}

/// A folder changed while it was read.
struct Changed;

/// The folders of a folder by name; those whose name begins with a dot are not meant.
fn folders(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|entry| {
        let name = harmless_line(&entry.file_name().to_string_lossy(), LONGEST_NAME);
        (name, entry.path())
    });
    let mut folders: Vec<_> = named.filter(|(name, _)| !name.starts_with('.') && !name.trim().is_empty()).collect();
    folders.sort();
    folders
}

/// What can be seen of files without reading them: names, sizes and when they were written.
fn look(files: &Result<Vec<ContentFile>, String>) -> u128 {
    let files = match files {
        Ok(files) => files,
        Err(reason) => return Fnv::of(reason.as_bytes()).0,
    };
    let mut hash = Fnv::default();
    for file in files {
        let data = std::fs::metadata(&file.path).ok();
        let written = data.as_ref().and_then(|data| data.modified().ok());
        let written = written.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        hash.add(file.place.as_os_str().as_encoded_bytes());
        hash.add(&data.map_or(0, |data| data.len()).to_le_bytes());
        hash.add(&written.map_or(0, |time| time.as_nanos()).to_le_bytes());
    }
    hash.0
}

fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", Fnv::of(bytes).0)
}
