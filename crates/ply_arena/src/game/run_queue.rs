//! How long a thread was ready to run and had no core.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::time::Duration;

/// What the system counts for one thread. Where it does not count, nobody ever waits.
#[derive(Debug)]
pub(crate) struct RunQueue {
    counts: Option<File>,
}

impl RunQueue {
    /// That of the thread that asks.
    pub(crate) fn of_this_thread() -> Self {
        Self { counts: File::open("/proc/thread-self/schedstat").ok() }
    }

    /// The time spent in the queue since the thread began.
    pub(crate) fn waited(&self) -> Duration {
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
    use std::thread;
    use std::time::Instant;

    #[test]
    fn the_second_count_is_the_queue() {
        assert_eq!(second_number("1700312 45120 17\n"), Some(45120));
        for other in ["", "12", "a b c"] {
            assert_eq!(second_number(other), None);
        }
    }

    #[test]
    fn threads_that_share_cores_wait_where_that_is_counted() {
        let busy = || {
            let (queue, began) = (RunQueue::of_this_thread(), Instant::now());
            while began.elapsed() < Duration::from_millis(100) {
                std::hint::spin_loop();
            }
            queue.waited()
        };
        let counts = RunQueue::of_this_thread().counts.is_some();
        let threads = 4 * thread::available_parallelism().map_or(1, usize::from);
        let waited: Duration = thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(busy)).collect();
            threads.into_iter().map(|thread| thread.join().expect("it only spins")).sum()
        });
        assert_eq!(waited > Duration::ZERO, counts, "{waited:?}");
    }
}
