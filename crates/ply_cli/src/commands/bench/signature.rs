//! The signature: nodes of fixed searches. A change that moves a number changed what a searcher does; one that does not
//! may still be wrong, but it is not *another* search. Scores are integers and seeds are fixed, so every machine agrees.

use anyhow::Result;
use ply_agents::common_mind;
use ply_game::{BoardGame, Spec, SpecError};
use ply_games::{Visitor, visit};
use ply_search::{Budget, Silent};

use super::positions::under_way;

/// Positions of each search.
const POSITIONS: u64 = 4;
/// Simulations of a tree search; its checksum is how many of them went to the best move.
const SIMULATIONS: u32 = 4000;
/// No search goes beyond this, whatever the size of the board.
const MOST_NODES: u32 = 300_000;

/// One line a search, `GAME SEARCHER NODES`, and the total.
pub fn text(specs: &[Spec]) -> Result<String> {
    let mut text = String::new();
    let mut total = 0;
    for spec in specs {
        for (line, nodes) in visit(spec, None, Sign)?? {
            text += &format!("{line} {nodes}\n");
            total += nodes;
        }
    }
    Ok(format!("{text}total {total}\n"))
}

/// The searches of a game. The depths need some ten thousand nodes at the standard size.
fn searches(game: &str) -> [String; 3] {
    let depth = match game {
        "simplexity" => 7,
        "dots-and-boxes" => 5,
        "infexion" => 4,
        _ => 3,
    };
    [
        format!("alpha-beta:depth={depth},nodes={MOST_NODES}"),
        format!("alpha-beta:depth={depth},nodes={MOST_NODES},reductions=on,symmetric=2,ties=random"),
        format!("mcts:nodes={SIMULATIONS}"),
    ]
}

struct Sign;

impl Visitor for Sign {
    type Output = Result<Vec<(String, u64)>, SpecError>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let sign = |search: String| Ok((format!("{spec} {search}"), count(&start, &search.parse()?)?));
        searches(&spec.name).into_iter().map(sign).collect()
    }
}

/// Nodes over all positions, each searched by a fresh searcher; visits of the best move for a tree search.
fn count<G: BoardGame>(start: &G, search: &Spec) -> Result<u64, SpecError> {
    let mut sum = 0;
    for seed in 1..=POSITIONS {
        let mut mind = common_mind::<G>(search, 1)?;
        let position = under_way(start, seed);
        let report = mind.think(&position, &Budget::new(mind.limits(&position)), &mut Silent);
        let report = report.expect("a searcher always has a move");
        sum += if search.name == "mcts" { report.root[0].nodes } else { report.nodes };
    }
    Ok(sum)
}
