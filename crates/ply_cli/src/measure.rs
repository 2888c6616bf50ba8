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
    let mut rates: Vec<f64> = (0..repeats)
        .map(|_| {
            let start = cpu_seconds();
            let mut done = 0;
            loop {
                done += work();
                let used = cpu_seconds() - start;
                if used >= seconds {
                    break done as f64 / used;
                }
            }
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    Rate { per_second: rates[rates.len() / 2], min: rates[0], max: rates[rates.len() - 1] }
}
