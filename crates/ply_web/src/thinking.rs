//! The agents as the server knows them: who may be asked, and what asking costs.

use ply_agents::{AgentInfo, AnyAgent, Mind, agents, mind, strongest};
use ply_arena::AgentSpec;
use ply_game::{BoardGame, Kind, Spec, WeightList};
use ply_search::{Budget, Limits as SearchLimits, Report};
use serde_json::{Value, json};

use crate::board::Opinion;
use crate::config::Limits;
use crate::problem::Problem;
use crate::queue::Cost;

/// A tree grows as large as it may: where nobody says how large, it gets less here than an agent that is alone.
const USUAL_MEGABYTES: u64 = 64;

/// The agents of a game that may be asked.
pub(crate) fn askable<G: BoardGame>() -> Vec<AgentInfo> {
    agents::<G>().into_iter().filter(|agent| !agent.harmful).collect()
}

/// A built-in agent that a stranger asks for, and what the server gives one agent at most. Nothing is built of it before
/// its options were checked against that.
#[derive(Clone, Debug)]
pub(crate) struct Applicant {
    spec: Spec,
    threads: u64,
    megabytes: u64,
}

/// Reads who is to play: a built-in agent, or nothing for a person.
pub(crate) fn admit(text: &str, limits: &Limits) -> Result<Option<Applicant>, Problem> {
    match text.parse::<AgentSpec>()? {
        AgentSpec::Human => Ok(None),
        AgentSpec::Program(_) => {
            let reason = "programs cannot be started from here; use 'plyground match' or 'tournament'";
            Err(Problem::bad(format!("agent '{text}': {reason}")))
        }
        AgentSpec::BuiltIn(spec) => Ok(Some(Applicant::new(spec, limits))),
    }
}

impl Applicant {
    fn new(spec: Spec, limits: &Limits) -> Self {
        Self { spec, threads: limits.threads, megabytes: limits.memory }
    }

    /// The spec, if strangers may ask for the agent and what it costs is given; a modest size of memory is added where
    /// the spec leaves it open. Decided by the kinds of the agent's options, whatever their names.
    fn checked(&self, agent: &AgentInfo) -> Result<Spec, Problem> {
        let mut spec = self.spec.clone();
        if agent.harmful {
            return Err(Problem::bad(format!("agent '{spec}': it cannot be asked from here")));
        }
        for option in agent.options {
            let given = self.spec.option(option.key);
            let most = match option.kind {
                Kind::Weights(list) => match given {
                    Some(text) if !list.names().any(|name| name == text) && !WeightList::is_inline(text) => {
                        return Err(Problem::bad(format!("{}: {} cannot name a file here", spec.name, option.key)));
                    }
                    _ => continue,
                },
                Kind::Threads(_) => self.threads,
                Kind::Megabytes(whole) => {
                    if given.is_none()
                        && option.kind.default_text().parse().is_ok_and(|usual: u64| usual > USUAL_MEGABYTES)
                    {
                        let modest = USUAL_MEGABYTES.min(self.megabytes).max(whole.least);
                        spec.options.push((option.key.to_owned(), modest.to_string()));
                    }
                    self.megabytes
                }
                Kind::Number(_)
                | Kind::Limit(_)
                | Kind::Seed(_)
                | Kind::Decimal { .. }
                | Kind::Switch { .. }
                | Kind::Choice(_) => continue,
            };
            if let Some(value) = given.filter(|value| value.parse().is_ok_and(|asked: u64| asked > most)) {
                let (name, key) = (&spec.name, option.key);
                return Err(Problem::bad(format!("{name}: {key} may be at most {most} here, got '{value}'")));
            }
        }
        Ok(spec)
    }

    /// Builds what was checked.
    fn built<G: BoardGame>(&self, seed: u64, lines: usize) -> Result<Built<G>, Problem> {
        let listed = agents::<G>().into_iter().find(|agent| agent.name == self.spec.name);
        let checked = listed.as_ref().map_or_else(|| Ok(self.spec.clone()), |agent| self.checked(agent))?;
        let (spec, mind) = mind::<G>(&checked, seed, lines)?;
        let (threads, megabytes) = listed.map_or((1, 0), |agent| (agent.threads(&spec), agent.megabytes(&spec)));
        let cost = if mind.is_search() { Cost::Search(threads) } else { Cost::Quick };
        Ok(Built { spec, mind, cost, megabytes })
    }
}

struct Built<G: BoardGame> {
    /// Its full spelling.
    spec: Spec,
    mind: Mind<G>,
    cost: Cost,
    megabytes: u64,
}

/// An agent that was let in.
pub(crate) struct Guest<G: BoardGame> {
    /// Its full spelling.
    pub(crate) spec: Spec,
    /// The agent.
    pub(crate) agent: AnyAgent<G>,
    /// What each of its thoughts costs.
    pub(crate) cost: Cost,
    /// It has a limit of its own: depth or nodes.
    pub(crate) bounded: bool,
    /// What its tables may grow to.
    pub(crate) megabytes: u64,
}

/// Builds an agent that was asked for.
pub(crate) fn build<G: BoardGame>(applicant: &Applicant, seed: u64) -> Result<Guest<G>, Problem> {
    let Built { spec, mind, cost, megabytes } = applicant.built(seed, 1)?;
    Ok(Guest { spec, cost, bounded: mind.has_limits(), megabytes, agent: mind.into_agent() })
}

/// Reads who is to analyse: anybody but a person; the game's strongest where nobody is named.
pub(crate) fn analyst(text: Option<&str>, limits: &Limits) -> Result<Option<Applicant>, Problem> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let applicant = admit(text, limits)?;
    applicant.map(Some).ok_or_else(|| Problem::bad("expected an agent, got 'human'"))
}

/// An agent that is watched.
pub(crate) struct Analyst<G: BoardGame> {
    /// Its full spelling.
    pub(crate) spec: Spec,
    /// What each of its thoughts costs.
    pub(crate) cost: Cost,
    mind: Mind<G>,
    opinion: Opinion,
    lines: usize,
}

impl<G: BoardGame> Analyst<G> {
    /// Builds the agent that was asked for, to give so many lines.
    pub(crate) fn new(applicant: Option<&Applicant>, lines: usize) -> Result<Self, Problem> {
        let strongest = || Ok(Applicant::new(strongest::<G>().parse()?, &Limits::default()));
        let applicant = applicant.cloned().map_or_else(strongest, Ok::<_, Problem>)?;
        let Built { spec, mind, cost, .. } = applicant.built(0, lines)?;
        let opinion = Opinion { agent: spec.name.clone() };
        Ok(Self { spec, cost, mind, opinion, lines })
    }

    /// The limits it has of itself in a position.
    pub(crate) fn limits(&self, position: &G) -> SearchLimits {
        self.mind.limits(position)
    }

    /// Tells it how the position it is to think about next came about.
    pub(crate) fn follow(&mut self, start: &G, moves: &[G::Move]) {
        self.mind.follow(start, moves);
    }

    /// Thinks about a position that is not over. Nothing if it has no move.
    pub(crate) fn study(&mut self, position: &G, budget: &Budget, tell: &mut dyn FnMut(Value)) -> Value {
        let (opinion, lines) = (&self.opinion, self.lines);
        let mut sink = |report: &Report<G::Move>| tell(opinion.report(position, report, lines));
        let Some(last) = self.mind.think(position, budget, &mut sink) else { return Value::Null };
        let mut value = opinion.report(position, &last, lines);
        value["insight"] = match self.mind.insight.map(|insight| insight(position)) {
            Some(insight) => json!({insight.name: insight}),
            None => Value::Null,
        };
        value["agent"] = self.spec.to_string().into();
        value
    }
}

#[cfg(test)]
mod tests {
    use ply_agents::{AgentEntry, Points};
    use ply_game::{OptionInfo, Setting};
    use ply_games::infexion::Infexion;

    use super::*;

    const BOOK: Setting<String> = Setting::weights("book", &LIST, "");
    const LIST: WeightList = WeightList { agent: "mine", weights: &[], sets: &[("none", "")] };
    const WORKERS: Setting<usize> = Setting::threads("workers", "");
    const CACHE: Setting<usize> = Setting::megabytes("cache", 1000, "");
    const OPTIONS: &[OptionInfo] = &[BOOK.info, WORKERS.info, CACHE.info];

    /// An agent that nobody here has heard of.
    fn stranger() -> AgentInfo {
        let entry = AgentEntry::<Infexion>::new("stranger", "", "", OPTIONS, |_| unreachable!("only its list is read"));
        entry.counting(Points::Results).info
    }

    fn ask(text: &str) -> Result<String, String> {
        let applicant = Applicant { spec: text.parse().unwrap(), threads: 4, megabytes: 128 };
        applicant.checked(&stranger()).map(|spec| spec.to_string()).map_err(|problem| problem.detail)
    }

    #[test]
    fn files_threads_and_memory_are_limited_whatever_the_option_is_called() {
        assert_eq!(ask("stranger:book=/etc/passwd"), Err("stranger: book cannot name a file here".into()));
        assert_eq!(ask("stranger:workers=5"), Err("stranger: workers may be at most 4 here, got '5'".into()));
        assert_eq!(ask("stranger:cache=129"), Err("stranger: cache may be at most 128 here, got '129'".into()));
        let modest = "stranger:book=none,workers=4,cache=128";
        assert_eq!(ask(modest), Ok(modest.to_owned()));
        assert_eq!(ask("stranger"), Ok(format!("stranger:cache={USUAL_MEGABYTES}")));
    }

    #[test]
    fn what_breaks_the_rules_on_purpose_is_not_built_for_strangers() {
        let applicant = admit("faulty:how=hoard", &Limits::default()).unwrap().unwrap();
        assert!(build::<Infexion>(&applicant, 1).err().unwrap().detail.contains("it cannot be asked from here"));
        assert!(askable::<Infexion>().iter().all(|agent| agent.name != "faulty"));
    }
}
