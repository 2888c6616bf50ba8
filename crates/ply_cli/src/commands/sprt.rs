//! `plyground sprt`: play until it is clear whether an agent gained, and no longer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail, ensure};
use ply_arena::schedule::Pairing;
use ply_arena::stats::{Decision, EloModel, Sprt};
use ply_arena::{AgentSpec, CommandLine, GameRecord, LlrPoint, SprtMatch, describe};
use ply_lab::llr_chart;

use super::match_games::{elo, faults as kinds_of_faults, repeated, verdict};
use super::run::Run;
use crate::args::SprtArgs;
use crate::new_file::ensure_figure;
use crate::output::{Screen, print, print_json, progress, tell};

/// No test goes on for longer than this many games.
const MOST_GAMES: u64 = 10_000_000;

pub fn run(screen: Screen, args: &SprtArgs) -> Result<ExitCode> {
    if let Some(file) = &args.plot {
        ensure_figure(file)?;
    }
    let model = if args.normalized { EloModel::Normalized } else { EloModel::Logistic };
    let test = Sprt::new(args.elo0, args.elo1, args.alpha, args.beta, model)?;
    let games = args.games.map_or_else(|| (2 * test.patience()).min(MOST_GAMES) as usize, |games| games as usize);
    let builds = args.baseline.as_ref().map(|baseline| Builds::new(&args.new, baseline)).transpose()?;
    let base = builds.as_ref().map(|builds| builds.base.as_str()).or(args.base.as_deref());
    let base = base.context("expected an agent to compare with, or --baseline FILE")?;
    let run = Run::of_match("sprt", &args.game, [&args.new, base], games, &args.rules)?;
    run.tell_sandbox();
    let bar = progress(games as u64, "sprt");
    let style = "{msg}\n{wide_bar} {pos}/{len} {eta}";
    bar.set_style(indicatif::ProgressStyle::with_template(style).expect("the template is fixed"));
    let mut sprt = SprtMatch::new(test, args.max_forfeits);
    let mut count = |pairing: &Pairing, record: &GameRecord| {
        if sprt.count(pairing, record) {
            run.stop();
        }
        bar.inc(1);
        if !bar.is_hidden() {
            bar.set_message(so_far(screen, &sprt));
        }
    };
    run.games()?.iter().for_each(|game| count(&game.pairing, &game.record));
    run.play(|game| count(&game.pairing, game.record))?;
    bar.finish_and_clear();
    if args.format.json {
        print_json(&describe::sprt(run.plan(), run.line_up(), &sprt))?;
    } else {
        print(&text(screen, &run, &sprt));
    }
    if let Some(file) = &args.plot {
        plot(file, &run, &sprt)?;
    }
    let names = [0, 1].map(|agent| run.plan().agents[agent].name.as_str());
    if let Some(why) = sprt.stopped(names) {
        bail!("{why}; --max-forfeits says how many a test bears");
    }
    let accepted = sprt.status.decision == Decision::AcceptH1;
    if let Some(builds) = builds.filter(|_| accepted && args.promote) {
        builds.promote()?;
    }
    Ok(ExitCode::from(u8::from(!accepted)))
}

/// Where the test stands while it plays.
fn so_far(screen: Screen, sprt: &SprtMatch) -> String {
    const COLUMNS: usize = 24;
    let SprtMatch { status, tally, .. } = sprt;
    let score = tally.score();
    let [a, b, c, d, e] = score.pentanomial.0;
    let llr = format!("llr {:+.2} ({:+.2}, {:+.2})", status.llr, status.lower, status.upper);
    let line = sparkline(screen, sprt, COLUMNS);
    format!("{llr} {line} {}, pairs {a} {b} {c} {d} {e}{}", elo(&score), faults(sprt))
}

/// The forfeits of both, where there are some.
fn faults(sprt: &SprtMatch) -> String {
    match sprt.tally.forfeits {
        [0, 0] => String::new(),
        [new, base] => format!(", forfeits {new} and {base}"),
    }
}

fn text(screen: Screen, run: &Run, sprt: &SprtMatch) -> String {
    const COLUMNS: usize = 60;
    let SprtMatch { status, tally, .. } = sprt;
    let score = tally.score();
    let words = match status.decision {
        Decision::AcceptH1 => "accepted: the gain is there",
        Decision::AcceptH0 => "rejected: the gain is not there",
        Decision::Continue => "undecided: more games are needed",
    };
    let mut text = format!(
        "{words}\nllr {:+.2} (accept at {:+.2}, reject at {:+.2}) after {} games: +{} ={} -{}\n",
        status.llr, status.upper, status.lower, score.games, score.wins, score.draws, score.losses,
    );
    let line = sparkline(screen, sprt, COLUMNS);
    if !line.is_empty() {
        text += &format!("{:+.2} {line} {:+.2}\n", status.lower, status.upper);
    }
    text += &format!("{}{}\n{}", verdict(&score), faults(sprt), repeated(tally));
    for (side, agent) in run.plan().agents.iter().enumerate() {
        text += &kinds_of_faults(&agent.name, side, tally);
    }
    text
}

/// The ratio over the games on one line, each character as high as the ratio stands between the two bounds.
fn sparkline(screen: Screen, sprt: &SprtMatch, columns: usize) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const ASCII: [char; 8] = ['_', '.', ',', '-', '~', '=', '+', '^'];
    let levels = if screen.unicode { BLOCKS } else { ASCII };
    let course = sprt.course();
    let level = |point: &LlrPoint| {
        let share = (point.llr - sprt.status.lower) / (sprt.status.upper - sprt.status.lower);
        levels[((share * 8.0) as usize).min(7)]
    };
    let shown = course.len().min(columns);
    (1..=shown).map(|column| level(&course[column * course.len() / shown - 1])).collect()
}

fn plot(file: &Path, run: &Run, sprt: &SprtMatch) -> Result<()> {
    let [new, base] = [0, 1].map(|agent| &run.plan().agents[agent].name);
    let title = format!("{}: {new} against {base}", run.line_up().game(0));
    let write = |file: &Path, text: String| fs::write(file, text).with_context(|| file.display().to_string());
    write(file, llr_chart::svg(&title, sprt.course(), &sprt.status))?;
    write(&file.with_extension("csv"), llr_chart::csv(sprt.course()))
}

/// Two builds of one program: the new one, and the one that was kept to compare with.
struct Builds {
    new: PathBuf,
    kept: PathBuf,
    /// The agent that the one kept is.
    base: String,
}

impl Builds {
    /// NEW's command line with the file that was kept in the place of its own: the program, or the script that an
    /// interpreter runs.
    fn new(new: &str, kept: &Path) -> Result<Self> {
        let (_, spec) = AgentSpec::split_name(new);
        let AgentSpec::Program(command) = spec.parse()? else {
            bail!("--baseline: expected NEW to be a program, cmd:...")
        };
        let mut words: Vec<String> = std::iter::once(command.program()).map(str::to_owned).collect();
        words.extend_from_slice(command.args());
        let own = words.iter_mut().find(|word| word.contains('/') || Path::new(word).is_file());
        let own = own.context("--baseline: NEW names no file that it is built as")?;
        let file = kept.display();
        ensure!(kept.is_file(), "--baseline: there is no file '{file}'; keep a build there with: cp {own} {file}");
        let new = PathBuf::from(own.as_str());
        *own = std::path::absolute(kept)?.to_string_lossy().into_owned();
        Ok(Self { new, kept: kept.to_owned(), base: format!("baseline={}", CommandLine::new(words)) })
    }

    /// The new one is what later ones are compared with. It is in place whole or not at all.
    fn promote(&self) -> Result<()> {
        let mut part = self.kept.clone().into_os_string();
        part.push(".part");
        fs::copy(&self.new, &part)
            .and_then(|_| fs::rename(&part, &self.kept))
            .with_context(|| self.kept.display().to_string())?;
        tell(format!("{} is the new build now", self.kept.display()));
        Ok(())
    }
}
