//! Work shared out among the threads of a pool, compiled once whatever it works on.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// What `work` gives for each number below `count`, in their order. The threads are those of the pool it is called in.
pub fn map_numbers<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let found: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    each_number(count, &|number| {
        let answer = work(number);
        *found[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
    });
    let answer = |found: Mutex<Option<T>>| found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.into_iter().map(|found| answer(found).expect("every number is worked on")).collect()
}

/// Not generic: what the pool needs for one kind of work is a thousand lines of machine code, and there are many kinds.
fn each_number(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_the_order_of_the_numbers() {
        assert_eq!(map_numbers(100, |number| number * number), (0..100).map(|n| n * n).collect::<Vec<_>>());
        assert!(map_numbers(0, |number| number).is_empty());
    }
}
