//! The signature: a checksum of fixed searches. A change that moves a number changed what a searcher does; one that
//! does not may still be wrong, but it is not *another* search. Scores are integers and seeds are fixed, so every
//! machine agrees.
//!
//! Each game signs the common searchers, alpha-beta with every switch turned, and its champion, if it has one. Beside
//! the nodes there is a digest of what was found, since a search that ends at its node limit visits as many whatever it
//! does.

use anyhow::Result;
use ply_agents::{alpha_beta, common_mind, mind, strongest};
use ply_game::{BoardGame, Spec, SpecError, mix};
use ply_games::{Visitor, visit};
use ply_search::{AlphaBetaConfig, Budget, Lateness, Limits, Ordering, Report, Silent, Ties};

use super::positions::{late, under_way};

/// Positions of each search.
const POSITIONS: u64 = 4;
/// Simulations of a tree search; its checksum is how many of them went to the best move.
const SIMULATIONS: u32 = 4000;
/// No search goes beyond this, whatever the size of the board.
const MOST_NODES: u32 = 300_000;
/// The same for the switches of alpha-beta, of which there are many, and for champions.
const FEW_NODES: u64 = 100_000;

type Switch = (&'static str, fn(&mut AlphaBetaConfig));

/// Alpha-beta's switches, each turned alone or with those it needs. Null moves and quiescence are missing: without a
/// game's hints they do nothing. Infexion's champion has both.
const SWITCHES: &[Switch] = &[
    ("default", |_| {}),
    ("no-table", |config| config.table_mb = None),
    ("no-ordering", |config| config.ordering = Ordering::None),
    ("evaluator-ordering", |config| config.ordering = Ordering::Evaluator),
    ("no-pruning", |config| config.pruning = false),
    ("no-pvs", |config| config.pvs = false),
    ("no-aspiration", |config| config.aspiration = false),
    ("no-etc", |config| config.etc = false),
    ("no-iterative", |config| config.iterative = false),
    ("breadth", |config| config.breadth = Some(6)),
    ("reductions", |config| config.reductions = true),
    ("iir", |config| (config.reductions, config.iir) = (true, true)),
    ("continuation-history", |config| config.continuation_history = true),
    ("late-move-pruning", |config| config.late_move_pruning = true),
    ("lateness", |config| {
        (config.reductions, config.late_move_pruning) = (true, true);
        config.lateness = Lateness { depth: 5, first: 3, growth: 1, divisor: 3, at_root: true, ..Lateness::default() };
    }),
    ("futility", |config| config.futility = Some(20)),
    ("optimism", |config| config.optimism = 15),
    ("first-proof", |config| (config.reductions, config.first_proof) = (true, true)),
    ("symmetric", |config| config.symmetric_plies = 3),
    ("ties", |config| (config.ties, config.seed) = (Ties::Random, 7)),
    ("lines", |config| config.lines = 3),
];

/// One line a search, `GAME SEARCHER NODES`; after those of each game what they found, `GAME findings DIGEST`; and the
/// total of nodes.
pub fn text(specs: &[Spec]) -> Result<String> {
    let mut text = String::new();
    let mut total = 0;
    for spec in specs {
        let (game, signed) = visit(spec, None, Sign)??;
        for (search, nodes) in signed.searches {
            text += &format!("{game} {search} {nodes}\n");
            total += nodes;
        }
        text += &format!("{game} findings {:016x}\n", signed.findings);
    }
    Ok(format!("{text}total {total}\n"))
}

/// What a game signs with: the searches by their names, with their nodes, and a digest of what all of them found.
#[derive(Default)]
struct Signed {
    searches: Vec<(String, u64)>,
    findings: u64,
}

impl Signed {
    /// Adds what a search found in each of its positions.
    fn add<G: BoardGame>(&mut self, search: String, positions: &[G], reports: &[Report<G::Move>]) {
        let is_tree_search = search.starts_with("mcts");
        let nodes = |report: &Report<G::Move>| if is_tree_search { report.root[0].nodes } else { report.nodes };
        self.searches.push((search, reports.iter().map(nodes).sum()));
        for (position, report) in positions.iter().zip(reports) {
            let findings = [
                position.move_index(report.best) as u64,
                report.score.points() as u64,
                u64::from(report.depth),
                report.pv.len() as u64,
                report.root[0].nodes,
            ];
            self.findings = findings.into_iter().fold(self.findings, |digest, finding| mix(digest ^ mix(finding)));
        }
    }
}

/// The depth of a game's searches: they need some ten thousand nodes at the standard size.
fn depth(game: &str) -> u32 {
    match game {
        "simplexity" => 7,
        "dots-and-boxes" => 5,
        "infexion" => 4,
        _ => 3,
    }
}

struct Sign;

impl Visitor for Sign {
    type Output = Result<(Spec, Signed), SpecError>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let depth = depth(&spec.name);
        let positions: Vec<G> = (1..=POSITIONS).map(|seed| under_way(&start, seed)).collect();
        let mut signed = Signed::default();
        for search in [
            format!("alpha-beta:depth={depth},nodes={MOST_NODES}"),
            format!("alpha-beta:depth={depth},nodes={MOST_NODES},reductions=on,symmetric=2,ties=random"),
            format!("mcts:nodes={SIMULATIONS}"),
        ] {
            let reports: Result<Vec<_>, SpecError> = positions.iter().map(|at| common(at, &search.parse()?)).collect();
            signed.add(search, &positions, &reports?);
        }
        let few = [start.clone(), under_way(&start, 1), late(&start, 1), late(&start, 2)];
        for (name, change) in SWITCHES {
            let reports: Vec<_> = few.iter().map(|at| switched(at, *change, depth)).collect();
            signed.add(format!("switch:{name}"), &few, &reports);
        }
        if strongest::<G>() == "champion" {
            // From the start as well: a champion that solves what it can plays otherwise there.
            let positions: Vec<G> = positions.into_iter().chain([start]).collect();
            let reports: Result<Vec<_>, SpecError> = positions.iter().map(|at| champion(at, depth)).collect();
            signed.add("champion".to_owned(), &positions, &reports?);
        }
        Ok((spec, signed))
    }
}

/// What a fresh searcher of this spec finds.
fn common<G: BoardGame>(position: &G, search: &Spec) -> Result<Report<G::Move>, SpecError> {
    let mut mind = common_mind::<G>(search, 1)?;
    let report = mind.think(position, &Budget::new(mind.limits(position)), &mut Silent);
    Ok(report.expect("a searcher always has a move"))
}

/// What alpha-beta finds with a switch turned.
fn switched<G: BoardGame>(position: &G, change: fn(&mut AlphaBetaConfig), depth: u32) -> Report<G::Move> {
    let mut config = AlphaBetaConfig::default();
    change(&mut config);
    let mut searcher = alpha_beta::<G>(config).expect("the switches are in range");
    searcher.search(position, &Budget::new(few_nodes(depth)), &mut Silent)
}

/// What a fresh champion finds.
fn champion<G: BoardGame>(position: &G, depth: u32) -> Result<Report<G::Move>, SpecError> {
    let (_, mut champion) = mind::<G>(&"champion".parse()?, 0, 1)?;
    let report = champion.think(position, &Budget::new(few_nodes(depth)), &mut Silent);
    Ok(report.expect("a champion always has a move"))
}

fn few_nodes(depth: u32) -> Limits {
    Limits { nodes: Some(FEW_NODES), ..Limits::depth(depth) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_of_alpha_beta_is_turned() {
        let default = AlphaBetaConfig::default();
        macro_rules! turned {
            ($($field:ident)*) => {{
                // Nobody else's: threads make a search irreproducible, and the last two need hints.
                let AlphaBetaConfig { $($field: _,)* threads: _, split: _, null_move: _, leaf: _ } = default;
                $(assert!(SWITCHES.iter().any(|(_, change)| {
                    let mut config = default;
                    change(&mut config);
                    config.$field != default.$field
                }), stringify!($field));)*
            }};
        }
        turned!(iterative aspiration pruning pvs table_mb etc ordering continuation_history breadth reductions iir
            late_move_pruning lateness futility optimism first_proof symmetric_plies ties seed lines);
    }
}
