//! A tournament that is watched: the store is read once for all who watch it, and each news is spelled once.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use ply_arena::WorkerSeen;
use serde_json::{Value, json};
use tokio::sync::watch::{self, Receiver, Sender};

use super::archive::Archive;
use crate::problem::Problem;
use crate::routes::{AppState, Name};
use crate::stream::Events;
use crate::visitor::Visitor;

/// How often the store is read.
const POLL: Duration = Duration::from_millis(300);
/// Standings are told at most once in so many readings.
const STANDINGS: u32 = 3;

/// What is told of a tournament, spelled.
#[derive(Clone, Default)]
pub(super) struct News {
    standings: Arc<str>,
    live: Arc<str>,
    workers: Arc<str>,
}

/// A tournament that somebody watches.
pub(super) type Watched = Sender<News>;

/// `GET tournaments/{tournament}/events`
pub(crate) async fn events(
    State(app): State<AppState>,
    visitor: Visitor,
    Name(name): Name,
) -> Result<Response, Problem> {
    let (reader, known) = (app.clone(), name.clone());
    app.reading.work(visitor, move || reader.archive.find(&known).map(drop)).await?;
    app.clone().stream(visitor, async move |events| tell(listen(&app, name), &events).await)
}

/// Tells what is new until nobody listens or there is nothing more to be told.
async fn tell(mut news: Receiver<News>, events: &Events) {
    let mut told = News::default();
    loop {
        let now = news.borrow_and_update().clone();
        for (name, now, told) in [
            ("standings", &now.standings, &told.standings),
            ("live", &now.live, &told.live),
            ("workers", &now.workers, &told.workers),
        ] {
            if now != told && !events.send_text(name, now).await {
                return;
            }
        }
        told = now;
        tokio::select! {
            changed = news.changed() => if changed.is_err() { return },
            () = events.deserted() => return,
        }
    }
}

/// Listens to a tournament, which is watched from now on if it was not.
fn listen(app: &AppState, name: String) -> Receiver<News> {
    let mut all = app.archive.watched.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(watched) = all.get(&name) {
        return watched.subscribe();
    }
    let (watched, news) = watch::channel(News::default());
    all.insert(name.clone(), watched.clone());
    tokio::spawn(watch(app.clone(), name, watched));
    news
}

/// Reads the store as long as somebody listens.
async fn watch(app: AppState, name: String, watched: Watched) {
    let mut seen = Seen::default();
    while !forgotten(&app.archive, &name, &watched) {
        let (reader, wanted) = (app.clone(), name.clone());
        let read = tokio::task::spawn_blocking(move || seen.look(&reader.archive, &wanted).map(|news| (seen, news)));
        let Ok(Ok((now, news))) = read.await else { break };
        seen = now;
        watched.send_if_modified(|told| {
            let changed = news.standings.is_some() || news.live.is_some() || news.workers.is_some();
            told.standings = news.standings.unwrap_or_else(|| told.standings.clone());
            told.live = news.live.unwrap_or_else(|| told.live.clone());
            told.workers = news.workers.unwrap_or_else(|| told.workers.clone());
            changed
        });
        tokio::time::sleep(POLL).await;
    }
    // Whoever listens hears that there will be no more.
    app.archive.watched.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, other| !other.same_channel(&watched));
}

/// Whether nobody listens any more; then the next one who does begins anew.
fn forgotten(archive: &Archive, name: &str, watched: &Watched) -> bool {
    let mut all = archive.watched.lock().unwrap_or_else(PoisonError::into_inner);
    let deserted = watched.receiver_count() == 0;
    if deserted {
        all.remove(name);
    }
    deserted
}

/// What was seen of a tournament.
#[derive(Default)]
struct Seen {
    games: Option<u64>,
    live: Value,
    workers: Vec<WorkerSeen>,
    looks: u32,
}

/// What has changed, spelled.
struct Changes {
    standings: Option<Arc<str>>,
    live: Option<Arc<str>>,
    workers: Option<Arc<str>>,
}

impl Seen {
    fn look(&mut self, archive: &Archive, name: &str) -> Result<Changes, Problem> {
        let (games, live, workers) = archive.live(name)?;
        let crowd = (self.workers != workers).then(|| json!(workers).to_string().into());
        let changed = self.live != live;
        let ended = changed && live == json!([]);
        let counted = self.games != Some(games) && self.looks.is_multiple_of(STANDINGS);
        let mut changes = Changes { standings: None, live: changed.then(|| live.to_string().into()), workers: crowd };
        if self.games.is_none() || ended || counted {
            changes.standings = Some(archive.show(name)?.to_string().into());
            self.games = Some(games);
        }
        (self.live, self.workers) = (live, workers);
        self.looks += 1;
        Ok(changes)
    }
}
