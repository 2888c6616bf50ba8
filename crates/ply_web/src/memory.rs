//! The memory of all agents together, booked before any of it is taken.
//!
//! An agent has its tables while it thinks. Between its thoughts it rests with them in its chair, until somebody else needs
//! the memory: then whoever has rested longest goes, and is built anew for its next thought. So whatever is asked for,
//! there is never more than was set at the start, and whoever waits has no table.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// An agent of any game.
type AnyBody = Box<dyn Any + Send>;

/// Megabytes for all agents.
pub(crate) struct Memory {
    megabytes: Arc<Semaphore>,
    most: u32,
    resting: Mutex<Resting>,
}

#[derive(Default)]
struct Resting {
    /// The agents that rest, by numbers that grow.
    agents: BTreeMap<u64, Granted>,
    last: u64,
    /// How many wait for memory: while somebody does, nobody rests.
    wanted: usize,
}

/// Memory for one thought, with the agent if that has rested.
pub(crate) struct Granted {
    // Dropped first: memory is free when the agent is gone.
    agent: Option<AnyBody>,
    booked: OwnedSemaphorePermit,
}

impl Memory {
    pub(crate) fn new(megabytes: u64) -> Arc<Self> {
        let most = u32::try_from(megabytes).unwrap_or(u32::MAX).min(Semaphore::MAX_PERMITS as u32);
        Arc::new(Self { megabytes: Arc::new(Semaphore::new(most as usize)), most, resting: Mutex::default() })
    }

    /// Megabytes that are booked.
    pub(crate) fn booked(&self) -> u64 {
        u64::from(self.most) - self.megabytes.available_permits() as u64
    }

    fn resting(&self) -> MutexGuard<'_, Resting> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the one away who has rested longest and has memory. Whether there was one.
    fn send_one_away(&self) -> bool {
        let mut resting = self.resting();
        let longest = resting.agents.iter().find(|(_, granted)| granted.booked.num_permits() > 0).map(|(key, _)| *key);
        let gone = longest.and_then(|key| resting.agents.remove(&key));
        drop(resting);
        gone.is_some()
    }

    /// Books memory; waits in line for it where those who rest do not have enough.
    async fn book(&self, megabytes: u64) -> OwnedSemaphorePermit {
        let megabytes = megabytes.min(self.most.into()) as u32;
        let _wanted = Wanted::begin(self);
        loop {
            if let Ok(booked) = self.megabytes.clone().try_acquire_many_owned(megabytes) {
                return booked;
            }
            if !self.send_one_away() {
                break;
            }
        }
        let booked = self.megabytes.clone().acquire_many_owned(megabytes).await;
        booked.expect("the semaphore is never closed")
    }
}

/// Somebody waits for memory.
struct Wanted<'a>(&'a Memory);

impl<'a> Wanted<'a> {
    fn begin(memory: &'a Memory) -> Self {
        memory.resting().wanted += 1;
        Self(memory)
    }
}

impl Drop for Wanted<'_> {
    fn drop(&mut self) {
        self.0.resting().wanted -= 1;
    }
}

/// Where one agent rests between its thoughts.
pub(crate) struct Chair {
    memory: Arc<Memory>,
    megabytes: u64,
    seat: Mutex<Option<u64>>,
}

impl Chair {
    /// A chair for an agent that needs so much.
    pub(crate) fn new(memory: &Arc<Memory>, megabytes: u64) -> Arc<Self> {
        Arc::new(Self { memory: memory.clone(), megabytes, seat: Mutex::default() })
    }

    fn rise(&self) -> Option<Granted> {
        let seat = self.seat.lock().unwrap_or_else(PoisonError::into_inner).take();
        seat.and_then(|seat| self.memory.resting().agents.remove(&seat))
    }

    /// Memory for the agent's next thought.
    pub(crate) async fn grant(&self) -> Granted {
        match self.rise() {
            Some(granted) => granted,
            None => Granted { agent: None, booked: self.memory.book(self.megabytes).await },
        }
    }

    fn rest(&self, granted: Granted) {
        let mut resting = self.memory.resting();
        if resting.wanted > 0 && granted.booked.num_permits() > 0 {
            drop(resting);
            return drop(granted);
        }
        resting.last += 1;
        let seat = resting.last;
        resting.agents.insert(seat, granted);
        drop(resting);
        let before = self.seat.lock().unwrap_or_else(PoisonError::into_inner).replace(seat);
        drop(before.and_then(|seat| self.memory.resting().agents.remove(&seat)));
    }
}

impl Drop for Chair {
    fn drop(&mut self) {
        drop(self.rise());
    }
}

impl Granted {
    /// Thinks with the agent that has rested, or with a new one, which then rests in the chair.
    pub(crate) fn think<A: Send + 'static, T, E>(
        self,
        chair: &Chair,
        build: impl FnOnce() -> Result<A, E>,
        think: impl FnOnce(&mut A) -> T,
    ) -> Result<T, E> {
        let Self { agent, booked } = self;
        let mut agent = match agent.and_then(|agent| agent.downcast().ok()) {
            Some(agent) => *agent,
            None => build()?,
        };
        let thought = think(&mut agent);
        chair.rest(Granted { agent: Some(Box::new(agent)), booked });
        Ok(thought)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_rests_longest_makes_room() {
        let memory = Memory::new(100);
        let chairs = [40, 40, 40].map(|megabytes| Chair::new(&memory, megabytes));
        for (chair, booked) in chairs.iter().zip([40, 80, 80]) {
            chair.grant().await.think(chair, || Ok::<_, ()>(7_u8), |_| ()).unwrap();
            assert_eq!(memory.booked(), booked);
        }
        assert!(chairs[1].grant().await.agent.is_some(), "the second still rested");
        assert!(chairs[0].grant().await.agent.is_none(), "the first had to go");
        drop(chairs);
        assert_eq!(memory.booked(), 0);
    }

    #[tokio::test]
    async fn who_waits_gets_what_the_next_one_who_ends_has() {
        let memory = Memory::new(100);
        let (thinking, waiting) = (Chair::new(&memory, 60), Chair::new(&memory, 60));
        let granted = thinking.grant().await;
        let waits = tokio::spawn(async move { waiting.grant().await.booked.num_permits() });
        while memory.resting().wanted == 0 {
            tokio::task::yield_now().await;
        }
        granted.think(&thinking, || Ok::<_, ()>(7_u8), |_| ()).unwrap();
        assert_eq!(waits.await.unwrap(), 60);
        assert!(thinking.rise().is_none(), "it could not rest while somebody waited");
    }

    #[tokio::test]
    async fn more_than_there_is_waits_for_all_of_it() {
        let memory = Memory::new(100);
        let greedy = Chair::new(&memory, 1000);
        let granted = greedy.grant().await;
        assert_eq!((granted.booked.num_permits(), memory.booked()), (100, 100));
    }
}
