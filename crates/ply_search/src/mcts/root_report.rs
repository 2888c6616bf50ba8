//! From the tree to a report: which move is best, what it is worth, and the line that shows it.

use std::cmp::Reverse;
use std::time::Duration;

use ply_game::{Indexed, Player};

use super::bounds::GameResult;
use super::config::RootChoice;
use super::node_pool::{Children, Node, NodePool};
use super::rollout::Reward;
use super::worker::Effort;
use crate::{Bound, Proof, Report, RootMove, Score};

/// The report on a tree whose root has children.
pub(super) fn report<G: Indexed>(
    root: &G,
    pool: &NodePool,
    choice: RootChoice,
    effort: Effort,
    time: Duration,
) -> Report<G::Move> {
    let children = pool.children(pool.node(NodePool::ROOT)).expect("the root has children");
    let mut order: Vec<&Node> = children.nodes.iter().collect();
    let draw = draw_tier(children, choice);
    order.sort_by_key(|child| Reverse(merit(child, children.mover, choice, draw)));
    let moves: Vec<_> = order
        .iter()
        .enumerate()
        .map(|(index, child)| {
            let (score, bound) = judge(child, children.mover, index == 0);
            let pv = line(root, pool, child, choice);
            RootMove { mv: pv[0], score, bound, nodes: u64::from(child.visits()), pv }
        })
        .collect();
    let best = moves.first().expect("a game that goes on has a legal move");
    Report {
        best: best.mv,
        score: best.score,
        proof: proof(pool.node(NodePool::ROOT), children.mover),
        depth: effort.plies.checked_div(effort.simulations).unwrap_or(0) as u32,
        deepest: effort.deepest,
        nodes: effort.simulations,
        time,
        pv: best.pv.clone(),
        root: moves,
    }
}

/// What is proven of the root, and whether how soon it ends is.
fn proof(root: &Node, mover: Player) -> Proof {
    let bounds = root.bounds();
    match bounds.proven(mover) {
        None => Proof::Open,
        Some(GameResult::Draw) => Proof::Exact,
        Some(_) => {
            if bounds.is_exact() {
                Proof::Exact
            } else {
                Proof::Result
            }
        }
    }
}

/// A child's score for `mover`, who chooses it, and what kind of knowledge that is.
fn judge(child: &Node, mover: Player, is_best: bool) -> (Score, Bound) {
    let bounds = child.bounds();
    let plies = bounds.plies() as usize + 1;
    let or = |bound| if bounds.is_exact() { Bound::Exact } else { bound };
    match bounds.proven(mover) {
        Some(GameResult::Win) => (Score::win_in(plies), or(Bound::Lower)),
        Some(GameResult::Loss) => (Score::loss_in(plies), or(Bound::Upper)),
        Some(GameResult::Draw) => (Score::DRAW, Bound::Exact),
        None => {
            let points = (mean_units(child, mover) * 2000 + Reward::DRAW.units()) / Reward::WIN.units();
            (Score::opinion(points as i32 - 1000), if is_best { Bound::Lower } else { Bound::Upper })
        }
    }
}

/// The mean reward in units of [`Reward`], kept within what is proven; a draw where nothing was tried.
fn mean_units(child: &Node, mover: Player) -> u64 {
    let mean = child.value().checked_div(u64::from(child.visits())).unwrap_or(Reward::DRAW.units());
    let units = |rank| rank as u64 * Reward::DRAW.units();
    mean.clamp(units(child.bounds().worst(mover)), units(child.bounds().best(mover)))
}

/// Larger is better: the tier of what is proven, and the order within it.
type Merit = (u8, u64, u64);

const WON: u8 = 4;
const SURE_DRAW: u8 = 3;
const OPEN: u8 = 2;
const SPARE_DRAW: u8 = 1;
const LOST: u8 = 0;

fn merit(child: &Node, mover: Player, choice: RootChoice, draw: u8) -> Merit {
    let bounds = child.bounds();
    let plies = u64::from(bounds.plies());
    match bounds.proven(mover) {
        Some(GameResult::Win) => (WON, u64::MAX - plies, 0),
        Some(GameResult::Loss) => (LOST, plies, 0),
        Some(GameResult::Draw) => (draw, 0, 0),
        None => open_merit(child, mover, choice),
    }
}

fn open_merit(child: &Node, mover: Player, choice: RootChoice) -> Merit {
    let visits = u64::from(child.visits());
    let mean = if visits == 0 { 0 } else { mean_units(child, mover) + 1 };
    match choice {
        RootChoice::Visits => (OPEN, visits, mean),
        RootChoice::Value => (OPEN, mean, visits),
    }
}

/// A proven draw is better than the best open move if that promises less than a draw or cannot be more.
fn draw_tier(children: Children<'_>, choice: RootChoice) -> u8 {
    let mover = children.mover;
    let open = children.nodes.iter().filter(|child| !child.bounds().is_proven());
    let promising = open.max_by_key(|child| open_merit(child, mover, choice)).is_some_and(|child| {
        child.visits() > 0
            && child.bounds().best(mover) == GameResult::Win
            && mean_units(child, mover) >= Reward::DRAW.units()
    });
    if promising { SPARE_DRAW } else { SURE_DRAW }
}

/// The best play from a move of the root on, the move itself first, as far as it was looked at.
fn line<G: Indexed>(root: &G, pool: &NodePool, first: &Node, choice: RootChoice) -> Vec<G::Move> {
    let mut position = root.clone();
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(node) = next {
        let mv = position.move_at(node.mv() as usize).expect("a move's index names the move");
        line.push(mv);
        position.play(mv);
        next = pool.children(node).and_then(|children| {
            let draw = draw_tier(children, choice);
            let best = children.nodes.iter().rev().max_by_key(|child| merit(child, children.mover, choice, draw))?;
            (best.visits() > 0 || best.bounds().is_proven()).then_some(best)
        });
    }
    line
}
