//! What workers tell of themselves, and who is there.

use std::time::Duration;

use async_nats::jetstream;
use futures_util::StreamExt as _;
use ply_game::harmless_line;
use serde::{Deserialize, Serialize};

use super::claim::{answer, owner};
use super::dead_letters::{self, DeadLetter};
use super::error::QueueError;
use super::message::MOST_STATUS;
use super::names::{ASK, DEAD, PROGRAMS, RESULTS, WORK};
use super::server::Server;
use super::terms::Build;
use super::venue::silence;
use crate::tournament::live::WorkerSeen;

/// How often a worker tells.
pub(super) const EVERY: Duration = Duration::from_secs(2);
/// A worker that was silent for so long is gone.
pub(super) const GONE: Duration = Duration::from_secs(15);
/// How long answers are waited for.
const LISTEN: Duration = Duration::from_millis(700);
/// Characters of names.
const LONGEST: usize = 60;
/// More answers are not listened to.
const MOST_WORKERS: usize = 10_000;

/// What a worker tells of itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// Its name.
    pub name: String,
    /// Another for every process.
    pub id: u64,
    /// Its cores.
    pub cores: usize,
    /// Games it plays at a time.
    pub concurrency: usize,
    /// Positions a thread looks at in a second while all are busy, in thousands.
    pub speed: f64,
    /// Which plyground it is.
    pub build: Build,
    /// The layers of its sandbox that are enforced.
    pub layers: Vec<String>,
    /// Games it has played.
    pub games: u64,
    /// The same in the last minute.
    pub per_minute: u64,
    /// Why it does not play, if it does not.
    pub refuses: String,
    /// The numbers of the pairs it has begun.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) begun: Vec<u64>,
    /// It has finished and goes.
    #[serde(default)]
    pub(super) leaves: bool,
}

impl WorkerStatus {
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let status: Self = serde_json::from_slice(bytes.get(..bytes.len().min(MOST_STATUS))?).ok()?;
        let [name, refuses] =
            [(&status.name, LONGEST), (&status.refuses, 400)].map(|(text, most)| harmless_line(text, most));
        Some(Self { name, refuses, ..status })
    }

    /// As it is shown, so long after its last word.
    pub(super) fn seen(&self, silent: Duration) -> WorkerSeen {
        WorkerSeen {
            name: self.name.clone(),
            cores: self.cores,
            concurrency: self.concurrency,
            games: self.games,
            per_minute: self.per_minute,
            silent_s: silent.as_secs(),
            refuses: self.refuses.clone(),
        }
    }
}

/// What is going on at a queue.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Overview {
    /// The tournament that has it.
    pub tournament: Option<String>,
    /// Who coordinates it now.
    pub coordinator: Option<String>,
    /// Pairs that wait or are being played.
    pub pairs: u64,
    /// Messages of results that wait to be stored.
    pub results: u64,
    /// The workers, by name.
    pub workers: Vec<WorkerStatus>,
    /// What could not be read or played, the oldest first.
    pub dead_letters: Vec<DeadLetter>,
}

/// Looks who is there.
pub async fn overview(server: &Server) -> Result<Overview, QueueError> {
    let client = server.connect("plyground workers", silence()).await?;
    let wrong = |error: &(dyn std::error::Error + 'static)| QueueError::of(&server.to_string(), error);
    let context = jetstream::new(client.clone());
    let terms = owner(&context, server).await?;
    let coordinator = answer(&client, server).await.map(|owner| owner.by);
    let inbox = client.new_inbox();
    let mut answers = client.subscribe(inbox.clone()).await.map_err(|error| wrong(&error))?;
    let asked = client.publish_with_reply(server.names.subject(ASK), inbox, "".into()).await;
    asked.map_err(|error| wrong(&error))?;
    let mut workers = Vec::new();
    let listen = async {
        while let Some(said) = answers.next().await {
            workers.extend(WorkerStatus::read(&said.payload));
            if workers.len() >= MOST_WORKERS {
                break;
            }
        }
    };
    let _all_the_time = tokio::time::timeout(LISTEN, listen).await;
    workers.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
    let mut messages = [0; 2];
    for (count, of) in messages.iter_mut().zip([WORK, RESULTS]) {
        if let Ok(stream) = context.get_stream(server.names.stream(of)).await {
            *count = stream.cached_info().state.messages;
        }
    }
    Ok(Overview {
        tournament: terms.filter(|terms| terms.held).map(|terms| terms.tournament),
        coordinator,
        pairs: messages[0],
        results: messages[1],
        workers,
        dead_letters: dead_letters::list(&context, &server.names).await,
    })
}

/// Removes a queue with everything in it, unless somebody coordinates it; whether there was one.
pub async fn clear(server: &Server) -> Result<bool, QueueError> {
    let client = server.connect("plyground workers", silence()).await?;
    let context = jetstream::new(client.clone());
    let terms = owner(&context, server).await?;
    if let Some(owner) = answer(&client, server).await {
        let prefix = server.names.prefix().to_owned();
        let server = server.to_string();
        return Err(QueueError::InUse { server, prefix, tournament: owner.tournament, by: owner.by });
    }
    if terms.is_some() {
        for of in [WORK, RESULTS, DEAD] {
            // Some may not be there.
            let _gone = context.delete_stream(server.names.stream(of)).await;
        }
        let _gone = context.delete_object_store(server.names.stream(PROGRAMS)).await;
    }
    Ok(terms.is_some())
}

/// What this machine is called.
pub(super) fn host() -> String {
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    if name.is_empty() { "somewhere".to_owned() } else { harmless_line(&name, LONGEST) }
}
