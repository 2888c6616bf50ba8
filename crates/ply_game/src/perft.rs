//! Counting the positions at each depth: the classic test and the classic benchmark of rules.

use crate::{Game, Outcome, Player};

/// The positions at exactly one depth. Final positions are counted where they stand and not expanded.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct PerftRow {
    /// Moves from the root.
    pub depth: usize,
    /// Positions (paths) at this depth.
    pub nodes: u64,
    /// How many of them the first player has won.
    pub first_wins: u64,
    /// How many of them the second player has won.
    pub second_wins: u64,
    /// How many of them are drawn.
    pub draws: u64,
}

impl PerftRow {
    #[inline]
    fn count(&mut self, outcome: Option<Outcome>) {
        self.nodes += 1;
        match outcome {
            None => {}
            Some(Outcome::Win(Player::First)) => self.first_wins += 1,
            Some(Outcome::Win(Player::Second)) => self.second_wins += 1,
            Some(Outcome::Draw) => self.draws += 1,
        }
    }

    /// Adds the counts of another root's row of the same depth.
    pub fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.first_wins += other.first_wins;
        self.second_wins += other.second_wins;
        self.draws += other.draws;
    }
}

/// Rows for depths 1 to `depth` (or the single row 0). Every leaf is played and its outcome asked for.
///
/// ```
/// use ply_game::{TreeGame, perft};
/// let tree: TreeGame = "1[2[+ -] 1[= + 2[- -]]]".parse().unwrap();
/// let rows = perft(&tree, 2);
/// assert_eq!((rows[0].nodes, rows[1].nodes, rows[1].draws), (2, 5, 1));
/// ```
pub fn perft<G: Game>(position: &G, depth: usize) -> Vec<PerftRow> {
    let mut rows = empty_rows(depth);
    if depth == 0 {
        rows[0].count(position.outcome());
    } else if position.outcome().is_none() {
        perft_walk(position, &mut rows);
    }
    rows
}

fn empty_rows(depth: usize) -> Vec<PerftRow> {
    (1.min(depth)..=depth).map(|depth| PerftRow { depth, ..PerftRow::default() }).collect()
}

/// Adds the counts below a position that is not over, as many levels deep as there are rows.
pub fn perft_walk<G: Game>(position: &G, rows: &mut [PerftRow]) {
    let Some((row, deeper)) = rows.split_first_mut() else { return };
    if deeper.is_empty() {
        position.legal_moves(|mv| row.count(position.after(mv).outcome()));
    } else {
        position.legal_moves(|mv| {
            let child = position.after(mv);
            let outcome = child.outcome();
            row.count(outcome);
            if outcome.is_none() {
                perft_walk(&child, deeper);
            }
        });
    }
}
