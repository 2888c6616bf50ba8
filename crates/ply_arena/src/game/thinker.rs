//! Whoever thinks, on a thread of its own: it may think aloud, panic or never return, and whoever asked goes on.

use std::any::Any;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::run_queue::waited;

/// The name of thinkers' threads, by which their panics are kept from the screen.
const THREAD_NAME: &str = "thinker";

/// Work for whoever is on the thread. Jobs and news lose their types on the way, so that the channels are compiled once and
/// not for every question about every game.
type Job = Box<dyn FnOnce(&mut dyn Any) -> bool + Send>;

/// What became of a question.
#[derive(Debug)]
pub struct Answered<T> {
    /// The answer, or the message of the panic it ended in.
    pub answer: Result<T, String>,
    /// The time it took, without that in which the machine had no core for it.
    pub took: Duration,
}

/// Somebody who thinks on a thread of its own: an agent, an analysis, whatever keeps something from question to question.
///
/// After a panic the thread ends, and later questions are not heard. The thread also ends by itself when the thinker is
/// dropped; one that never returns is left alone.
///
/// ```
/// use ply_arena::Thinker;
/// let adder = Thinker::new(40).unwrap();
/// let pending = adder.ask(|sum, _: &mut dyn FnMut(())| { *sum += 2; *sum });
/// assert_eq!(pending.wait(None).unwrap().answer, Ok(42));
/// let pending = adder.ask(|_, _: &mut dyn FnMut(())| -> i32 { panic!("too many") });
/// assert_eq!(pending.wait(None).unwrap().answer, Err("too many".to_owned()));
/// assert!(adder.ask(|sum, _: &mut dyn FnMut(())| *sum).wait(None).is_err());
/// ```
#[derive(Debug)]
pub struct Thinker<A> {
    jobs: Sender<Job>,
    somebody: PhantomData<fn(A)>,
}

/// What comes from the thread.
#[derive(Debug)]
pub enum News<T, W> {
    /// What is thought so far.
    Aloud(W),
    /// The end of it.
    Answered(Answered<T>),
}

/// A question under way.
#[derive(Debug)]
pub struct Pending<T, W = ()> {
    news: Receiver<Box<dyn Any + Send>>,
    kind: PhantomData<fn() -> News<T, W>>,
}

impl<A: 'static> Thinker<A> {
    /// Puts somebody on a thread.
    pub fn new(somebody: A) -> std::io::Result<Self>
    where
        A: Send,
    {
        Ok(Self { jobs: on_a_thread(Box::new(somebody))?, somebody: PhantomData })
    }

    /// Asks; `done` is called on the thread with the answer. Whoever is gone drops the question, and `done` with it.
    pub fn ask_then<T>(
        &self,
        work: impl FnOnce(&mut A) -> T + Send + 'static,
        done: impl FnOnce(Answered<T>) + Send + 'static,
    ) {
        let job = move |somebody: &mut dyn Any| {
            let somebody = somebody.downcast_mut::<A>().expect("it was put on the thread");
            // Nothing falls between the two: what the clock counts, the queue counts too.
            let (before, began) = (waited(), Instant::now());
            let answer = catch_unwind(AssertUnwindSafe(|| work(somebody)));
            let took = began.elapsed();
            let took = took.saturating_sub(waited().saturating_sub(before));
            let lives = answer.is_ok();
            done(Answered { answer: answer.map_err(|panic| panic_message(panic.as_ref())), took });
            lives
        };
        // A thread that is gone has said why before.
        let _gone = self.jobs.send(Box::new(job));
    }

    /// Asks; the answer is polled or waited for. The second argument of `work` thinks aloud.
    pub fn ask<T: Send + 'static, W: Send + 'static>(
        &self,
        work: impl FnOnce(&mut A, &mut dyn FnMut(W)) -> T + Send + 'static,
    ) -> Pending<T, W> {
        let (sender, news) = channel::<Box<dyn Any + Send>>();
        let aloud = sender.clone();
        let work = move |somebody: &mut A| {
            work(somebody, &mut |thought| {
                let _unheard = aloud.send(Box::new(News::<T, W>::Aloud(thought)));
            })
        };
        self.ask_then(work, move |answered| {
            let _unheard = sender.send(Box::new(News::<T, W>::Answered(answered)));
        });
        Pending { news, kind: PhantomData }
    }
}

/// Puts somebody on a thread of its own, and says where jobs go.
fn on_a_thread(mut somebody: Box<dyn Any + Send>) -> std::io::Result<Sender<Job>> {
    keep_panics_quiet();
    let (jobs, inbox) = channel::<Job>();
    let work = move || while inbox.recv().is_ok_and(|job: Job| job(&mut *somebody)) {};
    thread::Builder::new().name(THREAD_NAME.to_owned()).spawn(work)?;
    Ok(jobs)
}

impl<T: 'static, W: 'static> Pending<T, W> {
    /// What came since the last look.
    pub fn poll(&self) -> Option<News<T, W>> {
        self.news.try_recv().ok().map(Self::typed)
    }

    /// The next that comes; nothing if whoever was asked is gone.
    pub fn next(&self) -> Option<News<T, W>> {
        self.news.recv().ok().map(Self::typed)
    }

    fn typed(news: Box<dyn Any + Send>) -> News<T, W> {
        *news.downcast().expect("only its own news are sent")
    }

    /// The answer, waited for so long at most. An error tells whether it took too long or whoever was asked is gone.
    pub fn wait(&self, most: Option<Duration>) -> Result<Answered<T>, RecvTimeoutError> {
        let began = Instant::now();
        loop {
            let news = match most {
                Some(most) => self.news.recv_timeout(most.saturating_sub(began.elapsed()))?,
                None => self.news.recv().map_err(|_| RecvTimeoutError::Disconnected)?,
            };
            if let News::Answered(answered) = Self::typed(news) {
                return Ok(answered);
            }
        }
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".to_owned())
}

/// A thinker's panic is told to whoever asked; on the screen it would tear the tables apart. Other threads' panics are
/// printed as ever.
fn keep_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some(THREAD_NAME) {
                usual(info);
            }
        }));
    });
}
