//! What could not be read or played, kept with the log of what was tried.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::pull;
use futures_util::StreamExt as _;
use ply_game::harmless_line;
use serde::{Deserialize, Serialize};

use super::message::{LONGEST_WHY, bytes};
use super::names::{DEAD, Names};
use crate::schedule::Pairing;

/// More are not shown.
const MOST: usize = 200;
/// Bytes of a message that are kept where it could not be read.
const KEPT: usize = 2000;

/// What could not be read or played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeadLetter {
    /// What it was: a pair of a tournament, or a message that cannot be read.
    pub what: String,
    /// The games, as far as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<Pairing>,
    /// What was tried and what came of it, the oldest first.
    pub log: Vec<String>,
    /// The beginning of a message that cannot be read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

impl DeadLetter {
    /// A message that cannot be read.
    pub(super) fn unreadable(what: &str, why: String, message: &[u8]) -> Self {
        let start = String::from_utf8_lossy(&message[..message.len().min(KEPT)]);
        Self {
            what: what.to_owned(),
            games: Vec::new(),
            log: vec![harmless_line(&why, LONGEST_WHY)],
            message: harmless_line(&start, KEPT),
        }
    }

    /// Sends it where it is kept; whether the server has it.
    pub(super) async fn send(&self, context: &Context, names: &Names) -> bool {
        match context.publish(names.subject(DEAD), bytes(self).into()).await {
            Ok(sent) => sent.await.is_ok(),
            Err(_) => false,
        }
    }
}

/// The dead letters of a queue, the oldest first.
pub(super) async fn list(context: &Context, names: &Names) -> Vec<DeadLetter> {
    let mut letters = Vec::new();
    let Ok(stream) = context.get_stream(names.stream(DEAD)).await else { return letters };
    let waiting = (stream.cached_info().state.messages as usize).min(MOST);
    // Reading takes nothing away: the consumer is forgotten with the connection.
    let config = pull::Config { inactive_threshold: Duration::from_secs(10), ..pull::Config::default() };
    if waiting == 0 {
        return letters;
    }
    let Ok(consumer) = stream.create_consumer(config).await else { return letters };
    let Ok(mut messages) = consumer.fetch().max_messages(waiting).messages().await else { return letters };
    while let Some(Ok(message)) = messages.next().await {
        letters.extend(serde_json::from_slice::<DeadLetter>(&message.payload).map(harmless));
    }
    letters
}

/// Anybody may have sent it.
fn harmless(letter: DeadLetter) -> DeadLetter {
    let line = |text: &str| harmless_line(text, LONGEST_WHY);
    DeadLetter {
        what: line(&letter.what),
        log: letter.log.iter().map(|text| line(text)).collect(),
        message: line(&letter.message),
        games: letter.games,
    }
}
