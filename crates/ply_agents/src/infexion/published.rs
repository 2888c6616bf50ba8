//! The program that the report's authors published, move for move.
//!
//! It differs from the report in what it does with ties and ends, and by some slips:
//! - Its board lists the occupied cells in the order in which they were occupied, and spreads are tried in that order. So
//!   equal moves are told apart by how the position came about, which [`Listed`] keeps.
//! - The greedy child is the first of the best in power once all are sorted by evaluation.
//! - It considers one child less than its breadth, and than there are; the greedy child replaces one of these. At inner
//!   nodes that is always the best, because all boards compare equal.
//! - A position is stable only where no stack has an enemy on one of its lines, however far: cells that are covered zero
//!   times count as covered.
//! - A side without stacks has lost, however little the other has and however soon; nothing else ends a game.
//! - An enemy's last stack is captured without a search.

use std::cmp::Reverse;
use std::sync::Arc;

use ply_game::{Game as _, Player, Scored as _};
use ply_games::infexion::geometry::cells;
use ply_games::infexion::{Action, Direction, Infexion};
use ply_search::{Bound, Budget, Evaluator as _, Meter, Proof, Report, RootMove, Score, Searcher, Sink, Tally};

use super::coverage::{Coverage, Exchanges, Rule, sign};
use super::successors::{Successor, safe_spawns};
use crate::instant::instant;

/// The order in which the program spreads a stack.
const DIRECTIONS: [Direction; 6] =
    [Direction::Up, Direction::UpRight, Direction::DownRight, Direction::Down, Direction::DownLeft, Direction::UpLeft];

/// How deep the program looks where nothing else is said.
pub(super) const PLIES: u32 = 4;

/// What it is worth that the enemy has no stack left.
const ELIMINATION: i32 = 1000;

/// More than any value.
const UNBOUNDED: i32 = i32::MAX;

/// A position, and its occupied cells in the order in which they were occupied.
#[derive(Clone, Debug)]
struct Listed {
    position: Infexion,
    order: Vec<usize>,
}

impl Listed {
    /// A position of whose past nothing is known: cell by cell.
    fn new(position: &Infexion) -> Self {
        Self { position: *position, order: cells(position.occupied()).collect() }
    }

    fn after(&self, action: Action) -> Self {
        let (from, position) = (action.cell(), self.position.after(action));
        let mut order: Vec<usize> = self.order.iter().copied().filter(|&cell| position.power(cell) > 0).collect();
        match action.direction() {
            None => order.push(from),
            Some(direction) => {
                let reached =
                    (1..=self.position.power(from)).map(|steps| position.size().along(from, direction, steps));
                order.extend(reached.filter(|&cell| self.position.power(cell) == 0));
            }
        }
        Self { position, order }
    }

    fn spreads(&self) -> impl Iterator<Item = Action> {
        let mover = self.position.to_move();
        let own = self.order.iter().filter(move |&&cell| self.position.owner(cell) == Some(mover));
        own.flat_map(|&cell| DIRECTIONS.map(|direction| Action::spread(cell, direction)))
    }

    /// The actions that are considered, the greedy one first.
    fn successors(&self, rule: &Rule, breadth: usize, is_root: bool) -> Vec<Action> {
        let position = &self.position;
        let mut actions: Vec<Action> = self.spreads().chain(safe_spawns(rule, position)).collect();
        if actions.is_empty() {
            actions.extend(cells(position.spawn_cells()).map(Action::spawn));
        }
        let judge = |child: &Infexion| Coverage::with(rule, child).judge(rule, child);
        let judged = |(place, action)| Successor::new(position, action, place, judge);
        let mut children: Vec<Successor> = actions.into_iter().enumerate().map(judged).collect();
        children.sort_unstable_by_key(|child| (Reverse(child.judgement), child.place));
        let greedy = children.iter().rev().max_by_key(|child| child.power).expect("there is always an action").action;
        let kept = children.len().min(breadth) - 1;
        let mut chosen: Vec<Action> = children[..kept].iter().map(|child| child.action).collect();
        let replaced = match chosen.iter().position(|&action| action == greedy) {
            _ if !is_root => 0,
            Some(at) => at,
            None => kept.saturating_sub(1),
        };
        if chosen.is_empty() {
            return vec![greedy];
        }
        chosen.remove(replaced);
        chosen.insert(0, greedy);
        chosen
    }

    /// The first spread that captures the only stack of the enemy.
    fn last_capture(&self) -> Option<Action> {
        let enemy = self.position.to_move().other();
        let is_last = self.position.cells_of(enemy).count_ones() == 1;
        self.spreads().filter(|_| is_last).find(|&action| self.position.after(action).cells_of(enemy) == 0)
    }
}

/// Whether no stack has an enemy on one of its three lines, at whatever distance.
fn no_line_is_shared(position: &Infexion) -> bool {
    let (blue, size) = (position.cells_of(Player::Second), position.size());
    let line = |cell, direction| size.ray(cell, direction, size.axis() - 1);
    let lines = |cell| Direction::ALL.into_iter().fold(0, |mask, direction| mask | line(cell, direction));
    cells(position.cells_of(Player::First)).all(|cell| lines(cell) & blue == 0)
}

/// What the program thinks of a position without looking further, if it does not want to: for the player to move.
fn settled(position: &Infexion) -> Option<i32> {
    let worth = sign(position.to_move());
    if let Some(loser) = Player::BOTH.into_iter().find(|&player| position.cells_of(player) == 0) {
        return Some(-worth * sign(loser) * ELIMINATION);
    }
    let [red, blue] = position.scores().expect("power counts");
    no_line_is_shared(position).then_some(worth * (red - blue))
}

/// Alpha-beta over the successors that the program chooses.
struct AlphaBeta<'a> {
    exchanges: Exchanges,
    breadth: usize,
    meter: Meter<'a>,
}

impl AlphaBeta<'_> {
    /// The value for the player to move, with the best line; nothing if the search was stopped.
    fn value(&mut self, board: &Listed, depth: u32, mut alpha: i32, beta: i32) -> Option<(i32, Vec<Action>)> {
        if self.meter.count() {
            return None;
        }
        if let Some(value) = settled(&board.position) {
            return Some((value, Vec::new()));
        }
        if depth == 0 {
            return Some((self.exchanges.evaluate(&board.position), Vec::new()));
        }
        let mut best = (-UNBOUNDED, Vec::new());
        for action in board.successors(&self.exchanges.0, self.breadth, false) {
            let (value, line) = self.value(&board.after(action), depth - 1, -beta, -alpha)?;
            if -value > best.0 {
                best = (-value, [vec![action], line].concat());
            }
            alpha = alpha.max(-value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// The published program as a searcher.
#[derive(Clone, Debug)]
pub(super) struct Published {
    rule: Arc<Rule>,
    breadth: usize,
    lines: usize,
    /// The game as it was told.
    followed: Option<Listed>,
}

impl Published {
    pub(super) fn new(rule: Arc<Rule>, breadth: usize, lines: usize) -> Self {
        Self { rule, breadth, lines, followed: None }
    }

    /// The moves of the root that were searched, the best first, and the nodes it took.
    fn root(&self, board: &Listed, actions: &[Action], depth: u32, budget: &Budget) -> (Vec<RootMove<Action>>, u64) {
        let tally = Tally::default();
        let mut search = AlphaBeta {
            exchanges: Exchanges(self.rule.clone()),
            breadth: self.breadth,
            meter: Meter::new(budget, &tally),
        };
        let mut found: Vec<RootMove<Action>> = Vec::new();
        for &mv in actions {
            let least = found.get(self.lines.max(1) - 1).map_or(-UNBOUNDED, |known| known.score.points());
            let before = search.meter.nodes();
            let Some((value, line)) = search.value(&board.after(mv), depth - 1, -UNBOUNDED, -least) else { break };
            let bound = if -value > least { Bound::Exact } else { Bound::Upper };
            let (score, nodes) = (Score::opinion(-value), search.meter.nodes() - before);
            found.push(RootMove { mv, score, bound, nodes, pv: [vec![mv], line].concat() });
            // Of equal moves the first stays first.
            found.sort_by_key(|known| Reverse(known.score));
        }
        (found, search.meter.nodes())
    }
}

impl Searcher<Infexion> for Published {
    fn search(&mut self, position: &Infexion, budget: &Budget, sink: &mut dyn Sink<Action>) -> Report<Action> {
        let followed = self.followed.as_ref().filter(|board| board.position == *position);
        let board = followed.cloned().unwrap_or_else(|| Listed::new(position));
        let report = match board.last_capture() {
            Some(action) => instant(action, Score::opinion(ELIMINATION), Bound::Exact, 1, 1, budget),
            None => {
                let actions = board.successors(&self.rule, self.breadth, true);
                let depth = budget.limits.depth.unwrap_or(PLIES).max(1);
                let (root, nodes) = self.root(&board, &actions, depth, budget);
                match root.first().cloned() {
                    Some(RootMove { mv: best, score, pv, .. }) => {
                        let plies = if root.len() == actions.len() { depth } else { 0 };
                        let (proof, time) = (Proof::Open, budget.elapsed());
                        Report { best, score, proof, depth: plies, deepest: depth, nodes, time, pv, root }
                    }
                    None => instant(actions[0], Score::opinion(0), Bound::Upper, 0, nodes, budget),
                }
            }
        };
        sink.report(&report);
        report
    }

    fn follow(&mut self, start: &Infexion, moves: &[Action]) {
        self.followed = Some(moves.iter().fold(Listed::new(start), |board, &action| board.after(action)));
    }

    fn forget(&mut self) {
        self.followed = None;
    }
}
