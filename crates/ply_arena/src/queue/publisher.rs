//! What a worker has done on its way to the stream of results: one message at a time, and all that is done meanwhile goes
//! together in the next.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::context::PublishErrorKind;
use futures_util::future::BoxFuture;

use super::error::whole;
use super::message::{Failure, Results, USUAL_RESULTS, VERSION};
use super::names::RESULTS;
use super::server::Server;
use super::venue::Tell;
use crate::game::record::GameRecord;
use crate::schedule::Pairing;

/// Between two attempts.
const AGAIN: Duration = Duration::from_secs(1);

/// What became of a pair in a worker's hands.
pub(super) struct Done {
    pub(super) ticket: u64,
    pub(super) run: String,
    pub(super) outcome: Result<Vec<(Pairing, GameRecord)>, Failure>,
}

/// The pairs of a message, once the server has it; or those that no message can hold.
pub(super) enum Sent {
    Stored(Vec<(u64, Result<(), Failure>)>),
    TooLong(Vec<Done>),
}

/// Takes what fits into one message.
pub(super) fn batch(waiting: &mut Vec<Done>) -> Vec<Done> {
    let Some(run) = waiting.first().map(|done| done.run.clone()) else { return Vec::new() };
    let (mut length, mut taken) = (0, 0);
    for done in waiting.iter().take_while(|done| done.run == run) {
        length += done.length();
        if taken > 0 && length > USUAL_RESULTS {
            break;
        }
        taken += 1;
    }
    waiting.drain(..taken).collect()
}

impl Done {
    /// Roughly the bytes of its text.
    fn length(&self) -> usize {
        const MOVE: usize = 90;
        let Ok(games) = &self.outcome else { return 1000 };
        let moves = games.iter().flat_map(|(_, record)| &record.moves);
        600 + moves.map(|mv| MOVE + mv.thought.pv.iter().map(|text| text.len() + 3).sum::<usize>()).sum::<usize>()
    }
}

/// Sends a message until the server has it.
pub(super) fn send(
    context: Context,
    server: &Server,
    worker: &str,
    done: Vec<Done>,
    tell: Tell,
) -> BoxFuture<'static, Sent> {
    let (subject, server, worker) = (server.names.subject(RESULTS), server.to_string(), worker.to_owned());
    Box::pin(async move {
        let run = done.first().map(|done| done.run.clone()).unwrap_or_default();
        let games = done.iter().filter_map(|done| done.outcome.as_ref().ok()).flatten().cloned().collect();
        let failed = done.iter().filter_map(|done| done.outcome.as_ref().err()).cloned().collect();
        let payload = Results { version: VERSION, run, worker, games, failed }.bytes();
        let mut told = false;
        loop {
            let sent = match context.publish(subject.clone(), payload.clone().into()).await {
                Ok(sent) => sent.await,
                Err(error) => Err(error),
            };
            match sent {
                Ok(_) => {
                    let part = |done: Done| (done.ticket, done.outcome.map(drop));
                    return Sent::Stored(done.into_iter().map(part).collect());
                }
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded || is_too_long(&error) => {
                    return Sent::TooLong(done);
                }
                Err(error) if !std::mem::replace(&mut told, true) => {
                    tell(&format!("results wait for the server at {server}: {}", whole(&error)));
                }
                Err(_) => {}
            }
            tokio::time::sleep(AGAIN).await;
        }
    })
}

fn is_too_long(error: &(dyn std::error::Error + 'static)) -> bool {
    whole(error).contains("message size exceeds")
}
