//! A worker at work: one loop that pulls pairs, keeps them alive while they are played, and tells what came of them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::message::Acker;
use async_nats::jetstream::{self, AckKind, Context};
use async_nats::{Client, Message, Subscriber};
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use ply_game::mix;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::MissedTickBehavior;

use super::WorkerSettings;
use super::counter::Counter;
use super::hands::{Hands, Job, Played};
use crate::external::sandbox::Layers;
use crate::queue::claim::{WORKERS, owner};
use crate::queue::dead_letters::DeadLetter;
use crate::queue::error::QueueError;
use crate::queue::message::{DELIVERIES, Failure, Work, bytes};
use crate::queue::names::{ASK, STATUS, STOP, WORK};
use crate::queue::publisher::{Done, Sent, batch, send};
use crate::queue::status::{EVERY, WorkerStatus};
use crate::queue::terms::Terms;
use crate::queue::unpacked::Unpacked;
use crate::schedule::Pairing;
use crate::tournament::task::Task;

const TICK: Duration = Duration::from_millis(200);
/// How long a request for pairs waits at the server.
const PULL_FOR: Duration = Duration::from_secs(3);
/// Between two looks for a queue.
const LOOK: Duration = Duration::from_secs(1);
/// A worker has pairs for so long in its hands, at most so many for each thread.
const AHEAD: Duration = Duration::from_millis(200);
const MOST_AHEAD: f64 = 32.0;
/// What is given back at the end is heard of for so long.
const FAREWELL: Duration = Duration::from_secs(2);

/// A pair in the worker's hands.
struct Held {
    message: Acker,
    run: String,
    pairings: Vec<Pairing>,
    delivery: i64,
}

/// A pair that is ready to be played, or cannot be.
type Ready = (u64, Result<Job, String>);

/// A request for pairs with its next one, or with none where it is over; nothing where it failed.
type Pulled = Option<(pull::Batch, Option<jetstream::Message>)>;

pub(super) struct Shift {
    settings: WorkerSettings,
    client: Client,
    context: Context,
    layers: Arc<Layers>,
    speed: f64,
    id: u64,
    hands: Hands,
    played: UnboundedReceiver<Played>,
    ready: (UnboundedSender<Ready>, UnboundedReceiver<Ready>),
    unpacked: Arc<Unpacked>,
    terms: Option<Terms>,
    consumer: Option<Consumer<pull::Config>>,
    looked: Option<Instant>,
    /// Why it does not play, if it does not.
    refuses: String,
    pull: Option<BoxFuture<'static, Pulled>>,
    held: BTreeMap<u64, Held>,
    tickets: u64,
    waiting: Vec<Done>,
    sending: Option<BoxFuture<'static, Sent>>,
    /// Seconds a pair takes, as the last ones did.
    pair_time: f64,
    counter: Counter,
    told: Instant,
    alive: Instant,
    heartbeat: Duration,
    ending: bool,
    /// Its last words.
    said: String,
}

impl Shift {
    pub(super) fn new(
        settings: WorkerSettings,
        client: Client,
        layers: Layers,
        speed: f64,
    ) -> Result<Self, QueueError> {
        let (outbox, played) = unbounded_channel();
        let wrong = |error: std::io::Error| QueueError::Other {
            server: settings.server.to_string(),
            reason: error.to_string(),
        };
        let hands = Hands::new(settings.concurrency, &outbox).map_err(wrong)?;
        let unpacked = Arc::new(Unpacked::new(&settings.server).map_err(wrong)?);
        let time = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos() as u64;
        let now = Instant::now();
        Ok(Self {
            context: jetstream::new(client.clone()),
            id: mix(time ^ mix(u64::from(std::process::id()))),
            layers: Arc::new(layers),
            settings,
            client,
            speed,
            hands,
            played,
            ready: unbounded_channel(),
            unpacked,
            terms: None,
            consumer: None,
            looked: None,
            refuses: String::new(),
            pull: None,
            held: BTreeMap::new(),
            tickets: 0,
            waiting: Vec::new(),
            sending: None,
            pair_time: f64::INFINITY,
            counter: Counter::default(),
            told: now,
            alive: now,
            heartbeat: Duration::from_secs(5),
            ending: false,
            said: String::new(),
        })
    }

    /// Works until it is told to end; how many games it played.
    pub(super) async fn run(mut self) -> Result<u64, QueueError> {
        let (mut asks, mut stops) = (self.subscribe(ASK).await?, self.subscribe(STOP).await?);
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // A server without queues is told now, not waited for.
        owner(&self.context, &self.settings.server).await?;
        self.tell_status(None).await;
        while !self.is_over().await {
            self.pull_if_there_is_room().await;
            self.send_if_there_is_something();
            tokio::select! {
                pulled = finished(&mut self.pull) => self.pulled(pulled).await,
                Some(played) = self.played.recv() => self.has_played(played),
                Some(ready) = self.ready.1.recv() => self.is_ready(ready),
                sent = finished(&mut self.sending) => self.sent(sent).await,
                Some(ask) = asks.next() => self.tell_status(ask.reply).await,
                Some(stop) = stops.next() => self.stop(&stop).await,
                _ = tick.tick() => self.look_around().await,
            }
        }
        self.hands.close();
        self.tell(WorkerStatus { leaves: true, ..self.status() }, None).await;
        let _said = tokio::time::timeout(FAREWELL, self.client.flush()).await;
        Ok(self.counter.all())
    }

    async fn subscribe(&self, of: &str) -> Result<Subscriber, QueueError> {
        let subscribed = self.client.subscribe(self.settings.server.names.subject(of)).await;
        subscribed.map_err(|error| QueueError::of(&self.settings.server.to_string(), &error))
    }

    /// Whether it was told to end, and has; what has not begun is given back.
    async fn is_over(&mut self) -> bool {
        let interrupts = self.settings.interrupts.load(Ordering::Relaxed);
        if interrupts == 0 {
            return false;
        }
        let given_back = if interrupts > 1 { self.held.keys().copied().collect() } else { self.hands.take_waiting() };
        if !std::mem::replace(&mut self.ending, true) {
            self.pull = None;
            let begun = self.held.len() - given_back.len().min(self.held.len());
            if begun > 0 && interrupts == 1 {
                let pairs = if begun == 1 { "1 pair is".to_owned() } else { format!("{begun} pairs are") };
                (self.settings.tell)(&format!("{pairs} finished first; interrupt again to give them back"));
            }
        }
        for ticket in given_back {
            self.give_back(ticket, None).await;
        }
        self.held.is_empty()
    }

    async fn give_back(&mut self, ticket: u64, delay: Option<Duration>) {
        if let Some(held) = self.held.remove(&ticket) {
            let _comes_again = held.message.ack_with(AckKind::Nak(delay)).await;
        }
    }

    /// Reads the terms anew, and whether they can be met.
    async fn read_terms(&mut self) {
        self.looked = Some(Instant::now());
        let server = self.settings.server.clone();
        let terms = owner(&self.context, &server).await.ok().flatten().filter(|terms| terms.held);
        if terms.is_none() {
            let words = format!("waiting for a tournament at {server}");
            self.say(words);
            self.terms = None;
            self.refuses.clear();
            (self.consumer, self.pull) = (None, None);
            return;
        }
        if terms == self.terms && self.consumer.is_some() {
            return;
        }
        let Some(new) = terms else { return };
        match new.admit(&self.settings.build, &self.layers) {
            Err(error) => {
                self.say(error.to_string());
                self.refuses = error.to_string();
                (self.consumer, self.pull) = (None, None);
            }
            Ok(()) => {
                self.refuses.clear();
                self.say(format!("playing the tournament '{}'", new.tournament));
                let stream = self.context.get_stream(server.names.stream(WORK)).await;
                self.consumer = match stream {
                    Ok(stream) => stream.get_consumer(WORKERS).await.ok(),
                    Err(_) => None,
                };
                if let Some(consumer) = &self.consumer {
                    self.heartbeat = consumer.cached_info().config.ack_wait / 4;
                }
            }
        }
        self.terms = Some(new);
    }

    /// Says something once.
    fn say(&mut self, words: String) {
        if self.said != words {
            (self.settings.tell)(&words);
            self.said = words;
        }
    }

    async fn pull_if_there_is_room(&mut self) {
        if self.ending || self.pull.is_some() || !self.refuses.is_empty() {
            return;
        }
        let ahead = (AHEAD.as_secs_f64() / self.pair_time).min(MOST_AHEAD);
        let target = (self.settings.concurrency as f64 * (1.0 + ahead)) as usize;
        // Results that wait for the server are as good as work that waits for us.
        let room = target.saturating_sub(self.held.len());
        let Some(consumer) = self.consumer.as_ref().filter(|_| room > 0 && room * 2 >= target.min(64)) else { return };
        match consumer.batch().max_messages(room).expires(PULL_FOR).messages().await {
            Ok(batch) => self.pull = Some(pull_next(batch)),
            Err(_) => self.consumer = None,
        }
    }

    async fn pulled(&mut self, pulled: Pulled) {
        self.pull = None;
        let Some((batch, message)) = pulled else {
            // It may be gone with its stream, or the server is starting.
            self.consumer = None;
            return;
        };
        if let Some(message) = message {
            self.pull = Some(pull_next(batch));
            self.accept(message).await;
        }
    }

    async fn accept(&mut self, message: jetstream::Message) {
        let delivery = message.info().map_or(1, |info| info.delivered);
        let (message, acker) = message.split();
        let work = match Work::read(&message.payload) {
            Ok(work) => work,
            Err(why) => {
                let letter = DeadLetter::unreadable("a message of work", why, &message.payload);
                if letter.send(&self.context, &self.settings.server.names).await {
                    let _comes_again = acker.ack_with(AckKind::Term).await;
                }
                return;
            }
        };
        if self.terms.as_ref().is_none_or(|terms| terms.run != work.run) {
            self.read_terms().await;
        }
        let Some(terms) = self.terms.as_ref().filter(|terms| terms.run == work.run && self.refuses.is_empty()) else {
            let _comes_again = acker.ack_with(AckKind::Nak(Some(LOOK))).await;
            return;
        };
        let factor = terms.factor(self.speed);
        let ticket = self.tickets;
        self.tickets += 1;
        let number = work.number();
        let pairings = work.games.iter().map(|game| game.task.pairing).collect();
        self.held.insert(ticket, Held { message: acker, run: work.run, pairings, delivery });
        if delivery > DELIVERIES {
            let why = format!("was given out {DELIVERIES} times, and nobody who took it was heard of again");
            return self.failed(ticket, why);
        }
        let mut carried = Vec::new();
        let mut tasks = Vec::new();
        for game in work.games {
            carried.push(game.carried);
            tasks.push(Task { clock_factor: factor, ..game.task });
        }
        if carried.iter().flatten().all(Option::is_none) {
            return self.is_ready((ticket, Ok(Job { ticket, number, tasks })));
        }
        let (unpacked, context, ready) = (self.unpacked.clone(), self.context.clone(), self.ready.0.clone());
        tokio::spawn(async move {
            let seated = unpacked.seat(&context, &mut tasks, &carried).await;
            let _over = ready.send((ticket, seated.map(|()| Job { ticket, number, tasks })));
        });
    }

    fn is_ready(&mut self, (ticket, ready): Ready) {
        match ready {
            Ok(job) if self.held.contains_key(&ticket) => self.hands.put(job),
            Ok(_given_back) => {}
            Err(why) => self.failed(ticket, why),
        }
    }

    fn has_played(&mut self, Played { ticket, games, took }: Played) {
        let seconds = took.as_secs_f64().max(1e-5);
        self.pair_time = if self.pair_time.is_finite() { 0.9 * self.pair_time + 0.1 * seconds } else { seconds };
        match games {
            Ok(games) => {
                let Some(run) = self.held.get(&ticket).map(|held| held.run.clone()) else { return };
                self.counter.count(games.len() as u64);
                self.waiting.push(Done { ticket, run, outcome: Ok(games) });
            }
            Err(why) => self.failed(ticket, why),
        }
    }

    fn failed(&mut self, ticket: u64, why: String) {
        self.say(format!("a pair cannot be played here: {why}"));
        let Some(held) = self.held.get(&ticket) else { return };
        let (pairings, delivery) = (held.pairings.clone(), held.delivery);
        let outcome = Err(Failure { pairings, delivery, why, last: delivery >= DELIVERIES });
        let run = held.run.clone();
        self.waiting.push(Done { ticket, run, outcome });
    }

    fn send_if_there_is_something(&mut self) {
        if self.sending.is_none() && !self.waiting.is_empty() {
            let done = batch(&mut self.waiting);
            let name = self.settings.name.clone().unwrap_or_default();
            let tell = self.settings.tell.clone();
            self.sending = Some(send(self.context.clone(), &self.settings.server, &name, done, tell));
        }
    }

    /// The server has the results: only now is a pair done.
    async fn sent(&mut self, sent: Sent) {
        self.sending = None;
        match sent {
            Sent::Stored(pairs) => {
                for (ticket, outcome) in pairs {
                    let Some(held) = self.held.remove(&ticket) else { continue };
                    let kind = match outcome {
                        Ok(()) => AckKind::Ack,
                        Err(failure) if failure.last => AckKind::Term,
                        Err(failure) => AckKind::Nak(Some(LOOK * failure.delivery.clamp(1, 9) as u32)),
                    };
                    let _comes_again = held.message.ack_with(kind).await;
                }
            }
            Sent::TooLong(pairs) => {
                let most = self.client.server_info().max_payload;
                for done in pairs {
                    let why = format!("its records are longer than the {most} bytes that the server takes");
                    self.failed(done.ticket, why);
                }
            }
        }
    }

    /// What has not begun shall not.
    async fn stop(&mut self, stop: &Message) {
        if self.terms.as_ref().is_none_or(|terms| terms.run.as_bytes() != &stop.payload[..]) {
            return;
        }
        for ticket in self.hands.take_waiting() {
            if let Some(held) = self.held.remove(&ticket) {
                let _comes_again = held.message.ack_with(AckKind::Term).await;
            }
        }
    }

    async fn look_around(&mut self) {
        if self.alive.elapsed() >= self.heartbeat {
            self.alive = Instant::now();
            for held in self.held.values() {
                let _in_time = held.message.ack_with(AckKind::Progress).await;
            }
        }
        if self.told.elapsed() >= EVERY {
            self.told = Instant::now();
            self.tell_status(None).await;
        }
        let idle = self.held.is_empty() || self.consumer.is_none();
        if !self.ending && idle && self.looked.is_none_or(|looked| looked.elapsed() >= LOOK) {
            self.read_terms().await;
        }
    }

    fn status(&self) -> WorkerStatus {
        WorkerStatus {
            name: self.settings.name.clone().unwrap_or_default(),
            id: self.id,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            concurrency: self.settings.concurrency,
            speed: self.speed,
            build: self.settings.build.clone(),
            layers: self.layers.0.iter().filter(|layer| layer.enforced).map(|layer| layer.name.to_owned()).collect(),
            games: self.counter.all(),
            per_minute: self.counter.per_minute(),
            refuses: self.refuses.clone(),
            begun: self.hands.begun(),
            leaves: false,
        }
    }

    async fn tell_status(&self, reply: Option<async_nats::Subject>) {
        self.tell(self.status(), reply).await;
    }

    async fn tell(&self, status: WorkerStatus, reply: Option<async_nats::Subject>) {
        let to = reply.unwrap_or_else(|| self.settings.server.names.subject(STATUS).into());
        let _nobody_may_hear = self.client.publish(to, bytes(&status).into()).await;
    }
}

/// The next message of a request.
fn pull_next(mut batch: pull::Batch) -> BoxFuture<'static, Pulled> {
    Box::pin(async move {
        match batch.next().await {
            Some(Ok(message)) => Some((batch, Some(message))),
            Some(Err(_)) => None,
            None => Some((batch, None)),
        }
    })
}

/// What comes of something under way; where nothing is, that never ends.
async fn finished<T>(future: &mut Option<BoxFuture<'static, T>>) -> T {
    match future {
        Some(future) => future.await,
        None => std::future::pending().await,
    }
}
