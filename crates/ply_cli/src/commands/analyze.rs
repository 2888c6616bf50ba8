//! `plyground analyze`: an agent thinks about a position, and one can watch.

use std::io::IsTerminal as _;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use indicatif::ProgressBar;
use ply_agents::{Insight, mind};
use ply_arena::describe;
use ply_game::{BoardGame, Spec, View};
use ply_search::{Bound, Budget, Limits, Report, Score};
use serde_json::{Value, json};

use crate::args::{Format, From, ThinkLimits};
use crate::output::{Screen, print, print_json, rate, spinner};
use crate::setup::{Scene, SceneVisitor, with_scene};

/// What to do.
pub struct Plan {
    /// Who thinks.
    pub agent: Spec,
    /// How long, as typed.
    pub typed: ThinkLimits,
    /// How many moves are scored.
    pub lines: usize,
}

/// The time where nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

impl Plan {
    /// The limits as typed, else the agent's own, else the default time.
    fn limits(&self, own: Limits) -> Limits {
        let depth = self.typed.depth.or(own.depth);
        let nodes = self.typed.nodes.or(own.nodes);
        let unlimited = self.typed.time.is_none() && depth.is_none() && nodes.is_none();
        let time = self.typed.time.or(unlimited.then_some(DEFAULT_TIME));
        Limits { depth, nodes, soft: time, hard: time }
    }
}

pub fn run(screen: Screen, game: &str, from: &From, plan: Plan, format: Format) -> Result<()> {
    with_scene(game, from, Analyze { screen, plan, format })
}

struct Analyze {
    screen: Screen,
    plan: Plan,
    format: Format,
}

impl SceneVisitor for Analyze {
    type Output = ();

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Result<()> {
        if scene.position.outcome().is_some() {
            bail!("the game is over: there is nothing to think about");
        }
        let (agent, mut mind) = mind::<G>(&self.plan.agent, 0, self.plan.lines)?;
        let limits = self.plan.limits(mind.limits(&scene.position));
        let budget = Budget::new(limits);
        let cancel = budget.cancel.clone();
        ctrlc::set_handler(move || cancel.cancel()).context("cannot listen for Ctrl-C")?;
        let live = Live::start(self.format);
        let mut watch = Watch { scene: &scene, screen: self.screen, live, rows: String::new(), begun: false };
        let mut sink = |report: &Report<G::Move>| watch.show(report);
        let report = mind.think(&scene.position, &budget, &mut sink);
        let Some(report) = report else { bail!("{agent} has no move") };
        let insight = mind.insight.map(|insight| insight(&scene.position));
        let rows = watch.finish();
        if self.format.json {
            return print_json(&as_json(&scene, &agent, &report, self.plan.lines, insight.as_ref()));
        }
        let seen = insight.map(|insight| maps(&insight)).unwrap_or_default();
        print(&format!("{rows}{seen}{}", self.summary(&scene, &agent, &report)));
        Ok(())
    }
}

impl Analyze {
    fn summary<G: BoardGame>(&self, scene: &Scene<G>, agent: &Spec, report: &Report<G::Move>) -> String {
        let position = &scene.position;
        let mut text = String::new();
        if self.plan.lines > 1 {
            let mut table = self.screen.table(1, &["move", "score", "line"]);
            for root in report.root.iter().take(self.plan.lines) {
                table.add_row([position.move_text(root.mv), bounded(root.score, root.bound), line(position, &root.pv)]);
            }
            text += &format!("\n{}\n", table.trim_fmt());
        }
        let view = View { unicode: self.screen.unicode, last: Some(report.best) };
        let after = position.after(report.best);
        let seconds = report.time.as_secs_f64();
        text += &format!(
            "\n{}\n{} plays {} for {}: {} at depth {}, {} nodes in {seconds:.3} s, {} nodes/s\n",
            self.screen.draw(&after.draw(view)),
            agent.name,
            position.move_text(report.best),
            position.to_move(),
            report.score,
            report.depth,
            rate(report.nodes as f64),
            rate(report.nodes as f64 / seconds.max(1e-9)),
        );
        text
    }
}

fn bounded(score: Score, bound: Bound) -> String {
    match bound {
        Bound::Exact => score.to_string(),
        Bound::Lower => format!(">= {score}"),
        Bound::Upper => format!("<= {score}"),
    }
}

fn line<G: BoardGame>(position: &G, moves: &[G::Move]) -> String {
    describe::line(position, moves).join(" ")
}

/// Rows as they come: printed at once on a terminal, else kept for the end.
enum Live {
    Silent,
    Kept,
    Shown(ProgressBar),
}

impl Live {
    fn start(format: Format) -> Self {
        if format.json {
            Self::Silent
        } else if std::io::stdout().is_terminal() {
            Self::Shown(spinner("thinking"))
        } else {
            Self::Kept
        }
    }
}

struct Watch<'a, G: BoardGame> {
    scene: &'a Scene<G>,
    screen: Screen,
    live: Live,
    /// Rows that are kept for the end.
    rows: String,
    /// Whether the heading was shown.
    begun: bool,
}

impl<G: BoardGame> Watch<'_, G> {
    /// As much of a line as fits beside the numbers.
    const LINE_MOVES: usize = 12;

    fn show(&mut self, report: &Report<G::Move>) {
        let seconds = report.time.as_secs_f64();
        let shown = &report.pv[..report.pv.len().min(Self::LINE_MOVES)];
        let row = format!(
            "{:>5}/{:<4} {:>12} {:>10} {:>10}/s {:>8.3} s  {}\n",
            report.depth,
            report.deepest,
            report.score.to_string(),
            rate(report.nodes as f64),
            rate(report.nodes as f64 / seconds.max(1e-9)),
            seconds,
            line(&self.scene.position, shown),
        );
        let heading = self.heading();
        match &self.live {
            Live::Silent => {}
            Live::Kept => self.rows += &format!("{heading}{row}"),
            Live::Shown(bar) => bar.suspend(|| print(&format!("{heading}{row}"))),
        }
    }

    /// The heading, the first time.
    fn heading(&mut self) -> String {
        if std::mem::replace(&mut self.begun, true) {
            return String::new();
        }
        let rule = if self.screen.unicode { "─" } else { "-" };
        let names = format!("{:>10} {:>12} {:>10} {:>12} {:>10}  line", "depth", "score", "nodes", "speed", "time");
        format!("{names}\n{}\n", rule.repeat(79))
    }

    /// The rows that were kept.
    fn finish(self) -> String {
        match self.live {
            Live::Silent => String::new(),
            Live::Kept => self.rows,
            Live::Shown(bar) => {
                bar.finish_and_clear();
                String::new()
            }
        }
    }
}

/// What the agent sees, a map under the other.
fn maps(insight: &Insight) -> String {
    let mut text = String::new();
    for map in &insight.maps {
        text += &format!("\n{} {}\n", insight.name, map.name.replace('_', " "));
        for row in map.values.chunks(map.width) {
            text += &row.iter().map(|value| format!("{value:>4}")).collect::<String>();
            text.push('\n');
        }
    }
    for (name, number) in &insight.numbers {
        text += &format!("\n{} {name}: {number}", insight.name);
    }
    text + "\n"
}

fn as_json<G: BoardGame>(
    scene: &Scene<G>,
    agent: &Spec,
    report: &Report<G::Move>,
    lines: usize,
    insight: Option<&Insight>,
) -> Value {
    let mut data = json!({
        "game": scene.spec.to_string(),
        "agent": agent.to_string(),
        "position": scene.position.position_text(),
    });
    if let (Value::Object(data), Value::Object(report)) = (&mut data, describe::report(&scene.position, report, lines))
    {
        data.extend(report);
    }
    if let Some(insight) = insight {
        data[insight.name] = json!(insight);
    }
    data
}
