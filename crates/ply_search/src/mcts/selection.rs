//! Selection, the tree policy (UCT with UCB1, or PUCT): which child a simulation goes to. This is where a fast
//! simulation spends its time: about one division and one root per child, in single precision, and no function whose
//! last digit depends on the machine.

use std::f32::consts::LN_2;

use ply_game::Player;

use super::bounds::{Bounds, GameResult};
use super::config::{MctsConfig, Selection};
use super::node_pool::{Children, Node};
use super::rollout::Reward;

/// Rewards are kept in this part of a win.
const UNIT: f32 = 1.0 / Reward::WIN.units() as f32;

/// A formula, with its constants in rewards from 0 to 1.
#[derive(Clone, Copy)]
pub(super) struct Selector {
    rule: Rule,
    constant: f32,
    bias: f32,
    /// Whether children may have more than one parent, and so more visits than the node.
    shared: bool,
}

#[derive(Clone, Copy)]
enum Rule {
    Ucb1,
    Ucb1Biased,
    Puct,
}

impl Selector {
    pub fn new(config: &MctsConfig, shared: bool) -> Self {
        let span = config.rewards.span();
        let (rule, constant) = match config.selection {
            Selection::Ucb1 { constant } if config.bias == 0.0 => (Rule::Ucb1, constant),
            Selection::Ucb1 { constant } => (Rule::Ucb1Biased, constant),
            Selection::Puct { constant } => (Rule::Puct, constant),
        };
        Self { rule, constant: (constant / span) as f32, bias: (config.bias / span) as f32, shared }
    }

    /// The number of the child to visit, or `None` if every child is closed: no better than what is proven for the
    /// node already. `chooser` is the player who moved to the node.
    #[inline]
    pub fn choose(self, node: &Node, chooser: Player, children: Children<'_>) -> Option<usize> {
        let visits = if self.shared {
            children.nodes.iter().fold(1, |sum: u32, child| sum.saturating_add(child.visits()))
        } else {
            node.visits().max(1)
        };
        let worst = node.bounds().worst(children.mover);
        match self.rule {
            Rule::Ucb1 => {
                let exploration = self.constant * ln(visits).sqrt();
                best(children, worst, None, |_, sum, visits| {
                    let root = 1.0 / visits.sqrt();
                    (sum * (root * root), exploration * root)
                })
            }
            Rule::Ucb1Biased => {
                let exploration = self.constant * ln(visits).sqrt();
                best(children, worst, None, |child, sum, visits| {
                    (sum / visits, exploration / visits.sqrt() + self.bias * child.prior() / (visits + 1.0))
                })
            }
            Rule::Puct => {
                let exploration = self.constant * (visits as f32).sqrt() + self.bias;
                let mean = mean(node);
                let unseen = if chooser == children.mover { mean } else { 1.0 - mean };
                best(children, worst, Some(unseen), |child, sum, visits| {
                    (sum / visits.max(1.0), exploration * child.prior() / (visits + 1.0))
                })
            }
        }
    }
}

/// The open child with the largest sum of the two parts: its mean (exploitation) and the wish to know more
/// (exploration), from its sum of rewards and its visits. A child without visits has the mean `unseen` (first-play
/// urgency); where that is `None`, the first such child is chosen.
#[inline(always)]
fn best(
    children: Children<'_>,
    worst: GameResult,
    unseen: Option<f32>,
    parts: impl Fn(&Node, f32, f32) -> (f32, f32),
) -> Option<usize> {
    let (mut chosen, mut highest) = (None, f32::NEG_INFINITY);
    for (index, child) in children.nodes.iter().enumerate() {
        let (bounds, visits) = (child.bounds(), child.visits());
        if bounds != Bounds::OPEN && bounds.best(children.mover) <= worst {
            continue;
        }
        if visits == 0 && unseen.is_none() {
            return Some(index);
        }
        let (mut mean, exploration) = parts(child, sum(child), visits as f32);
        if visits == 0 {
            mean = unseen.unwrap_or(mean);
        }
        if bounds != Bounds::OPEN {
            mean = mean.clamp(rate(bounds.worst(children.mover)), rate(bounds.best(children.mover)));
        }
        if mean + exploration > highest {
            (chosen, highest) = (Some(index), mean + exploration);
        }
    }
    chosen
}

/// Signed on the way to a float, for which there is an instruction; no sum comes near the sign.
#[inline]
fn sum(node: &Node) -> f32 {
    node.value() as i64 as f32 * UNIT
}

#[inline]
fn mean(node: &Node) -> f32 {
    sum(node) / node.visits().max(1) as f32
}

#[inline]
fn rate(result: GameResult) -> f32 {
    result as u32 as f32 * 0.5
}

/// The natural logarithm to four digits, the same on every machine: from the exponent and a series for the rest.
#[inline]
fn ln(number: u32) -> f32 {
    let bits = (number as f32).to_bits();
    let exponent = (bits >> 23) as f32 - 127.0;
    let rest = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000);
    let t = (rest - 1.0) / (rest + 1.0);
    let t2 = t * t;
    exponent * LN_2 + 2.0 * t * (1.0 + t2 * (1.0 / 3.0 + t2 * (1.0 / 5.0 + t2 * (1.0 / 7.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        assert_eq!(ln(1), 0.0);
        for number in (1..100_000).chain([u32::MAX / 3, u32::MAX]) {
            assert!((f64::from(ln(number)) - f64::from(number).ln()).abs() < 5e-5, "{number}");
        }
    }
}
