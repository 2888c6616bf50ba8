//! The threats of a position as `simpai` counts them: windows that lack one piece, and what they mean together.
//!
//! A threat counts by when it can be carried out: at once by the player to move, when columns fill up (the first
//! player gets the 1st, 3rd, 5th row, the second player the others), or otherwise. Its empty cell is a *hole*. Nobody
//! likes to play below a hole: there the opponent carries out a threat or fills the own one. All moves below that are
//! harmless, and when they are used up, the player to move has to give way (zugzwang), which follows from their number.

use ply_game::{Game as _, Player};
use ply_games::simplexity::{Bits, Geometry, Shape, Simplexity};

use super::corridors::{Likeness, Weights};

/// The threats of one position, as they are found.
pub(super) struct Threats<'a, W> {
    weights: &'a Weights,
    occupied: W,
    geometry: &'static Geometry,
    mover: Player,
    /// Whether each player has a piece of its own shape.
    armed: [bool; 2],
    /// Whether anything asks where the holes are.
    asks_holes: bool,
    /// The empty cells in which each player threatens to complete a line.
    holes: [W; 2],
    /// What they count for the first player.
    sum: i32,
}

impl<'a, W: Bits> Threats<'a, W> {
    pub(super) fn new(position: &Simplexity<W>, weights: &'a Weights) -> Self {
        let armed = [(Player::First, Shape::Round), (Player::Second, Shape::Square)];
        Self {
            weights,
            occupied: position.planes().occupied,
            geometry: position.geometry(),
            mover: position.to_move(),
            armed: armed.map(|(player, shape)| position.left(player, shape) > 0),
            asks_holes: weights.stacked != 0 || weights.zugzwang != 0,
            holes: [W::default(); 2],
            sum: 0,
        }
    }

    /// One more, whose empty cell is this.
    pub(super) fn add(&mut self, likeness: Likeness, owner: Player, row: u16, cell: u16) {
        let weights = self.weights;
        let playable = row == 0 || self.occupied.contains(usize::from(cell) - 1);
        let mut worth = match playable {
            true if owner == self.mover => weights.playable,
            _ if owner == Player::after_plies(usize::from(row)) => weights.parity,
            _ => weights.distant,
        };
        if playable && owner != self.mover {
            worth += weights.answerable;
        }
        worth = match likeness {
            Likeness::Shape if self.armed[owner.index()] => worth,
            Likeness::Shape => worth * weights.unarmed / 100,
            Likeness::Colour => worth * weights.colour_threats / 100,
        };
        if weights.wait != 0 && !playable {
            let below = self.empty_below(row, cell);
            worth = worth * (100 - weights.wait * below).max(0) / 100;
        }
        self.sum += if owner == Player::First { worth } else { -worth };
        if self.asks_holes {
            let holes = &mut self.holes[owner.index()];
            if !holes.contains(usize::from(cell)) {
                holes.place(usize::from(cell), 1);
            }
        }
    }

    /// How many cells below this one are empty.
    fn empty_below(&self, row: u16, cell: u16) -> i32 {
        let column = self.occupied.run(usize::from(cell - row));
        i32::from(row) - (column & ((1 << row) - 1)).count_ones() as i32
    }

    /// What all of them count for the first player, those that lie above each other included.
    pub(super) fn sum(&self) -> i32 {
        if self.weights.stacked == 0 {
            return self.sum;
        }
        let pairs = self.holes.each_ref().map(stacked);
        self.sum + (pairs[0] - pairs[1]) * self.weights.stacked
    }

    /// What it counts for the player to move that there are so many harmless moves: the more the fewer there are.
    /// Nothing where there are no holes above a cell that can be filled.
    pub(super) fn zugzwang(&self) -> i32 {
        if self.weights.zugzwang == 0 || self.holes == [W::default(); 2] {
            return 0;
        }
        let mut harmless = 0;
        let mut anything_to_avoid = false;
        for column in 0..self.geometry.cols() {
            let start = self.geometry.start(column);
            let taken = self.occupied.run(start) & (u64::MAX >> (64 - self.geometry.rows()));
            let height = taken.count_ones() as i32;
            let holes =
                (self.holes[0].run(start) | self.holes[1].run(start)) & (u64::MAX >> (64 - self.geometry.rows()));
            if holes == 0 {
                harmless += self.geometry.rows() as i32 - height;
            } else {
                let below = holes.trailing_zeros() as i32 - height;
                harmless += (below - 1).max(0);
                anything_to_avoid |= below > 0;
            }
        }
        if !anything_to_avoid {
            return 0;
        }
        let cells = self.geometry.cells() as i32;
        let worth = self.weights.zugzwang * (cells - harmless) / cells;
        if harmless % 2 == 1 { worth } else { -worth }
    }
}

/// How many cells of a set lie directly above another of it. The highest row has a guard above it.
fn stacked<W: Bits>(set: &W) -> i32 {
    let pairs = |index| {
        let next = if index + 1 < W::WORDS { set.word(index + 1) << 63 } else { 0 };
        (set.word(index) & (set.word(index) >> 1 | next)).count_ones() as i32
    };
    (0..W::WORDS).map(pairs).sum()
}

#[cfg(test)]
mod tests {
    use ply_games::simplexity::Wide;

    use super::super::corridors::tests::only;
    use super::*;

    /// The board after these moves, Red or White to move as it comes.
    fn after(moves: &str) -> Simplexity<u64> {
        let mut position = Simplexity::default();
        ply_game::play_texts(&mut position, moves).unwrap();
        position
    }

    /// What threats of the first player's shape in the cells (row, column) count for the first player.
    fn of_shape(position: &Simplexity<u64>, cells: &[(usize, usize)], change: impl FnOnce(&mut Weights)) -> i32 {
        let weights = only(change);
        let mut threats = Threats::new(position, &weights);
        for &(row, column) in cells {
            threats.add(Likeness::Shape, Player::First, row as u16, position.geometry().cell(row, column) as u16);
        }
        threats.sum()
    }

    #[test]
    fn a_threat_counts_by_when_it_can_be_carried_out() {
        let all = |weights: &mut Weights| {
            (weights.playable, weights.parity, weights.distant, weights.answerable) = (50, 30, 20, 7);
        };
        let start = after("");
        assert_eq!(of_shape(&start, &[(0, 0)], all), 50);
        assert_eq!(of_shape(&start, &[(2, 0)], all), 30);
        assert_eq!(of_shape(&start, &[(1, 0)], all), 20);
        assert_eq!(of_shape(&after("s3"), &[(0, 0)], all), 37, "Red is to move and can fill it");
    }

    #[test]
    fn a_threat_high_above_the_pieces_counts_less() {
        let change = |weights: &mut Weights| (weights.parity, weights.wait) = (100, 20);
        let position = after("o0 s0");
        assert_eq!([(2, 0), (4, 0), (2, 1)].map(|cell| of_shape(&position, &[cell], change)), [0, 60, 60]);
    }

    #[test]
    fn a_threat_without_a_piece_to_carry_it_out_counts_less() {
        let mut position = Simplexity::<u64>::new(Geometry::of(4, 4, 4), 1, 7);
        ply_game::play_texts(&mut position, "o0 s1").unwrap();
        let change = |weights: &mut Weights| (weights.parity, weights.unarmed) = (100, 25);
        assert_eq!(of_shape(&position, &[(2, 2)], change), 25);
    }

    #[test]
    fn threats_above_each_other_count_more() {
        let change = |weights: &mut Weights| weights.stacked = 10;
        assert_eq!(of_shape(&after(""), &[(1, 2), (2, 2), (2, 2), (4, 2), (5, 2), (0, 3)], change), 20);
        let geometry = Geometry::of(20, 30, 5);
        let mut set = Wide::<24>::default();
        for row in 0..20 {
            set.place(geometry.cell(row, 3), 1);
        }
        assert_eq!(stacked(&set), 19);
    }

    #[test]
    fn who_has_no_harmless_move_gives_way() {
        let weights = only(|weights| weights.zugzwang = 100);
        let judged = |moves: &str, hole: Option<(usize, usize)>| {
            let position = after(moves);
            let mut threats = Threats::new(&position, &weights);
            if let Some((row, column)) = hole {
                threats.add(Likeness::Shape, Player::First, row as u16, position.geometry().cell(row, column) as u16);
            }
            threats.zugzwang()
        };
        assert_eq!(judged("", None), 0);
        assert_eq!(judged("", Some((0, 0))), 0, "it can be filled at once");
        // 36 cells beside the column and one below the cell under the hole.
        assert_eq!(judged("", Some((2, 0))), 100 * 5 / 42);
        assert_eq!(judged("", Some((1, 0))), -(100 * 6 / 42));
        assert_eq!(judged("o6", Some((2, 0))), -(100 * 6 / 42));
    }
}
