//! How an agent spends the time it is given, beyond what its clock says.

use ply_search::Limits;

/// What is at stake in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stakes {
    /// The move: it gets what there is.
    Move,
    /// There is one move to choose from, so only the score is at stake: a tenth of the time and of the nodes will do.
    Score,
    /// All moves are the same but for a symmetry: one ply will do.
    Nothing,
}

/// How an agent spends the time it is given. Agents without a policy of their own use it all.
#[derive(Clone, Copy, Debug)]
pub struct TimePolicy<G> {
    /// Tenths of the hard limit that are used; the rest is left for a busy machine.
    pub hard: u32,
    /// Tenths of that after which no iteration is begun, since it would hardly be finished.
    pub soft: Option<u32>,
    /// What is at stake in a position.
    pub stakes: fn(&G) -> Stakes,
}

impl<G> Default for TimePolicy<G> {
    fn default() -> Self {
        Self { hard: 10, soft: None, stakes: |_| Stakes::Move }
    }
}

impl<G> TimePolicy<G> {
    /// What a search of this position may use up.
    pub fn apply(&self, position: &G, mut limits: Limits) -> Limits {
        match (self.stakes)(position) {
            Stakes::Move => {}
            Stakes::Score => {
                const PART: u32 = 10;
                limits.nodes = limits.nodes.map(|nodes| nodes.div_ceil(PART.into()));
                [limits.soft, limits.hard] = [limits.soft, limits.hard].map(|time| time.map(|time| time / PART));
            }
            Stakes::Nothing => limits.depth = Some(1),
        }
        limits.hard = limits.hard.map(|hard| hard * self.hard / 10);
        if let (Some(tenths), Some(soft), Some(hard)) = (self.soft, limits.soft, limits.hard) {
            limits.soft = Some(soft.min(hard * tenths / 10));
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn without_a_policy_everything_is_used() {
        let limits = Limits { depth: Some(7), nodes: Some(1000), ..Limits::time(SECOND) };
        assert_eq!(TimePolicy::default().apply(&(), limits), limits);
    }

    #[test]
    fn a_share_is_left_for_a_busy_machine_and_no_iteration_is_begun_late() {
        let policy = TimePolicy { hard: 9, soft: Some(7), ..TimePolicy::default() };
        let limits = policy.apply(&(), Limits::time(SECOND));
        assert_eq!((limits.soft, limits.hard), (Some(SECOND * 63 / 100), Some(SECOND * 9 / 10)));
        let early = Limits { soft: Some(SECOND / 2), ..Limits::time(SECOND) };
        assert_eq!(policy.apply(&(), early).soft, early.soft);
        assert_eq!(policy.apply(&(), Limits::nodes(5)), Limits::nodes(5));
    }

    #[test]
    fn where_there_is_nothing_to_choose_little_is_spent() {
        let limits = Limits { nodes: Some(1001), ..Limits::time(SECOND) };
        let spent = |stakes| TimePolicy { stakes, ..TimePolicy::default() }.apply(&(), limits);
        let tenth = Limits { nodes: Some(101), ..Limits::time(SECOND / 10) };
        assert_eq!(spent(|()| Stakes::Score), tenth);
        assert_eq!(spent(|()| Stakes::Nothing), Limits { depth: Some(1), ..limits });
    }
}
