//! Faults counted by kind: those that differ only in numbers are one.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::fault::Fault;

/// Faults of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultSeen {
    /// The first of them, with its last words.
    #[serde(flatten)]
    pub fault: Fault,
    /// How many there were.
    pub count: u64,
}

/// Faults by kind, in the order they were first seen.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct FaultTally(Vec<FaultSeen>);

impl FaultTally {
    /// Takes in a fault.
    pub fn add(&mut self, fault: &Fault) {
        let alike =
            |seen: &&mut FaultSeen| seen.fault.reason == fault.reason && same(&seen.fault.message, &fault.message);
        match self.0.iter_mut().find(alike) {
            Some(seen) => {
                seen.count += 1;
                if seen.fault.last_words.is_empty() {
                    seen.fault.last_words.clone_from(&fault.last_words);
                }
            }
            None => self.0.push(FaultSeen { fault: fault.clone(), count: 1 }),
        }
    }

    /// How often each kind was seen, by the words of its first.
    pub fn reasons(&self) -> BTreeMap<String, u64> {
        self.0.iter().map(|seen| (seen.fault.to_string(), seen.count)).collect()
    }

    /// Each kind.
    pub fn iter(&self) -> impl Iterator<Item = &FaultSeen> {
        self.0.iter()
    }
}

/// Whether two texts are the same but for their numbers.
fn same(one: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| c.is_ascii_digit()).filter(|part| !part.is_empty() && *part != ".");
        parts.map(str::to_owned).collect()
    };
    words(one) == words(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reason;

    #[test]
    fn faults_that_differ_only_in_numbers_are_one() {
        let mut tally = FaultTally::default();
        for (reason, message, words) in [
            (Reason::Timeout, "answered after 103.5 ms, had 100.0 ms", ""),
            (Reason::Timeout, "answered after 97 ms, had 9.25 ms", "slow"),
            (Reason::Stall, "answered after 97 ms, had 9.25 ms", ""),
            (Reason::IllegalMove, "answered 'h9,9': no such edge", ""),
            (Reason::IllegalMove, "answered 'v9,9': no such edge", ""),
        ] {
            tally.add(&Fault::new(reason, message).with_last_words(words));
        }
        let seen: Vec<(u64, &str)> = tally.iter().map(|seen| (seen.count, seen.fault.last_words.as_str())).collect();
        assert_eq!(seen, [(2, "slow"), (1, ""), (1, ""), (1, "")]);
        assert_eq!(tally.0[0].fault.message, "answered after 103.5 ms, had 100.0 ms");
    }
}
