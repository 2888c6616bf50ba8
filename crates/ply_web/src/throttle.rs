//! Lets reports through now and then: nobody reads faster.

use std::time::Duration;

use ply_search::Instant;

/// When the last report was let through.
#[derive(Default)]
pub(crate) struct Throttle(Option<Instant>);

impl Throttle {
    const PAUSE: Duration = Duration::from_millis(50);

    /// Whether it is time for the next one.
    pub(crate) fn is_open(&mut self) -> bool {
        let open = self.0.is_none_or(|last| last.elapsed() >= Self::PAUSE);
        if open {
            self.0 = Some(Instant::now());
        }
        open
    }
}
