//! The thread that talks to the server: sends pairs, hears of games, keeps an eye on the workers.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::Acker;
use async_nats::{Client, Message, Subscriber};
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::sync::mpsc::{self, Receiver, UnboundedReceiver};
use tokio::time::MissedTickBehavior;

use super::crowd::Crowd;
use super::ledger::{Came, Ledger, Pace};
use super::{Order, Shared};
use crate::game::record::GameRecord;
use crate::queue::claim::{Claimed, claim, owner_bytes, release};
use crate::queue::dead_letters::DeadLetter;
use crate::queue::error::{QueueError, whole};
use crate::queue::message::{Failure, Game, MOST_WORK, Results, VERSION, Work, bytes};
use crate::queue::names::{ASK, OWNER, STATUS, STOP, WORK};
use crate::queue::programs::Carrier;
use crate::queue::status::WorkerStatus;
use crate::queue::terms::Terms;
use crate::queue::venue::{Settings, Tell};
use crate::schedule::Pairing;
use crate::tournament::executor::{Ended, GivenUp};
use crate::tournament::task::Task;

/// Between two looks around.
const TICK: Duration = Duration::from_millis(250);
/// How long workers have to say what they have begun, after a stop.
const STOPPING: Duration = Duration::from_secs(1);
/// Between two looks whether anything got lost.
const LOOK: Duration = Duration::from_secs(5);
/// Between two calls for workers.
const CALL: Duration = Duration::from_secs(60);
/// How long a server may be without the queue's streams, as it is while it starts.
const WITHOUT_STREAMS: Duration = Duration::from_secs(60);
/// How long a request for results waits at the server.
const PULL_FOR: Duration = Duration::from_secs(12);
/// Pairs that are on their way to the server.
const ON_THEIR_WAY: usize = 512;

/// A pair on its way: its number, and whether it arrived.
type Sending = BoxFuture<'static, (u64, Result<(), PublishError>)>;

pub(super) struct Desk {
    settings: Settings,
    terms: Terms,
    client: Client,
    claimed: Claimed,
    carrier: Carrier,
    ledger: Ledger,
    pace: Pace,
    crowd: Crowd,
    shared: Arc<Shared>,
    outbox: Sender<Result<Ended, QueueError>>,
    /// Games handed to the runner.
    handed_in: u64,
    /// Messages to be acknowledged once so many games are stored.
    unkept: VecDeque<(u64, Acker)>,
    sending: FuturesUnordered<Sending>,
    /// Pairs that did not arrive.
    unsent: Vec<u64>,
    without_streams: Option<Instant>,
    stopping: Option<Instant>,
    looked: Instant,
    /// Looks in a row at which nobody had anything.
    lost: u32,
    /// When workers were last called for.
    called: Option<Instant>,
}

impl Desk {
    /// Connects and takes the queue.
    pub(super) async fn open(
        settings: Settings,
        terms: Terms,
        mut carrier: Carrier,
        outbox: Sender<Result<Ended, QueueError>>,
        shared: Arc<Shared>,
    ) -> Result<Self, QueueError> {
        let tell = changes_only(settings.tell.clone());
        let client = settings.server.connect("plyground coordinator", tell).await?;
        let claimed = claim(&client, &settings.server, &terms, settings.patience).await?;
        carrier.send(&claimed.context, &settings.server).await?;
        let crowd = Crowd::new(settings.tell.clone());
        let now = Instant::now();
        Ok(Self {
            settings,
            terms,
            client,
            claimed,
            carrier,
            crowd,
            shared,
            outbox,
            ledger: Ledger::default(),
            pace: Pace::default(),
            handed_in: 0,
            unkept: VecDeque::new(),
            sending: FuturesUnordered::new(),
            unsent: Vec::new(),
            without_streams: None,
            stopping: None,
            looked: now,
            lost: 0,
            called: None,
        })
    }

    /// Works until no more orders come.
    pub(super) async fn run(mut self, mut orders: UnboundedReceiver<Order>) {
        if let Err(error) = self.work(&mut orders).await {
            let _nobody_listens = self.outbox.send(Err(error));
            // Nothing more is done, and nothing is given up.
            while orders.recv().await.is_some() {}
            return;
        }
        if self.ledger.is_empty() {
            // If it cannot be given back, the next tournament is told whose it was.
            let _kept = release(&self.claimed, &self.settings.server, &self.terms).await;
        }
        let _sent = self.client.flush().await;
    }

    async fn work(&mut self, orders: &mut UnboundedReceiver<Order>) -> Result<(), QueueError> {
        let mut statuses = self.subscribe(STATUS).await?;
        let mut askers = self.subscribe(OWNER).await?;
        self.publish(ASK, Vec::new()).await;
        let mut results = listen(self.claimed.results.clone());
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                order = orders.recv(), if self.sending.len() < ON_THEIR_WAY => match order {
                    Some(order) => self.obey(order).await?,
                    None => return Ok(()),
                },
                Some((number, sent)) = self.sending.next() => self.sent(number, sent)?,
                Some(message) = results.recv() => self.take(message).await,
                Some(status) = statuses.next() => self.hears(&status),
                Some(asker) = askers.next() => self.answer(asker).await,
                _ = tick.tick() => self.look_around().await?,
            }
        }
    }

    async fn subscribe(&self, of: &str) -> Result<Subscriber, QueueError> {
        let subscribed = self.client.subscribe(self.settings.server.names.subject(of)).await;
        subscribed.map_err(|error| QueueError::of(&self.settings.server.to_string(), &error))
    }

    /// Says something to whoever listens.
    async fn publish(&self, of: &str, payload: Vec<u8>) {
        let _nobody_may_hear = self.client.publish(self.settings.server.names.subject(of), payload.into()).await;
    }

    async fn answer(&self, asker: Message) {
        if let Some(reply) = asker.reply {
            let _gone = self.client.publish(reply, owner_bytes(&self.terms).into()).await;
        }
    }

    async fn obey(&mut self, order: Order) -> Result<(), QueueError> {
        match order {
            Order::Begin(pair) => self.begin(pair).await?,
            Order::Kept(games) => {
                while let Some((_, message)) = self.unkept.pop_front_if(|(until, _)| *until <= games) {
                    // One that is not acknowledged comes again, and changes nothing.
                    let _comes_again = message.ack().await;
                }
            }
            Order::Stop => {
                self.stopping = Some(Instant::now());
                self.publish(STOP, self.terms.run.clone().into_bytes()).await;
                self.publish(ASK, Vec::new()).await;
                // What is not taken away is only played in vain.
                let _taken_away = self.claimed.work.purge().await;
            }
        }
        Ok(())
    }

    async fn begin(&mut self, mut pair: Vec<Task>) -> Result<(), QueueError> {
        for (pairing, record) in self.ledger.came_early(&mut pair) {
            self.hand_in(pairing, Ok(record));
        }
        if pair.is_empty() {
            return Ok(());
        }
        let mut games = Vec::with_capacity(pair.len());
        for task in &pair {
            let mut carried = [None, None];
            for (carried, agent) in carried.iter_mut().zip(&task.agents) {
                *carried = self.carrier.carried(&task.game, agent)?;
            }
            games.push(Game { task: task.clone(), carried });
        }
        self.carrier.send(&self.claimed.context, &self.settings.server).await?;
        let work = Work { version: VERSION, run: self.terms.run.clone(), games };
        let (number, payload) = (work.number(), bytes(&work));
        if payload.len() > MOST_WORK {
            let why = format!("a pair of {} bytes is longer than {MOST_WORK}", payload.len());
            pair.iter().for_each(|task| self.hand_in(task.pairing, Err(GivenUp(why.clone()))));
            return Ok(());
        }
        self.ledger.hand_out(number, pair, payload);
        self.send(number).await;
        Ok(())
    }

    async fn send(&mut self, number: u64) {
        let Some(out) = self.ledger.get(number) else { return };
        let subject = self.settings.server.names.subject(WORK);
        match self.claimed.context.publish(subject, out.payload.clone().into()).await {
            Ok(sent) => self.sending.push(Box::pin(async move { (number, sent.await.map(drop)) })),
            Err(_) => self.unsent.push(number),
        }
    }

    fn sent(&mut self, number: u64, sent: Result<(), PublishError>) -> Result<(), QueueError> {
        let Err(error) = sent else {
            self.without_streams = None;
            return Ok(());
        };
        let server = self.settings.server.to_string();
        match error.kind() {
            PublishErrorKind::StreamNotFound => {
                let since = *self.without_streams.get_or_insert_with(Instant::now);
                if since.elapsed() > WITHOUT_STREAMS {
                    let reason = "its streams are gone: take the tournament up again with --resume".to_owned();
                    return Err(QueueError::Other { server, reason });
                }
            }
            PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe => {}
            _ => match QueueError::of(&server, &error) {
                QueueError::Full { reason, .. } if reason.contains("maximum bytes") => {}
                full @ QueueError::Full { .. } => return Err(full),
                _ => (self.settings.tell)(&format!("the queue at {server}: {}", whole(&error))),
            },
        }
        self.unsent.push(number);
        Ok(())
    }

    /// Takes in what a worker has done.
    async fn take(&mut self, message: async_nats::jetstream::Message) {
        let (message, acker) = message.split();
        let before = self.handed_in;
        match Results::read(&message.payload) {
            Ok(results) if results.run == self.terms.run => self.take_results(results).await,
            Ok(_of_another_run) => {}
            Err(why) => self.bury(&DeadLetter::unreadable("a message of results", why, &message.payload)).await,
        }
        if self.handed_in == before {
            let _comes_again = acker.ack().await;
        } else {
            self.unkept.push_back((self.handed_in, acker));
        }
    }

    async fn take_results(&mut self, results: Results) {
        for (pairing, record) in results.games {
            match self.ledger.came(&pairing, &record) {
                Came::Wanted => {
                    self.pace.count(1);
                    self.hand_in(pairing, Ok(record));
                }
                Came::NotNow => {}
                Came::Wrong => {
                    let what = format!("a game from {} that is not the one asked for", results.worker);
                    let log = vec![format!("{} {} against {}", record.game, record.agents[0], record.agents[1])];
                    self.bury(&DeadLetter { what, games: vec![pairing], log, message: String::new() }).await;
                }
            }
        }
        for failure in &results.failed {
            self.failed(&results.worker, failure).await;
        }
    }

    async fn failed(&mut self, worker: &str, failure: &Failure) {
        let Some((games, log)) = self.ledger.failed(worker, failure) else { return };
        let why = format!("given up after {} deliveries; {}", log.len(), log.last().map_or("", String::as_str));
        games.iter().for_each(|pairing| self.hand_in(*pairing, Err(GivenUp(why.clone()))));
        let what = format!("a pair of the tournament '{}'", self.terms.tournament);
        self.bury(&DeadLetter { what, games, log, message: String::new() }).await;
    }

    /// Puts something among the dead letters, and says so.
    async fn bury(&self, letter: &DeadLetter) {
        let last = letter.log.last().map_or("", String::as_str);
        (self.settings.tell)(&format!("{} is among the dead letters: {last}", letter.what));
        letter.send(&self.claimed.context, &self.settings.server.names).await;
    }

    fn hand_in(&mut self, pairing: Pairing, game: Result<GameRecord, GivenUp>) {
        self.handed_in += 1;
        let _nobody_listens = self.outbox.send(Ok(Ended { pairing, game }));
    }

    fn hears(&mut self, status: &Message) {
        if let Some(status) = WorkerStatus::read(&status.payload) {
            self.crowd.hears(status);
            self.set_capacity();
        }
    }

    fn set_capacity(&mut self) {
        let capacity = self.pace.capacity(self.crowd.threads());
        self.shared.capacity.store(capacity, Ordering::Relaxed);
    }

    async fn look_around(&mut self) -> Result<(), QueueError> {
        self.crowd.forget_silent();
        self.set_capacity();
        *self.shared.workers.lock().unwrap_or_else(PoisonError::into_inner) = self.crowd.seen();
        if self.stopping.is_some_and(|since| since.elapsed() >= STOPPING) {
            let back = self.ledger.take_back(&self.crowd.begun());
            self.shared.withdrawn.lock().unwrap_or_else(PoisonError::into_inner).extend(back);
            return Ok(());
        }
        for number in std::mem::take(&mut self.unsent) {
            self.send(number).await;
        }
        if self.looked.elapsed() >= LOOK {
            self.looked = Instant::now();
            if self.crowd.is_empty() && !self.ledger.is_empty() {
                self.say_that_nobody_is_here();
            }
            self.find_lost().await;
        }
        Ok(())
    }

    /// Said once in a while.
    fn say_that_nobody_is_here(&mut self) {
        if self.called.is_some_and(|called| called.elapsed() < CALL) {
            return;
        }
        self.called = Some(Instant::now());
        let (server, names) = (&self.settings.server, &self.settings.server.names);
        let usual = names.prefix() == crate::queue::Server::PREFIX;
        let prefix = if usual { String::new() } else { format!(" --queue-prefix {}", names.prefix()) };
        (self.settings.tell)(&format!(
            "no worker is there: start some with: plyground worker --queue {server}{prefix}"
        ));
    }

    /// A server that lost what it was given, to a power cut or to somebody's hand, is given it again: nobody has a pair
    /// that waits nowhere, is played by nobody and did not come back.
    async fn find_lost(&mut self) {
        if self.ledger.is_empty() || self.stopping.is_some() || !self.sending.is_empty() {
            self.lost = 0;
            return;
        }
        let (work, results) = (self.claimed.workers.get_info().await, self.claimed.results.get_info().await);
        let (Ok(work), Ok(results)) = (work, results) else { return };
        let busy = work.num_pending > 0 || work.num_ack_pending > 0;
        let coming = results.num_pending > 0 || results.num_ack_pending > 0 || !self.unkept.is_empty();
        self.lost = if busy || coming { 0 } else { self.lost + 1 };
        if self.lost >= 2 {
            self.lost = 0;
            let numbers = self.ledger.numbers();
            (self.settings.tell)(&format!("{} pairs got lost at the server: they are handed out again", numbers.len()));
            self.unsent.extend(numbers);
        }
    }
}

/// Messages of results as they come, for as long as somebody takes them.
fn listen(consumer: Consumer<pull::Config>) -> Receiver<async_nats::jetstream::Message> {
    let (outbox, inbox) = mpsc::channel(16);
    tokio::spawn(async move {
        while !outbox.is_closed() {
            let opened =
                consumer.stream().max_messages_per_batch(32).expires(PULL_FOR).heartbeat(PULL_FOR / 4).messages().await;
            if let Ok(mut messages) = opened {
                while let Some(Ok(message)) = messages.next().await {
                    if outbox.send(message).await.is_err() {
                        return;
                    }
                }
            }
            // The connection is lost, or the server is just starting.
            tokio::time::sleep(TICK).await;
        }
    });
    inbox
}

/// The first connection is nothing to talk about.
fn changes_only(tell: Tell) -> Tell {
    let first = std::sync::atomic::AtomicBool::new(true);
    Arc::new(move |words| {
        if !first.swap(false, Ordering::Relaxed) {
            tell(words);
        }
    })
}
