//! Spreads that take something: what they win at once, and which of them are worth playing out.

use ply_game::Game as _;
use ply_games::infexion::geometry::cells;
use ply_games::infexion::{Action, Direction, Infexion};

use super::reach::{Reach, star};

/// A spread seen as an exchange.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capture {
    pub(super) action: Action,
    /// The enemy stacks it takes.
    pub(super) targets: u64,
    /// By how much the difference in power grows.
    pub(super) gain: i32,
}

impl Capture {
    /// What a spread of the mover's wins at once; `None` if no enemy stands in its way.
    #[inline]
    pub(super) fn new(position: &Infexion, cell: usize, direction: Direction) -> Option<Self> {
        let size = position.size();
        let path = size.ray(cell, direction, position.power(cell));
        let targets = path & position.cells_of(position.to_move().other());
        if targets == 0 {
            return None;
        }
        // A brimming cell is destroyed: nobody has its power then.
        let destroyed = (path & position.brimming()).count_ones() as i32;
        let gain = 2 * position.power_on(targets) as i32 - size.axis() as i32 * destroyed;
        Some(Self { action: Action::spread(cell, direction), targets, gain })
    }

    /// The same for any action.
    #[inline]
    pub(super) fn of(position: &Infexion, action: Action) -> Option<Self> {
        Self::new(position, action.cell(), action.direction()?)
    }

    /// What is left of the gain if the enemy takes back the best of what was won, where nobody could answer that.
    #[inline]
    pub(super) fn safe_gain(&self, position: &Infexion, own: Reach, enemy: Reach) -> i32 {
        let mut loss = 0;
        for cell in cells(self.targets & enemy.once & !(own.twice & !enemy.twice)) {
            loss = loss.max(2 * (position.power(cell) as i32 + 1));
        }
        self.gain - loss
    }
}

/// Captures of one position at most: more are seldom and left out.
const MOST: usize = 48;

/// Calls `each` with the captures worth playing out: for every enemy stack the one that wins most, if it wins something
/// after the next exchange.
pub(super) fn each_worthwhile(position: &Infexion, mut each: impl FnMut(Action)) {
    let mover = position.to_move();
    let (own, enemy) = (position.cells_of(mover), position.cells_of(mover.other()));
    let mut list = [(0, 0, Action::spawn(0)); MOST];
    let mut count = 0;
    let mut reaches = None;
    for cell in cells(own) {
        if star(position, cell) & enemy == 0 {
            continue;
        }
        for capture in Direction::ALL.into_iter().filter_map(|direction| Capture::new(position, cell, direction)) {
            if count == MOST {
                break;
            }
            let (own, enemy) = *reaches.get_or_insert_with(|| (Reach::of(position, own), Reach::of(position, enemy)));
            let safe = capture.safe_gain(position, own, enemy);
            if safe >= 0 {
                list[count] = (safe, capture.targets, capture.action);
                count += 1;
            }
        }
    }
    let list = &mut list[..count];
    list.sort_unstable_by_key(|&(safe, _, action)| (std::cmp::Reverse(safe), action));
    let mut taken = 0;
    for &(_, targets, action) in list.iter() {
        if targets & !taken != 0 {
            taken |= targets;
            each(action);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::positions_under_way;
    use super::*;
    use ply_game::{Player, Scored as _};

    /// The difference in power as the mover of `position` sees it.
    fn lead(position: &Infexion, mover: Player) -> i32 {
        let scores = position.scores().expect("power counts");
        scores[mover.index()] - scores[mover.other().index()]
    }

    #[test]
    fn a_capture_gains_what_the_rules_say() {
        let mut captures = 0;
        for position in positions_under_way() {
            let mover = position.to_move();
            position.legal_moves(|action| {
                let gain = lead(&position.after(action), mover) - lead(&position, mover);
                match Capture::of(&position, action) {
                    Some(capture) => {
                        assert_eq!(capture.gain, gain, "{action} in {position:?}");
                        captures += 1;
                    }
                    None if action.direction().is_none() => assert_eq!(gain, 1),
                    None => assert!(gain % position.size().axis() as i32 == 0),
                }
            });
        }
        assert!(captures > 1000);
    }

    #[test]
    fn worthwhile_captures_are_legal_and_each_takes_something_new() {
        for position in positions_under_way() {
            let legal = position.move_list();
            let mut taken = 0;
            each_worthwhile(&position, |action| {
                assert!(legal.contains(&action));
                let targets = Capture::of(&position, action).expect("a capture").targets;
                assert_ne!(targets & !taken, 0);
                taken |= targets;
            });
        }
    }
}
