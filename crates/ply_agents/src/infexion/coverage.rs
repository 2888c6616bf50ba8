//! How often each side covers each cell, and who wins what: the evaluation of the report's agent.
//!
//! A stack covers the three cells next to it in each of the six directions; what lies farther along the torus is reached
//! the other way round. On a torus smaller than the report's that is so from halfway on. How often, depends on its power
//! alone, so a position's coverage is a sum of rows of a constant table: two vector additions for a stack, about 0.1
//! microseconds for a position.

use std::sync::Arc;

use ply_game::{Game as _, Player};
use ply_games::infexion::geometry::{CELLS, cells};
use ply_games::infexion::{Direction, Infexion, SIZES, Size};
use ply_search::Evaluator;

use crate::insight::{Insight, Map};
use crate::weights::weights;

weights! {
    /// How often stacks cover cells, and what exchanges bring.
    Weights of "coverage": ["report" => "coverage-report", "built-in" => "coverage"];
    one_next: 0..=9, "how often a stack of power 1 covers the cell next to it";
    two_next: 0..=9, "a stack of power 2 the next cell";
    two_second: 0..=9, "and the second";
    three_next: 0..=9, "a stack of power 3 the next cell";
    three_second: 0..=9, "the second";
    three_third: 0..=9, "and the third";
    more_next: 0..=9, "a higher stack the next cell";
    more_second: 0..=9, "the second";
    more_third: 0..=9, "and the third";
    kept: 0..=10, "a unit of power on a stack that is defended as often as attacked";
    lost: 0..=10, "a unit of power on another stack, for the opponent";
    saved: 0..=10, "a unit of power on the best stack that its owner, being to move, would lose";
}

/// How often a stack (row: its power) covers the cells one, two and three steps away.
const TIMES: [[u8; 3]; 7] = [[0, 0, 0], [1, 0, 0], [2, 2, 0], [2, 3, 2], [2, 3, 3], [2, 3, 3], [2, 3, 3]];

/// Cells of a row, filled up to whole vector registers.
const LANES: usize = 64;

/// What a stack on a cell with a power covers.
type Table = [[[u8; LANES]; 7]; CELLS];

/// The report's, on a board of each size.
static COVERED: [Table; SIZES] = {
    let mut tables = [[[[0; LANES]; 7]; CELLS]; SIZES];
    let mut at = 0;
    while at < SIZES {
        tables[at] = covered(Size::ALL[at], &TIMES);
        at += 1;
    }
    tables
};

const fn covered(size: Size, times: &[[u8; 3]; 7]) -> Table {
    let mut table = [[[0; LANES]; 7]; CELLS];
    let mut index = 0;
    while index < size.cells() {
        let cell = size.cell_at(index);
        let mut power = 1;
        while power < size.axis() {
            let mut way = 0;
            while way < 6 {
                let mut steps = 1;
                while steps <= size.axis() / 2 {
                    table[cell][power][size.along(cell, Direction::ALL[way], steps)] += times[power][steps - 1];
                    steps += 1;
                }
                way += 1;
            }
            power += 1;
        }
        index += 1;
    }
    table
}

/// How positions are judged.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// By the size of the board.
    covered: Vec<Table>,
    weights: Weights,
}

impl Rule {
    pub(super) fn new(weights: Weights) -> Self {
        let Weights { one_next, two_next, two_second, three_next, three_second, three_third, .. } = weights;
        let more = [weights.more_next, weights.more_second, weights.more_third];
        let three = [three_next, three_second, three_third];
        let times = [[0; 3], [one_next, 0, 0], [two_next, two_second, 0], three, more, more, more];
        // Ranges end at 9, so the numbers fit and a cell's sum over 18 stacks does too.
        let times = times.map(|row| row.map(|times| times as u8));
        // One after the other: together they are too large for a thread's stack in a browser.
        Self { covered: Size::ALL.into_iter().map(|size| covered(size, &times)).collect(), weights }
    }
}

/// How often each side covers each cell.
#[derive(Clone, Debug)]
pub(super) struct Coverage([[u8; LANES]; 2]);

/// What the report's agent thinks of a position, positive where it is good for red.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Judgement {
    /// The power won less the power lost in exchanges.
    pub(super) primary: i32,
    /// How much more often red covers the occupied cells; it orders moves whose primary evaluation is the same.
    pub(super) secondary: i32,
}

/// What a stack is worth to its owner: it is kept if it is defended at least as often as it is attacked.
fn worth(weights: &Weights, power: i32, attackers: u8, defenders: u8) -> i32 {
    if defenders >= attackers { weights.kept * power } else { -weights.lost * power }
}

impl Coverage {
    /// Adds up what all stacks cover, as the report has it.
    #[inline]
    pub(super) fn of(position: &Infexion) -> Self {
        Self::by(&COVERED, position)
    }

    /// The same by other numbers.
    pub(super) fn with(rule: &Rule, position: &Infexion) -> Self {
        Self::by(&rule.covered, position)
    }

    #[inline]
    fn by(tables: &[Table], position: &Infexion) -> Self {
        let covered = &tables[position.size() as usize];
        let mut coverage = [[0; LANES]; 2];
        for player in Player::BOTH {
            let sum = &mut coverage[player.index()];
            for cell in cells(position.cells_of(player)) {
                let row = &covered[cell][position.power(cell)];
                sum.iter_mut().zip(row).for_each(|(sum, times)| *sum += times);
            }
        }
        Self(coverage)
    }

    /// How often a player covers a cell.
    #[inline]
    pub(super) fn times(&self, player: Player, cell: usize) -> u8 {
        self.0[player.index()][cell]
    }

    /// How much more often a player covers a cell than the other does.
    #[inline]
    pub(super) fn balance(&self, player: Player, cell: usize) -> i32 {
        i32::from(self.times(player, cell)) - i32::from(self.times(player.other(), cell))
    }

    /// Primary and secondary evaluation of the position that was added up.
    pub(super) fn judge(&self, rule: &Rule, position: &Infexion) -> Judgement {
        let (mut primary, mut secondary) = (0, 0);
        let mover = position.to_move();
        // The best stack of the player to move that is about to be lost.
        let mut saved = 0;
        for player in Player::BOTH {
            let sign = sign(player);
            for cell in cells(position.cells_of(player)) {
                let power = position.power(cell) as i32;
                let (attackers, defenders) = (self.times(player.other(), cell), self.times(player, cell));
                let outnumbered = attackers > defenders;
                let worth = worth(&rule.weights, power, attackers, defenders);
                primary += sign * worth;
                secondary += sign * (i32::from(defenders) - i32::from(attackers));
                if player == mover && outnumbered {
                    saved = saved.max(power);
                }
            }
        }
        Judgement { primary: primary + sign(mover) * rule.weights.saved * saved, secondary }
    }

    /// Whether no stack can be captured.
    pub(super) fn is_stable(&self, position: &Infexion) -> bool {
        Player::BOTH
            .into_iter()
            .all(|player| cells(position.cells_of(player)).all(|cell| self.times(player.other(), cell) == 0))
    }

    fn map(&self, name: &'static str, size: Size, player: Player) -> Map {
        let values = cells(size.mask()).map(|cell| i32::from(self.times(player, cell))).collect();
        Map { name, values, width: size.axis(), rows: false }
    }
}

/// 1 for red, -1 for blue.
pub(super) fn sign(player: Player) -> i32 {
    match player {
        Player::First => 1,
        Player::Second => -1,
    }
}

/// The primary evaluation. In a stable position it is the difference in power.
#[derive(Clone, Debug)]
pub(super) struct Exchanges(pub(super) Arc<Rule>);

impl Evaluator<Infexion> for Exchanges {
    fn evaluate(&self, position: &Infexion) -> i32 {
        sign(position.to_move()) * Coverage::with(&self.0, position).judge(&self.0, position).primary
    }
}

/// Coverage and evaluation of a position as it is and as the report has it, positive for red.
pub(super) fn insight(position: &Infexion) -> Insight {
    let rule = Rule::new(Weights::load("report").expect("the report's weights are well formed"));
    let coverage = Coverage::of(position);
    let Judgement { primary, secondary } = coverage.judge(&rule, position);
    Insight {
        name: "coverage",
        maps: [("red", Player::First), ("blue", Player::Second)]
            .map(|(name, player)| coverage.map(name, position.size(), player))
            .into(),
        numbers: vec![("primary", primary), ("secondary", secondary)],
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::positions_under_way;
    use super::*;
    use ply_game::{Hashed as _, Scored as _};

    /// The table of examples in the report: colour, power, attackers, defenders; 4 in blue's favour.
    #[test]
    fn ties_go_to_the_defender_as_in_the_report() {
        use Player::{First, Second};
        let pieces = [(First, 4, 3, 2), (First, 3, 3, 3), (Second, 2, 2, 3), (Second, 1, 4, 4)];
        let weights = Weights::load("report").unwrap();
        let won = pieces
            .map(|(player, power, attackers, defenders)| sign(player) * worth(&weights, power, attackers, defenders));
        assert_eq!((won, won.iter().sum::<i32>()), ([-4, 3, -2, -1], -4));
    }

    /// The report's rule in its own words, stack by stack and step by step.
    fn slow(position: &Infexion) -> ([Vec<i32>; 2], i32, bool) {
        let size = position.size();
        let mut times = [vec![0; CELLS], vec![0; CELLS]];
        for from in 0..CELLS {
            let Some(owner) = position.owner(from) else { continue };
            for direction in Direction::ALL {
                for steps in 1..=size.axis() / 2 {
                    let row: [i32; 3] = match position.power(from) {
                        1 => [1, 0, 0],
                        2 => [2, 2, 0],
                        3 => [2, 3, 2],
                        _ => [2, 3, 3],
                    };
                    times[owner.index()][size.along(from, direction, steps)] += row[steps - 1];
                }
            }
        }
        let attacked = |cell: usize, owner: Player| times[owner.other().index()][cell];
        let owners = (0..CELLS).filter_map(|cell| Some((cell, position.owner(cell)?)));
        let lost = |&(cell, owner): &(usize, Player)| attacked(cell, owner) > times[owner.index()][cell];
        let swing: i32 = owners.clone().filter(lost).map(|(cell, o)| 2 * sign(o) * position.power(cell) as i32).sum();
        let mover = position.to_move();
        let saved = owners.clone().filter(|&(_, owner)| owner == mover).filter(lost);
        let saved = saved.map(|(cell, _)| position.power(cell) as i32).max().unwrap_or(0);
        let [red, blue] = position.scores().expect("power counts");
        let stable = owners.clone().all(|(cell, owner)| attacked(cell, owner) == 0);
        (times.clone(), red - blue - swing + sign(mover) * saved, stable)
    }

    #[test]
    fn the_fast_sums_are_the_slow_ones() {
        let mut stable_ones = 0;
        let rule = Rule::new(Weights::load("report").unwrap());
        assert_eq!(rule.covered, COVERED);
        for position in positions_under_way() {
            let (times, primary, stable) = slow(&position);
            let coverage = Coverage::of(&position);
            let seen = insight(&position);
            let on_board = times.map(|times| cells(position.size().mask()).map(|cell| times[cell]).collect::<Vec<_>>());
            assert_eq!([&seen.maps[0].values, &seen.maps[1].values], [&on_board[0], &on_board[1]]);
            assert_eq!(coverage.judge(&rule, &position).primary, primary, "{:x}", position.key());
            assert_eq!(coverage.is_stable(&position), stable);
            if stable {
                let [red, blue] = position.scores().expect("power counts");
                assert_eq!(primary, red - blue);
                stable_ones += 1;
            }
        }
        assert!(stable_ones > 50, "{stable_ones}");
    }
}
