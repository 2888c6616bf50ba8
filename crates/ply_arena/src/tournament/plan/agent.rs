//! One of a tournament's agents, and its part in a tournament that is under way.
//!
//! The list of a stored tournament only grows: games name agents by their places in it. An agent that is withdrawn or
//! cannot play is set aside, and a new version of one is a new agent that replaces it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::read::free_name;
use super::{AskedLimits, Plan};
use crate::{AgentSpec, TimeControl};

/// One of the tournament's agents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanAgent {
    /// Its name in tables; no two are equal.
    pub name: String,
    /// What it is built from.
    pub spec: String,
    /// Its own time control; nothing: that of the game.
    pub time: Option<TimeControl>,
    /// The threads a program thinks with, by which games at the same time are counted; nothing: one. Agents of ours say so
    /// in their specs.
    pub threads: Option<usize>,
    /// What a program is told by `setoption` before it plays. Agents of ours have their options in their specs.
    pub options: BTreeMap<String, String>,
    /// What it may use, if it is a program; nothing: what all may.
    pub limits: Option<AskedLimits>,
    /// What it may read, if it is a program, beside what all may.
    pub read: Vec<PathBuf>,
    /// What makes the program out of its folder, where workers on other machines play.
    pub build: Option<String>,
    /// Why it does not take part, if it does not: its games are kept and count for nobody.
    pub aside: Option<String>,
    /// A hash of its files, if it is a program.
    pub files: Option<String>,
    /// The place in the list of the version before this one.
    pub replaces: Option<usize>,
    /// The round of a Swiss with which it came in.
    pub since: usize,
    /// The round of a Swiss in which it was no longer paired.
    pub until: Option<usize>,
}

impl PlanAgent {
    /// An agent as it is typed, `SPEC` or `NAME=SPEC`. One without a name is called by its spec, with a number if one of
    /// `others` has that name.
    pub fn typed(text: &str, others: &[Self]) -> Self {
        match AgentSpec::split_name(text) {
            (Some(name), spec) => Self::new(name, spec),
            (None, spec) => Self::new(free_name(spec, others), spec),
        }
    }

    /// An agent that plays under the same conditions as all.
    pub fn new(name: impl Into<String>, spec: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            spec: spec.into(),
            time: None,
            threads: None,
            options: BTreeMap::new(),
            limits: None,
            read: Vec::new(),
            build: None,
            aside: None,
            files: None,
            replaces: None,
            since: 0,
            until: None,
        }
    }
}

impl Plan {
    /// The places of those who take part.
    pub fn present(&self) -> Vec<usize> {
        (0..self.agents.len()).filter(|agent| self.agents[*agent].aside.is_none()).collect()
    }

    /// Those who do not take part, each with the reason.
    pub fn set_aside(&self) -> impl Iterator<Item = (usize, &str)> {
        self.agents.iter().enumerate().filter_map(|(place, agent)| Some((place, agent.aside.as_deref()?)))
    }

    /// Which version of its agent one is, from 1.
    pub fn version(&self, agent: usize) -> usize {
        1 + std::iter::successors(self.agents[agent].replaces, |former| self.agents[*former].replaces).count()
    }

    /// The place of the first version of an agent.
    pub fn first_version(&self, agent: usize) -> usize {
        std::iter::successors(Some(agent), |agent| self.agents[*agent].replaces).last().unwrap_or(agent)
    }

    /// The name of an agent without the number of its version.
    pub fn base_name(name: &str) -> &str {
        let numbered = name.strip_suffix(')').and_then(|name| name.rsplit_once(VERSION));
        numbered.filter(|(_, number)| number.parse::<usize>().is_ok()).map_or(name, |(base, _)| base)
    }

    /// The last version of an agent by its name, whether it takes part or not.
    pub fn latest(&self, name: &str) -> Option<usize> {
        self.agents.iter().rposition(|agent| Self::base_name(&agent.name) == name)
    }

    /// Takes in an agent, or a new version of one. The version that took part so far is set aside with its games; if the
    /// new one is set aside itself, the old one goes on. Gives its place.
    pub fn enter(&mut self, mut agent: PlanAgent) -> usize {
        let (place, name) = (self.agents.len(), agent.name.clone());
        let Some(former) = self.latest(&name) else {
            self.agents.push(agent);
            return place;
        };
        agent.replaces = Some(former);
        let version = self.version(former) + 1;
        // Who has the bare name: the version that takes part, or the last of those that do not.
        let holder = self.agents.iter().position(|known| known.name == name);
        match holder.filter(|holder| agent.aside.is_none() || self.agents[*holder].aside.is_some()) {
            Some(holder) => {
                let number = self.version(holder);
                let holder = &mut self.agents[holder];
                holder.name = versioned(&name, number);
                holder.aside.get_or_insert_with(|| format!("replaced by version {version}"));
            }
            None => agent.name = versioned(&name, version),
        }
        self.agents.push(agent);
        place
    }
}

/// What stands between a name and the number of a version.
const VERSION: &str = " (version ";

fn versioned(name: &str, version: usize) -> String {
    format!("{name}{VERSION}{version})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_that_cannot_play_leaves_the_one_before_it_in_its_place() {
        let agent =
            |aside: Option<&str>| PlanAgent { aside: aside.map(str::to_owned), ..PlanAgent::new("ada", "random") };
        let mut plan = Plan::new("t", "infexion", vec![agent(None), PlanAgent::new("bob", "greedy")]).unwrap();
        let entered = [Some("crash"), None, Some("crash")].map(|aside| plan.enter(agent(aside)));
        assert_eq!(entered, [2, 3, 4]);
        let names: Vec<_> = plan.agents.iter().map(|agent| agent.name.as_str()).collect();
        assert_eq!(names, ["ada (version 1)", "bob", "ada (version 2)", "ada", "ada (version 4)"]);
        assert_eq!(plan.present(), [1, 3]);
        assert_eq!(plan.agents[0].aside.as_deref(), Some("replaced by version 3"));
        assert_eq!((plan.version(4), plan.latest("ada"), plan.first_version(4)), (4, Some(4), 0));
        assert_eq!(Plan::from_toml(&plan.to_toml()).unwrap(), plan);
    }
}
