//! `plyground worker`, `plyground workers`, and games that workers play: with the feature `queue`. Without it one sentence
//! says how to get it.

#[cfg(feature = "queue")]
pub use with_queue::{venue, work, workers};
#[cfg(not(feature = "queue"))]
pub use without_queue::{venue, work, workers};

#[cfg(not(feature = "queue"))]
mod without_queue {
    use anyhow::{Result, bail};
    use ply_arena::{Here, Venue};

    use crate::args::{QueueArgs, WorkerArgs, WorkersArgs};
    use crate::output::Screen;

    const HOW: &str = "this plyground was built without queues: build it with cargo build --release --features queue, or \
                       run it with cargo run --release --features queue -- ...";

    /// Where games are played: elsewhere if a queue was named, else here.
    pub fn venue(queue: &QueueArgs, here: Here) -> Result<Box<dyn Venue>> {
        if queue.server.queue.is_some() {
            bail!("--queue: {HOW}");
        }
        Ok(Box::new(here))
    }

    pub fn work(_args: &WorkerArgs) -> Result<()> {
        bail!("worker: {HOW}")
    }

    pub fn workers(_screen: Screen, _args: &WorkersArgs) -> Result<()> {
        bail!("workers: {HOW}")
    }
}

#[cfg(feature = "queue")]
mod with_queue {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use anyhow::{Context as _, Result};
    use ply_arena::queue::{self, Build, Credentials, Overview, QueueVenue, Server, Settings, Tell, WorkerSettings};
    use ply_arena::{Here, Venue};
    use ply_game::mix;

    use crate::args::{QueueArgs, QueueServer, WorkerArgs, WorkersArgs};
    use crate::commands::run::cores_for;
    use crate::output::{Screen, grouped, print, print_json, tell};

    /// Where games are played: elsewhere if a queue was named, else here.
    pub fn venue(queue: &QueueArgs, here: Here) -> Result<Box<dyn Venue>> {
        let Some(url) = &queue.server.queue else { return Ok(Box::new(here)) };
        let settings = Settings {
            server: server(url, &queue.server)?,
            build: build(),
            patience: queue.queue_patience,
            normalise: queue.normalise,
            tell: aloud(),
        };
        Ok(Box::new(QueueVenue::new(settings)))
    }

    fn server(url: &str, args: &QueueServer) -> Result<Server> {
        let credentials = Credentials {
            user: args.queue_user.clone(),
            password: args.queue_password.clone(),
            token: args.queue_token.clone(),
            file: args.queue_creds.clone(),
            authorities: args.queue_ca.clone(),
            certificate: args.queue_cert.clone().zip(args.queue_key.clone()),
        };
        Ok(Server::new(url, &args.queue_prefix, credentials)?)
    }

    /// Sentences go to stderr.
    fn aloud() -> Tell {
        Arc::new(|words| tell(words))
    }

    /// Which plyground this is: the signature is a digest of what its searchers find.
    fn build() -> Build {
        let signature = include_str!("../../../../bench.signature");
        let digest = signature.bytes().fold(0, |digest, byte| mix(digest ^ u64::from(byte)));
        Build { version: env!("CARGO_PKG_VERSION").to_owned(), signature: format!("{digest:016x}") }
    }

    fn runtime() -> Result<tokio::runtime::Runtime> {
        tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot wait for the network")
    }

    /// Plays games until Ctrl-C.
    pub fn work(args: &WorkerArgs) -> Result<()> {
        let interrupts = Arc::new(AtomicUsize::new(0));
        let told = interrupts.clone();
        let interrupted = move || {
            told.fetch_add(1, Ordering::Relaxed);
        };
        ctrlc::set_handler(interrupted).context("cannot listen for Ctrl-C")?;
        let settings = WorkerSettings {
            server: server(args.server.queue.as_deref().unwrap_or_default(), &args.server)?,
            name: args.name.clone(),
            concurrency: args.concurrency.map_or_else(|| cores_for(1), |asked| asked as usize),
            speed: None,
            build: build(),
            interrupts,
            tell: aloud(),
        };
        let games = runtime()?.block_on(queue::work(settings))?;
        tell(format!("{} games played", grouped(games)));
        Ok(())
    }

    /// Shows who is there.
    pub fn workers(screen: Screen, args: &WorkersArgs) -> Result<()> {
        let server = server(args.server.queue.as_deref().unwrap_or_default(), &args.server)?;
        if args.clear {
            let there_was_one = runtime()?.block_on(queue::clear(&server))?;
            tell(if there_was_one { "the queue is removed" } else { "there is no queue" });
            return Ok(());
        }
        let overview = runtime()?.block_on(queue::overview(&server))?;
        if args.format.json {
            return print_json(&overview);
        }
        print(&if args.dead_letters { dead_letters(&overview) } else { text(screen, &overview) });
        Ok(())
    }

    fn text(screen: Screen, overview: &Overview) -> String {
        let mut text = match (&overview.tournament, &overview.coordinator) {
            (Some(name), Some(by)) => format!("tournament '{name}', coordinated by {by}\n"),
            (Some(name), None) => format!("tournament '{name}', which nobody coordinates now\n"),
            (None, _) => "no tournament\n".to_owned(),
        };
        text += &format!("{} pairs to be played, {} messages of results\n", overview.pairs, overview.results);
        let letters = overview.dead_letters.len();
        if letters > 0 {
            text += &format!("{letters} dead letters: --dead-letters shows them\n");
        }
        if overview.workers.is_empty() {
            return text + "no workers\n";
        }
        let mut table =
            screen.table(1, &["worker", "cores", "at a time", "games", "a minute", "k positions/s", "version"]);
        for worker in &overview.workers {
            table.add_row([
                worker.name.clone(),
                worker.cores.to_string(),
                worker.concurrency.to_string(),
                grouped(worker.games),
                grouped(worker.per_minute),
                format!("{:.0}", worker.speed),
                worker.build.version.clone(),
            ]);
        }
        text += &format!("\n{}\n", table.trim_fmt());
        for worker in overview.workers.iter().filter(|worker| !worker.refuses.is_empty()) {
            text += &format!("{} does not play: {}\n", worker.name, worker.refuses);
        }
        text
    }

    fn dead_letters(overview: &Overview) -> String {
        let mut text = format!("{} dead letters\n", overview.dead_letters.len());
        for letter in &overview.dead_letters {
            text += &format!("\n{}\n", letter.what);
            letter.log.iter().for_each(|line| text += &format!("  {line}\n"));
            if !letter.message.is_empty() {
                text += &format!("  it began: {}\n", letter.message);
            }
        }
        text
    }
}
