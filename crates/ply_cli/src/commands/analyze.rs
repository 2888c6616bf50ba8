//! `plyground analyze`: an agent thinks about a position, and one can watch.

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use indicatif::ProgressBar;
use ply_agents::{Insight, mind, strongest};
use ply_arena::{AgentSpec, GameUnderWay, News, Thinker, describe};
use ply_game::{BoardGame, Spec, View, line_texts};
use ply_search::{Bound, Budget, Limits, Report, Score};
use serde_json::{Value, json};

use super::analyze_program::Asked;
use super::record::{GameVisitor, find, no_such_ply, with_game};
use super::tablebase;
use crate::args::{AnalyzeArgs, Format, ThinkLimits};
use crate::output::{Screen, Text, print, print_json, print_text, rate, spinner};
use crate::setup::{Scene, SceneVisitor, with_scene};

/// The time where nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// The limits as typed, else the agent's own, else the default time.
fn limits(typed: &ThinkLimits, own: Limits) -> Limits {
    let depth = typed.depth.or(own.depth);
    let nodes = typed.nodes.or(own.nodes);
    let unlimited = typed.time.is_none() && depth.is_none() && nodes.is_none();
    let time = typed.time.or(unlimited.then_some(DEFAULT_TIME));
    Limits { depth, nodes, soft: time, hard: time }
}

pub fn run(screen: Screen, args: &AnalyzeArgs) -> Result<()> {
    let (lines, place) = (args.lines as usize, &args.place);
    let analyze = |agent: Option<&str>| -> Result<Analyze<'_>> {
        let agent = agent.map(str::parse).transpose()?;
        Ok(Analyze { screen, agent, limits: &args.limits, lines, tablebase: &args.tablebase, format: args.format })
    };
    match (&args.record, &args.game, &args.agent) {
        (Some(_), Some(_), Some(_)) => bail!("the record says which game it is: name only the agent"),
        (Some(name), agent, None) => {
            let ply = args.ply.map(|ply| ply as usize);
            with_game(&find(name, place)?.record, AtPly { ply, analyze: analyze(agent.as_deref())? })
        }
        (None, Some(game), agent) if place.number.is_none() && place.store.is_none() => {
            with_scene(game, &args.from, analyze(agent.as_deref())?)
        }
        _ => bail!("--game and --store say where to find the game of --record"),
    }
}

struct Analyze<'a> {
    screen: Screen,
    /// Who thinks; the game's strongest if nobody is named.
    agent: Option<AgentSpec>,
    /// How long, as typed.
    limits: &'a ThinkLimits,
    /// How many moves are scored.
    lines: usize,
    /// Judges the moves.
    tablebase: &'a [PathBuf],
    format: Format,
}

/// A recorded game after so many moves; after all of them if left out.
struct AtPly<'a> {
    ply: Option<usize>,
    analyze: Analyze<'a>,
}

impl GameVisitor for AtPly<'_> {
    type Output = ();

    fn visit<G: BoardGame>(self, game: GameUnderWay<G>) -> Result<()> {
        let (all, start) = (game.move_texts().len(), game.start().clone());
        let ply = self.ply.unwrap_or(all);
        if ply > all {
            return Err(no_such_ply(ply, all));
        }
        let moves: Vec<G::Move> = game.all_moves().take(ply).collect();
        let mut position = start.clone();
        moves.iter().for_each(|&mv| position.play(mv));
        self.analyze.visit(Scene { spec: game.spec().clone(), start, moves, position })
    }
}

impl SceneVisitor for Analyze<'_> {
    type Output = ();

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Result<()> {
        if scene.position.outcome().is_some() {
            bail!("the game is over: there is nothing to think about");
        }
        let table = tablebase::open(self.tablebase, &scene.spec, &scene.position)?;
        let agent = match &self.agent {
            None => Spec { name: strongest::<G>().to_owned(), options: Vec::new() },
            Some(AgentSpec::BuiltIn(agent)) => agent.clone(),
            Some(AgentSpec::Program(_)) if table.is_some() => bail!("--tablebase judges the moves of our own agents"),
            Some(AgentSpec::Program(command)) => {
                let limits = limits(self.limits, Limits::default());
                let (screen, lines, format) = (self.screen, self.lines, self.format);
                return Asked { screen, command, limits, lines, format }.think(scene);
            }
            Some(AgentSpec::Guest(_) | AgentSpec::Human) => bail!("expected an agent or a program to think"),
        };
        let (agent, mut mind) = mind::<G>(&agent, 0, self.lines)?;
        mind.follow(&scene.start, &scene.moves);
        let budget = Budget::new(limits(self.limits, mind.limits(&scene.position)));
        let cancel = budget.cancel.clone();
        ctrlc::set_handler(move || cancel.cancel()).context("cannot listen for Ctrl-C")?;
        let live = Live::start(self.format);
        let mut watch = Watch { scene: &scene, screen: self.screen, live, rows: String::new(), begun: false };
        let position = scene.position.clone();
        let pending = Thinker::new(mind)?.ask(move |mind, aloud| {
            let report = mind.think(&position, &budget, &mut |report: &Report<G::Move>| aloud(report.clone()));
            (report, mind.insight.map(|insight| insight(&position)))
        });
        let thought = loop {
            match pending.next().context("the agent's thread is gone")? {
                News::Aloud(report) => watch.show(&report),
                News::Answered(answered) => break answered.answer,
            }
        };
        let rows = watch.finish();
        let (report, insight) = thought.map_err(|message| anyhow!("{agent} panicked: {message}"))?;
        let report = report.with_context(|| format!("{agent} has no move"))?;
        if self.format.json {
            let mut data = as_json(&scene, &agent, &report, self.lines, insight.as_ref());
            if let Some(table) = table {
                data["tablebase"] = table.as_json(&scene.position);
            }
            return print_json(&data);
        }
        let seen = insight.map(|insight| maps(&insight)).unwrap_or_default();
        let judged = table.map(|table| table.in_words(&scene.position, report.best)).unwrap_or_default();
        print_text(Text::from(rows + &seen) + self.summary(&scene, &agent, &report) + judged);
        Ok(())
    }
}

impl Analyze<'_> {
    fn summary<G: BoardGame>(&self, scene: &Scene<G>, agent: &Spec, report: &Report<G::Move>) -> Text {
        let position = &scene.position;
        let mut text = String::new();
        if self.lines > 1 {
            let mut table = self.screen.table(1, &["move", "score", "line"]);
            for root in report.root.iter().take(self.lines) {
                table.add_row([position.move_text(root.mv), bounded(root.score, root.bound), line(position, &root.pv)]);
            }
            text += &format!("\n{}\n", table.trim_fmt());
        }
        let view = View { unicode: self.screen.unicode, last: Some(report.best) };
        let after = position.after(report.best);
        let seconds = report.time.as_secs_f64();
        let below = format!(
            "\n{} plays {} for {}: {} at depth {}, {} nodes in {seconds:.3} s, {} nodes/s\n",
            agent.name,
            position.move_text(report.best),
            position.to_move(),
            report.score_text(),
            report.depth,
            rate(report.nodes as f64),
            rate(report.nodes as f64 / seconds.max(1e-9)),
        );
        Text::from(text + "\n") + self.screen.draw(&after.draw(view)) + below
    }
}

fn bounded(score: Score, bound: Bound) -> String {
    match bound {
        // It was never tried.
        _ if score == Score::HIGHEST => "?".to_owned(),
        Bound::Lower if score.is_decided() && score > Score::DRAW => at_most(score),
        Bound::Upper if score.is_decided() && score < Score::DRAW => at_most(score),
        Bound::Exact => score.to_string(),
        Bound::Lower => format!(">= {score}"),
        Bound::Upper => format!("<= {score}"),
    }
}

/// A result that may come sooner.
fn at_most(score: Score) -> String {
    score.to_string().replace(" in ", " in at most ")
}

fn line<G: BoardGame>(position: &G, moves: &[G::Move]) -> String {
    line_texts(position, moves).join(" ")
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
