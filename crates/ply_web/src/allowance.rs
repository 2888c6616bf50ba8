//! So many of something at a time, and half of them for one visitor: nobody can take all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::problem::Problem;
use crate::visitor::Visitor;

/// What one visitor may take of something: half, and one at least.
pub(crate) const fn share(most: usize) -> usize {
    if most < 2 { 1 } else { most / 2 }
}

/// So many of something at a time.
pub(crate) struct Allowance {
    /// What is counted, in the plural.
    what: &'static str,
    most: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by: HashMap<Visitor, usize>,
}

/// Some of it, given back when dropped.
pub(crate) struct Taking {
    allowance: Arc<Allowance>,
    visitor: Visitor,
    count: usize,
}

impl Allowance {
    pub(crate) fn new(what: &'static str, most: usize) -> Arc<Self> {
        Arc::new(Self { what, most, taken: Mutex::default() })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are taken.
    pub(crate) fn count(&self) -> usize {
        self.taken().all
    }

    /// Takes so many, or says why not: 429 where the visitor has its share, 503 where nothing is left for anybody.
    pub(crate) fn take(self: &Arc<Self>, visitor: Visitor, count: usize) -> Result<Taking, Problem> {
        let mut taken = self.taken();
        let (what, most, own) = (self.what, self.most, share(self.most));
        if taken.by.get(&visitor).copied().unwrap_or(0) + count > own {
            return Err(Problem::busy(format!(
                "one visitor may have {own} {what} at a time; end one or try again later"
            )));
        }
        if taken.all + count > most {
            return Err(Problem::full(format!(
                "all {most} {what} that there may be at a time are taken; try again later"
            )));
        }
        taken.all += count;
        *taken.by.entry(visitor).or_default() += count;
        drop(taken);
        Ok(Taking { allowance: self.clone(), visitor, count })
    }
}

impl Drop for Taking {
    fn drop(&mut self) {
        let mut taken = self.allowance.taken();
        taken.all -= self.count;
        if let Some(own) = taken.by.get_mut(&self.visitor) {
            *own -= self.count;
            if *own == 0 {
                taken.by.remove(&self.visitor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_visitor_gets_half_and_the_others_the_rest() {
        let chairs = Allowance::new("chairs", 4);
        let [ada, ben, chen] = ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map(|text| Visitor::of(text.parse().unwrap()));
        let take = |visitor| chairs.take(visitor, 1);
        let status = |visitor| take(visitor).map(drop).map_err(|problem| problem.status.as_u16());
        let hers = [take(ada).ok(), take(ada).ok()];
        assert_eq!(status(ada), Err(429));
        let _his = [take(ben).ok(), take(ben).ok()];
        assert_eq!((status(chen), chairs.count()), (Err(503), 4));
        drop(hers);
        assert_eq!((status(chen), status(ada), chairs.count()), (Ok(()), Ok(()), 2));
    }
}
