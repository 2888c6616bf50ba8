//! Exact knowledge of the root: what it is worth, which moves keep that, and which of them are hardest to answer.

use std::time::Duration;

use ply_game::Game as _;
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet};
use ply_search::{Bound, Meter, Proof, Report, RootMove, Score};

use super::super::edges::{boxes_closed, each};
use super::super::endgame::Solver;
use super::super::exact::{first_keeper, keeps, lead};

/// The longest line of best play that is shown.
const LONGEST_LINE: usize = 8;

/// Bounds on a value, and a move that brings the lower one.
struct Proven {
    lower: i32,
    upper: i32,
    keeper: Option<Edge>,
}

/// A solver at work on one position.
pub(super) struct Inquiry<'a, 'b, E: EdgeSet> {
    position: DotsAndBoxes<E>,
    /// Boxes of the player to move less those of the other.
    lead: i32,
    solver: &'a mut Solver<E>,
    meter: &'a mut Meter<'b>,
}

impl<'a, 'b, E: EdgeSet> Inquiry<'a, 'b, E> {
    pub(super) fn new(position: &DotsAndBoxes<E>, solver: &'a mut Solver<E>, meter: &'a mut Meter<'b>) -> Self {
        Self { position: *position, lead: lead(position), solver, meter }
    }

    /// A report of what is proven; `None` if the meter stops before a move is known to be good enough: to win, or else
    /// to be the best there is. `lines` moves get their exact value.
    pub(super) fn report(&mut self, lines: usize) -> Option<Report<Edge>> {
        let edges = self.position.undrawn();
        let Proven { lower, upper, keeper } = self.proven(edges);
        let wins = lower + self.lead > 0;
        if lower < upper && !wins {
            return None;
        }
        let best = if wins || !self.solver.is_quiet(edges) {
            keeper?
        } else {
            let keepers = self.keepers(edges, lower);
            self.hardest(&keepers, lower).or(keeper).or(keepers.first().map(|&edge| Edge(edge as u8)))?
        };
        let bound = if lower == upper { Bound::Exact } else { Bound::Lower };
        let pv = self.line(best, lower);
        let mut root = vec![RootMove { mv: best, score: Score::opinion(self.lead + lower), bound, nodes: 0, pv }];
        if lines > 1 {
            self.add_lines(&mut root);
        }
        let left = edges.count();
        Some(Report {
            best,
            score: root[0].score,
            proof: if lower == upper { Proof::Exact } else { Proof::Result },
            depth: left,
            deepest: left,
            nodes: self.meter.nodes(),
            time: Duration::ZERO,
            pv: root[0].pv.clone(),
            root,
        })
    }

    /// What the undrawn edges are worth, as far as the meter lets it be known: first whether they win. A move is found
    /// for each bound as soon as it is proven, so that none is proven in vain.
    fn proven(&mut self, edges: E) -> Proven {
        let most = self.solver.open_boxes(edges);
        let mut proven = Proven { lower: -most, upper: most, keeper: None };
        let mut target = 1 - self.lead;
        while proven.lower < proven.upper {
            target = target.clamp(proven.lower + 2, proven.upper);
            target += (target - most) & 1;
            let reached = self.solver.at_least(edges, target, self.meter);
            if self.meter.is_stopped() {
                break;
            }
            if !reached {
                proven.upper = target - 2;
                target -= 2;
                continue;
            }
            let Some(keeper) = first_keeper(&self.position, target, self.solver, self.meter) else { break };
            (proven.lower, proven.keeper) = (target, Some(keeper));
            target += 2;
        }
        // Whatever is played brings the least there can be.
        if proven.lower == -most {
            proven.keeper = first_keeper(&self.position, -most, self.solver, self.meter);
        }
        proven
    }

    /// Of some moves, the most promising first, one that is proven to win, or else the first that is not proven to lose. A
    /// wrong move is refuted with a fraction of the work that it takes to prove a right one.
    pub(super) fn first_unrefuted(&mut self, promising: &[Edge]) -> Option<Edge> {
        let (lower, upper) = self.solver.known(self.position.undrawn());
        let is_won = lower + self.lead > 0;
        let mut standing = None;
        // What holds a draw is worth having before a win is looked for, which no move may bring.
        for target in (i32::from(is_won)..=1).map(|won| won - self.lead).filter(|&target| target <= upper) {
            for &mv in promising {
                let keeps = keeps(&self.position, usize::from(mv.0), target, self.solver, self.meter);
                if self.meter.is_stopped() {
                    return standing.or(Some(mv));
                }
                if keeps {
                    standing = Some(mv);
                    break;
                }
            }
        }
        standing
    }

    /// All moves that bring at least `target`, as far as the meter lets them be known.
    fn keepers(&mut self, edges: E, target: i32) -> Vec<usize> {
        let mut keepers = Vec::new();
        each(self.solver.candidates(edges), |edge| {
            if !self.meter.is_stopped() {
                let keeps = keeps(&self.position, edge, target, self.solver, self.meter);
                if keeps && !self.meter.is_stopped() {
                    keepers.push(edge);
                }
            }
        });
        keepers
    }

    /// Of moves that do not win, the one after which the largest part of the opponent's natural replies throws away what
    /// he has. In a lost game every move may be tried.
    fn hardest(&mut self, keepers: &[usize], value: i32) -> Option<Edge> {
        let edges = self.position.undrawn();
        let lost = value + self.lead < 0;
        let moves = if lost {
            self.solver.candidates(edges)
        } else {
            keepers.iter().fold(E::EMPTY, |set, &edge| set | E::single(edge))
        };
        let needed = i32::from(!lost) - self.lead;
        let mut hardest: Option<((u32, u32), usize)> = None;
        each(moves, |edge| {
            if let Some((wrong, all)) = self.solver.pitfalls(edges & !E::single(edge), needed, self.meter) {
                let rank = (1000 * wrong / all.max(1), all);
                if hardest.is_none_or(|(best, _)| rank > best) {
                    hardest = Some((rank, edge));
                }
            }
        });
        hardest.map(|(_, edge)| Edge(edge as u8))
    }

    /// Best play from a move on, for as long as it can be proven.
    fn line(&mut self, first: Edge, mut value: i32) -> Vec<Edge> {
        let mut line = vec![first];
        let mut position = self.position;
        let mut next = first;
        while line.len() < LONGEST_LINE {
            let closed = boxes_closed(&position, usize::from(next.0)) as i32;
            value = if closed > 0 { value - closed } else { -value };
            position.play(next);
            let Some(edge) = first_keeper(&position, value, self.solver, self.meter) else { break };
            next = edge;
            line.push(next);
        }
        line
    }

    /// The exact values of the other moves, the best first.
    fn add_lines(&mut self, root: &mut Vec<RootMove<Edge>>) {
        let best = root[0].mv;
        each(self.solver.candidates(self.position.undrawn()), |edge| {
            if edge == usize::from(best.0) || self.meter.is_stopped() {
                return;
            }
            let closed = boxes_closed(&self.position, edge) as i32;
            let rest = self.position.undrawn() & !E::single(edge);
            if let Some(value) = self.solver.value(rest, 0, self.meter) {
                let value = if closed > 0 { closed + value } else { -value };
                let mv = Edge(edge as u8);
                let score = Score::opinion(self.lead + value);
                root.push(RootMove { mv, score, bound: Bound::Exact, nodes: 0, pv: vec![mv] });
            }
        });
        root[1..].sort_by_key(|root| std::cmp::Reverse(root.score));
    }
}
