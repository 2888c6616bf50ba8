//! A tournament that is taken up again with an edited list of agents: who came, who went, who has changed.
//!
//! Only the list may change, and what is said about each agent. Whoever played keeps its place and its games; a version
//! that has changed since is played anew only where that is asked for.

use std::fmt::Write as _;

use ply_game::nearest;
use toml::{Table, Value};

use super::error::did_you_mean;
use super::{Format, Plan, PlanAgent};
use crate::schedule::{Results, Swiss};

/// What an agent that is no longer in the list is set aside with.
const WITHDRAWN: &str = "withdrawn";
/// Keys that may differ: the name is the same, agents are compared one by one, and games at a time change no result.
const MAY_CHANGE: [&str; 3] = ["name", "agents", "concurrency"];

/// Why a stored tournament cannot be taken up with a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChangeError {
    /// Something else than the list of agents has changed.
    #[error(
        "'{name}' was begun with {key} = {was}, not {is}: only the list of agents may change under way; put it back, \
         choose another name, or free this one with plyground results '{name}' --delete"
    )]
    Key {
        /// The tournament.
        name: String,
        /// What.
        key: String,
        /// As it is stored.
        was: String,
        /// As it was read.
        is: String,
    },
    /// Agents are not those that played.
    #[error(
        "{agents} changed since the games in the store were played; {again} plays the new version and keeps the old \
         games apart"
    )]
    Agents {
        /// Which.
        agents: String,
        /// What to type.
        again: String,
    },
    /// No such agent.
    #[error("--again: no agent '{name}' in the list{}", did_you_mean(.nearest.as_deref()))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The name closest to it.
        nearest: Option<String>,
    },
    /// Nobody of those who played is left.
    #[error("none of the agents of '{name}' in the store is in this list: choose another name")]
    Others {
        /// The tournament.
        name: String,
    },
    /// A format whose pairings follow from the whole list.
    #[error("'{name}' is a {format} under way, whose agents cannot change: {change}")]
    Fixed {
        /// The tournament.
        name: String,
        /// Its format.
        format: &'static str,
        /// What would.
        change: String,
    },
}

/// A plan under way as it goes on.
#[derive(Clone, PartialEq, Debug)]
pub struct Continued {
    /// The plan.
    pub plan: Plan,
    /// What is new about it, in words.
    pub said: Vec<String>,
}

impl Plan {
    /// This plan, which is stored with these results, as it goes on after its file was read again; `again` are the agents
    /// whose new version is to be played.
    pub fn go_on(&self, typed: &Self, again: &[String], results: &Results) -> Result<Continued, ChangeError> {
        self.same_but_for_agents(typed)?;
        let listed = |name: &String| typed.agents.iter().any(|agent| agent.name == *name);
        if let Some(name) = again.iter().find(|name| !listed(name)) {
            let names = typed.agents.iter().map(|agent| agent.name.as_str());
            return Err(ChangeError::Unknown { name: name.clone(), nearest: nearest(name, names) });
        }
        let mut change = Change::new(self, again, results);
        for agent in &typed.agents {
            change.compare(agent);
        }
        change.withdraw(typed);
        change.concluded(typed)
    }

    fn same_but_for_agents(&self, typed: &Self) -> Result<(), ChangeError> {
        let table = |plan: &Self| plan.to_toml().parse::<Table>().unwrap_or_default();
        let (was, mut is) = (table(self), table(typed));
        // How many rounds are enough follows from how many agents there are.
        if typed.format == (Format::Swiss { rounds: Swiss::enough_rounds(typed.agents.len()) }) {
            is.extend(was.get("rounds").map(|rounds| ("rounds".to_owned(), rounds.clone())));
        }
        let keys = was.keys().chain(is.keys().filter(|key| !was.contains_key(*key)));
        let text = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
        for key in keys.filter(|key| !MAY_CHANGE.contains(&key.as_str())) {
            let (was, is) = (text(was.get(key)), text(is.get(key)));
            if was != is {
                let (name, key) = (self.name.clone(), key.clone());
                return Err(ChangeError::Key { name, key, was, is });
            }
        }
        Ok(())
    }
}

/// A plan being changed.
struct Change<'a> {
    plan: Plan,
    again: &'a [String],
    played: Vec<bool>,
    /// Rounds that have begun.
    rounds: usize,
    under_way: bool,
    /// Names of agents that are not those that played.
    changed: Vec<String>,
    said: Vec<String>,
}

impl<'a> Change<'a> {
    fn new(stored: &Plan, again: &'a [String], results: &Results) -> Self {
        let mut played = vec![false; stored.agents.len()];
        for (pairing, _) in results.iter() {
            pairing.agents.iter().for_each(|agent| played[*agent] = true);
        }
        let rounds = results.iter().map(|(pairing, _)| pairing.round + 1).max().unwrap_or(0);
        let (changed, said) = (Vec::new(), Vec::new());
        Self { plan: stored.clone(), again, played, rounds, under_way: !results.is_empty(), changed, said }
    }

    fn compare(&mut self, typed: &PlanAgent) {
        let name = &typed.name;
        let entered = PlanAgent { since: self.rounds, ..typed.clone() };
        let Some(place) = self.plan.agents.iter().position(|agent| agent.name == *name) else {
            self.said.push(format!("{name} is added"));
            self.plan.enter(entered);
            return;
        };
        let stored = &mut self.plan.agents[place];
        let is_back = stored.aside.as_deref() == Some(WITHDRAWN) && typed.aside.is_none();
        if !same(stored, typed) {
            if !self.played.get(place).copied().unwrap_or(false) {
                let (since, replaces) = (stored.since, stored.replaces);
                *stored = PlanAgent { since, replaces, ..typed.clone() };
                self.said.push(format!("{name} has changed; it had not played yet"));
            } else if self.again.contains(name) {
                self.plan.enter(entered);
                self.plan.agents[place].until.get_or_insert(self.rounds);
                self.said.push(format!("{name} is played again; the games of its old version are kept apart"));
            } else {
                self.changed.push(name.clone());
            }
            return;
        }
        stored.files = stored.files.take().or_else(|| typed.files.clone());
        if self.again.contains(name) {
            self.said.push(format!("{name} has not changed since its games were played: nothing is played again"));
        }
        if is_back && matches!(self.plan.format, Format::Swiss { .. }) {
            // It was not paired in the rounds between.
            self.plan.enter(entered);
        } else if is_back {
            stored.aside = None;
        }
        if is_back {
            self.said.push(format!("{name} is back"));
        } else if let (None, Some(reason)) = (&self.plan.agents[place].aside, &typed.aside) {
            self.said.push(format!("{name} is set aside: {reason}"));
            self.set_aside(place, reason);
        }
    }

    fn set_aside(&mut self, place: usize, reason: &str) {
        self.plan.agents[place].aside = Some(reason.to_owned());
        self.plan.agents[place].until = Some(self.rounds);
    }

    /// Sets those aside that are not in the list any more; what was handed in to a ladder never was.
    fn withdraw(&mut self, typed: &Plan) {
        let handed_in = |agent: &PlanAgent| self.plan.submissions.is_some() && agent.files.is_some();
        let gone = self.plan.present().into_iter().filter(|place| {
            let agent = &self.plan.agents[*place];
            !handed_in(agent) && typed.agents.iter().all(|typed| typed.name != agent.name)
        });
        for place in gone.collect::<Vec<_>>() {
            self.said.push(format!("{} is withdrawn; its games are kept and not ranked", self.plan.agents[place].name));
            self.set_aside(place, WITHDRAWN);
        }
    }

    fn concluded(self, typed: &Plan) -> Result<Continued, ChangeError> {
        let Self { plan, changed, said, under_way, .. } = self;
        let name = plan.name.clone();
        let known = |agent: &PlanAgent| typed.agents.iter().any(|typed| typed.name == Plan::base_name(&agent.name));
        if plan.submissions.is_none() && !plan.agents.iter().take(self.played.len()).any(known) {
            return Err(ChangeError::Others { name });
        }
        if !changed.is_empty() {
            let mut again = String::new();
            for name in &changed {
                let _infallible = write!(again, "{}--again '{name}'", if again.is_empty() { "" } else { " " });
            }
            return Err(ChangeError::Agents { agents: changed.join(", "), again });
        }
        let fixed = matches!(plan.format, Format::Knockout { .. } | Format::Match { .. } | Format::Tuning { .. });
        let changes = plan.present().len() != self.played.len() || plan.agents.len() != self.played.len();
        match said.first() {
            Some(change) if fixed && under_way && changes => {
                Err(ChangeError::Fixed { name, format: plan.format.word(), change: change.clone() })
            }
            _ => Ok(Continued { plan, said }),
        }
    }
}

/// Whether an agent is the one that is stored: built, timed and limited alike, of the same files.
fn same(stored: &PlanAgent, typed: &PlanAgent) -> bool {
    let files = match (&stored.files, &typed.files) {
        (Some(was), Some(is)) => was == is,
        _ => true,
    };
    let conditions =
        |agent: &PlanAgent| (agent.spec.clone(), agent.time, agent.limits, agent.read.clone(), agent.build.clone());
    files && conditions(stored) == conditions(typed)
}
