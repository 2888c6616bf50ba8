//! From a [`Plan`] back to TOML: what the store keeps.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use toml::Value;

use super::read::{PONDERING, SIZES};
use super::{AskedLimits, Format, Plan, Walkovers};
use crate::game::time_control::short;

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
            Format::Match { length } | Format::Tuning { length } => put("length", &length.to_string()),
            Format::Ladder { near, random } => {
                put("near", &near.to_string());
                put("random", &random.to_string());
            }
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
            if let Some(value) = table(entries) {
                put(key, &value);
            }
        }
        if !self.ponders {
            put("pondering", &quoted(PONDERING[1]));
        }
        for (key, value) in [("read", paths(&self.read)), ("require", texts(self.require.iter()))] {
            if let Some(value) = value {
                put(key, &value);
            }
        }
        if let Some(tuning) = all_texts(&self.tuning) {
            put("tuning", &tuning);
        }
        if self.qualify != self.format.usual_qualify() {
            put("qualify", &self.qualify.to_string());
        }
        if self.walkovers != Walkovers::default() {
            put("walkovers", &quoted(Walkovers::WORDS[self.walkovers as usize]));
        }
        let game = |game: &super::PlanGame| {
            format!("{{ spec = {}, time = {} }}", quoted(&game.spec), quoted(&game.time.to_string()))
        };
        put("games", &list(self.games.iter().map(game)));
        let agent = |agent: &super::PlanAgent| {
            table(vec![
                ("name", Some(quoted(&agent.name))),
                ("spec", Some(quoted(&agent.spec))),
                ("time", agent.time.map(|time| quoted(&time.to_string()))),
                ("threads", agent.threads.map(|threads| threads.to_string())),
                ("options", all_texts(&agent.options)),
                ("limits", agent.limits.and_then(|limits| table(limit_entries(limits)))),
                ("read", paths(&agent.read)),
                ("build", agent.build.as_deref().map(quoted)),
                ("aside", agent.aside.as_deref().map(quoted)),
                ("files", agent.files.as_deref().map(quoted)),
                ("replaces", agent.replaces.map(|place| place.to_string())),
                ("since", (agent.since > 0).then(|| agent.since.to_string())),
                ("until", agent.until.map(|round| round.to_string())),
            ])
        };
        put("agents", &list(self.agents.iter().filter_map(agent)));
        text
    }

    /// The small tables, each with those of its keys that are set.
    fn tables(&self) -> [(&'static str, Entries); 4] {
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
        let submissions = self.submissions.as_ref().map(|submissions| {
            vec![
                ("folder", Some(quoted(&submissions.folder.to_string_lossy()))),
                ("command", submissions.command.as_deref().map(quoted)),
                ("settle", Some(quoted(&short(submissions.settle)))),
            ]
        });
        [
            ("openings", openings),
            ("adjudication", adjudication),
            ("limits", limit_entries(self.limits)),
            ("submissions", submissions.unwrap_or_default()),
        ]
    }
}

fn limit_entries(limits: AskedLimits) -> Entries {
    vec![
        ("memory", limits.memory.map(size)),
        ("cpu", limits.cpu.map(|time| quoted(&short(time)))),
        ("processes", limits.processes.map(|number| number.to_string())),
        ("files", limits.files.map(|number| number.to_string())),
        ("output", limits.output.map(size)),
    ]
}

/// A table on one line, of those keys that are set; nothing where none is.
fn table(entries: Entries) -> Option<String> {
    let set: Vec<String> = entries.into_iter().filter_map(|(key, value)| Some(format!("{key} = {}", value?))).collect();
    (!set.is_empty()).then(|| format!("{{ {} }}", set.join(", ")))
}

/// Texts on one line; nothing where there is none.
fn texts(texts: impl Iterator<Item: AsRef<str>>) -> Option<String> {
    let texts: Vec<String> = texts.map(|text| quoted(text.as_ref())).collect();
    (!texts.is_empty()).then(|| format!("[{}]", texts.join(", ")))
}

/// A table of texts with any keys; nothing where there is none.
fn all_texts(texts: &BTreeMap<String, String>) -> Option<String> {
    let entry = |(key, value): (&String, &String)| format!("{} = {}", quoted(key), quoted(value));
    (!texts.is_empty()).then(|| format!("{{ {} }}", texts.iter().map(entry).collect::<Vec<_>>().join(", ")))
}

fn paths(paths: &[PathBuf]) -> Option<String> {
    texts(paths.iter().map(|path| path.to_string_lossy()))
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
