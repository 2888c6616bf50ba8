//! What a search may use up, and a meter that notices when it has.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use web_time::Instant;

/// What a search may use up. Nothing set: it goes on until it is cancelled or knows everything.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Plies of full-width search.
    pub depth: Option<u32>,
    /// Positions visited (for Monte-Carlo tree search, simulations), over all threads: met exactly by one thread, and by
    /// several but for the few that each counts before it looks up.
    pub nodes: Option<u64>,
    /// No new iteration is begun after this.
    pub soft: Option<Duration>,
    /// Everything stops at this.
    pub hard: Option<Duration>,
}

impl Limits {
    /// A fixed depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A time that is used in full.
    pub fn time(time: Duration) -> Self {
        Self { soft: Some(time), hard: Some(time), ..Self::default() }
    }
}

/// A flag that ends a search from outside, as often as it is shared.
#[derive(Clone, Default, Debug)]
pub struct Cancel {
    own: Arc<AtomicBool>,
    /// The flag of the work that this is a part of.
    outer: Option<Arc<AtomicBool>>,
}

impl Cancel {
    /// Asks every search that holds this flag to stop.
    pub fn cancel(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether somebody did.
    pub fn is_cancelled(&self) -> bool {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        is_set(&self.own) || self.outer.as_ref().is_some_and(is_set)
    }

    /// A flag for a part of the work: it ends that part alone, and this one ends it too. Parts have no parts.
    pub fn part(&self) -> Self {
        Self { own: Arc::default(), outer: Some(self.outer.as_ref().unwrap_or(&self.own).clone()) }
    }
}

/// Limits, the moment they count from, and the cancel flag: what a searcher gets for one search.
///
/// ```
/// use ply_search::{Budget, Limits};
/// let budget = Budget::new(Limits::nodes(10_000));
/// assert!(!budget.cancel.is_cancelled());
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    /// What may be used up.
    pub limits: Limits,
    /// When the time began to count.
    pub started: Instant,
    /// Ends the search from outside.
    pub cancel: Cancel,
}

impl Budget {
    /// A budget that begins now.
    pub fn new(limits: Limits) -> Self {
        Self { limits, started: Instant::now(), cancel: Cancel::default() }
    }

    /// The time used so far.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// What is left when so many nodes are spent, unless that is all of them.
    pub fn less(&self, nodes: u64) -> Option<Self> {
        let left = self.limits.nodes.map(|most| most.saturating_sub(nodes));
        (left != Some(0)).then(|| Self { limits: Limits { nodes: left, ..self.limits }, ..self.clone() })
    }

    /// Whether a new iteration may begin.
    pub fn may_go_deeper(&self) -> bool {
        !self.cancel.is_cancelled() && self.limits.soft.is_none_or(|soft| self.elapsed() < soft)
    }
}

/// Counts nodes and looks at the clock now and then: often enough to stop within a millisecond, whatever a node costs,
/// and seldom enough not to be felt. One per thread; threads of one search share a [`Tally`].
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    tally: &'a Tally,
    /// Nodes counted by this meter.
    nodes: u64,
    /// Of those, how many the tally knows.
    told: u64,
    /// The clock is read when `nodes` gets here.
    next_look: u64,
    /// Nodes between looks.
    interval: u64,
    last_look: Instant,
    stopped: bool,
}

/// What the threads of one search know together.
#[derive(Default, Debug)]
pub struct Tally {
    nodes: AtomicU64,
    stop: AtomicBool,
}

impl Tally {
    /// Nodes of all threads, as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Ends all threads of this search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl<'a> Meter<'a> {
    const FIRST_INTERVAL: u64 = 16;
    const LONGEST_INTERVAL: u64 = 4096;
    /// The time between looks at the clock that the interval is steered to.
    const AIM: Duration = Duration::from_micros(300);

    /// A meter for one thread of a search.
    pub fn new(budget: &'a Budget, tally: &'a Tally) -> Self {
        let mut meter = Self {
            budget,
            tally,
            nodes: 0,
            told: 0,
            next_look: 0,
            interval: Self::FIRST_INTERVAL,
            last_look: Instant::now(),
            stopped: false,
        };
        meter.plan_next_look();
        meter
    }

    /// Counts a node; `true` when the search must stop.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.stopped
    }

    /// Whether the search must stop, without counting.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Nodes counted by this meter.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes of all threads.
    pub fn all_nodes(&self) -> u64 {
        self.tally.nodes() + (self.nodes - self.told)
    }

    /// Tells the tally what this meter has counted.
    pub fn tell(&mut self) {
        self.tally.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
    }

    #[cold]
    fn look(&mut self) {
        self.tell();
        let now = Instant::now();
        let since = now - self.last_look;
        self.last_look = now;
        let limits = &self.budget.limits;
        self.stopped |= self.budget.cancel.is_cancelled()
            || self.tally.stop.load(Ordering::Relaxed)
            || limits.nodes.is_some_and(|most| self.tally.nodes() >= most)
            || limits.hard.is_some_and(|hard| now - self.budget.started >= hard);
        if self.stopped {
            self.tally.stop();
        }
        if since > Self::AIM {
            self.interval = (self.interval / 2).max(1);
        } else if since < Self::AIM / 2 {
            self.interval = (self.interval * 2).min(Self::LONGEST_INTERVAL);
        }
        self.plan_next_look();
    }

    /// The node limit is met exactly; the clock is read every `interval` nodes.
    fn plan_next_look(&mut self) {
        let left = self.budget.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.tally.nodes()).max(1));
        self.next_look = self.nodes + self.interval.min(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_limit_is_met_exactly() {
        for most in [1, 15, 16, 17, 1000, 54_321] {
            let budget = Budget::new(Limits::nodes(most));
            let tally = Tally::default();
            let mut meter = Meter::new(&budget, &tally);
            while !meter.count() {}
            assert_eq!(meter.nodes(), most);
        }
    }

    #[test]
    fn a_cancelled_search_stops_at_the_next_look() {
        let budget = Budget::new(Limits::default());
        let tally = Tally::default();
        let mut meter = Meter::new(&budget, &tally);
        budget.cancel.cancel();
        let mut counted = 0;
        while !meter.count() {
            counted += 1;
        }
        assert!(counted <= Meter::FIRST_INTERVAL);
    }
}
