//! Making a queue one's own: its streams, and who may use them.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, RequestErrorKind};
use ply_game::harmless_line;
use serde::{Deserialize, Serialize};

use super::error::QueueError;
use super::message::{MOST_WORK, bytes};
use super::names::{DEAD, OWNER, RESULTS, WORK};
use super::server::Server;
use super::terms::{LONGEST_NAME, Terms};

/// The consumer that all workers share.
pub(super) const WORKERS: &str = "workers";
/// The consumer of the results.
pub(super) const COORDINATOR: &str = "coordinator";

/// Bytes the server keeps of each stream; it refuses more of the first two, and forgets the oldest dead letters.
const WORK_BYTES: i64 = 64 << 20;
const RESULT_BYTES: i64 = 256 << 20;
const DEAD_BYTES: i64 = 16 << 20;
const DEAD_AGE: Duration = Duration::from_secs(30 * 24 * 3600);
/// Messages of results that wait to be stored.
const RESULTS_AT_ONCE: i64 = 64;
/// Pairs that workers have in their hands, all together.
const PAIRS_AT_ONCE: i64 = 50_000;

/// Quarters of a second that a server may take to have its queues ready.
const STARTING: usize = 12;

/// The streams of a queue that is ours.
pub(super) struct Claimed {
    pub(super) context: Context,
    pub(super) work: Stream,
    pub(super) workers: Consumer<pull::Config>,
    pub(super) results: Consumer<pull::Config>,
}

/// Who a coordinator says it is.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Owner {
    pub(super) tournament: String,
    pub(super) by: String,
}

/// Takes the queue for a tournament, or says whose it is. What an earlier coordinator of this tournament left to be played
/// is thrown away, for we will hand it out again; what was played is kept.
pub(super) async fn claim(
    client: &Client,
    server: &Server,
    terms: &Terms,
    patience: Duration,
) -> Result<Claimed, QueueError> {
    let names = &server.names;
    let wrong = |error: &(dyn std::error::Error + 'static)| QueueError::of(&server.to_string(), error);
    let context = jetstream::new(client.clone());
    let before = owner(&context, server).await?;
    if let Some(owner) = answer(client, server).await {
        let (prefix, server) = (names.prefix().to_owned(), server.to_string());
        return Err(QueueError::InUse { server, prefix, tournament: owner.tournament, by: owner.by });
    }
    if let Some(other) = before.as_ref().filter(|before| before.held && before.run != terms.run) {
        let (prefix, server) = (names.prefix().to_owned(), server.to_string());
        return Err(QueueError::Foreign { server, prefix, tournament: other.tournament.clone() });
    }
    let config = Config {
        description: Some(terms.text()),
        max_message_size: MOST_WORK as i32,
        ..work_queue(server, WORK, WORK_BYTES)
    };
    if before.is_some() {
        context.update_stream(config).await.map_err(|error| wrong(&error))?;
    } else {
        context.create_stream(config).await.map_err(|error| wrong(&error))?;
    }
    let work = context.get_stream(names.stream(WORK)).await.map_err(|error| wrong(&error))?;
    let results = work_queue(server, RESULTS, RESULT_BYTES);
    let results = context.get_or_create_stream(results).await.map_err(|error| wrong(&error))?;
    context.get_or_create_stream(dead_letters(server)).await.map_err(|error| wrong(&error))?;
    work.purge().await.map_err(|error| wrong(&error))?;
    if before.is_some_and(|before| before.run != terms.run) {
        results.purge().await.map_err(|error| wrong(&error))?;
    }
    let workers = consumer(WORKERS, patience, PAIRS_AT_ONCE);
    let workers = made(&work, workers).await.map_err(|error| wrong(&error))?;
    let coordinator = consumer(COORDINATOR, Duration::from_secs(60), RESULTS_AT_ONCE);
    let results = made(&results, coordinator).await.map_err(|error| wrong(&error))?;
    Ok(Claimed { context, work, workers, results })
}

/// Gives the queue back: the next tournament may have it.
pub(super) async fn release(claimed: &Claimed, server: &Server, terms: &Terms) -> Result<(), QueueError> {
    let wrong = |error: &(dyn std::error::Error + 'static)| QueueError::of(&server.to_string(), error);
    let terms = Terms { held: false, ..terms.clone() };
    let config = Config {
        description: Some(terms.text()),
        max_message_size: MOST_WORK as i32,
        ..work_queue(server, WORK, WORK_BYTES)
    };
    claimed.work.purge().await.map_err(|error| wrong(&error))?;
    claimed.context.update_stream(config).await.map(drop).map_err(|error| wrong(&error))
}

/// Whose the queue is, if there is one. A server that has just been started has no queues for a moment.
pub(super) async fn owner(context: &Context, server: &Server) -> Result<Option<Terms>, QueueError> {
    for _ in 0..STARTING {
        match owner_now(context, server).await {
            Err(QueueError::NoJetStream { .. }) => tokio::time::sleep(Duration::from_millis(250)).await,
            known => return known,
        }
    }
    owner_now(context, server).await
}

async fn owner_now(context: &Context, server: &Server) -> Result<Option<Terms>, QueueError> {
    let name = server.names.stream(WORK);
    match context.get_stream(&name).await {
        Ok(stream) => {
            let terms = Terms::read(stream.cached_info().config.description.as_deref());
            let not_ours = || QueueError::NotOurs { server: server.to_string(), stream: name };
            terms.ok_or_else(not_ours).map(Some)
        }
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(said) if said.error_code() == ErrorCode::STREAM_NOT_FOUND => Ok(None),
            GetStreamErrorKind::JetStream(said) => Err(QueueError::of(&server.to_string(), &said)),
            _ => Err(QueueError::of(&server.to_string(), &error)),
        },
    }
}

/// Asks who coordinates the queue at this moment.
pub(super) async fn answer(client: &Client, server: &Server) -> Option<Owner> {
    let asked = client.request(server.names.subject(OWNER), "".into()).await;
    let owner = match asked {
        Ok(said) => serde_json::from_slice::<Owner>(&said.payload).ok(),
        // Somebody listens and is busy, or was until just now.
        Err(error) if error.kind() == RequestErrorKind::TimedOut => {
            Some(Owner { tournament: "?".to_owned(), by: "somebody who does not answer".to_owned() })
        }
        Err(_) => None,
    }?;
    let [tournament, by] = [&owner.tournament, &owner.by].map(|text| harmless_line(text, LONGEST_NAME));
    Some(Owner { tournament, by })
}

/// What a coordinator answers.
pub(super) fn owner_bytes(terms: &Terms) -> Vec<u8> {
    let by = format!("process {} on {}", std::process::id(), super::status::host());
    bytes(&Owner { tournament: terms.tournament.clone(), by })
}

fn work_queue(server: &Server, of: &str, max_bytes: i64) -> Config {
    Config {
        name: server.names.stream(of),
        subjects: vec![server.names.subject(of)],
        retention: RetentionPolicy::WorkQueue,
        discard: DiscardPolicy::New,
        max_bytes,
        num_replicas: 1,
        ..Config::default()
    }
}

fn dead_letters(server: &Server) -> Config {
    Config {
        retention: RetentionPolicy::Limits,
        discard: DiscardPolicy::Old,
        max_age: DEAD_AGE,
        ..work_queue(server, DEAD, DEAD_BYTES)
    }
}

fn consumer(name: &str, ack_wait: Duration, max_ack_pending: i64) -> pull::Config {
    pull::Config {
        durable_name: Some(name.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait,
        max_ack_pending,
        max_waiting: 4096,
        ..pull::Config::default()
    }
}

/// A consumer of this kind, in place of one of another kind.
async fn made(
    stream: &Stream,
    config: pull::Config,
) -> Result<Consumer<pull::Config>, jetstream::stream::ConsumerError> {
    let name = config.durable_name.clone().unwrap_or_default();
    match stream.create_consumer(config.clone()).await {
        Ok(consumer) if consumer.cached_info().config.ack_wait == config.ack_wait => Ok(consumer),
        _ => {
            // There may be none: then the next call says what is wrong.
            let _there_was_none = stream.delete_consumer(&name).await;
            stream.create_consumer(config).await
        }
    }
}
