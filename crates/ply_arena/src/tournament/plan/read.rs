//! From TOML to a [`Plan`], key by key, and the checks that every plan passes.

use std::path::PathBuf;
use std::time::Duration;

use ply_game::{BoardGame, Spec, SpecError, harmless, is_harmless_line, nearest};
use ply_games::Visitor;
use ply_search::parse_duration;
use toml::{Table, Value};

use super::error::did_you_mean;
use super::keys::{Keys, cited, value};
use super::{
    AskedLimits, Format, Openings, Plan, PlanAgent, PlanError, PlanGame, Submissions, Walkovers, default_time,
};
use crate::external::sandbox::Layers;
use crate::game::rules::parse_grace;
use crate::points::{PointRule, Points};
use crate::{Adjudication, AgentSpec, CommandLine, Policy, TimeControl};

const KEYS: &[&str] = &[
    "name",
    "game",
    "games",
    "agents",
    "format",
    "rounds",
    "challengers",
    "extra_pairs",
    "length",
    "pairs",
    "seed",
    "time",
    "points",
    "openings",
    "concurrency",
    "policy",
    "grace",
    "adjudication",
    "limits",
    "read",
    "pondering",
    "require",
    "tuning",
    "near",
    "random",
    "submissions",
    "qualify",
    "walkovers",
];

/// What stands for an agent; those after `build` are written by the arena.
const AGENT_KEYS: &[&str] = &[
    "name", "spec", "time", "threads", "options", "limits", "read", "build", "aside", "files", "replaces", "since",
    "until",
];

/// A ladder's spelling.
const LADDER: &str = Format::WORDS[6];
/// How long a submission has to stay as it is, if nobody says.
const SETTLE: Duration = Duration::from_secs(10);

/// What programs do while their opponents are to move: as spelled, allowed first.
pub(super) const PONDERING: [&str; 2] = ["allowed", "stopped"];

const TIME: &str = "a time control such as \"200ms\" or \"60s+1s\"";
const GAME: &str = "a game such as \"simplexity:rows=8\"";
const AGENT: &str = "an agent such as \"minimax:depth=4\" or a table { name = ..., spec = ... }";
const MOST_SEED: u64 = i64::MAX as u64;
/// Bytes of a tournament's or an agent's name; an agent may be named by its command line.
const LONGEST_NAME: usize = 4096;
/// A match has no more games.
const MOST_GAMES: u64 = 10_000_000;

/// Reads a plan; `name` is its name where the text has none.
pub(super) fn plan(text: &str, name: Option<&str>) -> Result<Plan, PlanError> {
    let table: Table =
        text.parse().map_err(|error: toml::de::Error| PlanError::Syntax(harmless(error.to_string().trim_end())))?;
    let mut keys = Keys::new("", table, KEYS)?;
    let own_name = keys.text("name", "the tournament's name")?;
    let name = own_name.or(name.map(str::to_owned)).ok_or_else(|| keys.missing("name", "the tournament's name"))?;
    let time = keys.parsed("time", TIME)?.unwrap_or_else(default_time);
    let games = games(&mut keys, time)?;
    let is_ladder = keys.is("format", LADDER);
    let agents = agents(&mut keys, is_ladder)?;
    let format = format(&mut keys, agents.len())?;
    let pairs = keys.number("pairs", 1..=1_000_000)?.unwrap_or(1) as usize;
    let qualify = keys.number("qualify", 0..=100)?.map_or(format.usual_qualify(), |games| games as usize);
    let plan = Plan {
        name,
        games,
        format,
        agents,
        pairs,
        seed: keys.number("seed", 0..=MOST_SEED)?.unwrap_or(0),
        points: points(&mut keys)?,
        openings: openings(&mut keys, format.meets_again(pairs))?,
        concurrency: keys.number("concurrency", 1..=4096)?.map(|number| number as usize),
        policy: Policy::ALL[keys.word("policy", &Policy::WORDS)?.unwrap_or(0)],
        grace: keys
            .read("grace", "a duration such as \"50ms\"", |text| parse_grace(text).map_err(|e| e.to_string()))?,
        adjudication: adjudication(&mut keys)?,
        limits: limits(&mut keys)?,
        read: keys.texts("read", "a file or folder")?.into_iter().map(PathBuf::from).collect(),
        ponders: keys.word("pondering", &PONDERING)?.unwrap_or(0) == 0,
        require: keys.texts("require", "a layer of the sandbox")?,
        tuning: keys.all_texts("tuning")?,
        submissions: submissions(&mut keys, is_ladder)?,
        qualify,
        walkovers: Walkovers::ALL[keys.word("walkovers", &Walkovers::WORDS)?.unwrap_or(0)],
    };
    plan.checked()
}

fn games(keys: &mut Keys, time: TimeControl) -> Result<Vec<PlanGame>, PlanError> {
    let single = keys.text("game", GAME)?;
    if single.is_some() && keys.has("games") {
        return Err(PlanError::wrong("games", "expected either 'game' or 'games', got both"));
    }
    if let Some(spec) = single {
        return Ok(vec![PlanGame { spec, time }]);
    }
    let list = keys.list("games", "a list of games")?.ok_or_else(|| keys.missing("game", GAME))?;
    let game = |(path, entry): (String, Value)| match entry {
        Value::String(spec) => Ok(PlanGame { spec, time }),
        Value::Table(table) => {
            let mut keys = Keys::new(&path, table, &["spec", "time"])?;
            let spec = keys.text("spec", GAME)?.ok_or_else(|| keys.missing("spec", GAME))?;
            Ok(PlanGame { spec, time: keys.parsed("time", TIME)?.unwrap_or(time) })
        }
        other => Err(value(&path, "a game such as \"simplexity\" or a table { spec = ..., time = ... }", &other)),
    };
    list.into_iter().map(game).collect()
}

/// Where a ladder's agents come from.
fn submissions(keys: &mut Keys, is_ladder: bool) -> Result<Option<Submissions>, PlanError> {
    const FOLDER: &str = "a folder with a folder for each agent";
    if keys.has("submissions") != is_ladder {
        let expected = "submissions = { folder = \"...\" }, with format ladder and no other";
        return Err(if is_ladder {
            keys.missing("submissions", expected)
        } else {
            PlanError::wrong("submissions", format!("expected {expected}"))
        });
    }
    if !is_ladder {
        return Ok(None);
    }
    let mut keys = keys.table("submissions", &["folder", "command", "settle"])?;
    let folder = keys.text("folder", FOLDER)?.ok_or_else(|| keys.missing("folder", FOLDER))?;
    let command = keys.read("command", "a command such as \"python3 main.py\"", |text| {
        let line = format!("{}{text}", CommandLine::PREFIX).parse::<CommandLine>();
        line.map(|_| text.to_owned()).map_err(|error| error.to_string())
    })?;
    let settle =
        keys.read("settle", "a duration such as \"10s\"", |text| parse_duration(text).map_err(|e| e.to_string()))?;
    Ok(Some(Submissions { folder: folder.into(), command, settle: settle.unwrap_or(SETTLE) }))
}

fn agents(keys: &mut Keys, is_ladder: bool) -> Result<Vec<PlanAgent>, PlanError> {
    let list = keys.list("agents", "a list of agents")?.or(is_ladder.then(Vec::new));
    let list = list.ok_or_else(|| keys.missing("agents", "a list of agents"))?;
    let mut agents = Vec::new();
    for (path, entry) in list {
        agents.push(match entry {
            Value::String(text) => PlanAgent::typed(&text, &agents),
            Value::Table(table) => {
                let mut keys = Keys::new(&path, table, AGENT_KEYS)?;
                let spec = keys.text("spec", AGENT)?.ok_or_else(|| keys.missing("spec", AGENT))?;
                let name = keys.text("name", "the agent's name in tables")?;
                let name = name.unwrap_or_else(|| free_name(&spec, &agents));
                let time = keys.parsed("time", TIME)?;
                let threads = keys.number("threads", 1..=1024)?.map(|number| number as usize);
                let options = keys.all_texts("options")?;
                let limits = keys.has("limits").then(|| limits(&mut keys)).transpose()?;
                let read = keys.texts("read", "a file or folder")?.into_iter().map(PathBuf::from).collect();
                let build = keys.text("build", "a command such as \"make\"")?;
                let aside = keys.text("aside", "why it does not take part")?;
                let files = keys.text("files", "a hash")?;
                let mut place = |key: &str| Ok(keys.number(key, 0..=MOST_GAMES)?.map(|place| place as usize));
                let (replaces, since, until) = (place("replaces")?, place("since")?.unwrap_or(0), place("until")?);
                PlanAgent {
                    name,
                    spec,
                    time,
                    threads,
                    options,
                    limits,
                    read,
                    build,
                    aside,
                    files,
                    replaces,
                    since,
                    until,
                }
            }
            other => return Err(value(&path, AGENT, &other)),
        });
    }
    Ok(agents)
}

/// A name for an agent that was given none: its spec, with a number if that is taken.
pub(super) fn free_name(spec: &str, agents: &[PlanAgent]) -> String {
    let numbered = (2..).map(|number| format!("{spec} ({number})"));
    let mut names = std::iter::once(spec.to_owned()).chain(numbered);
    names.find(|name| agents.iter().all(|agent| agent.name != *name)).expect("the numbers do not end")
}

fn format(keys: &mut Keys, agents: usize) -> Result<Format, PlanError> {
    let word = Format::WORDS[keys.word("format", &Format::WORDS)?.unwrap_or(0)];
    for (key, words) in [
        ("rounds", ["round-robin", "swiss"].as_slice()),
        ("challengers", &["gauntlet"]),
        ("extra_pairs", &["knockout"]),
        ("length", &["match", "tuning"]),
        ("near", &[LADDER]),
        ("random", &[LADDER]),
    ] {
        if keys.has(key) && !words.contains(&word) {
            return Err(PlanError::wrong(key, format!("expected with format {}, got {word}", words.join(" or "))));
        }
    }
    let rounds = keys.number("rounds", 1..=10_000)?.map(|rounds| rounds as usize);
    let challengers = keys.number("challengers", 1..=agents.saturating_sub(1).max(1) as u64)?;
    let extra_pairs = keys.number("extra_pairs", 0..=1000)?;
    let length = keys.number("length", 1..=MOST_GAMES)?;
    let mut opponents = |key| Ok(keys.number(key, 0..=1000)?.map(|asked| asked as usize));
    let (asked_near, asked_random) = (opponents("near")?, opponents("random")?);
    let mut format = Format::usual(word, agents).expect("every spelling has a format");
    match &mut format {
        Format::RoundRobin { rounds: usual } | Format::Swiss { rounds: usual } => *usual = rounds.unwrap_or(*usual),
        Format::Gauntlet { challengers: usual } => *usual = challengers.map_or(*usual, |asked| asked as usize),
        Format::Knockout { extra_pairs: usual } => *usual = extra_pairs.map_or(*usual, |asked| asked as usize),
        Format::Match { length: usual } | Format::Tuning { length: usual } => {
            *usual = length.map_or(*usual, |asked| asked as usize);
        }
        Format::Ladder { near, random } => {
            (*near, *random) = (asked_near.unwrap_or(*near), asked_random.unwrap_or(*random));
        }
    }
    Ok(format)
}

fn points(keys: &mut Keys) -> Result<PointRule, PlanError> {
    let given = keys.has("points");
    let mut keys = keys.table("points", &["win", "draw", "loss"])?;
    let mut amount = |key: &str, default: Points| -> Result<Points, PlanError> {
        let Some(value) = keys.take(key) else { return Ok(default) };
        let number = value.as_float().or(value.as_integer().map(|number| number as f64));
        let points = number.and_then(Points::from_number);
        points.ok_or_else(|| keys.value(key, "a number with at most three decimals", &value))
    };
    let default = PointRule::default();
    let rule = PointRule {
        win: amount("win", default.win)?,
        draw: amount("draw", default.draw)?,
        loss: amount("loss", default.loss)?,
    };
    if given && !(rule.win > rule.loss && rule.win >= rule.draw && rule.draw >= rule.loss) {
        let got = format!("win {}, draw {}, loss {}", rule.win, rule.draw, rule.loss);
        return Err(PlanError::wrong("points", format!("expected win >= draw >= loss and win > loss, got {got}")));
    }
    Ok(rule)
}

/// Random plies of openings where agents meet more than once and nobody says how games begin: agents that always answer
/// alike would play the same game again.
const USUAL_PLIES: u64 = 2;

fn openings(keys: &mut Keys, meets_again: bool) -> Result<Openings, PlanError> {
    let mut keys = keys.table("openings", &["plies", "seed", "file"])?;
    let usual = if meets_again && !keys.has("file") { USUAL_PLIES } else { 0 };
    Ok(Openings {
        plies: keys.number("plies", 0..=200)?.unwrap_or(usual) as usize,
        seed: keys.number("seed", 0..=MOST_SEED)?,
        file: keys.text("file", "a file's name")?.map(PathBuf::from),
    })
}

fn adjudication(keys: &mut Keys) -> Result<Adjudication, PlanError> {
    let mut keys = keys.table("adjudication", &["max_plies", "score", "moves", "decided"])?;
    Ok(Adjudication {
        max_plies: keys.number("max_plies", 1..=1_000_000)?.map(|plies| plies as usize),
        score: keys.number("score", 1..=1_000_000)?.map(|score| score as i32),
        moves: keys.number("moves", 1..=1000)?.map_or(Adjudication::default().moves, |moves| moves as usize),
        decided: keys.switch("decided")?.unwrap_or(false),
    })
}

fn limits(keys: &mut Keys) -> Result<AskedLimits, PlanError> {
    const SIZE: &str = "a size such as \"512MiB\"";
    let mut keys = keys.table("limits", &["memory", "cpu", "processes", "files", "output"])?;
    Ok(AskedLimits {
        memory: keys.read("memory", SIZE, size)?,
        cpu: keys.read("cpu", "a duration such as \"10s\"", |text| parse_duration(text).map_err(|e| e.to_string()))?,
        processes: keys.number("processes", 1..=100_000)?,
        files: keys.number("files", 4..=1_000_000)?,
        output: keys.read("output", SIZE, size)?,
    })
}

/// Units of sizes, the largest first.
pub(super) const SIZES: [(&str, u64); 4] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)];

fn size(text: &str) -> Result<u64, String> {
    let sizes = SIZES.into_iter().chain([("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)]);
    let read = |(unit, bytes): (&str, u64)| text.strip_suffix(unit)?.trim_end().parse::<u64>().ok()?.checked_mul(bytes);
    let found = sizes.filter_map(read).find(|bytes| *bytes > 0);
    found.ok_or_else(|| format!("expected a whole number with a unit such as 512MiB, got {}", cited(text)))
}

impl Plan {
    /// Checks what holds for all plans, and spells the games in full. Agents are built by a
    /// [`LineUp`](crate::LineUp) only: many plans are read that nobody plays.
    pub(super) fn checked(mut self) -> Result<Self, PlanError> {
        let printable = |text: &str| !text.trim().is_empty() && text.len() <= LONGEST_NAME && is_harmless_line(text);
        if !printable(&self.name) {
            return Err(PlanError::wrong("name", format!("expected letters, got {}", cited(&self.name))));
        }
        if self.agents.len() < 2 && self.submissions.is_none() {
            let got = self.agents.len();
            return Err(PlanError::wrong("agents", format!("expected at least 2 agents, got {got}")));
        }
        if matches!(self.format, Format::Match { .. }) && self.agents.len() != 2 {
            let got = self.agents.len();
            return Err(PlanError::wrong("agents", format!("expected 2 agents for a match, got {got}")));
        }
        if self.games.is_empty() {
            return Err(PlanError::wrong("games", "expected at least one game, got none"));
        }
        for (place, agent) in self.agents.iter().enumerate() {
            let key = format!("agents[{place}]");
            if !printable(&agent.name) {
                return Err(PlanError::wrong(key, format!("expected a name of letters, got {}", cited(&agent.name))));
            }
            if self.agents[..place].iter().any(|other| other.name == agent.name) {
                return Err(PlanError::wrong(key, format!("expected a name of its own, got '{}' again", agent.name)));
            }
            check_own(&key, agent)?;
            match agent.spec.parse() {
                Ok(AgentSpec::BuiltIn(_) | AgentSpec::Program(_) | AgentSpec::Guest(_)) => {}
                Ok(AgentSpec::Human) => {
                    let reason = "a person cannot sit here: only agents and programs play by themselves";
                    return Err(PlanError::wrong(key, reason));
                }
                Err(error) => return Err(PlanError::wrong(key, error)),
            }
        }
        if self.walkovers == Walkovers::Void && matches!(self.format, Format::Swiss { .. } | Format::Knockout { .. }) {
            let reason = format!("expected with a format in which nobody goes on by them, got {}", self.format.word());
            return Err(PlanError::wrong("walkovers", format!("{reason}: qualify = 2 keeps out who cannot play")));
        }
        let unknown = |layer: &String| !Layers::NAMES.contains(&layer.as_str());
        if let Some((place, layer)) = self.require.iter().enumerate().find(|(_, layer)| unknown(layer)) {
            let hint = did_you_mean(nearest(layer, Layers::NAMES).as_deref());
            let reason = format!("expected one of {}, got {}{hint}", Layers::NAMES.join("; "), cited(layer));
            return Err(PlanError::wrong(format!("require[{place}]"), reason));
        }
        for (place, game) in self.games.iter_mut().enumerate() {
            let wrong = |error: SpecError| PlanError::wrong(format!("games[{place}]"), error);
            game.spec =
                game.spec.parse().and_then(|spec| ply_games::visit(&spec, None, FullSpelling)).map_err(wrong)?;
        }
        Ok(self)
    }
}

/// Refuses what only a program can be told, and what would be another line of the protocol.
fn check_own(key: &str, agent: &PlanAgent) -> Result<(), PlanError> {
    let is_program = agent.spec.starts_with(CommandLine::PREFIX);
    if !is_program && (agent.threads.is_some() || !agent.options.is_empty()) {
        let what = if agent.threads.is_some() { "threads" } else { "options" };
        let reason = format!("expected with a program, cmd:...; the {what} of an agent of ours are in its spec");
        return Err(PlanError::wrong(format!("{key}.{what}"), reason));
    }
    let one_line = |(name, value): (&String, &String)| {
        !name.is_empty() && !name.contains(" value ") && is_harmless_line(name) && is_harmless_line(value)
    };
    match agent.options.iter().find(|option| !one_line(*option)) {
        Some((name, _)) => {
            Err(PlanError::wrong(format!("{key}.options"), format!("expected words, got {}", cited(name))))
        }
        None => Ok(()),
    }
}

struct FullSpelling;

impl Visitor for FullSpelling {
    type Output = String;

    fn visit<G: BoardGame>(self, spec: Spec, _start: G) -> String {
        spec.to_string()
    }
}
