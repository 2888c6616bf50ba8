//! The agents as the server knows them: who may be asked, and what asking costs.

use ply_agents::{AgentInfo, AnyAgent, Mind, agents, mind, strongest};
use ply_arena::AgentSpec;
use ply_game::{BoardGame, Kind, Options, Spec, WeightList};
use ply_search::{Budget, Limits as SearchLimits, Report};
use serde_json::{Value, json};

use crate::board::Opinion;
use crate::config::Limits;
use crate::memory::Granted;
use crate::problem::Problem;

/// A tree grows as large as it may: where nobody says how large, it gets less here than an agent that is alone.
const USUAL_MEGABYTES: u64 = 64;

/// What a thought costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cost {
    /// The threads on which it takes its time; nothing for a thought that ends at once.
    pub(crate) threads: Option<usize>,
    /// What the agent's tables may grow to.
    pub(crate) megabytes: u64,
}

/// What is done with the memory that was granted: reports go to the listener, the last one is given back.
pub(crate) type Study = Box<dyn FnOnce(Granted, &Budget, &mut dyn FnMut(Value)) -> Result<Value, Problem> + Send>;

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
        AgentSpec::Guest(_) => Err(Problem::bad(format!("agent '{text}': guests play where they are brought along"))),
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
                Kind::File if given.is_some_and(|text| text != "off") => {
                    return Err(Problem::bad(format!("{}: {} cannot name a file here", spec.name, option.key)));
                }
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
                | Kind::Choice(_)
                | Kind::File => continue,
            };
            if let Some(value) = given.filter(|value| value.parse().is_ok_and(|asked: u64| asked > most)) {
                let (name, key) = (&spec.name, option.key);
                return Err(Problem::bad(format!("{name}: {key} may be at most {most} here, got '{value}'")));
            }
        }
        Ok(spec)
    }

    /// What is offered where this is asked for. Nothing of a size is built: options that do not go together are found by
    /// building the smallest agent of the kind.
    pub(crate) fn offer<G: BoardGame>(&self, seed: u64, lines: usize) -> Result<Offer<G>, Problem> {
        let listed = agents::<G>().into_iter().find(|agent| agent.name == self.spec.name);
        let Some(agent) = listed else {
            let (spec, _) = mind::<G>(&self.spec, seed, lines)?;
            return Err(Problem::bad(format!("agent '{spec}': it is not in the list")));
        };
        let spec = Options::read(&self.checked(&agent)?, agent.options)?.spec();
        let (_, smallest) = mind::<G>(&smallest(&agent, &spec), seed, lines)?;
        let threads = smallest.is_search().then(|| agent.threads(&spec));
        let cost = Cost { threads, megabytes: agent.megabytes(&spec) };
        Ok(Offer { recipe: Recipe { spec, seed, lines }, cost, smallest })
    }
}

/// The same agent with the least memory it can have.
fn smallest(agent: &AgentInfo, spec: &Spec) -> Spec {
    let mut spec = spec.clone();
    for (key, value) in &mut spec.options {
        let option = agent.options.iter().find(|option| option.key == key);
        if let Some(Kind::Megabytes(whole)) = option.map(|option| option.kind)
            && value.parse::<u64>().is_ok()
        {
            *value = whole.least.to_string();
        }
    }
    spec
}

/// An agent that may be built when its turn comes.
pub(crate) struct Offer<G: BoardGame> {
    pub(crate) recipe: Recipe,
    /// What each of its thoughts costs.
    pub(crate) cost: Cost,
    /// The same agent without its memory.
    smallest: Mind<G>,
}

impl<G: BoardGame> Offer<G> {
    /// It has a limit of its own: depth or nodes.
    pub(crate) fn is_bounded(&self) -> bool {
        self.smallest.has_limits()
    }

    /// The limits it has of itself in a position.
    pub(crate) fn limits(&self, position: &G) -> SearchLimits {
        self.smallest.limits(position)
    }
}

/// What an agent is built from.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    /// Its full spelling.
    pub(crate) spec: Spec,
    seed: u64,
    lines: usize,
}

impl Recipe {
    fn mind<G: BoardGame>(&self) -> Result<Mind<G>, Problem> {
        Ok(mind::<G>(&self.spec, self.seed, self.lines)?.1)
    }

    /// Builds the agent to play.
    pub(crate) fn agent<G: BoardGame>(&self) -> Result<AnyAgent<G>, Problem> {
        Ok(self.mind()?.into_agent())
    }

    /// Builds the agent to be watched.
    pub(crate) fn analyst<G: BoardGame>(&self) -> Result<Analyst<G>, Problem> {
        let opinion = Opinion { agent: self.spec.name.clone() };
        Ok(Analyst { spec: self.spec.to_string(), mind: self.mind()?, opinion, lines: self.lines })
    }
}

/// Reads who is to analyse: anybody but a person; nothing where nobody is named.
pub(crate) fn analyst(text: Option<&str>, limits: &Limits) -> Result<Option<Applicant>, Problem> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let applicant = admit(text, limits)?;
    applicant.map(Some).ok_or_else(|| Problem::bad("expected an agent, got 'human'"))
}

/// Offers an analysis by whoever was named; by the game's strongest where nobody was.
pub(crate) fn offer_analysis<G: BoardGame>(
    named: Option<&Applicant>,
    limits: &Limits,
    lines: usize,
) -> Result<Offer<G>, Problem> {
    match named {
        Some(named) => named.offer(0, lines),
        None => Applicant::new(strongest::<G>().parse()?, limits).offer(0, lines),
    }
}

/// An agent that is watched.
pub(crate) struct Analyst<G: BoardGame> {
    /// Its full spelling.
    spec: String,
    mind: Mind<G>,
    opinion: Opinion,
    lines: usize,
}

impl<G: BoardGame> Analyst<G> {
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
        value["agent"] = self.spec.as_str().into();
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
    fn an_offer_tells_what_the_agent_will_cost_without_building_it() {
        let offer = |text: &str| {
            let limits = Limits { threads: 4, memory: 1 << 16, ..Limits::default() };
            admit(text, &limits).unwrap().unwrap().offer::<Infexion>(1, 1)
        };
        let huge = offer("alpha-beta:table=65536,threads=3,depth=5").unwrap();
        assert_eq!(huge.cost, Cost { threads: Some(3), megabytes: 65_536 });
        assert!(huge.is_bounded() && huge.recipe.spec.to_string().contains("table=65536"));
        assert_eq!(offer("random").unwrap().cost, Cost { threads: None, megabytes: 0 });
        assert!(offer("alpha-beta:table=off").unwrap().cost.megabytes == 0);
        assert!(offer("alpha-beta:depth=x").is_err() && offer("nobody").is_err());
    }

    #[test]
    fn what_breaks_the_rules_on_purpose_is_not_built_for_strangers() {
        let applicant = admit("faulty:how=hoard", &Limits::default()).unwrap().unwrap();
        assert!(applicant.offer::<Infexion>(1, 1).err().unwrap().detail.contains("it cannot be asked from here"));
        assert!(askable::<Infexion>().iter().all(|agent| agent.name != "faulty"));
    }
}
