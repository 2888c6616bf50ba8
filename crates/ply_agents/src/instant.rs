//! Reports about moves that need no search.

use ply_search::{Bound, Budget, Proof, Report, RootMove, Score};

/// A report about a single move, found at so many plies by looking at so many positions.
pub(crate) fn instant<M: Copy>(
    mv: M,
    score: Score,
    bound: Bound,
    plies: u32,
    nodes: u64,
    budget: &Budget,
) -> Report<M> {
    let root = vec![RootMove { mv, score, bound, nodes, pv: vec![mv] }];
    Report {
        best: mv,
        score,
        proof: Proof::of(score),
        depth: plies,
        deepest: plies,
        nodes,
        time: budget.elapsed(),
        pv: vec![mv],
        root,
    }
}
