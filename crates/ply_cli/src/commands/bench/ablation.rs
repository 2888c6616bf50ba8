//! The ablation: nodes to a fixed depth with everything on, and with each feature switched off in turn.
//!
//! All variants but the one with reductions find the same score. The depth is the largest that plain alpha-beta reaches
//! with [`MOST_NODES`], so every game is compared where the slowest variant still takes only seconds.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use ply_game::{BoardGame, Spec};
use ply_games::Visitor;
use ply_lab::figure::{Figure, Mark, Row, Scale};
use ply_search::{AlphaBetaConfig, Limits, Ordering};
use serde::Serialize;

use super::positions::{open, search};
use super::{each, title};
use crate::args::Format;
use crate::new_file::ensure_figure;
use crate::output::{Screen, print, print_json, rate};

/// Positions of each game.
const POSITIONS: usize = 4;
/// What plain alpha-beta may visit over all positions of a game.
const MOST_NODES: u64 = 120_000_000;

type Change = fn(&mut AlphaBetaConfig);

/// Everything sound is on, but for what each does.
const VARIANTS: [(&str, Change); 9] = [
    ("everything on", |_| {}),
    ("no table", |config| config.table_mb = None),
    ("no ordering", |config| config.ordering = Ordering::None),
    ("no null windows (pvs)", |config| config.pvs = false),
    ("no aspiration", |config| config.aspiration = false),
    ("no look at children (etc)", |config| config.etc = false),
    ("no iterative deepening", |config| config.iterative = false),
    ("with reductions", |config| config.reductions = true),
    ("pruning only", |config| *config = AlphaBetaConfig::pruning_only()),
];

#[derive(Serialize)]
struct Ablation {
    game: String,
    depth: u32,
    positions: usize,
    variants: Vec<Variant>,
}

#[derive(Serialize)]
struct Variant {
    name: &'static str,
    nodes: u64,
    /// Against everything on.
    ratio: f64,
}

/// Measures, prints the table and writes the figure.
pub fn run(screen: Screen, specs: &[Spec], svg: Option<&Path>, format: Format) -> Result<()> {
    if let Some(path) = svg {
        ensure_figure(path)?;
    }
    let ablations = each(specs, "ablation", || Measure)?;
    let mut found = Vec::new();
    for (ablation, asked) in ablations.into_iter().zip(specs) {
        let Some(mut ablation) = ablation else {
            bail!("{asked} is too small: every position under way is settled at once");
        };
        ablation.game = title(&ablation.game, asked);
        found.push(ablation);
    }
    if format.json {
        print_json(&found)?;
    } else {
        print(&table(screen, &found));
    }
    if let Some(path) = svg {
        let (figure, table) = (figure(&found), path.with_extension("csv"));
        std::fs::write(path, figure.svg()).with_context(|| path.display().to_string())?;
        std::fs::write(&table, figure.csv()).with_context(|| table.display().to_string())?;
    }
    Ok(())
}

fn table(screen: Screen, ablations: &[Ablation]) -> String {
    let mut headings = vec!["nodes"];
    headings.extend(ablations.iter().map(|ablation| ablation.game.as_str()));
    let mut table = screen.table(1, &headings);
    let mut add = |label: &str, cell: &dyn Fn(&Ablation) -> String| {
        let mut row = vec![label.to_owned()];
        row.extend(ablations.iter().map(cell));
        table.add_row(row);
    };
    add("depth", &|ablation| ablation.depth.to_string());
    add("everything on", &|ablation| rate(ablation.variants[0].nodes as f64));
    for (number, (name, _)) in VARIANTS.iter().enumerate().skip(1) {
        add(name, &|ablation| format!("x {:.2}", ablation.variants[number].ratio));
    }
    format!("{}\n\nnodes over {POSITIONS} positions under way, as multiples of everything on\n", table.trim_fmt())
}

fn figure(ablations: &[Ablation]) -> Figure {
    let series = ablations.iter().map(|ablation| format!("{} (depth {})", ablation.game, ablation.depth)).collect();
    let rows = VARIANTS.iter().enumerate().skip(1).map(|(number, (name, _))| Row {
        label: (*name).to_owned(),
        marks: ablations.iter().map(|ablation| Some(Mark::at(ablation.variants[number].ratio))).collect(),
    });
    let title = "Nodes to the same depth, as multiples of everything on".to_owned();
    Figure { title, series, rows: rows.collect(), scale: Scale::Powers("x") }
}

struct Measure;

impl Visitor for Measure {
    /// `None` where no position is open.
    type Output = Option<Ablation>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let (depth, positions) = deepest(&start)?;
        let mut variants: Vec<Variant> = Vec::new();
        for (name, change) in VARIANTS {
            let mut config = AlphaBetaConfig::default();
            change(&mut config);
            let nodes = positions.iter().map(|position| search(config, position, Limits::depth(depth)).nodes).sum();
            let ratio = nodes as f64 / variants.first().map_or(nodes, |first| first.nodes) as f64;
            variants.push(Variant { name, nodes, ratio });
        }
        Some(Ablation { game: spec.to_string(), depth, positions: positions.len(), variants })
    }
}

/// The largest depth that plain alpha-beta can afford, and positions that are still open there.
fn deepest<G: BoardGame>(start: &G) -> Option<(u32, Vec<G>)> {
    const DEEPEST: u32 = 40;
    let mut found = None;
    for depth in 2..=DEEPEST {
        let positions: Vec<G> =
            open(start, POSITIONS, Limits::depth(depth)).into_iter().map(|(position, _)| position).collect();
        let mut left = MOST_NODES;
        for position in &positions {
            let limits = Limits { nodes: Some(left), ..Limits::depth(depth) };
            left = left.saturating_sub(search(AlphaBetaConfig::pruning_only(), position, limits).nodes);
            if left == 0 {
                return found;
            }
        }
        if positions.is_empty() {
            break;
        }
        found = Some((depth, positions));
    }
    found
}
