//! Which moves the report's agent considers: the best by power first, then the best by coverage.

use std::cmp::Reverse;

use ply_game::{Game as _, Player, Scored as _};
use ply_games::infexion::geometry::{CELLS, SIZE, cells, ray};
use ply_games::infexion::{Action, Direction, Infexion};
use ply_search::{AlphaBeta, AlphaBetaConfig, Budget, Hints, Report, Searcher, Sink};

use super::coverage::{Coverage, Exchanges, Judgement, sign};

/// Actions of a position at most: a spawn or six spreads for every cell.
const MOST_ACTIONS: usize = CELLS * Direction::ALL.len();

/// The report's agent: alpha-beta to a fixed depth over a few successors of each position.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoverageSearch {
    pub(super) breadth: usize,
    /// As the published program chose its successors.
    pub(super) published: bool,
    pub(super) lines: usize,
}

impl Searcher<Infexion> for CoverageSearch {
    fn search(&mut self, position: &Infexion, budget: &Budget, sink: &mut dyn Sink<Action>) -> Report<Action> {
        let successors = Successors { breadth: self.breadth, published: self.published, root: position.turn() };
        let config = AlphaBetaConfig { lines: self.lines, ..AlphaBetaConfig::pruning_only() };
        let searcher = AlphaBeta::with_hints(Exchanges, successors, config);
        searcher.expect("the configuration is in its ranges").search(position, budget, sink)
    }
}

/// The choice of successors.
#[derive(Clone, Copy, Debug)]
struct Successors {
    breadth: usize,
    published: bool,
    /// The turn of the search's root.
    root: usize,
}

/// An action with what the position after it is worth to the player who made it.
#[derive(Clone, Copy)]
struct Successor {
    action: Action,
    /// Its place in the list, which breaks ties.
    place: usize,
    power: i32,
    judgement: Judgement,
}

impl Successor {
    fn new(position: &Infexion, action: Action, place: usize) -> Self {
        let child = position.after(action);
        let mover = position.to_move();
        let [red, blue] = child.scores().expect("power counts");
        let Judgement { primary, secondary } = match child.outcome() {
            Some(outcome) => Judgement { primary: outcome.winner().map_or(0, sign) * WON, secondary: 0 },
            None => Coverage::of(&child).judge(&child),
        };
        let sign = sign(mover);
        let judgement = Judgement { primary: sign * primary, secondary: sign * secondary };
        Self { action, place, power: sign * (red - blue), judgement }
    }
}

/// More than any power.
const WON: i32 = 1000;

impl Successors {
    /// The children of a position, spreads first as the report names them; a spawn only where the mover covers the cell
    /// as often as the enemy. Where that leaves nothing, every spawn.
    fn children<'a>(position: &Infexion, list: &'a mut [Successor; MOST_ACTIONS]) -> &'a mut [Successor] {
        let mover = position.to_move();
        let coverage = Coverage::of(position);
        let is_safe = |cell: &usize| coverage.times(mover, *cell) >= coverage.times(mover.other(), *cell);
        let spreads = cells(position.cells_of(mover))
            .flat_map(|cell| Direction::ALL.map(|direction| Action::spread(cell, direction)));
        let spawns = || cells(position.spawn_cells());
        let mut count = 0;
        for action in spreads.chain(spawns().filter(is_safe).map(Action::spawn)) {
            list[count] = Successor::new(position, action, count);
            count += 1;
        }
        if count == 0 {
            for cell in spawns() {
                list[count] = Successor::new(position, Action::spawn(cell), count);
                count += 1;
            }
        }
        &mut list[..count]
    }
}

impl Hints<Infexion> for Successors {
    fn moves(&self, position: &Infexion, mut each: impl FnMut(Action)) {
        let judgement = Judgement { primary: 0, secondary: 0 };
        let blank = Successor { action: Action::spawn(0), place: 0, power: 0, judgement };
        let mut list = [blank; MOST_ACTIONS];
        let children = Self::children(position, &mut list);
        // The first of several with the best power, as they are listed.
        let greedy = children.iter().rev().max_by_key(|child| child.power).expect("there is always an action").action;
        children.sort_unstable_by_key(|child| (Reverse(child.judgement), child.place));
        each(greedy);
        let others = |children: &[Successor], most: usize, each: &mut dyn FnMut(Action)| {
            children.iter().map(|child| child.action).filter(|&action| action != greedy).take(most).for_each(each);
        };
        if !self.published {
            others(children, self.breadth - 1, &mut each);
        } else if position.turn() == self.root {
            others(children, self.breadth.saturating_sub(2), &mut each);
        } else {
            let slice = &children[1..children.len().min(self.breadth - 1).max(1)];
            slice.iter().for_each(|child| each(child.action));
        }
    }

    /// In a stable position the difference in power is believed at once.
    fn is_settled(&self, position: &Infexion) -> bool {
        if self.published { no_line_is_shared(position) } else { Coverage::of(position).is_stable(position) }
    }
}

/// Whether no stack has an enemy on one of its three lines, at whatever distance: where the published program took a
/// position for stable.
fn no_line_is_shared(position: &Infexion) -> bool {
    let blue = position.cells_of(Player::Second);
    let lines = |cell| Direction::ALL.into_iter().fold(0, |mask, direction| mask | ray(cell, direction, SIZE - 1));
    cells(position.cells_of(Player::First)).all(|cell| lines(cell) & blue == 0)
}
