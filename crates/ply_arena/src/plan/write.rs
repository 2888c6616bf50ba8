//! From a [`Plan`] back to TOML: what the store keeps.

use std::fmt::Write;

use toml::Value;

use super::read::SIZES;
use super::{Format, Plan};
use crate::time_control::short;

/// The keys of a table, each with its value as TOML where it is set.
type Entries = Vec<(&'static str, Option<String>)>;

impl Plan {
    /// The plan as TOML, which reads back as the same plan.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let mut put = |key: &str, value: &str| {
            let _infallible = writeln!(text, "{key} = {value}");
        };
        put("name", &quoted(&self.name));
        put("format", &quoted(self.format.word()));
        match self.format {
            Format::RoundRobin { rounds } | Format::Swiss { rounds } => put("rounds", &rounds.to_string()),
            Format::Gauntlet { challengers } => put("challengers", &challengers.to_string()),
            Format::Knockout { extra_pairs } => put("extra_pairs", &extra_pairs.to_string()),
        }
        put("pairs", &self.pairs.to_string());
        put("seed", &self.seed.to_string());
        let points = self.points;
        put("points", &format!("{{ win = {}, draw = {}, loss = {} }}", points.win, points.draw, points.loss));
        if let Some(concurrency) = self.concurrency {
            put("concurrency", &concurrency.to_string());
        }
        put("policy", &quoted(crate::Policy::WORDS[self.policy as usize]));
        if let Some(grace) = self.grace {
            put("grace", &quoted(&short(grace)));
        }
        for (key, entries) in self.tables() {
            let entries: Vec<String> =
                entries.into_iter().filter_map(|(key, value)| Some(format!("{key} = {}", value?))).collect();
            if !entries.is_empty() {
                put(key, &format!("{{ {} }}", entries.join(", ")));
            }
        }
        let game = |game: &super::PlanGame| {
            format!("{{ spec = {}, time = {} }}", quoted(&game.spec), quoted(&game.time.to_string()))
        };
        put("games", &list(self.games.iter().map(game)));
        let agent =
            |agent: &super::PlanAgent| format!("{{ name = {}, spec = {} }}", quoted(&agent.name), quoted(&agent.spec));
        put("agents", &list(self.agents.iter().map(agent)));
        text
    }

    /// The small tables, each with those of its keys that are set.
    fn tables(&self) -> [(&'static str, Entries); 3] {
        let openings = vec![
            ("plies", Some(self.openings.plies.to_string())),
            ("seed", self.openings.seed.map(|seed| seed.to_string())),
            ("file", self.openings.file.as_ref().map(|file| quoted(&file.to_string_lossy()))),
        ];
        let adjudication = vec![
            ("max_plies", self.adjudication.max_plies.map(|plies| plies.to_string())),
            ("score", self.adjudication.score.map(|score| score.to_string())),
            ("moves", Some(self.adjudication.moves.to_string())),
            ("decided", self.adjudication.decided.then(|| "true".to_owned())),
        ];
        let limits = vec![
            ("memory", self.limits.memory.map(size)),
            ("cpu", self.limits.cpu.map(|time| quoted(&short(time)))),
            ("processes", self.limits.processes.map(|number| number.to_string())),
            ("files", self.limits.files.map(|number| number.to_string())),
            ("output", self.limits.output.map(size)),
        ];
        [("openings", openings), ("adjudication", adjudication), ("limits", limits)]
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn list(entries: impl Iterator<Item = String>) -> String {
    let lines: String = entries.map(|entry| format!("    {entry},\n")).collect();
    format!("[\n{lines}]")
}

/// The shortest exact spelling.
fn size(bytes: u64) -> String {
    let exact = SIZES.into_iter().find(|(_, unit)| bytes.is_multiple_of(*unit)).unwrap_or(("B", 1));
    quoted(&format!("{}{}", bytes / exact.1, exact.0))
}
