//! Agents that come with files, made ready to travel: a program's folder as an archive in the server's object store under
//! its SHA-256, and a file of weights as part of the agent's spelling.
//!
//! What travels is what the sandbox would let the program see as its own: the folder it came in and the files its command
//! line names, without the stores, plans and openings that lie there. Links out of the folder, devices and the like are
//! refused, and so is what is too large.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use async_nats::jetstream::Context;
use async_nats::jetstream::context::ObjectStoreErrorKind;
use async_nats::jetstream::object_store::{Config, ObjectStore};
use ply_agents::{params, with_values};
use ply_game::{BoardGame, Kind, Spec, WeightList};
use ply_games::{Visitor, visit};

use super::archive;
use super::error::{QueueError, whole};
use super::message::Carried;
use super::names::PROGRAMS;
use super::server::Server;
use crate::AgentSpec;
use crate::external::{CommandLine, Program};
use crate::game::external::sandbox::{self, Belongings};
use crate::plan::Plan;

/// Agents that are known not to need anything, at most.
const MOST_KNOWN: usize = 4096;
/// Bytes of all programs at the server, and how long they stay.
const STORE_BYTES: i64 = 1 << 30;
const STORE_AGE: std::time::Duration = std::time::Duration::from_secs(30 * 24 * 3600);

/// Makes agents ready to travel, each once.
pub(super) struct Carrier {
    known: HashMap<(String, String), Option<Carried>>,
    /// What makes a program out of its folder, by the program's spelling.
    builds: HashMap<String, String>,
    /// Archives that the server does not have yet, by their SHA-256.
    unsent: Vec<(String, Vec<u8>)>,
}

impl Carrier {
    pub(super) fn new(plan: &Plan) -> Self {
        let spelled = |spec: &str| spec.parse().map_or_else(|_| spec.to_owned(), |agent: AgentSpec| agent.to_string());
        let builds = plan.agents.iter().filter_map(|agent| Some((spelled(&agent.spec), agent.build.clone()?)));
        Self { known: HashMap::new(), builds: builds.collect(), unsent: Vec::new() }
    }

    /// How an agent is started elsewhere; nothing: as it is spelled.
    pub(super) fn carried(&mut self, game: &Spec, agent: &AgentSpec) -> Result<Option<Carried>, QueueError> {
        let (game_key, text) = match agent {
            AgentSpec::Program(_) => (String::new(), agent.to_string()),
            AgentSpec::BuiltIn(_) | AgentSpec::Guest(_) | AgentSpec::Human => (game.to_string(), agent.to_string()),
        };
        let key = (game_key, text.clone());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let wrong = |reason: String| QueueError::Program { agent: agent.name(), reason };
        let carried = match agent {
            AgentSpec::Program(command) => Some(self.pack(command, &text).map_err(wrong)?),
            AgentSpec::BuiltIn(spec) => visit(game, None, Spelled(spec)).ok().flatten().map(Carried::Spelled),
            AgentSpec::Guest(_) | AgentSpec::Human => None,
        };
        if self.known.len() < MOST_KNOWN {
            self.known.insert(key, carried.clone());
        }
        Ok(carried)
    }

    fn pack(&mut self, command: &CommandLine, text: &str) -> Result<Carried, String> {
        let belongings = sandbox::belongings(&Program::new(command.clone())).map_err(|error| error.to_string())?;
        let packed = Packing::new(&belongings, command)?;
        let bytes = archive::pack(&belongings.own, &packed.place, &belongings.hidden, &packed.beside)?;
        let archive = archive::digest(&bytes);
        self.unsent.push((archive.clone(), bytes));
        // It is run where the agent's own folder is.
        let place = packed.place.to_string_lossy().into_owned();
        let place = if place.is_empty() { ".".to_owned() } else { place };
        let place = shlex::try_quote(&place).map_err(|error| error.to_string())?;
        let build = self.builds.get(text).map(|build| format!("cd {place} && {build}"));
        Ok(Carried::Program { archive, command: packed.command.to_string(), build })
    }

    /// Sends the archives that the server does not have.
    pub(super) async fn send(&mut self, context: &Context, server: &Server) -> Result<(), QueueError> {
        if self.unsent.is_empty() {
            return Ok(());
        }
        let store = open(context, server).await?;
        for (name, bytes) in std::mem::take(&mut self.unsent) {
            if store.info(&name).await.is_ok_and(|info| !info.deleted) {
                continue;
            }
            let put = store.put(name.as_str(), &mut bytes.as_slice()).await;
            put.map_err(|error| QueueError::of(&server.to_string(), &error))?;
        }
        Ok(())
    }
}

/// The object store of programs, made where there is none.
async fn open(context: &Context, server: &Server) -> Result<ObjectStore, QueueError> {
    let bucket = server.names.stream(PROGRAMS);
    match context.get_object_store(&bucket).await {
        Ok(store) => Ok(store),
        Err(error) if error.kind() == ObjectStoreErrorKind::GetStore => {
            let config =
                Config { bucket, max_bytes: STORE_BYTES, max_age: STORE_AGE, num_replicas: 1, ..Config::default() };
            let made = context.create_object_store(config).await;
            made.map_err(|error| QueueError::of(&server.to_string(), &error))
        }
        Err(error) => Err(QueueError::Other { server: server.to_string(), reason: whole(&error) }),
    }
}

/// Where things lie in the archive, and the command line as seen from there.
struct Packing {
    /// The place of the program's own folder.
    place: PathBuf,
    /// Files from elsewhere, each with its place.
    beside: Vec<(PathBuf, PathBuf)>,
    command: CommandLine,
}

impl Packing {
    fn new(belongings: &Belongings, command: &CommandLine) -> Result<Self, String> {
        let Belongings { folder, own, .. } = belongings;
        // Below the folder it is started in everything stays where it is, so that a program finds its files as it did.
        let name = || PathBuf::from(own.file_name().unwrap_or_default());
        let place = own.strip_prefix(folder).map_or_else(|_| name(), Path::to_owned);
        let mut beside = Vec::new();
        let mut moved = |word: &str, is_program: bool| -> Result<String, String> {
            let typed = folder.join(word);
            let real = match typed.canonicalize() {
                Ok(real) if !word.is_empty() && (!is_program || word.contains('/')) => real,
                _ => return Ok(word.to_owned()),
            };
            let here = match real.strip_prefix(own) {
                Ok(rest) => place.join(rest),
                Err(_) if sandbox::is_of_the_system(&typed) || sandbox::is_of_the_system(&real) => {
                    return Ok(word.to_owned());
                }
                Err(_) if real.is_file() => {
                    let here =
                        PathBuf::from(format!("beside-{}", beside.len())).join(real.file_name().unwrap_or_default());
                    beside.push((real, here.clone()));
                    here
                }
                Err(_) => {
                    return Err(format!("the folder '{word}' lies beside the agent's own and cannot travel with it"));
                }
            };
            let text = here.to_str().ok_or_else(|| format!("'{}' is not UTF-8", here.display()))?;
            Ok(if text.is_empty() { ".".to_owned() } else { format!("./{text}") })
        };
        let program = moved(command.program(), true)?;
        let args = command.args().iter().map(|word| moved(word, false)).collect::<Result<Vec<String>, String>>()?;
        Ok(Self { place, beside, command: CommandLine::new([program].into_iter().chain(args)) })
    }
}

/// The spelling of an agent with what stands in its file of weights; nothing where it has no file.
struct Spelled<'a>(&'a Spec);

impl Visitor for Spelled<'_> {
    type Output = Option<String>;

    fn visit<G: BoardGame>(self, _spec: Spec, _start: G) -> Self::Output {
        let known = ply_agents::agents::<G>();
        let info = known.iter().find(|info| info.name == self.0.name)?;
        let is_file =
            |list: &WeightList, text: &str| !WeightList::is_inline(text) && !list.names().any(|name| name == text);
        let reads = info.options.iter().any(|option| match option.kind {
            Kind::Weights(list) => self.0.option(option.key).is_some_and(|text| is_file(list, text)),
            _ => false,
        });
        let params = params(info, self.0).ok().filter(|_| reads)?;
        let values: Vec<f64> = params.iter().map(|param| param.start).collect();
        Some(with_values(self.0, &params, &values).to_string())
    }
}
