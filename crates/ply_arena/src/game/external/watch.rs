//! What running programs use, looked at all the time: while they think, and while their opponents do.
//!
//! One thread looks after all programs of the arena; it ends when there is none. A program that uses more than it may
//! is killed at once and told so at the next question.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use rustix::time::{ClockId, clock_gettime};

use crate::external::ProgramLimits;
use crate::external::sandbox::Group;
use crate::external::tree::{self, CpuLedger, MOST_LOCKS, Place, Stat};
use crate::game::fault::Reason;

/// Time between looks; more where a look is slow, so that looking takes a twentieth of a core at most.
const ROUND: Duration = Duration::from_millis(50);

/// A program that is looked after.
#[derive(Debug)]
pub(crate) struct Watched {
    root: u32,
    place: Place,
    limits: ProgramLimits,
    /// Where the kernel counts for us.
    group: Option<Group>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// What it is doing, for messages: "before 'ugiok'".
    doing: &'static str,
    /// The most memory that was seen.
    peak: u64,
    /// What it used too much of.
    excess: Option<(Reason, String)>,
    cpu: CpuLedger,
    /// It is being ended: its number may soon be another's.
    over: bool,
}

/// All that are looked after, and whether the thread runs.
static ALL: Mutex<(Vec<Weak<Watched>>, bool)> = Mutex::new((Vec::new(), false));

impl Watched {
    /// Looks after a program from now on, until this value is gone.
    pub(crate) fn new(root: u32, place: Place, limits: ProgramLimits, group: Option<Group>) -> Arc<Self> {
        let state = State { doing: "at its start", peak: 0, excess: None, cpu: CpuLedger::default(), over: false };
        let watched = Arc::new(Self { root, place, limits, group, state: Mutex::new(state) });
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        all.0.push(Arc::downgrade(&watched));
        if !all.1 {
            // Without the thread the arena still plays: limits of single processes hold.
            all.1 = thread::Builder::new().name("watch".to_owned()).spawn(watch).is_ok();
        }
        watched
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it is doing.
    pub(crate) fn doing(&self) -> &'static str {
        self.state().doing
    }

    /// It does something else from now on.
    pub(crate) fn does(&self, doing: &'static str) {
        self.state().doing = doing;
    }

    /// Asks whether the program has ended, while nobody looks; nobody looks any more if it has.
    pub(crate) fn ended<T>(&self, ended: impl FnOnce() -> Option<T>) -> Option<T> {
        let mut state = self.state();
        let ended = ended();
        state.over |= ended.is_some();
        ended
    }

    /// It is being ended; nobody looks any more.
    pub(crate) fn end(&self) {
        self.state().over = true;
    }

    /// Nothing of it is left: whoever still looks at it finds that nothing runs.
    pub(crate) fn remove_group(&self) {
        if let Some(group) = &self.group {
            group.remove();
        }
    }

    /// What it used too much of, and was killed for.
    pub(crate) fn excess(&self) -> Option<(Reason, String)> {
        let state = self.state();
        let ran_out = || {
            let out = self.group.as_ref().is_some_and(Group::ran_out_of_memory);
            out.then(|| {
                (Reason::Memory, format!("ran out of memory {}, allowed {}", state.doing, size(self.limits.memory)))
            })
        };
        state.excess.clone().or_else(ran_out)
    }

    /// The most memory that was seen; a program that nobody has looked at is looked at now.
    pub(crate) fn peak(&self) -> Option<u64> {
        let unseen = |state: MutexGuard<'_, State>| state.peak == 0 && !state.over;
        if unseen(self.state()) {
            self.look(&tree::all());
        }
        Some(self.state().peak).filter(|peak| *peak > 0)
    }

    /// Whether it was ever close to its limit of memory.
    pub(crate) fn was_close(&self) -> bool {
        self.state().peak > self.limits.memory / 10 * 9
    }

    /// CPU time it has used with all it started.
    pub(crate) fn cpu(&self) -> Duration {
        self.counted_cpu().unwrap_or_else(|| self.state().cpu.look(&tree::all(), self.root))
    }

    /// The same as the kernel counts it: nothing is missed.
    fn counted_cpu(&self) -> Option<Duration> {
        self.group.as_ref().and_then(Group::cpu)
    }

    /// Compares what it uses with what it may use.
    fn look(&self, all: &[Stat]) {
        let usage = tree::usage(all, self.root, self.place);
        let mut state = self.state();
        state.peak = state.peak.max(usage.memory);
        let seen = state.cpu.look(all, self.root);
        let cpu = self.counted_cpu().unwrap_or(seen);
        if state.over || state.excess.is_some() {
            return;
        }
        let doing = state.doing;
        state.excess = if usage.memory > self.limits.memory {
            let [used, allowed] = [usage.memory, self.limits.memory].map(size);
            Some((Reason::Memory, format!("used {used} of memory {doing}, allowed {allowed}")))
        } else if usage.processes > self.limits.processes {
            let (ran, allowed) = (usage.processes, self.limits.processes);
            Some((Reason::Crash, format!("ran {ran} processes {doing}, allowed {allowed}")))
        } else if let Some(allowed) = self.limits.cpu.filter(|most| cpu > *most) {
            let [used, allowed] = [cpu, allowed].map(|time| time.as_millis());
            Some((Reason::Timeout, format!("used {used} ms of CPU time in all, allowed {allowed} ms for a game")))
        } else if usage.locks > MOST_LOCKS {
            Some((Reason::Memory, format!("held more than {MOST_LOCKS} locks on files {doing}")))
        } else {
            None
        };
        if state.excess.is_some() {
            // Nobody waits for the root while the state is held: the number is still its own. A warden stays, and ends
            // when nothing is left.
            tree::signal_below(self.root, Signal::KILL);
            if let Some(root) = Pid::from_raw(self.root as i32).filter(|_| self.place == Place::Bare) {
                let _ = kill_process(root, Signal::KILL);
            }
        }
    }
}

fn watch() {
    let mut pause = ROUND;
    loop {
        thread::sleep(pause);
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let watched: Vec<Arc<Watched>> = all.0.iter().filter_map(Weak::upgrade).collect();
        all.0.retain(|watched| watched.strong_count() > 0);
        if watched.is_empty() {
            all.1 = false;
            return;
        }
        drop(all);
        let before = own_time();
        let processes = tree::all();
        watched.iter().for_each(|watched| watched.look(&processes));
        pause = ROUND.max((own_time() - before) * 20);
    }
}

/// CPU time of this thread: on a busy machine a look takes long without costing much.
fn own_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn size(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}
