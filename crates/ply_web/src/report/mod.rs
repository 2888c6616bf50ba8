//! A tournament as a folder of HTML that opens from disk and from any web server: standings, cross table, every game on
//! the page's own boards, a page for each agent.
//!
//! A page from disk may load scripts and nothing else: no modules, no JSON. So the page's modules are put together into
//! one script (`bundle`), and data come as scripts too, fetched when they are needed: `summary`, one file for each
//! agent, and the games in shards (`pack`). Nothing from outside stands in the HTML, in a file's name or in an
//! address; the page shows it as text. Costs about 3 kB of disk for a game of 40 moves; beyond `kept::MOST_GAMES`
//! games some are left out, and the report says so.

mod agents;
mod bundle;
mod games;
mod kept;
mod logs;
mod pack;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ply_arena::plan::Plan;
use ply_arena::store::StoredGame;
use rayon::prelude::*;
use rust_embed::Embed;
use serde_json::{Value, json};

use crate::page;
use crate::tournaments::detail;
use kept::Kept;
pub use logs::GameLogs;
use pack::packed;

#[derive(Embed)]
#[folder = "report"]
struct Files;

/// How our own `index.html` is told from somebody else's.
const MARK: &str = r#"<meta name="generator" content="plyground report">"#;

/// What a report is made of.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The tournament.
    pub plan: &'a Plan,
    /// Its games, in the order of the schedule.
    pub games: &'a [StoredGame],
    /// Whether there is a schedule that says how many games there will be: not of several tournaments together.
    pub scheduled: bool,
    /// The logs of its games: for the organisers alone. Nothing: the report is for everybody.
    pub logs: Option<&'a GameLogs>,
}

/// Why no report was written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file or folder cannot be written.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is another page already.
    #[error("{path} is no report of ours and is left as it is; choose another folder", path = path.display())]
    Foreign {
        /// Which.
        path: PathBuf,
    },
    /// The page's modules cannot be put together: a mistake of ours.
    #[error("the report's script: {0}")]
    Bundle(#[from] bundle::BundleError),
}

/// How many games can be replayed, and how many could not be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// With all their moves.
    pub games: usize,
    /// Only in the tables.
    pub left_out: usize,
}

/// Writes `index.html`, `page/` and `data/` into a folder, over an earlier report. The page comes last: whoever opens
/// it finds everything that it asks for.
pub fn write(folder: &Path, report: Report<'_>) -> Result<Written, ReportError> {
    let index = folder.join("index.html");
    if fs::read_to_string(&index).is_ok_and(|there| !there.contains(MARK)) || index.is_dir() {
        return Err(ReportError::Foreign { path: index });
    }
    let kept = Kept::new(report.games);
    let data = Folder::make(folder.join("data"))?;
    data.clear()?;
    let shards = kept.shards();
    shards.par_iter().enumerate().try_for_each(|(number, shard)| {
        let games: Vec<Value> = shard.iter().map(|game| games::game(game, report.logs)).collect();
        data.write_packed(&format!("games-{number}"), &json!(games))
    })?;
    let agents = agents::pages(report.plan, report.games, &kept);
    agents.par_iter().enumerate().try_for_each(|(number, page)| data.write_packed(&format!("agent-{number}"), page))?;
    data.write_packed("summary", &summary(report, &kept, shards.iter().map(|shard| shard.len())))?;
    let page = Folder::make(folder.join("page"))?;
    let own_file = |name: &str| Files::get(name).map(|file| String::from_utf8_lossy(&file.data).into_owned());
    let read = |path: &str| match path.split_once('/') {
        Some(("page", path)) => page::text(path),
        Some(("report", path)) => own_file(path),
        _ => None,
    };
    page.write("app.js", bundle::script("report/main.js", &boards(report.games), &read)?.as_bytes())?;
    let sheets = ["page/style/base.css", "page/style/board.css", "page/style/views.css", "report/style.css"];
    page.write("style.css", sheets.iter().filter_map(|path| read(path)).collect::<String>().as_bytes())?;
    for name in ["early.js", "icon.svg"] {
        page.write(name, page::text(name).unwrap_or_default().as_bytes())?;
    }
    Folder(folder.to_owned()).write("index.html", own_file("index.html").unwrap_or_default().as_bytes())?;
    Ok(Written { games: kept.games.len(), left_out: report.games.len() - kept.games.len() })
}

/// The modules of the boards that the games have of their own.
fn boards(games: &[StoredGame]) -> Vec<String> {
    let mut names: Vec<&str> = games.iter().map(|game| game.record.game.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let own = names.into_iter().filter(|name| page::has_board(name));
    own.map(|name| format!("page/board/{name}.js")).collect()
}

/// What the first page shows, and where the games are.
fn summary(report: Report<'_>, kept: &Kept<'_>, shards: impl Iterator<Item = usize>) -> Value {
    let Report { plan, games, scheduled, logs } = report;
    let mut value = detail(&plan.name, plan, games);
    let standings = plan.standings(games.iter().map(|game| (game.pairing, &game.record)));
    let mut forfeits = vec![Value::Array(Vec::new()); plan.agents.len()];
    for line in &standings.lines {
        forfeits[line.agent] = line.forfeits.iter().map(|(reason, count)| json!([reason, count])).collect();
    }
    let starts = shards.scan(0, |start, length| Some(std::mem::replace(start, *start + length)));
    // How probable it is that each is stronger than each other is not shown; of hundreds of agents it would be large.
    value["los"] = Value::Null;
    if !scheduled {
        (value["complete"], value["games_total"]) = (true.into(), games.len().into());
    }
    value["private"] = logs.is_some().into();
    value["kept"] = kept.games.len().into();
    value["meetings"] =
        kept.meetings.iter().map(|met| json!([met.agents[0], met.agents[1], met.first, met.kept, met.all])).collect();
    value["shards"] = starts.collect();
    value["forfeits"] = forfeits.into();
    value
}

/// A folder that files are written into.
struct Folder(PathBuf);

impl Folder {
    fn make(path: PathBuf) -> Result<Self, ReportError> {
        fs::create_dir_all(&path).map_err(|error| ReportError::Io { path: path.clone(), error })?;
        Ok(Self(path))
    }

    fn write(&self, name: &str, text: &[u8]) -> Result<(), ReportError> {
        let path = self.0.join(name);
        fs::write(&path, text).map_err(|error| ReportError::Io { path, error })
    }

    fn write_packed(&self, name: &str, value: &Value) -> Result<(), ReportError> {
        self.write(&format!("{name}.js"), packed(name, value).as_bytes())
    }

    /// Takes away what an earlier report left: among it may be logs that not everybody is to see.
    fn clear(&self) -> Result<(), ReportError> {
        let wrong = |path: &Path, error| ReportError::Io { path: path.to_owned(), error };
        for entry in fs::read_dir(&self.0).map_err(|error| wrong(&self.0, error))?.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let ours = ["summary", "agent-", "games-"].iter().any(|start| name.starts_with(start));
            if ours && name.ends_with(".js") {
                fs::remove_file(entry.path()).map_err(|error| wrong(&entry.path(), error))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
