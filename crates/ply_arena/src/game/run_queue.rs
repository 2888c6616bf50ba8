//! How long a thread was ready to run and had no core.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::time::Duration;

/// How long the thread that asks has had no core since it began.
pub(crate) fn waited() -> Duration {
    thread_local!(static QUEUE: RunQueue = RunQueue::of_this_thread());
    QUEUE.with(RunQueue::waited)
}

/// What the system counts for one thread. Where it does not count, nobody ever waits.
#[derive(Debug)]
struct RunQueue {
    counts: Option<File>,
}

impl RunQueue {
    /// That of the thread that asks.
    fn of_this_thread() -> Self {
        Self { counts: File::open("/proc/thread-self/schedstat").ok() }
    }

    /// The time spent in the queue since the thread began.
    fn waited(&self) -> Duration {
        let mut text = [0; 96];
        let length = self.counts.as_ref().and_then(|counts| counts.read_at(&mut text, 0).ok()).unwrap_or(0);
        let nanoseconds = std::str::from_utf8(&text[..length]).ok().and_then(second_number);
        Duration::from_nanos(nanoseconds.unwrap_or(0))
    }
}

/// The counts are the time on a core, the time in the queue, both in nanoseconds, and the number of turns.
fn second_number(counts: &str) -> Option<u64> {
    counts.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_count_is_the_queue() {
        assert_eq!(second_number("1700312 45120 17\n"), Some(45120));
        for other in ["", "12", "a b c"] {
            assert_eq!(second_number(other), None);
        }
    }

    #[test]
    fn the_count_of_a_thread_never_falls_and_is_nothing_where_it_is_not_kept() {
        let queue = RunQueue::of_this_thread();
        let before = queue.waited();
        std::thread::yield_now();
        assert!(queue.waited() >= before);
        assert_eq!(RunQueue { counts: None }.waited(), Duration::ZERO);
    }
}
