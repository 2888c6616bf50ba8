//! Rates per CPU second of this thread: other programs on the machine do not count.

use rustix::time::{ClockId, clock_gettime};

/// CPU seconds this thread has used.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// One measurement, repeated.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Rate {
    /// The median, per CPU second.
    pub per_second: f64,
    /// The slowest repeat.
    pub min: f64,
    /// The fastest repeat.
    pub max: f64,
}

/// Calls `work` (which says how much it did) for at least `seconds` of CPU time, `repeats` times.
pub fn measure(repeats: u32, seconds: f64, mut work: impl FnMut() -> u64) -> Rate {
    measure_with(&mut (), repeats, seconds, |()| {}, |()| work())
}

/// The same for work on a subject that is made ready each time; the time for that does not count.
pub fn measure_with<T>(
    subject: &mut T,
    repeats: u32,
    seconds: f64,
    mut prepare: impl FnMut(&mut T),
    mut work: impl FnMut(&mut T) -> u64,
) -> Rate {
    let rates = (0..repeats).map(|_| {
        let (mut done, mut used) = (0, 0.0);
        while used < seconds {
            prepare(subject);
            let start = cpu_seconds();
            done += work(subject);
            used += cpu_seconds() - start;
        }
        done as f64 / used
    });
    let (per_second, min, max) = median_and_ends(rates.collect());
    Rate { per_second, min, max }
}

/// The median, the smallest and the largest of several numbers.
pub fn median_and_ends(mut numbers: Vec<f64>) -> (f64, f64, f64) {
    numbers.sort_by(f64::total_cmp);
    (numbers[numbers.len() / 2], numbers[0], numbers[numbers.len() - 1])
}
