//! Which moves the report's agent considers: the best by power first, then the best by coverage.

use std::cmp::Reverse;
use std::sync::Arc;

use ply_game::{Game as _, Scored as _};
use ply_games::infexion::geometry::{CELLS, cells};
use ply_games::infexion::{Action, Direction, Infexion};
use ply_search::{AlphaBeta, AlphaBetaConfig, Budget, Hints, Report, Searcher, Sink};

use super::coverage::{Coverage, Exchanges, Judgement, Rule, sign};

/// Actions of a position at most: a spawn or six spreads for every cell.
const MOST_ACTIONS: usize = CELLS * Direction::ALL.len();

/// The report's agent: alpha-beta to a fixed depth over a few successors of each position.
#[derive(Clone, Debug)]
pub(super) struct CoverageSearch {
    pub(super) rule: Arc<Rule>,
    pub(super) breadth: usize,
    pub(super) lines: usize,
}

impl Searcher<Infexion> for CoverageSearch {
    fn search(&mut self, position: &Infexion, budget: &Budget, sink: &mut dyn Sink<Action>) -> Report<Action> {
        let successors = Successors { breadth: self.breadth, rule: self.rule.clone() };
        let config = AlphaBetaConfig { lines: self.lines, ..AlphaBetaConfig::pruning_only() };
        let searcher = AlphaBeta::with_hints(Exchanges(self.rule.clone()), successors, config);
        searcher.expect("the configuration is in its ranges").search(position, budget, sink)
    }
}

/// The choice of successors.
#[derive(Clone, Debug)]
struct Successors {
    breadth: usize,
    rule: Arc<Rule>,
}

/// An action with what the position after it is worth to the player who made it.
#[derive(Clone, Copy)]
pub(super) struct Successor {
    pub(super) action: Action,
    /// Its place in the list, which breaks ties.
    pub(super) place: usize,
    pub(super) power: i32,
    pub(super) judgement: Judgement,
}

impl Successor {
    /// Looks at the position after an action, which is judged for red.
    pub(super) fn new(
        position: &Infexion,
        action: Action,
        place: usize,
        judge: impl Fn(&Infexion) -> Judgement,
    ) -> Self {
        let child = position.after(action);
        let sign = sign(position.to_move());
        let [red, blue] = child.scores().expect("power counts");
        let Judgement { primary, secondary } = judge(&child);
        let judgement = Judgement { primary: sign * primary, secondary: sign * secondary };
        Self { action, place, power: sign * (red - blue), judgement }
    }
}

/// The spawns that are considered: where the mover covers the cell as often as the enemy.
pub(super) fn safe_spawns(rule: &Rule, position: &Infexion) -> impl Iterator<Item = Action> + use<> {
    let (mover, coverage) = (position.to_move(), Coverage::with(rule, position));
    let is_safe = move |cell: &usize| coverage.times(mover, *cell) >= coverage.times(mover.other(), *cell);
    cells(position.spawn_cells()).filter(is_safe).map(Action::spawn)
}

/// More than all power that is weighed.
const WON: i32 = 100_000;

/// The report's judgement of a position in which the game may be over.
fn judge(rule: &Rule, child: &Infexion) -> Judgement {
    match child.outcome() {
        Some(outcome) => Judgement { primary: outcome.winner().map_or(0, sign) * WON, secondary: 0 },
        None => Coverage::with(rule, child).judge(rule, child),
    }
}

impl Successors {
    /// The children of a position, spreads first as the report names them, then the spawns that are considered. Where that
    /// leaves nothing, every spawn.
    fn children<'a>(&self, position: &Infexion, list: &'a mut [Successor; MOST_ACTIONS]) -> &'a mut [Successor] {
        let spreads = cells(position.cells_of(position.to_move()))
            .flat_map(|cell| Direction::ALL.map(|direction| Action::spread(cell, direction)));
        let judge = |child: &Infexion| judge(&self.rule, child);
        let mut count = 0;
        for action in spreads.chain(safe_spawns(&self.rule, position)) {
            list[count] = Successor::new(position, action, count, judge);
            count += 1;
        }
        if count == 0 {
            for cell in cells(position.spawn_cells()) {
                list[count] = Successor::new(position, Action::spawn(cell), count, judge);
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
        let children = self.children(position, &mut list);
        // The first of several with the best power, as they are listed.
        let greedy = children.iter().rev().max_by_key(|child| child.power).expect("there is always an action").action;
        children.sort_unstable_by_key(|child| (Reverse(child.judgement), child.place));
        each(greedy);
        let others = children.iter().map(|child| child.action).filter(|&action| action != greedy);
        others.take(self.breadth - 1).for_each(each);
    }

    /// In a stable position the difference in power is believed at once.
    fn is_settled(&self, position: &Infexion) -> bool {
        Coverage::with(&self.rule, position).is_stable(position)
    }
}
