//! `plyground tune`: better numbers for an agent, found by playing.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use indicatif::ProgressBar;
use ply_lab::tune::method::{CmaEsSettings, EvolutionSettings, MethodSettings, SpsaSettings};
use ply_lab::tune::{Found, Setup, Stage, Status, Tuning, boards, chart_svg, csv, is_from, weights_file};
use ply_search::write_whole;

use super::run::{Players, Run};
use crate::args::{Openings, TuneArgs, TuneMethod};
use crate::new_file::{FORCE, ensure_new, ensure_writable};
use crate::output::{self, Screen, print, print_json, progress};

pub fn run(screen: Screen, args: &TuneArgs) -> Result<ExitCode> {
    let setup = setup(args)?;
    let bar = progress(0, "tune");
    let told = bar.clone();
    let mut tuning = Tuning::new(&setup, move |status| tell(&told, status))?;
    let file = out_file(args, &setup)?;
    let players =
        Players { queue: &args.queue, concurrency: args.concurrency, programs: &args.keep.programs, must_start: true };
    let run = Run::of_plan("tuning", tuning.plan().clone(), &args.keep, players)?;
    run.tell_sandbox();
    bar.set_length(tuning.games() as u64);
    bar.set_message("generation 0");
    let complete = run.play_agenda(&mut tuning, |game| bar.set_position(game.played as u64));
    bar.finish_and_clear();
    let complete = complete.with_context(|| run.interrupted())?;
    if let Some(figure) = &args.figure {
        draw(figure, &setup, &tuning)?;
    }
    let Some(found) = Found::new(&tuning).filter(|_| complete) else {
        output::tell(run.interrupted());
        return Ok(ExitCode::from(1));
    };
    write(&file, &weights_file(&tuning, &found))?;
    if args.format.json {
        print_json(&found.json(setup.method.name(), &file.display().to_string()))?;
    } else {
        print(&text(screen, &setup, &found, &file));
    }
    Ok(ExitCode::SUCCESS)
}

/// What was typed, as one value.
fn setup(args: &TuneArgs) -> Result<Setup> {
    let population = args.population.map(|population| population as usize);
    let method = match args.method {
        TuneMethod::Evolution => MethodSettings::Evolution(EvolutionSettings {
            population: population.unwrap_or(EvolutionSettings::default().population),
            tournament: args.tournament as usize,
            crossover: args.crossover,
            mutation: args.mutation,
            elite: args.elite as usize,
            sigma: args.sigma,
        }),
        TuneMethod::CmaEs => MethodSettings::CmaEs(CmaEsSettings { population, sigma: args.sigma }),
        TuneMethod::Spsa => MethodSettings::Spsa(SpsaSettings {
            population: population.unwrap_or(SpsaSettings::default().population),
            gains: args.gains.unwrap_or_default(),
        }),
    };
    let (plies, file) = match &args.openings {
        Openings::Plies(plies) => (*plies, None),
        Openings::File(file) => (0, Some(std::path::absolute(file).unwrap_or_else(|_| file.clone()))),
    };
    Ok(Setup {
        name: args.keep.name.clone().unwrap_or_else(|| format!("tune {} {}", args.game, args.agent)),
        boards: boards(&args.game, &args.sizes)?,
        agent: args.agent.clone(),
        method,
        params: args.params.clone(),
        ranges: args.range.clone(),
        opponents: args.opponents.clone(),
        budget: args.budget as usize,
        pairs: args.pairs.map(|pairs| pairs as usize),
        selection: args.selection,
        finalists: args.finalists as usize,
        confirmation: args.confirm.map(|games| games as usize),
        time: args.time,
        seed: args.seed,
        plies,
        file,
    })
}

/// How far it is, on stderr.
fn tell(bar: &ProgressBar, status: Status<'_>) {
    let number = status.history.len();
    let last = status.history.last();
    let best = last.and_then(|last| last.best).map(|best| format!(", best {:.1} %", 100.0 * best)).unwrap_or_default();
    let spread = last.map(|last| format!(", spread {:.1} %", 100.0 * last.spread)).unwrap_or_default();
    bar.set_message(match status.stage {
        Stage::Search => format!("generation {number}{best}{spread}"),
        Stage::Selection => format!("the best few of {number} generations"),
        Stage::Confirmation | Stage::Done => "tuned against untuned".to_owned(),
    });
}

/// The file the result goes to, which is not there, or is the result of this very tuning.
fn out_file(args: &TuneArgs, setup: &Setup) -> Result<PathBuf> {
    let taken = |path: &Path| path.exists() && !args.force && !(args.keep.resume && is_of(path, &setup.name));
    let name = |text: &str| text.split(':').next().unwrap_or_default().to_owned();
    let stem = format!("{}-{}", name(&args.game), name(&args.agent));
    let numbered = (2..).map(|number| format!("{stem}-{number}.weights.toml"));
    let mut usual = std::iter::once(format!("{stem}.weights.toml")).chain(numbered).map(PathBuf::from);
    let file = match &args.out {
        Some(file) => file.clone(),
        None => usual.find(|path| !taken(path)).context("there is no free name for the weights file")?,
    };
    ensure_new(&file, !taken(&file), FORCE).context("--out")?;
    if let Some(figure) = &args.figure {
        ensure_writable(figure).context("--figure")?;
    }
    Ok(file)
}

/// Whether a file is what a tuning of this name has written.
fn is_of(path: &Path, name: &str) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| is_from(&text, name))
}

/// Writes the file whole or not at all.
fn write(file: &Path, text: &str) -> Result<()> {
    write_whole(file, |out| out.write_all(text.as_bytes())).with_context(|| file.display().to_string())
}

fn draw(figure: &Path, setup: &Setup, tuning: &Tuning) -> Result<()> {
    let (space, history) = (&tuning.subject().space, tuning.tuner().history());
    let title = format!("{}: {} by {}", setup.boards[0].name, setup.agent, setup.method.name());
    write(figure, &chart_svg(&title, space, history))?;
    write(&figure.with_extension("csv"), &csv(space, history))
}

fn text(screen: Screen, setup: &Setup, found: &Found, file: &Path) -> String {
    let mut table = screen.table(1, &["parameter", "before", "after"]);
    for ((name, before), (_, after)) in found.start.iter().zip(&found.best) {
        table.add_row([name.clone(), before.to_string(), after.to_string()]);
    }
    let mut text = format!("{}\n\n", table.trim_fmt());
    if !found.boards.is_empty() {
        let mut table = screen.table(1, &["board", "games", "score", "Elo", "95 %"]);
        let elo = |elo: Option<f64>| elo.map_or("?".to_owned(), |elo| format!("{elo:+.0}"));
        for (board, each) in &found.boards {
            let score = format!("{:.1} %", 100.0 * each.score.unwrap_or(0.5));
            let interval = format!("{} .. {}", elo(each.elo_low), elo(each.elo_high));
            table.add_row([board.clone(), each.games.to_string(), score, elo(each.elo), interval]);
        }
        text += &format!("{}\n\n", table.trim_fmt());
    }
    let (games, generations, method) = (found.games, found.generations, setup.method.name());
    text += &format!(
        "{}\n{games} games, {generations} generations of {method}; wrote {}\n",
        found.sentence,
        file.display()
    );
    text
}
